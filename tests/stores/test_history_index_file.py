"""What becomes of the index's file: damaged, of another version, unwritable, shared, left half written."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from goldkeeper.model.chunks import CommitId
from goldkeeper.stores import history_index, history_index_file
from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.history_index import GitHistoryIndex
from goldkeeper.stores.history_index_file import SCHEMA_VERSION, IndexFile
from goldkeeper.stores.history_index_graph import NO_PARENT, CommitRow
from tests.stores.git_repositories import Repository, a_repository

COMMITS = 6


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Six commits that change one file each time, and add one."""
    made = a_repository(tmp_path / "shop")
    for count in range(COMMITS):
        made.commit({"a.py": str(count), f"src/b{count}.py": "1"})
    return made


@pytest.fixture
def history(repository: Repository) -> Iterator[GitHistory]:
    with GitHistory.open(repository.top) as opened:
        yield opened


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "state" / "history.sqlite"


def open_and_read(history: GitHistory, place: Path | None) -> GitHistoryIndex:
    index = GitHistoryIndex(history, place)
    assert index.number(history.resolve("HEAD")) == COMMITS - 1
    return index


def is_whole(index: GitHistoryIndex) -> bool:
    """Whether everything that the repository's six commits have is told."""
    head = COMMITS - 1
    return (
        len(index.touches("a.py")) == COMMITS
        and index.line(0, head) == tuple(range(1, COMMITS))
        and [change.path for change in index.changes(head)] == ["a.py", f"src/b{head}.py"]
        and index.blob_at(head, "src/b0.py") is not None
    )


def rows_in(place: Path) -> int:
    with closing(sqlite3.connect(place)) as connection:
        return int(connection.execute("SELECT count(*) FROM commits").fetchone()[0])


def test_what_was_read_is_there_for_the_next_process(history: GitHistory, place: Path) -> None:
    with closing(open_and_read(history, place)) as index:
        assert is_whole(index)
    assert rows_in(place) == COMMITS
    with closing(IndexFile.open(place)) as file:
        assert len(file.touches(b"a.py", COMMITS)) == COMMITS
        assert len(file.touches(b"a.py", 2)) == 2


def test_without_a_place_nothing_is_written(history: GitHistory, tmp_path: Path) -> None:
    with closing(open_and_read(history, None)) as index:
        assert is_whole(index)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["shop"]


