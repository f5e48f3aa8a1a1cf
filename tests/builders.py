"""Values for tests: each builder makes a whole, sound value, and a test names only what it is about.

Texts that a chunk's anchor, drift and candidate share are made equal or different on purpose, so
that `a_drift(DriftKind.EDITED)` really holds another text than its anchor.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from goldkeeper.model.anchors import Anchor, AnchorOrigin, NeverResolved
from goldkeeper.model.changes import ChangeKind, CommitNote
from goldkeeper.model.chunks import BlobId, Chunk, ChunkId, ChunkKind, CommitId, FileChunks, SkipReason, Snapshot, Span
from goldkeeper.model.drifts import CUT_OTHERWISE, Drift, DriftKind
from goldkeeper.model.gold import GoldPair, GoldProblem, GoldSet, Grade, Query, QueryId, QueryType
from goldkeeper.model.passports import Fact, Fingerprint, GrammarVersion, Passport, Trait
from goldkeeper.model.proposals import Action, Candidate, Cause, EvidencePart, Match, RemapProposal
from goldkeeper.model.reviews import Answer, Decision, ItemState, ReviewItem, Target
from goldkeeper.model.scans import ScanReport
from goldkeeper.model.staleness import Edit, Staleness

NOON = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)  # the moment at which tests happen
BASE_COMMIT = CommitId("b" * 40)
HEAD_COMMIT = CommitId("a1b2c3d4e5f60718293a4b5c6d7e8f9001122334")


def a_digest(text: str) -> str:
    """A stand-in for the chunker's digest: equal for equal texts."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def a_text(symbol: str, lines: int = 5) -> str:
    """A body of so many lines that no other symbol has."""
    name = symbol.rsplit(".", 1)[-1]
    return "\n".join([f"def {name}(cart):", *(f"    step_{n} = {name}_{n}(cart)" for n in range(1, lines))])


def a_chunk_id(text: str = "src/cart.py:3-7:Cart.total") -> ChunkId:
    """An ID, from its text."""
    return ChunkId.parse(text)


def a_chunk(
    symbol: str = "Cart.total",
    *,
    path: str = "src/cart.py",
    start: int = 3,
    text: str | None = None,
    kind: ChunkKind = ChunkKind.FUNCTION,
    language: str = "python",
) -> Chunk:
    """A chunk whose span fits its text."""
    body = a_text(symbol) if text is None else text
    return Chunk(path, Span(start, start + body.count("\n")), symbol, kind, language, a_digest(body), body)


def a_snapshot(*chunks: Chunk, label: str = "a1b2c3d", skipped: Mapping[str, SkipReason] | None = None) -> Snapshot:
    """A snapshot of the files that the chunks lie in; lines between chunks are empty."""
    by_path: dict[str, list[Chunk]] = {}
    for chunk in sorted(chunks, key=lambda chunk: (chunk.path, chunk.span.start, -chunk.span.end)):
        by_path.setdefault(chunk.path, []).append(chunk)
    return Snapshot(label, {path: _a_file(path, held) for path, held in by_path.items()}, skipped or {})


def _a_file(path: str, chunks: Sequence[Chunk]) -> FileChunks:
    lines = [""] * max(chunk.span.end for chunk in chunks)
    for chunk in chunks:
        lines[chunk.span.start - 1 : chunk.span.end] = chunk.text.split("\n")
    source = "\n".join(lines) + "\n"
    return FileChunks(path, BlobId(a_digest(source)), chunks[0].language, tuple(chunks), source)


def a_query(
    query_id: str = "q1",
    text: str = "how is the total made",
    *,
    kind: QueryType | None = QueryType.INTENT,
    line: int = 1,
) -> Query:
    """A query."""
    return Query(QueryId(query_id), text, kind, line)


def a_gold_pair(
    chunk: ChunkId | Chunk | str = "src/cart.py:3-7:Cart.total", *, query_id: str = "q1", grade: int = 3, line: int = 1
) -> GoldPair:
    """A judgement, its ID written as goldkeeper would."""
    chunk_id = _id_of(chunk)
    return GoldPair(QueryId(query_id), chunk_id, Grade(grade), line, str(chunk_id))


