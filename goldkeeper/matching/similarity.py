"""Two things → how alike they are, 0..1. Nothing here decides anything.

Names and symbols are compared as they stand: case and punctuation are what tells `operator==` from
`operator!=` and `Value` from `value`.
"""

import re
from functools import lru_cache

from rapidfuzz.distance import Indel, JaroWinkler

from goldkeeper.matching.profiles import Profile

_MARKS_ONLY = re.compile(r"(?:operator\s*)?([^\w\s\"'`]+)(?:/[0-9]+)?")  # `operator!=`, `<=>`, and `+/2` of Elixir
_WORDS_KEPT = 1 << 15  # of names; each is asked for with every candidate


def body_likeness(one: Profile, other: Profile) -> float:
    """Common tokens in order, over all of both, own names masked; 0 where either has no text."""
    if one.masked == other.masked:
        return 1.0 if one.masked else 0.0
    return Indel.normalized_similarity(one.masked, other.masked)


def name_likeness(one: str, other: str) -> float:
    """How alike two names are, by letters; the words a name is made of may change places.

    Another operator is another function: `operator!=` has nothing of `operator<`.

    >>> name_likeness("total", "total"), name_likeness("parseUrl", "url_parse") > 0.5
    (1.0, True)
    """
    if one == other:
        return 1.0
    if is_operator(one) or is_operator(other):
        return 0.0
    letters = Indel.normalized_similarity(one, other)
    ours, theirs = name_words(one), name_words(other)
    if len(ours) + len(theirs) <= 2:  # one word each: letters alone
        return letters if min(len(one), len(other)) > 3 else letters * 0.8  # get/set, add/odd
    left = list(theirs)
    for word in ours:
        if word in left:
            left.remove(word)
    shared = len(theirs) - len(left)
    return max(letters, 2 * shared / (len(ours) + len(theirs))) * 0.99


def is_operator(name: str) -> bool:
    """Whether a name is made of marks: none of its letters tells it from another.

    >>> [is_operator(name) for name in ("operator==", "<=>", "+/2", "operator bool", "total", "save!")]
    [True, True, True, False, False, False]
    """
    return not name[-1:].isalpha() and _MARKS_ONLY.fullmatch(name) is not None


@lru_cache(maxsize=_WORDS_KEPT)
def name_words(name: str) -> tuple[str, ...]:
    """The words of a name in lower case: camel humps, underscores and digits part them.

    >>> name_words("parseHTTPHeader_v2")
    ('parse', 'http', 'header', 'v', '2')
    """
    words: list[str] = []
    word = ""
    for at, letter in enumerate(name):
        before, after = name[at - 1 : at], name[at + 1 : at + 2]
        starts = letter.isupper() and (not before.isupper() or (after.islower() and before.isupper()))
        if not letter.isalnum() or starts or (letter.isdigit() != before.isdigit() and before.isalnum()):
            if word:
                words.append(word.lower())
            word = ""
        if letter.isalnum():
            word += letter
    if word:
        words.append(word.lower())
    return tuple(words)


def container_likeness(one: str, other: str) -> float:
    """Of what stands before two names; equal or both empty is 1."""
    if one == other:
        return 1.0
    if not one or not other:
        return 0.3  # into a class or out of one: neither for nor against
    return JaroWinkler.similarity(one, other)


def parameter_likeness(one: Profile, other: Profile) -> float:
    """Of the parameter lists; two empty ones are alike."""
    if one.parameter_count < 0 or other.parameter_count < 0:
        return 1.0 if one.parameter_count == other.parameter_count else 0.5
    if one.parameters == other.parameters:
        return 1.0
    return Indel.normalized_similarity(one.parameters, other.parameters)


def size_likeness(one: int, other: int) -> float:
    """Smaller over larger number of tokens."""
    return min(one, other) / max(one, other) if one and other else 0.0
