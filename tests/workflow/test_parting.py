"""One answer in which different queries go different ways."""

import pytest

from goldkeeper.model.errors import BadRequest, NoTarget
from goldkeeper.model.gold import Grade, QueryId
from goldkeeper.model.reviews import Answer, Decision
from goldkeeper.workflow.parting import Part
from goldkeeper.workflow.review import accept, amend, reject
from goldkeeper.workflow.wishes import Sitting, Wish
from tests.builders import NOON, a_candidate, a_chunk, a_chunk_id, a_digest, a_gold_pair, a_match, a_proposal
from tests.fakes import InMemoryQueue

OLD = "src/cart.py:3-7:Cart.total"
BASKET = "src/basket.py:10-14:Basket.total"
OTHER = "src/cart.py:9-13:Cart.tax"
TROLLEY = "src/trolley.py:1-5:Trolley.total"


def q(*names: str) -> tuple[QueryId, ...]:
    return tuple(map(QueryId, names))


def goes(query: str, *chunks: str, grade: int | None = None) -> Part:
    return Part(q(query), tuple((a_chunk_id(one), None if grade is None else Grade(grade)) for one in chunks))


def answered(wish: Wish, *queries: str) -> Decision:
    """What becomes of an item with these queries."""
    queue = InMemoryQueue()
    pairs = [a_gold_pair(OLD, query_id=one) for one in queries or ("q1", "q2", "q3")]
    moved = a_chunk("Basket.total", path="src/basket.py", start=10)
    queue.add([a_proposal(OLD, match=a_match(OLD, a_candidate(moved)), pairs=pairs)], scan="s1", now=NOON)
    known = {moved.id: moved.digest}
    sitting = Sitting(queue, "ada", lambda: NOON, lambda one: known.get(one, a_digest(str(one))))
    amend(queue.items(), sitting, wish, singly=True)
    decision = queue.item(1).decision
    assert decision is not None
    return decision


def ways(decision: Decision) -> dict[str, list[str]]:
    assert decision.queries is not None
    return {one: [str(target.chunk_id) for target in decision.targets_for(one)] for one in decision.queries}


def test_each_query_goes_its_own_way_in_one_answer() -> None:
    decision = answered(Wish(parts=(goes("q1", BASKET), goes("q2", TROLLEY, grade=1), goes("q3"))))
    assert decision.answer is Answer.AMEND
    assert ways(decision) == {"q1": [BASKET], "q2": [TROLLEY], "q3": []}
    assert decision.targets_for(QueryId("q2"))[0].grade == 1


def test_what_no_part_names_goes_the_way_of_the_rest() -> None:
    decision = answered(Wish(candidate=1, parts=(goes("q2", TROLLEY),)))
    assert ways(decision) == {"q1": [BASKET], "q2": [TROLLEY], "q3": [BASKET]}


def test_without_a_way_for_the_rest_it_is_asked_again() -> None:
    assert ways(answered(Wish(parts=(goes("q1", BASKET), goes("q2", TROLLEY))))) == {"q1": [BASKET], "q2": [TROLLEY]}


def test_the_rest_may_be_some_queries_alone() -> None:
    wish = Wish(targets=((a_chunk_id(BASKET), None),), queries=q("q1"), parts=(goes("q2", TROLLEY),))
    assert ways(answered(wish)) == {"q1": [BASKET], "q2": [TROLLEY]}


def test_a_query_may_get_several_successors() -> None:
    decision = answered(Wish(parts=(goes("q1", BASKET), goes("q1", TROLLEY), goes("q2", BASKET))))
    assert ways(decision) == {"q1": [BASKET, TROLLEY], "q2": [BASKET]}


def test_parts_that_all_go_one_way_are_a_plain_answer() -> None:
    decision = answered(Wish(parts=(goes("q1", BASKET), goes("q2", BASKET))), "q1", "q2")
    assert (decision.queries, decision.parted) == (None, False)


