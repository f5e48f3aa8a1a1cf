"""Each error a user can meet, with its sentence: where, what, and what would do.

A `GoldkeeperError` reaches the user as its sentence and an exit code. Anything else that is
raised is our own fault, keeps its traceback and exits with 3. What is expected (a missing chunk,
a tie, an empty queue, a damaged gold line) is a value and not an error.
"""

from collections.abc import Callable, Sequence


class GoldkeeperError(Exception):
    """What a user can mend; `str()` of it is the sentence they read."""

    exit_code = 2

    @property
    def code(self) -> str:
        """A stable name for scripts: the class's name."""
        return type(self).__name__

    def __reduce__(self) -> tuple[Callable[..., "GoldkeeperError"], tuple[object, ...]]:
        # An exception is rebuilt from its sentence, and these are made of their fields: so that one
        # that is raised in a worker reaches its caller as it was.
        return _revived, (type(self), self.args, self.__dict__)


def _revived(kind: type[GoldkeeperError], args: tuple[object, ...], fields: dict[str, object]) -> GoldkeeperError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(fields)
    return error


class MalformedChunkId(GoldkeeperError):
    """Text that should be a chunk ID and is none."""

    def __init__(self, text: str, reason: str, where: str = "") -> None:
        self.text, self.reason, self.where = text, reason, where
        place = f"{where}: " if where else ""
        super().__init__(f"{place}chunk ID {text!r}: {reason}; expected path:start-end:symbol")


class FileMissing(GoldkeeperError):
    """A file that was named does not exist."""

    def __init__(self, what: str, path: str, remedy: str) -> None:
        self.what, self.path, self.remedy = what, path, remedy
        super().__init__(f"{path}: no such {what}; {remedy}")


class FileUnreadable(GoldkeeperError):
    """A file exists and can't be read or written."""

    def __init__(self, path: str, problem: str, remedy: str) -> None:
        self.path, self.problem, self.remedy = path, problem, remedy
        super().__init__(f"{path}: {problem}; {remedy}")


class GoldFileChanged(GoldkeeperError):
    """The gold file is not the one that was read; writing would lose somebody's edit."""

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(f"{path}: changed since it was read, nothing was written; run the command again")


class ApplicationInterrupted(GoldkeeperError):
    """An application was killed half-way, and the gold file was edited before it could be finished."""

    exit_code = 1

    def __init__(self, path: str, items: Sequence[int]) -> None:
        self.path, self.items = path, tuple(items)
        numbers = " ".join(map(str, items))
        super().__init__(
            f"{path}: edited since goldkeeper apply was interrupted, so nobody knows whether items {numbers} are in it;"
            " look, then run goldkeeper apply --interrupted written or --interrupted lost"
        )


class ConfigInvalid(GoldkeeperError):
    """The configuration can't be used as it stands."""

    def __init__(self, path: str, problem: str, remedy: str) -> None:
        self.path, self.problem, self.remedy = path, problem, remedy
        super().__init__(f"{path}: {problem}; {remedy}")


class GitMissing(GoldkeeperError):
    """No usable git on the path."""

    def __init__(self, problem: str) -> None:
        super().__init__(f"git: {problem}; install git 2.31 or newer, or scan the folder without history")


class NotARepository(GoldkeeperError):
    """A folder was named as a repository and is none."""

    def __init__(self, path: str, remedy: str = "name a work tree, a bare git directory, or run git init") -> None:
        self.path = path
        super().__init__(f"{path}: not a git repository; {remedy}")


class UnknownRevision(GoldkeeperError):
    """Git knows no commit of that name."""

    def __init__(self, rev: str, repo: str) -> None:
        self.rev, self.repo = rev, repo
        super().__init__(
            f"{repo}: revision {rev!r} names no commit here; check the spelling, or fetch it"
            " (a shallow clone has only the newest)"
        )


class UntrustedRepository(GoldkeeperError):
    """Git will not open a repository that belongs to another user."""

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(
            f"{path}: belongs to another user, so git will not open it;"
            f" trust it with git config --global --add safe.directory {path}"
        )


class DamagedRepository(GoldkeeperError):
    """There is a git directory, and git can't make sense of it."""

    def __init__(self, path: str, problem: str) -> None:
        self.path, self.problem = path, problem
        super().__init__(f"{path}: {problem}; run git fsck there, or clone anew")


class GitFailed(GoldkeeperError):
    """Git refused something that should have worked."""

    def __init__(self, command: str, message: str, remedy: str = "run it by hand to see more") -> None:
        self.command, self.message = command, message
        super().__init__(f"{command}: {message}; {remedy}")


class LockHeld(GoldkeeperError):
    """Another process is at work on the same state."""

    exit_code = 1

    def __init__(self, path: str, holder: str, remedy: str = "wait for it to end, or pass --wait SECONDS") -> None:
        self.path, self.holder = path, holder
        super().__init__(f"{path}: held by {holder}; {remedy}")


class UnknownItem(GoldkeeperError):
    """No review item of that number or group of that name."""

    def __init__(self, what: str, name: str) -> None:
        super().__init__(f"no {what} {name!r} in the queue; goldkeeper review list shows what there is")


