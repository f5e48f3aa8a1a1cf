"""The review desk: what is shown, and what an answer has to carry."""

from dataclasses import replace
from datetime import timedelta

import pytest

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import Chunk
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.errors import BadRequest, UnknownItem
from goldkeeper.model.gold import Grade
from goldkeeper.model.proposals import Action, Cause, RemapProposal
from goldkeeper.model.reviews import Answer, ItemState
from goldkeeper.model.staleness import Edit, Staleness
from goldkeeper.workflow.answering import Shown
from goldkeeper.workflow.desk import ReviewDesk
from goldkeeper.workflow.looks import COUNTS
from goldkeeper.workflow.wishes import Wish
from tests.builders import (
    NOON,
    a_candidate,
    a_chunk,
    a_commit_note,
    a_drift,
    a_gold_pair,
    a_match,
    a_proposal,
)
from tests.fakes import InMemoryLookBook
from tests.workflow.desks import FakeWorld, a_desk

CAUSE = Cause("directory:src>lib", "3 chunks: src/ moved to lib/")
OLD = [f"src/{n}.py:1-2:f{n}" for n in range(3)]
NEW = [a_chunk(f"f{n}", path=f"lib/{n}.py", start=4, text=f"def f{n}(cart):\n    return {n} + 1") for n in range(3)]
ELSEWHERE = a_chunk("Cart.fee", path="lib/fees.py", text="def fee(self):\n    return 30 * self.late_days")


def moved(n: int, *, to: Chunk | None = None) -> RemapProposal:
    pairs = [a_gold_pair(OLD[n], query_id=f"q{n}")]
    return a_proposal(OLD[n], match=a_match(OLD[n], a_candidate(to or NEW[n])), pairs=pairs, cause=CAUSE)


def a_world(*proposals: RemapProposal) -> FakeWorld:
    judged = {OLD[n]: f"def f{n}(cart):\n    return {n}" for n in range(3)}
    return FakeWorld(proposals or [moved(n) for n in range(3)], [*NEW, ELSEWHERE], judged=judged, remote="https://host")


def shown(desk: ReviewDesk, *numbers: int) -> list[Shown]:
    return [Shown(number, desk.page(number, "ada").key) for number in numbers]


def states(desk: ReviewDesk) -> list[str]:
    return [item.state.value for item in desk.world.queue.items()]


def test_a_card_holds_the_keys_that_a_groups_answer_has_to_carry() -> None:
    desk = a_desk(a_world())
    (card,) = desk.cards("ada")
    assert (card.group, card.sentence, len(card.members)) == ("g1", CAUSE.sentence, 3)
    outcome = desk.answer(Answer.ACCEPT, [Shown(one.number, one.key) for one in card.members], "ada")
    assert [item.number for item in outcome.answered] == [1, 2, 3]
    assert [len(card.members) for card in desk.cards("ada")] == [0]


def test_all_but_some_of_a_group_are_those_that_were_named() -> None:
    desk = a_desk(a_world())
    desk.answer(Answer.REJECT, shown(desk, 1, 3), "ada")
    assert states(desk) == ["decided", "waiting", "decided"]


def test_a_page_shows_both_sides_and_where_they_are() -> None:
    page = a_desk(a_world()).page(2, "ada")
    (comparison,) = page.comparisons
    assert comparison.view is not None
    assert page.both_shown
    assert comparison.candidate == 1
    changed = [row for row in comparison.view.rows if row.kind.value == "changed"]
    assert [(row.old.number, row.new.number) for row in changed if row.old and row.new] == [(2, 5)]
    assert comparison.url == f"https://host/{page.item.proposal.head_commit}/lib/1.py#4-5"
    assert page.judged_url is not None
    assert page.judged_url.endswith("/src/1.py#1-2")


def test_a_page_shows_what_else_answers_the_query_and_what_is_asked_of_it() -> None:
    pairs = [a_gold_pair(OLD[0]), a_gold_pair(OLD[1], grade=2)]
    one = replace(moved(0), pairs=(pairs[0],))
    two = replace(moved(1), pairs=(pairs[1],))
    page = a_desk(a_world(one, two)).page(1, "ada")
    (query,) = page.queries
    assert (query.text, query.grade) == ("query q1", 3)
    assert [(str(other.chunk_id), other.grade, other.item) for other in query.others] == [(OLD[1], 2, 2)]


