"""The parts of an estimate in plain words, for those who never heard of likenesses.

A part may be read in several ways, `body at its place`: the words are of what was looked at, and the way
is told behind them. A name that has no words here is shown as it is. Words and way together fit the column of labels.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "prior": "before any look",
        "identity": "beyond doubt",
        # where it stands
        "place": "same path and name",
        "symbol": "same full name",
        "history": "followed in history",
        "added again": "put back later",
        "followed": "its file went there",
        "path": "path alike",
        "container": "its surroundings",
        "siblings": "others went there too",
        "neighbours": "neighbours alike",
        "between": "between its siblings",
        "in turn": "order kept",
        # what it says
        "text": "the same text",
        "tokens": "same but for layout",
        "body": "text alike",
        "short body": "short text alike",
        "only one body": "only one has a body",
        "rare runs": "rare wording",
        "runs kept": "wording kept",
        "runs found": "wording found there",
        "size": "length alike",
        "lines": "share of its lines",
        # how it is called, and by whom
        "name": "name alike",
        "other operator": "another operator",
        "callers stayed": "still called so",
        "renamed alike": "others renamed alike",
        "taken in": "lines taken in",
        "parameters": "parameters alike",
        "types": "types of parameters",
        "callers": "callers went along",
        "called": "called by what is left",
        "called as before": "called as before",
        "name in use": "name still in use",
        "old name in use": "old name still in use",
        # of classes
        "members": "its members are there",
        "members from it": "members came from it",
        "member names": "member names alike",
        "shell": "alike without members",
        "kin": "base classes alike",
        # who else may claim it
        "claimed": "comes from another",
        "claimant moved": "what claims it moved",
        "merged": "merged with another",
        "known before": "was there before",
        "equal heirs": "equals beside it",
        "nearest heir": "nearest of equals",
        "original lives": "its original lives on",
        "stood elsewhere": "stood elsewhere before",
        "lead": "lead over next",
        "rival": "lead over claims",
    }
)
WAYS: Final[Mapping[str, str]] = MappingProxyType(
    {
        " at its place": ", in place",
        " under its name": ", own name",
        " of a class": ", class",
        " of a short chunk": ", short",
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
    ('rare wording', 'text alike, class', 'unheard of')
    """
    of = looked_at(name)
    way = name[len(of) :]
    return WORDS.get(of, of) + WAYS.get(way, way)
