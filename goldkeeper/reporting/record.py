"""A scan's figures as plain JSON values: everything a script needs, under stable names."""

from collections.abc import Iterable
from datetime import datetime

from goldkeeper.model.anchors import Anchor
from goldkeeper.model.proposals import Candidate
from goldkeeper.model.staleness import Edit
from goldkeeper.reporting.causes import CauseGroup
from goldkeeper.reporting.figures import ScanFigures
from goldkeeper.reporting.losses import QueryLoss, QueryState
from goldkeeper.reporting.outcomes import GoldOutcome
from goldkeeper.reporting.passports import passport_record
from goldkeeper.reporting.schema import JSON_SCHEMA
from goldkeeper.reporting.shares import Share
from goldkeeper.reporting.waterfall_view import waterfall_record


def scan_record(figures: ScanFigures) -> dict[str, object]:
    """The report as JSON values: strings, numbers, booleans, None, lists and dicts."""
    report, tally = figures.report, figures.tally
    return {
        "schema": JSON_SCHEMA,
        "scan": report.scan,
        "at": _moment(report.at),
        "repository": report.repository,
        "head_label": report.head_label,
        "head_commit": report.head_commit,
        "head_date": _moment(report.head_date),
        "gold": {
            "file": report.gold_set.name,
            "digest": report.gold_set.digest,
            "queries": len(report.gold_set.queries),
            "pairs": len(report.gold_set.pairs),
            "chunks": tally.total,
        },
        "headline": figures.headline,
        "details": list(figures.details),
        "next": [{"text": step.text, "command": step.command or None} for step in figures.steps],
        "needs_a_person": figures.needs_a_person,
        "counts": counts_record(figures),
        "shares": {
            "overall": _share(figures.overall),
            "by_directory": [_share(share) for share in figures.by_directory],
            "by_age": [_share(share) for share in figures.by_age],
            "by_query_type": [_share(share) for share in figures.by_query_type],
        },
        "chunks": [chunk_record(outcome, report.groups.get(_cause_key(outcome))) for outcome in figures.outcomes],
        "queries": [_query(loss) for loss in figures.queries],
        "groups": [_group(group) for group in figures.causes],
        "problems": [
            {
                "line": problem.line or None,
                "code": problem.code,
                "severity": problem.severity.value,
                "message": problem.message,
                "remedy": problem.remedy,
            }
            for problem in figures.problems
        ],
        "skipped": {reason.value: number for reason, number in figures.skipped},
        "notes": list(report.notes),
        "chunker": {
            "digest": report.fingerprint.digest,
            "name": report.fingerprint.name,
            "version": report.fingerprint.version,
            "options": dict(sorted(report.fingerprint.options.items())),
            "grammars": {
                grammar.language: {"package": grammar.package, "version": grammar.version, "abi": grammar.abi}
                for grammar in sorted(report.fingerprint.grammars, key=lambda grammar: grammar.language)
            },
            "unavailable": list(figures.unavailable),
        },
        "passport": passport_record(report.passport) if report.passport is not None else None,
        "upgrades": [
            {"number": one.number, "kinds": [kind.value for kind in one.kinds], "sentence": one.sentence}
            for one in report.upgrades
        ],
        "seconds": round(report.seconds, 3),
    }


def counts_record(figures: ScanFigures) -> dict[str, object]:
    """How many gold chunks and queries came to what, as JSON values."""
    tally = figures.tally
    return {
        "resolving": tally.resolving,
        "something_else": tally.something_else,
        "drifted": tally.drifted,
        "certain": tally.certain,
        "by_drift": {kind.value: number for kind, number in tally.by_drift.items()},
        "by_change": {ending.value: number for ending, number in tally.by_ending.items()},
        "by_staleness": {staleness.value: number for staleness, number in tally.by_staleness.items()},
        "by_standing": {standing.value: number for standing, number in tally.by_standing.items()},
        "by_query_state": {state.value: sum(loss.state is state for loss in figures.queries) for state in QueryState},
    }


