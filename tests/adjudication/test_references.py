"""Each reference of another tool finds the chunk it means, or says why it finds none."""

import json
from pathlib import Path

import pytest

from goldkeeper.adjudication.gold_writing import write_gold_lines
from goldkeeper.adjudication.references import Resolution, files_meant, find_chunks, settle
from goldkeeper.model.chunks import Chunk, ChunkKind, SkipReason, Snapshot, Span
from goldkeeper.model.gold import Grade, QueryId
from goldkeeper.model.gold_lines import read_gold
from goldkeeper.model.references import GoldReference, Place
from goldkeeper.stores.formats.identifiers import read_identifier
from goldkeeper.stores.formats.records import read_references
from tests.builders import a_chunk, a_query, a_snapshot

SAMPLES = Path(__file__).parents[3] / "shared" / "wild" / "samples"


def chunk(path: str, start: int, end: int, symbol: str, kind: ChunkKind = ChunkKind.FUNCTION) -> Chunk:
    return a_chunk(symbol, path=path, start=start, text="\n".join(["x"] * (end - start + 1)), kind=kind)


DESK = "loans/desk.py"
LOANS = a_snapshot(
    chunk(DESK, 1, 4, "desk", ChunkKind.MODULE),
    chunk(DESK, 7, 9, "due_date"),
    chunk(DESK, 12, 15, "overdue_fee"),
    chunk(DESK, 18, 29, "LoanDesk", ChunkKind.CLASS),
    chunk(DESK, 19, 20, "LoanDesk.__init__"),
    chunk(DESK, 22, 25, "LoanDesk.checkout"),
    chunk(DESK, 27, 29, "LoanDesk.hand_back"),
    chunk("src/loans/store.py", 3, 9, "Store", ChunkKind.CLASS),
    chunk("src/loans/store.py", 5, 9, "Store.is_on_loan"),
    chunk("web/catalogue.ts", 2, 4, "normaliseIsbn"),
    chunk("web/catalogue.ts", 6, 9, "matchTitle"),
    chunk("web/box.cpp", 1, 3, "ns::Box::find"),
    chunk("web/box.cpp", 5, 9, "ns::Box::find#2"),
    chunk("web/lone.py", 1, 9, "lone"),
    skipped={"web/logo.bin": SkipReason.BINARY},
)


def resolve(place: Place | str, snapshot: Snapshot = LOANS) -> Resolution:
    named = read_identifier(place) if isinstance(place, str) else place
    return settle(find_chunks([GoldReference(QueryId("q1"), named, Grade(2), 7, str(place))], snapshot))


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("loans/desk.py::due_date#function", "loans/desk.py:7-9:due_date"),
        ("loans/desk.py:overdue_fee", "loans/desk.py:12-15:overdue_fee"),
        ("loans.desk.LoanDesk.checkout", "loans/desk.py:22-25:LoanDesk.checkout"),
        ("loans.desk.LoanDesk", "loans/desk.py:18-29:LoanDesk"),
        ("loans.store.Store.is_on_loan", "src/loans/store.py:5-9:Store.is_on_loan"),
        ("loans/desk.py:checkout", "loans/desk.py:22-25:LoanDesk.checkout"),
        ("loans/desk.py:LoanDesk::checkout", "loans/desk.py:22-25:LoanDesk.checkout"),
        ("LoanDesk.checkout", "loans/desk.py:22-25:LoanDesk.checkout"),
        ("is_on_loan", "src/loans/store.py:5-9:Store.is_on_loan"),
        ("LoanDesk#class", "loans/desk.py:18-29:LoanDesk"),
        ("loans/desk.py#L22-L25", "loans/desk.py:22-25:LoanDesk.checkout"),
        ("./loans/desk.py:18-29", "loans/desk.py:18-29:LoanDesk"),
        ("web\\catalogue.ts:L6-L9#0", "web/catalogue.ts:6-9:matchTitle"),
        ("web/lone.py", "web/lone.py:1-9:lone"),
        (Place("web/box.cpp", Span(6, 9), "Box::find"), "web/box.cpp:5-9:ns::Box::find#2"),
    ],
)
def test_a_reference_finds_its_chunk(place: Place | str, expected: str) -> None:
    found = resolve(place)
    assert [(str(pair.chunk_id), pair.grade, pair.line) for pair in found.pairs] == [(expected, 2, 7)]
    assert not found.problems


@pytest.mark.parametrize(
    ("place", "expected", "code"),
    [
        ("/home/me/proj/loans/desk.py:due_date", "loans/desk.py:7-9:due_date", "path-guessed"),
        ("C:\\proj\\loans\\desk.py:due_date", "loans/desk.py:7-9:due_date", "path-guessed"),
        ("store.py:is_on_loan", "src/loans/store.py:5-9:Store.is_on_loan", "path-guessed"),
        ("loans/desk.py:11-15", "loans/desk.py:12-15:overdue_fee", "span-adjusted"),
        ("loans/desk.py:28", "loans/desk.py:27-29:LoanDesk.hand_back", "span-adjusted"),
        (Place("web/box.cpp", Span(6, 9), "ns::Box::find"), "web/box.cpp:1-3:ns::Box::find", "span-adjusted"),
        (Place(DESK, Span(12, 15), "late_fee"), "loans/desk.py:12-15:overdue_fee", "symbol-guessed"),
    ],
)
def test_a_likely_chunk_is_taken_and_the_doubt_is_told(place: Place | str, expected: str, code: str) -> None:
    found = resolve(place)
    assert [str(pair.chunk_id) for pair in found.pairs] == [expected]
    assert [(problem.code, str(problem.severity), problem.line) for problem in found.problems] == [(code, "warning", 7)]


