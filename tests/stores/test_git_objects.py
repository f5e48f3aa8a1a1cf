import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from goldkeeper.model.chunks import BlobId, SkipReason
from goldkeeper.stores.git_objects import ObjectReader, promisor_remotes
from goldkeeper.stores.git_process import find_repository
from tests.stores.git_repositories import Repository, a_repository

NOWHERE = BlobId("0123456789abcdef0123456789abcdef01234567")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = a_repository(tmp_path / "shop")
    made.commit({f"f{number}.py": f"x = {number}\n" * number for number in range(200)})
    return made


def _open(top: Path) -> ObjectReader:
    found = find_repository(top)
    return ObjectReader(found.git, found.object_format)


@pytest.fixture
def reader(repository: Repository) -> Iterator[ObjectReader]:
    made = _open(repository.top)
    yield made
    made.close()


def _blobs(repository: Repository) -> list[BlobId]:
    lines = repository.git("ls-tree", "-r", "HEAD").splitlines()
    return [BlobId(line.split()[2]) for line in lines]


def test_contents_come_in_the_order_asked_with_the_same_one_twice(repository: Repository, reader: ObjectReader) -> None:
    seven, three = BlobId(repository.blob("f7.py")), BlobId(repository.blob("f3.py"))
    assert list(reader.blobs([seven, three, seven])) == [
        (seven, b"x = 7\n" * 7),
        (three, b"x = 3\n" * 3),
        (seven, b"x = 7\n" * 7),
    ]


def test_more_objects_than_a_pipe_holds_do_not_lock_both_sides(repository: Repository, reader: ObjectReader) -> None:
    large = BlobId(repository.git("hash-object", "-w", "--stdin", stdin=b"y = 1\n" * 100_000))
    wanted = [*_blobs(repository), *[large] * 5] * 5
    assert [blob for blob, _ in reader.blobs(wanted)] == wanted
    assert all(isinstance(content, bytes) for _, content in reader.blobs(wanted))


def test_a_second_question_in_the_midst_of_the_first_gets_its_own_answer(
    repository: Repository, reader: ObjectReader
) -> None:
    blobs = _blobs(repository)
    seven = BlobId(repository.blob("f7.py"))
    for blob, _content in reader.blobs(blobs):
        assert dict(reader.blobs([seven]))[seven] == b"x = 7\n" * 7
        assert reader.kind(blob) == "blob"


