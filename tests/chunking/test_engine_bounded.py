"""A file that takes too long to parse is given up, and the next one is read as ever."""

from itertools import count

import pytest

from goldkeeper.chunking import bounded
from goldkeeper.chunking.chunker import DefinitionChunker
from goldkeeper.model.chunks import BlobId, FileChunks, SkipReason

_LARGE = b"x = 1\n" * 20_000
_SMALL = b"def f():\n    return 1\n"


def a_hurried_chunker() -> DefinitionChunker:
    """At each look at its clock the time of a file is over."""
    return DefinitionChunker(clock=count(step=bounded.MAX_SECONDS + 1).__next__)


def test_a_file_that_takes_too_long_is_skipped_with_a_reason() -> None:
    assert a_hurried_chunker().chunk_file("a.py", BlobId("0"), _LARGE) is SkipReason.TOO_SLOW


def test_what_comes_after_a_file_that_was_given_up_is_read_from_its_beginning() -> None:
    chunker = a_hurried_chunker()
    chunker.chunk_file("a.py", BlobId("0"), _LARGE)
    file = chunker.chunk_file("b.py", BlobId("1"), _SMALL)
    assert isinstance(file, FileChunks)
    assert [str(chunk.id) for chunk in file.chunks] == ["b.py:1-2:f"]
    assert file.damage == ()


@pytest.mark.parametrize("clock", [None, lambda: 0.0])
def test_a_file_is_cut_alike_with_and_without_a_limit(clock: bounded.Clock | None) -> None:
    broken = b"def g(x:\n    return (x\n\n\n" + _SMALL + _LARGE
    file = DefinitionChunker(clock=clock).chunk_file("a.py", BlobId("0"), broken)
    assert isinstance(file, FileChunks)
    assert [str(chunk.id) for chunk in file.chunks] == ["a.py:5-6:f", "a.py:7-20006:<module>"]
    assert [str(span) for span in file.damage] == ["1-2"]


def test_names_are_read_alike_however_the_parser_gets_the_bytes() -> None:
    source = b"".join(b"int Box<T>::f%d(T a) const { return %d; }\n\n" % (n, n) for n in range(2000))
    bounded_file, free_file = (
        DefinitionChunker(clock=clock).chunk_file("a.cc", BlobId("0"), source) for clock in (lambda: 0.0, None)
    )
    assert len(source) > bounded.BOUNDED_BYTES
    assert bounded_file == free_file
    assert isinstance(free_file, FileChunks)
    assert free_file.chunks[-1].symbol == "Box<T>::f1999"
