"""Two texts beside one another."""

from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.reporting.side_by_side import MOST_LINES, Row, RowKind, Text, one_side, side_by_side
from goldkeeper.reporting.syntax import SyntaxClass, classified_lines
from goldkeeper.reporting.visible import visible_lines

code = st.text("ab =(\"'#取\t{}\n", max_size=40)


def sketch(rows: tuple[Row, ...]) -> list[str]:
    return [f"{row.kind.value}|{row.old.text if row.old else ''}|{row.new.text if row.new else ''}" for row in rows]


def test_changed_words_are_marked_on_their_own_side() -> None:
    shown = side_by_side(Text("return total(cart)", 7, "python"), Text("return total(basket)", 9, "python"))
    (row,) = shown.rows
    assert row.old is not None
    assert row.new is not None
    assert (row.old.number, row.new.number) == (7, 9)
    assert [(token.text, token.kind) for token in row.old.tokens if token.changed] == [("cart", SyntaxClass.NAME)]
    assert [token.text for token in row.new.tokens if token.changed] == ["basket"]
    assert row.old.tokens[0].kind is SyntaxClass.KEYWORD


def test_lines_far_from_any_change_are_counted_and_keep_their_numbers() -> None:
    old = "\n".join(f"line_{n}" for n in range(20))
    shown = side_by_side(Text(old, 1, "python"), Text(old.replace("line_15", "other()"), 1, "python"))
    assert shown.rows[0] == Row(RowKind.GAP, hidden=12)
    assert shown.rows[1].old is not None
    assert shown.rows[1].old.number == 13


def test_removed_lines_stand_beside_the_added_ones_in_two_columns() -> None:
    shown = side_by_side(Text("one(1)\ntwo(2)\nsame"), Text("for x in y:\nsame"), context=None)
    assert sketch(shown.rows) == ["removed|one(1)|", "removed|two(2)|", "added||for x in y:", "same|same|same"]
    assert sketch(shown.paired) == ["changed|one(1)|for x in y:", "removed|two(2)|", "same|same|same"]


def test_a_text_without_counterpart_stands_on_its_own_side() -> None:
    assert [row.new for row in one_side(Text("a\nb", 5), is_old=True).rows] == [None, None]
    assert [row.old for row in one_side(Text("a\nb", 5), is_old=False).rows] == [None, None]


def test_very_long_texts_and_lines_are_cut_and_it_is_said() -> None:
    old, new = "\n".join(f"a{n}" for n in range(9_000)), "\n".join(f"b{n}" for n in range(9_000))
    shown = side_by_side(Text(old), Text(new + "\n" + "x" * 90_000))
    assert shown.notes == (
        f"of the judged text, only the first {MOST_LINES:,} of 9,000 lines are shown",
        f"of the proposed text, only the first {MOST_LINES:,} of 9,001 lines are shown",
    )
    long = side_by_side(Text("x" * 90_000), Text("y" * 90_000)).rows[0]
    assert long.old is not None
    assert long.old.text.endswith("… 89,000 more characters")


def test_what_would_steer_a_terminal_is_spelled_out() -> None:
    row = side_by_side(Text("a = '\x1b[31m\u202e'", 1, "python"), Text("a = 1", 1, "python")).rows[0]
    assert row.old is not None
    assert row.old.text == "a = '\\x1b[31m\\u202e'"


@given(code, code)
def test_both_sides_are_there_whole_in_their_order(old: str, new: str) -> None:
    for shown in (side_by_side(Text(old, 1, "python"), Text(new, 1, "python"), context=None),):
        for rows in (shown.rows, shown.paired):
            assert "\n".join(row.old.text for row in rows if row.old) == visible_lines(old)
            assert "\n".join(row.new.text for row in rows if row.new) == visible_lines(new)


@given(code, st.sampled_from(["python", "javascript", "rust", "haskell", "unheard of"]))
def test_nothing_is_lost_in_classes(text: str, language: str) -> None:
    lines = classified_lines(text, language)
    assert "\n".join("".join(run for run, _ in line) for line in lines) == text
