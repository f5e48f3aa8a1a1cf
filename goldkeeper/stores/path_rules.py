"""Which files of a tree are read: include and exclude globs, spelled as in `.gitignore`, and a size limit.

`*.py` holds at any depth, `/setup.py` and `src/*.py` from the top, `vendor/` is a folder with all
that is below it, `**` crosses folders, a later `!keep.py` takes back.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from goldkeeper.model.chunks import SkipReason
from goldkeeper.model.errors import BadRequest

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
    max_bytes: int | None = field(default=MAX_BYTES)

    @cached_property
    def _is_included(self) -> Callable[[str], bool]:
        return _matcher(self.include) if self.include else lambda _path: True

    @cached_property
    def _is_excluded(self) -> Callable[[str], bool]:
        return _matcher(self.exclude) if self.exclude else lambda _path: False

    def admits(self, path: str) -> bool:
        """Whether a path is inside the rules; its size is not asked.

        >>> rules = PathRules(include=("src/**", "*.md"), exclude=("src/vendor/", "!src/vendor/ours.py"))
        >>> [rules.admits(p) for p in ("src/a.py", "doc/a.md", "a.py", "src/vendor/b.py")]
        [True, True, False, False]
        """
        return self._is_included(path) and not self._is_excluded(path)

    def too_large(self, size: int) -> bool:
        """Whether a file of that many bytes is over the limit."""
        return self.max_bytes is not None and size > self.max_bytes

    def verdict(self, path: str) -> SkipReason | None:
        """EXCLUDED for a path outside the rules."""
        return None if self.admits(path) else SkipReason.EXCLUDED


def _matcher(globs: tuple[str, ...]) -> Callable[[str], bool]:
    # Imported here: it costs 40 ms, and many calls have no globs.
    from pathspec import GitIgnoreSpec  # noqa: PLC0415

    for glob in globs:
        try:
            GitIgnoreSpec.from_lines([glob])
        except ValueError as problem:
            raise BadRequest(
                f"glob {glob!r}", str(problem), "write it as in .gitignore, src/**/*.py or vendor/"
            ) from None
    return GitIgnoreSpec.from_lines(globs).match_file
