from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.matching.calibration import confidences
from goldkeeper.matching.scoring import CURVES, HEARD, IDENTITY, bits, identity, weigh, weight_of

WEIGHTS = st.lists(st.floats(-60, 60), max_size=6)


@given(WEIGHTS)
def test_confidences_and_gone_are_shares_of_one_whole(weights: list[float]) -> None:
    shares, gone = confidences(weights)
    assert all(0.0 <= share <= 1.0 for share in (*shares, gone))
    assert sum(shares) + gone <= 1.0 + 1e-9


@given(st.floats(-30, 30), st.floats(0, 5), WEIGHTS)
def test_more_weight_never_means_less_confidence(weight: float, more: float, others: list[float]) -> None:
    assert confidences([weight + more, *others])[0][0] >= confidences([weight, *others])[0][0] - 1e-12


def test_a_tie_is_never_sure() -> None:
    shares, _ = confidences([20.0, 20.0])
    assert max(shares) < 0.5


def test_without_candidates_a_chunk_is_gone_but_never_surely() -> None:
    assert 0.5 < confidences([])[1] < 0.99


@given(st.dictionaries(st.sampled_from([*CURVES, "what nobody weighs"]), st.floats(0, 1)))
def test_weight_is_the_sum_of_what_is_shown(values: dict[str, float]) -> None:
    evidence = weigh(values)
    assert {part.name for part in evidence} <= {*CURVES, "prior"}
    assert all(abs(part.weight) >= HEARD for part in evidence)
    assert abs(sum(part.weight for part in evidence) - weight_of(values)) <= HEARD * len(CURVES)


def test_what_needs_no_weighing_has_one_part_as_heavy_as_it_is_sure() -> None:
    assert [part.weight for part in identity("the same text")] == [IDENTITY]
    assert confidences([IDENTITY])[0][0] > 0.99


@given(st.sampled_from(sorted(CURVES)), st.floats(0, 1), st.floats(0, 1))
def test_curves_run_one_way(name: str, one: float, other: float) -> None:
    low, high = sorted((one, other))
    rise = bits(CURVES[name], high) - bits(CURVES[name], low)
    assert rise <= 1e-9 if name in {"claimed", "known before", "other operator"} else rise >= -1e-9