def test_a_page_says_what_a_side_lacks() -> None:
    world = a_world()
    del world.now[NEW[0].id]
    page = a_desk(world).page(1, "ada")
    assert not page.both_shown
    assert page.comparisons[0].problem == f"{NEW[0].id} is not there any more; the code moved on since the scan"
    assert page.comparisons[0].view is not None


def test_any_chunk_can_be_held_against_what_was_judged() -> None:
    desk = a_desk(a_world())
    found = desk.search("fee late_days")
    assert [one.chunk.id for one in found] == [ELSEWHERE.id]
    assert desk.page(1, "ada", against=ELSEWHERE.id).comparisons[0].target == ELSEWHERE.id
    assert desk.compare(1, ELSEWHERE.id).digest == ELSEWHERE.digest


def test_an_answer_to_what_was_not_shown_is_refused_and_the_rest_stands() -> None:
    desk = a_desk(a_world())
    first, second = shown(desk, 1, 2)
    outcome = desk.answer(Answer.ACCEPT, [replace(first, key="stale"), second], "ada")
    assert [item.number for item in outcome.answered] == [2]
    assert [str(one.problem) for one in outcome.skipped] == [
        "item 1: it asks something else by now than was shown, nothing was decided; look at it again"
    ]
    assert states(desk) == ["waiting", "decided", "waiting"]


def test_a_target_that_moved_meanwhile_is_refused_and_scanned_anew() -> None:
    world = a_world()
    desk = a_desk(world)
    key = shown(desk, 1)
    del world.now[NEW[0].id]
    outcome = desk.answer(Answer.ACCEPT, key, "ada")
    assert "has moved or changed since the scan" in str(outcome.skipped[0].problem)
    assert [str(chunk) for chunk in world.renewed] == [OLD[0]]
    assert states(desk)[0] == "superseded"


def test_who_was_first_is_said() -> None:
    desk = a_desk(a_world())
    key = shown(desk, 1)
    desk.answer(Answer.REJECT, key, "ben")
    outcome = desk.answer(Answer.ACCEPT, key, "ada")
    assert str(outcome.skipped[0].problem).startswith("item 1: already decided by ben")


def test_the_code_is_looked_at_anew_before_every_page_and_answer() -> None:
    world = a_world()
    desk = a_desk(world)
    key = shown(desk, 1)
    assert world.looks == 1
    desk.answer(Answer.ACCEPT, key, "ada")
    assert world.looks == 2


def a_world_with_one_that_changed() -> FakeWorld:
    """Two that moved, and a third that does something else now."""
    chunk = a_chunk("f2", path="src/2.py", text="def f2(cart):\n    return other()")
    drift = a_drift(DriftKind.EDITED, chunk=OLD[2])
    drift = replace(drift, found=replace(chunk, span=drift.chunk_id.span))
    match = a_match(OLD[2], a_candidate(drift.chunk_id), change=ChangeKind.SAME)
    changed = a_proposal(
        OLD[2], drift=drift, match=match, action=Action.KEEP, edit=Edit(Staleness.BEHAVIOUR, "now calls other")
    )
    world = a_world(moved(0), moved(1), changed)
    assert drift.found is not None
    world.now[drift.found.id] = drift.found
    return world


def as_listed(desk: ReviewDesk) -> list[Shown]:
    """All of a card, as a list shows it: nobody looked at the texts."""
    return [Shown(one.number, one.key) for card in desk.cards("ada") for one in card.members]


def test_among_many_what_needs_a_look_of_its_own_stays_and_alone_it_does_not() -> None:
    desk = a_desk(a_world_with_one_that_changed())
    outcome = desk.answer(Answer.ACCEPT, as_listed(desk), "ada")
    assert [one.item.number for one in outcome.skipped] == [3]
    assert [item.number for item in desk.answer(Answer.ACCEPT, as_listed(desk), "ada").answered] == [3]


def test_what_changed_goes_along_with_many_once_the_judge_has_looked_at_it() -> None:
    desk = a_desk(a_world_with_one_that_changed())
    shown(desk, 3)
    outcome = desk.answer(Answer.ACCEPT, as_listed(desk), "ada")
    assert ([item.number for item in outcome.answered], outcome.skipped) == ([1, 2, 3], ())


def test_a_look_is_known_to_another_desk_and_ages() -> None:
    world = a_world_with_one_that_changed()
    world.look_book = InMemoryLookBook()
    shown(a_desk(world), 3)
    later = a_desk(world)
    assert later.looks.has("ada", 3, later.item(3, "ada").proposal.content_key)
    assert not later.looks.has("ben", 3, later.item(3, "ada").proposal.content_key)
    world.clock = lambda: NOON + COUNTS + timedelta(hours=1)
    assert not a_desk(world).looks.of("ada")


