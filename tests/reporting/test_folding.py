"""Lines break at spaces and joints, never within a name that fits."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from goldkeeper.reporting.folding import folded

ANY_LINE = st.text(st.characters(blacklist_categories=["Cc", "Cs", "Cf", "Mn", "Me", "Zl", "Zp", "So", "Sk"]))


@given(text=ANY_LINE, width=st.integers(2, 100))
def test_no_line_is_too_wide_and_no_letter_is_lost(text: str, width: int) -> None:
    lines = folded(text, width)

    assert max(map(cell_len, lines)) <= width
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_an_id_breaks_where_people_would_break_it() -> None:
    assert folded("storefront/order_form.ts:34-37:OrderForm.toMessage", 30) == [
        "storefront/order_form.ts:",
        "34-37:OrderForm.toMessage",
    ]


def test_a_script_of_wide_letters_counts_twice() -> None:
    assert folded("店舗/注文.py:1-2:合計を計算する", 16) == ["店舗/注文.py:", "1-2:", "合計を計算する"]
