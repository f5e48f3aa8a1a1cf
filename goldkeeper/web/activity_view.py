"""What the page of activity prints: the events of the queue, those of one scan in one line."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, islice

MOST_READ = 2_000  # events: a scan asks many questions, and what people said before it is to be seen too
MOST_DEEDS = 200  # lines of the page
MOST_NAMED = 100  # questions that a line links to
ASKED = "asked"


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody did, to one question or to several in one go.

    Attributes:
        numbers: of the questions, at most `MOST_NAMED` of them.
        unnamed: how many more there are.
        why: the reason that was given; empty where the line is about several.
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
        In the order given; questions that one scan asked stand in one line, with the moment of the newest.
    """
    return tuple(islice(_deeds(events), MOST_DEEDS))


def _deeds(events: Iterable[tuple[int, datetime, str, str, str]]) -> Iterable[Deed]:
    for (who, what), run in groupby(events, key=lambda event: (event[2], event[3])):
        held = list(run)
        if what == ASKED and len(held) > 1:
            numbers = sorted({event[0] for event in held})
            named = tuple(numbers[:MOST_NAMED])
            yield Deed(held[0][1], who, what, named, len(numbers) - len(named), "")
        else:
            for number, at, _, _, why in held:
                yield Deed(at, who, what, (number,), 0, why)
