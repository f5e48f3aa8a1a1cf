"""The main job, once: what became of each gold chunk, and what we would do about it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from goldkeeper.adjudication.grouping import group_causes
from goldkeeper.drift.detector import detect_drifts
from goldkeeper.matching.proposer import propose
from goldkeeper.model.anchors import Anchor
from goldkeeper.model.chunks import ChunkId, CommitId, FileChunks, SkipReason, Snapshot
from goldkeeper.model.drifts import Drift
from goldkeeper.model.gold import GoldSet
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.model.reviews import Answer, ItemState, ReviewItem
from goldkeeper.model.scans import ScanReport
from goldkeeper.ports import Clock, Progress, ReviewQueue
from goldkeeper.workflow.anchoring import Anchors, anchor_gold, still_named
from goldkeeper.workflow.code import Code, GoldPlace
from goldkeeper.workflow.lost import match_lost
from goldkeeper.workflow.snapshot import cut_snapshot
from goldkeeper.workflow.turns import with_commits


def scan(
    gold: GoldPlace,
    code: Code,
    queue: ReviewQueue,
    *,
    repository: str,
    clock: Clock,
    confirm: Callable[[datetime], None] | None = None,
    progress: Progress | None = None,
) -> ScanReport:
    """Check a gold set against the code and queue what a person has to decide.

    Safe to kill: anchors are written whole, and the queue takes a scan in one transaction.

    Args:
        repository: how people call what is scanned.
        confirm: the policy that may answer for people, called with the moment once the queue is full.
    """
    began = clock()
    name = scan_name(began, code.head_commit)
    gold_set = gold.file.read(code.knows)
    anchors = keep_anchors(gold_set, gold, code, progress=progress)
    head = cut_snapshot(code.head, code.chunker, code.cache, paths=_places(anchors))
    drifts = detect_drifts(anchors, head, texts=_texts_in_damaged_files(anchors, head, code))
    proposals = propose_remaps(drifts, gold_set, code, progress=progress)
    queue.add(proposals, scan=name, now=began)
    if confirm is not None:
        confirm(began)
    items = queue.items({ItemState.WAITING, ItemState.DEFERRED})
    return ScanReport(
        scan=name,
        at=began,
        repository=repository,
        head_label=code.head.label,
        head_commit=code.head_commit,
        head_date=_date(code, code.head_commit),
        fingerprint=code.chunker.fingerprint,
        gold_set=gold_set,
        drifts=drifts,
        proposals=proposals,
        numbers={str(item.proposal.chunk_id): item.number for item in items},
        groups={item.proposal.cause.key: item.group for item in items},
        rejected=_rejected(queue.items({ItemState.DECIDED}), proposals),
        skipped=Counter([*code.head.skipped().values(), *_unread(code)]),
        anchor_dates=_anchor_dates(anchors, code),
        notes=_notes(head, code),
        seconds=(clock() - began).total_seconds(),
    )


def keep_anchors(gold_set: GoldSet, gold: GoldPlace, code: Code, *, progress: Progress | None = None) -> Anchors:
    """An anchor for each gold chunk; new ones are written beside the gold file, dropped IDs leave it."""
    stored = gold.anchors.read()
    anchors = anchor_gold(
        gold_set,
        stored,
        head=code.head,
        head_commit=code.head_commit,
        history=code.history,
        gold_history=gold.history,
        chunker=code.chunker,
        cache=code.cache,
        progress=progress,
    )
    if anchors != stored:
        gold.anchors.write(still_named({**stored, **anchors}, gold.file.bytes()))
    return anchors


def propose_remaps(
    drifts: tuple[Drift, ...], gold_set: GoldSet, code: Code, *, progress: Progress | None = None
) -> tuple[RemapProposal, ...]:
    """A proposal for each gold chunk that drifted, grouped by cause, in the gold set's order."""
    matches = match_lost(drifts, code, progress=progress)
    proposals = []
    for drift in drifts:
        proposal = propose(
            drift, matches.get(drift.chunk_id), gold_set.pairs_by_chunk[drift.chunk_id], code.head.commit
        )
        if proposal is not None:
            proposals.append(proposal)
    return tuple(group_causes(with_commits(proposals, code)))


