"""`goldkeeper doctor`: is everything here that a scan needs?"""

import json
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from goldkeeper.wiring import stores
from tests.builders import a_fingerprint
from tests.projects import CODE, GOLD, Shop, a_set_up_shop, goldkeeper
from tests.stores.git_repositories import a_repository


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return a_set_up_shop(tmp_path)


def examine(shop: Shop, code: int = 0) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for check in shop.json("doctor", code=code)["checks"]:
        found.setdefault(check["name"], []).append(check)
    return found


def test_a_sound_project_is_good_in_all(shop: Shop) -> None:
    found = examine(shop)

    assert list(found) == [
        "python", "git", "configuration", "repository", "grammars", "gold file", "anchors", "state", "queue",
    ]  # fmt: skip
    verdicts = {name: [check["verdict"] for check in checks] for name, checks in found.items() if name != "grammars"}
    assert {verdict for each in verdicts.values() for verdict in each} == {"good"}
    assert found["gold file"][0]["fact"] == "gold.jsonl: 2 queries, 3 chunks"
    assert found["anchors"][0]["fact"] == "3 of 3 chunks"
    assert found["repository"][0]["fact"].endswith(f"scanning HEAD = {shop.repository.git('rev-parse', 'HEAD')[:10]}")


def test_people_read_a_verdict_a_fact_and_a_remedy(shop: Shop) -> None:
    (shop.top / "gold.anchors.jsonl").unlink()

    done = shop.run("doctor")

    assert (
        "note  anchors       0 of 3 chunks\n" + " " * 20 + "the next scan makes the rest from history\n" in done.stdout
    )


def test_languages_that_are_not_available_are_named(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    class Lacking:
        fingerprint = a_fingerprint(unavailable=["r", "erlang"])

    monkeypatch.setattr(stores, "make_chunker", lambda *_, **__: Lacking())

    _, note = examine(shop)["grammars"]

    assert (note["verdict"], note["fact"]) == ("note", "not available here: erlang, r")


def test_without_configuration_the_rest_can_not_be_looked_at(tmp_path: Path) -> None:
    a_repository(tmp_path)

    done = goldkeeper(tmp_path, "doctor")

    assert done.exit_code == 2
    assert "bad   configuration" in done.stdout
    assert "goldkeeper init writes one" in done.stdout
    assert "gold file" not in done.stdout


def test_a_wrong_configuration_is_told_with_its_remedy(shop: Shop) -> None:
    (shop.top / "config" / "goldkeeper.toml").write_text("[gold]\npaht = 1\n")

    (check,) = examine(shop, 2)["configuration"]

    assert "did you mean gold.path?" in check["fact"]


@pytest.mark.parametrize(
    ("before", "after", "name", "said"),
    [
        ('path = "."', 'path = "none"', "repository", "no such repository; correct repository.path"),
        ('revision = "HEAD"', 'revision = "v9"', "repository", "names no commit here"),
        ('path = "gold.jsonl"', 'path = "none.jsonl"', "gold file", "no such gold file"),
        ('folder = ".goldkeeper"', 'folder = "src/cart.py"', "state", "set state.folder to a place"),
        ('database = ""', 'database = "nowhere://x"', "queue", "nowhere"),
    ],
)
def test_what_would_stop_a_scan_is_bad_and_the_others_are_looked_at_all_the_same(
    before: str, after: str, name: str, said: str, shop: Shop
) -> None:
    file = shop.top / "config" / "goldkeeper.toml"
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after, 1))

    found = examine(shop, 2)

    assert [check["verdict"] for check in found[name]] == ["bad"]
    assert said in found[name][0]["fact"]
    assert "grammars" in found


def test_a_damaged_gold_file_is_bad_and_names_its_first_line(shop: Shop) -> None:
    shop.gold.write_text(GOLD + "{broken\n")

    _, bad = examine(shop, 2)["gold file"]

    assert bad["fact"].startswith("line 3: not JSON")
    assert bad["remedy"]


