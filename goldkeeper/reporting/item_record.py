"""Review items as JSON values: the same for the commands and the API."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from goldkeeper.model.errors import GoldkeeperError
from goldkeeper.model.gold import QueryId
from goldkeeper.model.proposals import Candidate, Passage
from goldkeeper.model.reviews import Decision, LogLine, ReviewItem
from goldkeeper.reporting.item_texts import TextOf
from goldkeeper.reporting.record import edit_record
from goldkeeper.reporting.waterfall import waterfall_of
from goldkeeper.reporting.waterfall_view import waterfall_record

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
        "confidence": finite(proposal.confidence),
        "ambiguous": match.ambiguous,
        "certain": match.certain,
        "key": proposal.content_key,
        "gone": finite(match.gone),
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


def outcome_record(answered: Iterable[ReviewItem], skipped: Iterable[tuple[ReviewItem, GoldkeeperError]]) -> Record:
    """What an answer came to: the items that were answered, and those that were not with the reason."""
    left = [{"number": item.number, "code": problem.code, "message": str(problem)} for item, problem in skipped]
    return {"answered": [item_record(item) for item in answered], "skipped": left}


def _candidate(number: int, candidate: Candidate) -> Record:
    return {
        "number": number,
        "id": str(candidate.chunk_id),
        "confidence": finite(candidate.confidence),
        "weight": finite(candidate.weight),
        "margin": finite(candidate.margin),
        "share": finite(candidate.share),
        "twin": candidate.twin,
        "evidence": [_part(part.name, (part.value, part.weight), part.note) for part in candidate.evidence],
    }


def _part(name: str, numbers: Iterable[float], note: str) -> Record:
    value, weight = (finite(number) for number in numbers)
    return {"name": name, "value": value, "weight": weight, "note": note}


def _decision(decision: Decision) -> Record:
    return {
        "answer": decision.answer.value,
        "targets": [
            {
                "id": str(t.chunk_id),
                "digest": t.digest,
                "grade": t.grade,
                "queries": list(t.queries) if t.queries is not None else None,
            }
            for t in decision.targets
        ],
        "queries": list(decision.queries) if decision.queries is not None else None,
        "judge": decision.judge,
        "at": decision.at.isoformat(),
        "reason": decision.reason,
    }


def finite(number: float | None) -> float | None:
    """A number as JSON has it: what is not finite is None."""
    return number if number is not None and math.isfinite(number) else None
