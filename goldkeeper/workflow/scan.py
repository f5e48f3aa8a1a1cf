"""The main job, once: what became of each gold chunk, and what we would do about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from goldkeeper.adjudication.grouping import group_causes
from goldkeeper.drift.detector import detect_drifts
from goldkeeper.matching.matcher import match_chunks
from goldkeeper.matching.proposer import propose
from goldkeeper.model.anchors import Anchor, NeverResolved
from goldkeeper.model.changes import Change
from goldkeeper.model.chunks import ChunkId, CommitId, FileChunks, SkipReason, Snapshot
from goldkeeper.model.drifts import Drift, DriftKind
from goldkeeper.model.gold import GoldSet
from goldkeeper.model.proposals import Match, RemapProposal
from goldkeeper.ports import AnchorStore, ChunkCache, Chunker, History, Progress, SourceTree
from goldkeeper.workflow.anchoring import Anchors, GoldFileHistory, anchor_gold
from goldkeeper.workflow.changes import choose_bases, cut_change, joined, remembered
from goldkeeper.workflow.snapshot import cut_snapshot


@dataclass(frozen=True, slots=True)
class Code:
    """The code that a gold set points into, as a scan sees it.

    Attributes:
        history: None for a folder without git.
        head: the state to scan.
        head_commit: the commit that `head` is or stands on; None outside git.
    """

    history: History | None
    head: SourceTree
    head_commit: CommitId | None
    chunker: Chunker
    cache: ChunkCache | None


@dataclass(frozen=True, slots=True)
class Findings:
    """What a scan saw and would do, before anybody is asked.

    Attributes:
        anchors: one for each gold chunk, stored by now.
        head: the chunks that were looked at.
    """

    anchors: Anchors
    drifts: tuple[Drift, ...]
    proposals: tuple[RemapProposal, ...]
    head: Snapshot


def find_drift(
    gold_set: GoldSet,
    code: Code,
    anchor_store: AnchorStore,
    gold_history: GoldFileHistory | None = None,
    *,
    progress: Progress | None = None,
) -> Findings:
    """Anchor the gold set, look at every gold chunk at head, and propose where the lost ones went.

    Writes nothing but anchors that were not there yet.
    """
    stored = anchor_store.read()
    anchors = anchor_gold(
        gold_set,
        stored,
        head=code.head,
        head_commit=code.head_commit,
        history=code.history,
        gold_history=gold_history,
        chunker=code.chunker,
        cache=code.cache,
        progress=progress,
    )
    if anchors != stored:
        anchor_store.write(anchors.values())
    head = cut_snapshot(code.head, code.chunker, code.cache, paths=_places(anchors))
    drifts = detect_drifts(anchors, head, texts=_obscured_texts(anchors, head, code))
    matches = match_lost(drifts, code, progress=progress)
    proposals = [
        proposal
        for drift in drifts
        if (proposal := propose(drift, matches.get(drift.chunk_id), gold_set.pairs_by_chunk[drift.chunk_id], code.head.commit))
    ]
    return Findings(anchors, drifts, group_causes(_with_commits(proposals, code)), head)


def match_lost(drifts: Sequence[Drift], code: Code, *, progress: Progress | None = None) -> dict[ChunkId, Match]:
    """For each gold chunk that is not where and what it was, where it may have gone."""
    lost = {
        drift.chunk_id: drift.anchor
        for drift in drifts
        if drift.kind in {DriftKind.SHIFTED, DriftKind.EDITED, DriftKind.MISSING} and isinstance(drift.anchor, Anchor)
    }
    found: dict[ChunkId, Match] = {}
    bases = choose_bases(lost, code.history) if code.history is not None else {}
    for commit, ids in bases.items():
        assert code.history is not None  # noqa: S101  # there are no bases without it
        change = cut_change(
            code.history.tree(commit),
            code.head,
            history=code.history,
            chunker=code.chunker,
            cache=code.cache,
            progress=progress,
        )
        found |= _matched({chunk_id: lost[chunk_id] for chunk_id in ids}, change)
    rest = {chunk_id: anchor for chunk_id, anchor in lost.items() if chunk_id not in found}
    if rest:
        everything = cut_snapshot(code.head, code.chunker, code.cache, progress=progress)
        found |= _matched(rest, joined(remembered(rest.values()), everything, connected=False))
    return found


def _matched(anchors: Mapping[ChunkId, Anchor], change: Change) -> dict[ChunkId, Match]:
    """Matches by gold ID; a chunk that the base side doesn't have (any more) stays out."""
    wanted = {}
    for chunk_id, anchor in anchors.items():
        chunk = change.base.get(ChunkId(anchor.path, anchor.span, anchor.symbol))
        if chunk is not None:
            wanted[chunk_id] = chunk
    matches = match_chunks(sorted(set(wanted.values()), key=lambda chunk: chunk.id), change)
    return {
        chunk_id: replace(matches[chunk.id], chunk_id=chunk_id)
        for chunk_id, chunk in wanted.items()
        if chunk.id in matches
    }


