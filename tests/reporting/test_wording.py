from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.reporting.wording import duration, likelihood, percent


@given(st.integers(1, 10_000).flatmap(lambda whole: st.tuples(st.integers(0, whole), st.just(whole))))
def test_only_all_is_a_hundred_percent_and_only_none_is_zero(counts: tuple[int, int]) -> None:
    part, whole = counts
    shown = percent(part, whole)
    assert (shown == "100 %") == (part == whole)
    assert (shown == "0 %") == (part == 0)
    if shown[0].isdigit():
        assert abs(int(shown.split()[0]) - 100 * part / whole) <= 0.5


@given(st.floats(0, 1))
def test_a_confidence_below_one_is_never_shown_as_certain(confidence: float) -> None:
    shown = likelihood(confidence)
    assert (shown == "1.00") == (confidence == 1)
    assert (shown == "0.00") == (confidence == 0)


def test_a_duration_never_shows_sixty_seconds() -> None:
    assert [duration(seconds) for seconds in (0.999, 59.94, 59.96, 119.7, 90_061)] == [
        "1.0 s",
        "59.9 s",
        "1 min 0 s",
        "2 min 0 s",
        "25 h 1 min",
    ]
