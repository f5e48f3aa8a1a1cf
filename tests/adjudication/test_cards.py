"""The queue as cards in the order of work."""

from dataclasses import replace
from datetime import timedelta

from goldkeeper.adjudication.cards import Card, make_cards, oddities
from goldkeeper.adjudication.worth import Gains, Stakes
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.gold import GoldPair
from goldkeeper.model.proposals import Action, RemapProposal
from goldkeeper.model.reviews import Answer, ItemState, ReviewItem
from goldkeeper.model.staleness import Edit, Staleness
from tests.builders import (
    NOON,
    a_candidate,
    a_chunk_id,
    a_decision,
    a_drift,
    a_gold_pair,
    a_match,
    a_proposal,
    a_review_item,
)

A, B, C = (f"src/{name}.py:1-4:f" for name in "abc")


def asked(chunk: str, *pairs: GoldPair, **more: object) -> RemapProposal:
    return a_proposal(chunk, match=a_match(chunk, a_candidate(), a_candidate(B, margin=-6.0)), pairs=pairs, **more)  # type: ignore[arg-type]  # builder's options


def worth(proposal: RemapProposal, *pairs: GoldPair, also_asked: tuple[str, ...] = ()) -> float:
    ids = {proposal.chunk_id, *(a_chunk_id(text) for text in also_asked)}
    return round(Stakes(Gains(pairs), ids).worth(proposal).queries, 2)


def test_the_only_gold_of_a_query_is_worth_the_whole_query() -> None:
    pair = a_gold_pair(A)
    assert worth(asked(A, pair), pair) == 1.0
    assert Stakes(Gains([pair]), [pair.chunk_id]).worth(asked(A, pair)).reason == "the only gold of query q1"


def test_a_chunk_is_worth_its_share_of_what_the_query_can_gain() -> None:
    pairs = (a_gold_pair(A, grade=3), a_gold_pair(B, grade=1))
    assert worth(asked(A, pairs[0]), *pairs) == 0.88
    assert worth(asked(B, pairs[1]), *pairs) == 0.12


def test_a_chunk_of_many_queries_is_worth_all_of_them() -> None:
    pairs = (a_gold_pair(A), a_gold_pair(A, query_id="q2"))
    assert worth(asked(A, *pairs), *pairs) == 2.0


def test_an_id_that_still_names_something_is_worth_less_than_a_dead_one() -> None:
    pair = a_gold_pair(A)
    edited = a_drift(DriftKind.EDITED, chunk=A)
    stays = a_match(A, change=ChangeKind.SAME)
    doubt = a_proposal(A, drift=edited, match=stays, pairs=[pair], edit=Edit(Staleness.BEHAVIOUR))
    assert worth(doubt, pair) == 0.5
    assert worth(replace(doubt, edit=Edit(Staleness.REFORMATTED)), pair) == 0.1


def test_judged_and_not_relevant_is_worth_nothing() -> None:
    pair = a_gold_pair(A, grade=0)
    assert worth(asked(A, pair), pair) == 0.0


def test_a_query_without_any_gold_that_is_not_asked_about_is_named() -> None:
    pairs = (a_gold_pair(A, grade=2), a_gold_pair(B, grade=2))
    both = {a_chunk_id(A), a_chunk_id(B)}
    assert Stakes(Gains(pairs), both).worth(asked(A, pairs[0])).reason == "query q1 has no sure gold left"
    assert Stakes(Gains(pairs), {a_chunk_id(A)}).worth(asked(A, pairs[0])).reason == ""


def cards(*items: ReviewItem, **more: object) -> tuple[Card, ...]:
    pairs = [pair for item in items for pair in item.proposal.pairs]
    return make_cards(items, Gains(pairs), **more)  # type: ignore[arg-type]  # the function's own options


def test_cards_come_by_worth_then_by_held_releases_then_by_age() -> None:
    little = a_review_item(1, group="g1", proposal=asked(A, a_gold_pair(A, grade=0)))
    much = a_review_item(2, group="g2", proposal=asked(B, a_gold_pair(B)))
    held = a_review_item(3, group="g3", proposal=asked(C, a_gold_pair(C, grade=0)))
    assert [card.group for card in cards(little, much, held)] == ["g2", "g1", "g3"]
    assert [card.group for card in cards(little, held, much, holding={a_chunk_id(C)})] == ["g2", "g3", "g1"]
    older = replace(held, created=NOON - timedelta(days=1))
    assert [card.group for card in cards(little, much, older)] == ["g2", "g3", "g1"]


