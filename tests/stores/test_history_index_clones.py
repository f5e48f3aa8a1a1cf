"""The index over clones as they are: cut off, partial, rewritten, deepened, with odd paths and links."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from goldkeeper.model.changes import FileChange
from goldkeeper.model.chunks import BlobId, CommitId
from goldkeeper.model.errors import DamagedRepository
from goldkeeper.ports import Touch
from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.history_index import GitHistoryIndex
from goldkeeper.stores.path_rules import PathRules
from tests.stores.git_repositories import Repository, a_repository

Open = Callable[..., GitHistoryIndex]


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return a_repository(tmp_path / "shop")


@pytest.fixture
def open_index(tmp_path: Path) -> Iterator[Open]:
    """Opens the index of a repository as a new process would, each time from the same file."""
    opened: list[tuple[GitHistory, GitHistoryIndex]] = []

    def opener(repository: Repository, rules: PathRules | None = None) -> GitHistoryIndex:
        history = GitHistory.open(repository.top, rules)
        opened.append((history, GitHistoryIndex(history, tmp_path / "state" / "history.sqlite")))
        return opened[-1][1]

    yield opener
    for history, index in opened:
        index.close()
        history.close()


def number_of(index: GitHistoryIndex, commit: str) -> int:
    number = index.number(CommitId(commit))
    assert number is not None
    return number


def commits_touching(index: GitHistoryIndex, path: str) -> list[CommitId]:
    return [index.commit(touch.number) for touch in index.touches(path)]


def test_a_new_commit_is_read_on_by_this_process_and_by_the_next(repository: Repository, open_index: Open) -> None:
    first = repository.commit({"a.py": "1"})
    index = open_index(repository)
    begin = number_of(index, first)
    assert commits_touching(index, "a.py") == [first]
    second = repository.commit({"a.py": "2"})
    assert index.line(begin, number_of(index, second)) == (begin + 1,)
    assert commits_touching(index, "a.py") == [first, second]
    third = repository.commit({"a.py": "3"})
    later = open_index(repository)
    assert later.line(number_of(later, first), number_of(later, third)) == (1, 2)
    assert commits_touching(later, "a.py") == [first, second, third]
    assert number_of(index, third) == 2  # what the other process has added is taken from the file


def test_commits_that_another_process_added_are_not_seen_half(repository: Repository, open_index: Open) -> None:
    first = repository.commit({"a.py": "1"})
    one, other = open_index(repository), open_index(repository)
    number_of(one, first)
    second = repository.commit({"a.py": "2"})
    number_of(other, second)
    assert commits_touching(one, "a.py") == [first]
    number_of(one, second)
    assert commits_touching(one, "a.py") == [first, second]


def test_a_branch_that_is_asked_for_later_has_its_parents_before_it(repository: Repository, open_index: Open) -> None:
    base = repository.commit({"a.py": "1"})
    main = repository.commit({"a.py": "2"})
    repository.git("checkout", "--quiet", "-b", "old", base)
    old = repository.commit({"b.py": "1"})
    index = open_index(repository)
    head = number_of(index, main)
    late = number_of(index, old)
    assert index.parents(late) == (number_of(index, base),)
    assert index.merge_base(late, head) == number_of(index, base)
    assert index.blob_at(late, "a.py") == repository.blob("a.py", base)


def test_a_renamed_branch_changes_nothing(repository: Repository, open_index: Open) -> None:
    commit = repository.commit({"a.py": "1"})
    number_of(open_index(repository), commit)
    repository.git("branch", "--move", "main", "trunk")
    assert commits_touching(open_index(repository), "a.py") == [commit]


def test_commits_that_a_rewritten_branch_lost_do_no_harm(repository: Repository, open_index: Open) -> None:
    first = repository.commit({"a.py": "1"})
    lost = [repository.commit({"a.py": "2"}), repository.commit({"a.py": "3"})]
    number_of(open_index(repository), lost[-1])
    repository.git("reset", "--quiet", "--hard", first)
    repository.git("reflog", "expire", "--expire=now", "--all")
    repository.git("gc", "--quiet", "--prune=now")
    new = repository.commit({"a.py": "4"})
    index = open_index(repository)
    assert index.line(number_of(index, first), number_of(index, new)) == (number_of(index, new),)
    assert [index.number(commit) for commit in lost] == [None, None]
    assert index.blob_at(number_of(index, new), "a.py") == repository.blob("a.py")


def test_a_file_kept_of_another_repository_is_made_anew(tmp_path: Path, open_index: Open) -> None:
    one, other = a_repository(tmp_path / "one"), a_repository(tmp_path / "other")
    number_of(open_index(one), one.commit({"a.py": "1"}))
    commit = other.commit({"b.py": "2"})
    index = open_index(other)
    assert number_of(index, commit) == 0
    assert index.touches("a.py") == ()


def test_a_repository_with_long_names_follows_one_with_short_ones(tmp_path: Path, open_index: Open) -> None:
    one, other = a_repository(tmp_path / "one"), a_repository(tmp_path / "other", "--object-format=sha256")
    number_of(open_index(one), one.commit({"a.py": "1"}))
    other.commit({"a.py": "1"})
    head = other.commit({"a.py": "2"})
    index = open_index(other)
    touch = index.touches("a.py")
    assert touch == ()  # nothing is read before a commit is asked for
    number = number_of(index, head)
    assert index.touches("a.py")[1] == Touch(number, BlobId(other.blob("a.py", "HEAD~1")), BlobId(other.blob("a.py")))
    assert index.commit(number) == head
    assert len(head) == 64


def test_the_border_of_a_shallow_clone_is_cut_off_until_it_is_deepened(
    tmp_path: Path, repository: Repository, open_index: Open
) -> None:
    commits = [repository.commit({"a.py": str(count)}) for count in range(4)]
    clone = Repository(tmp_path / "clone")
    repository.git("clone", "--quiet", "--depth=2", f"file://{repository.top}", str(clone.top))
    index = open_index(clone)
    head, border = number_of(index, commits[3]), number_of(index, commits[2])
    assert index.number(commits[1]) is None
    assert [index.is_cut_off(number) for number in (border, head)] == [True, False]
    assert index.parents(border) == ()
    assert [change.path for change in index.changes(border)] == ["a.py"]
    assert index.blob_at(head, "a.py") == repository.blob("a.py")

    clone.git("fetch", "--quiet", "--deepen=1")
    index = open_index(clone)
    head, border = number_of(index, commits[3]), number_of(index, commits[1])
    assert [index.is_cut_off(number_of(index, commit)) for commit in commits[1:]] == [True, False, False]
    assert index.line(border, head) is not None

    clone.git("fetch", "--quiet", "--unshallow")
    index = open_index(clone)
    assert commits_touching(index, "a.py") == []
    number_of(index, commits[3])
    assert commits_touching(index, "a.py") == commits
    assert not any(index.is_cut_off(number) for number in range(4))


def test_a_clone_that_was_made_shallow_is_cut_off(tmp_path: Path, repository: Repository, open_index: Open) -> None:
    commits = [repository.commit({"a.py": str(count)}) for count in range(3)]
    clone = Repository(tmp_path / "clone")
    repository.git("clone", "--quiet", f"file://{repository.top}", str(clone.top))
    number_of(open_index(clone), commits[2])
    clone.git("fetch", "--quiet", "--depth=1")
    index = open_index(clone)
    assert index.is_cut_off(number_of(index, commits[2]))


def test_a_clone_that_is_deepened_while_it_is_open_keeps_its_numbers(
    tmp_path: Path, repository: Repository, open_index: Open
) -> None:
    commits = [repository.commit({"a.py": str(count)}) for count in range(3)]
    repository.git("checkout", "--quiet", "-b", "side", commits[0])
    side = repository.commit({"b.py": "1"})
    repository.git("checkout", "--quiet", "main")
    clone = Repository(tmp_path / "clone")
    repository.git("clone", "--quiet", "--depth=1", f"file://{repository.top}", str(clone.top))
    index = open_index(clone)
    head = number_of(index, commits[2])
    clone.git("fetch", "--quiet", "--unshallow", "origin", "+refs/heads/*:refs/remotes/origin/*")
    late = number_of(index, side)
    assert index.is_cut_off(late)
    assert number_of(index, commits[2]) == head
    assert index.is_cut_off(head)
    fresh = open_index(clone)
    assert not fresh.is_cut_off(number_of(fresh, side))
    assert fresh.line(number_of(fresh, commits[0]), number_of(fresh, side)) == (number_of(fresh, side),)


def test_commits_behind_a_border_that_moved_have_numbers_and_no_line(
    tmp_path: Path, repository: Repository, open_index: Open
) -> None:
    commits = [repository.commit({"a.py": str(count)}) for count in range(4)]
    clone = Repository(tmp_path / "clone")
    repository.git("clone", "--quiet", "--depth=2", f"file://{repository.top}", str(clone.top))
    index = open_index(clone)
    head = number_of(index, commits[3])
    clone.git("fetch", "--quiet", "--unshallow")
    old = number_of(index, commits[1])
    assert index.parents(old) == (number_of(index, commits[0]),)
    assert index.line(old, head) is None
    assert index.blob_at(old, "a.py") == repository.blob("a.py", commits[1])
    fresh = open_index(clone)
    assert fresh.line(number_of(fresh, commits[1]), number_of(fresh, commits[3])) == (2, 3)


def test_a_clone_that_is_made_shallow_while_it_is_open_keeps_what_it_knew(
    tmp_path: Path, repository: Repository, open_index: Open
) -> None:
    first = repository.commit({"a.py": "1"})
    repository.git("branch", "side")
    second = repository.commit({"a.py": "2"})
    clone = Repository(tmp_path / "clone")
    repository.git("clone", "--quiet", f"file://{repository.top}", str(clone.top))
    index = open_index(clone)
    assert index.line(number_of(index, first), number_of(index, second)) == (1,)
    repository.git("checkout", "--quiet", "side")
    side = repository.commit({"b.py": "1"})
    clone.git("fetch", "--quiet", "--depth=1", "origin", "main")
    clone.git("fetch", "--quiet", "origin", "side")
    assert index.parents(number_of(index, side)) == (number_of(index, first),)
    assert index.line(number_of(index, first), number_of(index, second)) == (1,)


def test_a_partial_clone_without_contents_has_the_whole_index(
    tmp_path: Path, repository: Repository, open_index: Open
) -> None:
    commits = [repository.commit({"a.py": "1"}), repository.commit({"a.py": "2"})]
    repository.git("config", "uploadpack.allowFilter", "true")
    clone = Repository(tmp_path / "clone")
    repository.git(
        "clone", "--quiet", "--no-checkout", "--filter=blob:none", f"file://{repository.top}", str(clone.top)
    )
    index = open_index(clone)
    head = number_of(index, commits[1])
    assert commits_touching(index, "a.py") == commits
    assert index.blob_at(head, "a.py") == repository.blob("a.py")
    assert not index.is_cut_off(head)


def test_a_partial_clone_without_trees_has_commits_whose_changes_are_not_known(
    tmp_path: Path, repository: Repository, open_index: Open
) -> None:
    commits = [repository.commit({"a.py": "1"}), repository.commit({"a.py": "2"})]
    repository.git("config", "uploadpack.allowFilter", "true")
    clone = Repository(tmp_path / "clone")
    repository.git("clone", "--quiet", "--no-checkout", "--filter=tree:0", f"file://{repository.top}", str(clone.top))
    for _ in range(2):
        index = open_index(clone)
        numbers = [number_of(index, commit) for commit in commits]
        assert index.line(*numbers) == (numbers[1],)
        assert all(map(index.is_cut_off, numbers))
        assert index.touches("a.py") == ()
        assert index.blob_at(numbers[1], "a.py") is None


def test_what_a_damaged_tree_hides_is_not_known_and_all_else_is(repository: Repository, open_index: Open) -> None:
    commits = [repository.commit({"a.py": str(count)}) for count in range(4)]
    repository.lose_object(repository.git("rev-parse", f"{commits[1]}^{{tree}}"))
    index = open_index(repository)
    numbers = [number_of(index, commit) for commit in reversed(commits)][::-1]
    assert [index.is_cut_off(number) for number in numbers] == [False, True, True, False]
    assert commits_touching(index, "a.py") == [commits[0], commits[3]]
    assert index.blob_at(numbers[3], "a.py") == repository.blob("a.py")
    assert index.line(numbers[0], numbers[3]) == tuple(numbers[1:])


def test_of_many_damaged_trees_only_the_first_are_looked_behind(repository: Repository, open_index: Open) -> None:
    commits = [repository.commit({"a.py": str(count)}) for count in range(25)]
    for commit in commits[:22]:
        repository.lose_object(repository.git("rev-parse", f"{commit}^{{tree}}"))
    index = open_index(repository)
    assert number_of(index, commits[-1]) == 24
    assert all(map(index.is_cut_off, range(25)))
    assert index.line(0, 24) == tuple(range(1, 25))


def test_a_history_that_lacks_a_commit_is_an_error_with_a_sentence(repository: Repository, open_index: Open) -> None:
    commits = [repository.commit({"a.py": str(count)}) for count in range(3)]
    repository.lose_object(commits[1])
    with pytest.raises(DamagedRepository):
        open_index(repository).number(commits[2])


def test_links_and_submodules_are_no_files_and_a_mode_is_no_change(repository: Repository, open_index: Open) -> None:
    repository.commit({"a.py": "1", "b.py": "2"})
    begun = number_of(open_index(repository), repository.git("rev-parse", "HEAD"))
    (repository.top / "a.py").chmod(0o755)
    (repository.top / "b.py").unlink()
    (repository.top / "b.py").symlink_to("a.py")
    (repository.top / "l.py").symlink_to("a.py")
    linked = repository.commit()
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{linked},sub")
    repository.git("commit", "--quiet", "--message=sub")
    head = repository.git("rev-parse", "HEAD")
    index = open_index(repository)
    number = number_of(index, head)
    assert index.changes(number) == ()
    assert index.changes(number_of(index, linked)) == (
        FileChange("b.py", BlobId(repository.blob("b.py", linked + "~1")), None),
    )
    assert index.blob_at(number, "a.py") == repository.blob("a.py")
    assert [index.blob_at(number, path) for path in ("b.py", "l.py", "sub")] == [None, None, None]
    assert index.blob_at(begun, "b.py") == repository.blob("b.py", linked + "~1")


ODD_PATHS = ["new\nline.py", 'quo"te.py', "caf\udce9.py", "käse.py", ":000000 100644.py", "a b/\ttab.py", "*.py"]


def test_odd_paths_come_back_as_they_are_spelled(repository: Repository, open_index: Open) -> None:
    repository.commit(dict.fromkeys(ODD_PATHS, "1"))
    repository.commit(dict.fromkeys(ODD_PATHS, "2"))
    head = repository.git("rev-parse", "HEAD")
    for _ in range(2):
        index = open_index(repository)
        number = number_of(index, head)
        assert [change.path for change in index.changes(number)] == sorted(
            ODD_PATHS, key=lambda path: path.encode("utf-8", "surrogateescape")
        )
        for path in ODD_PATHS:
            assert len(index.touches(path)) == 2
            assert index.blob_at(number, path) == index.changes(number)[0].head_blob


def test_only_paths_inside_the_rules_are_changes(repository: Repository, open_index: Open) -> None:
    commit = repository.commit({"a.py": "1", "vendor/b.py": "1"})
    index = open_index(repository, PathRules(exclude=("vendor/",)))
    number = number_of(index, commit)
    assert [change.path for change in index.changes(number)] == ["a.py"]
    assert index.blob_at(number, "vendor/b.py") == repository.blob("vendor/b.py")


def test_replaced_commits_and_grafts_count_for_nothing(repository: Repository, open_index: Open) -> None:
    commits = [repository.commit({"a.py": str(count)}) for count in range(3)]
    repository.git("replace", "--graft", commits[2], commits[0])
    (repository.top / ".git" / "info").mkdir(exist_ok=True)
    (repository.top / ".git" / "info" / "grafts").write_text(f"{commits[1]}\n", encoding="ascii")
    index = open_index(repository)
    numbers = [number_of(index, commit) for commit in commits]
    assert index.line(numbers[0], numbers[2]) == tuple(numbers[1:])


@pytest.mark.parametrize("setting", ["diff.noprefix=true", "log.diffMerges=combined", "diff.renames=copies"])
def test_the_users_settings_have_no_say(repository: Repository, open_index: Open, setting: str) -> None:
    repository.commit({"a.py": "1\n" * 50})
    repository.git("config", *setting.split("="))
    moved = repository.commit({"a.py": None, "b.py": "1\n" * 50})
    index = open_index(repository)
    assert [change.path for change in index.changes(number_of(index, moved))] == ["a.py", "b.py"]


def test_dates_that_no_clock_shows_are_taken(repository: Repository, open_index: Open) -> None:
    first = repository.commit({"a.py": "1"})
    tree = repository.git("rev-parse", "HEAD^{tree}")
    raw = f"tree {tree}\nparent {first}\nauthor A <a@b> 0 +0000\ncommitter A <a@b> {2**63} +0000\n\nodd\n"
    odd = repository.git("hash-object", "-t", "commit", "-w", "--stdin", "--literally", stdin=raw.encode())
    index = open_index(repository)
    assert index.parents(number_of(index, odd)) == (number_of(index, first),)
