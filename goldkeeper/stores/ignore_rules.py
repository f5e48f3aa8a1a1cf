"""What `.gitignore` files leave out, decided as git decides: level by level, the last pattern wins.

`pathspec` translates each pattern. Its own matching of many patterns is not used: it also takes a
path for matched because a folder above it is, and so `*`, `!*/`, `!*.py` (ignore all but Python)
comes out wrong.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class IgnorePattern:
    """One line of a `.gitignore`: whether it takes back, and what it matches."""

    takes_back: bool
    matches: Callable[[str, bool], bool]  # path below the file's folder, whether it is a folder


@dataclass(frozen=True, slots=True)
class IgnoreFile:
    """The patterns of one `.gitignore` and the folder it lies in (`path/`, empty at the top)."""

    folder: str
    patterns: tuple[IgnorePattern, ...]

    def verdict(self, path: str, *, is_folder: bool) -> bool | None:
        """True: ignored; False: taken back; None: not spoken of."""
        below = path.removeprefix(self.folder)
        for pattern in reversed(self.patterns):
            if pattern.matches(below, is_folder):
                return not pattern.takes_back
        return None


def parse_ignore_file(folder: str, lines: Iterable[str]) -> IgnoreFile:
    """Read the lines of a `.gitignore`; what git can't read as a pattern, it ignores, and so do we."""
    return IgnoreFile(folder, tuple(pattern for line in lines if (pattern := _parse(line))))


def is_ignored(path: str, *, is_folder: bool, files: tuple[IgnoreFile, ...]) -> bool:
    """Whether a path is ignored, given that no folder above it is; the deepest file that speaks of it decides."""
    for file in reversed(files):
        verdict = file.verdict(path, is_folder=is_folder)
        if verdict is not None:
            return verdict
    return False


def _parse(line: str) -> IgnorePattern | None:
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern  # noqa: PLC0415  # costs 40 ms

    try:
        pattern = GitIgnoreSpecPattern(line)
    except ValueError:
        return None
    if pattern.regex is None:
        return None
    takes_back = not pattern.include
    regex = pattern.regex
    body = line.strip().removeprefix("!") if takes_back else line.strip()
    folders_only = body.endswith("/")
    by_name = "/" not in body.rstrip("/")
    everything = body.rstrip("/") in {"*", "**"}

    def matches(path: str, is_folder: bool) -> bool:
        if folders_only and not is_folder:
            return False
        if everything:
            return True
        asked = path.rpartition("/")[2] if by_name else path
        if body.endswith("/**"):  # all that is inside, and so no mark where a match ends
            return regex.match(asked) is not None
        return regex.fullmatch(asked + "/" if is_folder else asked) is not None

    return IgnorePattern(takes_back, matches)