def test_a_look_that_can_not_be_written_holds_nobody_up_and_is_written_later() -> None:
    world = a_world_with_one_that_changed()
    world.look_book = book = InMemoryLookBook()
    book.busy = True
    desk = a_desk(world)
    shown(desk, 3)
    assert set(desk.looks.of("ada")) == {3}
    assert book.seen("ada", since=NOON) == {}
    book.busy = False
    shown(desk, 1)
    assert set(book.seen("ada", since=NOON)) == {1, 3}


def test_a_question_shown_without_a_page_counts_as_looked_at_where_both_sides_are_there() -> None:
    world = a_world_with_one_that_changed()
    desk = a_desk(world)
    for number in (1, 3):
        desk.note_look(desk.item(number, "ada"), "ada")
    del world.now[NEW[1].id]
    desk.note_look(desk.item(2, "ada"), "ada")
    assert set(desk.looks.of("ada")) == {1, 3}


def test_several_successors_with_grades_are_named_from_what_was_found() -> None:
    desk = a_desk(a_world())
    wish = Wish(targets=((NEW[0].id, None), (ELSEWHERE.id, Grade(1))))
    (item,) = desk.answer(Answer.AMEND, shown(desk, 1), "ada", wish).answered
    assert item.decision is not None
    assert [(target.chunk_id, target.grade) for target in item.decision.targets] == [
        (NEW[0].id, None),
        (ELSEWHERE.id, 1),
    ]


def test_undo_takes_back_an_item_a_group_or_all_that_was_said_since() -> None:
    desk = a_desk(a_world())
    desk.answer(Answer.ACCEPT, shown(desk, 1, 2, 3), "ada")
    assert [item.number for item in desk.undo([2], "ada").answered] == [2]
    assert [item.number for item in desk.undo_group("g1", "ada").answered] == [1, 3]
    desk.answer(Answer.REJECT, shown(desk, 1), "ada")
    desk.answer(Answer.REJECT, shown(desk, 2), "ben")
    assert desk.undo_session("ada", NOON + timedelta(hours=1)).answered == ()
    assert [item.number for item in desk.undo_session("ada", NOON).answered] == [1]
    assert states(desk) == ["waiting", "decided", "waiting"]


def test_what_is_in_the_gold_file_is_not_taken_back() -> None:
    desk = a_desk(a_world())
    desk.answer(Answer.ACCEPT, shown(desk, 1), "ada")
    desk.world.queue.mark_applied([1], now=NOON)
    assert "already applied" in str(desk.undo([1], "ada").skipped[0].problem)


def test_what_a_newer_scan_asks_anew_is_named_to_whoever_takes_the_old_answer_back() -> None:
    desk = a_desk(a_world())
    desk.answer(Answer.ACCEPT, shown(desk, 1), "ada")
    newer = [moved(n) for n in range(3)]
    newer[0] = replace(newer[0], match=replace(newer[0].match, candidates=(a_candidate(ELSEWHERE),)))
    desk.world.queue.add(newer, scan="s2", now=NOON)
    (skipped,) = desk.undo([1], "ada").skipped
    assert str(skipped.problem) == "item 1: already superseded; a newer scan asks anew as item 4"


def test_who_is_not_sure_gets_it_last_and_others_read_why() -> None:
    desk = a_desk(a_world())
    desk.answer(Answer.UNSURE, shown(desk, 1), "ada", Wish(reason="two alike"))
    (card,) = desk.cards("ada")
    assert [one.number for one in card.members] == [2, 3, 1]
    page = desk.page(1, "ben")
    assert page.log[-1][1:] == ("ada", "unsure", "two alike")
    assert [item.number for item in desk.undo_session("ada", NOON).answered] == [1]


def test_a_note_is_read_by_everybody() -> None:
    desk = a_desk(a_world())
    desk.note(1, "  ask Noor  ", "ada")
    assert desk.page(1, "ben").log[-1][1:] == ("ada", "note", "ask Noor")
    with pytest.raises(BadRequest):
        desk.note(1, " ", "ada")


def test_progress_counts_what_is_left_and_who_did_what() -> None:
    desk = a_desk(a_world())
    desk.answer(Answer.REJECT, shown(desk, 1), "ada")
    desk.answer(Answer.DEFER, shown(desk, 2), "ben")
    progress = desk.progress()
    assert (progress.waiting, progress.deferred, progress.decided) == (1, 1, 1)
    assert progress.judges == (("ada", 1),)


