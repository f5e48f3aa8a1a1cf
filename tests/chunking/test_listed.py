"""Chunks taken from a list: of the state it tells of, and of others that it can only be projected on."""

from collections.abc import Sequence

from goldkeeper.chunking.listed import ListChunker, lines_chunk
from goldkeeper.model.chunks import BlobId, ChunkId, FileChunks, SkipReason, Span
from goldkeeper.model.listings import ListedChunk

TEXT = b"".join(b"line %d\r\n" % n for n in range(1, 11))
ENTRIES = (
    ListedChunk("a.py", Span(1, 6), "", 1),
    ListedChunk("a.py", Span(4, 10), "f", 2),
    ListedChunk("a.py", Span(9, 12), "", 3),
)


def a_chunker(entries: Sequence[ListedChunk] = ENTRIES) -> ListChunker:
    def of(path: str) -> Sequence[ListedChunk]:
        return [one for one in entries if one.path == path]

    return ListChunker("0f", of, listed=lambda _: BlobId("listed"), read=lambda _: TEXT)


def cut(path: str, blob: str, data: bytes) -> FileChunks:
    made = a_chunker().chunk_file(path, BlobId(blob), data)
    assert isinstance(made, FileChunks)
    return made


def test_each_entry_has_its_lines_and_one_behind_the_end_has_none() -> None:
    chunks = cut("a.py", "listed", TEXT).chunks
    assert [str(chunk.id) for chunk in chunks] == ["a.py:1-6", "a.py:4-10:f"]
    assert chunks[0].text == "\n".join(f"line {n}" for n in range(1, 7))


def test_another_content_is_cut_where_the_unchanged_lines_are() -> None:
    chunks = cut("a.py", "older", b"put on top\n" + TEXT.replace(b"\r\n", b"\n")).chunks
    assert [str(chunk.id) for chunk in chunks] == ["a.py:2-7", "a.py:5-11:f"]


def test_a_file_that_is_not_listed_has_no_chunks_and_no_text_is_none() -> None:
    assert cut("b.txt", "x", b"text\n").chunks == ()
    assert cut("b.txt", "x", b"text\n").language == "text"
    assert a_chunker().chunk_file("a.py", BlobId("listed"), b"\0") is SkipReason.BINARY


def test_a_chunk_of_lines_alone_needs_the_lines() -> None:
    file = cut("b.txt", "x", b"one\ntwo\n")
    named = lines_chunk(ChunkId("b.txt", Span(2, 2), ""), file)
    assert named is not None
    assert named.text == "two"
    assert lines_chunk(ChunkId("b.txt", Span(2, 9), ""), file) is None


def test_another_list_is_another_fingerprint() -> None:
    other = ListChunker("1f", lambda _: (), listed=lambda _: None, read=lambda _: None)
    assert a_chunker().fingerprint.digest != other.fingerprint.digest
