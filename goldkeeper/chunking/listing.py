"""Chunks as JSON lines, the way `goldkeeper chunk` prints them.

A line is put together from encoded pieces: `json.dumps` of a dictionary takes five times as long,
and a repository has a hundred thousand of these.
"""

from json.encoder import encode_basestring, encode_basestring_ascii

from goldkeeper.model.chunks import Chunk


def json_lines(chunks: tuple[Chunk, ...]) -> str:
    r"""One object a line, `{"id","path","start","end","symbol","kind","language","digest"}`.

    >>> from goldkeeper.model.chunks import ChunkKind, Span
    >>> print(json_lines((Chunk("a.py", Span(1, 2), "f", ChunkKind.FUNCTION, "python", "0a", ""),))[:54])
    {"id": "a.py:1-2:f", "path": "a.py", "start": 1, "end"
    """
    if not chunks:
        return ""
    path = _quoted(chunks[0].path)
    lines = []
    for chunk in chunks:
        start, end, symbol = chunk.span.start, chunk.span.end, _quoted(chunk.symbol)
        lines.append(
            f'{{"id": "{path[1:-1]}:{start}-{end}:{symbol[1:-1]}", "path": {path}, "start": {start}, "end": {end}, '
            f'"symbol": {symbol}, "kind": "{chunk.kind.value}", "language": "{chunk.language}", '
            f'"digest": "{chunk.digest}"}}\n'
        )
    return "".join(lines)


def _quoted(text: str) -> str:
    """As JSON; a path whose bytes are no UTF-8 is written in escapes, which every JSON reader takes."""
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        return encode_basestring_ascii(text)
    return encode_basestring(text)