def test_what_others_decided_since_is_news_and_what_one_did_oneself_is_not() -> None:
    desk = a_desk(a_world())
    desk.answer(Answer.REJECT, shown(desk, 1), "ada")
    before = NOON - timedelta(seconds=1)
    assert desk.news("ada", before) == ()
    assert [item.number for item in desk.news("ben", before)] == [1]
    assert desk.news("ben", NOON) == ()


def test_nothing_shown_and_names_that_never_were_are_refused() -> None:
    desk = a_desk(a_world())
    with pytest.raises(BadRequest):
        desk.answer(Answer.ACCEPT, [], "ada")
    with pytest.raises(UnknownItem):
        desk.answer(Answer.ACCEPT, [Shown(77, ""), Shown(1, "")], "ada")
    for call in (lambda: desk.card("g9", "ada"), lambda: desk.undo_group("g9", "ada"), lambda: desk.page(9, "ada")):
        with pytest.raises(UnknownItem):
            call()


def test_nobody_answers_in_the_name_of_two_of_a_rule_or_of_no_one() -> None:
    desk = a_desk(a_world())
    for judge in ("", "  ", "ada + ben", "policy:identical"):
        with pytest.raises(BadRequest):
            desk.answer(Answer.REJECT, shown(desk, 1), judge)


def test_commits_are_told_with_what_they_did() -> None:
    note = a_commit_note()
    page = a_desk(a_world(replace(moved(0), commits=(note,)))).page(1, "ada")
    assert [(line.note, line.passage) for line in page.commits] == [(note, None)]
    assert page.commits[0].url == f"https://host/{note.commit}/#None"


def test_an_item_that_took_anothers_place_shows_it() -> None:
    world = a_world(moved(0))
    world.queue.add([moved(0, to=ELSEWHERE)], scan="s2", now=NOON)
    page = a_desk(world).page(2, "ada")
    assert page.before is not None
    assert page.before.state is ItemState.SUPERSEDED
    assert page.went == "missing → moved"


def a_group_with_an_odd_one() -> FakeWorld:
    odd = replace(moved(2), match=replace(moved(2).match, candidates=(a_candidate(NEW[2], confidence=0.4),)))
    return a_world(moved(0), moved(1), odd)


def whole(desk: ReviewDesk) -> list[Shown]:
    (card,) = desk.cards("ada")
    return [Shown(one.number, one.key) for one in card.members]


def test_a_whole_group_leaves_its_odd_members_until_they_were_looked_at() -> None:
    desk = a_desk(a_group_with_an_odd_one())
    outcome = desk.answer(Answer.ACCEPT, whole(desk), "ada")
    assert [item.number for item in outcome.answered] == [1, 2]
    assert [str(one.problem) for one in outcome.skipped] == [
        "item 3: less sure, and its two texts were not shown; look at it, or say that the odd ones are taken unseen"
    ]


def test_who_looked_at_the_odd_ones_takes_them_along() -> None:
    desk = a_desk(a_group_with_an_odd_one())
    desk.page(3, "ben")
    desk.page(3, "ada", against=ELSEWHERE.id)
    assert not desk.looks.has("ada", 3, desk.page(3, "ben").key)
    desk.page(3, "ada")
    assert len(desk.answer(Answer.ACCEPT, whole(desk), "ada").answered) == 3
    assert [what for _, _, what, _ in desk.world.queue.log(3)] == ["asked", "accept"]


def test_a_page_with_one_side_is_no_look() -> None:
    world = a_group_with_an_odd_one()
    del world.now[NEW[2].id]
    desk = a_desk(world)
    assert not desk.page(3, "ada").both_shown
    assert len(desk.answer(Answer.ACCEPT, whole(desk), "ada").answered) == 2


def test_odd_ones_that_are_taken_unseen_say_so_in_their_history() -> None:
    desk = a_desk(a_group_with_an_odd_one())
    assert len(desk.answer(Answer.ACCEPT, whole(desk), "ada", Wish(unseen=True)).answered) == 3
    told = [(who, what, why) for _, who, what, why in desk.world.queue.log(3)]
    assert told[-1] == ("ada", "note", "taken unseen, though less sure")
    assert [what for _, _, what, _ in desk.world.queue.log(1)] == ["asked", "accept"]


def test_a_no_and_a_later_need_no_look() -> None:
    desk = a_desk(a_group_with_an_odd_one())
    assert len(desk.answer(Answer.REJECT, whole(desk), "ada").answered) == 3
