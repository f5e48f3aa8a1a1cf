import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from goldkeeper.model.changes import FileChange
from goldkeeper.model.chunks import BlobId, CommitId, SkipReason
from goldkeeper.model.errors import BadRequest, UnknownRevision
from goldkeeper.ports import History
from goldkeeper.stores.git_history import GitHistory, HeadState
from goldkeeper.stores.path_rules import PathRules
from tests.stores.git_repositories import FIRST_MOMENT, Repository, a_repository

Open = Callable[..., GitHistory]
NOWHERE = CommitId("0123456789" * 4)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return a_repository(tmp_path / "shop")


@pytest.fixture
def open_history() -> Iterator[Open]:
    opened: list[GitHistory] = []

    def opener(repository: Repository, rules: PathRules | None = None) -> GitHistory:
        opened.append(GitHistory.open(repository.top, rules))
        return opened[-1]

    yield opener
    for history in opened:
        history.close()


def test_a_git_history_is_a_history(repository: Repository, open_history: Open) -> None:
    history: History = open_history(repository)
    assert history.has(NOWHERE) is False


@pytest.mark.parametrize("rev", ["HEAD", "main", "v1", "HEAD~0", "@", ":/first", "HEAD^{/first}"])
def test_whatever_names_a_commit_is_resolved_to_it(repository: Repository, open_history: Open, rev: str) -> None:
    commit = repository.commit({"a.py": "1"}, "first")
    repository.git("tag", "--annotate", "--message=one", "v1")
    assert open_history(repository).resolve(rev) == commit
    assert open_history(repository).resolve(commit[:12]) == commit


@pytest.mark.parametrize(
    "rev", ["", "none", "--all", "-1", "a\0b", "HEAD:a.py", str(NOWHERE), "caf\udce9", "main..HEAD"]
)
def test_what_names_no_commit_is_unknown(repository: Repository, open_history: Open, rev: str) -> None:
    repository.commit({"a.py": "1"})
    with pytest.raises(UnknownRevision):
        open_history(repository).resolve(rev)


def test_a_repository_without_commits_has_a_work_tree_and_no_head(repository: Repository, open_history: Open) -> None:
    repository.write({"a.py": "1"})
    history = open_history(repository)
    assert history.head_state() == HeadState(None, None)
    assert list(history.work_tree().files()) == ["a.py"]
    assert history.work_state()
    with pytest.raises(UnknownRevision):
        history.resolve("HEAD")


def test_the_head_state_names_commit_and_tree_detached_or_not(repository: Repository, open_history: Open) -> None:
    first = repository.commit({"a.py": "1"})
    tree = repository.git("rev-parse", "HEAD^{tree}")
    assert open_history(repository).head_state() == HeadState(first, tree)
    repository.commit({"a.py": "2"})
    repository.git("checkout", "--quiet", "--detach", first)
    assert open_history(repository).head_state() == HeadState(first, tree)


def test_a_commit_is_in_the_clone_only_under_its_full_name(repository: Repository, open_history: Open) -> None:
    commit = repository.commit({"a.py": "1"})
    history = open_history(repository)
    assert history.has(commit)
    assert not history.has(CommitId(commit[:10]))
    assert not history.has(CommitId("HEAD"))
    assert not history.has(CommitId(repository.blob("a.py")))
    assert not history.has(NOWHERE)


def test_a_bare_repository_has_no_work_tree(repository: Repository, tmp_path: Path, open_history: Open) -> None:
    repository.commit({"a.py": "1"})
    repository.git("clone", "--quiet", "--bare", ".", "../bare")
    history = open_history(Repository(tmp_path / "bare"))
    assert list(history.tree(history.resolve("HEAD")).files()) == ["a.py"]
    for ask in (history.work_tree, history.work_state):
        with pytest.raises(BadRequest, match="name a revision"):
            ask()


