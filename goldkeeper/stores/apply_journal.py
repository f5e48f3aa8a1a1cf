"""What an application is about to write, so that one which was killed half-way is finished and not done twice."""

import json
from pathlib import Path

from goldkeeper.ports import PendingApplication
from goldkeeper.stores.atomic import write_whole


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
