"""Contents, read and chunked once."""

from collections.abc import Iterable, Iterator

import pytest

from goldkeeper.model.chunks import BlobId, FileChunks, SkipReason
from goldkeeper.wiring import make_chunker
from goldkeeper.workflow.lineage import contents as module
from goldkeeper.workflow.lineage.contents import Contents
from tests.fakes import FakeHistory, InMemoryCache
from tests.workflow.codes import CODE


class Blobs(FakeHistory):
    """Contents by name; `asked` tells what was read."""

    def __init__(self, **contents: bytes) -> None:
        super().__init__()
        self.asked: list[str] = []
        self._contents = {BlobId(name): data for name, data in contents.items()}

    def read_blobs(self, blobs: Iterable[BlobId]) -> Iterator[tuple[BlobId, bytes | SkipReason]]:
        for blob in blobs:
            self.asked.append(blob)
            yield blob, self._contents.get(blob, SkipReason.OBJECT_MISSING)


def test_a_content_is_read_once_and_chunked_once_under_each_path() -> None:
    blobs = Blobs(one=CODE.encode())
    contents = Contents(blobs, make_chunker())

    files = [contents.chunks(path, BlobId("one")) for path in ("a.py", "a.py", "b.py")]

    assert [type(file) for file in files] == [FileChunks] * 3
    assert files[0] is files[1]
    assert (blobs.asked, contents.parses) == (["one"], 2)


def test_what_was_chunked_for_an_earlier_process_is_not_parsed_again() -> None:
    cache, blobs = InMemoryCache(), Blobs(one=CODE.encode())
    first = Contents(blobs, make_chunker(), cache)
    made = first.chunks("a.py", BlobId("one"))

    second = Contents(blobs, make_chunker(), cache)

    assert second.chunks("a.py", BlobId("one")) == made
    assert (first.parses, second.parses) == (1, 0)


def test_a_content_that_can_not_be_had_says_why() -> None:
    contents = Contents(Blobs(), make_chunker())

    assert contents.read(BlobId("none")) is SkipReason.OBJECT_MISSING
    assert contents.text(BlobId("none")) is SkipReason.OBJECT_MISSING
    assert contents.chunks("a.py", BlobId("none")) is SkipReason.OBJECT_MISSING


def test_texts_are_the_same_whatever_ends_their_lines_and_encodes_their_letters() -> None:
    text = "préis = 'für'\n"
    blobs = Blobs(
        unix=text.encode(),
        dos=text.replace("\n", "\r\n").encode(),
        latin=text.encode("latin-1"),
        wide=text.encode("utf-16"),
    )
    contents = Contents(blobs, make_chunker())

    assert {contents.text(BlobId(name)) for name in ("unix", "dos", "latin", "wide")} == {text.encode()}


def test_a_picture_has_no_text() -> None:
    assert Contents(Blobs(logo=b"\x89PNG\0\xff"), make_chunker()).text(BlobId("logo")) is SkipReason.BINARY


def test_files_on_disk_go_before_what_git_has() -> None:
    contents = Contents(Blobs(), make_chunker())
    contents.put({BlobId("edited"): b"x = 1\n"})

    assert contents.read(BlobId("edited")) == b"x = 1\n"


def test_what_is_kept_is_bounded_and_the_newest_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 100)
    blobs = Blobs(**{f"b{n}": bytes(40) for n in range(5)})
    contents = Contents(blobs, make_chunker())

    for n in range(5):
        contents.read(BlobId(f"b{n}"))
    contents.read(BlobId("b4"))
    contents.read(BlobId("b0"))

    assert blobs.asked == ["b0", "b1", "b2", "b3", "b4", "b0"]


def test_of_many_contents_only_some_are_held_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 100)
    monkeypatch.setattr(module, "AT_ONCE", 2)
    blobs = Blobs(**{f"b{n}": b"x" * 40 for n in range(9)})
    contents = Contents(blobs, make_chunker())

    found = [blob for blob, _ in contents.texts([*map(BlobId, blobs._contents), BlobId("lost")])]

    assert found == [f"b{n}" for n in range(9)]
    assert len(contents._bytes) <= 4


def test_chunked_files_are_kept_by_their_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_LETTERS", 2 * len(CODE))
    contents = Contents(Blobs(one=CODE.encode()), make_chunker())

    for n in (1, 2, 3, 3, 1):
        contents.chunks(f"a{n}.py", BlobId("one"))

    assert contents.parses == 4