def scan_name(at: datetime, commit: CommitId | None) -> str:
    """`20261130T140512Z-3f2a1b9`: sorts by time, tells the state.

    >>> from datetime import UTC
    >>> scan_name(datetime(2026, 11, 30, 14, 5, 12, tzinfo=UTC), CommitId("3f2a1b9cd"))
    '20261130T140512Z-3f2a1b9'
    """
    return f"{at:%Y%m%dT%H%M%SZ}-{commit[:7] if commit else 'folder'}"


def _places(anchors: Anchors) -> set[str]:
    return {anchor.path if isinstance(anchor, Anchor) else anchor.chunk_id.path for anchor in anchors.values()}


def _texts_in_damaged_files(anchors: Anchors, head: Snapshot, code: Code) -> dict[ChunkId, str]:
    """What the chunks of files with syntax errors said, so that they can be looked for as plain text."""
    damaged = {path for path, file in head.files.items() if file.damage}
    wanted = [a for a in anchors.values() if isinstance(a, Anchor) and a.path in damaged and a.text is None]
    if not wanted or code.history is None:
        return {}
    contents = dict(code.history.read_blobs(sorted({anchor.blob for anchor in wanted if anchor.blob})))
    texts: dict[ChunkId, str] = {}
    for anchor in wanted:
        data = contents.get(anchor.blob, SkipReason.OBJECT_MISSING) if anchor.blob else SkipReason.OBJECT_MISSING
        if isinstance(data, SkipReason) or anchor.blob is None:
            continue
        made = code.chunker.chunk_file(anchor.path, anchor.blob, data)
        if isinstance(made, FileChunks):
            lines = made.source.split("\n")
            texts[anchor.chunk_id] = "\n".join(lines[anchor.span.start - 1 : anchor.span.end])
    return texts


def _rejected(decided: Iterable[ReviewItem], proposals: tuple[RemapProposal, ...]) -> frozenset[str]:
    turned_down = {
        item.proposal.content_key
        for item in decided
        if item.decision is not None and item.decision.answer is Answer.REJECT
    }
    return frozenset(str(proposal.chunk_id) for proposal in proposals if proposal.content_key in turned_down)


def _unread(code: Code) -> list[SkipReason]:
    languages = (code.chunker.language_of(path) for path in code.head.files())
    return [language for language in languages if isinstance(language, SkipReason)]


def _date(code: Code, commit: CommitId | None) -> datetime | None:
    return code.history.commit_note(commit).date if code.history is not None and commit is not None else None


def _anchor_dates(anchors: Anchors, code: Code) -> Mapping[CommitId, datetime]:
    commits = sorted({a.commit for a in anchors.values() if isinstance(a, Anchor) and a.commit is not None})
    if code.history is None:
        return {}
    return {commit: code.history.commit_note(commit).date for commit in commits if code.history.has(commit)}


def _notes(head: Snapshot, code: Code) -> tuple[str, ...]:
    """What people should know about how the code was read, as whole sentences."""
    notes = list(code.history.notes()) if code.history is not None else []
    for path, file in sorted(head.files.items()):
        if file.damage:
            lines = ", ".join(str(span) for span in file.damage[:3]) + (" and more" if len(file.damage) > 3 else "")
            notes.append(f"{path} was parsed with errors (lines {lines}); chunks in there are not judged.")
        if file.encoding == "latin-1":
            notes.append(f"{path} is not UTF-8 and was read as Latin-1.")
    for path, reason in sorted(head.skipped.items()):
        notes.append(f"{path} holds gold and was not read: {reason}.")
    missing = [grammar for grammar in code.chunker.fingerprint.grammars if not grammar.available]
    if missing:
        names = ", ".join(sorted(grammar.language for grammar in missing))
        notes.append(f"No grammar here for {names}: files in these languages are skipped and counted.")
    return tuple(notes)
