import os
from collections import Counter
from pathlib import Path

import pytest

from goldkeeper.chunking.chunker import DefinitionChunker
from goldkeeper.model.chunks import BlobId, ChunkId, SkipReason
from goldkeeper.model.errors import FolderTaken, GitFailed, GitMissing
from goldkeeper.model.stories import Happening
from goldkeeper.stores.demo_story import commit_all, run_git, start_repository, story_fates, write_story
from goldkeeper.stores.gold_file import GoldFile

HEAD = "1cd7838d863d5140dc0e030d8e7b4812b3958d72"


def chunk_ids(folder: Path, rev: str) -> set[str]:
    chunker = DefinitionChunker()
    found = set()
    for path in run_git(folder, ["ls-tree", "-r", "--name-only", rev]).split():
        file = chunker.chunk_file(path, BlobId(path), run_git(folder, ["show", f"{rev}:{path}"]).encode())
        if not isinstance(file, SkipReason):
            found |= {str(chunk.id) for chunk in file.chunks}
    return found


def test_the_story_has_the_same_commits_wherever_it_is_built(tmp_path: Path) -> None:
    first, second = write_story(tmp_path / "one"), write_story(tmp_path / "deep" / "two")

    assert first.head == second.head == HEAD
    assert first.base == run_git(tmp_path / "one", ["rev-list", "--max-parents=0", "HEAD"]).strip()
    assert first.commits == 15


def test_the_users_set_up_does_not_reach_the_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for name in ("pre-commit", "applypatch-msg", "post-applypatch"):
        (hooks / name).write_text("#!/bin/sh\nexit 1\n")
        (hooks / name).chmod(0o755)
    config = tmp_path / "gitconfig"
    config.write_text(
        f"[core]\nhooksPath = {hooks}\nautocrlf = true\n[commit]\ngpgsign = true\n[init]\ndefaultBranch = trunk\n"
        "[user]\nname = Somebody\nemail = else@example.org\n[am]\nthreeWay = true\n[diff]\nnoprefix = true\n"
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Nobody")
    monkeypatch.setenv("GIT_DEFAULT_HASH", "sha256")
    monkeypatch.setenv("TZ", "Asia/Tokyo")

    facts = write_story(tmp_path / "story")

    assert facts.head == HEAD
    assert run_git(tmp_path / "story", ["branch", "--show-current"]).strip() == "main"


def test_the_work_tree_is_clean_afterwards(tmp_path: Path) -> None:
    write_story(tmp_path / "story")

    assert run_git(tmp_path / "story", ["status", "--porcelain", "--ignored"]) == ""


def test_every_gold_chunk_exists_at_the_first_commit_and_every_successor_at_the_last(tmp_path: Path) -> None:
    facts = write_story(tmp_path)

    base, head = chunk_ids(tmp_path, facts.base), chunk_ids(tmp_path, facts.head)

    assert set(facts.fates) <= base
    assert {successor for fate in facts.fates.values() for successor in fate.successors} <= head


def test_the_fates_are_those_of_the_gold_file(tmp_path: Path) -> None:
    write_story(tmp_path)
    gold = GoldFile(tmp_path / "gold.jsonl").read()

    assert not gold.problems
    assert {str(chunk_id) for chunk_id in gold.pairs_by_chunk} == set(story_fates())
    assert {pair.grade for pair in gold.pairs} == {1, 2, 3}
    assert len(gold.queries) == 30


def test_a_fate_with_one_successor_says_what_differs() -> None:
    for chunk_id, fate in story_fates().items():
        if fate.happening in {Happening.DELETED, Happening.SPLIT, Happening.MERGED}:
            continue
        (successor,) = fate.successors
        old, new = ChunkId.parse(chunk_id), ChunkId.parse(successor)
        differs = (old.path != new.path, old.symbol != new.symbol)

        assert differs == {
            Happening.MOVED: (True, False),
            Happening.RENAMED: (False, True),
            Happening.MOVED_RENAMED: (True, True),
        }.get(fate.happening, (False, False))
        assert (old == new) is (fate.happening is Happening.UNTOUCHED) or fate.happening is Happening.EDITED


def test_only_splits_have_several_successors_only_merges_share_one_and_only_deletions_have_none() -> None:
    fates = list(story_fates().values())

    assert all((len(fate.successors) > 1) is (fate.happening is Happening.SPLIT) for fate in fates)
    assert all((not fate.successors) is (fate.happening is Happening.DELETED) for fate in fates)
    shared = Counter(successor for fate in fates for successor in fate.successors)
    assert all(
        (fate.happening is Happening.MERGED) is any(shared[one] > 1 for one in fate.successors) for fate in fates
    )


def test_everything_that_can_happen_to_a_chunk_happens_in_the_story() -> None:
    assert {fate.happening for fate in story_fates().values()} == set(Happening)


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")

    with pytest.raises(FolderTaken, match="was not made by the demo"):
        write_story(tmp_path, replace=True)

    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_repository_of_somebody_else_is_not_replaced(tmp_path: Path) -> None:
    run_git(tmp_path, ["init", "--quiet"])

    with pytest.raises(FolderTaken):
        write_story(tmp_path, replace=True)


def test_an_earlier_demo_is_replaced_only_when_asked(tmp_path: Path) -> None:
    write_story(tmp_path / "story")
    (tmp_path / "story" / "notes.txt").write_text("tried something")

    with pytest.raises(FolderTaken, match="--force"):
        write_story(tmp_path / "story")
    write_story(tmp_path / "story", replace=True)

    assert not (tmp_path / "story" / "notes.txt").exists()


def test_a_link_to_an_earlier_demo_is_not_followed(tmp_path: Path) -> None:
    write_story(tmp_path / "story")
    (tmp_path / "link").symlink_to(tmp_path / "story")

    with pytest.raises(FolderTaken, match="link"):
        write_story(tmp_path / "link", replace=True)


def test_a_file_in_the_folders_place_is_told(tmp_path: Path) -> None:
    (tmp_path / "story").write_text("")

    with pytest.raises(FolderTaken, match="file"):
        write_story(tmp_path / "story")


def test_without_git_the_remedy_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(GitMissing, match="install git"):
        write_story(tmp_path / "story")


def test_what_git_refuses_is_told(tmp_path: Path) -> None:
    start_repository(tmp_path)

    with pytest.raises(GitFailed, match="git rev-parse"):
        run_git(tmp_path, ["rev-parse", "--verify", "nothing"])


def test_ignored_files_are_committed_too(tmp_path: Path) -> None:
    start_repository(tmp_path)
    (tmp_path / ".gitignore").write_text("*.py\n")
    (tmp_path / "a.py").write_text("A = 1\n")

    commit = commit_all(tmp_path, "All of it", author=("Ida", "ida@bakery.example"), date="2025-03-04T05:00:00+00:00")

    assert run_git(tmp_path, ["ls-tree", "--name-only", commit]).split() == [".gitignore", "a.py"]
    assert os.environ.get("GIT_DIR") is None
