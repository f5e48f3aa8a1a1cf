"""Keys and what they do."""

from dataclasses import replace
from datetime import timedelta

from goldkeeper.model.reviews import Answer
from goldkeeper.workflow.answering import Shown
from tests.builders import NOON, a_gold_pair
from tests.terminal.screens import COUNT, FEE, WIDE, Seen, a_world, moved, seen
from tests.workflow.desks import FakeWorld, a_desk


def test_a_question_is_accepted_and_the_next_one_shown() -> None:
    async def story(view: Seen) -> None:
        await view.press("enter", "enter", "a")
        assert view.states == ["decided", "waiting", "waiting", "waiting"]
        assert "item 1: accept" in view.text
        assert "how-many" in view.text

    seen(story)


def test_nothing_is_answered_that_is_not_on_the_screen() -> None:
    async def story(view: Seen) -> None:
        await view.press("enter", "a")
        assert view.states[0] == "waiting"
        assert "look at it first: Enter opens it" in view.text
        await view.press("enter", "r")
        assert view.states[0] == "decided"

    seen(story)


def test_in_a_wide_window_the_page_stands_beside_its_member_at_once() -> None:
    async def story(view: Seen) -> None:
        await view.press("enter")
        assert "judged → loans/fees.py:12-14:Loan.fee" in view.text
        await view.press("r")
        assert view.states[0] == "decided"

    seen(story, size=WIDE)


def test_a_capital_answers_the_whole_group_after_asking() -> None:
    async def story(view: Seen) -> None:
        await view.press("A")
        assert "Accept 2 of g1?" in view.text
        assert "you have looked at none of them yet" in view.text
        await view.press("n")
        assert "nothing was answered" in view.text
        await view.press("A", "y")
        assert view.states == ["decided", "decided", "waiting", "waiting"]
        assert "2 accepted" in view.text

    seen(story)


def test_what_does_something_else_now_goes_along_only_when_that_is_said() -> None:
    async def story(view: Seen) -> None:
        await view.press("down", "A", "y")
        assert view.states[2:] == ["waiting", "decided"]
        await view.press("u", "A", "c", "y")
        assert view.states[2:] == ["decided", "decided"]

    seen(story)


def test_what_was_looked_at_goes_along_with_the_whole_and_the_question_says_so() -> None:
    async def story(view: Seen) -> None:
        await view.press("down", "enter", "enter", "escape", "A")
        assert "Accept 2 of g2?" in view.text
        assert "1 of them does something else now, which you have looked at" in " ".join(view.text.split())
        await view.press("y")
        assert view.states[2:] == ["decided", "decided"]

    seen(story)


def test_a_whole_group_is_parted_by_query() -> None:
    async def story(view: Seen) -> None:
        await view.press("enter", "enter", "E", "f", "space", "f", "minus")
        assert "g1 goes where? (for how-many alone, 2 of 2)" in " ".join(view.text.split())
        await view.press("F")
        assert "(for late-fee alone, 1 of 2)" in " ".join(view.text.split())
        await view.press("enter", "y")
        assert view.states[:2] == ["decided", "decided"]
        first, second = (view.app.hand.desk.world.queue.item(number).decision for number in (1, 2))
        assert first is not None
        assert second is not None
        assert [one.chunk_id for one in first.targets] == [FEE.id]
        assert second.answer is Answer.RETIRE

    seen(story)


def test_all_but_some_of_a_group() -> None:
    async def story(view: Seen) -> None:
        await view.press("enter", "space")
        assert "left out" in view.text
        await view.press("R", "y")
        assert view.states[:2] == ["waiting", "decided"]

    seen(story)


def test_undo_takes_back_an_item_a_group_and_all_that_was_said() -> None:
    async def story(view: Seen) -> None:
        await view.press("A", "y", "u")
        assert view.states == ["waiting"] * 4
        await view.press("home", "A", "y", "down", "U")
        assert view.states == ["waiting"] * 4
        assert "2 taken back" in view.text
        await view.press("enter", "enter", "r", "ctrl+u")
        assert view.states == ["waiting"] * 4

    seen(story)


def test_a_chunk_that_was_searched_for_is_named_with_a_grade_of_its_own() -> None:
    async def story(view: Seen) -> None:
        await view.press("enter", "enter", "e", "space", "slash", *"len", "enter", "1", "enter")
        decision = view.app.hand.desk.world.queue.item(1).decision
        assert decision is not None
        assert decision.answer is Answer.AMEND
        assert [(one.chunk_id, one.grade) for one in decision.targets] == [(FEE.id, None), (COUNT.id, 1)]

    seen(story)