@pytest.mark.parametrize(
    ("place", "code", "word"),
    [
        ("loans/none.py:f", "reference-not-found", "no such file"),
        ("web/logo.bin:f", "reference-not-found", "binary"),
        ("loans/desk.py:nothing", "reference-not-found", "nothing"),
        ("nothing_at_all", "reference-not-found", "repository"),
        ("loans/desk.py:40-50", "reference-not-found", "lines"),
        ("loans/desk.py:8-14", "span-between", "overdue_fee"),
        ("loans/desk.py", "reference-whole-file", "whole file"),
        ("web/box.cpp:Box::find", "reference-ambiguous", "find#2"),
        ("kb#00001", "reference-not-found", "kb#00001"),
    ],
)
def test_what_can_not_be_told_is_a_problem_and_no_guess(place: str, code: str, word: str) -> None:
    found = resolve(place)
    assert not found.pairs
    assert [(problem.code, str(problem.severity)) for problem in found.problems] == [(code, "error")]
    assert word in found.problems[0].message


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (DESK, [DESK]),
        ("./loans//desk.py", [DESK]),
        ("desk.py", [DESK]),
        ("store.py", ["old/store.py", "src/loans/store.py"]),
        ("/home/me/proj/loans/desk.py", [DESK]),
        ("none.py", []),
    ],
)
def test_a_path_means_a_file_of_that_path_or_of_that_end(path: str, expected: list[str]) -> None:
    assert files_meant(path, {DESK, "src/loans/store.py", "old/store.py", "py"}) == expected


def test_one_file_name_in_two_folders_is_ambiguous() -> None:
    twins = a_snapshot(chunk("a/x.py", 1, 2, "f"), chunk("b/x.py", 1, 2, "f"))
    assert [problem.code for problem in resolve("x.py:f", twins).problems] == ["reference-ambiguous"]
    assert [problem.code for problem in resolve("f", twins).problems] == ["reference-ambiguous"]


@pytest.mark.parametrize("grades", [(1, 3), (3, 1)])
def test_two_references_to_one_chunk_keep_the_higher_grade(grades: tuple[int, int]) -> None:
    places = [read_identifier("loans/desk.py:7-9"), read_identifier("loans/desk.py:due_date")]
    references = [
        GoldReference(QueryId("q1"), place, Grade(grade), line, "x")
        for line, (place, grade) in enumerate(zip(places, grades, strict=True), start=1)
    ]
    found = settle(find_chunks(references, LOANS))
    assert [pair.grade for pair in found.pairs] == [3]
    assert [problem.code for problem in found.problems] == ["duplicate-chunk"]


def test_what_is_written_is_read_the_same() -> None:
    queries = [a_query("q1", "a \u2028 b é", line=1), a_query("q2", "none", kind=None, line=2)]
    pairs = resolve("loans/desk.py:due_date").pairs
    data = write_gold_lines(queries, pairs)
    again = read_gold(data, "gold.jsonl")
    assert again.queries == tuple(queries)
    assert [(problem.line, problem.code) for problem in again.problems] == [(2, "no-gold")]
    assert [(pair.query_id, pair.chunk_id, pair.grade) for pair in again.pairs] == [("q1", pairs[0].chunk_id, 2)]
    assert len(data.decode().splitlines()) == 2


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the samples are not here")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "02_path_and_symbol.json",
            {
                "q1": {"loans/desk.py:7-9:due_date": 3},
                "q2": {"loans/desk.py:12-15:overdue_fee": 3, "loans/desk.py:27-29:LoanDesk.hand_back": 1},
                "q4": {"web/catalogue.ts:2-4:normaliseIsbn": 3},
                "q5": {"web/catalogue.ts:6-9:matchTitle": 3},
            },
        ),
        (
            "02b_joined_symbol_ids.json",
            {
                "q1": {"loans/desk.py:7-9:due_date": 1},
                "q2": {"loans/desk.py:12-15:overdue_fee": 1},
                "q3": {"loans/desk.py:22-25:LoanDesk.checkout": 1},
            },
        ),
        (
            "04_line_spans.jsonl",
            {
                "q1": {"loans/desk.py:7-9:due_date": 3},
                "q2": {"loans/desk.py:12-15:overdue_fee": 3},
                "q3": {"loans/desk.py:22-25:LoanDesk.checkout": 1},
                "q4": {"web/catalogue.ts:2-4:normaliseIsbn": 1},
                "q5": {"web/catalogue.ts:6-9:matchTitle": 1},
                "bad1": {},
            },
        ),
    ],
)
def test_a_wild_sample_becomes_our_gold(name: str, expected: dict[str, dict[str, int]]) -> None:
    read = read_references((SAMPLES / name).read_bytes(), name)
    found = settle(find_chunks(read.references, LOANS))
    lines = write_gold_lines(read.queries, found.pairs).decode().splitlines()
    assert {record["qid"]: record["gold"] for record in map(json.loads, lines)} == expected
    assert not found.problems
