"""Waiting until the gold set has been checked, for pipelines.

What is waited for is fixed when the waiting starts: of a busy repository the newest commit would be
chased without end. A scan of a later commit that holds the wanted one serves as well.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

FIRST_PAUSE = 0.2  # seconds; most waits end at the first look, or after a scan of a second or two
LONGEST_PAUSE = 2.0


class Outcome(StrEnum):
    """How a wait ended."""

    CHECKED = "checked"
    TIMEOUT = "timeout"
    NOBODY = "nobody at work"  # no daemon and no scan under way: nothing would come


@dataclass(frozen=True, slots=True)
class Look:
    """What is seen at one moment.

    Attributes:
        checked: a scan saw what is waited for.
        at_work: a daemon lives, or a scan is under way.
    """

    checked: bool
    at_work: bool


@dataclass(frozen=True, slots=True)
class Waited:
    """How a wait ended, and after how many seconds."""

    outcome: Outcome
    seconds: float


def wait_until_checked(
    look: Callable[[], Look],
    *,
    timeout: float | None,
    patient: bool,
    seconds: Callable[[], float],
    pause: Callable[[float], None],
) -> Waited:
    """Look until it is checked, nobody is at work any more, or time is up.

    Args:
        look: cheap, for it is called every few seconds.
        timeout: seconds; None waits as long as somebody is at work.
        patient: wait on although nobody is at work.
        seconds: a clock that only goes forward.
        pause: lets so many seconds pass.
    """
    began, length = seconds(), FIRST_PAUSE
    idle_before = False
    while True:
        seen = look()
        spent = seconds() - began
        if seen.checked:
            return Waited(Outcome.CHECKED, spent)
        # Seen twice: between the end of a scan and the next sign of a daemon there is a moment.
        if not seen.at_work and idle_before and not patient:
            return Waited(Outcome.NOBODY, spent)
        idle_before = not seen.at_work
        if timeout is not None and spent >= timeout:
            return Waited(Outcome.TIMEOUT, spent)
        rest = timeout - spent if timeout is not None else length
        pause(min(length, rest))
        length = min(length * 1.5, LONGEST_PAUSE)
