"""Bytes → text, and the line numbers that follow from it."""

from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.chunking.chunker import DefinitionChunker
from goldkeeper.chunking.decoding import decode_source
from goldkeeper.model.chunks import BlobId, SkipReason
from tests.chunking.cutting import cut, table

SOURCE = "def é():\n    return '👋'\n\n\ndef b():\n    return 2\n"


def test_marks_of_byte_order_and_utf_16_are_read() -> None:
    expected = [(chunk.id, chunk.digest, chunk.text) for chunk in cut("a.py", SOURCE).chunks]
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        file = cut("a.py", SOURCE.encode(encoding))
        assert file.encoding == encoding
        assert [(chunk.id, chunk.digest, chunk.text) for chunk in file.chunks] == expected
    assert cut("a.py", b"\xfe\xff" + SOURCE.encode("utf-16-be")).encoding == "utf-16"


def test_what_is_no_utf_8_is_read_as_latin_1_and_says_so() -> None:
    file = cut("legacy.py", b"# -*- coding: latin-1 -*-\ndef caf\xe9_total(x):\n    return '\xe9t\xe9', x\n")
    assert file.encoding == "latin-1"
    assert [str(chunk.id) for chunk in file.chunks] == ["legacy.py:2-3:café_total"]
    assert file.chunks[0].text.endswith("'été', x")


def test_a_nul_byte_is_binary_in_every_encoding() -> None:
    chunker = DefinitionChunker()
    for data in (b"a = 1\0", b"\xef\xbb\xbfa\0", "a\0".encode("utf-16"), b"\xe9\0", b"\xff\xfe\0\0a\0\0\0"):
        assert chunker.chunk_file("a.py", BlobId("0"), data) is SkipReason.BINARY


def test_only_a_newline_ends_a_line() -> None:
    source = (
        '"""Two."""\n\f\nT = "a\u2028b"\nN = "x\u0085y\u000bz\u001c"\n\n\ndef alpha():\n    return T\n'
        "\f\n\ndef beta():\n    pass\n"
    )
    assert [str(c.span) for c in cut("a.py", source).chunks] == ["1-4", "7-8", "11-12"]
    assert (
        table("a.js", b"var a = 1;\rvar b = 2;\nfunction f() {}\n")
        == "\n    1-1:<module> module\n    2-2:f function\n    "
    )


def test_carriage_returns_before_newlines_change_neither_texts_nor_digests() -> None:
    with_returns, without = cut("a.py", SOURCE.replace("\n", "\r\n")), cut("a.py", SOURCE)
    assert with_returns.source == without.source
    assert with_returns.chunks == without.chunks


@given(st.binary())
def test_any_bytes_are_text_or_binary(data: bytes) -> None:
    source = decode_source(data)
    assert source is None or (source.text.encode() == source.data and b"\0" not in source.data)


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_text_survives_utf_8(text: str) -> None:
    source = decode_source(text.encode())
    assert source is not None
    assert source.text == text.removeprefix("\ufeff").replace("\r\n", "\n")
