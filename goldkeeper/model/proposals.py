"""What the matcher found and what goldkeeper would do about it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from goldkeeper.model.anchors import Anchor
from goldkeeper.model.changes import ChangeKind, CommitNote
from goldkeeper.model.chunks import ChunkId, CommitId
from goldkeeper.model.drifts import Drift
from goldkeeper.model.gold import GoldPair, QueryId
from goldkeeper.model.staleness import Edit, Staleness


@dataclass(frozen=True, slots=True)
class EvidencePart:
    """One named likeness of a base chunk and a candidate.

    Attributes:
        name: `body`, `name`, `path`, `container`, …
        value: the likeness, 0..1.
        weight: what it adds to the match weight, in bits; negative speaks against.
        note: for people, `same text, found once on both sides`.
    """

    name: str
    value: float
    weight: float
    note: str = ""


Evidence = tuple[EvidencePart, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A head chunk that may be the successor.

    Attributes:
        digest: of the head chunk's text, so that a later look knows whether it still says that.
        weight: sum of the evidence, in bits, uncalibrated.
        confidence: 0..1, that this is the successor (or one of them, in a split).
        margin: bits by which it leads the next candidate (negative for those behind the first).
        share: of the base chunk's lines that are found here, 0..1; None where not projected.
        twin: an identical copy beside a living original, offered and never preferred.
    """

    chunk_id: ChunkId
    digest: str
    weight: float
    confidence: float
    margin: float
    evidence: Evidence
    share: float | None = None
    twin: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """One commit on a chunk's way, as people are told it.

    Attributes:
        commit: None for edits on disk that are not committed.
        change: `edited`, `moved`, `renamed`, …, `gone`.
        chunk_id: the chunk behind the commit; None where it is gone.
        confidence: 0..1, that this is what happened.
    """

    commit: CommitId | None
    change: str
    chunk_id: ChunkId | None
    confidence: float


AUDIT_CAUSE = "audit:"  # opens the key of a cause that no scan sees: people read the pair and found it wrong
EDITED_IN_PLACE = "edited"  # the change of a passage that moved and renamed nothing


@dataclass(frozen=True, slots=True)
class Match:
    """What the matcher says of one base chunk.

    Attributes:
        change: GONE when `gone` exceeds the first candidate's confidence.
        candidates: best first; ties by ID, so that order is the same each time.
        gone: 0..1, that there is no successor.
        ambiguous: first and second can't be told apart; nothing may be confirmed unseen.
        certain: byte-identical, found once on each side and claimed by nobody else.
        lineage: the commits that changed, moved or removed the chunk, in the order walked; None where it was not
            followed through history.
    """

    chunk_id: ChunkId
    change: ChangeKind
    candidates: tuple[Candidate, ...]
    gone: float
    ambiguous: bool
    certain: bool = False
    lineage: tuple[Passage, ...] | None = None


