"""What a case file may expect, each as one check; an expectation that nobody checks fails the story."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from goldkeeper.model.chunks import ChunkId, last_name
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.errors import MalformedChunkId
from goldkeeper.model.gold import Severity
from goldkeeper.model.proposals import Action
from tests.casebook.playing import Played, chunk_files, same_chunk

Check = Callable[[Played, Any], None]


def check_all(played: Played) -> None:
    """Hold a played story against everything that its case expects."""
    for key, wanted in played.story.expect.items():
        if key not in _WORDS:
            _CHECKS[key](played, wanted)


def _status(played: Played, wanted: Mapping[str, str]) -> None:
    assert {chunk: _status_of(played, chunk) for chunk in wanted} == dict(wanted)


def _never_status(played: Played, wanted: Mapping[str, str]) -> None:
    assert all(_status_of(played, chunk) != status for chunk, status in wanted.items())


def _status_of(played: Played, chunk: str) -> str:
    """`ok`, `drifted` or `missing`, as case files call it."""
    drift = played.drift(chunk)
    if not drift.resolves and drift.kind is not DriftKind.INTACT:
        return "missing"
    return "ok" if drift.kind is DriftKind.INTACT else "drifted"


def _remap(played: Played, wanted: Mapping[str, str]) -> None:
    for chunk, target in wanted.items():
        first = played.first(chunk)
        assert first is not None, chunk
        assert _same(first, target), (chunk, first)


def _never(played: Played, wanted: Mapping[str, Sequence[str]]) -> None:
    for chunk, targets in wanted.items():
        proposal, first = played.proposal(chunk), played.first(chunk)
        if first is not None and proposal is not None and proposal.action is not Action.RETIRE:
            assert not any(_same(first, target) for target in targets), (chunk, first)


def _no_remap(played: Played, wanted: Sequence[str]) -> None:
    for chunk in wanted:
        proposal = played.proposal(chunk)
        assert proposal is not None, chunk
        assert proposal.action is Action.RETIRE, (chunk, played.first(chunk))


def _no_auto(played: Played, wanted: Sequence[str]) -> None:
    for chunk in wanted:
        proposal = played.proposal(chunk)
        assert proposal is None or not proposal.match.certain, chunk


def _ambiguous(played: Played, wanted: Mapping[str, Sequence[str]]) -> None:
    for chunk, targets in wanted.items():
        proposal = played.proposal(chunk)
        assert proposal is not None, chunk
        assert proposal.match.ambiguous, chunk
        assert not proposal.match.certain, chunk
        offered = {str(candidate.chunk_id) for candidate in proposal.match.candidates}
        assert all(any(_same(one, target) for one in offered) for target in targets), (chunk, offered)


def _chunks(played: Played, wanted: Mapping[str, Sequence[str]]) -> None:
    for where, ids in wanted.items():
        path, _, side = where.partition("@")
        files = chunk_files(played.story.head if side == "after" else played.story.base)
        found = [str(chunk.id) for chunk in files[path].chunks]
        assert all(any(_same(one, wanted_id) for one in found) for wanted_id in ids), found


def _content(played: Played, wanted: Mapping[str, str]) -> None:
    texts = {str(chunk.id): chunk.text for file in chunk_files(played.story.base).values() for chunk in file.chunks}
    assert {chunk: texts.get(chunk) for chunk in wanted} == dict(wanted)


def _not_chunk_names(played: Played, wanted: Sequence[str]) -> None:
    files = [*chunk_files(played.story.base).values(), *chunk_files(played.story.head).values()]
    names = {name for file in files for chunk in file.chunks for name in (chunk.symbol, last_name(chunk.symbol))}
    assert not names & set(wanted)


def _parse(played: Played, wanted: Sequence[Mapping[str, Any]]) -> None:
    for row in wanted:
        chunk = ChunkId.parse(row["id"], lambda path: path in played.story.base)
        assert (chunk.path, chunk.span.start, chunk.span.end, chunk.symbol) == (
            row["path"],
            row["start"],
            row["end"],
            row["symbol"],
        )


def _malformed(played: Played, wanted: Sequence[str]) -> None:
    for text in wanted:
        with pytest.raises(MalformedChunkId):
            ChunkId.parse(text, lambda path: path in played.story.base)


def _not_in_output(played: Played, wanted: Sequence[str]) -> None:
    told = " ".join(str(candidate.chunk_id) for one in played.report.proposals for candidate in one.match.candidates)
    assert "\\303" not in told
    assert "\\t" not in told
    assert wanted  # both are spelled out above: the case words the second one for people


def _report(played: Played, wanted: Sequence[str]) -> None:
    for sentence in wanted:
        path = sentence.partition(" ")[0]
        assert any(path in note for note in played.report.notes), (sentence, played.report.notes)


def _never_report(played: Played, wanted: Sequence[str]) -> None:
    """No proposal about the chunks that such a sentence names."""
    for sentence in wanted:
        assert played.proposal(sentence.partition(" ")[0]) is None, sentence


def _records(played: Played, wanted: int) -> None:
    assert len(played.report.gold_set.queries) == wanted
    assert not played.report.gold_set.problems


def _line_numbers(played: Played, wanted: Mapping[str, int]) -> None:
    assert {query.query_id: query.line for query in played.report.gold_set.queries} == dict(wanted)


def _accepted(played: Played, wanted: Mapping[str, int]) -> None:
    grades = {pair.query_id: pair.grade for pair in played.report.gold_set.pairs}
    assert {query: grades.get(query) for query in wanted} == dict(wanted)  # type: ignore[call-overload]  # names are text


def _malformed_lines(played: Played, wanted: Sequence[int]) -> None:
    wrong = {problem.line for problem in played.report.gold_set.problems if problem.severity is Severity.ERROR}
    judged_zero = {pair.line for pair in played.report.gold_set.pairs if pair.grade == 0}
    assert set(wanted) - judged_zero <= wrong  # 0 says: judged and not relevant


def _rows(played: Played, wanted: Sequence[Mapping[str, Any]]) -> None:
    """One gold chunk a row, as our own folders have it."""
    wrong = [problem for row in wanted for problem in _row_problems(played, row)]
    assert not wrong, "\n".join(wrong)


def _row_problems(played: Played, row: Mapping[str, Any]) -> list[str]:
    chunk = row["id"]
    drift, proposal, first = played.drift(chunk), played.proposal(chunk), played.first(chunk)
    retired = proposal is not None and proposal.action is Action.RETIRE
    offered = [str(candidate.chunk_id) for candidate in proposal.match.candidates] if proposal else []
    kinds = [row["drift"]] if isinstance(row.get("drift"), str) else row.get("drift", [drift.kind])
    told = [
        (drift.kind in kinds, f"is {drift.kind}, not {' or '.join(kinds)}"),
        (row.get("resolves", drift.resolves) == drift.resolves, f"resolves: {drift.resolves}"),
        (
            "to" not in row
            or (not retired and offered[: len(row["to"])] and sorted(offered[: len(row["to"])]) == row["to"]),
            f"goes to {offered[:3]} ({proposal.action if proposal else 'nothing asked'}), not to {row.get('to')}",
        ),
        (retired or first not in row.get("never", []), f"must never go to {first}"),
        (row.get("gone", retired) == retired, f"gone: {retired}, first {first}"),
        ("ambiguous" not in row or (proposal is not None and proposal.match.ambiguous), "is not called ambiguous"),
        (row.get("certain", True) or proposal is None or not proposal.match.certain, "is called certain"),
        (set(row.get("offered", [])) <= set(offered), f"is offered {offered}"),
    ]
    return [f"{chunk} {problem}" for right, problem in told if not right]


def _same(one: str, other: str) -> bool:
    return one == other or same_chunk(ChunkId.parse(one), ChunkId.parse(other))


_CHECKS: Mapping[str, Check] = {
    "accepted": _accepted,
    "ambiguous": _ambiguous,
    "chunks": _chunks,
    "content": _content,
    "line_numbers": _line_numbers,
    "malformed": _malformed,
    "malformed_lines": _malformed_lines,
    "never": _never,
    "never_report": _never_report,
    "never_status": _never_status,
    "no_auto": _no_auto,
    "no_remap": _no_remap,
    "not_chunk_names": _not_chunk_names,
    "not_in_output": _not_in_output,
    "parse": _parse,
    "records": _records,
    "remap": _remap,
    "report": _report,
    "rows": _rows,
    "status": _status,
}

# Said to people, or checked by a test of its own in `test_casebook.py`.
_WORDS = frozenset(
    {"note", "rule", "line_rule", "values", "either", "queries_kept_exactly", "after_rewrite"}
    | {
        "gold_after_confirming_all",
        "gold_lines_after",
        "pending_after_step_1",
        "confirm_after_step_2",
        "gold_after",
        "renewed_candidates",
    }
)
