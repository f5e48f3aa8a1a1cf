"""The main job, once: what became of each gold chunk, and what we would do about it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from goldkeeper.adjudication.grouping import group_causes
from goldkeeper.matching.proposer import propose
from goldkeeper.model.anchors import Anchor
from goldkeeper.model.chunks import ChunkId, CommitId
from goldkeeper.model.drifts import Drift
from goldkeeper.model.gold import GoldProblem, GoldSet, Severity
from goldkeeper.model.proposals import Match, RemapProposal
from goldkeeper.model.scans import ScanReport
from goldkeeper.ports import Clock, Progress, ReviewQueue
from goldkeeper.workflow.anchoring import Anchors, anchor_gold, still_named
from goldkeeper.workflow.code import Code, GoldPlace
from goldkeeper.workflow.edits import with_edits
from goldkeeper.workflow.lost import match_lost, settle_obscured
from goldkeeper.workflow.scan_report import make_report
from goldkeeper.workflow.seeing import see_drifts
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
    gold_set = with_anchor_problems(gold_set, gold.anchors.problems)
    head = cut_snapshot(code.head, code.chunker, code.cache, paths=_places(anchors))
    seen = see_drifts(anchors, head, history=code.history, chunker=code.chunker, cache=code.cache)
    matches = match_lost(seen, head, code, progress=progress)
    drifts = settle_obscured(seen, matches)
    proposals = propose_remaps(drifts, matches, gold_set, code)
    queue.add(proposals, scan=name, now=began)
    if confirm is not None:
        confirm(began)
    return make_report(
        name,
        began,
        repository=repository,
        code=code,
        gold_set=gold_set,
        anchors=anchors,
        head=head,
        drifts=drifts,
        proposals=proposals,
        queue=queue,
        clock=clock,
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


def with_anchor_problems(gold_set: GoldSet, problems: Sequence[GoldProblem]) -> GoldSet:
    """The gold set with what is wrong in its anchor file: a lost anchor hides whatever happened before.

    Each keeps the scan from being clean until somebody has looked, since what the line said is gone for good.
    """
    told = [
        replace(
            problem,
            line=0,
            message=f"the anchor file's line {problem.line}: {problem.message}",
            severity=Severity.ERROR,
        )
        for problem in problems
    ]
    return replace(gold_set, problems=(*gold_set.problems, *told))


def propose_remaps(
    drifts: Sequence[Drift], matches: Mapping[ChunkId, Match], gold_set: GoldSet, code: Code
) -> tuple[RemapProposal, ...]:
    """A proposal for each gold chunk that drifted, grouped by cause, in the gold set's order."""
    asked = (
        propose(drift, matches.get(drift.chunk_id), gold_set.pairs_by_chunk[drift.chunk_id], code.head.commit)
        for drift in drifts
    )
    drifted = [proposal for proposal in asked if proposal is not None]
    return group_causes(with_commits(with_edits(drifted, code), code))


def scan_name(at: datetime, commit: CommitId | None) -> str:
    """`20261130T140512Z-3f2a1b9`: sorts by time, tells the state.

    >>> from datetime import UTC
    >>> scan_name(datetime(2026, 11, 30, 14, 5, 12, tzinfo=UTC), CommitId("3f2a1b9cd"))
    '20261130T140512Z-3f2a1b9'
    """
    return f"{at:%Y%m%dT%H%M%SZ}-{commit[:7] if commit else 'folder'}"


def _places(anchors: Anchors) -> set[str]:
    return {anchor.path if isinstance(anchor, Anchor) else anchor.chunk_id.path for anchor in anchors.values()}
