"""Another tool's gold → gold pairs with their anchors, each reference read in the state it was judged in."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from goldkeeper.adjudication.references import FoundReference, files_meant, find_chunks, settle
from goldkeeper.model.anchors import Anchor, AnchorOrigin
from goldkeeper.model.chunks import BlobId, ChunkId, CommitId, Snapshot
from goldkeeper.model.gold import GoldPair, GoldProblem, Query, Severity
from goldkeeper.model.references import GoldReference, References
from goldkeeper.ports import Progress, SourceTree
from goldkeeper.workflow.anchoring import anchor_of
from goldkeeper.workflow.code import Code
from goldkeeper.workflow.judged_states import Judged, KnownBy, SourcePast, age, judged_states, states_in_order
from goldkeeper.workflow.snapshot import cut_snapshot

# What is taken for a chunk with a doubt: by other lines than its own, by another name, by the end of its path.
GUESSES = ("span-adjusted", "symbol-guessed", "path-guessed")
_ORIGINS: Mapping[KnownBy, AnchorOrigin] = {
    KnownBy.NAMED: AnchorOrigin.JUDGED,
    KnownBy.RECORDED: AnchorOrigin.JUDGED,
    KnownBy.INTRODUCED: AnchorOrigin.INTRODUCED,
    KnownBy.DATED: AnchorOrigin.INTRODUCED,
    KnownBy.ASSUMED: AnchorOrigin.RESOLVED,
}


@dataclass(frozen=True, slots=True)
class StateRead:
    """A state in which references were read, and how many.

    Attributes:
        commit: None for files that lie on disk.
        date: of the commit.
    """

    label: str
    commit: CommitId | None
    date: datetime | None
    known_by: KnownBy
    references: int


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """What became of another tool's gold file.

    Attributes:
        name: the file as the user named it.
        anchors: one for each chunk of the pairs.
        problems: of the file and of its references, by line.
        states: oldest first.
        judgements: how many the file has.
        left_out: how many of them mean no chunk, or more than one, or can't be read.
        guessed: how many were taken for a chunk with a doubt, by each of `GUESSES` that there is.
        notes: what people should know of it, each a whole sentence.
    """

    name: str
    queries: tuple[Query, ...]
    pairs: tuple[GoldPair, ...]
    anchors: tuple[Anchor, ...]
    problems: tuple[GoldProblem, ...]
    states: tuple[StateRead, ...]
    judgements: int
    left_out: int
    guessed: Mapping[str, int]
    notes: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing was lost and nothing guessed."""
        errors = any(problem.severity is Severity.ERROR for problem in self.problems)
        return not (errors or self.left_out or self.guessed)

    @property
    def empty(self) -> bool:
        """Whether all judgements were lost, so that there is nothing to keep."""
        return not self.pairs and self.judgements > 0


def bring_in(
    references: References,
    code: Code,
    *,
    past: SourcePast | None,
    judged_at: SourceTree | None,
    progress: Progress | None = None,
) -> BroughtIn:
    """Find the chunk that each reference means where it was judged, and make its anchor there.

    Args:
        code, past, judged_at: as for `judged_states`.
    """
    judged = judged_states(references, code, past=past, judged_at=judged_at)
    groups: dict[CommitId | None, list[int]] = {}
    for at, state in judged.states.items():
        groups.setdefault(state.tree.commit, []).append(at)
    reading = _Reading(code)
    for at, problem in judged.lost.items():
        reading.found[at] = FoundReference(references.references[at], None, problem)
    in_order = sorted(groups.values(), key=lambda group: age(judged.states[group[0]]))
    for done, group in enumerate(in_order, 1):
        reading.read({at: references.references[at] for at in group}, judged.states)
        if progress is not None:
            progress("reading references where they were judged", done, len(in_order))
    found = [reading.found[at] for at in sorted(reading.found)]
    resolution = settle(found)
    doubts = Counter(one.problem.code for one in found if one.problem is not None and one.chunk is not None)
    problems = (*references.problems, *judged.problems, *resolution.problems, *reading.problems)
    return BroughtIn(
        name=references.name,
        queries=references.queries,
        pairs=resolution.pairs,
        anchors=tuple(reading.anchors[chunk_id] for chunk_id in sorted(reading.anchors)),
        problems=tuple(sorted(problems, key=lambda problem: problem.line)),
        states=tuple(
            StateRead(state.tree.label, state.tree.commit, state.date, state.known_by, number)
            for state, number in states_in_order(judged.states.values())
        ),
        judgements=len(references.references) + references.unread,
        left_out=references.unread + sum(one.chunk is None for one in found),
        guessed={kind: doubts[kind] for kind in GUESSES if doubts[kind]},
        notes=judged.notes,
    )


@dataclass(slots=True)
class _KeptChunks:
    """Answers for `ports.ChunkCache` while one file is brought in: most files are the same in most states."""

    rows: dict[tuple[BlobId, str], bytes] = field(default_factory=dict)

    def get_many(self, keys: Sequence[tuple[BlobId, str]], _chunker: str) -> Mapping[tuple[BlobId, str], bytes]:
        """Packed rows of contents that were chunked before; there is one chunker only."""
        return {key: self.rows[key] for key in keys if key in self.rows}

    def put_many(self, rows: Mapping[tuple[BlobId, str], bytes], _chunker: str) -> None:
        """Keep packed rows."""
        self.rows.update(rows)


@dataclass(slots=True)
class _Reading:
    """What was found so far; states are read oldest first, and what was judged first is the anchor."""

    code: Code
    found: dict[int, FoundReference] = field(default_factory=dict)
    anchors: dict[ChunkId, Anchor] = field(default_factory=dict)
    problems: list[GoldProblem] = field(default_factory=list)
    kept: _KeptChunks = field(default_factory=_KeptChunks)

    def read(self, group: Mapping[int, GoldReference], states: Mapping[int, Judged]) -> None:
        """References that were judged in one state, by their place in the file."""
        tree = states[next(iter(group))].tree
        snapshot = cut_snapshot(tree, self.code.chunker, self.kept, paths=_paths(group.values(), tree))
        for at, one in zip(group, find_chunks(group.values(), snapshot), strict=True):
            self.found[at] = one
            if one.chunk is not None:
                self._anchor(one, snapshot, tree.commit, states[at].known_by)

    def _anchor(self, one: FoundReference, snapshot: Snapshot, commit: CommitId | None, known_by: KnownBy) -> None:
        chunk = one.chunk
        assert chunk is not None  # the caller asked
        known = self.anchors.get(chunk.id)
        if known is None:
            blob = snapshot.files[chunk.path].blob
            origin = _ORIGINS[known_by]
            self.anchors[chunk.id] = anchor_of(chunk.id, chunk, commit=commit, blob=blob, origin=origin)
        elif known.digest != chunk.digest:
            message = f"{chunk.id} was judged in two states and its text is not the same; the older one counts"
            self.problems.append(
                GoldProblem(one.reference.line, "judged-twice", message, "look at what the scan says", Severity.WARNING)
            )


def _paths(references: Collection[GoldReference], tree: SourceTree) -> set[str] | None:
    """The files that references may mean; None, all of them, as soon as one names no path for certain."""
    if any(one.place.loose or not one.place.path for one in references):
        return None
    known = tree.files().keys() | tree.skipped().keys()
    return {path for written in {one.place.path for one in references} for path in files_meant(written, known)}