def test_each_query_gets_a_successor_of_its_own() -> None:
    world = a_world()
    pairs = [a_gold_pair("desk/fees.py:3-5:Loan.fee", query_id=name) for name in ("late-fee", "mean", "old")]
    world = FakeWorld(
        [replace(moved("desk/fees.py:3-5:Loan.fee", FEE, "late-fee"), pairs=tuple(pairs))], world.chunks()
    )

    async def story(view: Seen) -> None:
        await view.press("enter", "enter", "e", "f", "space", "f", "down", "2", "f", "minus")
        assert "goes where? (for old alone, 3 of 3)" in view.text
        assert "late-fee: 1 successor picked; mean: 1 successor picked; old: out of the gold set" in " ".join(
            view.text.split()
        )
        await view.press("enter")
        decision = view.app.hand.desk.world.queue.item(1).decision
        assert decision is not None
        ways = {one: [target.chunk_id for target in decision.targets_for(one)] for one in decision.queries or ()}
        assert ways == {"late-fee": [FEE.id], "mean": [COUNT.id], "old": []}

    seen(story, world=world)


def test_a_grade_is_given() -> None:
    async def story(view: Seen) -> None:
        await view.press("enter", "enter", "g", "1")
        decision = view.app.hand.desk.world.queue.item(1).decision
        assert decision is not None
        assert [(one.chunk_id, one.grade) for one in decision.targets] == [(FEE.id, 1)]

    seen(story)


def test_later_not_sure_and_a_note_leave_the_question_open() -> None:
    async def story(view: Seen) -> None:
        await view.press("enter", "enter", "m", *"hm", "enter", "n")
        assert view.states[0] == "waiting"
        assert "kept, it waits for others" in view.text
        log = [line[2:] for line in view.app.hand.desk.world.queue.log(1)]
        assert ("note", "hm") in log
        await view.press("s")
        assert view.states[1] == "deferred"

    seen(story)


def test_what_somebody_else_answered_meanwhile_is_told() -> None:
    world = a_world()
    desk = a_desk(world)

    async def story(view: Seen) -> None:
        await view.press("enter", "enter")
        page = desk.page(1, "ben")
        desk.answer(Answer.REJECT, [Shown(1, page.key)], "ben")
        await view.press("a")
        assert "item 1: already decided by ben" in view.text
        world.clock = lambda: NOON + timedelta(minutes=1)
        view.app._looked = NOON - timedelta(seconds=1)
        view.app.look()
        await view.settle()
        assert "meanwhile ben answered 1: stays as it is" in view.text

    seen(story, desk=desk)


def test_a_target_that_moved_since_it_was_shown_is_refused() -> None:
    world = a_world()

    async def story(view: Seen) -> None:
        await view.press("enter", "enter")
        world.now[FEE.id] = replace(FEE, digest="another")
        await view.press("a")
        assert "has moved or changed since the scan" in view.text
        assert view.states[0] == "superseded"

    seen(story, world=world)


def test_a_side_that_can_not_be_shown_is_accepted_only_when_asked_twice() -> None:
    world = a_world()
    world.judged["desk/desk.py:9-10:count"] = None  # type: ignore[assignment]  # can't be had

    async def story(view: Seen) -> None:
        await view.press("enter", "down", "enter", "a")
        assert view.states[1] == "waiting"
        assert "press a again to accept it unseen" in view.text
        await view.press("a")
        assert view.states[1] == "decided"

    seen(story, world=world)


def test_what_code_says_is_neither_obeyed_nor_read_as_markup() -> None:
    async def story(view: Seen) -> None:
        assert "“[red]Close[/red] early”" in view.text
        await view.press("down", "enter", "enter", "w")
        for _ in range(3):
            await view.press("pagedown")
        page = "\n".join(view.app.screen.query_one("#page").text)  # type: ignore[attr-defined]  # our widget
        assert "log('\\x1b[31m\\u202e[bold]')" in page
        assert "return [/]" in page
        assert "\x1b" not in page

    seen(story)


def test_left_and_right_go_from_question_to_question() -> None:
    async def story(view: Seen) -> None:
        await view.press("enter", "enter", "right")
        assert "how-many" in view.text
        await view.press("left")
        assert "late-fee" in view.text
        await view.press("escape", "escape")
        assert view.lines[0].lstrip().startswith("goldkeeper review")

    seen(story)


def test_the_layout_follows_the_window() -> None:
    async def story(view: Seen) -> None:
        await view.press("enter", "enter")
        assert "│" not in view.text
        await view.pilot.resize_terminal(*WIDE)
        await view.settle()
        assert "│" in view.text

    seen(story)


def test_an_empty_queue_says_so() -> None:
    async def story(view: Seen) -> None:
        await view.press("A", "y", "A", "c", "y")
        assert "nothing waits" in view.text

    seen(story)


def test_a_text_without_end_does_not_keep_the_screen_waiting() -> None:
    world = a_world()
    long = "\n".join(f"    x{n} = y{n % 7}({n})" for n in range(30_000))
    world.judged["desk/fees.py:3-5:Loan.fee"] = long
    world.now[FEE.id] = replace(FEE, text=long.replace("y3", "z3"))

    async def story(view: Seen) -> None:
        await view.press("enter", "enter")
        page = view.app.screen.query_one("#page").text  # type: ignore[attr-defined]  # our widget
        assert any("only the first 1,500 of 30,000 lines are shown" in line for line in page)

    seen(story, world=world)
