"""Patterns as `.gitignore` has them, decided as git decides, byte for byte.

`pathspec` was tried and left: `*`, `!*/`, `!*.py` (nothing but Python) came out wrong, as did
`/**/`, a `?` takes a letter where git takes a byte, and its import costs two git calls.

Git asks level by level: what a folder's patterns say of the folder holds for all that is below it,
and only within a folder that is not ignored does anything further count. That is `is_ignored`.
Globs in a configuration are asked of whole paths; `IgnorePattern.covers` is for them.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from goldkeeper.stores.git_process import path_to_git

_POSIX_CLASSES = {
    b"alnum": rb"0-9A-Za-z",
    b"alpha": rb"A-Za-z",
    b"blank": rb" \t",
    b"cntrl": rb"\x00-\x1f\x7f",
    b"digit": rb"0-9",
    b"graph": rb"\x21-\x7e",
    b"lower": rb"a-z",
    b"print": rb"\x20-\x7e",
    b"punct": rb"!-/:-@\[-`{-~",
    b"space": rb"\s",
    b"upper": rb"A-Z",
    b"xdigit": rb"0-9A-Fa-f",
}


_WILD = re.compile(rb"[*?\[\\]")


class PatternError(ValueError):
    """A pattern that matches nothing, ever."""


@dataclass(frozen=True, slots=True)
class IgnorePattern:
    """One line of a `.gitignore`.

    Attributes:
        takes_back: it began with `!`.
        folders_only: it ended in `/`.
        by_name: without a slash inside it is asked of the last part of a path alone.
    """

    takes_back: bool
    folders_only: bool
    by_name: bool
    regex: re.Pattern[bytes]
    covering: re.Pattern[bytes]

    def matches(self, path: bytes, *, is_folder: bool) -> bool:
        """Whether it speaks of this very path."""
        if self.folders_only and not is_folder:
            return False
        return self.regex.fullmatch(path.rpartition(b"/")[2] if self.by_name else path) is not None

    def covers(self, path: bytes) -> bool:
        """Whether it speaks of a file or of any folder above it."""
        return self.covering.fullmatch(path) is not None


@dataclass(frozen=True, slots=True)
class IgnoreFile:
    """The patterns of one `.gitignore` and the folder it lies in (`path/`, empty at the top)."""

    folder: str
    patterns: tuple[IgnorePattern, ...]

    def verdict(self, path: str, *, is_folder: bool) -> bool | None:
        """True: ignored; False: taken back; None: not spoken of."""
        below = path_to_git(path.removeprefix(self.folder))
        for pattern in reversed(self.patterns):
            if pattern.matches(below, is_folder=is_folder):
                return not pattern.takes_back
        return None


def parse_ignore_file(folder: str, lines: Iterable[bytes]) -> IgnoreFile:
    """Read the lines of a `.gitignore`; comments, empty lines and what matches nothing are left out."""
    patterns = []
    for line in lines:
        try:
            patterns.append(parse_pattern(line))
        except PatternError:
            continue
    return IgnoreFile(folder, tuple(patterns))


def is_ignored(path: str, *, is_folder: bool, files: tuple[IgnoreFile, ...]) -> bool:
    """Whether a path is ignored, given that no folder above it is; the deepest file that speaks of it decides."""
    for file in reversed(files):
        verdict = file.verdict(path, is_folder=is_folder)
        if verdict is not None:
            return verdict
    return False


def parse_pattern(line: bytes) -> IgnorePattern:
    """One line of a `.gitignore`, without its line end.

    Raises:
        PatternError: a comment, an empty line, or a pattern that can match nothing.

    >>> parse_pattern(b"src/**/*.py").covers(b"src/deep/down/a.py")
    True
    """
    body = line
    while body.endswith(b" ") and not body.endswith(b"\\ "):
        body = body[:-1]
    if body.startswith(b"#"):
        raise PatternError("a comment")
    takes_back = body.startswith(b"!")
    body = body[takes_back:]
    folders_only = body.endswith(b"/")
    body = body[: len(body) - folders_only]
    by_name = b"/" not in body
    body = body.removeprefix(b"/")
    if not body:
        raise PatternError("nothing to match")
    inner = _translate(body)
    above = b"(?:.*/)?" if by_name else b""
    below = b"/.*" if folders_only else b"(?:/.*)?"
    return IgnorePattern(
        takes_back,
        folders_only,
        by_name,
        re.compile(inner, re.DOTALL),
        re.compile(above + b"(?:" + inner + b")" + below, re.DOTALL),
    )


def _translate(glob: bytes) -> bytes:
    """A regular expression for what git's wildmatch takes; no wild card but `**` crosses a slash."""
    parts: list[bytes] = []
    at = 0
    while at < len(glob):
        sign = glob[at : at + 1]
        if sign == b"*":
            stars = len(glob[at:]) - len(glob[at:].lstrip(b"*"))
            part = _stars(glob, at, stars)
            at += stars + part.endswith(b"/)?")
            parts.append(part)
            continue
        if sign == b"[":
            part, at = _bracket(glob, at + 1)
            parts.append(part)
            continue
        if sign == b"\\":
            at += 1
            if at == len(glob):
                raise PatternError("nothing follows the backslash")
            sign = glob[at : at + 1]
            parts.append(re.escape(sign))
        else:
            parts.append(b"[^/]" if sign == b"?" else re.escape(sign))
        at += 1
    return b"".join(parts)


def _stars(glob: bytes, at: int, stars: int) -> bytes:
    """Stars that fill a part of the path alone cross slashes; with the slash that follows they may be nothing."""
    # Git cuts off what stands before the first wild card, so that `a**/b` reads as `a` and then `**/b`.
    begins = glob[at - 1 : at] == b"/" or not _WILD.search(glob, 0, at)
    following = glob[at + stars : at + stars + 1]
    if stars == 1 or not begins or following not in {b"", b"/"}:
        return b"[^/]*"
    return b"(?:.*/)?" if following else b".*"


def _bracket(glob: bytes, at: int) -> tuple[bytes, int]:
    """The class that begins behind `[`, and where it ends."""
    negated = glob[at : at + 1] in {b"!", b"^"}
    at += negated
    members: list[bytes] = []
    first = True
    while first or glob[at : at + 1] != b"]":
        first = False
        if glob[at : at + 2] == b"[:":
            name, end, _ = glob[at + 2 :].partition(b":]")
            if not end or name not in _POSIX_CLASSES:
                raise PatternError("an unknown class of characters")
            members.append(_POSIX_CLASSES[name])
            at += len(name) + 4
            continue
        low, at = _member(glob, at)
        if glob[at : at + 1] == b"-" and glob[at + 1 : at + 2] not in {b"]", b""}:
            high, at = _member(glob, at + 1)
            if low <= high:
                members.append(re.escape(low) + b"-" + re.escape(high))
        else:
            members.append(re.escape(low))
    if not members:  # only ranges that run backwards
        return (b"[^/]" if negated else b"(?!)"), at + 1
    return b"(?!/)[" + (b"^" if negated else b"") + b"".join(members) + b"]", at + 1


def _member(glob: bytes, at: int) -> tuple[bytes, int]:
    if glob[at : at + 1] == b"\\":
        at += 1
    if at >= len(glob):
        raise PatternError("the bracket is not closed")
    return glob[at : at + 1], at + 1
