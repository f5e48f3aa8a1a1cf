"""Chunks, their IDs, and the snapshot of a repository that holds them.

A chunk ID is text that other tools write, so reading it is harder than writing it: a path may
hold colons and digits, a symbol may hold `::`, spaces and colons. `ChunkId.parse` says how the
ambiguity is decided.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import NewType

from goldkeeper.model.errors import MalformedChunkId

CommitId = NewType("CommitId", str)
BlobId = NewType("BlobId", str)

# Groups may share a colon (`a:1-2:3-4:f` has two), hence the look-ahead. ASCII digits only: `\d`
# takes Arabic-Indic ones too. Nine digits: no file has more lines, and int() stays cheap.
_SPAN_GROUP = re.compile(r":([0-9]{1,9})-([0-9]{1,9})(?=:)")
_BARE = re.compile(r"(.+):([0-9]{1,9})-([0-9]{1,9})", re.DOTALL)  # lines and no symbol, as windows are named


@dataclass(frozen=True, slots=True, order=True)
class Span:
    r"""Lines of a file, counted from 1, both ends included; only `\n` ends a line."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if self.start < 1:
            raise ValueError(f"line numbers start at 1, not {self.start}")
        if self.end < self.start:
            raise ValueError("the span ends before it starts")

    @property
    def lines(self) -> int:
        """How many lines the span covers, at least 1."""
        return self.end - self.start + 1

    def overlap(self, other: "Span") -> float:
        """Shared lines over all lines of both, 0..1 (intersection over union).

        >>> Span(1, 4).overlap(Span(3, 6))
        0.3333333333333333
        """
        shared = min(self.end, other.end) - max(self.start, other.start) + 1
        if shared <= 0:
            return 0.0
        return shared / (self.lines + other.lines - shared)

    def holds(self, other: "Span") -> bool:
        """Whether `other` lies within this span (equal spans hold each other)."""
        return self.start <= other.start and other.end <= self.end

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"


@dataclass(frozen=True, slots=True, order=True)
class ChunkId:
    """`path:start-end:symbol`, the name a gold set knows a chunk by; `path:start-end` where the symbol is empty.

    >>> str(ChunkId("src/a.py", Span(3, 8), "Cart.total"))
    'src/a.py:3-8:Cart.total'
    """

    path: str
    span: Span
    symbol: str

    @classmethod
    def parse(cls, text: str, is_file: Callable[[str], bool] | None = None, *, bare: bool = False) -> "ChunkId":
        """Read an ID as people and indexes write it.

        The path is what stands before a `:<start>-<end>:` group. With more than one such group,
        the one whose left part is a file of the repository decides, otherwise the first.

        Args:
            text: the ID as written; white space is part of it.
            is_file: tells whether a path is a file of the repository; only asked when the text
                can be read in more than one way.
            bare: whether `path:start-end` is an ID too, of a chunk without a symbol.

        Raises:
            MalformedChunkId: no group, an empty path or symbol, line 0, or an inverted span.

        >>> ChunkId.parse("src/box.cpp:6-6:ns::Box::operator()").symbol
        'ns::Box::operator()'
        >>> ChunkId.parse("docs/guide.md:41-80", bare=True).span
        Span(start=41, end=80)
        """
        groups = [found for found in _SPAN_GROUP.finditer(text) if found.start() > 0]
        lines = _BARE.fullmatch(text) if bare and not groups else None
        if lines is not None:
            try:
                return cls(lines[1], Span(int(lines[2]), int(lines[3])), "")
            except ValueError as problem:
                raise MalformedChunkId(text, str(problem)) from None
        if not groups:
            raise MalformedChunkId(text, "no ':<start>-<end>:' between path and symbol")
        chosen = groups[0]
        if len(groups) > 1 and is_file is not None:
            chosen = next((group for group in groups if is_file(text[: group.start()])), chosen)
        symbol = text[chosen.end() + 1 :]
        if not symbol:
            raise MalformedChunkId(text, "the symbol is empty")
        try:
            span = Span(int(chosen[1]), int(chosen[2]))
        except ValueError as problem:
            raise MalformedChunkId(text, str(problem)) from None
        return cls(text[: chosen.start()], span, symbol)

    def __str__(self) -> str:
        lines = f"{self.path}:{self.span.start}-{self.span.end}"
        return f"{lines}:{self.symbol}" if self.symbol else lines


