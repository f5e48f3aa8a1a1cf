"""What an upgrade does: notice it, have it checked by one scan, and ask for what only people can give."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from goldkeeper.model.chunks import ChunkId, Snapshot
from goldkeeper.model.errors import MalformedChunkId
from goldkeeper.model.gold import GoldSet, QueryId
from goldkeeper.model.holes import FoundHole
from goldkeeper.model.passports import Passport
from goldkeeper.model.runs import Run
from goldkeeper.model.upgrades import Upgrade, UpgradeKind, changed_kinds, succeed, take_in, told_kinds
from goldkeeper.ports import PassportBook, Standing
from goldkeeper.workflow.code import Code
from goldkeeper.workflow.snapshot import cut_snapshot

TRIES = 3  # to turn a page that others turn at the same moment


@dataclass(frozen=True, slots=True)
class HolesFound:
    """What of a run's rankings nobody has judged.

    Attributes:
        holes: in the gold file's order of queries, by rank.
        looked_at: answers in the top of the rankings of all known queries.
        judged: those of them that have a grade.
        unknown: IDs that name no chunk of the code that is scanned, by query; the first few tell what is wrong.
        other_queries: queries of the run that the gold file doesn't have.
    """

    holes: tuple[FoundHole, ...]
    looked_at: int
    judged: int
    unknown: tuple[tuple[QueryId, str], ...]
    other_queries: int


def note_reading(book: PassportBook, reading: Passport, *, told_by: str, at: datetime) -> Upgrade | None:
    """Take in what the sources say; the upgrade, if they say that the index was made otherwise."""
    for _ in range(TRIES):
        before = book.standing()
        if before is None:
            now = Standing(reading, reading)
        else:
            now = Standing(take_in(before.passport, reading, before.reading), reading)
            if now == before:
                return None
        kinds = changed_kinds(before.passport, now.passport) if before is not None else ()
        upgrade = book.learn(before, now, kinds=kinds, told_by=told_by, at=at)
        if upgrade is not None or book.standing() == now:
            return upgrade
    return None  # somebody else noted something newer


def note_told(book: PassportBook, told: Passport, *, told_by: str, at: datetime) -> Upgrade | None:
    """Take in what somebody told; it stands until a source says something new.

    Told for the first time it is an upgrade too: who says so has just changed something.
    """
    for _ in range(TRIES):
        before = book.standing()
        if before is None:
            book.learn(None, Standing(Passport(), Passport()), kinds=(), told_by=told_by, at=at)
            continue
        now = Standing(succeed(before.passport, told), before.reading)
        if now == before:
            return None
        upgrade = book.learn(before, now, kinds=told_kinds(before.passport, now.passport), told_by=told_by, at=at)
        if upgrade is not None or book.standing() == now:
            return upgrade
    return None


def audit_reasons(upgrades: Sequence[Upgrade]) -> Mapping[int, str]:
    """Number of each upgrade that asks for an audit sample → why.

    A new model ranks otherwise: what it finds is judged by the grades that the old one's findings got.
    """
    return {
        upgrade.number: f"upgrade {upgrade.number}: {upgrade.sentence}"
        for upgrade in upgrades
        if UpgradeKind.EMBEDDING in upgrade.kinds
    }


def find_holes(run: Run, gold_set: GoldSet, code: Code, *, depth: int) -> HolesFound:
    """The unjudged chunks in the first `depth` answers to each query of the gold set.

    A chunk that the code doesn't have can't be judged: it is named, and not asked about.
    """
    judged = {(pair.query_id, str(pair.chunk_id)) for pair in gold_set.pairs}
    judged |= {(pair.query_id, pair.written) for pair in gold_set.pairs}
    asked: list[tuple[QueryId, int, str, ChunkId | None]] = []
    looked_at = 0
    for query in gold_set.queries:
        for answer in run.top(query.query_id, depth):
            looked_at += 1
            if (query.query_id, answer.chunk) not in judged:
                asked.append((query.query_id, answer.rank, answer.chunk, _parsed(answer.chunk, code)))
    paths = {chunk_id.path for _, _, _, chunk_id in asked if chunk_id is not None}
    head = cut_snapshot(code.head, code.chunker, code.cache, paths=paths) if paths else Snapshot("", {})
    holes: list[FoundHole] = []
    unknown: list[tuple[QueryId, str]] = []
    for query_id, rank, text, chunk_id in asked:
        chunk = head.get(chunk_id) if chunk_id is not None else None
        if chunk is None:
            unknown.append((query_id, text))
        elif (query_id, str(chunk.id)) not in judged:
            holes.append(FoundHole(query_id, chunk.id, chunk.digest, rank))
    known = set(gold_set.queries_by_id)
    others = sum(query_id not in known for query_id in run.rankings)
    return HolesFound(tuple(holes), looked_at, looked_at - len(asked), tuple(unknown), others)


def _parsed(text: str, code: Code) -> ChunkId | None:
    try:
        return ChunkId.parse(text, code.knows, bare=code.chunker.ids_are_lines)
    except MalformedChunkId:
        return None
