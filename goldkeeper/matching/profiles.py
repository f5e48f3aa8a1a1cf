"""Chunks as the matcher compares them: one character a token.

With a token written as one character of a string, a likeness of token streams costs what a likeness
of short texts costs, masking a name is one `replace`, and three tokens in a row are a slice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from goldkeeper.matching.lines import telling_lines
from goldkeeper.model.chunks import Chunk, last_name
from goldkeeper.model.tokens import token_stream

MASKED_NAME = "\x01"  # stands for the chunk's own name
MASKED_CONTAINER = "\x02"  # and for its class's
_FIRST = 0x100  # below lie the masks, and room for more
_SURROGATES = range(0xD800, 0xE000)
_OPENING, _CLOSING, _COMMA = "(", ")", ","
# What a parameter may carry without becoming another parameter.
_PARAMETER_NOISE = frozenset(("final", "const", "mut", "val", "var", "self", "this", "&"))


@dataclass
class Profile:
    """One chunk, ready to be compared.

    Attributes:
        tokens: its token stream, one character a token.
        masked: the same with its own name and its class's name masked, so that a rename is no difference.
        parameters: the tokens between the first parentheses, without what is only decoration.
        parameter_count: how many parameters; -1 where there are no parentheses.
    """

    chunk: Chunk
    name: str
    container: str
    tokens: str
    masked: str
    parameters: str
    parameter_count: int

    @cached_property
    def trigrams(self) -> frozenset[str]:
        """Every three tokens in a row; of shorter chunks, what there is."""
        text = self.masked
        if len(text) < 3:  # a trigram has three
            return frozenset((text,)) if text else frozenset()
        return frozenset([text[at : at + 3] for at in range(len(text) - 2)])

    @cached_property
    def lines(self) -> Sequence[str]:
        """Its telling lines."""
        return telling_lines(self.chunk.text)

    @property
    def size(self) -> int:
        """Number of tokens."""
        return len(self.tokens)


class Lexicon:
    """Gives each token its character, and each chunk its profile, once."""

    def __init__(self) -> None:
        self._characters: dict[str, str] = {}
        self._tokens: list[str] = []
        self._texts: dict[tuple[str, str], tuple[str, str, int]] = {}
        self._profiles: dict[tuple[str, str, str, str], Profile] = {}

    def profile(self, chunk: Chunk) -> Profile:
        """The chunk's profile; equal texts under equal symbols share one."""
        if not chunk.text:  # remembered by its digest alone: nothing to keep under that digest
            return self._make(chunk)
        key = (chunk.digest, chunk.symbol, chunk.language, chunk.path)
        known = self._profiles.get(key)
        if known is None:
            known = self._profiles[key] = self._make(chunk)
        return known

    def words(self, profile: Profile) -> list[str]:
        """The identifiers of a chunk, each once, in order of appearance."""
        seen = dict.fromkeys(profile.tokens)
        return [word for word in self.read("".join(seen)) if word[0].isalpha() or word[0] in "_$@"]

    def read(self, characters: str) -> list[str]:
        """The tokens that a stream's characters stand for."""
        return [self._tokens[self._index(character)] for character in characters]

    def _make(self, chunk: Chunk) -> Profile:
        name, container = chunk.name, last_name(chunk.container) if chunk.container else ""
        tokens, parameters, count = self._read(chunk, name)
        masked = tokens
        # A name of several tokens (`operator==`, a heading) is left as it stands: half of it is no name.
        if name in self._characters:
            masked = masked.replace(self._characters[name], MASKED_NAME)
        if container and container != name and container in self._characters:
            masked = masked.replace(self._characters[container], MASKED_CONTAINER)
        return Profile(chunk, name, container, tokens, masked, parameters, count)

    def _read(self, chunk: Chunk, name: str) -> tuple[str, str, int]:
        """Tokens, parameters and their number; a text that only moved is read once for both sides."""
        key = (chunk.digest, chunk.language)
        read = self._texts.get(key)
        if read is None and not chunk.text:
            return "", "", -1
        if read is None:
            stream = token_stream(chunk.text, chunk.language)
            known, character = self._characters.get, self._character
            tokens = "".join([known(token) or character(token) for token in stream])
            read = self._texts[key] = (tokens, *self._parameters(stream, name))
        return read

    def _character(self, token: str) -> str:
        known = self._characters.get(token)
        if known is None:
            code = _FIRST + len(self._tokens)
            if code >= _SURROGATES.start:
                code += len(_SURROGATES)
            # Unicode ends after a million: rarer words of a giant change then share the last character.
            known = self._characters[token] = chr(min(code, 0x10FFFF))
            self._tokens.append(token)
        return known

    def _index(self, character: str) -> int:
        code = ord(character)
        return code - _FIRST - (len(_SURROGATES) if code >= _SURROGATES.stop else 0)

    def _parameters(self, stream: tuple[str, ...], name: str) -> tuple[str, int]:
        start = _opening_of(stream, name)
        if start is None:
            return "", -1
        depth, count, kept = 0, 0, []
        for token in stream[start:]:
            if token == _OPENING:
                depth += 1
            elif token == _CLOSING:
                depth -= 1
                if depth == 0:
                    break
            elif token == _COMMA and depth == 1:
                count += 1
            if token not in _PARAMETER_NOISE:
                kept.append(self._character(token))
        return "".join(kept[1:]), count + (1 if len(kept) > 1 else 0)


def _opening_of(stream: tuple[str, ...], name: str) -> int | None:
    """Where the parameters begin: behind the name, for an annotation before it may have brackets of its own."""
    if name in stream:
        behind = stream.index(name) + 1
        if stream[behind : behind + 1] == (_OPENING,):
            return behind
    return stream.index(_OPENING) if _OPENING in stream else None
