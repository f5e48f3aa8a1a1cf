"""Source bytes → chunks: the door of this room.

Every function, method and class is a chunk, nested ones too. Top-level code that is in no definition
makes chunks of kind module, all named `<module>` (qualified inside a namespace): one for each run of
statements that no definition interrupts, from the first line of its first to the last line of its
last statement. Comments and blank lines alone make no run. Adding a definition between two
statements therefore splits one run and leaves the others as they were.
"""

import json
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from operator import itemgetter
from typing import Final

from goldkeeper.chunking.bounded import BoundedParser, Clock, ParsingTookTooLong
from goldkeeper.chunking.building import Row, build_file
from goldkeeper.chunking.decoding import decode_source
from goldkeeper.chunking.found import Found
from goldkeeper.chunking.grammars import GrammarSource, grammar_version, load_grammar
from goldkeeper.chunking.languages import known_languages
from goldkeeper.chunking.leading import with_leading_comments
from goldkeeper.chunking.plan import Plan
from goldkeeper.chunking.recovery import parse_definitions
from goldkeeper.chunking.rules import ALL_RULES
from goldkeeper.chunking.rules.base import LanguageRules
from goldkeeper.model.chunks import BlobId, ChunkKind, FileChunks, SkipReason, Span
from goldkeeper.model.passports import Fingerprint

VERSION: Final = "7"  # raised whenever the same file would be cut otherwise
_ROWS_VERSION: Final = 1  # of what `pack` writes
_START: Final = itemgetter(0)  # of a `Found`
_END: Final = itemgetter(1)
_KINDS: Final = tuple(ChunkKind)  # packed as the place in this list


@dataclass(frozen=True, slots=True)
class ChunkOptions:
    """What changes the chunks.

    Attributes:
        grammars: which packages the grammars come from.
        leading_comments: comments directly above a definition belong to its span.
    """

    grammars: GrammarSource = GrammarSource.OFFICIAL
    leading_comments: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "grammars", GrammarSource(self.grammars))  # plain text from a configuration

    def as_text(self) -> Mapping[str, str]:
        """As a fingerprint holds them."""
        return {"grammars": self.grammars.value, "leading_comments": str(self.leading_comments).lower()}


class _ThreadParsers(threading.local):
    """The parsers of one thread: a parser holds the state of the file that it is at."""

    def __init__(self) -> None:
        self.by_language: dict[str, tuple[Plan, BoundedParser] | None] = {}


class DefinitionChunker:
    """Cuts a file by its definitions; see `ports.Chunker`.

    Args:
        options: what changes the chunks.
        clock: by which a file that takes too long is given up; None parses without a limit.
    """

    ids_are_lines: Final = False

    def __init__(self, options: ChunkOptions | None = None, clock: Clock | None = None) -> None:
        self._options: Final = options or ChunkOptions()
        self._clock: Final = clock
        self._parsers: Final = _ThreadParsers()

    @cached_property
    def fingerprint(self) -> Fingerprint:
        """Name, version, options, and every language's grammar, unavailable ones included."""
        source = self._options.grammars
        grammars = sorted((grammar_version(rules, source) for rules in ALL_RULES), key=lambda each: each.language)
        return Fingerprint("definition", VERSION, self._options.as_text(), tuple(grammars))

    def language_of(self, path: str) -> str | SkipReason:
        """The language a path is chunked as; NO_GRAMMAR when it is known and can't be parsed here."""
        rules = known_languages().find(path)
        if rules is None:
            return SkipReason.UNKNOWN_TYPE
        return rules.language if self._tools(rules) else SkipReason.NO_GRAMMAR

    def chunk_file(self, path: str, blob: BlobId, data: bytes) -> FileChunks | SkipReason:
        """The chunks of one file, by start line, outer before inner.

        Args:
            path: relative to the repository root, with `/`; its name decides the language.
            blob: the content's name.
            data: the file's bytes.
        """
        rules = known_languages().find(path)
        if rules is None:
            return SkipReason.UNKNOWN_TYPE
        tools = self._tools(rules)
        if tools is None:
            return SkipReason.NO_GRAMMAR
        source = decode_source(data)
        if source is None:
            return SkipReason.BINARY
        plan, parser = tools
        parser.begin_file()
        try:
            found, damage, tree = parse_definitions(plan, parser, source.data)
        except ParsingTookTooLong:
            return SkipReason.TOO_SLOW
        if self._options.leading_comments:
            found = with_leading_comments(found, tree.root_node, source.data, rules)
        found.sort(key=_END, reverse=True)  # by start, outer before inner
        found.sort(key=_START)
        return build_file((path, blob, rules.language), source, _rows_of(found, source.data), damage)

    def pack(self, file: FileChunks) -> bytes:
        """Spans, symbols and kinds as compact JSON; texts and digests come back from the file's bytes."""
        rows = [[c.span.start, c.span.end, c.symbol, _KINDS.index(c.kind)] for c in file.chunks]
        damage = [[span.start, span.end] for span in file.damage]
        return json.dumps([_ROWS_VERSION, rows, damage], ensure_ascii=False, separators=(",", ":")).encode()

    def rebuild(self, path: str, blob: BlobId, data: bytes, rows: bytes) -> FileChunks:
        """What `chunk_file` gave when `rows` were packed, without parsing.

        Raises:
            ValueError: the rows are not from `pack`, or not of this file.
        """
        version, packed, damage = json.loads(rows)
        rules, source = known_languages().find(path), decode_source(data)
        if version != _ROWS_VERSION or rules is None or source is None:
            raise ValueError(f"{path}: the packed rows do not belong to this file")
        # Line n + 1 begins at ends[n] + n: the newlines before it are not in the lengths.
        ends = list(accumulate(map(len, source.data.split(b"\n")), initial=0))
        unpacked = (
            (start, end, symbol, _KINDS[kind], ends[start - 1] + start - 1, ends[end] + end - 1)
            for start, end, symbol, kind in packed
        )
        return build_file((path, blob, rules.language), source, unpacked, tuple(Span(*span) for span in damage))

    def _tools(self, rules: LanguageRules) -> tuple[Plan, BoundedParser] | None:
        parsers = self._parsers.by_language
        if rules.language not in parsers:
            grammar = load_grammar(rules, self._options.grammars)
            tools = (Plan(rules, grammar), BoundedParser(grammar, self._clock)) if grammar else None
            parsers[rules.language] = tools
        return parsers[rules.language]


def _rows_of(found: list[Found], data: bytes) -> Iterator[Row]:
    """Rows with `#2`, `#3`, … on the symbol where another with the same lines and symbol stands before."""
    seen: dict[tuple[int, str], int] = {}
    line = last_row = begin = stop = 0
    alone = 0, ""  # the only one so far that begins on this line, if `seen` is empty
    for start_byte, end_byte, start_row, end_row, symbol, kind, *_ in found:
        is_new_line = start_row >= line  # nothing before began on this line
        if is_new_line or end_row != last_row:  # a line may be as long as its file and hold all its definitions
            last_row = end_row
            begin, stop = data.rfind(b"\n", 0, start_byte) + 1, data.find(b"\n", end_byte)
            if stop < 0:
                stop = len(data)
        if is_new_line:
            line, alone = start_row + 1, (end_row, symbol)
            if seen:
                seen = {}
            yield line, end_row + 1, symbol, kind, begin, stop
            continue
        seen = seen or {alone: 1}
        times = seen[end_row, symbol] = seen.get((end_row, symbol), 0) + 1
        yield line, end_row + 1, symbol if times == 1 else f"{symbol}#{times}", kind, begin, stop