def test_paths_are_relative_to_the_top_whatever_folder_was_named(repository: Repository) -> None:
    repository.commit({"src/a.py": "1", "b.py": "2"})
    with GitHistory.open(repository.top / "src") as history:
        assert history.folder == "src/"
        assert list(history.tree(history.resolve("HEAD")).files()) == ["b.py", "src/a.py"]
        assert list(history.work_tree().files()) == ["b.py", "src/a.py"]


# ---- what differs


def test_every_path_whose_content_differs_is_a_change(repository: Repository, open_history: Open) -> None:
    base = repository.commit({"same.py": "0", "edited.py": "1", "gone.py": "2", "ex.sh": "3"})
    one, two = BlobId(repository.blob("edited.py")), BlobId(repository.blob("gone.py"))
    (repository.top / "ex.sh").chmod(0o755)
    head = repository.commit({"edited.py": "1a", "gone.py": None, "new\tpath.py": "2"})
    assert open_history(repository).changed_files(base, head) == (
        FileChange("edited.py", one, BlobId(repository.blob("edited.py"))),
        FileChange("gone.py", two, None),
        FileChange("new\tpath.py", None, two),
    )


def test_the_changes_are_the_same_backwards(repository: Repository, open_history: Open) -> None:
    base = repository.commit({"a.py": "1"})
    head = repository.commit({"a.py": "2", "b.py": "3"})
    history = open_history(repository)
    forth, back = history.changed_files(base, head), history.changed_files(head, base)
    assert back == tuple(FileChange(c.path, c.head_blob, c.base_blob) for c in forth)
    assert history.changed_files(head, head) == ()


def test_two_files_that_swap_names_are_two_changes(repository: Repository, open_history: Open) -> None:
    base = repository.commit({"a.py": "one\n", "b.py": "two\n"})
    head = repository.commit({"a.py": "two\n", "b.py": "one\n"})
    first, second = open_history(repository).changed_files(base, head)
    assert (first.base_blob, first.head_blob) == (second.head_blob, second.base_blob)


