"""The parts of a declaration, told from its tokens alone: no grammar is asked, and no language is forgotten.

A name with a list of parameters behind it looks much the same everywhere. In front of it stand annotations,
words like `static`, and in some languages a type; behind it a type, what it throws, and the body. Where a part
can't be told from another (a receiver, a type of a language without types), it goes to the likelier of the two;
nothing is left out, so a change is never missed, at worst it is called by another name.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from goldkeeper.drift.brackets import PAIRS, at, closing_of
from goldkeeper.drift.code_style import LAYOUT, is_docstring, is_word
from goldkeeper.model.chunks import Chunk, ChunkKind
from goldkeeper.model.lexicons import lexicon_of
from goldkeeper.model.syntaxes import FAMILY_OF
from goldkeeper.model.tokens import INDENT, NEWLINE, comments_in, token_stream

Tokens = tuple[str, ...]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_KEYWORDS = _words("def fn func function fun sub proc method defp")
_KINDS_OF_CLASS = _words(
    """class struct interface trait enum object record union protocol extension impl module namespace type mod
    typedef"""
)
_MODIFIERS = _words(
    """public private protected internal static final abstract virtual override native synchronized strictfp
    transient volatile default async export const constexpr consteval inline extern unsafe pub open sealed suspend
    operator infix tailrec external lateinit data inner companion partial readonly explicit friend mutable
    declare get set let var val lazy mutating nonmutating fileprivate convenience required local global crate
    register new implicit case """
)
_BEFORE_PARAMETERS = frozenset({"=", ":", "async", "function", "*", "=>", NEWLINE})
_THROWING = frozenset({"throws", "throw", "rethrows", "noexcept"})
_BODY_AT_COLON = frozenset({"cpp"})  # what is initialised before the body
_OPENS_TYPE = frozenset({"interface", "struct", "{", ":", "|", "&"})  # a brace behind these belongs to a type
_STARS = re.compile(r"^\s*\*+(?!/)", re.MULTILINE)
FARTHEST_PARAMETERS = 8  # tokens between a name and its parameters: `= async function (`


@dataclass(frozen=True, slots=True)
class Declaration:
    """A definition in parts, each as tokens without line ends.

    Attributes:
        documentation: comments and doc strings inside, as words.
    """

    annotations: Tokens = ()
    modifiers: Tokens = ()
    type_parameters: Tokens = ()
    return_type: Tokens = ()
    parameters: Tokens = ()
    exceptions: Tokens = ()
    supertypes: Tokens = ()
    body: Tokens = ()
    documentation: Tokens = ()


def declaration_of(chunk: Chunk) -> Declaration:
    """The parts of a chunk."""
    tokens = token_stream(chunk.text, chunk.language)
    documentation = tuple(_plain_comment(comment) for comment in comments_in(chunk.text, chunk.language))
    if lexicon_of(chunk.language).hints == "python":
        strings = {n for n in range(len(tokens)) if is_docstring(tokens, n)}
        documentation += tuple(" ".join(tokens[n].split()) for n in sorted(strings))
        tokens = tuple(piece for n, piece in enumerate(tokens) if n not in strings)
    if chunk.kind in {ChunkKind.MODULE, ChunkKind.SECTION}:
        return Declaration(body=_without_line_ends(tokens), documentation=documentation)
    return _Reading(tokens, chunk, documentation).declaration()


def _plain_comment(comment: str) -> str:
    """Its words, each behind one blank, without the stars at the beginning of its lines."""
    return " ".join(_STARS.sub("", comment).split())


def _without_line_ends(tokens: Sequence[str]) -> Tokens:
    return tuple(piece for piece in tokens if piece != NEWLINE)


class _Reading:
    """One pass over a declaration's tokens."""

    def __init__(self, tokens: Tokens, chunk: Chunk, documentation: Tokens) -> None:
        self._tokens = tokens
        self._chunk = chunk
        self._family = FAMILY_OF.get(chunk.language, chunk.language)
        self._typed = lexicon_of(chunk.language).typed
        self._documentation = documentation
        self._parts: dict[str, list[str]] = {
            name: []
            for name in ("annotations", "modifiers", "type_parameters", "return_type", "parameters", "exceptions")
        }

    def declaration(self) -> Declaration:
        """Read it."""
        name = self._find_name()
        if name is None:
            return Declaration(body=_without_line_ends(self._tokens), documentation=self._documentation)
        start, end = name
        self._read_front(start)
        is_class = self._chunk.kind is ChunkKind.CLASS
        rest = self._read_type_parameters(end)
        rest = self._read_parameters(rest, far=not is_class)
        body = self._body_start(rest)
        supertypes: list[str] = []
        if is_class:
            supertypes += self._tokens[rest:body]
        else:
            self._read_back(rest, body)
        parts = {part: _without_line_ends(pieces) for part, pieces in self._parts.items()}
        return Declaration(
            **parts,
            supertypes=_without_line_ends(supertypes),
            body=_without_line_ends(self._tokens[body:]),
            documentation=self._documentation,
        )

    def _find_name(self) -> tuple[int, int] | None:
        """Where the name begins and ends: its first place with parameters behind it, else its first place."""
        name = token_stream(self._chunk.name, self._chunk.language)
        first: tuple[int, int] | None = None
        n = 0
        while name and n < len(self._tokens):
            piece = self._tokens[n]
            if self._tokens[n : n + len(name)] == name:
                found = n, n + len(name)
                if at(self._tokens, found[1]) in {"(", "<", "[", "=", ":"} or self._chunk.kind is ChunkKind.CLASS:
                    return found
                first = first or found
            elif piece == "{" or (piece == "=" and first is not None):
                break
            n = closing_of(self._tokens, n) + 1 if piece in PAIRS else n + 1
        return first

    def _read_front(self, end: int) -> None:
        n = 0
        while n < end:
            piece, behind = self._tokens[n], at(self._tokens, n + 1)
            if piece == "@" and is_word(behind) and behind != "interface":
                stop = self._end_of_annotation(n + 2)
                self._parts["annotations"] += self._tokens[n:stop]
            elif piece == "[" or (piece == "#" and behind in {"[", "!"}):
                stop = closing_of(self._tokens, n + (piece == "#") + (behind == "!")) + 1
                self._parts["annotations"] += self._tokens[n:stop]
            elif piece in {"<", "template"} and not self._parts["return_type"]:
                stop = self._end_of_angles(n + (piece == "template"))
                self._parts["type_parameters"] += self._tokens[n:stop]
            elif piece in _MODIFIERS or piece in _KINDS_OF_CLASS or piece in LAYOUT:
                stop = n + 1
                if piece == "pub" and behind == "(":
                    stop = closing_of(self._tokens, n + 1) + 1
                self._parts["modifiers"] += self._tokens[n:stop]
            elif piece in _KEYWORDS:
                stop = n + 1
            elif piece == "(":  # a receiver
                stop = closing_of(self._tokens, n) + 1
                self._parts["parameters"] += self._tokens[n:stop]
            else:
                stop = n + 1
                part = "return_type" if self._typed and not self._is_qualifier(n, end) else "modifiers"
                if not self._is_qualifier(n, end):
                    self._parts[part].append(piece)
            n = max(stop, n + 1)

    def _is_qualifier(self, n: int, end: int) -> bool:
        """Whether what stands here only leads to the name: `Cart ::`, `Cart .`; its class tells that too."""
        rest = self._tokens[n:end]
        return bool(rest) and rest[-1] in {"::", ".", "#"} and all(is_word(one) or one in {"::", "."} for one in rest)

    def _end_of_annotation(self, n: int) -> int:
        while at(self._tokens, n) in {".", ":"} and is_word(at(self._tokens, n + 1)):
            n += 2
        if at(self._tokens, n) == "(":
            n = closing_of(self._tokens, n) + 1
        if at(self._tokens, n) == NEWLINE:
            n += 1
        return n

    def _end_of_angles(self, n: int) -> int:
        """Behind the angle that closes what opens at `n`; `n` itself where nothing does."""
        depth = 0
        for stop in range(n, len(self._tokens)):
            piece = self._tokens[stop]
            depth += (piece == "<") - (piece == ">") - 2 * (piece == ">>")
            if piece in {"{", ";"}:
                return n
            if depth <= 0:
                return stop + 1
        return n

    def _read_type_parameters(self, n: int) -> int:
        stop = n
        if at(self._tokens, n) == "<":
            stop = self._end_of_angles(n)
        elif at(self._tokens, n) == "[":
            end = closing_of(self._tokens, n) + 1
            if at(self._tokens, end) in {"(", "struct", "interface"}:
                stop = end
        self._parts["type_parameters"] += self._tokens[n:stop]
        return stop

    def _read_parameters(self, n: int, *, far: bool) -> int:
        opening = n
        while far and opening < n + FARTHEST_PARAMETERS and at(self._tokens, opening) in _BEFORE_PARAMETERS:
            opening += 1
        if at(self._tokens, opening) == "(":
            end = closing_of(self._tokens, opening) + 1
            self._parts["modifiers"] += [one for one in self._tokens[n:opening] if is_word(one)]
            self._parts["parameters"] += self._tokens[opening:end]
            return end
        if self._family == "ruby" and far:
            end = next((m for m in range(n, len(self._tokens)) if self._tokens[m] == NEWLINE), n)
            self._parts["parameters"] += self._tokens[n:end]
            return end
        if opening > n and at(self._tokens, opening + 1) == "=>":  # one parameter without parentheses
            self._parts["parameters"].append(self._tokens[opening])
            return opening + 1
        return n

    def _body_start(self, n: int) -> int:
        """Where the body begins behind the parameters."""
        is_class = self._chunk.kind is ChunkKind.CLASS
        where = False
        while n < len(self._tokens):
            piece = self._tokens[n]
            where = where or piece == "where"
            if piece == "{" and not (at(self._tokens, n - 1) in _OPENS_TYPE and not is_class):
                return n
            if piece in {";", "=>", INDENT} or (piece == "=" and not is_class):
                return n
            if piece == ":" and at(self._tokens, n + 1) in {NEWLINE, INDENT, ""}:
                return n
            if piece == ":" and self._family in _BODY_AT_COLON and not is_class:
                return n
            if piece == NEWLINE and at(self._tokens, n + 1) not in {"where", "{", ":", "->", "throws"}:
                return n
            if piece == ":" and self._family == "python":  # a body on the same line
                return n
            n = closing_of(self._tokens, n) + 1 if piece in PAIRS else n + 1
        return n

    def _read_back(self, n: int, end: int) -> None:
        """What stands between the parameters and the body."""
        part = "return_type" if lexicon_of(self._chunk.language).types_behind else "modifiers"
        while n < end:
            piece = self._tokens[n]
            stop = closing_of(self._tokens, n) + 1 if piece in PAIRS else n + 1
            if piece in _THROWING:
                part = "exceptions"
            elif piece == "where":
                part = "type_parameters"
            elif piece in {"->", ":"} and part != "type_parameters":
                part = "return_type"
                n = stop
                continue
            elif piece in _MODIFIERS and part in {"exceptions", "modifiers"} and self._typed:
                part = "modifiers"
            self._parts[part] += self._tokens[n:stop]
            n = stop