class Action(StrEnum):
    """What a proposal asks for."""

    KEEP = "keep"  # the chunk is where it was and was edited: does the grade still hold?
    REMAP = "remap"
    SPLIT = "split"  # one gold chunk becomes several
    REGRADE = "regrade"
    RETIRE = "retire"  # gone: the pair leaves the gold set


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a group of chunks drifted, as one sentence: reviewed as one card."""

    key: str
    sentence: str


@dataclass(frozen=True, slots=True)
class RemapProposal:
    """What goldkeeper would do about one drifted gold chunk.

    Attributes:
        pairs: every gold pair that names the chunk.
        head_commit: the state that was looked at; None for a work tree or a folder.
        commits: those that touched the chunk's old or new file since the anchor, newest first.
        turned_by: the one of them that changed, moved or removed the chunk; None where none is known,
            and for a chunk that only slid.
        edit: how the text it would stay with, or go to, differs from what was judged; None where it is the same
            text, where several texts would take its place, and where the judged one can't be read. No part of
            the content key: the texts are.
    """

    drift: Drift
    match: Match
    action: Action
    pairs: tuple[GoldPair, ...]
    head_commit: CommitId | None
    cause: Cause
    commits: tuple[CommitNote, ...] = ()
    turned_by: CommitNote | None = None
    edit: Edit | None = None

    @property
    def chunk_id(self) -> ChunkId:
        """The gold chunk that is asked about."""
        return self.drift.chunk_id

    @property
    def confidence(self) -> float | None:
        """0..1, how sure the proposal is of itself; None where nothing was estimated.

        Of a removal it is that the chunk is gone, of all others that the first candidate is the one.
        """
        if self.action is Action.RETIRE:
            return self.match.gone
        return self.match.candidates[0].confidence if self.match.candidates else None

    @property
    def proposed(self) -> tuple[ChunkId, ...]:
        """Where saying yes would send the gold chunk; none for a removal."""
        candidates = self.match.candidates
        match self.action:
            case Action.KEEP | Action.REGRADE:
                return self.kept[:1] if self.kept is not None else ()
            case Action.SPLIT:
                return tuple(c.chunk_id for c in candidates if c.share is not None and not c.twin)
            case Action.REMAP:
                return tuple(c.chunk_id for c in candidates[:1])
            case Action.RETIRE:
                return ()
            case _:
                assert_never(self.action)

    @property
    def query_ids(self) -> tuple[QueryId, ...]:
        """The queries that the gold chunk answers, each once, in the gold file's order."""
        return tuple(dict.fromkeys(pair.query_id for pair in self.pairs))

    @property
    def grade_holds(self) -> bool:
        """Whether it asks to keep a chunk in its place, if on other lines, whose edit leaves no doubt in the grade."""
        in_place = self.match.change is ChangeKind.SAME and self.action in {Action.KEEP, Action.REMAP}
        mild = self.edit is not None and self.edit.staleness in {Staleness.REFORMATTED, Staleness.REFACTORED}
        return in_place and not self.match.ambiguous and mild

    @property
    def only_recut(self) -> bool:
        """Whether the chunker cuts it otherwise, and that is all.

        Every judged line is in there, nobody edited it, and the code is the same token by token. What a new chunker
        left out, split or joined wants a look.
        """
        found, candidates = self.drift.found, self.match.candidates
        plain = self.drift.cut_otherwise and self.action is Action.REMAP and not self.match.ambiguous
        if not plain or self.match.change is not ChangeKind.SAME or found is None or not candidates:
            return False
        whole = candidates[0].chunk_id == found.id and candidates[0].share == 1.0
        return whole and self.edit is not None and self.edit.staleness is Staleness.REFORMATTED

    @property
    def kept(self) -> tuple[ChunkId, str] | None:
        """Where an edited chunk stays, with the digest of its new text; None where nothing bears its name.

        That is the candidate with the chunk's very ID: of several that share a name, the likeliest may be another.
        """
        anchor, found = self.drift.anchor, self.drift.found
        own = ChunkId(anchor.path, anchor.span, anchor.symbol) if isinstance(anchor, Anchor) else self.chunk_id
        if found is not None and found.id == own:
            return found.id, found.digest
        for candidate in self.match.candidates:
            if candidate.chunk_id == own:
                return own, candidate.digest
        return (found.id, found.digest) if found is not None else None

    @property
    def content_key(self) -> str:
        """Names what is proposed: equal keys ask the same question of the same texts.

        A rejected key stays rejected; a waiting item whose key changes is superseded. What an audit asks is told by
        its key, since a scan that sees nothing amiss must not close it.
        """
        if self.cause.key.startswith(AUDIT_CAUSE):
            pairs = [f"{pair.query_id} {pair.grade}" for pair in self.pairs]
            asked = [self.cause.key, str(self.chunk_id), getattr(self.drift.anchor, "digest", ""), self.action.value]
            return AUDIT_CAUSE + _short_digest([*asked, *pairs])
        first = [f"{c.chunk_id} {c.digest}" for c in self.match.candidates[:1]]
        if self.action is Action.SPLIT:
            first = [f"{c.chunk_id} {c.digest}" for c in self.match.candidates if c.share is not None]
        if self.action is Action.RETIRE:
            first = []
        if self.action in {Action.KEEP, Action.REGRADE} and self.kept is not None:
            first = [" ".join(map(str, self.kept))]
        anchor_digest = getattr(self.drift.anchor, "digest", "")
        parts = [str(self.chunk_id), anchor_digest, self.action.value, str(self.match.ambiguous), *first]
        return _short_digest(parts)


def _short_digest(parts: Sequence[str]) -> str:
    return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
