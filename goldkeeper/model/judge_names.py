"""Whose name may stand under an answer, and whether two spellings are one person.

Who reads twice under two names would agree with themselves, and a name that reads as an assistant's or a rule's is
one, whatever letters it is typed in.
"""

import unicodedata
from collections.abc import Iterable

from goldkeeper.model.reviews import POLICY, TOGETHER

ASSISTANT = "assistant:"  # before the names of those that propose and never decide


def name_key(name: str) -> str:
    """What is the same for every spelling of a name: letters composed alike, case and blanks of no matter.

    >>> name_key(" Ada  LOVELACE "), name_key("Jose\u0301") == name_key("JOS\u00c9")
    ('ada lovelace', True)
    """
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def known_as(name: str, known: Iterable[str]) -> str | None:
    """How somebody is spelled among those who are known; None for a stranger.

    >>> known_as("ADA", ["bob", "Ada"]), known_as("eve", ["bob", "Ada"])
    ('Ada', None)
    """
    key = name_key(name)
    return next((one for one in known if name_key(one) == key), None)


def tidy_name(said: str) -> str:
    r"""A name as it is kept: one space between words, each letter and its accents in one.

    >>> tidy_name("  Ada  Lovelace "), tidy_name("Jose\u0301") == "Jos\xe9"
    ('Ada Lovelace', True)
    """
    return unicodedata.normalize("NFC", " ".join(said.split()))


def no_persons(name: str) -> str:
    """Why no person may answer under a name; empty where one may.

    >>> no_persons("Ada"), no_persons("Assistant :x"), no_persons("policy:identical"), no_persons("Ada + Bob")
    ('', 'is the name of an assistant', 'is the name of a rule', 'reads as several people')
    """
    plain = name_key(name).replace(" ", "")
    if plain.startswith(POLICY):
        return "is the name of a rule"
    if plain.startswith(ASSISTANT):
        return "is the name of an assistant"
    return "reads as several people" if TOGETHER in name else ""
