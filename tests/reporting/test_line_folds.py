"""Long lines are folded around what changed, and nothing of the change is hidden."""

from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.reporting.line_folds import KEPT, folded
from goldkeeper.reporting.side_by_side import LONGEST_LINE, Text, Token, side_by_side
from goldkeeper.reporting.syntax import SyntaxClass

PLAIN = next(iter(SyntaxClass))
TOKENS = st.lists(st.builds(Token, st.text(max_size=300), st.just(PLAIN), st.booleans()), max_size=8)


def test_a_long_line_with_one_changed_word_shows_the_word_and_some_letters_around_it() -> None:
    line = [Token("a" * 500, PLAIN), Token("new", PLAIN, changed=True), Token("b" * 300, PLAIN)]
    parts = folded(line)
    assert [part.hidden for part in parts] == [440, 0, 240]
    assert "".join(token.text for token in parts[1].tokens) == "a" * KEPT + "new" + "b" * KEPT


def test_a_line_is_left_whole_where_all_is_asked_for_or_no_word_is_marked() -> None:
    line = [Token("a" * 500, PLAIN), Token("new", PLAIN, changed=True)]
    assert [part.tokens for part in folded(line, whole=True)] == [tuple(line)]
    assert [part.tokens for part in folded(line[:1])] == [tuple(line[:1])]


@given(tokens=TOKENS)
def test_no_changed_letter_is_hidden_and_none_is_lost_from_the_count(tokens: list[Token]) -> None:
    parts = folded(tokens)
    shown = [token for part in parts for token in part.tokens]
    changed = "".join(token.text for token in tokens if token.changed)
    assert "".join(token.text for token in shown if token.changed) == changed
    letters = sum(len(token.text) for token in shown) + sum(part.hidden for part in parts)
    assert letters == sum(len(token.text) for token in tokens)


def test_a_change_far_behind_in_a_line_that_is_cut_is_still_seen() -> None:
    old, new = (f"x = '{'word ' * 600}{end}{' tail' * 600}'" for end in ("before", "after"))
    (row,) = side_by_side(Text(old), Text(new)).rows
    assert row.old is not None
    assert row.new is not None
    assert [one.text for one in row.old.tokens if one.changed] == ["before"]
    assert [one.text for one in row.new.tokens if one.changed] == ["after"]
    assert "characters before …" in row.old.text
    assert len(row.old.text) < LONGEST_LINE + 100
