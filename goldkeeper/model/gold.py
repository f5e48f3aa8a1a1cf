"""Queries, grades and gold pairs: what people judged, as the gold file says it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NewType

from goldkeeper.model.chunks import ChunkId

QueryId = NewType("QueryId", str)
Grade = NewType("Grade", int)  # 0..3; 0 is judged and not relevant, absent is not judged

HIGHEST_GRADE = 3


class QueryType(StrEnum):
    """How a query is put; measures are reported by it."""

    IDENTIFIER = "identifier"
    INTENT = "intent"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class Query:
    """One information need.

    Attributes:
        line: where the gold file has it, from 1.
        source: where its line says it comes from, such as `mined`; empty where it says nothing.
    """

    query_id: QueryId
    text: str
    type: QueryType | None
    line: int
    source: str = ""


@dataclass(frozen=True, slots=True)
class GoldPair:
    """One judgement: this chunk answers this query, so well.

    Attributes:
        written: the ID exactly as the gold file spells it; what a rewrite looks for.
    """

    query_id: QueryId
    chunk_id: ChunkId
    grade: Grade
    line: int
    written: str


class Severity(StrEnum):
    """Whether a problem keeps something from being used."""

    ERROR = "error"  # the line or pair is left out of every check, and kept in the file
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class GoldProblem:
    """Something wrong in a gold file: which line, what, and what would do.

    Attributes:
        line: from 1; 0 for the file as a whole.
        code: stable name for scripts, `grade-out-of-range`, `duplicate-qid`, …
    """

    line: int
    code: str
    message: str
    remedy: str
    severity: Severity = Severity.ERROR


@dataclass(frozen=True)
class GoldSet:
    """A gold file, read.

    Attributes:
        name: the file as the user named it.
        digest: of the file's bytes; the handshake of a rewrite.
    """

    name: str
    digest: str
    queries: tuple[Query, ...]
    pairs: tuple[GoldPair, ...]
    problems: tuple[GoldProblem, ...] = field(default=())

    @cached_property
    def pairs_by_chunk(self) -> Mapping[ChunkId, tuple[GoldPair, ...]]:
        """Each gold chunk once, in order of first mention, with the pairs that name it."""
        found: dict[ChunkId, list[GoldPair]] = {}
        for pair in self.pairs:
            found.setdefault(pair.chunk_id, []).append(pair)
        return {chunk_id: tuple(pairs) for chunk_id, pairs in found.items()}

    @cached_property
    def queries_by_id(self) -> Mapping[QueryId, Query]:
        """The queries by name."""
        return {query.query_id: query for query in self.queries}