HEADING_SEPARATOR = " > "  # between the headings that lead to a section

_ORDINAL = re.compile(r"#[0-9]+$")
_ARITY = re.compile(r"/[0-9]+$")  # `add/2` of Erlang and Elixir

# What stands in brackets or quotes is one name, whatever it holds; so is what a blank stands before (`test #render`).
_IN_BRACKETS = re.compile(r"""\([^()]*\)|\[[^][]*\]|<[^<>]*>|"[^"]*"|`[^`]*`|[ ]\#""")
# A joint has a name after it: `is. ok`, a test's name in Kotlin, has none.
_JOINT = re.compile(r"(?:::|[.\#/])(?=\S)")
# `impl A::B for C` and `operator std::string` are one name to the end, and `operator/` is no folder; but
# `operators.add` and `operator.add` lie in something that is only called so.
_WHOLE_NAME = re.compile(r"""(?:^|(?<=[.:#]))(?:impl[ <]|operator(?=[^\w.:#/]|/(?![^\W\d])))""")
# A name of marks alone, behind its joint: `Vec#/`, `List.::`, `Range...<`.
_NAME_OF_MARKS = re.compile(r"""(?:::|[.\#])([^\w\s()\[\]{}"'`,;]+)$""")
_MARKS = re.compile(r"""[^\w\s()\[\]{}"'`,;]+$""")

_NAMES_KEPT = 1 << 16  # of symbols; a large change asks for each of its chunks a hundred times


def without_ordinal(symbol: str) -> str:
    """Without the ordinal that tells twins apart.

    >>> without_ordinal("Cart#total#2"), without_ordinal("Cart#total"), without_ordinal("#2")
    ('Cart#total', 'Cart#total', '#2')
    """
    return _ORDINAL.sub("", symbol) or symbol


@lru_cache(maxsize=_NAMES_KEPT)
def last_name(symbol: str) -> str:
    """The innermost name of a qualified symbol, without container and ordinal.

    >>> [last_name(s) for s in ("Cart.total", "ns::Box::operator()", "A::B#c", "run#2", "f")]
    ['total', 'operator()', 'c', 'run', 'f']
    >>> [last_name(s) for s in ("Shop.Cart.add/2", "Guide > 1.2 Set-up", "operators.add", "Vec#/", "List.::")]
    ['add/2', '1.2 Set-up', 'add', '/', '::']
    >>> [last_name(s) for s in ("m::impl<T> fmt::Display for Buf<T>", "Box.[Symbol.iterator]", 'TEST_CASE("1.2: a")')]
    ['impl<T> fmt::Display for Buf<T>', '[Symbol.iterator]', 'TEST_CASE("1.2: a")']
    """
    above, mark, heading = symbol.rpartition(HEADING_SEPARATOR)
    if mark and above and heading:
        return heading
    bare = without_ordinal(symbol)
    whole = _WHOLE_NAME.search(bare)
    if whole:
        return bare[whole.start() :]
    stem = _IN_BRACKETS.sub(lambda found: "_" * len(found[0]), _ARITY.sub("", bare))
    if _MARKS.fullmatch(stem):
        return bare
    marks = _NAME_OF_MARKS.search(stem)
    if marks:
        return bare[marks.start(1) :]
    cut = max((joint.end() for joint in _JOINT.finditer(stem)), default=0)
    return bare[cut:]


@lru_cache(maxsize=_NAMES_KEPT)
def outer_names(symbol: str) -> str:
    """What stands before the innermost name, without the joint; empty where nothing does.

    >>> [outer_names(s) for s in ("Cart.total", "Cart#total#2", "ns::Box::operator()", "Guide > Set-up", "f")]
    ['Cart', 'Cart', 'ns::Box', 'Guide', '']
    """
    name = last_name(symbol)
    if symbol.endswith(HEADING_SEPARATOR + name):
        return symbol[: -len(HEADING_SEPARATOR + name)]
    bare = without_ordinal(symbol)
    outer = bare[: len(bare) - len(name)]
    return outer.removesuffix("::") if outer.endswith("::") else outer[:-1]


