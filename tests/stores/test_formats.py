"""Gold files of other tools are read by their shape, and what can't be read is told with its line."""

import json
from pathlib import Path
from typing import Any

import pytest

from goldkeeper.model.chunks import Span
from goldkeeper.model.errors import FileUnreadable
from goldkeeper.model.gold import QueryType
from goldkeeper.model.references import Place, References
from goldkeeper.stores.formats.identifiers import UnknownForm, read_identifier
from goldkeeper.stores.formats.records import read_references

SAMPLES = Path(__file__).parents[3] / "shared" / "wild" / "samples"
wild = pytest.mark.skipif(not SAMPLES.is_dir(), reason="the samples are not here")


def read(record: Any, **options: Any) -> References:
    return read_references(json.dumps(record).encode(), "gold.json", **options)


def read_gold(gold: Any) -> References:
    return read([{"id": "q1", "query": "sum", "gold": gold}])


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("src/a.py:3-8:Cart.total", Place("src/a.py", Span(3, 8), "Cart.total")),
        ("loans/desk.py#L22-L25", Place("loans/desk.py", Span(22, 25))),
        ("loans/desk.py#L22-25", Place("loans/desk.py", Span(22, 25))),
        ("loans/desk.py#L22", Place("loans/desk.py", Span(22, 22))),
        ("web/catalogue.ts:2-4", Place("web/catalogue.ts", Span(2, 4))),
        ("web/catalogue.ts:L6-L9#0", Place("web/catalogue.ts", Span(6, 9))),
        ("web/catalogue.ts:L6-L9", Place("web/catalogue.ts", Span(6, 9))),
        ("web/catalogue.ts:12", Place("web/catalogue.ts", Span(12, 12))),
        ("C:\\proj\\a.py:2-4", Place("C:\\proj\\a.py", Span(2, 4))),
        ("logs/12:30/a.py:2-4", Place("logs/12:30/a.py", Span(2, 4))),
        ("a.py::due_date#function", Place("a.py", None, "due_date", "function")),
        ("a.py::due_date", Place("a.py", None, "due_date")),
        ("a.py:overdue_fee", Place("a.py", None, "overdue_fee")),
        ("src/box.cpp::ns::Box::operator()", Place("src/box.cpp", None, "ns::Box::operator()")),
        ("lib/a.rb:A::B#c", Place("lib/a.rb", None, "A::B#c")),
        ("C:\\proj\\a.py::f", Place("C:\\proj\\a.py", None, "f")),
        ("loans/desk.py", Place("loans/desk.py")),
        ("docs\\handbook.md", Place("docs\\handbook.md")),
        ("loans.desk.LoanDesk.checkout", Place(symbol="loans.desk.LoanDesk.checkout", loose=True)),
        ("desk.py", Place(symbol="desk.py", loose=True)),
        ("LoanDesk#class", Place(symbol="LoanDesk", kind="class", loose=True)),
    ],
)
def test_an_id_is_taken_apart(text: str, place: Place) -> None:
    assert read_identifier(text) == place


@pytest.mark.parametrize("text", ["", "  ", "a.py:20-7", "a.py#L20-L7", "a.py:20-7:f", "a.py:0-7", "https://x.org/a/b"])
def test_what_is_no_reference_says_why(text: str) -> None:
    with pytest.raises(UnknownForm):
        read_identifier(text)


@pytest.mark.parametrize(
    "item",
    [
        {"file": "a.py", "start_line": 7, "end_line": 9},
        {"path": "a.py", "startLine": 7, "endLine": 9},
        {"filePath": "a.py", "start": "7", "end": "9"},
        {"filename": "a.py", "lines": [7, 9]},
        {"path": "a.py", "lines": "7-9"},
        {"path": "a.py", "range": "L7-L9"},
        {"path": "a.py", "span": {"start": 7, "end": 9}},
        {"path": "a.py#L7-L9"},
        {"chunk_id": "a.py:7-9"},
    ],
)
def test_lines_are_found_under_their_usual_names(item: dict[str, Any]) -> None:
    (reference,) = read_gold([item | {"relevance": 2}]).references
    assert (reference.place, reference.grade) == (Place("a.py", Span(7, 9)), 2)


@pytest.mark.parametrize(
    "item",
    [
        {"path": "a.py", "symbol": "f", "kind": "function"},
        {"file": "a.py", "name": "f", "type": "function"},
        {"id": "a.py::f#function"},
    ],
)
def test_symbols_are_found_under_their_usual_names(item: dict[str, Any]) -> None:
    (reference,) = read_gold([item]).references
    assert (reference.place, reference.grade) == (Place("a.py", None, "f", "function"), 1)


