"""One ID as other tools join it from path, lines, symbol and kind.

Order matters: lines are told first, since they can be told for certain; then a symbol behind a
colon; what has neither colon nor slash may be a path, a dotted name or a bare name, and only the
repository can tell.
"""

import re

from goldkeeper.model.chunks import ChunkId, Span
from goldkeeper.model.errors import MalformedChunkId
from goldkeeper.model.references import Place

# `#L22-L25`, `#L22`, and behind a colon `2-4`, `L6-L9#0` (a piece's number), `12`.
_HASH_LINES = re.compile(r"(?P<path>.+)#L(?P<start>[0-9]{1,9})(?:-L?(?P<end>[0-9]{1,9}))?")
_COLON_LINES = re.compile(r"(?P<path>.+?):L?(?P<start>[0-9]{1,9})(?:-L?(?P<end>[0-9]{1,9}))?(?:#[0-9]+)?")
_KIND = re.compile(
    r"#(?P<kind>function|method|class|impl|struct|interface|trait|enum|module|type|constructor|object|section)$"
)
# A drive letter is part of the path; otherwise the first colon ends it.
_JOINED = re.compile(r"(?P<path>(?:[A-Za-z]:[\\/])?[^:]+)::?(?P<symbol>[^:].*)")


class UnknownForm(ValueError):
    """Text that is no reference of a known form; says why in a few words."""


def read_identifier(text: str) -> Place:
    """Take an ID apart.

    Raises:
        UnknownForm: an inverted span, line 0, or a form that is not known.

    >>> read_identifier("loans/desk.py::due_date#function")
    Place(path='loans/desk.py', span=None, symbol='due_date', kind='function', loose=False)
    """
    text = text.strip()
    if not text:
        raise UnknownForm("it is empty")
    if "://" in text:
        raise UnknownForm("it is a URL")
    try:
        own = ChunkId.parse(text)
    except MalformedChunkId as damage:
        if re.search(r":[0-9]+-[0-9]+:.", text):
            raise UnknownForm(damage.reason) from None
    else:
        return Place(own.path, own.span, own.symbol)
    lines = _HASH_LINES.fullmatch(text) or _COLON_LINES.fullmatch(text)
    if lines:
        start = int(lines["start"])
        return Place(lines["path"], a_span(start, int(lines["end"] or start)))
    kind = _KIND.search(text)
    bare = _KIND.sub("", text)
    joined = _JOINED.fullmatch(bare)
    if joined:
        return Place(joined["path"], None, joined["symbol"], kind["kind"] if kind else "")
    if "/" in bare or "\\" in bare:
        return Place(bare)
    return Place(symbol=bare, kind=kind["kind"] if kind else "", loose=True)


def a_span(start: int, end: int) -> Span:
    """Lines as a span.

    Raises:
        UnknownForm: line 0, or an end before the start.
    """
    try:
        return Span(start, end)
    except ValueError as damage:
        raise UnknownForm(f"lines {start}-{end}: {damage}") from None
