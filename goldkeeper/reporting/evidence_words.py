"""The parts of an estimate in plain words, for those who never heard of likenesses.

A part may be read in several ways, `body at its place`: the words are of what was looked at, and the way
is told behind them. A name that has no words here is shown as it is.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "prior": "before any look",
        "identity": "beyond doubt",
        "place": "same path and name",
        "symbol": "same full name",
        "followed": "its file went there",
        "text": "the same text",
        "tokens": "same but for layout",
        "body": "text alike",
        "short body": "short text alike",
        "rare runs": "rare wording shared",
        "name": "name alike",
        "other operator": "another operator",
        "container": "what it lies in alike",
        "path": "path alike",
        "siblings": "others went there too",
        "neighbours": "neighbours alike",
        "members": "its members are there",
        "parameters": "parameters alike",
        "size": "length alike",
        "claimed": "comes from another",
        "known before": "was there before",
        "lead": "lead over the next",
        "rival": "lead over other claims",
        "callers": "callers went along",
        "called": "called by what is left",
        "lines": "share of its lines",
    }
)

# Their words say what the note would say once more.
SAID = frozenset({"prior", "place", "text", "tokens", "other operator", "claimed", "known before"})


def looked_at(name: str) -> str:
    """What a part looks at, without the way in which it was read.

    >>> looked_at("short body at its place"), looked_at("unheard of")
    ('short body', 'unheard of')
    """
    known = [word for word in WORDS if name == word or name.startswith(f"{word} ")]
    return max(known, key=len, default=name)


def in_words(name: str) -> str:
    """A part's name in plain words.

    >>> in_words("rare runs"), in_words("body of a class"), in_words("unheard of")
    ('rare wording shared', 'text alike of a class', 'unheard of')
    """
    of = looked_at(name)
    return WORDS.get(of, of) + name[len(of) :]
