"""A book of audits in which nothing is written: what an import would do."""

from collections.abc import Sequence

from goldkeeper.model.audit_records import AuditRecord, ReadingChange, ReadingVersion
from goldkeeper.model.audits import Reading
from goldkeeper.ports import AuditBook

_Named = tuple[int, bool, str]


class TrialBook:
    """The readings of a book, with more of them taken in here and nowhere else; see `ports.AuditReadings`."""

    def __init__(self, book: AuditBook) -> None:
        self._book = book
        self._taken: dict[str, list[ReadingVersion]] = {}

    def names(self) -> tuple[str, ...]:
        """The audits, oldest first."""
        return self._book.names()

    def audit(self, name: str) -> AuditRecord:
        """One audit; raises AuditUnknown."""
        return self._book.audit(name)

    def readings(self, name: str) -> tuple[Reading, ...]:
        """The readings that would stand, by row, judge, arbitration last."""
        standing = {_named(one.reading): one.reading for one in self.log(name)}
        return tuple(standing[key] for key in sorted(standing))

    def log(self, name: str) -> tuple[ReadingVersion, ...]:
        """Every version that there would be, in the order in which they came."""
        return (*self._book.log(name), *self._taken.get(name, ()))

    def take(self, name: str, readings: Sequence[Reading], *, origin: str) -> ReadingChange:
        """Say what taking readings in would do."""
        standing = {_named(one.reading): one for one in self.log(name)}
        added: list[Reading] = []
        unchanged: list[Reading] = []
        changed: list[tuple[Reading, Reading]] = []
        for reading in readings:
            before = standing.get(_named(reading))
            if before is not None and says(before.reading) == says(reading):
                unchanged.append(before.reading)
                continue
            if before is None:
                added.append(reading)
            else:
                changed.append((reading, before.reading))
            version = ReadingVersion(reading, 1 if before is None else before.version + 1, origin)
            standing[_named(reading)] = version
            self._taken.setdefault(name, []).append(version)
        return ReadingChange(tuple(added), tuple(unchanged), tuple(changed))


def says(reading: Reading) -> tuple[object, ...]:
    """What makes two readings the same; when it was said is no part of it."""
    return reading.grade, reading.doubt, reading.ambiguous_query, reading.wrong_span


def _named(reading: Reading) -> _Named:
    return reading.row, reading.arbitration, reading.judge
