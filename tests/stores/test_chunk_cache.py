import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from goldkeeper.model.chunks import BlobId
from goldkeeper.ports import ChunkCache
from goldkeeper.stores.chunk_cache import ChunkCacheFile

DAY = datetime(2024, 5, 1, tzinfo=UTC)
ONE, TWO = (BlobId("1f" * 20), "python"), (BlobId("2e" * 20), "python")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / ".goldkeeper" / "chunks.sqlite3"


def _rows(place: Path) -> set[str]:
    with closing(sqlite3.connect(place)) as connection:
        return {blob for (blob,) in connection.execute("SELECT blob FROM file_chunks")}


def test_what_was_kept_is_found_again_by_another(place: Path) -> None:
    with ChunkCacheFile(place) as first:
        cache: ChunkCache = first
        cache.put_many({ONE: b"rows", TWO: b""}, "chunker-a")
    with ChunkCacheFile(place) as second:
        assert second.get_many([ONE, TWO], "chunker-a") == {ONE: b"rows", TWO: b""}


def test_a_row_belongs_to_its_content_its_language_and_its_chunker(place: Path) -> None:
    with ChunkCacheFile(place) as cache:
        cache.put_many({ONE: b"rows"}, "chunker-a")
        assert cache.get_many([ONE], "chunker-b") == {}
        assert cache.get_many([(ONE[0], "cython")], "chunker-a") == {}
        assert cache.get_many([TWO, ONE], "chunker-a") == {ONE: b"rows"}


def test_a_row_that_is_kept_again_takes_the_place_of_the_old(place: Path) -> None:
    with ChunkCacheFile(place) as cache:
        cache.put_many({ONE: b"old"}, "chunker")
        cache.put_many({ONE: b"new"}, "chunker")
        assert cache.get_many([ONE], "chunker") == {ONE: b"new"}


def test_more_keys_than_a_query_takes_are_all_looked_up(place: Path) -> None:
    rows = {(BlobId(f"{number:040x}"), "go"): str(number).encode() for number in range(3000)}
    with ChunkCacheFile(place) as cache:
        cache.put_many(rows, "chunker")
        assert cache.get_many(list(rows), "chunker") == rows


def test_asking_an_empty_cache_makes_no_file(place: Path) -> None:
    with ChunkCacheFile(place) as cache:
        assert cache.get_many([ONE], "chunker") == {}
        cache.put_many({}, "chunker")
    assert not place.parent.exists()


def _garbage(place: Path) -> None:
    place.write_bytes(b"not a database at all" * 1000)


def _cut_off(place: Path) -> None:
    place.write_bytes(place.read_bytes()[:5000])


def _hole(place: Path) -> None:
    content = bytearray(place.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    place.write_bytes(content)


def _other_version(place: Path) -> None:
    with closing(sqlite3.connect(place)) as connection:
        connection.execute("DROP TABLE file_chunks")
        connection.execute("CREATE TABLE file_chunks (something TEXT)")
        connection.execute('CREATE TABLE "odd "" name" (x)')
        connection.execute("PRAGMA user_version = 99")
        connection.commit()


def _same_version_other_table(place: Path) -> None:
    with closing(sqlite3.connect(place)) as connection:
        connection.execute("DROP TABLE file_chunks")
        connection.commit()


def _emptied(place: Path) -> None:
    place.write_bytes(b"")


@pytest.mark.parametrize("damage", [_garbage, _cut_off, _hole, _other_version, _same_version_other_table, _emptied])
def test_a_damaged_file_or_one_of_another_version_is_made_anew(place: Path, damage: Callable[[Path], None]) -> None:
    many = {(BlobId(f"{number:040x}"), "go"): b"x" * 500 for number in range(100)}
    with ChunkCacheFile(place) as cache:
        cache.put_many(many, "chunker")
    for ending in ("-wal", "-shm"):
        place.with_name(place.name + ending).unlink(missing_ok=True)
    damage(place)
    with ChunkCacheFile(place) as cache:
        assert cache.get_many(list(many), "chunker") == {}
        cache.put_many({ONE: b"rows"}, "chunker")
        assert cache.get_many([ONE], "chunker") == {ONE: b"rows"}


def test_a_row_that_was_altered_on_disk_is_not_there(place: Path) -> None:
    with ChunkCacheFile(place) as cache:
        cache.put_many({ONE: b"rows", TWO: b"more"}, "chunker")
    with closing(sqlite3.connect(place)) as connection:
        connection.execute("UPDATE file_chunks SET packed = x'00' WHERE blob = ?", (ONE[0],))
        connection.commit()
    with ChunkCacheFile(place) as cache:
        assert cache.get_many([ONE, TWO], "chunker") == {TWO: b"more"}


def test_where_nothing_can_be_written_nothing_fails(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with ChunkCacheFile(tmp_path / "file" / "chunks.sqlite3") as cache:
        cache.put_many({ONE: b"rows"}, "chunker")
        assert cache.get_many([ONE], "chunker") == {}
    (tmp_path / "folder").mkdir()
    with ChunkCacheFile(tmp_path / "folder") as cache:
        cache.put_many({ONE: b"rows"}, "chunker")
        assert cache.get_many([ONE], "chunker") == {}


def test_a_cache_that_another_process_is_writing_is_not_thrown_away(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goldkeeper.stores.chunk_cache.BUSY_SECONDS", 0.0)
    with ChunkCacheFile(place) as cache:
        cache.put_many({ONE: b"rows"}, "chunker")
    with closing(sqlite3.connect(place)) as other:
        other.execute("BEGIN IMMEDIATE")
        with ChunkCacheFile(place) as cache:
            cache.put_many({TWO: b"more"}, "chunker")
            assert cache.get_many([ONE, TWO], "chunker") == {ONE: b"rows"}
        other.rollback()
    assert _rows(place) == {ONE[0]}


def test_many_writers_at_once_lose_nothing(place: Path) -> None:
    def write(writer: int) -> None:
        with ChunkCacheFile(place) as cache:
            for number in range(10):
                cache.put_many({(BlobId(f"{writer:020x}{number:020x}"), "go"): b"x"}, "chunker")

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(_rows(place)) == 40


def test_what_nobody_asked_for_in_a_long_time_is_forgotten(place: Path) -> None:
    with ChunkCacheFile(place, now=lambda: DAY) as cache:
        cache.put_many({ONE: b"rows", TWO: b"more"}, "chunker")
    with ChunkCacheFile(place, now=lambda: DAY + timedelta(days=60)) as cache:
        assert cache.get_many([ONE], "chunker")
    with ChunkCacheFile(place, now=lambda: DAY + timedelta(days=120)) as cache:
        cache.put_many({(BlobId("3d"), "go"): b""}, "chunker")
    assert _rows(place) == {ONE[0], "3d"}


def test_beyond_the_size_limit_the_longest_unused_go_first(place: Path) -> None:
    for day in range(10):
        with ChunkCacheFile(place, max_bytes=400_000, now=lambda day=day: DAY + timedelta(days=day)) as cache:  # type: ignore[misc]  # bound now
            cache.put_many({(BlobId(f"{day}"), "go"): b"x" * 100_000}, "chunker")
    kept = _rows(place)
    assert kept == {str(day) for day in range(10 - len(kept), 10)}
    assert 2 <= len(kept) <= 4
    assert place.stat().st_size < 600_000
