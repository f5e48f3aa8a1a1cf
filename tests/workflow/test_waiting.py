"""A pipeline waits for a check, and not for nothing."""

from collections.abc import Sequence

import pytest

from goldkeeper.workflow.waiting import FIRST_PAUSE, LONGEST_PAUSE, Look, Outcome, Waited, wait_until_checked

CHECKED, BUSY, IDLE = Look(checked=True, at_work=True), Look(checked=False, at_work=True), Look(False, False)


class Clock:
    """Goes forward by what is paused."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pauses: list[float] = []

    def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds


def wait(clock: Clock, looks: Sequence[Look], *, timeout: float | None = 60.0, patient: bool = False) -> Waited:
    """The last look is seen for ever."""
    seen = iter(looks)
    return wait_until_checked(
        lambda: next(seen, looks[-1]),
        timeout=timeout,
        patient=patient,
        seconds=lambda: clock.now,
        pause=clock.pause,
    )


def test_what_is_checked_already_is_not_waited_for() -> None:
    clock = Clock()

    assert wait(clock, [CHECKED]) == Waited(Outcome.CHECKED, 0.0)
    assert clock.pauses == []


def test_a_scan_under_way_is_waited_for_and_looks_become_rarer() -> None:
    clock = Clock()

    assert wait(clock, [*[BUSY] * 20, CHECKED]).outcome is Outcome.CHECKED
    assert clock.pauses[0] == FIRST_PAUSE
    assert max(clock.pauses) == clock.pauses[-1] == LONGEST_PAUSE


def test_where_nobody_is_at_work_it_says_so_at_the_second_look() -> None:
    clock = Clock()

    assert wait(clock, [IDLE]) == Waited(Outcome.NOBODY, FIRST_PAUSE)


def test_a_moment_between_two_signs_of_life_is_not_nobody() -> None:
    assert wait(Clock(), [IDLE, BUSY, IDLE, BUSY, CHECKED]).outcome is Outcome.CHECKED


def test_who_is_patient_waits_till_time_is_up() -> None:
    clock = Clock()

    waited = wait(clock, [IDLE], timeout=7.0, patient=True)

    assert waited.outcome is Outcome.TIMEOUT
    assert waited.seconds == pytest.approx(7.0)
    assert wait(Clock(), [IDLE, IDLE, IDLE, CHECKED], patient=True).outcome is Outcome.CHECKED


def test_no_time_at_all_is_one_look() -> None:
    clock = Clock()

    assert wait(clock, [BUSY], timeout=0.0) == Waited(Outcome.TIMEOUT, 0.0)
    assert clock.pauses == []
