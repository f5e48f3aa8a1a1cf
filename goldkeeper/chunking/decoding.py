r"""File bytes → text, so that every line number in the house is counted alike.

The parser is always given the UTF-8 of the decoded text; the file's own bytes may hold a mark of
byte order, UTF-16 or Latin-1, and positions in them would fit nothing else. Only `\n` ends a line:
a lone `\r`, a form feed or U+2028 is a character like any other.
"""

from dataclasses import dataclass, field
from typing import Final

_UTF8_BOM: Final = b"\xef\xbb\xbf"
_UTF16_BOMS: Final = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class SourceText:
    """A file as text.

    Attributes:
        data: the UTF-8 of `text`; what the parser sees.
        encoding: how the file's bytes were read: `utf-8`, `utf-8-sig`, `utf-16`, `latin-1`.
    """

    text: str = field(repr=False)
    data: bytes = field(repr=False)
    encoding: str


def decode_source(raw: bytes) -> SourceText | None:
    r"""The text of a file with `\r\n` read as `\n`; None when it holds NUL, which no source does.

    UTF-8 with or without a mark, UTF-16 by its mark, and otherwise Latin-1, which reads any bytes:
    the name of the encoding is then a guess, and people are told.

    >>> decode_source(b"caf\xe9\r\n")
    SourceText(encoding='latin-1')
    """
    if raw.startswith(_UTF16_BOMS):
        # A lone surrogate can't be written as UTF-8; the replacement mark can.
        text = raw.decode("utf-16", "replace")
        return _as_source(text.encode("utf-8"), "utf-16")
    if b"\0" in raw:
        return None
    if raw.startswith(_UTF8_BOM):
        body, encoding = raw[len(_UTF8_BOM) :], "utf-8-sig"
    else:
        body, encoding = raw, "utf-8"
    return _as_source(body, encoding) or _as_source(raw.decode("latin-1").encode("utf-8"), "latin-1")


def _as_source(data: bytes, encoding: str) -> SourceText | None:
    if b"\0" in data:
        return None
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    try:
        return SourceText(data.decode("utf-8"), data, encoding)
    except UnicodeDecodeError:
        return None
