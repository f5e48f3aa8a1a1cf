"""A book of audits in memory; shares no rule with the real one, so that each checks the other."""

from collections.abc import Sequence

from goldkeeper.model.audit_records import AuditRecord, GateOverride, ReadingChange, ReadingVersion, Settlement
from goldkeeper.model.audits import Reading
from goldkeeper.model.errors_audits import AuditExists, AuditUnknown, RowUnknown


class InMemoryAuditBook:
    """`ports.AuditBook` in three lists."""

    def __init__(self) -> None:
        self._records: dict[str, AuditRecord] = {}
        self._versions: dict[str, list[ReadingVersion]] = {}
        self._settled: dict[str, list[Settlement]] = {}
        self._overrides: list[GateOverride] = []

    def keep(self, record: AuditRecord) -> None:
        name = record.draw.name
        if name in self._records:
            raise AuditExists(name)
        self._records[name], self._versions[name], self._settled[name] = record, [], []

    def names(self) -> tuple[str, ...]:
        return tuple(self._records)

    def audit(self, name: str) -> AuditRecord:
        if name not in self._records:
            raise AuditUnknown(name, self.names())
        return self._records[name]

    def take(self, name: str, readings: Sequence[Reading], *, origin: str) -> ReadingChange:
        rows = self.audit(name).draw.rows_by_number
        missing = [reading.row for reading in readings if reading.row not in rows]
        if missing:
            raise RowUnknown(name, str(missing[0]), f"its rows are 1 to {max(rows, default=0)}")
        added, unchanged, changed = [], [], []
        for reading in readings:
            earlier = [one for one in self._versions[name] if _named(one.reading) == _named(reading)]
            stood = earlier[-1].reading if earlier else None
            if stood is not None and _words(stood) == _words(reading):
                unchanged.append(stood)
                continue
            if stood is None:
                added.append(reading)
            else:
                changed.append((reading, stood))
            self._versions[name].append(ReadingVersion(reading, len(earlier) + 1, origin))
        return ReadingChange(tuple(added), tuple(unchanged), tuple(changed))

    def readings(self, name: str) -> tuple[Reading, ...]:
        newest = {_named(one.reading): one.reading for one in self.log(name)}
        return tuple(sorted(newest.values(), key=lambda one: (one.row, one.arbitration, one.judge)))

    def log(self, name: str) -> tuple[ReadingVersion, ...]:
        self.audit(name)
        return tuple(self._versions[name])

    def settle(self, name: str, settlements: Sequence[Settlement]) -> None:
        rows = self.audit(name).draw.rows_by_number
        for one in settlements:
            if one.row not in rows:
                raise RowUnknown(name, str(one.row), f"its rows are 1 to {max(rows, default=0)}")
        self._settled[name] += settlements

    def settlements(self, name: str) -> tuple[Settlement, ...]:
        self.audit(name)
        return tuple(self._settled[name])

    def keep_override(self, override: GateOverride) -> None:
        self._overrides.append(override)

    def overrides(self, release: str | None = None) -> tuple[GateOverride, ...]:
        return tuple(one for one in self._overrides if release in {None, one.release})


def _named(reading: Reading) -> tuple[int, str, bool]:
    return reading.row, reading.judge, reading.arbitration


def _words(reading: Reading) -> tuple[object, ...]:
    return reading.grade, reading.doubt, reading.ambiguous_query, reading.wrong_span