class UnknownChunk(GoldkeeperError):
    """A chunk ID names nothing in the revision it was asked of."""

    def __init__(self, text: str, reason: str) -> None:
        self.text, self.reason = text, reason
        super().__init__(f"chunk ID {text!r}: {reason}; goldkeeper chunk lists what there is")


class ItemNotOpen(GoldkeeperError):
    """The item was answered, superseded or applied since."""

    def __init__(self, number: int, state: str, by: str = "", *, successor: int | None = None) -> None:
        self.number, self.state = number, state
        who = f" by {by}" if by else ""
        told = f"goldkeeper review show {number} tells how"
        if successor is not None:
            told = f"a newer scan asks anew as item {successor}"
        super().__init__(f"item {number}: already {state}{who}; {told}")


class AnswerGiven(ItemNotOpen):
    """One judge answers a question once; it is for others now."""

    def __init__(self, number: int) -> None:
        self.number, self.state = number, "answered"
        GoldkeeperError.__init__(
            self,
            f"item {number}: you answered it already, it waits for another judge;"
            f" goldkeeper review undo {number} takes it back",
        )


class ShownOtherwise(GoldkeeperError):
    """A question changed between being shown and being answered."""

    exit_code = 1

    def __init__(self, number: int, state: str) -> None:
        self.number, self.state = number, state
        super().__init__(
            f"item {number}: it asks something else by now than was shown, nothing was decided; look at it again"
        )


class NotLookedAt(GoldkeeperError):
    """A question that is unlike the rest of its group, and that would be answered with it unseen."""

    exit_code = 1

    def __init__(self, number: int, oddity: str) -> None:
        self.number, self.oddity = number, oddity
        super().__init__(
            f"item {number}: {oddity}, and its two texts were not shown; look at it,"
            " or say that the odd ones are taken unseen"
        )


class TargetMoved(GoldkeeperError):
    """What was proposed is not there any more, so confirming it would write a dead ID."""

    exit_code = 1

    def __init__(self, number: int, target: str, renewed: str = "") -> None:
        self.number, self.target = number, target
        again = f"; look at {renewed}" if renewed else "; run goldkeeper scan for a new proposal"
        super().__init__(f"item {number}: {target} has moved or changed since the scan, nothing was decided{again}")


class NoTarget(GoldkeeperError):
    """An answer needs a target and there is none, or more than one."""

    def __init__(self, number: int, problem: str, remedy: str) -> None:
        super().__init__(f"item {number}: {problem}; {remedy}")


class BadRequest(GoldkeeperError):
    """Arguments that don't fit together, or input that can't be read."""

    def __init__(self, where: str, problem: str, remedy: str) -> None:
        self.where, self.problem, self.remedy = where, problem, remedy
        super().__init__(f"{where}: {problem}; {remedy}")


class DatabaseUnusable(GoldkeeperError):
    """The review queue's database can't be opened, read or brought up to date."""

    def __init__(self, where: str, problem: str, remedy: str) -> None:
        self.where, self.problem, self.remedy = where, problem, remedy
        super().__init__(f"{where}: {problem}; {remedy}")


class FolderTaken(GoldkeeperError):
    """A folder should be filled and may not be."""

    def __init__(self, path: str, problem: str, remedy: str) -> None:
        self.path = path
        super().__init__(f"{path}: {problem}, nothing was written; {remedy}")


class PackageUnavailable(GoldkeeperError):
    """The package index has no such release, or could not be asked."""

    def __init__(self, release: str, problem: str, remedy: str) -> None:
        self.release = release
        super().__init__(f"{release}: {problem}; {remedy}")


class PackageUnsafe(GoldkeeperError):
    """An archive that would write where it should not, or more than anybody wants."""

    def __init__(self, archive: str, problem: str) -> None:
        self.archive = archive
        super().__init__(f"{archive}: {problem}; nothing of it was unpacked, name another release")


class OutsideRepository(GoldkeeperError):
    """A path that leaves the repository, so no state of it can ever hold the file."""

    def __init__(self, path: str, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"{path}: {reason}, outside the repository; write it relative to the root, with /")


class DecisionsContradict(GoldkeeperError):
    """Two decisions send one gold pair to different places."""

    def __init__(self, query_id: str, written: str, first: str, second: str) -> None:
        self.query_id, self.written = query_id, written
        super().__init__(
            f"query {query_id}: {written} is to become both {first} and {second}; undo one of the two decisions"
        )


class AnchorFileUnusable(GoldkeeperError):
    """The anchor file must not be read or written as it stands; writing would lose somebody's work."""

    def __init__(self, path: str, problem: str, remedy: str) -> None:
        self.path, self.problem, self.remedy = path, problem, remedy
        super().__init__(f"{path}: {problem}; {remedy}")


class ExtraMissing(GoldkeeperError):
    """A library of an optional part of goldkeeper is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        self.what, self.extra = what, extra
        super().__init__(f"{what} needs a library that is not installed; pip install 'goldkeeper[{extra}]'")
