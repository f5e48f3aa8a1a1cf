from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.matching.calibration import Confidence
from goldkeeper.matching.verdict import LIKELY_GONE, Asked, Seen, best_first, decide, judge
from goldkeeper.model.chunks import ChunkId, ChunkKind, Span

ASKED = Asked(ChunkId("a.py", Span(1, 9), "run"), ChunkKind.FUNCTION, 80)
SURE = Confidence(0.98, 0.01, 0.01)


def a_candidate(symbol: str = "run", path: str = "a.py", *, same: bool = False, twin: bool = False) -> Seen:
    values = {"tokens": float(same), "body": 0.9, "rare runs": 0.8, "name": 1.0, "path": 1.0}
    return Seen(0, ChunkId(path, Span(1, 9), symbol), "", values, twin=twin, same=same, free=True)


def test_without_candidates_a_chunk_is_gone() -> None:
    verdict = decide(ASKED, [])
    assert verdict.is_gone
    assert verdict.gone > 0.5


def test_gone_is_said_before_it_is_the_likelier_of_the_two() -> None:
    verdict = judge(ASKED, [(a_candidate(), 2.0)], Confidence(0.5, 0.5 * LIKELY_GONE + 0.01, 0.1))
    assert verdict.is_gone
    assert verdict.gone > verdict.ranked[0].confidence


def test_a_twin_is_never_the_answer_however_much_it_weighs() -> None:
    ranked = best_first([(a_candidate("copy", twin=True), 30.0), (a_candidate(), 2.0)])
    verdict = judge(ASKED, ranked, SURE)
    assert not verdict.is_gone
    assert [judged.seen.twin for judged in verdict.ranked] == [False, True]
    assert verdict.ranked[1].confidence == 0.0


def test_two_that_say_the_same_and_nobody_claims_are_ambiguous() -> None:
    ranked = [(a_candidate(path="b.py", same=True), 9.0), (a_candidate(path="c.py", same=True), 2.0)]
    assert judge(ASKED, ranked, SURE).ambiguous
    claimed = replace(ranked[1][0], free=False)
    assert not judge(ASKED, [ranked[0], (claimed, 2.0)], SURE).ambiguous


def test_a_name_alone_is_ambiguous() -> None:
    named = replace(a_candidate(), values={**a_candidate().values, "body": 0.2})
    likely = Confidence(0.9, 0.05, 0.05)
    assert judge(ASKED, [(named, 5.0)], likely).ambiguous
    assert not judge(ASKED, [(a_candidate(), 5.0)], likely).ambiguous
    assert not judge(ASKED, [(named, 5.0)], SURE).ambiguous
    elsewhere = a_candidate(path="b.py")
    stranger = replace(elsewhere, values={**elsewhere.values, "body": 0.2, "rare runs": 0.1})
    assert judge(ASKED, [(stranger, 5.0)], SURE).ambiguous


def test_what_is_hardly_surer_than_not_is_ambiguous() -> None:
    assert judge(ASKED, [(a_candidate(), 1.0)], Confidence(0.55, 0.2, 0.25)).ambiguous


@given(st.permutations([(a_candidate(f"f{n}"), float(n)) for n in range(5)]))
def test_the_order_of_candidates_changes_nothing(weighed: list[tuple[Seen, float]]) -> None:
    verdict = judge(ASKED, best_first(weighed), SURE)
    assert [judged.seen.chunk_id.symbol for judged in verdict.ranked] == ["f4", "f3", "f2", "f1", "f0"]
    assert verdict.ranked[0].margin == 1.0


@given(st.lists(st.floats(-30, 30), min_size=1, max_size=6), st.floats(0, 1), st.floats(0, 1))
def test_confidences_of_all_candidates_and_gone_are_shares_of_one_whole(
    weights: list[float], first: float, gone: float
) -> None:
    gone *= 1 - first
    ranked = best_first((a_candidate(f"f{n}"), weight) for n, weight in enumerate(weights))
    verdict = judge(ASKED, ranked, Confidence(first, gone, 1 - first - gone))
    assert sum(judged.confidence for judged in verdict.ranked) + verdict.gone <= 1.0 + 0.001
    assert all(judged.confidence <= verdict.ranked[0].confidence + 1e-9 for judged in verdict.ranked)
