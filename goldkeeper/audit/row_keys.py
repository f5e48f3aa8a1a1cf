"""Row keys: how a line of a sheet is known again, wherever it went meanwhile.

People sort sheets, cut rows out, rename files and glue two judges' files together. So neither the place of a
row nor the name of its file may mean anything. Each row bears a key of its own, made from the audit, the row
and the judge it was written for. It says nothing about the grade, nor whether the row is a decoy.

A key starts with `GK-`, so that no spreadsheet takes it for a number or a date, and holds none of the
letters that are mistaken for one another. Its last letter checks the others: weights that differ, modulo a
prime, find every single wrong letter and every two that changed places.
"""

import hashlib

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # 31 letters, a prime; without 0, 1, I, L and O
PREFIX = "GK"
LETTERS = 9  # 31**9 keys: among a million rows two meet with probability 0.02

_VALUES = {letter: value for value, letter in enumerate(ALPHABET)}
_DROPPED = str.maketrans("", "", "-\u2010\u2011\u2012\u2013\u2014_.:'\" \t\r\n\u00a0\u200b\ufeff")


def make_row_key(audit: str, row: int, judge: str, secret: str) -> str:
    """The key of one row in one judge's sheet; the same each time it is asked for.

    Args:
        audit: the audit's name.
        row: its number in the draw.
        judge: whose sheet it stands in.
        secret: of the draw (its seed or digest), so that two gold sets with audits of one name differ.

    >>> make_row_key("v1.4", 3, "ada", "7")
    'GK-X9GC7-UZKPD'
    """
    named = "\0".join((audit, str(row), judge, secret)).encode("utf-8", "surrogatepass")
    number = int.from_bytes(hashlib.blake2b(named, digest_size=16).digest())
    letters = ""
    for _ in range(LETTERS):
        number, value = divmod(number, len(ALPHABET))
        letters += ALPHABET[value]
    letters += _check_letter(letters)
    return f"{PREFIX}-{letters[:5]}-{letters[5:]}"


def read_row_key(text: str) -> str | None:
    """The key as it was made, from whatever people and programs made of it; None where it is none.

    Case, hyphens, blanks and full-width letters don't matter. A mistyped key is None, never another row's.

    >>> read_row_key(" gk x9gc7uzkpd "), read_row_key("GK-X9GC7-UZKPE"), read_row_key("12")
    ('GK-X9GC7-UZKPD', None, None)
    """
    bare = _bare(text)
    letters = bare.removeprefix(PREFIX)
    if bare == letters or len(letters) != LETTERS + 1 or any(letter not in _VALUES for letter in letters):
        return None
    if _check_letter(letters[:-1]) != letters[-1]:
        return None
    return f"{PREFIX}-{letters[:5]}-{letters[5:]}"


def looks_like_row_key(text: str) -> bool:
    """Whether somebody meant a key, even if it is damaged."""
    bare = _bare(text)
    return bare.startswith(PREFIX) and LETTERS <= len(bare) - len(PREFIX) <= LETTERS + 2  # one lost, one doubled


def _bare(text: str) -> str:
    # Full-width letters, which lie at a fixed distance from the plain ones.
    narrow = "".join(chr(ord(letter) - 0xFEE0) if "\uff01" <= letter <= "\uff5e" else letter for letter in text)
    return narrow.translate(_DROPPED).upper()


def _check_letter(letters: str) -> str:
    """The letter that makes the weighted sum a multiple of 31; its own weight is 1."""
    total = sum(weight * _VALUES[letter] for weight, letter in enumerate(letters, 2))
    return ALPHABET[-total % len(ALPHABET)]
