"""What can be wrong about an audit, as a user can mend it."""

from collections.abc import Sequence

from goldkeeper.model.errors import DatabaseUnusable, GoldkeeperError


class AuditUnknown(GoldkeeperError):
    """No audit of that name."""

    def __init__(self, name: str, known: Sequence[str] = ()) -> None:
        self.name, self.known = name, tuple(known)
        there = f"there are {', '.join(known)}" if known else "there is none yet"
        what = f"no audit {name!r}; {there}" if name else "there is no audit yet"
        super().__init__(f"{what}; goldkeeper audit draw --release NAME makes one")


class AuditExists(GoldkeeperError):
    """An audit of that name is on record already; a second draw would throw its answers away."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(
            f"audit {name!r} is on record already; goldkeeper audit sheets {name} writes its files again,"
            " goldkeeper audit draw with --name draws another for the same release"
        )


class AuditDamaged(DatabaseUnusable):
    """The record of one audit can't be read; all others can."""

    def __init__(self, name: str, problem: str, remedy: str = "restore the database from a backup") -> None:
        self.name = name
        super().__init__(f"audit {name!r}", problem, remedy)


class RowUnknown(GoldkeeperError):
    """The audit has no row of that number, or not in this judge's sheet."""

    def __init__(self, audit: str, row: str, remedy: str) -> None:
        self.audit, self.row = audit, row
        super().__init__(f"audit {audit}: no row {row}; {remedy}")


class SheetUnreadable(GoldkeeperError):
    """A file that should be a filled sheet and can't be read as one."""

    def __init__(self, file: str, problem: str, remedy: str) -> None:
        self.file, self.problem = file, problem
        super().__init__(f"{file}: {problem}; {remedy}")


class SheetRefused(GoldkeeperError):
    """A strict import met something it could not take; nothing was taken."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        count = len(problems)
        super().__init__(
            f"{problems[0]}" + (f" (and {count - 1} more)" if count > 1 else "") + "; nothing was taken in,"
            " mend it or import without --strict"
        )
