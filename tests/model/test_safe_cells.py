"""Texts in cells: nothing is run, and every text comes back."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.safe_cells import guarded, is_risky, unguarded

TRICKY = st.text(st.sampled_from("=+-@'\"\t\r\n,; \u00a0\u200b\ufeff\uff1d\uff0b\u2212abc1"), max_size=8)


@given(st.one_of(TRICKY, st.text()))
def test_every_text_comes_back_as_it_was(text: str) -> None:
    assert unguarded(guarded(text)) == text


@given(st.one_of(TRICKY, st.text()))
def test_no_cell_begins_with_what_starts_a_formula(text: str) -> None:
    cell = guarded(text)
    assert cell[:1] not in set("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
    assert is_risky(text) <= cell.startswith("'")


@pytest.mark.parametrize(
    "text", ['"=1+1', " =1", "\u00a0@a", "\u200b-2", "\ufeff=1", "“=1", "\ufe62", "\u22122", "\n=1", "''=1", "`=1"]
)
def test_what_programs_strip_in_front_does_not_hide_a_formula(text: str) -> None:
    assert is_risky(text)


@pytest.mark.parametrize("text", ["", "a=1", "3", "def f(): return '='", "'tis", "#define", "/path", "購物"])
def test_plain_texts_stay_as_they_are(text: str) -> None:
    assert guarded(text) == text
    assert unguarded(text) == text


@given(st.one_of(TRICKY, st.text()), st.sampled_from([",", ";", ",;"]))
def test_cut_at_another_separator_no_piece_begins_with_what_starts_a_formula(text: str, splits: str) -> None:
    for piece in re.split(f"[{splits}\n]", guarded(text, splits=splits)):
        assert piece[:1] not in set("=+-@\uff1d\uff0b\uff0d\uff20") or not piece
        assert not re.match('[ \t"]*[=@]', piece)


@pytest.mark.parametrize("text", ["f(a,-1)", "a, -1", "for (i = 0; i < n; ++i)", "x |= 1", "a <= b; b += 1"])
def test_code_stays_as_it_is_where_nothing_can_happen(text: str) -> None:
    assert guarded(text, splits=";") == text