@pytest.mark.parametrize(
    "record",
    [
        [{"query": "sum", "gold": ["a.py:f"]}],
        {"version": 1, "queries": [{"query": "sum", "gold": ["a.py:f"]}]},
        {"cases": [{"section": "x"}, {"question": "sum", "expected": {"evidence": [{"path": "a.py", "symbol": "f"}]}}]},
        {"data": {"tasks": [{"prompt": "sum", "relevant": {"a.py:f": 1}}]}},
        {"query": "sum", "expected_files": ["a.py"], "expected_symbols": ["f"]},
        [{"input": "sum", "expected_paths": ["a.py"], "must_include_symbols": ["f"]}],
        [{"q": "sum", "gold_chunk": "a.py:f"}],
        [{"q": "sum", "primary_answer": {"file": "a.py", "function": "f"}}],
    ],
)  # fmt: skip
def test_gold_is_found_wherever_it_lies(record: Any) -> None:
    read_in = read(record)
    assert [query.text for query in read_in.queries] == ["sum"]
    assert [(reference.place, reference.grade) for reference in read_in.references] == [(Place("a.py", None, "f"), 1)]
    assert not read_in.problems


def test_parallel_lists_are_paired_and_uneven_ones_leave_the_file_open() -> None:
    even = read([{"query": "sum", "expected_files": ["a.py", "b.py"], "expected_symbols": ["f", "g"]}])
    uneven = read([{"query": "sum", "expected_files": ["a.py", "b.py"], "expected_symbols": ["f"]}])
    assert [reference.place for reference in even.references] == [Place("a.py", None, "f"), Place("b.py", None, "g")]
    assert [reference.place for reference in uneven.references] == [Place(symbol="f")]


def test_queries_without_an_id_are_called_by_their_number() -> None:
    records = [{"query": "a", "gold": []}, {"id": "x", "query": "b", "gold": []}, {"query": "c", "gold": []}]
    assert [query.query_id for query in read(records).queries] == ["q1", "x", "q3"]


def test_the_same_id_twice_is_told_with_both_lines() -> None:
    text = json.dumps([{"id": "q", "query": "a", "gold": []}, {"id": "q", "query": "b", "gold": []}], indent=1)
    (problem,) = read_references(text.encode(), "gold.json").problems
    assert (problem.code, problem.line) == ("duplicate-qid", 7)
    assert "line 2" in problem.message


def test_a_known_type_is_kept() -> None:
    records = [{"query": "a", "type": "intent", "gold": []}, {"query": "b", "type": "bug", "gold": []}]
    assert [query.type for query in read(records).queries] == [QueryType.INTENT, None]


@pytest.mark.parametrize("grade", [True, "2", 2.5, 4, 0, [1]])
def test_a_bad_grade_is_told_and_its_reference_left_out(grade: Any) -> None:
    found = read_gold([{"path": "a.py", "symbol": "f", "grade": grade}, {"path": "b.py", "symbol": "g"}])
    assert [reference.place.path for reference in found.references] == ["b.py"]
    assert len(found.problems) == 1


def test_zero_is_an_answer_where_the_settings_say_so() -> None:
    record = [{"query": "a", "gold": {"a.py:f": 0}}]
    assert [reference.grade for reference in read(record, judged_zero=True).references] == [0]


@pytest.mark.parametrize("gold", [7, [7], {"x": {"y": 1}}, {"must_not": ["web/"]}])
def test_gold_that_is_not_understood_is_never_lost_without_a_word(gold: Any) -> None:
    assert read_gold(gold).problems


def test_a_record_without_gold_is_told_and_an_empty_one_is_an_answer() -> None:
    found = read([{"query": "a", "note": "x"}, {"query": "b", "gold": []}])
    assert [(problem.line, problem.code) for problem in found.problems] == [(1, "gold-missing")]
    assert not read_gold([]).problems


def test_a_file_in_which_no_field_for_gold_is_known_is_refused_with_what_is_there_and_what_was_looked_for() -> None:
    with pytest.raises(FileUnreadable) as refused:
        read([{"id": "q1", "query": "a", "hits": ["a.py:f"]}, {"query": "b", "wanted": []}])
    assert "there are id, query, hits, wanted" in str(refused.value)
    assert "looked for were gold, gold_spans" in str(refused.value)


