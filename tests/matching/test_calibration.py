from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.matching.calibration import confidences
from goldkeeper.matching.scoring import CURVES, bits, total, weigh

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


def test_weight_is_the_sum_of_its_parts() -> None:
    evidence = weigh({"place": 1.0, "body": 0.7, "what nobody weighs": 1.0})
    assert [part.name for part in evidence if part.name not in CURVES] == []
    assert total(evidence) == total(()) + sum(part.weight for part in evidence)


@given(st.sampled_from(sorted(CURVES)), st.floats(0, 1), st.floats(0, 1))
def test_curves_run_one_way(name: str, one: float, other: float) -> None:
    low, high = sorted((one, other))
    rise = bits(CURVES[name], high) - bits(CURVES[name], low)
    assert rise <= 1e-9 if name in {"claimed", "known before"} else rise >= -1e-9
