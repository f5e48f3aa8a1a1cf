"""What is said of review items in more than one place: the change and the answer."""

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.model.reviews import Answer, Decision, ItemState, ReviewItem
from goldkeeper.reporting.wording import verb

STATES = {
    ItemState.WAITING: "",
    ItemState.DEFERRED: "put off",
    ItemState.DECIDED: "decided",
    ItemState.SUPERSEDED: "superseded",
    ItemState.APPLIED: "applied",
}
_STAYED = {DriftKind.EDITED: "in place, new text", DriftKind.SHIFTED: "same text"}


def went(proposal: RemapProposal) -> str:
    """What was seen, and where that leads: `missing → moved`, `edited → refactored`."""
    drift, change = proposal.drift.kind, proposal.match.change
    told = _STAYED.get(drift, "in place") if change is ChangeKind.SAME else change.value
    if proposal.edit is not None and change is ChangeKind.SAME:
        told = proposal.edit.staleness.value
    return f"{drift.value} → {told}"


def fates(item: ReviewItem, decision: Decision) -> list[str]:
    """What an answer does to the gold chunk, one line a successor."""
    if decision.answer is Answer.REJECT:
        return ["stays as it is"]
    if decision.answer is Answer.DEFER:
        return ["put off"]
    lines = []
    for queries, targets in decision.ways:
        whom = f" for {', '.join(queries)}" if decision.parted and queries is not None else ""
        for target in targets:
            name = "stays, with its new text" if target.chunk_id == item.proposal.chunk_id else str(target.chunk_id)
            lines.append(f"{name if target.grade is None else f'{name}, grade {target.grade}'}{whom}")
        if not targets:
            lines.append(f"out of the gold set{whom}")
    return lines


def only_for(decision: Decision) -> str:
    """The queries for which alone an answer holds; where they go different ways, `fates` names them."""
    whole = decision.queries is None or decision.parted
    return "" if whole else f" for {', '.join(decision.queries or ())} alone"


def spoken(item: ReviewItem, *, undone: bool = False) -> str:
    """An answer that was just given, or taken back, as one sentence."""
    decision, chunk = item.decision, item.proposal.chunk_id
    if decision is None and not undone:
        return f"item {item.number}: kept, it waits for others: {chunk}"
    if decision is None:
        return f"item {item.number}: taken back, waits again: {chunk}"
    if decision.answer is Answer.DEFER:
        return f"item {item.number}: put off, {chunk}"
    fate = " + ".join(fates(item, decision))
    return f"item {item.number}: {decision.answer.value}{only_for(decision)}, {chunk} → {fate}"


def open_words(waiting: int, deferred: int) -> str:
    """How many answers are wanted, counted as the scan counts them."""
    wanted = waiting + deferred
    put_off = f", {'' if deferred == wanted else f'{deferred:,} of them '}put off" if deferred else ""
    return f"{wanted:,} {verb(wanted, 'waits', 'wait')} for an answer{put_off}"


def doubt(proposal: RemapProposal) -> str:
    """`ambiguous`, `certain`, or nothing to say."""
    if proposal.match.ambiguous:
        return "ambiguous"
    return "certain" if proposal.match.certain else ""
