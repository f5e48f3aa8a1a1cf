import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.reporting.visible import tab_field, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("a\u202eb\u2066c", "a\\u202eb\\u2066c"),
        ("one\u2028two\nthree", "one\\u2028two\\nthree"),
        ("pay\u200bload \ufeff", "pay\\u200bload \\ufeff"),
        ("\udcff.py", "\\udcff.py"),
        ("\U000e0041", "\\U000e0041"),
        ("\x9b31m", "\\x9b31m"),
    ],
)
def test_what_cannot_be_seen_is_shown_as_an_escape(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "合計金額",
        "e\u0301te\u0301",
        "👩\u200d💻",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "na\u00efve ünïcode",
    ],
)
def test_what_can_be_seen_stays_as_it_is(text: str) -> None:
    assert visible(text) == text


@given(st.text(st.characters()))
def test_nothing_shown_can_steer_a_terminal_or_fail_to_be_written(text: str) -> None:
    shown = visible(text)
    assert not any(unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in shown)
    shown.encode()
    assert visible(shown) == shown


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp"]) | st.sampled_from("\t\n\r\\")))
def test_a_tab_separated_field_can_be_read_back(text: str) -> None:
    field = tab_field(text)
    assert not set(field) & set("\t\n\r")
    marks = {"\\\\": "\\", "\\t": "\t", "\\n": "\n", "\\r": "\r"}
    read, at = "", 0
    while at < len(field):
        pair = field[at : at + 2]
        read += marks.get(pair, field[at])
        at += 2 if pair in marks else 1
    assert read == text
