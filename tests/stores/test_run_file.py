"""Run files: TREC's columns and JSON lines, read into rankings."""

from pathlib import Path

import pytest

from goldkeeper.model.errors_passports import RunUnreadable
from goldkeeper.model.gold import QueryId
from goldkeeper.model.runs import Run
from goldkeeper.stores.run_file import read_run

SECTION = "docs/a.md:3-8:Guide > Set-up of it"


def read(tmp_path: Path, text: str) -> Run:
    (tmp_path / "run").write_text(text, "utf-8")
    return read_run(tmp_path / "run", "run")


def ranked(run: Run, query: str = "q1") -> list[str]:
    return [answer.chunk for answer in run.rankings[QueryId(query)]]


def test_a_trec_run_is_ranked_by_score_whatever_its_rank_column_says(tmp_path: Path) -> None:
    run = read(tmp_path, f"q1 Q0 a.py:1-2:f 1 0.5 tag\nq1 Q0 {SECTION} 2 0.9 tag\nq2\tQ0\tb.py:1-2:g\t1\t7\ttag\n")
    assert ranked(run) == [SECTION, "a.py:1-2:f"]
    assert ranked(run, "q2") == ["b.py:1-2:g"]
    assert run.tag == "tag"
    assert [answer.rank for answer in run.top(QueryId("q1"), 1)] == [1]


def test_ties_go_by_id_downwards_as_in_trec_eval(tmp_path: Path) -> None:
    assert ranked(read(tmp_path, "q1 Q0 a 1 0.5 t\nq1 Q0 c 2 0.5 t\nq1 Q0 b 3 0.5 t\n")) == ["c", "b", "a"]


@pytest.mark.parametrize(
    "text",
    [
        '{"qid": "q1", "results": [["a", 0.9], ["b", 0.5], ["a", 0.1]]}\n',
        '{"qid": "q1", "results": ["a", "b"]}\n',
        '{"query_id": "q1", "ranking": [{"chunk_id": "a", "score": 2}, {"id": "b"}]}\n',
        '{"qid": "q1", "id": "b", "rank": 2}\n\n{"qid": "q1", "id": "a", "rank": 1}\n',
        '{"qid": "q1", "id": "b", "score": 1}\n{"qid": "q1", "id": "a", "score": 3}\n',
    ],
)
def test_json_lines_come_in_order_of_rank(tmp_path: Path, text: str) -> None:
    assert ranked(read(tmp_path, text)) == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "run: is empty"),
        ("q1 Q0 a 1 0.5\n", "run:1: has not TREC's six columns"),
        ("q1 Q0 a 1 nan t\n", "run:1: 'nan' is no score"),
        ('{"qid": "q1", "results": []}\n{"qid"', "run:2: not JSON"),
        ('{"results": ["a"]}\n', "run:1: names no query"),
        ('{"qid": "q1", "results": [3]}\n', "run:1: has an answer without a chunk ID"),
    ],
)
def test_damage_is_told_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(RunUnreadable) as told:
        read(tmp_path, text)
    assert said in str(told.value)


def test_a_run_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(RunUnreadable, match="no such run file"):
        read_run(tmp_path / "none", "none")