def test_odd_members_stand_on_top_and_say_why() -> None:
    usual = [
        a_review_item(n, proposal=asked(f"src/{n}.py:1-4:f", a_gold_pair(f"src/{n}.py:1-4:f"))) for n in range(1, 6)
    ]
    chunk = "src/odd.py:1-4:f"
    tie = a_proposal(
        chunk, match=a_match(chunk, a_candidate(), a_candidate(B), ambiguous=True), pairs=[a_gold_pair(chunk)]
    )
    (card,) = cards(*usual, a_review_item(9, proposal=tie))
    assert card.members[0].number == 9
    assert card.members[0].oddities[0] == "ambiguous"
    assert card.members[0].aside == "ambiguous"
    assert card.in_passing == 5
    assert [member.number for member in card.odd] == [9]


def test_another_kind_among_many_is_odd_and_one_of_two_is_not() -> None:
    moved = [asked(f"src/{n}.py:1-4:f") for n in range(5)]
    renamed = a_proposal(A, match=a_match(A, a_candidate(), change=ChangeKind.RENAMED))
    assert oddities([*moved, renamed])[-1] == ("renamed, unlike the rest",)
    assert oddities([moved[0], renamed]) == ((), ())


def test_a_close_runner_up_and_a_clearly_lower_likeness_are_odd() -> None:
    close = a_proposal(A, match=a_match(A, a_candidate(margin=0.5), a_candidate(B, margin=-0.5)))
    assert oddities([close]) == (("close runner-up",),)
    sure = [asked(f"src/{n}.py:1-4:f") for n in range(8)]
    sure = [replace(one, match=replace(one.match, candidates=(a_candidate(confidence=0.99),))) for one in sure]
    low = a_proposal(A, match=a_match(A, a_candidate(confidence=0.91)))
    assert oddities([*sure, low])[-1] == ("less sure",)
    assert set(oddities([*sure, low])[:-1]) == {()}


def test_changed_behaviour_is_odd_unless_all_of_the_group_changed() -> None:
    changed = a_proposal(
        A, match=a_match(A, a_candidate(), change=ChangeKind.SAME), edit=Edit(Staleness.BEHAVIOUR), action=Action.KEEP
    )
    same = a_proposal(
        B, match=a_match(B, a_candidate(), change=ChangeKind.SAME), edit=Edit(Staleness.REFORMATTED), action=Action.KEEP
    )
    assert oddities([changed, same]) == (("behaviour changed",), ())
    assert oddities([changed, changed]) == ((), ())


def test_where_most_changed_the_few_that_did_not_are_odd() -> None:
    chunk = "src/a.py:1-2:f"
    match = a_match(chunk, a_candidate(chunk), change=ChangeKind.SAME)
    changed, same = (
        a_proposal(chunk, match=match, edit=Edit(staleness))
        for staleness in (Staleness.BEHAVIOUR, Staleness.REFACTORED)
    )
    assert oddities([changed, changed, changed, same]) == ((), (), (), ("refactored, unlike the rest",))


def test_what_was_put_off_or_nobody_could_tell_stands_last() -> None:
    items = [a_review_item(n, proposal=asked(f"src/{n}.py:1-4:f", a_gold_pair(f"src/{n}.py:1-4:f"))) for n in (1, 2, 3)]
    items[0] = replace(items[0], state=ItemState.DEFERRED)
    said = {2: (a_decision(2, Answer.UNSURE, judge="ada"),)}
    (card,) = cards(*items, judge="ada", opinions=said)
    assert [member.number for member in card.members] == [3, 1, 2]
    (other,) = cards(*items, judge="ben", opinions=said)
    assert [member.number for member in other.members] == [2, 3, 1]


def test_what_a_judge_answered_while_others_still_have_to_is_not_asked_of_them_again() -> None:
    item = a_review_item(1, proposal=asked(A, a_gold_pair(A)))
    said = {1: (a_decision(1, Answer.REJECT, judge="ada"),)}
    (card,) = cards(item, judge="ada", opinions=said)
    assert (card.members, card.answered) == ((), (item,))
    (card,) = cards(item, judge="ben", opinions=said)
    assert [member.number for member in card.members] == [1]


def test_a_card_without_open_questions_comes_last() -> None:
    done = a_review_item(1, group="g1", proposal=asked(A, a_gold_pair(A)), state=ItemState.DECIDED)
    todo = a_review_item(2, group="g2", proposal=asked(B, a_gold_pair(B, grade=0)))
    assert [(card.group, len(card.members)) for card in cards(done, todo)] == [("g2", 1), ("g1", 0)]
