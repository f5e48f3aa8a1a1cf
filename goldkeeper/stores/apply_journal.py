"""What an application is about to write, so that one which was killed half-way is finished and not done twice.

Beside it lie the reasons that git has not got yet: a commit can be refused, or never be reached, long
after the decisions are in the gold file and no plan would name them again.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from goldkeeper.ports import PendingApplication
from goldkeeper.stores.atomic import write_whole


@dataclass(frozen=True, slots=True)
class OwedCommit:
    """Reasons that belong into a commit: the items that were applied, and what the commit says of them."""

    items: tuple[int, ...]
    message: str


class ApplyJournal:
    """One file in the state folder; answers for `ports.Journal`."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def read(self) -> PendingApplication | None:
        """The application that was begun last and not ended; None when there is none."""
        try:
            record = json.loads(self._file.read_bytes())
            numbers = tuple(int(number) for number in record["items"])
            return PendingApplication(str(record["gold_digest"]), numbers, str(record["before_digest"]))
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError):  # it is written whole; what is damaged was never begun
            return None

    def begin(self, pending: PendingApplication) -> None:
        """Note what is about to be written."""
        record = {
            "gold_digest": pending.gold_digest,
            "items": list(pending.items),
            "before_digest": pending.before_digest,
        }
        write_whole(self._file, json.dumps(record).encode())

    def end(self) -> None:
        """All of it is written."""
        self._file.unlink(missing_ok=True)

    @property
    def _owed_file(self) -> Path:
        return self._file.with_name(f"{self._file.stem}-commits.json")

    def owed(self) -> tuple[OwedCommit, ...]:
        """What is not committed yet, oldest first."""
        try:
            records = json.loads(self._owed_file.read_bytes())
            return tuple(OwedCommit(tuple(map(int, one["items"])), str(one["message"])) for one in records)
        except FileNotFoundError:
            return ()
        except (ValueError, KeyError, TypeError):  # it is written whole; what is damaged is nobody's
            return ()

    def owe(self, commits: Sequence[OwedCommit]) -> None:
        """Keep these and no others; none are forgotten."""
        if not commits:
            self._owed_file.unlink(missing_ok=True)
            return
        records = [{"items": list(one.items), "message": one.message} for one in commits]
        write_whole(self._owed_file, json.dumps(records).encode())
