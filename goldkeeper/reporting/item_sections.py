"""One review item in labelled lines: all that a judge needs but the texts, for any face."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from goldkeeper.model.anchors import Anchor, AnchorOrigin
from goldkeeper.model.changes import CommitNote
from goldkeeper.model.gold import QueryId
from goldkeeper.model.proposals import EDITED_IN_PLACE, Action, Candidate, Passage, RemapProposal
from goldkeeper.model.reviews import OPEN_STATES, LogLine, ReviewItem
from goldkeeper.reporting.review_words import STATES, fates, only_for, went
from goldkeeper.reporting.visible import visible_lines as visible
from goldkeeper.reporting.waterfall import waterfall_of
from goldkeeper.reporting.waterfall_view import waterfall_lines
from goldkeeper.reporting.wording import likelihood

MOST_RIVALS = 5  # shown beside the proposed ones
MOST_COMMITS = 8  # newest first
BELOW_THE_TEXTS = frozenset({"evidence", "others", "history"})  # the texts decide; these explain the estimate
LEAST_HEARD = 0.05  # bits; what is less is printed as 0.0

_ORIGINS = {
    AnchorOrigin.JUDGED: "it was judged",
    AnchorOrigin.INTRODUCED: "it came into the gold file",
    AnchorOrigin.RESOLVED: "it was last found",
}


@dataclass(frozen=True, slots=True)
class Section:
    """A label with the lines that stand beside it."""

    label: str
    lines: tuple[str, ...]


def item_sections(
    item: ReviewItem, *, queries: Mapping[QueryId, str], log: Sequence[LogLine], before: ReviewItem | None
) -> tuple[Section, ...]:
    """Everything about an item but the texts; sections that have nothing to say are left out.

    Args:
        item: the question.
        queries: what each query asks.
        log: what happened to the item, oldest first.
        before: the item whose place it took.
    """
    sections = (
        Section("item", tuple(_item_lines(item, before))),
        Section("queries", tuple(_query_lines(item.proposal, queries))),
        Section("gold", tuple(_gold_lines(item.proposal))),
        Section("proposed", tuple(_proposed_lines(item.proposal))),
        Section("grade", (item.proposal.edit.sentence,) if item.proposal.edit is not None else ()),
        Section("sure", tuple(_sure_lines(item.proposal))),
        Section("nearest", tuple(_nearest_lines(item))),
        Section("commits", tuple(_commit_lines(item.proposal))),
        Section("answer", tuple(_answer_lines(item))),
        Section("evidence", tuple(_evidence_lines(item.proposal))),
        Section("others", tuple(_other_lines(item.proposal))),
        Section("history", tuple(_log_lines(log))),
    )
    return tuple(
        Section(section.label, tuple(visible(line) for line in section.lines)) for section in sections if section.lines
    )


def _item_lines(item: ReviewItem, before: ReviewItem | None) -> Iterator[str]:
    yield f"{item.number}, {STATES[item.state] or 'waiting'}, asked {_day(item.created)}"
    yield f"{item.group}: {item.proposal.cause.sentence}"
    if before is not None:
        said = f", answered {before.decision.answer.value} by {before.decision.judge}" if before.decision else ""
        yield f"takes the place of item {before.number}{said}"


def _query_lines(proposal: RemapProposal, queries: Mapping[QueryId, str]) -> Iterator[str]:
    for pair in proposal.pairs:
        yield f"{pair.query_id}, grade {pair.grade}: {' '.join(queries.get(pair.query_id, '').split())}"


def _gold_lines(proposal: RemapProposal) -> Iterator[str]:
    yield str(proposal.chunk_id)
    yield went(proposal)
    anchor = proposal.drift.anchor
    if isinstance(anchor, Anchor) and anchor.commit is not None:
        yield f"as {_ORIGINS[anchor.origin]} at {anchor.commit[:7]}"
    if proposal.drift.note:
        yield proposal.drift.note


def _proposed_lines(proposal: RemapProposal) -> Iterator[str]:
    asks = {
        Action.KEEP: "keep it here, with its new text",
        Action.REMAP: "send it there",
        Action.SPLIT: "send it to all of these",
        Action.REGRADE: "grade it anew",
        Action.RETIRE: "take it out of the gold set",
    }
    shares = {candidate.chunk_id: candidate.share for candidate in proposal.match.candidates}
    for chunk_id in proposal.proposed:
        share = shares.get(chunk_id)
        yield f"{chunk_id}{f', {share:.0%} of its lines' if share is not None else ''}"
    yield f"{proposal.action.value}: {asks[proposal.action]}"


def _sure_lines(proposal: RemapProposal) -> Iterator[str]:
    match = proposal.match
    if proposal.action is Action.RETIRE:
        yield f"{likelihood(match.gone)} that it is gone, with no successor"
        if match.ambiguous:
            yield "ambiguous: that it is gone and that it is the nearest are about as likely; say which"
        return
    certain = ", certain: the same text, found once on either side" if match.certain else ""
    yield f"{likelihood(proposal.confidence)}{certain}"
    if match.ambiguous:
        yield "ambiguous: the first can't be told from the next; name the one that is meant"
    if len(match.candidates) > 1 and math.isfinite(match.candidates[0].margin):
        yield f"leads the next by {match.candidates[0].margin:.1f} bits"
    if match.candidates:
        yield f"gone, with no successor: {likelihood(match.gone)}"


def _nearest_lines(item: ReviewItem) -> Iterator[str]:
    """Of a chunk that seems gone: what it is likeliest to be if it is not, and how far that is."""
    if item.proposal.action is not Action.RETIRE:
        return
    if not item.proposal.match.candidates:
        yield "no chunk of the code now is anything like it"
        return
    first = item.proposal.match.candidates[0]
    yield str(first.chunk_id)
    speaks = "for it" if first.weight > 0 else "against it"
    yield f"{likelihood(first.confidence)} that it is this one; the evidence is {abs(first.weight):.1f} bits {speaks}"
    if item.state in OPEN_STATES:
        yield f"if it is this one: goldkeeper review accept {item.number} --candidate 1"


def _evidence_lines(proposal: RemapProposal) -> Iterator[str]:
    """The first candidate's evidence as a sum, and what sets it apart from the next."""
    waterfall = waterfall_of(proposal)
    if waterfall is not None:
        yield from waterfall_lines(waterfall)


