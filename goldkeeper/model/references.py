"""References: gold as other tools point at it, before it is known which chunks are meant."""

from dataclasses import dataclass, field

from goldkeeper.model.chunks import Span
from goldkeeper.model.gold import GoldProblem, Grade, Query, QueryId


@dataclass(frozen=True, slots=True)
class Place:
    """What one reference says of where its chunk is; at least one of path and symbol is there.

    Attributes:
        path: as written; empty where only a symbol is known.
        span: lines as written; None where the reference has none.
        symbol: a name, qualified or not; empty where there is none.
        kind: `function`, `class`, … as written; empty where nothing is said.
        loose: the text may be a path, a dotted name with its module, or a bare name; it stands in
            `symbol`.
    """

    path: str = ""
    span: Span | None = None
    symbol: str = ""
    kind: str = ""
    loose: bool = False


@dataclass(frozen=True, slots=True)
class GoldReference:
    """One judgement of another tool's gold file.

    Attributes:
        written: as the file spells it, for messages.
        line: of the file, from 1.
        revision: of the code it was judged at, as its record or the whole file says; empty where nothing is said.
    """

    query_id: QueryId
    place: Place
    grade: Grade
    line: int
    written: str
    revision: str = ""


@dataclass(frozen=True, slots=True)
class References:
    """Another tool's gold file, read; all in the order of the file.

    Attributes:
        unread: judgements that could not be read, so that they are no references; each is a problem too.
    """

    name: str
    queries: tuple[Query, ...]
    references: tuple[GoldReference, ...]
    problems: tuple[GoldProblem, ...] = field(default=())
    unread: int = 0
