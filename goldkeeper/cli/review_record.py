"""Review items as data: JSON objects and tab-separated lines."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from goldkeeper.cli.output import emit, emit_json, on_terminal, talk, visible
from goldkeeper.model.gold import QueryId
from goldkeeper.model.proposals import Candidate, Passage
from goldkeeper.model.reviews import Decision, ReviewItem
from goldkeeper.reporting.item_sections import LogLine
from goldkeeper.reporting.item_texts import TextOf
from goldkeeper.reporting.record import edit_record
from goldkeeper.reporting.review_words import doubt, spoken
from goldkeeper.reporting.visible import tab_field
from goldkeeper.reporting.waterfall import waterfall_of
from goldkeeper.reporting.waterfall_view import waterfall_record
from goldkeeper.reporting.wording import verb
from goldkeeper.workflow.review import Outcome

Record = dict[str, Any]


def item_record(item: ReviewItem) -> Record:
    """An item as JSON has it; numbers that are not finite are null."""
    proposal, match = item.proposal, item.proposal.match
    return {
        "number": item.number,
        "group": item.group,
        "state": item.state.value,
        "created": item.created.isoformat(),
        "supersedes": item.supersedes,
        "chunk": str(proposal.chunk_id),
        "drift": proposal.drift.kind.value,
        "change": match.change.value,
        "action": proposal.action.value,
        "proposed": [str(chunk_id) for chunk_id in proposal.proposed],
        "confidence": _finite(proposal.confidence),
        "ambiguous": match.ambiguous,
        "certain": match.certain,
        "gone": _finite(match.gone),
        "candidates": [_candidate(number, candidate) for number, candidate in enumerate(match.candidates, 1)],
        "pairs": [{"query": pair.query_id, "grade": pair.grade, "line": pair.line} for pair in proposal.pairs],
        "cause": {"key": proposal.cause.key, "sentence": proposal.cause.sentence},
        "staleness": edit_record(proposal.edit),
        "head_commit": proposal.head_commit,
        "commits": [
            {"commit": note.commit, "author": note.author, "date": note.date.isoformat(), "subject": note.subject}
            for note in proposal.commits
        ],
        "lineage": _lineage(match.lineage) if match.lineage is not None else None,
        "decision": _decision(item.decision) if item.decision is not None else None,
    }


def _lineage(lineage: Sequence[Passage]) -> list[Record]:
    return [
        {
            "commit": passage.commit,
            "change": passage.change,
            "id": str(passage.chunk_id) if passage.chunk_id is not None else None,
            "confidence": passage.confidence,
        }
        for passage in lineage
    ]


def shown_record(
    item: ReviewItem, *, queries: Mapping[QueryId, str], log: Sequence[LogLine], text_of: TextOf
) -> Record:
    """An item with its texts, its history and what its queries ask."""
    record = item_record(item)
    for pair in record["pairs"]:
        pair["text"] = queries.get(pair["query"], "")
    record["waterfall"] = waterfall_record(waterfall_of(item.proposal))
    record["texts"] = {
        "base": text_of(item.proposal, None),
        "proposed": {str(chunk_id): text_of(item.proposal, chunk_id) for chunk_id in item.proposal.proposed},
    }
    record["history"] = [{"at": at.isoformat(), "who": who, "what": what, "why": why} for at, who, what, why in log]
    return {"item": record}


def print_outcome(outcome: Outcome, *, put_off: Sequence[int], as_json: bool) -> None:
    """What an answer came to: the answered on stdout, the others with their reason on stderr."""
    if as_json:
        emit_json({**outcome_record(outcome), "put_off": list(put_off)})
        return
    for item in outcome.answered:
        emit(visible(spoken(item)) if on_terminal() else answer_line(item))
    for skipped in outcome.skipped:
        talk(visible(str(skipped.problem)))
    if put_off:
        were = verb(len(put_off), "is put off; name it by its number", "are put off; name them by number")
        talk(f"{len(put_off)} {were}: {','.join(map(str, put_off))}")
    if len(outcome.answered) + len(outcome.skipped) != 1:
        left_out = f", {len(outcome.skipped)} left out" if outcome.skipped else ""
        talk(f"{len(outcome.answered)} answered{left_out}")


def outcome_record(outcome: Outcome) -> Record:
    """What an answer came to."""
    skipped = [{"number": s.item.number, "code": s.problem.code, "message": str(s.problem)} for s in outcome.skipped]
    return {"answered": [item_record(item) for item in outcome.answered], "skipped": skipped}


def item_line(item: ReviewItem) -> str:
    """One item by tabs.

    Number, group, state, drift, change, action, gold chunk, proposed chunks, confidence, doubt, queries, answer,
    the chunks that it names, and staleness. Several chunks are joined by ` + `, queries by commas; doubt is
    `certain`, `ambiguous` or empty; answer is empty until there is one, staleness where the text is the same.
    """
    proposal = item.proposal
    confidence = _finite(proposal.confidence)
    return _joined(
        str(item.number),
        item.group,
        item.state.value,
        proposal.drift.kind.value,
        proposal.match.change.value,
        proposal.action.value,
        str(proposal.chunk_id),
        " + ".join(str(chunk_id) for chunk_id in proposal.proposed),
        "" if confidence is None else f"{confidence:.4f}",
        doubt(proposal),
        ",".join(proposal.query_ids),
        *_answered(item),
        proposal.edit.staleness.value if proposal.edit is not None else "",
    )


def answer_line(item: ReviewItem) -> str:
    """Number, state, answer, gold chunk, targets; by tabs."""
    answer, targets = _answered(item)
    return _joined(str(item.number), item.state.value, answer, str(item.proposal.chunk_id), targets)


def _answered(item: ReviewItem) -> tuple[str, str]:
    if item.decision is None:
        return "", ""
    return item.decision.answer.value, " + ".join(str(target.chunk_id) for target in item.decision.targets)


def _joined(*fields: str) -> str:
    return "\t".join(tab_field(text) for text in fields)


def _candidate(number: int, candidate: Candidate) -> Record:
    return {
        "number": number,
        "id": str(candidate.chunk_id),
        "confidence": _finite(candidate.confidence),
        "weight": _finite(candidate.weight),
        "margin": _finite(candidate.margin),
        "share": _finite(candidate.share),
        "twin": candidate.twin,
        "evidence": [_part(part.name, (part.value, part.weight), part.note) for part in candidate.evidence],
    }


def _part(name: str, numbers: Iterable[float], note: str) -> Record:
    value, weight = (_finite(number) for number in numbers)
    return {"name": name, "value": value, "weight": weight, "note": note}


def _decision(decision: Decision) -> Record:
    return {
        "answer": decision.answer.value,
        "targets": [{"id": str(t.chunk_id), "digest": t.digest, "grade": t.grade} for t in decision.targets],
        "queries": list(decision.queries) if decision.queries is not None else None,
        "judge": decision.judge,
        "at": decision.at.isoformat(),
        "reason": decision.reason,
    }


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None