@pytest.mark.parametrize("damage", ["garbage", "no page", "half", "empty", "a folder"])
def test_a_file_that_is_none_is_made_anew_or_done_without(history: GitHistory, place: Path, damage: str) -> None:
    open_and_read(history, place).close()
    whole = place.read_bytes()
    if damage == "a folder":
        place.unlink()
        place.mkdir()
    else:
        pieces = {"garbage": b"x" * 9_000, "no page": whole[:100], "half": whole[: len(whole) // 2], "empty": b""}
        place.write_bytes(pieces[damage])
    for _ in range(2):
        with closing(open_and_read(history, place)) as index:
            assert is_whole(index)
    assert damage == "a folder" or rows_in(place) == COMMITS


def test_each_damaged_page_is_told_from_a_whole_file(history: GitHistory, place: Path) -> None:
    open_and_read(history, place).close()
    whole = place.read_bytes()
    for begin in range(0, len(whole), 4096):
        place.write_bytes(whole[:begin] + b"\xff" * 4096 + whole[begin + 4096 :])
        with closing(open_and_read(history, place)) as index:
            assert is_whole(index)


def test_another_version_is_made_anew(history: GitHistory, place: Path) -> None:
    open_and_read(history, place).close()
    with closing(sqlite3.connect(place)) as connection:
        connection.execute("CREATE TABLE later (x)")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with closing(open_and_read(history, place)) as index:
        assert is_whole(index)
    assert rows_in(place) == COMMITS


@pytest.mark.parametrize(
    "deed",
    [
        "DELETE FROM commits WHERE number = 2",
        "UPDATE commits SET first_parent = 5 WHERE number = 3",
        "UPDATE commits SET name = 'text' WHERE number = 0",
        "UPDATE commits SET date = 'today' WHERE number = 1",
        "ALTER TABLE commits RENAME COLUMN date TO day",
        "ALTER TABLE changes RENAME COLUMN head TO tip",
        "DROP TABLE paths",
        "DELETE FROM mark",
    ],
)
def test_rows_that_do_not_fit_together_are_read_again(history: GitHistory, place: Path, deed: str) -> None:
    open_and_read(history, place).close()
    with closing(sqlite3.connect(place)) as connection:
        connection.execute(deed)
        connection.commit()
    with closing(open_and_read(history, place)) as index:
        assert is_whole(index)


def test_a_file_that_is_made_anew_under_a_process_is_left_to_the_others(
    repository: Repository, history: GitHistory, place: Path
) -> None:
    with closing(open_and_read(history, place)) as index, closing(IndexFile.open(place)) as other:
        assert len(index.touches("a.py")) == COMMITS
        other.start_anew()
        with other.adding() as writer:
            writer.add(0, CommitRow(b"\1" * 20, 0, NO_PARENT, (), is_cut_off=False), [(b"z.py", b"", b"\2" * 20)])
        assert index.touches("z.py") == ()
        assert is_whole(index)
        assert index.number(repository.commit({"a.py": "new"})) == COMMITS
        assert other.number(b"\1" * 20) == 0
    assert rows_in(place) == 1


def test_a_file_damaged_under_a_process_is_taken_away(history: GitHistory, place: Path) -> None:
    open_and_read(history, place).close()
    index = GitHistoryIndex(history, place)
    index._file._connection.execute("DROP TABLE changes")
    assert index.number(history.resolve("HEAD")) == COMMITS - 1
    assert is_whole(index)
    index.close()
    assert not place.exists()


def test_commits_that_vanished_have_no_changes_when_all_is_read_again(
    repository: Repository, history: GitHistory, place: Path
) -> None:
    lost = repository.commit({"a.py": "lost"})
    with closing(GitHistoryIndex(history, place)) as index:
        assert index.number(lost) == COMMITS
        repository.git("reset", "--quiet", "--hard", "HEAD~1")
        repository.git("reflog", "expire", "--expire=now", "--all")
        repository.git("gc", "--quiet", "--prune=now")
        history.close()
        index._file._connection.execute("DROP TABLE changes")
        assert len(index.touches("a.py")) == COMMITS
        assert index.changes(COMMITS) == ()
        assert is_whole(index)


def test_a_file_that_can_only_be_read_is_read_and_goes_on_in_memory(
    repository: Repository, history: GitHistory, place: Path
) -> None:
    open_and_read(history, place).close()
    with closing(GitHistoryIndex(history, place)) as index:
        index._file._connection.execute("PRAGMA query_only = ON")
        new = repository.commit({"new.py": "1"})
        assert index.number(new) == COMMITS
        assert is_whole(index)
        assert len(index.touches("new.py")) == 1
    assert rows_in(place) == COMMITS


def test_a_file_that_sqlite_can_not_lock_is_copied(history: GitHistory, place: Path) -> None:
    open_and_read(history, place).close()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(history_index_file, "_connect", _refuse)
        with closing(GitHistoryIndex(history, place)) as index:
            assert index._file.is_in_memory
            assert index.touches("a.py")
            assert is_whole(index)
        place.with_name("history.sqlite-wal").touch()  # newer rows may lie there
        with closing(GitHistoryIndex(history, place)) as index:
            assert index.touches("a.py") == ()
        place.write_bytes(b"x" * 9_000)
        with closing(open_and_read(history, place)) as index:
            assert is_whole(index)


def _refuse(place: Path) -> sqlite3.Connection:
    raise sqlite3.OperationalError("unable to open database file")


def test_where_no_folder_can_be_made_all_is_in_memory(history: GitHistory, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="ascii")
    with closing(open_and_read(history, tmp_path / "file" / "history.sqlite")) as index:
        assert is_whole(index)


def test_a_long_history_is_kept_in_pieces(history: GitHistory, place: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(history_index, "COMMITS_AT_ONCE", 4)
        with closing(open_and_read(history, place)) as index:
            assert is_whole(index)


def test_a_history_whose_reading_was_interrupted_is_not_there(history: GitHistory, place: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(history_index, "_row", _interrupt)
        index = GitHistoryIndex(history, place)
        with pytest.raises(KeyboardInterrupt):
            index.number(history.resolve("HEAD"))
    with closing(index):
        assert index.touches("a.py") == ()
        assert rows_in(place) == 0
        assert index.number(history.resolve("HEAD")) == COMMITS - 1
        assert is_whole(index)


def _interrupt(*_: object, **__: object) -> CommitRow:
    raise KeyboardInterrupt


KILLED = """
import os, sys
from pathlib import Path
from goldkeeper.stores import history_index
from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.history_index_file import IndexWriter
history = GitHistory.open(sys.argv[1])
index = history_index.GitHistoryIndex(history, Path(sys.argv[2]))
def add(self, number, row, changes, add=IndexWriter.add):
    add(self, number, row, changes)
    self.flush()
    if number == 4:
        os.kill(os.getpid(), 9)
IndexWriter.add = add
index.number(history.resolve("HEAD"))
"""
READ = """
import sys
from pathlib import Path
from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.history_index import GitHistoryIndex
history = GitHistory.open(sys.argv[1])
index = GitHistoryIndex(history, Path(sys.argv[2]))
print(index.number(history.resolve("HEAD")), len(index.touches("a.py")), index._file.is_in_memory)
"""


def _python(program: str, *arguments: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])


@pytest.mark.skipif(os.name == "nt", reason="processes are not killed so there")
def test_a_process_that_is_killed_leaves_no_half_history(
    repository: Repository, history: GitHistory, place: Path
) -> None:
    with _python(KILLED, repository.top, place) as killed:
        assert killed.wait() == -9
    assert rows_in(place) == 0
    with closing(open_and_read(history, place)) as index:
        assert is_whole(index)
    assert rows_in(place) == COMMITS


def test_processes_that_read_at_once_share_what_one_of_them_read(repository: Repository, place: Path) -> None:
    running = [_python(READ, repository.top, place) for _ in range(4)]
    said = [process.communicate()[0].split() for process in running]
    assert said == [[str(COMMITS - 1), str(COMMITS), "False"]] * 4
    assert rows_in(place) == COMMITS


def test_threads_may_ask_at_once(history: GitHistory, place: Path) -> None:
    with closing(GitHistoryIndex(history, place)) as index, ThreadPoolExecutor(4) as pool:
        head = history.resolve("HEAD")
        commits = [CommitId(head), *(history.resolve(f"HEAD~{back}") for back in range(1, COMMITS))]
        numbers = list(pool.map(index.number, commits * 4))
        assert len(set(numbers)) == COMMITS
        assert {len(found) for found in pool.map(index.touches, ["a.py"] * 20)} == {COMMITS}