def chunk_record(outcome: GoldOutcome, group: str | None = None) -> dict[str, object]:
    """One gold chunk: what was seen, what is proposed, who is asked."""
    proposal, anchor = outcome.proposal, outcome.drift.anchor
    return {
        "id": str(outcome.chunk_id),
        "written": sorted({pair.written for pair in outcome.pairs}),
        "drift": outcome.drift.kind.value,
        "resolves": outcome.drift.resolves,
        "found": str(outcome.drift.found.id) if outcome.drift.found else None,
        "change": outcome.ending.value if outcome.ending else None,
        "action": proposal.action.value if proposal else None,
        "proposed": [str(candidate.chunk_id) for candidate in outcome.candidates],
        "alternative": outcome.alternative or None,
        "confidence": outcome.confidence,
        "gone": proposal.match.gone if proposal else None,
        "ambiguous": outcome.ambiguous,
        "certain": outcome.certain,
        "standing": outcome.standing.value,
        "item": outcome.number,
        "group": group,
        "cause": proposal.cause.key if proposal else None,
        "content_key": proposal.content_key if proposal else None,
        "waterfall": waterfall_record(outcome.waterfall),
        "staleness": edit_record(proposal.edit if proposal else None),
        "candidates": _candidates(proposal.match.candidates if proposal else ()),
        "pairs": [{"qid": pair.query_id, "grade": pair.grade, "line": pair.line} for pair in outcome.pairs],
        "anchor": {
            "commit": anchor.commit,
            "date": _moment(outcome.judged_at),
            "origin": anchor.origin.value,
            "digest": anchor.digest,
        }
        if isinstance(anchor, Anchor)
        else None,
        "commits": [note.commit for note in proposal.commits] if proposal else [],
        "turned_by": proposal.turned_by.commit if proposal and proposal.turned_by else None,
        "touched_at": _moment(min((note.date for note in proposal.commits), default=None)) if proposal else None,
        "note": outcome.note or None,
    }


def edit_record(edit: Edit | None) -> dict[str, object] | None:
    """The sort of edit, and whether the grade holds without another look; None where the text is the same."""
    if edit is None:
        return None
    return {"kind": edit.staleness.value, "holds": edit.staleness.holds, "note": edit.note or None}


def _cause_key(outcome: GoldOutcome) -> str:
    return outcome.proposal.cause.key if outcome.proposal else ""


def _candidates(candidates: Iterable[Candidate]) -> list[dict[str, object]]:
    return [
        {
            "id": str(candidate.chunk_id),
            "confidence": candidate.confidence,
            "margin": candidate.margin,
            "weight": candidate.weight,
            "share": candidate.share,
            "twin": candidate.twin,
            "evidence": {part.name: part.value for part in candidate.evidence},
        }
        for candidate in candidates
    ]


def _query(loss: QueryLoss) -> dict[str, object]:
    return {
        "qid": loss.query.query_id,
        "query": loss.query.text,
        "type": loss.query.type.value if loss.query.type else None,
        "line": loss.query.line,
        "state": loss.state.value,
        "gold": [
            {
                "id": str(outcome.chunk_id),
                "grade": pair.grade,
                "drift": outcome.drift.kind.value,
                "change": outcome.ending.value if outcome.ending else None,
                "proposed": [str(candidate.chunk_id) for candidate in outcome.candidates],
            }
            for pair, outcome in loss.gold
        ],
    }


def _group(group: CauseGroup) -> dict[str, object]:
    return {
        "key": group.cause.key,
        "name": group.name or None,
        "sentence": group.cause.sentence,
        "waiting": group.waiting,
        "certain": group.certain,
        "changes": {ending.value: number for ending, number in group.endings.items()},
        "chunks": [str(member.chunk_id) for member in group.members],
    }


def _share(share: Share) -> dict[str, object]:
    return {
        "label": share.label,
        "chunks": share.total,
        "resolving": share.resolving,
        "intact": share.intact,
        "share": round(share.fraction, 6) if share.total else None,
    }


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
