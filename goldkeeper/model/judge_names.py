"""Whether two spellings are one person: who reads twice under two names would agree with themselves."""

import unicodedata
from collections.abc import Iterable


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