def _id_of(chunk: ChunkId | Chunk | str) -> ChunkId:
    if isinstance(chunk, Chunk):
        return chunk.id
    return a_chunk_id(chunk) if isinstance(chunk, str) else chunk


def a_gold_set(
    *pairs: GoldPair,
    queries: Iterable[Query] | None = None,
    problems: Iterable[GoldProblem] = (),
    name: str = "gold/gold.jsonl",
) -> GoldSet:
    """A gold set; queries that are not given are made from the pairs' query IDs."""
    if queries is None:
        ids = list(dict.fromkeys(pair.query_id for pair in pairs))
        queries = [a_query(query_id, f"query {query_id}", line=n) for n, query_id in enumerate(ids, 1)]
    digest = a_digest(repr([(pair.query_id, pair.written, pair.grade) for pair in pairs]))
    return GoldSet(name, digest, tuple(queries), tuple(pairs), tuple(problems))


def an_anchor(
    chunk: Chunk | ChunkId | str = "src/cart.py:3-7:Cart.total",
    *,
    text: str | None = None,
    commit: CommitId | None = BASE_COMMIT,
    origin: AnchorOrigin = AnchorOrigin.JUDGED,
    keep_text: bool = True,
) -> Anchor:
    """What a chunk was when it was judged; of an ID, with a text of as many lines as its span."""
    if not isinstance(chunk, Chunk):
        chunk_id = _id_of(chunk)
        body = a_text(chunk_id.symbol, chunk_id.span.lines) if text is None else text
        chunk = Chunk(chunk_id.path, chunk_id.span, chunk_id.symbol, ChunkKind.FUNCTION, "python", a_digest(body), body)
    return Anchor(
        chunk_id=chunk.id,
        commit=commit,
        blob=BlobId(a_digest(chunk.path)),
        path=chunk.path,
        span=chunk.span,
        symbol=chunk.symbol,
        kind=chunk.kind,
        language=chunk.language,
        digest=chunk.digest,
        token_digest=a_digest(" ".join(chunk.text.split())),
        origin=origin,
        text=chunk.text if keep_text else None,
    )


def a_never_resolved(
    chunk: ChunkId | str = "src/cart.py:3-7:Cart.total", *, reason: str = "no file of that path in the history"
) -> NeverResolved:
    """A gold ID that named nothing anywhere."""
    return NeverResolved(_id_of(chunk), HEAD_COMMIT, reason)


def a_drift(
    kind: DriftKind = DriftKind.SHIFTED,
    *,
    chunk: Chunk | ChunkId | str = "src/cart.py:3-7:Cart.total",
    by: int = 4,
    resolves: bool | None = None,
    commit: CommitId | None = BASE_COMMIT,
    note: str = "",
) -> Drift:
    """A drift whose anchor and finding fit its kind.

    Args:
        kind: what is seen.
        chunk: the gold chunk.
        by: lines that a shifted chunk went down.
        resolves: None says what the kind usually means: intact and edited ones resolve.
        commit: of the anchor.
        note: for people.
    """
    chunk_id = _id_of(chunk)
    if kind is DriftKind.NEVER:
        return Drift(chunk_id, kind, resolves=False, anchor=a_never_resolved(chunk_id), note=note)
    anchor = an_anchor(chunk, commit=commit)
    text, start = anchor.text or "", chunk_id.span.start
    found: Chunk | None = None
    if kind in {DriftKind.INTACT, DriftKind.SHIFTED, DriftKind.EDITED}:
        start += by if kind is DriftKind.SHIFTED else 0
        text = text[:-1] + "!" if kind is DriftKind.EDITED else text
        found = a_chunk(chunk_id.symbol, path=chunk_id.path, start=start, text=text)
    usual = kind in {DriftKind.INTACT, DriftKind.EDITED}
    return Drift(chunk_id, kind, usual if resolves is None else resolves, anchor, found, note)


