"""From a change to a finished scan: settling, retries, and nothing that is forgotten on the way."""

from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.daemon.lane import Lane, Pace
from goldkeeper.daemon.settling import KEPT_CAUSES, joined

PACE = Pace(quiet=2, max_wait=60, retry=30, max_retry=600)


def a_running_lane(at: float = 0.0) -> Lane:
    return Lane().noted("HEAD changed", at).begun(at + 2, PACE)


def test_a_burst_settles_into_one_scan() -> None:
    lane = Lane()
    for step in range(800):
        lane = lane.noted(f"file {step} changed", step * 0.0001)
    assert lane.due(PACE) == 799 * 0.0001 + 2
    assert lane.burst is not None
    assert len(lane.burst.causes) == KEPT_CAUSES
    lane = lane.begun(3, PACE)
    assert lane.due(PACE) is None
    assert lane.done() == Lane()


def test_changes_without_end_do_not_put_a_scan_off_for_ever() -> None:
    lane = Lane()
    for second in range(200):
        lane = lane.noted("build", float(second))
    assert lane.due(PACE) == 60


def test_a_change_during_a_scan_asks_for_the_next_one() -> None:
    lane = a_running_lane().noted("HEAD changed", 5).done()
    assert lane.due(PACE) == 7


def test_failures_wait_longer_each_time_and_not_without_end() -> None:
    lane, at, waits = a_running_lane(), 0.0, []
    for _ in range(7):
        lane = lane.failed_at(at, PACE)
        due = lane.due(PACE)
        assert due is not None
        waits.append(due - at)
        at = due
        lane = lane.begun(at, PACE)
    assert waits == [30, 60, 120, 240, 480, 600, 600]


def test_the_causes_of_a_failed_scan_wait_for_the_retry() -> None:
    lane = a_running_lane().failed_at(10, PACE)
    assert lane.burst is not None
    assert lane.burst.causes == ("HEAD changed",)
    assert lane.begun(40, PACE).done() == Lane()


def test_a_change_after_a_failure_may_be_its_mending() -> None:
    lane = a_running_lane().failed_at(10, PACE).begun(40, PACE).failed_at(41, PACE)
    assert lane.due(PACE) == 101
    assert lane.noted("gold.jsonl changed", 50).due(PACE) == 71  # not sooner than the first retry
    assert lane.noted("gold.jsonl changed", 75).due(PACE) == 77


def test_what_is_put_off_is_looked_at_when_something_changes() -> None:
    lane = a_running_lane().put_back(10, again=40)
    assert lane.due(PACE) == 40
    assert lane.noted("HEAD changed", 12).due(PACE) == 14
    assert lane.failures == 0


def test_what_has_settled_already_is_due_at_once() -> None:
    due = Lane().noted("start", 100).hurried().due(PACE)
    assert due is not None
    assert due <= 100
    assert Lane().hurried() == Lane()


@given(st.lists(st.floats(0, 1000), min_size=1, max_size=30))
def test_a_wake_up_lies_between_the_quiet_time_and_the_longest_wait(moments: list[float]) -> None:
    moments.sort()
    lane = Lane()
    for at in moments:
        lane = lane.noted("x", at)
    due = lane.due(PACE)
    assert due is not None
    assert due <= moments[0] + PACE.max_wait
    assert due == min(moments[-1] + PACE.quiet, moments[0] + PACE.max_wait)


def test_each_cause_is_kept_once() -> None:
    burst = joined(joined(joined(None, "a", 1), "b", 2), "a", 3)
    assert burst.causes == ("a", "b")
    assert (burst.first, burst.last) == (1, 3)
