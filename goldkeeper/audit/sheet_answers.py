"""What people and their spreadsheets write into a grade or a tick, read.

A `3` comes back as `3.0`, as `3,0`, as a full-width digit, as text with an apostrophe in front, or with the words
of the drop-down behind it. A tick is a `x`, a `yes`, a `ja`, a `1`, a TRUE. What can't be read is told, never guessed.
"""

import re
import unicodedata
from math import isfinite

from goldkeeper.model.gold import HIGHEST_GRADE
from goldkeeper.model.sheets import Cell

# In the languages of those who are likely to fill a sheet; compared in small letters without accents.
_YES_WORDS = (
    "x y yes true ok on v checked wahr ja j vrai oui o verdadero si s vero verdadeiro sim waar prawda tak da ano"
    " igen evet kylla hai 1 \u2713 \u2714 \u2611 \u2612 \u2717 \u2718 \u2715 \u00d7 是 真 はい 예 да истина"
)
_NO_WORDS = (
    "n no false off falsch nein faux non falso nao onwaar nee falsz nie ne net hayir ei iie 0 - \u2013 \u2014"
    " \u2610 否 不 假 いいえ 아니오 нет ложь"
)
_YES, _NO = (frozenset(words.split()) for words in (_YES_WORDS, _NO_WORDS))
_NUMBER = re.compile(r"(?:grade\s*)?([0-9]+)(?:[.,]0*)?")
_WITH_WORDS = re.compile(r"(?:grade\s*)?([0-9]+)(?:[.,]0+)?\s*(?:[-\u2013\u2014:=.)(]|\s)\s*\D.*", re.DOTALL)


def read_grade(cell: Cell) -> int | None:
    r"""A grade 0..3; None for an empty cell.

    Raises:
        ValueError: there is something, and it is no grade; the message says why.

    >>> [read_grade(cell) for cell in (3.0, "3", "3,0", " \uff13 ", "'2", "2 - answers it in part", "", None)]
    [3, 3, 3, 3, 2, 2, None, None]
    """
    if isinstance(cell, bool):
        raise ValueError(f"{'TRUE' if cell else 'FALSE'} is no grade")  # noqa: TRY004 - what a person wrote
    if isinstance(cell, float | int):
        if not isfinite(cell) or cell != int(cell):
            raise ValueError(f"{cell:g} is no whole grade")
        return _in_range(int(cell))
    text = _narrow(cell or "")
    if not text:
        return None
    found = _NUMBER.fullmatch(text) or _WITH_WORDS.fullmatch(text)
    if found is None:
        raise ValueError(f"{_shown(text)} is no grade")
    return _in_range(int(found[1][:9]))  # a longer one is out of range all the same


def read_tick(cell: Cell) -> bool | None:
    r"""Whether a box is ticked; None for an empty cell.

    Raises:
        ValueError: neither a yes nor a no.

    >>> [read_tick(cell) for cell in ("x", "Ja", 1.0, True, "NO", "\uff10", "  ")]
    [True, True, True, True, False, False, None]
    """
    if isinstance(cell, bool):
        return cell
    if isinstance(cell, float | int):
        if cell in {0, 1}:
            return bool(cell)
        raise ValueError(f"{cell:g} is neither yes nor no")
    word = _plain_word(cell or "")
    if not word:
        return None
    if word in _YES or word in _NO:
        return word in _YES
    number = _NUMBER.fullmatch(word)
    if number is not None and int(number[1]) in {0, 1}:
        return number[1] == "1"
    raise ValueError(f"{_shown(word)} is neither yes nor no")


# What a spreadsheet shows for a formula that fails; a note such as `-not sure` is typed as one by mistake.
_FAILED_FORMULA = re.compile(r"#(?:NAME\?|REF!|VALUE!|DIV/0!|N/A|NUM!|NULL!|SPILL!|CALC!)|Err:[0-9]{3}")


def read_note(cell: Cell) -> str:
    """A note as text: line ends as newlines, without blanks around it.

    Raises:
        ValueError: the spreadsheet took it for a formula, and has only the failure left.
    """
    if isinstance(cell, str) and _FAILED_FORMULA.fullmatch(cell.strip()):
        raise ValueError(f"{cell.strip()} stands where a formula failed")
    return _note_text(cell)


def _note_text(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, float | int):
        return f"{cell:.15g}"
    return (cell or "").replace("\r\n", "\n").replace("\r", "\n").strip()


def cell_text(cell: Cell) -> str:
    """Any cell as one line of text, for headers and keys."""
    return " ".join(_note_text(cell).split())


def _in_range(grade: int) -> int:
    if not 0 <= grade <= HIGHEST_GRADE:
        raise ValueError(f"{grade} is no grade of 0..{HIGHEST_GRADE}")
    return grade


def _narrow(text: str) -> str:
    """Full-width forms as plain ones, blanks and invisible characters away, without the guard."""
    plain = unicodedata.normalize("NFKC", text)
    seen = "".join(letter for letter in plain if unicodedata.category(letter) != "Cf")
    return seen.strip().strip("'\"").strip().lower()


def _plain_word(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", _narrow(text))
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    word = unicodedata.normalize("NFC", bare)
    # A box of Markdown: [x], and of paper forms: (x).
    word = word[1:-1].strip() if word[:1] + word[-1:] in {"[]", "()"} else word
    return word.strip(" .!") or word.strip()


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")
