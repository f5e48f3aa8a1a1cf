"""The timetable: which run is due, by the calendar of a place.

APScheduler's cron trigger says when an expression fires; its scheduler is not used. That would keep
jobs in memory or as pickles, sleep by a clock that stands still while the machine does, and run a
job twice when two of it share a database. Here a run is a *slot*, the moment it was due. Given the
last slot that was claimed and the present moment, `due_slot` answers the one to run now. However
many were missed by sleep, downtime or a clock that was set, they are made up for once.

The trigger reads wall clocks alone (in UTC, where no hour is missing); what they mean in the zone is
decided here, since the trigger fires twice in an hour that comes twice, and drops the day when it is
midnight that clocks leave out. A fixed time in a doubled hour counts once, the first time; one that is
left out comes at its place in elapsed time (02:30 becomes 03:30). An expression for every hour goes by
elapsed time. And in cron 0 and 7 are Sunday, where to the trigger 0 is Monday.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from zoneinfo import ZoneInfo

from apscheduler.triggers.cron import CronTrigger

from goldkeeper.model.errors import BadRequest

_WEEKDAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat", "sun")
_FIELDS = 5
_JUST_AFTER = timedelta(microseconds=1)
_LONGEST_CHANGE = timedelta(hours=3)  # that clocks make; Troll station's is two hours
# How far back slots are looked for, the newest stretch first: of a job of every minute that slept for a
# year half a million are missed and one counts.
_STRETCHES = (timedelta(hours=6), timedelta(days=8), timedelta(days=400), timedelta(days=3700))


class Cron:
    """A cron expression in the hours of a time zone."""

    def __init__(self, expression: str, zone: str) -> None:
        fields = expression.split()
        self._zone = ZoneInfo(zone)
        where = f"timetable cron {expression!r}"
        if len(fields) != _FIELDS:
            raise BadRequest(
                where, f"{len(fields)} fields", "write five: minute, hour, day of month, month, day of week"
            )
        try:
            self._trigger = CronTrigger(
                minute=fields[0],
                hour=fields[1],
                day=fields[2],
                month=fields[3].lower(),
                day_of_week=_by_name(fields[4].lower()),
                timezone=UTC,
            )
        except (ValueError, IndexError) as problem:
            raise BadRequest(where, str(problem), "correct the field") from None
        self._every_hour = fields[1] in {"*", "*/1", "0-23"}

    def after(self, moment: datetime) -> Iterator[datetime]:
        """Slots after a moment, in UTC, each once and later than the one before."""
        last = moment.astimezone(UTC)
        wall = last.astimezone(self._zone).replace(tzinfo=UTC) - _LONGEST_CHANGE
        waiting: list[datetime] = []  # around a change, later wall clocks may mean earlier moments
        while (found := self._trigger.get_next_fire_time(None, wall)) is not None:
            wall = found + _JUST_AFTER
            first, second = (found.replace(tzinfo=self._zone, fold=fold).astimezone(UTC) for fold in (0, 1))
            while waiting and waiting[0] <= min(first, second):
                slot = heappop(waiting)
                if slot > last:
                    last = slot
                    yield slot
            if not self._every_hour or first == second:
                heappush(waiting, first)
            elif first < second:
                heappush(waiting, first)
                heappush(waiting, second)
        yield from sorted(slot for slot in set(waiting) if slot > last)


def due_slot(cron: Cron, last: datetime, now: datetime) -> datetime | None:
    """The newest slot after the last one that has come; None when none has.

    Args:
        cron: when the job runs.
        last: its last slot, or the moment it was declared.
        now: the present; earlier than `last` when the clock was set back.
    """
    for stretch in _STRETCHES:
        start = max(min(last, now), now - stretch)
        due = None
        for slot in cron.after(start):
            if slot > now:
                break
            due = slot
        if due is not None or start == last:
            return due
    return None


def next_slot(cron: Cron, now: datetime) -> datetime | None:
    """The first slot after the present; None for a day that never comes (`0 0 30 2 *`)."""
    return next(cron.after(now), None)


def _by_name(field: str) -> str:
    """Days of the week by name, since their numbers mean others to the trigger.

    >>> _by_name("1-5"), _by_name("0,6"), _by_name("*"), _by_name("5-7"), _by_name("mon")
    ('mon-fri', 'sun,sat', '*', 'fri-sun', 'mon')
    """
    parts = []
    for part in field.split(","):
        span, slash, step = part.partition("/")
        ends = re.fullmatch(r"([0-7])-([0-7])", span)
        if ends and (ends[1] == "0" or slash):  # the trigger's week starts with Monday
            days = range(int(ends[1]), int(ends[2]) + 1, int(step) if slash else 1)
            parts += list(dict.fromkeys(_WEEKDAYS[day] for day in days))
            continue
        parts.append(re.sub(r"[0-7]", lambda found: _WEEKDAYS[int(found[0])], span) + slash + step)
    return ",".join(parts)
