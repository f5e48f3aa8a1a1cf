"""One member of a gold object, chunk ID and grade, read strictly.

Lax readers turn `true` into grade 1 and `"2"` into 2, and nobody learns that the file is damaged.
Here a value is a grade or it is a problem that says so.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.errors import MalformedChunkId, OutsideRepository
from goldkeeper.model.gold import HIGHEST_GRADE, GoldProblem, Grade, Severity
from goldkeeper.model.json_text import Constant, Members, Number

IsFile = Callable[[str], bool]

# A drive letter, a root, a share, or a URL: none of them is relative to a repository.
_ABSOLUTE = re.compile(r"[A-Za-z]:[\\/]|[\\/]|[A-Za-z][A-Za-z0-9+.-]+://")
_PLAIN_INTEGER = re.compile(r"-?[0-9]{1,9}")
# U+DC80..U+DCFF carry the single bytes of paths that are no UTF-8; other lone surrogates mean nothing.
_MEANINGLESS = re.compile("[\x00\ud800-\udc7f\udd00-\udfff]")
# `path:symbol`, `path::symbol`, `path:3-8`, `path#L3-L8`, `path`: gold all the same, spelled by another tool.
_OTHER_SPELLING = re.compile(r"[^\s:#]+(?:::?[^\s:].*|#\S+)|[^\s:#]+\.[A-Za-z]\w*")
BRING_IN = "goldkeeper init --from FILE --gold NEW --force"  # the file, a name for ours, over the set-up there is
_LINES_ALONE = re.compile(r"[^\s:]+:[0-9]{1,9}-[0-9]{1,9}")
OF_A_LIST = "goldkeeper init --index-chunks LIST --force"
_SHOWN_CHARACTERS = 40  # of a wrong value: enough to find it in the line


@dataclass(frozen=True, slots=True)
class GoldEntry:
    """A member of a gold object.

    Attributes:
        written: the key as the file spells it, escapes resolved.
        chunk_id: with its path made relative and plain; None when it can't be read.
        grade: None when the value is no grade.
    """

    written: str
    chunk_id: ChunkId | None
    grade: Grade | None

    @property
    def usable(self) -> bool:
        """Whether this is a gold pair."""
        return self.chunk_id is not None and self.grade is not None


def repository_path(path: str, is_file: IsFile | None = None) -> str:
    r"""The path as git would spell it: no `.` or `..`, `/` between the parts.

    Args:
        path: as written by people and indexes.
        is_file: a file of exactly the written name is taken as it is; `\` may be part of a name.

    Raises:
        OutsideRepository: absolute, with a drive letter, a URL, or leaving by `..`.

    >>> repository_path("./src/../docs\\notes.md")
    'docs/notes.md'
    """
    if _ABSOLUTE.match(path):
        raise OutsideRepository(path, "an absolute path")
    parts = path.replace("\\", "/").split("/")
    if "\\" not in path and not {"", ".", ".."} & set(parts):
        return path
    if is_file is not None and is_file(path):
        return path
    kept: list[str] = []
    for part in parts:
        if part == ".." and not kept:
            raise OutsideRepository(path, "leaves by '..'")
        if part == "..":
            kept.pop()
        elif part not in {"", "."}:
            kept.append(part)
    return "/".join(kept)


def read_chunk_id(written: str, is_file: IsFile | None = None, *, bare: bool = False) -> ChunkId:
    """The chunk that a gold key names.

    Args:
        written: the key.
        is_file: whether a path is a file of the repository.
        bare: whether `path:start-end` is an ID too.

    Raises:
        MalformedChunkId: the text is no chunk ID.
        OutsideRepository: it is one, and its path can't be in any repository.

    >>> str(read_chunk_id("./src/a.py:3-8:f"))
    'src/a.py:3-8:f'
    """
    if _MEANINGLESS.search(written):
        raise MalformedChunkId(written, "it holds a character that no path or symbol can have")

    def known(path: str) -> bool:
        try:
            return is_file is not None and (is_file(path) or is_file(repository_path(path)))
        except OutsideRepository:
            return False

    parsed = ChunkId.parse(written, known if is_file else None, bare=bare)
    path = repository_path(parsed.path, is_file)
    if not path:
        raise MalformedChunkId(written, "the path names a folder")
    return parsed if path == parsed.path else replace(parsed, path=path)


def read_grade(value: Any, *, judged_zero: bool) -> tuple[Grade | None, str, str, str]:
    """A JSON value as a grade: grade, problem code, message, remedy; an empty code means all is well.

    A number that is whole but not spelled so (`2.0`, `1e0`) is taken, with a problem all the same.
    """
    expected = f"write an integer from {0 if judged_zero else 1} to {HIGHEST_GRADE}"
    if not isinstance(value, Number):
        return None, "grade-type", f"{_shown(value)} is no number", expected
    plain = _PLAIN_INTEGER.fullmatch(value)
    number = float(value)
    if number == 0 and not judged_zero:
        remedy = f"{expected}, or set gold.judged_zero = true if 0 means judged and not relevant"
        return None, "grade-zero", "0 is no grade here", remedy
    if not 0 <= number <= HIGHEST_GRADE:
        return None, "grade-out-of-range", f"{_cut(value)} is out of range", expected
    if not number.is_integer():
        return None, "grade-fractional", f"{_cut(value)} is no whole number", expected
    grade = Grade(int(number))
    if plain:
        return grade, "", "", ""
    return grade, "grade-spelling", f"{_cut(value)} is taken as {grade}", f"write {grade}"


def read_entry(
    line: int, written: str, value: Any, *, is_file: IsFile | None, judged_zero: bool, bare_ids: bool = False
) -> tuple[GoldEntry, tuple[GoldProblem, ...]]:
    """One member of a gold object, with what is wrong with it."""
    problems: list[GoldProblem] = []
    chunk_id: ChunkId | None = None
    try:
        chunk_id = read_chunk_id(written, is_file, bare=bare_ids)
    except MalformedChunkId as damage:
        code = "span-inverted" if "ends before" in damage.reason else "chunk-id-malformed"
        message = f"chunk ID {_quoted(written)}: {damage.reason}"
        remedy = "write path:start-end:symbol, lines counted from 1"
        if bare_ids:
            remedy = "write path:start-end:symbol or path:start-end, lines counted from 1"
        elif _LINES_ALONE.fullmatch(written):
            remedy += f"; if another chunker made these chunks, name its list with {OF_A_LIST}"
        if code == "chunk-id-malformed" and not bare_ids and _OTHER_SPELLING.fullmatch(written):
            remedy += f", or bring the file in with {BRING_IN}"
        problems.append(GoldProblem(line, code, message, remedy))
    except OutsideRepository as outside:
        message = f"chunk ID {_quoted(written)}: {outside.reason}, outside the repository"
        remedy = "write the path relative to the repository's root, with /"
        problems.append(GoldProblem(line, "outside-repository", message, remedy))
    grade, code, message, remedy = read_grade(value, judged_zero=judged_zero)
    if code:
        severity = Severity.ERROR if grade is None else Severity.WARNING
        problems.append(GoldProblem(line, code, f"grade of {_quoted(written)}: {message}", remedy, severity))
    return GoldEntry(written, chunk_id, grade), tuple(problems)


def _shown(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case Constant() | Number():
            return str(value)
        case str():
            return f"the text {_quoted(value)}"
        case list():
            return "a list"
        case Members():
            return "an object"
        case _:
            return "no number"


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…"


def _quoted(text: str) -> str:
    # IDs are shown whole up to a length that no honest path exceeds; repr makes control characters visible.
    return repr(text if len(text) <= 1000 else text[:1000] + "…")