def test_parts_that_name_nothing_take_the_pairs_out_of_the_gold_set() -> None:
    decision = answered(Wish(parts=(goes("q1"),)))
    assert (decision.answer, decision.queries, decision.targets) == (Answer.RETIRE, q("q1"), ())


def test_a_chunk_may_keep_its_place_for_some_when_all_are_told_where_to_go() -> None:
    decision = answered(Wish(parts=(goes("q1", OLD), goes("q2", BASKET))), "q1", "q2")
    assert ways(decision) == {"q1": [OLD], "q2": [BASKET]}
    with pytest.raises(NoTarget, match="keeps its place"):
        answered(Wish(parts=(goes("q1", OLD), goes("q2", BASKET))))


@pytest.mark.parametrize(
    ("wish", "problem"),
    [
        (Wish(parts=(goes("q7", BASKET),)), "query q7 has no pair here; its queries: q1, q2, q3"),
        (Wish(queries=q("q7"), candidate=1, parts=(goes("q1", TROLLEY),)), "query q7 has no pair here"),
        (Wish(queries=q("q1"), parts=(goes("q2", TROLLEY),)), "nothing says what"),
    ],
)
def test_what_makes_no_sense_is_told(wish: Wish, problem: str) -> None:
    with pytest.raises((NoTarget, BadRequest), match=problem):
        answered(wish)


def two_of_one_cause() -> tuple[InMemoryQueue, Sitting]:
    """Two questions: the first answers q1 and q2, the second q2 and q3."""
    queue = InMemoryQueue()
    found = []
    for chunk, queries in ((OLD, ("q1", "q2")), (OTHER, ("q2", "q3"))):
        pairs = [a_gold_pair(chunk, query_id=one) for one in queries]
        found.append(a_proposal(chunk, match=a_match(chunk, a_candidate(BASKET)), pairs=pairs))
    queue.add(found, scan="s1", now=NOON)
    return queue, Sitting(queue, "ada", lambda: NOON, lambda one: a_digest(str(one)))


def ways_of(queue: InMemoryQueue, number: int) -> dict[str, list[str]]:
    decision = queue.item(number).decision
    assert decision is not None
    return {
        query: [str(target.chunk_id) for target in decision.targets_for(query)]
        for query in queue.item(number).proposal.query_ids
        if decision.queries is None or query in decision.queries
    }


def test_a_whole_group_is_parted_by_query_and_each_goes_where_its_own_queries_go() -> None:
    queue, sitting = two_of_one_cause()
    parts = (goes("q2", BASKET), goes("q3", TROLLEY))
    outcome = amend(queue.items(), sitting, Wish(targets=((a_chunk_id(OTHER), None),), parts=parts), singly=False)
    assert outcome.skipped == ()
    assert ways_of(queue, 1) == {"q1": [OTHER], "q2": [BASKET]}
    assert ways_of(queue, 2) == {"q2": [BASKET], "q3": [TROLLEY]}


def test_of_a_group_those_without_a_named_query_are_left_out_where_nothing_is_said_of_the_rest() -> None:
    queue, sitting = two_of_one_cause()
    outcome = amend(queue.items(), sitting, Wish(parts=(goes("q3", TROLLEY),)), singly=False)
    assert [item.number for item in outcome.answered] == [2]
    assert "no query of it was named" in str(outcome.skipped[0].problem)


def test_a_query_that_none_of_a_group_has_is_told() -> None:
    queue, sitting = two_of_one_cause()
    with pytest.raises(BadRequest, match="q9"):
        amend(queue.items(), sitting, Wish(parts=(goes("q9", TROLLEY),)), singly=False)


def test_only_an_amendment_parts_queries() -> None:
    queue, sitting = two_of_one_cause()
    for deed in (accept, reject):
        with pytest.raises(BadRequest):
            deed(queue.items(), sitting, Wish(parts=(goes("q1", BASKET),)), singly=True)
