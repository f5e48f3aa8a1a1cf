"""When people may be spoken to."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.telling import FAILING_GRACE, Manners, Memory, News, NewsKind, QuietHours
from tests.builders import NOON

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = QuietHours(time(20), time(7), BERLIN)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN).astimezone(UTC)


@pytest.mark.parametrize(
    ("moment", "quiet"),
    [
        ("2026-03-14 19:59", False),
        ("2026-03-14 20:00", True),
        ("2026-03-15 03:00", True),
        ("2026-03-15 06:59", True),
        ("2026-03-15 07:00", False),
    ],
)
def test_a_night_goes_over_midnight(moment: str, quiet: bool) -> None:
    assert NIGHT.covers(at(moment)) is quiet


def test_hours_of_one_day_end_on_that_day() -> None:
    lunch = QuietHours(time(12), time(13), UTC)

    assert lunch.over(NOON) == NOON + timedelta(hours=1)
    assert lunch.over(NOON - timedelta(minutes=1)) == NOON - timedelta(minutes=1)


@pytest.mark.parametrize(
    ("evening", "morning"),
    [
        ("2026-03-28 22:00", "2026-03-29 07:00"),  # summer time begins in between
        ("2026-10-24 22:00", "2026-10-25 07:00"),  # and ends
        ("2026-10-25 02:30", "2026-10-25 07:00"),  # within the hour that comes twice
    ],
)
def test_quiet_hours_end_by_the_clock_on_the_wall_when_it_is_put_forward_or_back(evening: str, morning: str) -> None:
    assert NIGHT.over(at(evening)) == at(morning)


@given(st.datetimes(min_value=datetime(2020, 1, 1), max_value=datetime(2030, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001
def test_after_quiet_hours_it_is_never_quiet_and_never_earlier(moment: datetime) -> None:
    over = NIGHT.over(moment)

    assert over >= moment
    assert not NIGHT.covers(over)
    assert over - moment <= timedelta(hours=13)


def test_a_gap_that_ends_at_night_is_waited_out_till_the_morning() -> None:
    manners = Manners(quiet=NIGHT, gap=timedelta(hours=1))
    spoke = Memory(spoke=at("2026-03-14 19:30"))

    assert manners.may_speak_at(spoke, at("2026-03-14 19:40")) == at("2026-03-15 07:00")
    assert manners.may_speak_at(Memory(), at("2026-03-14 19:40")) == at("2026-03-14 19:40")


def test_a_failure_ripens_and_all_else_is_news_at_once() -> None:
    assert News(NewsKind.SCAN_FAILING, "k", NOON, "x").ripe == NOON + FAILING_GRACE
    assert News(NewsKind.GATE_FAILED, "k", NOON, "x").ripe == NOON
