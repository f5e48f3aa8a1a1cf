"""How a chunk stands in its file: what is around it that a trace has to see, found without a grammar.

Most commits that touch a file leave a given chunk alone. Whether one did is asked of the bytes: the chunk's text,
the comment above it, the lines that open the classes around it, and the package.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from goldkeeper.matching.staying import cut_there, slides
from goldkeeper.model.chunks import BlobId, Chunk, ChunkKind, FileChunks, SkipReason, Span
from goldkeeper.model.tokens import comment_at_end
from goldkeeper.workflow.lineage.contents import Contents

FARTHEST_ABOVE = 16_384  # bytes above a chunk in which the comment before it is looked for
FARTHEST_LINES = 400  # the same, of a file that was cut
MOST_CLASSES = 64  # of a file, of which it is asked whether they begin before the chunk

_PACKAGE = re.compile(r"^[ \t]*(?:package[ \t]+([\w.:\\]+)|namespace[ \t]+([\w.\\]+)[ \t]*;)", re.MULTILINE)


def package_of(source: str) -> str:
    """The package or namespace that a whole file lies in; empty where it names none."""
    found = _PACKAGE.search(source)
    return (found[1] or found[2]) if found else ""


def comments_before(chunk: Chunk, file: FileChunks, *, over_blanks: bool = False) -> tuple[str, ...]:
    """The comments right above a chunk, each as words behind one blank.

    Args:
        chunk: one of `file`.
        file: as it was cut.
        over_blanks: go on above a blank line, up to the next line of code.
    """
    lines = file.source.split("\n")[: chunk.span.start - 1]
    above = "\n".join(lines[-FARTHEST_LINES:])
    comments = comment_at_end(above if over_blanks else _right_above(above), chunk.language)
    return tuple(" ".join(comment.split()) for comment in comments)


def has_other_comments(before: Chunk, old: FileChunks, after: Chunk, new: FileChunks) -> bool:
    """Whether two versions of a chunk have other comments before them; a blank line more or less is none."""
    if comments_before(before, old) == comments_before(after, new):
        return False
    return comments_before(before, old, over_blanks=True) != comments_before(after, new, over_blanks=True)


def _right_above(text: str) -> str:
    """The lines down to the next blank one, and a block comment whole."""
    if not text or not text.rpartition("\n")[2].strip():
        return ""
    if text.rstrip().endswith("*/"):
        opened = text.rfind("/*")
        return text[opened:] if opened >= 0 else ""
    blank = re.compile(r"\n[ \t]*\n")
    cuts = [found.end() for found in blank.finditer(text)]
    return text[cuts[-1] :] if cuts else text


@dataclass(frozen=True, slots=True)
class Standing:
    """A chunk's text with what is around it, as bytes.

    Attributes:
        inside: the first lines of the classes around it, outer first.
        others: those of the file's other classes.
        package: what the file says of its package; empty where it says nothing.
    """

    text: bytes
    inside: tuple[bytes, ...]
    others: tuple[bytes, ...]
    package: bytes

    def is_same(self, here: bytes, there: bytes) -> bool:
        """Whether the chunk stands in two versions of a file as it does in this one, give or take some lines."""
        if not slides(self.text, here, there):
            return False
        was, now = here.find(self.text), there.find(self.text)
        if _raw_above(here, was) != _raw_above(there, now):
            return False
        if any(there.rfind(line, 0, now + len(line)) < 0 for line in self.inside):
            return False
        if any(
            (here.rfind(line, 0, was) < 0) != (there.rfind(line, 0, now) < 0) and line in there for line in self.others
        ):
            return False
        return not self.package or self.package in there


def standing_of(chunk: Chunk, file: FileChunks, data: bytes) -> Standing:
    """How a chunk stands in the file it was cut out of.

    Args:
        data: the file as it is in git: a line of it may end in CR and LF, which a chunk's text does not tell.
    """
    inside: list[bytes] = []
    others: list[bytes] = []
    for one in file.chunks:
        if one.kind is not ChunkKind.CLASS or one.id == chunk.id:
            continue
        line = _opening_line(one)
        if one.span.holds(chunk.span) and one.span != chunk.span:
            inside.append(line)
        elif len(others) < MOST_CLASSES:
            others.append(line)
    package = _PACKAGE.search(file.source)
    text = b"\n".join(data.split(b"\n", chunk.span.end)[chunk.span.start - 1 : chunk.span.end])
    return Standing(text, tuple(inside), tuple(others), _bytes(package[0]) if package else b"")


def cut_again(contents: Contents, chunk: Chunk, blob: BlobId) -> Chunk | None:
    """The chunk as it is cut out of a content that holds its text, maybe some lines up or down."""
    file = contents.chunks(chunk.path, blob)
    if isinstance(file, SkipReason):
        return None
    at = file.source.find(chunk.text)
    start = file.source.count("\n", 0, at) + 1 if at >= 0 else chunk.span.start
    lines = Span(start, start + chunk.span.lines - 1)
    return cut_there(chunk, file, lines)


def _opening_line(chunk: Chunk) -> bytes:
    """The first line that names a class: annotations may stand above."""
    lines: Sequence[str] = chunk.text.split("\n", 40)
    return _bytes(next((line for line in lines if chunk.name in line), lines[0]))


def _raw_above(data: bytes, at: int) -> bytes:
    """What stands above a place, up to a blank line; a block comment whole."""
    above = data[max(0, at - FARTHEST_ABOVE) : at].replace(b"\r\n", b"\n")
    if above.rstrip().endswith(b"*/"):
        return above[max(0, above.rfind(b"/*")) :]
    return above[above.rfind(b"\n\n") + 1 :] if above[-2:] != b"\n\n" else b""


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
