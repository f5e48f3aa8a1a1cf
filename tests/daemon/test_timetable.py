"""Runs by the calendar: missed ones once, and the hours that clocks leave out or show twice."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise, takewhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.daemon.timetable import Cron, due_slot, next_slot
from goldkeeper.model.errors import BadRequest


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def slots(cron: str, zone: str, start: str, hours: float) -> list[str]:
    """Slots of a stretch, in UTC, `day hour:minute`."""
    first = moment(start)
    found = takewhile(lambda slot: slot <= first + timedelta(hours=hours), Cron(cron, zone).after(first))
    return [f"{slot:%d %H:%M}" for slot in found]


# Europe: 2026-03-29 02:00 → 03:00 at 01:00 UTC; 2026-10-25 03:00 → 02:00 at 01:00 UTC.
# America: 2026-03-08 02:00 → 03:00 at 07:00 UTC; 2026-11-01 02:00 → 01:00 at 06:00 UTC.
@pytest.mark.parametrize(
    ("zone", "cron", "start", "expected"),
    [
        pytest.param(
            "Europe/Berlin", "30 2 * * *", "2026-03-28T12:00", ["29 01:30", "30 00:30"], id="left out, Europe"
        ),
        pytest.param("Europe/Berlin", "0 3 * * *", "2026-03-28T12:00", ["29 01:00", "30 01:00"], id="the hour after"),
        pytest.param("Europe/Berlin", "30 2 * * *", "2026-10-24T12:00", ["25 00:30", "26 01:30"], id="twice, Europe"),
        pytest.param("Europe/Berlin", "0 3 * * *", "2026-10-24T12:00", ["25 02:00", "26 02:00"], id="after twice"),
        pytest.param("America/New_York", "30 2 * * *", "2026-03-07T12:00", ["08 07:30", "09 06:30"], id="left out, US"),
        pytest.param("America/New_York", "30 1 * * *", "2026-10-31T12:00", ["01 05:30", "02 06:30"], id="twice, US"),
        pytest.param(
            "Australia/Lord_Howe", "15 2 * * *", "2026-10-03T00:00", ["03 15:45", "04 15:15"], id="half an hour"
        ),
    ],
)
def test_a_daily_run_is_neither_doubled_nor_dropped_when_clocks_change(
    zone: str, cron: str, start: str, expected: list[str]
) -> None:
    assert slots(cron, zone, start, 44) == expected


@pytest.mark.parametrize("start", ["2026-03-28T20:00", "2026-10-24T20:00"])
def test_an_hourly_run_comes_every_hour_of_elapsed_time(start: str) -> None:
    found = slots("0 * * * *", "Europe/Berlin", start, 12)
    assert len(found) == 12
    assert len(set(found)) == 12


def test_when_clocks_leave_out_midnight_the_day_has_its_run() -> None:
    assert slots("0 0 * * *", "Africa/Cairo", "2026-04-22T12:00", 60) == ["22 22:00", "23 22:00", "24 21:00"]


def test_quarters_of_the_missing_hour_and_of_the_next_are_all_run() -> None:
    found = slots("*/15 2,3 * * *", "Europe/Berlin", "2026-03-28T22:00", 6)
    assert found == ["29 01:00", "29 01:15", "29 01:30", "29 01:45"]


def test_a_list_that_names_the_missing_hour_and_the_next_runs_once_there() -> None:
    assert slots("30 2,3 * * *", "Europe/Berlin", "2026-03-28T22:00", 6) == ["29 01:30"]


@given(
    st.sampled_from(["Europe/Berlin", "America/New_York", "America/Santiago", "Australia/Lord_Howe", "Africa/Cairo"]),
    st.integers(0, 23),
    st.integers(0, 59),
    st.integers(1, 360),
)
def test_in_any_year_and_zone_there_is_one_run_for_each_day(zone: str, hour: int, minute: int, day: int) -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day)
    found = list(
        takewhile(lambda slot: slot <= start + timedelta(days=10), Cron(f"{minute} {hour} * * *", zone).after(start))
    )
    assert len(found) >= 9
    gaps = [(later - earlier).total_seconds() / 3600 for earlier, later in pairwise(found)]
    assert all(22 <= gap <= 26 for gap in gaps)  # a dropped day would be 48, a doubled one 1


def test_runs_that_were_slept_through_are_made_up_for_once() -> None:
    cron = Cron("0 3 * * *", "UTC")
    now = moment("2026-05-10T08:00")
    assert due_slot(cron, moment("2026-05-01T03:00"), now) == moment("2026-05-10T03:00")
    assert due_slot(cron, moment("2026-05-10T03:00"), now) is None


def test_a_run_of_a_month_ago_is_still_owed() -> None:
    cron = Cron("0 0 1 * *", "UTC")
    assert due_slot(cron, moment("2026-03-15T00:00"), moment("2026-04-28T00:00")) == moment("2026-04-01T00:00")
    assert due_slot(cron, moment("2023-03-15T00:00"), moment("2026-04-28T00:00")) == moment("2026-04-01T00:00")


def test_a_clock_that_was_set_back_does_not_stop_the_runs() -> None:
    cron = Cron("0 * * * *", "UTC")
    assert due_slot(cron, moment("2027-01-01T00:00"), moment("2026-01-01T00:30")) is None
    assert due_slot(cron, moment("2027-01-01T00:00"), moment("2026-01-01T01:00")) is None
    assert due_slot(cron, moment("2026-01-01T00:30"), moment("2026-01-01T01:00")) == moment("2026-01-01T01:00")


@pytest.mark.parametrize("field", ["0", "7", "sun", "SUN"])
def test_sunday_is_the_sunday_of_cron(field: str) -> None:
    slot = next_slot(Cron(f"0 12 * * {field}", "UTC"), moment("2026-11-30T00:00"))
    assert slot is not None
    assert slot == moment("2026-12-06T12:00")


@pytest.mark.parametrize(
    ("field", "days"), [("1-5", 5), ("0-6", 7), ("0-2", 3), ("5-7", 3), ("6,0", 2), ("*", 7), ("1-5/2", 3), ("*/2", 4)]
)
def test_days_of_the_week_are_counted_as_cron_counts_them(field: str, days: int) -> None:
    found = takewhile(
        lambda slot: slot < moment("2026-12-08T00:00"),
        Cron(f"0 12 * * {field}", "UTC").after(moment("2026-12-01T00:00")),
    )
    assert len(list(found)) == days


def test_a_day_that_never_comes_is_seen() -> None:
    assert next_slot(Cron("0 0 30 2 *", "UTC"), moment("2026-01-01T00:00")) is None


@pytest.mark.parametrize("cron", ["0 3 * *", "0 3 * * * *", "61 3 * * *", "a b c d e", "0 3 * * someday"])
def test_what_is_no_expression_is_refused_in_a_sentence(cron: str) -> None:
    with pytest.raises(BadRequest, match="timetable cron"):
        Cron(cron, "UTC")
