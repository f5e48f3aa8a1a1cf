"""What a function asks for: the types of its parameters, and whether it has a body at all.

Overloads are told apart by types. A parameter that is called otherwise, `final`, annotated or given a
default is the same parameter; and an interface's declaration that stayed is not the method that moved away.
"""

import re
from collections.abc import Iterator, Sequence

from rapidfuzz.distance import Indel

from goldkeeper.matching.profiles import Lexicon, Profile

_OPENING, _CLOSING = frozenset("([{<"), frozenset(")]}>")
_COMMA = frozenset(",")
_ARROWS = frozenset(("->", "=>"))
_NAME_FIRST = frozenset(("go", "sql"))  # `name Type`; elsewhere it is `Type name` or `name: Type`
_NO_BODY = frozenset(("pass", "..."))  # what stands where a body is not wanted

_WORD = re.compile(r"\$?[^\W\d]")  # a lone `$` is no name

Types = tuple[str, ...]


class Signatures:
    """Reads the parameter types of profiles, each list once."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._types: dict[tuple[str, bool], Types | None] = {}

    def types(self, profile: Profile) -> Types | None:
        """The types in order, without names, defaults and annotations; None where they are not written."""
        if profile.parameter_count < 0:
            return None
        key = (profile.parameters, profile.chunk.language in _NAME_FIRST)
        if key not in self._types:
            self._types[key] = _types(self._lexicon.read(profile.parameters), name_first=key[1])
        return self._types[key]

    def likeness(self, one: Profile, other: Profile) -> float | None:
        """How alike two lists of types are, 0..1, whole types only; None where either has none written."""
        ours, theirs = self.types(one), self.types(other)
        if ours is None or theirs is None:
            return None
        return 1.0 if ours == theirs else Indel.normalized_similarity(ours, theirs)

    def has_body(self, profile: Profile) -> bool:
        """Whether a function says what it does, and not only that it is there."""
        text = profile.chunk.text.rstrip()
        if text.endswith(";"):
            return "{" in text
        if text.endswith("}"):
            return True
        after = self._lexicon.read(profile.tokens[-4:])
        return not after or after[-1] not in _NO_BODY


def _types(tokens: Sequence[str], *, name_first: bool) -> Types | None:
    # A receiver leaves an empty place.
    parameters = [_type(parameter, name_first=name_first) for parameter in _split(tokens) if parameter]
    return tuple(parameters) if all(parameters) else None


def _split(tokens: Sequence[str]) -> Iterator[list[str]]:
    """The tokens of each parameter: cut at commas outside of brackets."""
    depth, parameter = 0, list[str]()
    for word in tokens:
        if depth == 0 and word in _COMMA:
            yield parameter
            parameter = []
            continue
        if word not in _ARROWS:  # `>>` closes two, `->` none
            depth += sum((mark in _OPENING) - (mark in _CLOSING) for mark in word)
        parameter.append(word)
    yield parameter


def _type(parameter: Sequence[str], *, name_first: bool) -> str:
    """A parameter's type as one text; empty where only its name is written."""
    bare = list(_without_annotations(parameter))
    if "=" in bare:
        bare = bare[: bare.index("=")]
    if ":" in bare:
        return " ".join(bare[bare.index(":") + 1 :])
    names = [at for at, word in enumerate(bare) if _WORD.match(word)]
    if len(names) < 2:  # one word is a name, or a type without one: nothing tells which
        return ""
    dropped = names[0] if name_first else names[-1]
    return " ".join(word for at, word in enumerate(bare) if at != dropped)


def _without_annotations(parameter: Sequence[str]) -> Iterator[str]:
    """`@Nullable String a` and `@Size(max = 3) String a` are a `String`."""
    depth, at = 0, 0
    while at < len(parameter):
        if parameter[at] == "@":
            at += 2
            if at < len(parameter) and parameter[at] == "(":
                while at < len(parameter):
                    depth += (parameter[at] == "(") - (parameter[at] == ")")
                    at += 1
                    if depth == 0:
                        break
            continue
        yield parameter[at]
        at += 1