class ChunkKind(StrEnum):
    """What sort of thing a chunk is; only like sorts are ever matched with one another."""

    FUNCTION = "function"  # also methods, constructors, accessors, operators
    CLASS = "class"  # also struct, interface, trait, enum, impl, object
    MODULE = "module"  # top-level code that is in no definition
    SECTION = "section"  # a heading of a document with what stands under it


@dataclass(frozen=True, slots=True)
class Chunk:
    r"""One piece of a file under one chunker.

    Attributes:
        symbol: qualified inside the file (`Class.method`), unique together with path and span.
        language: the grammar's name, `python`, `cpp`, …
        digest: of `text`; equal digests mean equal text.
        text: the whole lines of the span, joined by `\n`, `\r\n` read as `\n`, no final newline.
    """

    path: str
    span: Span
    symbol: str
    kind: ChunkKind
    language: str
    digest: str
    text: str = field(repr=False, compare=False)

    @property
    def id(self) -> ChunkId:
        """The ID under which a gold set names this chunk."""
        return ChunkId(self.path, self.span, self.symbol)

    @property
    def name(self) -> str:
        """The innermost name: `total` of `Cart.total`; a section's own heading, whatever it holds."""
        if self.kind is ChunkKind.SECTION:
            return self.symbol.rpartition(HEADING_SEPARATOR)[2]
        return last_name(self.symbol)

    @property
    def container(self) -> str:
        """What stands before the innermost name: `Cart` of `Cart.total`, else empty."""
        if self.kind is ChunkKind.SECTION:
            return self.symbol.rpartition(HEADING_SEPARATOR)[0]
        return outer_names(self.symbol)


class SkipReason(StrEnum):
    """Why a file has no chunks. Each skipped file is counted under one of these."""

    UNKNOWN_TYPE = "unknown file type"
    NO_GRAMMAR = "no grammar"
    BINARY = "binary"
    TOO_LARGE = "too large"
    TOO_SLOW = "took too long to parse"
    OBJECT_MISSING = "object missing from the clone"
    UNREADABLE = "unreadable"
    SYMLINK = "symbolic link"
    SUBMODULE = "submodule"
    EXCLUDED = "excluded"


@dataclass(frozen=True, slots=True)
class FileChunks:
    r"""All chunks of one file, in order of start line, outer before inner.

    Attributes:
        blob: the content's name in git, or a digest where there is no git.
        encoding: how the bytes were read: `utf-8`, `utf-8-sig`, `utf-16`, `latin-1`.
        damage: spans the parser could not make sense of; a chunk that should lie there is not
            judged gone.
        source: the whole text, `\r\n` read as `\n`.
    """

    path: str
    blob: BlobId
    language: str
    chunks: tuple[Chunk, ...]
    source: str = field(repr=False)
    encoding: str = "utf-8"
    damage: tuple[Span, ...] = ()


@dataclass(frozen=True)
class Snapshot:
    """The chunks of one state of a repository under one chunker.

    A snapshot may hold only part of the files (those that somebody asked for); `skipped` counts
    only what was asked for too.

    Attributes:
        label: how the state is called to people: a commit, `work tree`, a folder.
        skipped: path → why it has no chunks.
    """

    label: str
    files: Mapping[str, FileChunks]
    skipped: Mapping[str, SkipReason] = field(default_factory=dict)

    def chunks(self) -> Iterator[Chunk]:
        """Every chunk, by path, then as in the file."""
        for path in sorted(self.files):
            yield from self.files[path].chunks

    @cached_property
    def _by_id(self) -> dict[ChunkId, Chunk]:
        return {chunk.id: chunk for chunk in self.chunks()}

    def get(self, chunk_id: ChunkId) -> Chunk | None:
        """The chunk of exactly this ID."""
        return self._by_id.get(chunk_id)

    def in_file(self, path: str) -> tuple[Chunk, ...]:
        """The chunks of one file, none when it is not part of the snapshot."""
        file = self.files.get(path)
        return file.chunks if file else ()
