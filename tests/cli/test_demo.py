import json
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from goldkeeper.cli.main import app
from goldkeeper.model.errors import BadRequest, FolderTaken, PackageUnavailable
from goldkeeper.stores import package_index
from goldkeeper.stores.demo_story import run_git, story_fates
from goldkeeper.stores.package_index import Release


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_the_demo_builds_scans_and_says_what_to_try_next(tmp_path: Path) -> None:
    done = run("demo", tmp_path / "bread and butter")

    assert done.exit_code == 0, done.output
    assert len(done.stdout.splitlines()) == len(story_fates())
    assert "15 commits" in done.stderr
    assert f"  cd {shlex.quote(str(tmp_path / 'bread and butter'))}\n  goldkeeper review --by me\n" in done.stderr
    assert "goldkeeper apply --dry-run" in done.stderr


def test_the_scan_tells_the_truth_of_the_story_or_leaves_it_to_a_person(tmp_path: Path) -> None:
    story = json.loads(run("demo", tmp_path / "story", "--json").stdout)["story"]

    assert story["counts"]["wrong"] == 0, [chunk for chunk in story["chunks"] if chunk["told"] == "wrong"]
    assert story["counts"]["left open"] <= 1


def test_json_holds_the_facts_and_the_whole_report(tmp_path: Path) -> None:
    done = run("demo", tmp_path / "story", "--json")
    record = json.loads(done.stdout)

    assert done.stderr == ""
    assert record["schema"] == 1
    assert record["folder"] == str((tmp_path / "story").resolve())
    assert record["head"] == run_git(tmp_path / "story", ["rev-parse", "HEAD"]).strip()
    assert record["scan"]["gold"]["queries"] == 30
    assert {chunk["id"] for chunk in record["scan"]["chunks"]} == set(story_fates())
    assert all(Path(path).is_file() for path in record["reports"])


def test_the_commands_that_are_named_work_in_that_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = run("demo", tmp_path / "story").stderr
    lines = [line.strip() for line in said.partition("Try next:\n")[2].splitlines()]
    assert lines[0] == f"cd {tmp_path / 'story'}"

    monkeypatch.chdir(tmp_path / "story")
    for line in lines[1:]:
        done = run(*shlex.split(line)[1:])
        assert done.exit_code in {0, 1}, (line, done.output)


def test_a_second_demo_needs_force(tmp_path: Path) -> None:
    first = run("demo", tmp_path / "story", "--json")
    refused = run("demo", tmp_path / "story")
    # A process of its own: one that outlives a repository keeps it open.
    command = [sys.executable, "-m", "goldkeeper", "demo", str(tmp_path / "story"), "--json", "--force"]
    again = subprocess.run(command, capture_output=True, check=True)

    assert isinstance(refused.exception, FolderTaken)
    assert json.loads(first.stdout)["story"] == json.loads(again.stdout)["story"]


OVEN = b'''def heat(kind: str) -> int:
    """Degrees for a kind of bread."""
    table = {"rye": 250, "wheat": 230}
    return table[kind]


def minutes(kind: str, load: int) -> int:
    """Minutes behind the door.

    More for a full oven.
    """
    base = 55 if kind == "rye" else 40
    return base + 4 * load
'''
OLD = Release("bread", "1.0", datetime(2018, 9, 25, tzinfo=UTC), {"bread/oven.py": OVEN})
NEW = Release("bread", "2.0", datetime(2021, 5, 11, tzinfo=UTC), {"bread/heat/oven.py": b"import math\n\n\n" + OVEN})


def an_index_with(monkeypatch: pytest.MonkeyPatch, *releases: Release) -> None:
    known = {(release.name, release.version): release for release in releases}

    def fetch(name: str, version: str, **_: Any) -> Release:
        if (name, version) not in known:
            raise PackageUnavailable(f"{name} {version}", "the package index can't be reached", "check the network")
        return known[name, version]

    monkeypatch.setattr(package_index, "fetch_release", fetch)


def test_two_releases_of_a_package_are_scanned_in_the_same_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    an_index_with(monkeypatch, OLD, NEW)

    done = run("demo", tmp_path / "bread", "--package", "bread", "--from", "1.0", "--to", "2.0", "--json")
    record = json.loads(done.stdout)

    assert done.exit_code == 0, done.output
    assert record["story"] is None
    assert [(chunk["id"], chunk["proposed"]) for chunk in record["scan"]["chunks"]] == [
        ("bread/oven.py:1-4:heat", ["bread/heat/oven.py:4-7:heat"]),
        ("bread/oven.py:7-13:minutes", ["bread/heat/oven.py:10-16:minutes"]),
    ]
    assert [row["query"] for row in record["scan"]["queries"]] == ["Degrees for a kind of bread", "minutes"]


def test_without_a_network_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    an_index_with(monkeypatch, OLD)

    done = run("demo", tmp_path / "bread", "--package", "bread", "--from", "1.0", "--to", "2.0")

    assert isinstance(done.exception, PackageUnavailable)
    assert not (tmp_path / "bread").exists()


@pytest.mark.parametrize(
    "given", [["--package", "bread"], ["--from", "1.0"], ["--to", "2.0"], ["--package", "bread", "--to", "2.0"]]
)
def test_half_a_wish_for_a_package_is_refused(tmp_path: Path, given: list[str]) -> None:
    done = run("demo", tmp_path / "bread", *given)

    assert isinstance(done.exception, BadRequest)


def test_a_release_without_functions_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = Release("bread", "1.0", None, {"bread/oven.py": b"HEAT = 250\n"})
    an_index_with(monkeypatch, bare, NEW)

    done = run("demo", tmp_path / "bread", "--package", "bread", "--from", "1.0", "--to", "2.0")

    assert isinstance(done.exception, PackageUnavailable)
    assert not (tmp_path / "bread").exists()
