"""A run file → Run: TREC's six columns, or JSON lines.

A chunk ID may hold spaces (a heading's symbol does), so TREC lines are read from both ends: query and `Q0` on the
left, rank, score and tag on the right. As `trec_eval` does, these are ranked by score, ties by ID downwards, and their
rank column is not believed. JSON lines are `{"qid", "results": […]}` with IDs, `[ID, score]` or `{"id", "score"}` in
order of rank, or one answer a line, `{"qid", "id", "rank" and/or "score"}`.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from goldkeeper.model.errors import FileUnreadable
from goldkeeper.model.errors_passports import RunUnreadable
from goldkeeper.model.gold import QueryId
from goldkeeper.model.runs import RankedChunk, Run
from goldkeeper.stores.atomic import read_regular

_TREC = re.compile(r"(?P<qid>\S+)\s+(?P<q0>\S+)\s+(?P<id>\S.*?)\s+(?P<rank>-?\d+)\s+(?P<score>\S+)\s+(?P<tag>\S+)$")
_QUERY_KEYS = ("qid", "query_id", "id")
_LIST_KEYS = ("results", "ranking", "hits", "chunks", "retrieved")
_CHUNK_KEYS = ("id", "chunk_id", "chunk", "docid", "docno")
_WHAT = "name a TREC run (qid Q0 ID rank score tag), or JSON lines with qid and results"

# Answers of one query as they come in: ID, rank or None, score or None.
_Row = tuple[str, int | None, float | None]


def read_run(path: Path, name: str) -> Run:
    """Read a run whole.

    Raises:
        RunUnreadable: not to be read, or a line that is neither form; with its number.
    """
    try:
        text = read_regular(path, name, _WHAT).decode("utf-8-sig")
    except FileNotFoundError:
        raise RunUnreadable(name, "no such run file", _WHAT) from None
    except FileUnreadable as refused:
        raise RunUnreadable(name, refused.problem, refused.remedy) from None
    except UnicodeDecodeError:
        raise RunUnreadable(name, "is no UTF-8", _WHAT) from None
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise RunUnreadable(name, "is empty", _WHAT)
    if lines[0][1].startswith("{"):
        return _read_json(lines, name)
    return _read_trec(lines, name)


def _read_trec(lines: Sequence[tuple[int, str]], name: str) -> Run:
    found: dict[QueryId, list[_Row]] = {}
    tag = ""
    for number, line in lines:
        columns = _TREC.match(line)
        if columns is None:
            raise RunUnreadable(f"{name}:{number}", "has not TREC's six columns", _WHAT)
        score = _score(columns["score"], f"{name}:{number}")
        found.setdefault(QueryId(columns["qid"]), []).append((columns["id"], None, score))
        tag = tag or columns["tag"]
    rankings = {}
    for query_id, rows in found.items():
        rows.sort(key=lambda row: row[0], reverse=True)
        rows.sort(key=lambda row: -(row[2] or 0.0))
        rankings[query_id] = _ranked(rows)
    return Run(name, rankings, tag)


def _read_json(lines: Sequence[tuple[int, str]], name: str) -> Run:
    found: dict[QueryId, list[_Row]] = {}
    listed_ones: set[QueryId] = set()
    for number, line in lines:
        place = f"{name}:{number}"
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as problem:
            raise RunUnreadable(place, f"not JSON: {problem}", _WHAT) from None
        if not isinstance(record, dict):
            raise RunUnreadable(place, "no JSON object", _WHAT)
        listed = next((record[key] for key in _LIST_KEYS if isinstance(record.get(key), list)), None)
        query_id = _first(record, _QUERY_KEYS if listed is not None else _QUERY_KEYS[:2])
        if query_id is None:
            raise RunUnreadable(place, "names no query (qid)", _WHAT)
        rows = found.setdefault(QueryId(query_id), [])
        if listed is None:
            rows.append(_answer(record, place))
        else:
            rows += [_answer(answer, place) for answer in listed]
            listed_ones.add(QueryId(query_id))
    rankings = {query_id: _in_order(rows, listed=query_id in listed_ones) for query_id, rows in found.items()}
    return Run(name, {query_id: _ranked(rows) for query_id, rows in rankings.items()})


def _in_order(rows: Sequence[_Row], *, listed: bool) -> Sequence[_Row]:
    """By rank where all have one; single answers else by score where all have one; a list is in order of rank."""
    if all(rank is not None for _, rank, _ in rows):
        return sorted(rows, key=lambda row: row[1] or 0)
    if not listed and all(score is not None for *_, score in rows):
        return sorted(rows, key=lambda row: -(row[2] or 0.0))
    return rows


def _ranked(rows: Sequence[_Row]) -> tuple[RankedChunk, ...]:
    scores: dict[str, float | None] = {}
    for chunk, _, score in rows:
        scores.setdefault(chunk, score)
    return tuple(RankedChunk(chunk, rank, score) for rank, (chunk, score) in enumerate(scores.items(), 1))


def _answer(answer: Any, place: str) -> _Row:
    if isinstance(answer, str):
        return answer, None, None
    if isinstance(answer, list) and answer and isinstance(answer[0], str):
        return answer[0], None, _score(answer[1], place) if len(answer) > 1 else None
    if isinstance(answer, Mapping):
        chunk = _first(answer, _CHUNK_KEYS)
        if chunk is not None:
            rank, score = answer.get("rank"), answer.get("score")
            return chunk, rank if isinstance(rank, int) else None, None if score is None else _score(score, place)
    raise RunUnreadable(place, "has an answer without a chunk ID", _WHAT)


def _first(record: Mapping[str, Any], keys: Sequence[str]) -> str | None:
    return next((str(record[key]) for key in keys if isinstance(record.get(key), (str, int))), None)


def _score(value: Any, place: str) -> float:
    try:
        score = float(value)
    except (TypeError, ValueError):
        score = math.nan
    if math.isnan(score):
        raise RunUnreadable(place, f"{value!r} is no score", _WHAT)
    return score
