"""What the screens look like, narrow and wide, with and without colours."""

import pytest

from goldkeeper.terminal.dialogs import help_lines
from tests.terminal.screens import NARROW, WIDE, Seen, assert_approved, seen

SIZES = pytest.mark.parametrize(("size", "name"), [(NARROW, "narrow"), (WIDE, "wide")])


@SIZES
def test_the_cards(size: tuple[int, int], name: str) -> None:
    async def story(view: Seen) -> None:
        assert_approved(f"cards_{name}.txt", view.lines)

    seen(story, size=size)


@SIZES
def test_a_card_opened_to_its_members(size: tuple[int, int], name: str) -> None:
    async def story(view: Seen) -> None:
        await view.press("enter")
        assert_approved(f"members_{name}.txt", view.lines)

    seen(story, size=size)


@SIZES
def test_a_page(size: tuple[int, int], name: str) -> None:
    async def story(view: Seen) -> None:
        await view.press("enter", "enter")
        assert_approved(f"page_{name}.txt", view.lines)

    seen(story, size=size)


@SIZES
def test_a_page_without_colours_says_all_of_it_by_signs(size: tuple[int, int], name: str) -> None:
    async def story(view: Seen) -> None:
        await view.press("down", "enter", "enter", "pagedown")
        assert_approved(f"page_{name}_without_colours.txt", view.lines)

    seen(story, size=size, colours=False)


def test_the_search_for_another_successor() -> None:
    async def story(view: Seen) -> None:
        await view.press("enter", "enter", "e", "slash", *"return", "enter", "down", "2")
        assert_approved("targets_narrow.txt", view.lines)

    seen(story)


def test_the_help() -> None:
    async def story(view: Seen) -> None:
        await view.press("question_mark")
        assert_approved("help_narrow.txt", view.lines)

    seen(story)


def test_a_yes_to_a_group_says_what_stays_behind() -> None:
    async def story(view: Seen) -> None:
        await view.press("down", "A")
        assert_approved("ask_narrow.txt", view.lines)

    seen(story)


def test_a_grade() -> None:
    async def story(view: Seen) -> None:
        await view.press("enter", "enter", "g")
        assert_approved("grade_narrow.txt", view.lines)

    seen(story)


def test_the_help_of_a_small_window_is_cut_nowhere() -> None:
    for width in (30, 54, 70):
        lines = help_lines(width)
        assert max(map(len, lines)) <= width
        text = " ".join(" ".join(lines).split())
        for key in ("A all of the group", "U undo the group", "a accept: do what is proposed", "[x] picked"):
            assert key in text
