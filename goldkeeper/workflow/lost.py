"""Where lost gold chunks may have gone.

Where history leads from the state they were judged in to the one that is scanned, each is followed commit by commit;
where it does not, the change between the two states is matched as a whole.

A chunk that today's chunker would not cut is followed in two steps: its lines are projected on how its own
file is cut today, which is exact, and the chunks that hold them are followed like any others.
Where somebody else cuts, lines are followed and no chunks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from goldkeeper.matching.matcher import match_chunks
from goldkeeper.matching.projection import Projected
from goldkeeper.model.anchors import Anchor
from goldkeeper.model.changes import Change, ChangeKind
from goldkeeper.model.chunks import ChunkId, FileChunks, Snapshot
from goldkeeper.model.drifts import Drift, DriftKind
from goldkeeper.model.proposals import Match
from goldkeeper.ports import Progress
from goldkeeper.workflow.changes import choose_bases, cut_change, remembered, with_remembered
from goldkeeper.workflow.code import Code
from goldkeeper.workflow.judged import judged_texts
from goldkeeper.workflow.lineage.walked import Walks
from goldkeeper.workflow.listed import follow_lines
from goldkeeper.workflow.recut import followed
from goldkeeper.workflow.seeing import todays_chunks
from goldkeeper.workflow.snapshot import cut_snapshot

LOST = frozenset({DriftKind.SHIFTED, DriftKind.EDITED, DriftKind.MISSING})
UNREAD_GONE = 0.5  # confidence; of a text that can't be read it is not known whether it went
FOUND_ELSEWHERE = "its file does not parse around its place, and its very text stands in another file now"


def match_lost(
    drifts: Sequence[Drift], head: Snapshot, code: Code, *, progress: Progress | None = None
) -> dict[ChunkId, Match]:
    """For each gold chunk that is not where and what it was, where it may have gone.

    Those that a damaged file hides are looked for too: their very text may stand in another one.

    Args:
        drifts: what was seen at head.
        head: the files of the gold chunks.
    """
    sought = {d.chunk_id: d.anchor for d in drifts if isinstance(d.anchor, Anchor) and _is_sought(d, d.anchor, head)}
    standing = {chunk_id: anchor for chunk_id, anchor in sought.items() if _is_unchanged(anchor, head)}
    found = match_anchors(standing, _held_against_itself(head, {anchor.path for anchor in standing.values()}))
    left = {chunk_id: anchor for chunk_id, anchor in sought.items() if chunk_id not in found}
    by_lines = code.chunker.ids_are_lines
    if left and by_lines:
        found |= follow_lines(left, head, code)
        left = {chunk_id: anchor for chunk_id, anchor in left.items() if chunk_id not in found}
    if left and code.head_commit is not None and code.past is not None:
        found |= walk_anchors(left, code.past.to(code.head, code.head_commit), progress=progress)
        left = {chunk_id: anchor for chunk_id, anchor in left.items() if chunk_id not in found}
    if code.history is not None:
        for commit, ids in choose_bases(left, code.history).items():
            base = code.history.tree(commit)
            change = cut_change(
                base, code.head, history=code.history, chunker=code.chunker, cache=code.cache, progress=progress
            )
            found |= match_anchors({chunk_id: left[chunk_id] for chunk_id in ids}, change, as_judged=by_lines)
    rest = {chunk_id: anchor for chunk_id, anchor in left.items() if chunk_id not in found}
    if rest:  # no git, or the anchor's commit is not in this clone
        everything = cut_snapshot(code.head, code.chunker, code.cache, progress=progress)
        texts = judged_texts(rest.values(), code.history)
        matches = match_anchors(rest, Change(remembered(rest.values(), texts), everything))
        found |= {one: match if one in texts else _unread(rest[one], match) for one, match in matches.items()}
    return found


def _unread(anchor: Anchor, match: Match) -> Match:
    """The match of a chunk whose judged text nothing can give back: names and places alone are no proof.

    Only the digest is known of it. Where no chunk has that, nothing is claimed: neither a successor nor that
    there is none.
    """
    if match.candidates and match.candidates[0].digest == anchor.digest:
        return match
    return replace(match, gone=min(match.gone, UNREAD_GONE), ambiguous=True, certain=False)


def match_anchors(
    anchors: Mapping[ChunkId, Anchor], change: Change, *, as_judged: bool = False
) -> dict[ChunkId, Match]:
    """Matches by gold ID; what the base side doesn't hold stays out.

    Args:
        anchors: gold ID → what was judged.
        change: the two states.
        as_judged: each as it was cut when it was judged, whatever would be cut there today.
    """
    projected: dict[ChunkId, Projected] = {}
    uncut: list[Anchor] = []
    for chunk_id, anchor in anchors.items():
        file = change.base.files.get(anchor.path)
        today = todays_chunks(anchor, file) if file is not None and not as_judged else None
        if today is not None:
            projected[chunk_id] = today
        elif file is not None:
            uncut.append(anchor)
    if uncut:  # no chunk holds its lines any more, but one elsewhere may say what they said
        change, kept = with_remembered(change, uncut)
        projected |= {chunk_id: Projected(ChangeKind.SAME, ((chunk, 1.0),)) for chunk_id, chunk in kept.items()}
    wanted = {chunk.id: chunk for today in projected.values() for chunk, _ in today.parts}
    matches = match_chunks([wanted[chunk_id] for chunk_id in sorted(wanted)], change)
    return {chunk_id: followed(anchors[chunk_id], today, matches) for chunk_id, today in projected.items()}


def walk_anchors(
    anchors: Mapping[ChunkId, Anchor], walks: Walks, *, progress: Progress | None = None
) -> dict[ChunkId, Match]:
    """Matches by gold ID, found by walking; what history does not lead to the goal stays out."""
    found: dict[ChunkId, Match] = {}
    by_commit = sorted(anchors.items(), key=lambda one: (one[1].commit or "", one[0]))  # each way is found once
    for done, (chunk_id, anchor) in enumerate(by_commit, 1):
        if anchor.commit is not None and anchor.blob is not None:
            file = walks.contents.chunks(anchor.path, anchor.blob)
            today = todays_chunks(anchor, file) if isinstance(file, FileChunks) else None
            if today is not None:
                matches = {
                    chunk.id: match
                    for chunk, _ in today.parts
                    if (match := walks.match(chunk, anchor.blob, anchor.commit)) is not None
                }
                if len(matches) == len(today.parts):
                    found[chunk_id] = followed(anchor, today, matches)
        if progress is not None:
            progress("following", done, len(anchors))
    return found


def settle_obscured(drifts: Sequence[Drift], matches: Mapping[ChunkId, Match]) -> tuple[Drift, ...]:
    """Hidden chunks whose very text stands once, in another file, are known to have left theirs."""
    return tuple(
        replace(drift, kind=DriftKind.MISSING, note=FOUND_ELSEWHERE)
        if drift.kind is DriftKind.OBSCURED and _moved_away(matches.get(drift.chunk_id), drift.anchor)
        else drift
        for drift in drifts
    )


def _is_sought(drift: Drift, anchor: Anchor, head: Snapshot) -> bool:
    if drift.kind is not DriftKind.OBSCURED:
        return drift.kind in LOST
    # A file that could not be read may still hold the text; one that does not parse was searched for it.
    return anchor.path in head.files and (anchor.commit is not None or anchor.text is not None)


def _moved_away(match: Match | None, anchor: object) -> bool:
    return (
        match is not None
        and match.certain
        and isinstance(anchor, Anchor)
        and match.candidates[0].chunk_id.path != anchor.path
    )


def _is_unchanged(anchor: Anchor, head: Snapshot) -> bool:
    file = head.files.get(anchor.path)
    return file is not None and file.blob == anchor.blob


def _held_against_itself(head: Snapshot, paths: set[str]) -> Change:
    """Files in which nothing changed but how they are cut."""
    here = Snapshot(head.label, {path: head.files[path] for path in sorted(paths)})
    return Change(here, here)