def an_evidence(**values: float) -> tuple[EvidencePart, ...]:
    """Likenesses by name, each with a weight that grows with its value."""
    return tuple(EvidencePart(name, value, round(8 * value - 3, 2)) for name, value in values.items())


def a_candidate(
    chunk: Chunk | ChunkId | str = "src/basket.py:10-14:Basket.total",
    *,
    confidence: float = 0.9,
    weight: float = 12.0,
    margin: float = 6.0,
    share: float | None = None,
    twin: bool = False,
    evidence: tuple[EvidencePart, ...] | None = None,
) -> Candidate:
    """A head chunk that may be the successor."""
    chunk_id = _id_of(chunk)
    digest = chunk.digest if isinstance(chunk, Chunk) else a_digest(str(chunk_id))
    parts = an_evidence(body=0.9, name=0.8, path=0.5) if evidence is None else evidence
    return Candidate(chunk_id, digest, weight, confidence, margin, parts, share, twin)


def a_match(
    chunk: Chunk | ChunkId | str = "src/cart.py:3-7:Cart.total",
    *candidates: Candidate,
    change: ChangeKind = ChangeKind.MOVED,
    gone: float | None = None,
    ambiguous: bool = False,
    certain: bool = False,
) -> Match:
    """What the matcher says; without candidates one is made, unless the chunk is gone."""
    if not candidates and change is not ChangeKind.GONE:
        candidates = (a_candidate(),)
    if gone is None:
        gone = 0.85 if change is ChangeKind.GONE else 0.02
    return Match(_id_of(chunk), change, candidates, gone, ambiguous, certain)


_ACTIONS = {ChangeKind.SAME: Action.KEEP, ChangeKind.SPLIT: Action.SPLIT, ChangeKind.GONE: Action.RETIRE}


def a_proposal(
    chunk: Chunk | ChunkId | str = "src/cart.py:3-7:Cart.total",
    *,
    drift: Drift | None = None,
    match: Match | None = None,
    action: Action | None = None,
    pairs: Iterable[GoldPair] | None = None,
    cause: Cause | None = None,
    commits: Iterable[CommitNote] = (),
    turned_by: CommitNote | None = None,
    edit: Edit | None = None,
) -> RemapProposal:
    """A proposal whose action follows from its match."""
    chunk_id = _id_of(chunk)
    drift = drift or a_drift(DriftKind.MISSING, chunk=chunk)
    match = match or a_match(chunk_id)
    if action is None:
        action = Action.REMAP if drift.kind is DriftKind.SHIFTED else _ACTIONS.get(match.change, Action.REMAP)
    return RemapProposal(
        drift=drift,
        match=match,
        action=action,
        pairs=tuple(pairs) if pairs is not None else (a_gold_pair(chunk_id),),
        head_commit=HEAD_COMMIT,
        cause=cause or Cause(f"file:{chunk_id.path}", f"{chunk_id.path} was changed"),
        commits=tuple(commits),
        turned_by=turned_by,
        edit=edit,
    )


def a_review_item(
    number: int = 1,
    *,
    proposal: RemapProposal | None = None,
    state: ItemState = ItemState.WAITING,
    group: str = "g1",
    decision: Decision | None = None,
) -> ReviewItem:
    """An item of the queue."""
    return ReviewItem(number, group, state, proposal or a_proposal(), NOON, decision)


def a_decision(
    item: int = 1,
    answer: Answer = Answer.ACCEPT,
    *targets: Target,
    judge: str = "ada",
    reason: str = "",
) -> Decision:
    """An answer that stands."""
    return Decision(item, answer, targets, judge, NOON, reason)


def a_commit_note(
    subject: str = "Carts are baskets now", *, commit: CommitId = HEAD_COMMIT, days_ago: int = 3, author: str = "Ada"
) -> CommitNote:
    """A commit as people are shown it."""
    return CommitNote(commit, author, NOON - timedelta(days=days_ago), subject)


