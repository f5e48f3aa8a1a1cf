"""When git is asked for a log, and when a log that was read before answers."""

from collections import Counter
from collections.abc import Iterator

from goldkeeper.model.chunks import BlobId, CommitId
from goldkeeper.stores.git_log import EVERY_CHANGE, ONE_PATH, LoggedChange, LoggedCommit, parse_log
from goldkeeper.stores.git_process import Git, path_to_git
from goldkeeper.stores.kept_log import KeptLog

KEPT_LOGS = 4  # all heads together
RANGES_BEFORE_WHOLE_LOG = 2  # of one head, from bases that don't lie in one another's past
FILES_BEFORE_WHOLE_LOG = 6  # histories of single files of one head; the whole log costs about eight
SHOWN_DIGITS = 10  # of a commit


class LogReader:
    """The logs of one repository; commits asked for have to be in the clone."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._kept: list[KeptLog] = []
        self._asked_for_files: Counter[CommitId] = Counter()
        self._incomplete: dict[CommitId, str] = {}

    def range(self, base: CommitId | None, head: CommitId) -> KeptLog:
        """A log that holds the commits after `base` (None: all) up to `head`; read if none that is kept does."""
        of_head = [log for log in self._kept if log.head == head]
        found = next((log for log in of_head if log.holds_range_from(base)), None)
        if found is None:
            begin = base if len(of_head) < RANGES_BEFORE_WHOLE_LOG else None
            found = KeptLog(begin, head, *self._read(*EVERY_CHANGE, head, *([f"^{begin}"] if begin else []), "--"))
            self._kept = [found, *self._kept][:KEPT_LOGS]
        return found if found.holds_range_from(base) else self._cut_off(base, head)

    def versions(self, path: str, head: CommitId) -> list[tuple[LoggedCommit, BlobId]]:
        """The commits that gave a path new content, with that content, newest first."""
        self._asked_for_files[head] += 1
        if self._asked_for_files[head] > FILES_BEFORE_WHOLE_LOG:
            kept = self.range(None, head)
            if kept.complete:
                return kept.versions(path)
        return KeptLog(None, head, *self._read(*EVERY_CHANGE, head, "--", path_to_git(path))).versions(path)

    def descent(self, path: str, head: CommitId) -> Iterator[tuple[LoggedCommit, LoggedChange]]:
        """The changes of a path on one line of descent, newest first.

        At a merge the line goes on with the parent that has the same content, else with the first.
        """
        commits, _ = self._read(*ONE_PATH, head, "--", path_to_git(path))
        by_name = {logged.note.commit: logged for logged in commits}
        at = commits[0] if commits else None
        while at is not None:
            for change in at.changes:
                if change.path == path:
                    yield at, change
            at = by_name.get(at.parents[0]) if at.parents else None

    def notes(self) -> tuple[str, ...]:
        """Where a log could not be read to its end, in sentences for people."""
        return tuple(self._incomplete.values())

    def _cut_off(self, base: CommitId | None, head: CommitId) -> KeptLog:
        """The range itself, where the whole log ends before it gets to `base`."""
        return KeptLog(base, head, *self._read(*EVERY_CHANGE, head, f"^{base}", "--"))

    def _read(self, *arguments: str | bytes) -> tuple[tuple[LoggedCommit, ...], bool]:
        """What git could read, and whether that is all."""
        question = ("log", *arguments)
        answer = self._git.ask(*question)
        commits = tuple(parse_log(answer.output))
        if answer.code != 0:
            if not commits:
                self._git.refuse(question, answer)
            last = commits[-1].note
            self._incomplete.setdefault(
                last.commit,
                f"the history could be read down to {last.commit[:SHOWN_DIGITS]} ({last.date:%Y-%m-%d}) only:"
                " older trees are missing or damaged",
            )
        return commits, answer.code == 0
