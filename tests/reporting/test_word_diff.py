"""Two texts, word by word, as a terminal shows them."""

from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.cli.diffs import rich_lines
from goldkeeper.cli.output import visible
from goldkeeper.reporting.word_diff import DiffLine, Gap, Mark, diff_texts, plain_lines, words

lines = st.lists(st.text("ab =(取得\t", max_size=8), min_size=1, max_size=8).map("\n".join)


def shown(base: str, head: str, context: int | None = 3) -> list[str]:
    return list(plain_lines(diff_texts(base, head, context=context)))


def test_changed_words_are_marked_within_their_line() -> None:
    assert shown("def total(cart):\n    return 1", "def total(basket):\n    return 1") == [
        "~ def total([-cart-]{+basket+}):",
        "      return 1",
    ]


def test_characters_of_writing_without_spaces_are_words() -> None:
    assert words("税率 = 取得(x1)") == ["税", "率", " ", "=", " ", "取", "得", "(", "x1", ")"]
    assert shown("税率 = 取得()", "税率 = 設定()") == ["~ 税率 = [-取得-]{+設定+}()"]


def test_a_line_that_is_like_none_stands_alone() -> None:
    assert shown("a = first(1)\nb = 2", "log.info('x')\na = first(2)\nb = 2") == [
        "+ log.info('x')",
        "~ a = first([-1-]{+2+})",
        "  b = 2",
    ]


def test_lines_far_from_a_change_are_counted() -> None:
    body = "\n".join(f"line {n}" for n in range(10))
    assert shown(f"{body}\nold thing", f"{body}\nnew thing", context=2) == [
        "  … 8 unchanged lines",
        "  line 8",
        "  line 9",
        "~ [-old-]{+new+} thing",
    ]


def test_a_single_unchanged_line_is_shown_and_not_counted() -> None:
    assert shown("a\nb\nc", "a\nb\nd", context=1) == ["  a", "  b", "- c", "+ d"]


def test_equal_texts_are_one_gap_or_shown_whole() -> None:
    assert diff_texts("a\nb", "a\nb") == (Gap(2),)
    assert shown("a\nb", "a\nb", context=None) == ["  a", "  b"]


def test_code_can_not_steer_the_terminal() -> None:
    assert shown("x\x1b[2J", "x\x1b[2J\u202e", context=None) == ["~ x\\x1b[2J{+\\u202e+}"]


def test_a_long_replacement_is_shown_without_looking_for_counterparts() -> None:
    base, head = ("\n".join(f"{word} {n}" for n in range(100)) for word in ("old", "new"))
    marks = [line.mark for line in diff_texts(base, head) if isinstance(line, DiffLine)]
    assert marks == [Mark.REMOVED] * 100 + [Mark.ADDED] * 100


def test_colours_say_nothing_that_the_marks_do_not() -> None:
    diff = diff_texts("a b\nold\nsame", "a c\nsame\nnew")
    assert [line.plain.rstrip() for line in rich_lines(diff)] == list(plain_lines(diff))


@given(lines, lines)
def test_both_texts_can_be_read_from_their_diff(base: str, head: str) -> None:
    diff = [line for line in diff_texts(base, head, context=None) if isinstance(line, DiffLine)]

    def side(dropped: Mark) -> str:
        kept = [line for line in diff if line.mark is not dropped]
        return "\n".join("".join(p.text for p in line.pieces if p.mark is not dropped) for line in kept)

    assert side(Mark.ADDED) == visible(base)
    assert side(Mark.REMOVED) == visible(head)