def a_fingerprint(*, unavailable: Iterable[str] = ()) -> Fingerprint:
    """A chunker's fingerprint; unavailable languages have no ABI."""
    grammars = [GrammarVersion("python", "tree-sitter-python", "0.25.0", 15)]
    grammars += [GrammarVersion(language, "", "", 0) for language in unavailable]
    return Fingerprint("definition", "1", {"preceding_comments": "false"}, tuple(grammars))


def a_scan_report(
    *drifts: Drift,
    proposals: Iterable[RemapProposal] = (),
    gold_set: GoldSet | None = None,
    numbers: Mapping[str, int] | None = None,
    rejected: Iterable[str] = (),
    skipped: Mapping[SkipReason, int] | None = None,
    anchor_dates: Mapping[CommitId, datetime] | None = None,
    notes: Iterable[str] = (),
    fingerprint: Fingerprint | None = None,
    groups: Mapping[str, str] | None = None,
) -> ScanReport:
    """A scan; what is not given is made to fit: one query and pair a drift, items numbered from 1."""
    proposals = tuple(proposals)
    turned_down = frozenset(rejected)
    if gold_set is None:
        gold_set = a_gold_set(
            *(a_gold_pair(drift.chunk_id, query_id=f"q{n}", line=n) for n, drift in enumerate(drifts, 1))
        )
    if numbers is None:
        asked = [str(p.chunk_id) for p in proposals if str(p.chunk_id) not in turned_down]
        numbers = {text: number for number, text in enumerate(asked, 1)}
    return ScanReport(
        scan="20260314T120000Z-a1b2c3d",
        at=NOON,
        repository="shop",
        head_label="a1b2c3d",
        head_commit=HEAD_COMMIT,
        head_date=NOON - timedelta(hours=2),
        fingerprint=fingerprint or a_fingerprint(),
        gold_set=gold_set,
        drifts=drifts,
        proposals=proposals,
        numbers=numbers,
        rejected=turned_down,
        skipped=skipped or {},
        anchor_dates={BASE_COMMIT: NOON - timedelta(days=200)} if anchor_dates is None else anchor_dates,
        notes=tuple(notes),
        seconds=1.25,
        groups=groups or {},
    )


def a_passport(
    *,
    model: str = "",
    revision: str = "",
    dimension: str = "",
    chunker: str = "",
    version: str = "",
    options: str = "",
    fingerprint: str = "",
    commit: str = "",
    boundaries: str = "",
) -> Passport:
    """What is known of an index; what is not given nobody says."""
    said = {
        Trait.MODEL: model,
        Trait.REVISION: revision,
        Trait.DIMENSION: dimension,
        Trait.CHUNKER: chunker,
        Trait.CHUNKER_VERSION: version,
        Trait.CHUNKER_OPTIONS: options,
        Trait.FINGERPRINT: fingerprint,
        Trait.COMMIT: commit,
        Trait.BOUNDARIES: boundaries,
    }
    return Passport.of(Fact(trait, value, place="index/manifest.json") for trait, value in said.items())


def a_recut(
    chunk: str = "src/cart.py:3-7:Cart.total",
    to: str = "src/cart.py:2-7:Cart.total",
    *,
    share: float = 1.0,
    change: ChangeKind = ChangeKind.SAME,
    staleness: Staleness = Staleness.REFORMATTED,
    ambiguous: bool = False,
) -> RemapProposal:
    """A proposal for a chunk that nobody edited and the chunker cuts otherwise."""
    target = _id_of(to)
    found = a_chunk(target.symbol, path=target.path, start=target.span.start, text=a_text("x", target.span.lines))
    drift = replace(a_drift(DriftKind.SHIFTED, chunk=chunk), found=found, note=CUT_OTHERWISE)
    match = a_match(chunk, a_candidate(to, share=share), change=change, ambiguous=ambiguous)
    return a_proposal(chunk, drift=drift, match=match, action=Action.REMAP, edit=Edit(staleness))