def test_an_unresolved_merge_in_the_anchors_is_told(shop: Shop) -> None:
    file = shop.top / "gold.anchors.jsonl"
    file.write_text("<<<<<<< ours\n" + file.read_text())

    _, damaged = examine(shop)["anchors"]

    assert damaged["fact"] == "line 1: a merge conflict is not resolved here"


def test_a_folder_without_git_is_a_note(tmp_path: Path) -> None:
    for path, text in {**CODE, "gold.jsonl": GOLD}.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    goldkeeper(tmp_path, "init")

    record = json.loads(goldkeeper(tmp_path, "doctor", "--json").stdout)

    (check,) = [check for check in record["checks"] if check["name"] == "repository"]
    assert (check["verdict"], check["remedy"]) == ("note", "without history, moved chunks are matched by text alone")


def test_a_machine_without_git_says_so(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(shop.top))

    found = examine(shop, 2)

    assert found["git"][0]["verdict"] == "bad"
    assert found["repository"][0]["verdict"] == "bad"


def test_a_state_folder_that_can_not_be_written_is_bad(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldkeeper.wiring.checks.os", SimpleNamespace(access=lambda *_: False, W_OK=os.W_OK))

    assert examine(shop, 2)["state"][0]["remedy"] == "set state.folder to a place that can"


def test_a_shallow_clone_is_a_note(shop: Shop, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    shop.repository.git("clone", "--quiet", "--depth=1", f"file://{shop.top}", str(clone))

    record = json.loads(goldkeeper(clone, "doctor", "--json").stdout)

    assert any(c["name"] == "history" and "shallow" in c["fact"] for c in record["checks"])


def test_what_is_wrong_with_the_index_is_told_and_the_rest_looked_at(shop: Shop) -> None:
    config = shop.top / "config" / "goldkeeper.toml"
    config.write_text(config.read_text("utf-8").replace('manifest = ""', 'manifest = "index.json"'), "utf-8")
    manifest = shop.top / "index.json"

    manifest.write_text('{"embedding": {"model": "m"}}', "utf-8")
    assert examine(shop)["index"][0]["fact"] == "m"

    manifest.write_text('{"chunker": {"name": "definition", "version": "0"}}', "utf-8")
    (note,) = examine(shop)["index"]
    assert note["verdict"] == "note"
    assert "cut with version 0" in note["fact"]

    manifest.write_text('{"emb', "utf-8")
    found = examine(shop, code=2)
    assert found["index"][0]["verdict"] == "bad"
    assert found["gold file"][0]["verdict"] == "good"


def test_packages_that_no_lock_file_pins_are_named(shop: Shop) -> None:
    config = shop.top / "config" / "goldkeeper.toml"
    text = config.read_text("utf-8")
    config.write_text(text.replace("embedding_packages = []", 'embedding_packages = ["e5", "bge"]'), "utf-8")

    (note,) = examine(shop)["index"]
    assert (note["verdict"], note["fact"]) == ("note", "no lock file pins bge, e5")

    (shop.top / "requirements.txt").write_text("e5==1.0\nbge==2.0\n", "utf-8")
    (good,) = examine(shop)["index"]
    assert good["verdict"] == "good"


def test_whoever_is_to_be_told_is_looked_at_without_telling(shop: Shop) -> None:
    config = shop.top / "config" / "goldkeeper.toml"
    text = config.read_text("utf-8")
    assert "notify" not in examine(shop)

    config.write_text(text.replace("urls = []", 'urls = ["file:hook"]'), "utf-8")
    assert examine(shop, code=2)["notify"][0]["verdict"] == "bad"

    (shop.top / "hook").write_text("json://localhost/s3cr3t-t0k3n\n", "utf-8")
    (good,) = examine(shop)["notify"]
    assert good["verdict"] == "good"
    assert "s3cr3t" not in good["fact"]
