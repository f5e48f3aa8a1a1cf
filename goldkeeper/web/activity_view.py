"""What the page of activity prints: the events of the queue, those of one scan in one line."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, islice

MOST_READ = 2_000  # events: a scan asks many questions, and what people said before it is to be seen too
MOST_DEEDS = 200  # lines of the page
MOST_NAMED = 100  # questions that a line links to
OF_SCANS = frozenset({"asked", "reworded", "superseded"})  # what a scan does to many questions in one go


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody did, to one question or to several in one go.

    Attributes:
        numbers: of the questions, at most `MOST_NAMED` of them.
        unnamed: how many more there are.
        why: the reason that was given; empty where several have different ones.
    """

    at: datetime
    who: str
    what: str
    numbers: tuple[int, ...]
    unnamed: int
    why: str


def deeds_of(events: Iterable[tuple[int, datetime, str, str, str]]) -> tuple[Deed, ...]:
    """Lines of the page, at most `MOST_DEEDS`.

    Args:
        events: number of the question, when, who, what, why; newest first.

    Returns:
        In the order given; what one scan did to its questions is one line a kind, with the moment of the newest.
    """
    return tuple(islice(_deeds(events), MOST_DEEDS))


def _deeds(events: Iterable[tuple[int, datetime, str, str, str]]) -> Iterable[Deed]:
    for (who, is_scan), run in groupby(events, key=lambda event: (event[2], event[3] in OF_SCANS)):
        held = list(run)
        if not is_scan:
            yield from (Deed(at, who, what, (number,), 0, why) for number, at, _, what, why in held)
            continue
        for what in dict.fromkeys(event[3] for event in held):
            same = [event for event in held if event[3] == what]
            numbers, reasons = sorted({event[0] for event in same}), {event[4] for event in same}
            named = tuple(numbers[:MOST_NAMED])
            why = reasons.pop() if len(reasons) == 1 else ""
            yield Deed(same[0][1], who, what, named, len(numbers) - len(named), why)