def _other_lines(proposal: RemapProposal) -> Iterator[str]:
    """Who else stood for it, as `--candidate` counts."""
    taken = set(proposal.proposed)
    rivals = [(n, one) for n, one in enumerate(proposal.match.candidates, 1) if one.chunk_id not in taken]
    if proposal.match.ambiguous:
        rivals = list(enumerate(proposal.match.candidates, 1))
    rivals.sort(key=lambda rival: (-rival[1].confidence, -rival[1].weight, rival[0]))
    for number, rival in rivals[:MOST_RIVALS]:
        yield f"{number}  {rival.chunk_id}"
        yield f"   {', '.join(_rival_facts(rival, proposal.match.candidates[0]))}"
    if len(rivals) > MOST_RIVALS:
        yield f"and {len(rivals) - MOST_RIVALS} more"


def _rival_facts(rival: Candidate, first: Candidate) -> Iterator[str]:
    yield likelihood(rival.confidence)
    behind = first.weight - rival.weight
    if rival is not first and math.isfinite(behind):
        if abs(behind) < LEAST_HEARD:
            yield "level with the first"
        else:
            yield f"{abs(behind):.1f} bits {'behind' if behind > 0 else 'ahead of'} the first"
    if rival.twin:
        yield "an identical twin beside the living original"


def _commit_lines(proposal: RemapProposal) -> Iterator[str]:
    """The commits, newest first; of a chunk that was followed, with what each did to it."""
    if proposal.match.lineage is not None:
        did = {passage.commit: passage for passage in proposal.match.lineage}
        for note in proposal.commits[:MOST_COMMITS]:
            yield f"{_noted(note)}: {_did(did[note.commit], proposal)}"
        if len(proposal.commits) > MOST_COMMITS:
            yield f"and {len(proposal.commits) - MOST_COMMITS} older ones"
        return
    turned = proposal.turned_by
    if turned is not None:
        yield f"{_noted(turned)}, changed it"
    for note in proposal.commits[:MOST_COMMITS]:
        if note != turned:
            yield _noted(note)
    if len(proposal.commits) > MOST_COMMITS:
        yield f"and {len(proposal.commits) - MOST_COMMITS} older ones"


def _did(passage: Passage, proposal: RemapProposal) -> str:
    """What a commit did to a chunk; where it then was, unless that is where it was judged."""
    here = passage.chunk_id
    if here is None or passage.change == EDITED_IN_PLACE:
        return passage.change
    return f"{passage.change} to {here.path} {here.symbol}" if here != proposal.chunk_id else passage.change


def _noted(note: CommitNote) -> str:
    return f"{note.date:%Y-%m-%d} {note.commit[:7]} {note.subject} ({note.author})"


def _answer_lines(item: ReviewItem) -> Iterator[str]:
    decision = item.decision
    if decision is None:
        return
    yield f"{decision.answer.value}{only_for(decision)}, by {decision.judge} on {_day(decision.at)}"
    for fate in fates(item, decision):
        yield f"→ {fate}"
    if decision.reason:
        yield decision.reason


def _log_lines(log: Sequence[LogLine]) -> Iterator[str]:
    for at, who, what, why in log:
        yield f"{at:%Y-%m-%d %H:%M} {what} by {who}{f': {why}' if why else ''}"


def _day(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"