def test_a_file_in_which_no_field_for_queries_is_known_is_refused_too() -> None:
    with pytest.raises(FileUnreadable) as refused:
        read([{"utterance": "a", "gold": ["a.py:f"]}])
    assert "there are utterance, gold" in str(refused.value)
    assert "looked for were query, question" in str(refused.value)


def test_gold_without_a_query_is_told_and_headings_are_not() -> None:
    found = read([{"section": "x"}, {"query": "a", "gold": []}, {"note": "y", "gold": ["a.py:f"]}])
    assert [problem.code for problem in found.problems] == ["query-missing"]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({"commit": "abc1234"}, "abc1234"),
        ({"repo_sha": "abc1234"}, "abc1234"),
        ({"ref": "v1.2"}, "v1.2"),
        ({"meta": {"baseCommit": "abc1234"}}, "abc1234"),
        ({"commit": 7}, ""),
        ({"commit": None}, ""),
        ({}, ""),
    ],
)
def test_the_state_a_record_was_judged_at_is_read_where_it_says_so(record: dict[str, Any], expected: str) -> None:
    rows = [{"query": "a", "gold": ["a.py:f"], **record}, {"query": "b", "gold": ["a.py:g"]}]
    assert [reference.revision for reference in read(rows).references] == [expected, ""]


def test_a_document_says_it_for_all_and_a_record_or_an_item_goes_first() -> None:
    item = {"path": "a.py", "symbol": "h", "commit": "ccc", "ref": "not-a-revision-here"}
    rows = [{"query": "a", "gold": ["a.py:f"]}, {"query": "b", "commit": "bbb", "gold": ["a.py:g", item]}]
    found = read({"repo_sha": "aaa", "queries": rows})
    assert [reference.revision for reference in found.references] == ["aaa", "bbb", "ccc"]


def test_judgements_that_can_not_be_read_are_counted() -> None:
    found = read_gold([{"path": "a.py", "symbol": "f", "grade": 9}, "a.py:9-3", "a.py:f", 7])
    assert (len(found.references), found.unread) == (1, 3)


def test_a_damaged_line_costs_only_itself() -> None:
    lines = [b'{"query": "a", "gold": []}', b"{", b"\xff", b"# note", b"", b"[]", b'{"query": "b", "gold": []}']
    found = read_references(b"\xef\xbb\xbf" + b"\r\n".join(lines), "gold.jsonl")
    assert [(query.text, query.line) for query in found.queries] == [("a", 1), ("b", 7)]
    assert [(problem.line, problem.code) for problem in found.problems] == [
        (2, "not-json"),
        (3, "not-utf-8"),
        (6, "not-an-object"),
    ]


@pytest.mark.parametrize("data", [b"", b"query\tgold\n", b'{"a": 1}', b"17", b"[" * 100_000])
def test_a_file_without_queries_is_refused_with_what_would_do(data: bytes) -> None:
    with pytest.raises(FileUnreadable):
        read_references(data, "gold.json")


@wild
def test_line_spans_of_the_wild_sample_are_read_and_the_broken_one_is_told() -> None:
    found = read_references((SAMPLES / "04_line_spans.jsonl").read_bytes(), "04_line_spans.jsonl")
    assert [(r.query_id, r.place.path, str(r.place.span), r.grade) for r in found.references] == [
        ("q1", "loans/desk.py", "7-9", 3),
        ("q2", "loans/desk.py", "12-15", 3),
        ("q3", "loans/desk.py", "22-25", 1),
        ("q4", "web/catalogue.ts", "2-4", 1),
        ("q5", "web/catalogue.ts", "6-9", 1),
    ]
    assert [(problem.line, problem.code) for problem in found.problems] == [(6, "span-inverted")]
    assert len(found.queries) == 6


@wild
def test_path_and_symbol_of_the_wild_sample_are_read_with_grades_and_lines() -> None:
    found = read_references((SAMPLES / "02_path_and_symbol.json").read_bytes(), "02_path_and_symbol.json")
    assert [(r.query_id, r.place.symbol, r.grade, r.line) for r in found.references] == [
        ("q1", "due_date", 3, 10),
        ("q2", "overdue_fee", 3, 23),
        ("q2", "LoanDesk.hand_back", 1, 28),
        ("q4", "normaliseIsbn", 3, 41),
        ("q5", "matchTitle", 3, 54),
    ]
    assert not found.problems
