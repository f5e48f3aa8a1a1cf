from datetime import UTC, datetime
from pathlib import Path

from goldkeeper.stores.demo_releases import write_releases
from goldkeeper.stores.demo_story import run_git
from goldkeeper.stores.package_index import Release

OLD = Release(
    "bread", "1.0", datetime(2018, 9, 25, tzinfo=UTC), {"bread/oven.py": b"HEAT = 250\n", "six.py": b"SIX = 6\n"}
)
NEW = Release("bread", "2.0", datetime(2021, 5, 11, tzinfo=UTC), {"bread/heat/oven.py": b"HEAT = 250\r\n"})


def tree(folder: Path, rev: str) -> list[str]:
    return run_git(folder, ["ls-tree", "-r", "--name-only", rev]).split()


def test_two_releases_make_two_commits_with_the_gold_in_both(tmp_path: Path) -> None:
    facts = write_releases(tmp_path / "bread", OLD, NEW, gold=b'{"qid": "q1"}\n')

    assert tree(tmp_path / "bread", facts.base) == ["bread/oven.py", "gold.jsonl", "six.py"]
    assert tree(tmp_path / "bread", facts.head) == ["bread/heat/oven.py", "gold.jsonl"]
    assert run_git(tmp_path / "bread", ["log", "--format=%s %as"]) == "bread 2.0 2021-05-11\nbread 1.0 2018-09-25\n"
    assert run_git(tmp_path / "bread", ["show", f"{facts.head}:bread/heat/oven.py"]) == "HEAT = 250\r\n"


def test_history_reads_forwards_even_where_archives_are_dated_backwards(tmp_path: Path) -> None:
    facts = write_releases(tmp_path, NEW, OLD, gold=b"")

    first, last = (int(run_git(tmp_path, ["show", "-s", "--format=%at", rev])) for rev in (facts.base, facts.head))

    assert first < last


def test_undated_releases_make_the_same_commits_each_time(tmp_path: Path) -> None:
    undated = [Release("bread", version, None, {"a.py": version.encode()}) for version in ("1", "2")]

    one, two = (write_releases(tmp_path / name, *undated, gold=b"") for name in ("one", "two"))

    assert (one.base, one.head) == (two.base, two.head)
