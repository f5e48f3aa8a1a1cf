"""Which files of a tree are read: include and exclude globs, spelled as in `.gitignore`, and a size limit.

`*.py` holds at any depth, `/setup.py` and `src/*.py` from the top, `vendor/` is a folder with all
that is below it, `**` crosses folders, and a later `!vendor/ours.py` takes back.
"""

from dataclasses import dataclass
from functools import cached_property

from goldkeeper.model.chunks import SkipReason
from goldkeeper.model.errors import BadRequest
from goldkeeper.stores.git_process import path_to_git
from goldkeeper.stores.ignore_rules import IgnorePattern, PatternError, parse_pattern

MAX_BYTES = 2 << 20  # no source file that people wrote is larger; generated tables and bundles are


@dataclass(frozen=True)
class PathRules:
    """What is asked of a path and a size.

    Attributes:
        include: globs of the files wanted; none means all.
        exclude: globs of files left out; stronger than `include`.
        max_bytes: larger files are told as too large; None reads everything.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    max_bytes: int | None = MAX_BYTES

    @cached_property
    def _included(self) -> tuple[IgnorePattern, ...]:
        return _patterns(self.include)

    @cached_property
    def _excluded(self) -> tuple[IgnorePattern, ...]:
        return _patterns(self.exclude)

    def admits(self, path: str) -> bool:
        """Whether a path is inside the rules; its size is not asked.

        Raises:
            BadRequest: one of the globs is none.

        >>> rules = PathRules(include=("src/**", "*.md"), exclude=("src/vendor/", "!src/vendor/ours.py"))
        >>> [rules.admits(p) for p in ("src/a.py", "doc/a.md", "a.py", "src/vendor/b.py", "src/vendor/ours.py")]
        [True, True, False, False, True]
        """
        if not self.include and not self.exclude:
            return True
        raw = path_to_git(path)
        return (not self.include or _covers(self._included, raw)) and not _covers(self._excluded, raw)

    def verdict(self, path: str) -> SkipReason | None:
        """EXCLUDED for a path outside the rules."""
        return None if self.admits(path) else SkipReason.EXCLUDED


def _covers(patterns: tuple[IgnorePattern, ...], path: bytes) -> bool:
    """Whether the last pattern that speaks of the path takes it in."""
    return next((not pattern.takes_back for pattern in reversed(patterns) if pattern.covers(path)), False)


def _patterns(globs: tuple[str, ...]) -> tuple[IgnorePattern, ...]:
    found = []
    for glob in globs:
        try:
            found.append(parse_pattern(path_to_git(glob)))
        except PatternError as problem:
            remedy = "write it as in .gitignore, src/**/*.py or vendor/"
            raise BadRequest(f"glob {glob!r}", str(problem), remedy) from None
    return tuple(found)
