import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.matching.calibration import FIRST, GONE, SURE, SURE_GONE, confidence_of, shares_of_rest
from goldkeeper.matching.fitted import OUTLOOK, RELIABILITY

OUTLOOKS = st.dictionaries(st.sampled_from([*OUTLOOK, "first: what nobody reads"]), st.floats(-30, 30))
WEIGHTS = st.lists(st.floats(-60, 60), max_size=6)


@given(OUTLOOKS)
def test_first_gone_and_neither_are_shares_of_one_whole(outlook: dict[str, float]) -> None:
    found = confidence_of(outlook)
    assert all(share >= 0.0 for share in found)
    assert sum(found) <= 1.0 + 1e-9
    assert found.first <= SURE
    assert found.gone <= SURE_GONE


@given(st.floats(0, 1), WEIGHTS)
def test_what_neither_leaves_is_shared_and_never_exceeded(rest: float, weights: list[float]) -> None:
    shares = shares_of_rest(rest, weights)
    assert len(shares) == len(weights)
    assert sum(shares) <= rest + 1e-9


def test_of_those_behind_the_heavier_has_more() -> None:
    heavy, light = shares_of_rest(0.5, [3.0, 1.0])
    assert heavy == pytest.approx(4 * light)


def test_without_candidates_a_chunk_is_gone_but_never_surely() -> None:
    found = confidence_of({GONE + "gone": 20.0, GONE + "size": 0.5})
    assert found.first == 0.0
    assert 0.5 < found.gone <= SURE_GONE


@given(st.floats(-19, 15), st.floats(0, 5))
def test_a_larger_margin_never_means_less_confidence(margin: float, more: float) -> None:
    narrow, wide = ({FIRST + "margin": one, FIRST + "odds": 2.0, GONE + "gone": 0.0} for one in (margin, margin + more))
    assert confidence_of(wide).first >= confidence_of(narrow).first - 1e-9


def test_what_was_said_with_more_confidence_was_right_more_often() -> None:
    shares = [right for low, _, _, right in RELIABILITY if low >= 0.7]
    assert shares == sorted(shares)
    assert all(abs(right - (low + high) / 2) < 0.1 for low, high, _, right in RELIABILITY if low >= 0.7)