def test_several_threads_share_a_reader(repository: Repository, reader: ObjectReader) -> None:
    blobs = _blobs(repository)
    wanted = list(reader.blobs(blobs))
    found: list[list[tuple[BlobId, bytes | SkipReason]]] = []
    threads = [threading.Thread(target=lambda: found.append(list(reader.blobs(blobs)))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted] * 4


def test_what_is_not_in_the_clone_is_told_and_the_rest_goes_on(repository: Repository, reader: ObjectReader) -> None:
    seven = BlobId(repository.blob("f7.py"))
    found = list(reader.blobs([NOWHERE, seven]))
    assert found == [(NOWHERE, SkipReason.OBJECT_MISSING), (seven, b"x = 7\n" * 7)]
    assert reader.missing == {NOWHERE}


def test_a_name_that_is_a_tree_is_no_content(repository: Repository, reader: ObjectReader) -> None:
    tree = BlobId(repository.git("rev-parse", "HEAD^{tree}"))
    assert list(reader.blobs([tree])) == [(tree, SkipReason.OBJECT_MISSING)]
    assert reader.kind(tree) == "tree"


@pytest.mark.parametrize("name", ["HEAD", "", "HEAD:f7.py", "a b", "x\ny", "--batch", "unread-1f"])
def test_what_is_no_full_name_means_nothing(reader: ObjectReader, repository: Repository, name: str) -> None:
    seven = BlobId(repository.blob("f7.py"))
    found = dict(reader.blobs([BlobId(name), seven]))
    assert found[BlobId(name)] is SkipReason.OBJECT_MISSING
    assert found[seven] == b"x = 7\n" * 7


def test_a_content_over_the_limit_is_not_unpacked(repository: Repository, reader: ObjectReader) -> None:
    three, seven = BlobId(repository.blob("f3.py")), BlobId(repository.blob("f7.py"))
    assert list(reader.blobs([seven, three], max_bytes=18)) == [
        (seven, SkipReason.TOO_LARGE),
        (three, b"x = 3\n" * 3),
    ]


def test_damaged_objects_are_unreadable_and_the_rest_goes_on(repository: Repository, reader: ObjectReader) -> None:
    blobs = _blobs(repository)
    spoiled = {repository.blob("f7.py"), repository.blob("f9.py")}
    for name in spoiled:
        repository.spoil_object(name)
    for blob, content in reader.blobs(blobs):
        assert isinstance(content, bytes) == (blob not in spoiled)


def test_an_object_whose_end_is_cut_off_is_unreadable(repository: Repository, reader: ObjectReader) -> None:
    name = repository.git("hash-object", "-w", "--stdin", stdin=os.urandom(50_000))
    place = repository.top / ".git" / "objects" / name[:2] / name[2:]
    place.chmod(0o644)
    place.write_bytes(place.read_bytes()[:30_000])
    seven = BlobId(repository.blob("f7.py"))
    assert list(reader.blobs([BlobId(name), seven])) == [
        (name, SkipReason.UNREADABLE),
        (seven, b"x = 7\n" * 7),
    ]
    assert reader.damaged == {name}


def test_objects_made_after_the_start_are_seen(repository: Repository, reader: ObjectReader) -> None:
    assert reader.kind(NOWHERE) == "missing"
    fresh = BlobId(repository.git("hash-object", "-w", "--stdin", stdin=b"new\n"))
    assert dict(reader.blobs([fresh])) == {fresh: b"new\n"}


def test_a_git_that_was_killed_is_started_anew(repository: Repository, reader: ObjectReader) -> None:
    seven = BlobId(repository.blob("f7.py"))
    assert dict(reader.blobs([seven]))[seven] == b"x = 7\n" * 7
    reader.close()
    assert dict(reader.blobs([seven]))[seven] == b"x = 7\n" * 7


def test_sha256_contents_are_read(tmp_path: Path) -> None:
    repository = a_repository(tmp_path, "--object-format=sha256")
    repository.commit({"a.py": "x = 1\n"})
    name = BlobId(repository.blob("a.py"))
    reader = _open(tmp_path)
    assert len(name) == 64
    assert dict(reader.blobs([name])) == {name: b"x = 1\n"}
    reader.close()


@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
def test_a_partial_clone_tells_what_it_lacks_and_fetches_nothing(tmp_path: Path, object_format: str) -> None:
    source = a_repository(tmp_path / "source", f"--object-format={object_format}")
    source.git("config", "uploadpack.allowFilter", "true")
    source.commit({"small.py": "x = 1\n", "big.py": "y = 1\n" * 1000})
    clone = Repository(tmp_path / "clone")
    source.git("clone", "--quiet", "--no-checkout", "--filter=blob:limit=100", f"file://{source.top}", str(clone.top))
    small, big = BlobId(source.blob("small.py")), BlobId(source.blob("big.py"))
    reader = _open(clone.top)
    assert list(reader.blobs([big, small, big])) == [
        (big, SkipReason.OBJECT_MISSING),
        (small, b"x = 1\n"),
        (big, SkipReason.OBJECT_MISSING),
    ]
    assert promisor_remotes(find_repository(clone.top).git) == {"origin": "blob:limit=100"}
    reader.close()
    assert list(reader.blobs([big])) == [(big, SkipReason.OBJECT_MISSING)]
    reader.close()
    assert f"?{big}" in clone.git("rev-list", "--objects", "--all", "--missing=print").splitlines()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_talks_to_a_git_of_its_own(repository: Repository, reader: ObjectReader) -> None:
    seven = BlobId(repository.blob("f7.py"))
    assert dict(reader.blobs([seven]))[seven] == b"x = 7\n" * 7
    child = os.fork()
    if child == 0:
        right = dict(reader.blobs([seven])) == {seven: b"x = 7\n" * 7}
        reader.close()
        os._exit(0 if right else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert dict(reader.blobs([seven]))[seven] == b"x = 7\n" * 7