def _places(anchors: Anchors) -> set[str]:
    return {anchor.path if isinstance(anchor, Anchor) else anchor.chunk_id.path for anchor in anchors.values()}


def _obscured_texts(anchors: Anchors, head: Snapshot, code: Code) -> dict[ChunkId, str]:
    """What the chunks of damaged files said, so that they can be looked for as plain text."""
    damaged = {path for path, file in head.files.items() if file.damage}
    wanted = [
        anchor
        for anchor in anchors.values()
        if isinstance(anchor, Anchor) and anchor.path in damaged and anchor.text is None and anchor.blob
    ]
    if not wanted or code.history is None:
        return {}
    blobs = sorted({anchor.blob for anchor in wanted if anchor.blob})
    contents = dict(code.history.read_blobs(blobs))
    texts: dict[ChunkId, str] = {}
    for anchor in wanted:
        assert anchor.blob is not None  # noqa: S101  # filtered above
        data = contents.get(anchor.blob, SkipReason.OBJECT_MISSING)
        made = data if isinstance(data, SkipReason) else code.chunker.chunk_file(anchor.path, anchor.blob, data)
        if isinstance(made, FileChunks):
            lines = made.source.split("\n")
            texts[anchor.chunk_id] = "\n".join(lines[anchor.span.start - 1 : anchor.span.end])
    return texts


def _with_commits(proposals: Sequence[RemapProposal], code: Code) -> list[RemapProposal]:
    """The commits that touched the old or the new file since the anchor, newest first."""
    if code.history is None or code.head_commit is None:
        return list(proposals)
    paths: dict[CommitId, set[str]] = {}
    for proposal in proposals:
        anchor = proposal.drift.anchor
        if isinstance(anchor, Anchor) and anchor.commit is not None and code.history.has(anchor.commit):
            paths.setdefault(anchor.commit, set()).update(_files_of(proposal))
    touched = {
        commit: code.history.commits_between(commit, code.head_commit, wanted) for commit, wanted in paths.items()
    }
    complete = []
    for proposal in proposals:
        anchor = proposal.drift.anchor
        commit = None if isinstance(anchor, NeverResolved) else anchor.commit
        by_path = touched.get(commit, {}) if commit is not None else {}
        notes = {note.commit: note for path in _files_of(proposal) for note in by_path.get(path, ())}
        newest_first = sorted(notes.values(), key=lambda note: note.date, reverse=True)
        complete.append(replace(proposal, commits=tuple(newest_first[:MOST_COMMITS])))
    return complete


MOST_COMMITS = 20  # a reviewer reads three; a file that is touched daily has hundreds


def _files_of(proposal: RemapProposal) -> list[str]:
    first = proposal.match.candidates[:1]
    return sorted({proposal.chunk_id.path, *(candidate.chunk_id.path for candidate in first)})
