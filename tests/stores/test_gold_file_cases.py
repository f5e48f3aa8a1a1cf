"""Faults of gold files that were reported in public, each in the words of its case."""

import json
from pathlib import Path
from typing import Any

import pytest

from goldkeeper.adjudication.revision import Replacement, revise
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.gold import GoldSet, Severity
from goldkeeper.model.reviews import Target
from goldkeeper.stores.gold_file import GoldFile

CASES = Path(__file__).parents[3] / "shared" / "cases" / "cases.jsonl"
pytestmark = pytest.mark.skipif(not CASES.is_file(), reason="the cases are not here")


def a_case(name: str) -> dict[str, Any]:
    cases = map(json.loads, CASES.read_bytes().decode().strip().split("\n"))
    return next(case for case in cases if case["id"] == name)


def written(case: dict[str, Any], tmp_path: Path) -> GoldFile:
    path = tmp_path / "gold.jsonl"
    path.write_bytes("\n".join(case["gold"]).encode())
    return GoldFile(path)


def read(case: dict[str, Any], tmp_path: Path) -> GoldSet:
    return written(case, tmp_path).read(case["files_before"].__contains__)


def gold_after(case: dict[str, Any], tmp_path: Path, moves: list[tuple[str, str]]) -> dict[str, dict[str, int]]:
    file = written(case, tmp_path)
    decisions = [Replacement(old, (Target(ChunkId.parse(new), ""),)) for old, new in moves]
    file.rewrite(revise(file.bytes(), decisions).data, expected_digest=file.read().digest)
    found: dict[str, dict[str, int]] = {}
    for pair in file.read().pairs:
        found.setdefault(pair.query_id, {})[str(pair.chunk_id)] = pair.grade
    return found


def test_other_line_breaks_cut_no_record_in_two(tmp_path: Path) -> None:
    case = a_case("gold-unicode-line-breaks")
    gold_set = read(case, tmp_path)
    assert {query.query_id: query.line for query in gold_set.queries} == case["expect"]["line_numbers"]
    assert [query.text for query in gold_set.queries] == [json.loads(line)["query"] for line in case["gold"]]
    assert gold_set.problems == ()
    new = Replacement("a.py:1-2:f", (Target(ChunkId.parse("b.py:3-4:f"), ""),))
    after = revise("\n".join(case["gold"]).encode(), [new]).data
    assert [json.loads(line)["query"] for line in after.split(b"\n")] == [query.text for query in gold_set.queries]


def test_grades_are_integers_and_nothing_else(tmp_path: Path) -> None:
    case = a_case("gold-grade-types")
    gold_set = read(case, tmp_path)
    errors = [problem.line for problem in gold_set.problems if problem.severity is Severity.ERROR]
    warnings = [problem.line for problem in gold_set.problems if problem.severity is Severity.WARNING]
    assert errors == case["expect"]["malformed_lines"]
    assert warnings == case["expect"]["either"]["lines"]
    grades = {pair.query_id: pair.grade for pair in gold_set.pairs}
    assert grades == case["expect"]["accepted"] | {"q4": 2, "q6": 1}


def test_ids_with_colons_are_taken_apart_as_the_repository_says(tmp_path: Path) -> None:
    case = a_case("sym-id-with-colons")
    gold_set = read(case, tmp_path)
    outside = [problem.line for problem in gold_set.problems if problem.code == "outside-repository"]
    assert outside == [5, 6]
    assert len(gold_set.problems) == 2
    rows = {row["id"]: (row["path"], row["start"], row["end"], row["symbol"]) for row in case["expect"]["parse"]}
    for pair in gold_set.pairs:
        span = pair.chunk_id.span
        assert (pair.chunk_id.path, span.start, span.end, pair.chunk_id.symbol) == rows[pair.written]
    assert len(gold_set.pairs) == len(rows) - len(outside)


def test_every_malformed_id_is_a_problem(tmp_path: Path) -> None:
    malformed = a_case("sym-id-with-colons")["expect"]["malformed"]
    lines = [json.dumps({"qid": f"q{n}", "query": "x", "gold": {text: 1}}) for n, text in enumerate(malformed)]
    gold_set = read({"gold": lines, "files_before": {}}, tmp_path)
    assert [problem.line for problem in gold_set.problems] == list(range(1, len(malformed) + 1))
    assert gold_set.pairs == ()


@pytest.mark.parametrize("turned", [False, True])
def test_two_golds_that_merge_keep_the_higher_grade(tmp_path: Path, turned: bool) -> None:
    case = a_case("map-merge-two-golds")
    moves = list(case["expect"]["remap"].items())
    assert gold_after(case, tmp_path, moves[::-1] if turned else moves) == case["expect"]["gold_after_confirming_all"]


@pytest.mark.parametrize("turned", [False, True])
def test_two_golds_that_merge_one_after_the_other_keep_the_higher_grade(tmp_path: Path, turned: bool) -> None:
    case = a_case("map-merge-two-golds")
    moves = list(case["expect"]["remap"].items())
    for move in moves[::-1] if turned else moves:
        after = gold_after(case, tmp_path, [move])
        case["gold"] = (tmp_path / "gold.jsonl").read_bytes().decode().split("\n")
    assert after == case["expect"]["gold_after_confirming_all"]


def test_two_files_that_swapped_names_swap_in_the_gold(tmp_path: Path) -> None:
    case = a_case("git-swapped-names")
    after = gold_after(case, tmp_path, list(case["expect"]["remap"].items()))
    assert after == {"q1": {"b.py:1-4:run": 3}, "q2": {"a.py:1-4:run": 3}}