def test_no_setting_of_the_user_decides_what_is_seen(
    repository: Repository, open_history: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = repository.commit({f"old/m{n}.py": f"x = {n}\n" * 20 for n in range(4)} | {"src/z.py": "1", "a.py": "1"})
    head = repository.commit(
        {f"old/m{n}.py": None for n in range(4)}
        | {f"new/part{n}.py": f"x = {n}\n" * 20 + "y\n" for n in range(4)}
        | {"src/z.py": "2", "übung.py": "1"},
        "second",
    )
    wanted_files = open_history(repository).changed_files(base, head)
    wanted_log = open_history(repository).log(None, head)
    order = tmp_path / "order"
    order.write_text("src/*\n")
    settings = tmp_path / "gitconfig"
    settings.write_text(
        f"""
        [diff]
            renames = copies
            renameLimit = 1
            orderFile = {order}
            relative = true
            external = false
            noprefix = true
            ignoreSubmodules = all
        [log]
            showRoot = false
            showSignature = true
            date = relative
            decorate = full
            follow = true
            diffMerges = off
        [color]
            ui = always
            diff = always
        [core]
            quotePath = true
            pager = false
            abbrev = 4
            fsmonitor = false-program-that-is-not-there
        [i18n]
            logOutputEncoding = latin-1
        [format]
            pretty = oneline
        """
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", "false")
    monkeypatch.setenv("GIT_DIFF_OPTS", "-u0")
    monkeypatch.setenv("GIT_LITERAL_PATHSPECS", "0")
    monkeypatch.chdir(repository.top / "src")
    history = open_history(repository)
    assert history.changed_files(base, head) == wanted_files
    assert history.log(None, head) == wanted_log
    assert len(wanted_files) == 10
    assert len(wanted_log[-1].changes) == 6  # the root commit's too
    assert list(history.work_tree().files()) == list(open_history(repository).tree(head).files())


def test_only_paths_inside_the_globs_are_changes(repository: Repository, open_history: Open) -> None:
    base = repository.commit({"a.py": "1", "a.md": "1"})
    head = repository.commit({"a.py": "2", "a.md": "2"})
    history = open_history(repository, PathRules(include=("*.py",)))
    assert [change.path for change in history.changed_files(base, head)] == ["a.py"]


def test_lost_blobs_do_not_hinder_a_comparison(repository: Repository, open_history: Open) -> None:
    base = repository.commit({"a.py": "1\n", "b.py": "2\n"})
    lost = repository.blob("a.py")
    head = repository.commit({"a.py": None, "c.py": "1\nx\n", "b.py": "3\n"})
    repository.lose_object(lost)
    history = open_history(repository)
    assert [change.path for change in history.changed_files(base, head)] == ["a.py", "b.py", "c.py"]
    assert [note.commit for note in history.commits_between(base, head, ["c.py"])["c.py"]] == [head]


def test_a_folder_that_one_side_lost_is_not_told_as_deleted(repository: Repository, open_history: Open) -> None:
    base = repository.commit({"a/x.py": "1", "b/y.py": "2", "c.py": "3"})
    head = repository.commit({"a/x.py": "1a", "b/y.py": "2a", "c.py": "3a"})
    repository.lose_object(repository.blob("a"))
    assert [c.path for c in open_history(repository).changed_files(base, head)] == ["b/y.py", "c.py"]


def test_a_comparison_with_a_commit_that_is_not_there_names_it(repository: Repository, open_history: Open) -> None:
    head = repository.commit({"a.py": "1"})
    history = open_history(repository)
    for base, other in ((NOWHERE, head), (head, NOWHERE)):
        with pytest.raises(UnknownRevision, match="0123"):
            history.changed_files(base, other)
        with pytest.raises(UnknownRevision, match="0123"):
            history.commits_between(base, other, ["a.py"])


def test_unrelated_roots_are_compared_too(repository: Repository, open_history: Open) -> None:
    base = repository.commit({"a.py": "1"})
    repository.git("checkout", "--quiet", "--orphan", "other")
    head = repository.commit({"a.py": "2"})
    history = open_history(repository)
    assert [c.path for c in history.changed_files(base, head)] == ["a.py"]
    assert [n.commit for n in history.commits_between(base, head, ["a.py"])["a.py"]] == [head]


# ---- commits


def test_each_path_has_the_commits_that_touched_it_newest_first(repository: Repository, open_history: Open) -> None:
    base = repository.commit({"a.py": "1", "b.py": "1"})
    second = repository.commit({"a.py": "2"}, "edit a")
    third = repository.commit({"a.py": "3", "b.py": "3"}, "edit both")
    found = open_history(repository).commits_between(base, third, ["b.py", "a.py", "none.py"])
    assert {path: [note.subject for note in notes] for path, notes in found.items()} == {
        "b.py": ["edit both"],
        "a.py": ["edit both", "edit a"],
        "none.py": [],
    }
    assert found["a.py"][1].commit == second
    assert found["a.py"][1].author == "Ada"
    assert found["a.py"][1].date == datetime.fromtimestamp(FIRST_MOMENT + 3600, timezone(timedelta(hours=1)))
    assert found["a.py"][1].date.utcoffset() == timedelta(hours=1)


def test_a_merge_is_named_only_for_what_it_changed_itself(repository: Repository, open_history: Open) -> None:
    base = repository.commit({"a.py": "1\n", "b.py": "1\n"})
    repository.git("checkout", "--quiet", "-b", "side")
    side = repository.commit({"a.py": "2\n"}, "on the side")
    repository.git("checkout", "--quiet", "main")
    repository.commit({"c.py": "1\n"}, "on main")
    repository.git("merge", "--quiet", "--no-ff", "--no-commit", "side")
    merge = repository.commit({"b.py": "2\n"}, "merge with an edit of its own")
    found = open_history(repository).commits_between(base, merge, ["a.py", "b.py"])
    assert [note.commit for note in found["a.py"]] == [side]
    assert [note.commit for note in found["b.py"]] == [merge]


@pytest.mark.parametrize(
    ("message", "subject"),
    [
        ("", ""),
        ("\n\n  \n", ""),
        ("one\ntwo\n\nbody\n", "one two"),
        ("  a: b\x01:100644 \x1b[31m\n", "a: b\x01:100644 \x1b[31m"),
        (":100644 100644 1f 2e M\n", ":100644 100644 1f 2e M"),
        ("日本語 🎉", "日本語 🎉"),
        ("0123456789" * 4, "0123456789" * 4),
    ],
)
def test_the_log_and_a_single_note_agree_on_odd_messages(
    repository: Repository, open_history: Open, message: str, subject: str
) -> None:
    base = repository.commit({"a.py": "1"})
    head = repository.commit({"a.py": "2"}, message)
    repository.commit({"a.py": "3"}, "after")
    history = open_history(repository)
    (note,) = history.commits_between(base, head, ["a.py"])["a.py"]
    assert note.subject == subject
    assert history.commit_note(head) == note


def test_a_message_in_another_encoding_reads_the_same_both_ways(repository: Repository, open_history: Open) -> None:
    repository.git("config", "i18n.commitEncoding", "iso-8859-1")
    head = repository.commit({"a.py": "1"}, "café".encode("latin-1"))
    history = open_history(repository)
    assert history.log(None, head)[0].note == history.commit_note(head)
    assert history.commit_note(head).subject == "café"


def test_bytes_that_are_no_text_do_not_end_anything(repository: Repository, open_history: Open) -> None:
    repository.commit({"a.py": "1"})
    tree = repository.git("rev-parse", "HEAD^{tree}")
    raw = (
        f"tree {tree}\nauthor ".encode()
        + b"Zo\xeb <z@b> 1700000000 +0000\ncommitter x <y> 1700000000 +0000\n\ncaf\xe9\n"
    )
    head = CommitId(repository.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=raw))
    history = open_history(repository)
    (logged,) = history.log(None, head)
    assert (logged.note.author, logged.note.subject) == ("Zo\ufffd", "caf\ufffd")
    assert history.commit_note(head) == logged.note


def test_a_note_of_a_commit_that_is_not_there_names_it(repository: Repository, open_history: Open) -> None:
    repository.commit({"a.py": "1"})
    for commit in (NOWHERE, CommitId("HEAD"), CommitId(repository.blob("a.py"))):
        with pytest.raises(UnknownRevision):
            open_history(repository).commit_note(commit)


def test_a_log_is_read_down_to_where_the_clone_lost_a_tree(repository: Repository, open_history: Open) -> None:
    first = repository.commit({"a/x.py": "1"})
    lost = repository.blob("a")
    repository.commit({"a/x.py": "2"}, "second")
    third = repository.commit({"a/x.py": "3"}, "third")
    repository.lose_object(lost)
    history = open_history(repository)
    notes = history.commits_between(first, third, ["a/x.py"])["a/x.py"]
    assert "third" in [note.subject for note in notes]
    assert any("older trees are missing" in note for note in history.notes())


# ---- one file


def test_a_file_has_the_commits_that_gave_it_new_content(repository: Repository, open_history: Open) -> None:
    first = repository.commit({"a.py": "1"})
    repository.commit({"b.py": "1"})
    (repository.top / "a.py").chmod(0o755)
    repository.commit(message="only its mode")
    fourth = repository.commit({"a.py": "2"})
    repository.commit({"a.py": None})
    head = repository.commit({"a.py": "1"})
    one, two = BlobId(repository.blob("a.py")), BlobId(repository.blob("a.py", fourth))
    assert list(open_history(repository).file_history("a.py", head)) == [(head, one), (fourth, two), (first, one)]


def test_side_branches_count_for_a_path_and_not_for_the_line_of_descent(
    repository: Repository, open_history: Open
) -> None:
    first = repository.commit({"a.py": "1\n"})
    repository.git("checkout", "--quiet", "-b", "side")
    side = repository.commit({"a.py": "2\n"})
    repository.git("checkout", "--quiet", "main")
    main = repository.commit({"a.py": "3\n"})
    repository.git("merge", "--quiet", "--strategy=ours", "--message=ours", "side")
    ours = CommitId(repository.git("rev-parse", "HEAD"))
    repository.commits += 1
    repository.git("checkout", "--quiet", "side")
    repository.commit({"a.py": "4\n", "b.py": "1\n"})
    repository.git("checkout", "--quiet", "main")
    repository.git("merge", "--quiet", "--strategy=ours", "--no-commit", "side")
    merge = repository.commit({"a.py": "5\n"}, "a content of its own")
    history = open_history(repository)
    assert [c for c, _ in history.file_history("a.py", merge, follow=True)] == [merge, main, first]
    assert {c for c, _ in history.file_history("a.py", ours)} == {main, side, first}


def test_many_files_are_answered_as_one_is(repository: Repository, open_history: Open) -> None:
    names = [f"f{number}.py" for number in range(12)]
    repository.commit(dict.fromkeys(names, "1\n"))
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit(dict.fromkeys(names[::2], "2\n") | {"f1.py": None})
    repository.git("checkout", "--quiet", "main")
    repository.commit(dict.fromkeys(names[::3], "3\n"))
    repository.git("merge", "--quiet", "--no-ff", "--strategy-option=theirs", "--message=merge", "side")
    head = CommitId(repository.git("rev-parse", "HEAD"))
    at_once = open_history(repository)
    together = [list(at_once.file_history(name, head)) for name in names]
    assert together == [list(open_history(repository).file_history(name, head)) for name in names]


def test_ranges_cut_from_a_larger_log_are_those_that_git_gives(repository: Repository, open_history: Open) -> None:
    commits = [repository.commit({"a.py": "0\n"})]
    for number in range(1, 6):
        commits.append(repository.commit({"a.py": f"{number}\n"}))
        repository.git("checkout", "--quiet", "-b", f"side{number}", commits[number - 1])
        commits.append(repository.commit({f"b{number}.py": "1\n"}))
        repository.git("checkout", "--quiet", "main")
        repository.git("merge", "--quiet", "--no-ff", "--message=merge", f"side{number}")
        commits[-2:] = [commits[-2], commits[-1], CommitId(repository.git("rev-parse", "HEAD"))]
        repository.commits += 1
    head = commits[-1]
    history = open_history(repository)
    for base in (*commits[5::3], *commits[4::3], *commits[::-1]):
        wanted = repository.git("rev-list", head, f"^{base}").split()
        assert {logged.note.commit for logged in history.log(base, head)} == set(wanted)


def test_a_path_with_wild_cards_is_one_path(repository: Repository, open_history: Open) -> None:
    repository.commit({"a.py": "1", "*.py": "2", "dir/c.py": "3"})
    head = repository.commit({"a.py": "4"})
    history = open_history(repository)
    assert len(list(history.file_history("*.py", head))) == 1
    assert list(history.file_history("dir", head)) == []
    assert list(history.file_history("none.py", head)) == []


def test_a_file_is_followed_over_its_renames_only_when_asked(repository: Repository, open_history: Open) -> None:
    text = "".join(f"line {n}\n" for n in range(20))
    first = repository.commit({"old.jsonl": text, "other.py": "x"})
    second = repository.commit({"old.jsonl": None, "gold/set.jsonl": text})
    third = repository.commit({"gold/set.jsonl": None, "gold/cart.jsonl": text + "one more\n"})
    history = open_history(repository)
    assert [c for c, _ in history.file_history("gold/cart.jsonl", third)] == [third]
    assert [c for c, _ in history.file_history("gold/cart.jsonl", third, follow=True)] == [third, second, first]


def test_a_limit_on_renames_does_not_end_the_following(repository: Repository, open_history: Open) -> None:
    repository.git("config", "diff.renameLimit", "1")
    texts = {n: "".join(f"{n} says {k}\n" for k in range(20)) for n in range(6)}
    first = repository.commit({f"old/{n}.jsonl": text for n, text in texts.items()})
    head = repository.commit(
        {f"old/{n}.jsonl": None for n in texts} | {f"new/{9 - n}.jsonl": text + "more\n" for n, text in texts.items()}
    )
    found = list(open_history(repository).file_history("new/6.jsonl", head, follow=True))
    assert [commit for commit, _ in found] == [head, first]
    assert found[1][1] == repository.blob("old/3.jsonl", first)


def test_a_new_file_beside_an_unlike_deleted_one_was_not_renamed(repository: Repository, open_history: Open) -> None:
    repository.commit({"old.py": "a\nb\nc\n"})
    head = repository.commit({"old.py": None, "new.py": "x\ny\nz\n"})
    assert [c for c, _ in open_history(repository).file_history("new.py", head, follow=True)] == [head]


def test_a_lost_content_ends_the_following_without_an_error(repository: Repository, open_history: Open) -> None:
    repository.commit({"old.py": "a\nb\nc\n"})
    lost = repository.blob("old.py")
    head = repository.commit({"old.py": None, "new.py": "a\nb\nc\nd\n"})
    repository.lose_object(lost)
    assert [c for c, _ in open_history(repository).file_history("new.py", head, follow=True)] == [head]


def test_a_file_is_followed_back_to_a_name_it_had_before(repository: Repository, open_history: Open) -> None:
    repository.commit({"a.py": "1\n2\n"})
    repository.commit({"a.py": None, "b.py": "1\n2\n"})
    head = repository.commit({"b.py": None, "a.py": "1\n2\n"})
    assert len(list(open_history(repository).file_history("a.py", head, follow=True))) == 3


def test_the_first_parent_line_answers_what_stood_at_a_moment(repository: Repository, open_history: Open) -> None:
    first = repository.commit({"a.py": "1"})
    second = repository.commit({"a.py": "2"})
    third = repository.commit({"a.py": "3"})
    history = open_history(repository)
    moment = datetime.fromtimestamp(FIRST_MOMENT + 3600, UTC)
    assert history.commit_at(moment, third) == second
    assert history.commit_at(moment - timedelta(seconds=1), third) == first
    assert history.commit_at(moment + timedelta(days=9), third) == third
    assert history.commit_at(moment - timedelta(days=9), third) is None
    assert history.commit_at(datetime(1950, 1, 1, tzinfo=UTC), third) is None
    with pytest.raises(ValueError, match="time zone"):
        history.commit_at(datetime(2024, 1, 1), third)  # noqa: DTZ001
    with pytest.raises(UnknownRevision):
        history.commit_at(moment, NOWHERE)


def test_a_side_branch_is_not_what_stood_on_the_line(repository: Repository, open_history: Open) -> None:
    first = repository.commit({"a.py": "1"})
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit({"b.py": "1"})
    repository.git("checkout", "--quiet", "main")
    repository.commits += 3
    repository.git("merge", "--quiet", "--no-ff", "--message=merge", "side")
    head = CommitId(repository.git("rev-parse", "HEAD"))
    moment = datetime.fromtimestamp(FIRST_MOMENT + 3 * 3600, UTC)
    assert open_history(repository).commit_at(moment, head) == first


# ---- clones that lack something


def test_a_complete_clone_has_nothing_to_note(repository: Repository, open_history: Open) -> None:
    repository.commit({"a.py": "1"})
    assert open_history(repository).notes() == ()


def test_a_shallow_clone_says_where_its_history_ends(
    repository: Repository, tmp_path: Path, open_history: Open
) -> None:
    first = repository.commit({"a.py": "1"})
    second = repository.commit({"a.py": "2"})
    third = repository.commit({"a.py": "3"})
    repository.git("clone", "--quiet", "--depth=2", f"file://{repository.top}", str(tmp_path / "clone"))
    history = open_history(Repository(tmp_path / "clone"))
    assert history.has(third)
    assert not history.has(first)
    (note,) = history.notes()
    assert f"ends at {second[:10]} (2023-11-15)" in note
    assert "git fetch --unshallow" in note
    with pytest.raises(UnknownRevision, match="shallow"):
        history.changed_files(first, third)


def test_a_partial_clone_compares_and_logs_without_its_contents(
    repository: Repository, tmp_path: Path, open_history: Open
) -> None:
    repository.git("config", "uploadpack.allowFilter", "true")
    base = repository.commit({"a.py": "1\n", "b.py": "1\n"})
    head = repository.commit({"a.py": "2\n", "b.py": None, "c.py": "1\n"})
    clone = Repository(tmp_path / "clone")
    repository.git(
        "clone", "--quiet", "--no-checkout", "--filter=blob:none", f"file://{repository.top}", str(clone.top)
    )
    history = open_history(clone)
    assert [c.path for c in history.changed_files(base, head)] == ["a.py", "b.py", "c.py"]
    assert len(history.commits_between(base, head, ["a.py"])["a.py"]) == 1
    assert [c for c, _ in history.file_history("c.py", head, follow=True)] == [head, base]
    blob = BlobId(repository.blob("a.py"))
    assert list(history.read_blobs([blob])) == [(blob, SkipReason.OBJECT_MISSING)]
    partial, missing = history.notes()
    assert "partial clone: what origin left out (blob:none)" in partial
    assert missing.startswith("1 object is missing")


def test_a_clone_without_trees_names_what_it_lacks(repository: Repository, tmp_path: Path, open_history: Open) -> None:
    repository.git("config", "uploadpack.allowFilter", "true")
    head = repository.commit({"a/b.py": "2\n"})
    clone = Repository(tmp_path / "clone")
    repository.git("clone", "--quiet", "--no-checkout", "--filter=tree:0", f"file://{repository.top}", str(clone.top))
    tree = open_history(clone).tree(head)
    assert (dict(tree.files()), dict(tree.skipped())) == ({}, {"/": SkipReason.OBJECT_MISSING})


def test_sha256_repositories_have_all_of_this(tmp_path: Path, open_history: Open) -> None:
    repository = a_repository(tmp_path / "long", "--object-format=sha256")
    base = repository.commit({"a.py": "1\n2\n"})
    head = repository.commit({"a.py": None, "b.py": "1\n2\n"})
    history = open_history(repository)
    assert history.resolve("HEAD") == head
    assert [c.path for c in history.changed_files(base, head)] == ["a.py", "b.py"]
    assert [c for c, _ in history.file_history("b.py", head, follow=True)] == [head, base]
    assert len(history.log(None, head)) == 2
    assert dict(history.work_tree().read(["b.py"])) == {"b.py": b"1\n2\n"}


def test_nothing_is_written_into_the_repository(repository: Repository, open_history: Open) -> None:
    base = repository.commit({"a.py": "1"})
    head = repository.commit({"a.py": "2"})
    os.utime(repository.top / "a.py", (1, 1))  # git would refresh its index

    def state() -> dict[str, tuple[int, int]]:
        found = (place for place in (repository.top / ".git").rglob("*") if place.is_file())
        return {str(place): (place.stat().st_mtime_ns, place.stat().st_size) for place in found}

    before = state()
    history = open_history(repository)
    history.changed_files(base, head)
    history.commits_between(base, head, ["a.py"])
    history.work_state()
    list(history.work_tree().read(["a.py"]))
    history.notes()
    assert state() == before
