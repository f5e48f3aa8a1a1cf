"""Row keys: known again in any spelling, never taken for another row's."""

from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.audit.row_keys import ALPHABET, make_row_key, read_row_key

KEYS = st.builds(make_row_key, st.text(max_size=5), st.integers(1, 10**6), st.text(max_size=5), st.text(max_size=5))
PLACES = st.integers(3, 13)  # of the letters behind the prefix


@given(KEYS)
def test_a_key_is_known_in_whatever_case_and_spacing_it_comes_back(key: str) -> None:
    for written in (
        key,
        key.lower(),
        key.replace("-", ""),
        f"  {key.replace('-', ' ')}\u00a0",
        key.replace("-", "\u2011"),
    ):
        assert read_row_key(written) == key
    assert read_row_key("".join(chr(ord(letter) + 0xFEE0) for letter in key)) == key


@given(KEYS, PLACES, st.sampled_from(ALPHABET))
def test_one_wrong_letter_is_found(key: str, place: int, letter: str) -> None:
    if key[place] not in {"-", letter}:
        assert read_row_key(key[:place] + letter + key[place + 1 :]) is None


@given(KEYS, PLACES, PLACES)
def test_two_letters_that_changed_places_are_found(key: str, one: int, other: int) -> None:
    if "-" not in {key[one], key[other]} and key[one] != key[other]:
        letters = list(key)
        letters[one], letters[other] = letters[other], letters[one]
        assert read_row_key("".join(letters)) is None


@given(KEYS)
def test_no_spreadsheet_takes_a_key_for_a_number_or_a_date(key: str) -> None:
    assert key.startswith("GK-")
    assert key[-1].isalnum()


def test_rows_judges_and_audits_have_keys_of_their_own() -> None:
    keys = {make_row_key(audit, row, judge, "s") for audit in ("a", "b") for row in range(500) for judge in ("x", "y")}
    assert len(keys) == 2000
