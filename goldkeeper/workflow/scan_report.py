"""What a scan tells people when it is done: findings with their numbers in the queue, dates and notes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from goldkeeper.model.anchors import Anchor
from goldkeeper.model.chunks import CommitId, SkipReason, Snapshot
from goldkeeper.model.drifts import Drift
from goldkeeper.model.gold import GoldSet
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.model.reviews import OPEN_STATES, Answer, ItemState, ReviewItem
from goldkeeper.model.scans import ScanReport
from goldkeeper.ports import Clock, ReviewQueue
from goldkeeper.workflow.anchoring import Anchors
from goldkeeper.workflow.code import Code

SHOWN_DAMAGE = 3  # places of one file; with more it is the file that needs a look


def make_report(
    scan: str,
    began: datetime,
    *,
    repository: str,
    code: Code,
    gold_set: GoldSet,
    anchors: Anchors,
    head: Snapshot,
    drifts: Sequence[Drift],
    proposals: Sequence[RemapProposal],
    queue: ReviewQueue,
    clock: Clock,
) -> ScanReport:
    """The report of a scan whose proposals are in the queue."""
    items = queue.items(OPEN_STATES)
    return ScanReport(
        scan=scan,
        at=began,
        repository=repository,
        head_label=code.head.label,
        head_commit=code.head_commit,
        head_date=_date(code, code.head_commit),
        fingerprint=code.chunker.fingerprint,
        gold_set=gold_set,
        drifts=tuple(drifts),
        proposals=tuple(proposals),
        numbers={str(item.proposal.chunk_id): item.number for item in items},
        groups={item.proposal.cause.key: item.group for item in items},
        rejected=_rejected(queue.items({ItemState.DECIDED}), proposals),
        skipped=Counter([*code.head.skipped().values(), *_unread(code)]),
        anchor_dates=_anchor_dates(anchors, code),
        notes=(*_notes(head, code), *_unread_anchors(anchors, code)),
        seconds=(clock() - began).total_seconds(),
    )


def _date(code: Code, commit: CommitId | None) -> datetime | None:
    return code.history.commit_note(commit).date if code.history is not None and commit is not None else None


def _rejected(decided: Iterable[ReviewItem], proposals: Iterable[RemapProposal]) -> frozenset[str]:
    turned_down = {
        item.proposal.content_key
        for item in decided
        if item.decision is not None and item.decision.answer is Answer.REJECT
    }
    return frozenset(str(proposal.chunk_id) for proposal in proposals if proposal.content_key in turned_down)


def _unread(code: Code) -> list[SkipReason]:
    languages = (code.chunker.language_of(path) for path in code.head.files())
    return [language for language in languages if isinstance(language, SkipReason)]


def _anchor_dates(anchors: Anchors, code: Code) -> Mapping[CommitId, datetime]:
    if code.history is None:
        return {}
    commits = sorted({a.commit for a in anchors.values() if isinstance(a, Anchor) and a.commit is not None})
    return {commit: code.history.commit_note(commit).date for commit in commits if code.history.has(commit)}


def _notes(head: Snapshot, code: Code) -> Iterator[str]:
    """What people should know about how the code was read, as whole sentences."""
    if code.history is not None:
        yield from code.history.notes()
    for path, file in sorted(head.files.items()):
        if file.damage:
            lines = ", ".join(map(str, file.damage[:SHOWN_DAMAGE]))
            more = " and more" if len(file.damage) > SHOWN_DAMAGE else ""
            yield f"{path} was parsed with errors (lines {lines}{more}); chunks in there are not judged."
        if file.encoding == "latin-1":
            yield f"{path} is not UTF-8 and was read as Latin-1."
    for path, reason in sorted(head.skipped.items()):
        yield f"{path} holds gold and was not read: {reason}."
    missing = sorted(grammar.language for grammar in code.chunker.fingerprint.grammars if not grammar.available)
    if missing:
        yield f"No grammar here for {', '.join(missing)}: files in these languages are skipped and counted."


def _unread_anchors(anchors: Anchors, code: Code) -> Iterator[str]:
    """Chunks that were judged in states which this clone doesn't hold."""
    if code.history is None:
        return
    lacking = [
        anchor
        for anchor in anchors.values()
        if isinstance(anchor, Anchor) and anchor.text is None and anchor.commit and not code.history.has(anchor.commit)
    ]
    if lacking:
        commits = len({anchor.commit for anchor in lacking})
        chunks = f"{len(lacking)} gold chunk{'s were' if len(lacking) > 1 else ' was'}"
        states = f"{commits} commits" if commits > 1 else "a commit"
        yield (
            f"{chunks} judged at {states} that this clone doesn't have: what they said can't be read, and where they"
            " went can hardly be told. Fetch the whole history, or see whether this is the right repository."
        )
