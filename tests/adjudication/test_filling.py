"""Judged holes in the gold file: added at the end of their query, and nothing else by a byte."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.adjudication.filling import NewPair, fill
from goldkeeper.model.gold import Grade, QueryId
from tests.builders import a_chunk_id

LINES = {
    b'{"qid":"q1","query":"x","gold":{"a.py:1-2:f":3}}': (
        b'{"qid":"q1","query":"x","gold":{"a.py:1-2:f":3,"n.py:1-2:g":2}}'
    ),
    b'{"qid": "q1", "query": "x", "gold": {}, "k": 1.0}': (
        b'{"qid": "q1", "query": "x", "gold": {"n.py:1-2:g": 2}, "k": 1.0}'
    ),
    b'{"gold": { "a.py:1-2:f" : 3 }, "query": "x", "qid": "q1"}\r': (
        b'{"gold": { "a.py:1-2:f" : 3, "n.py:1-2:g" : 2 }, "query": "x", "qid": "q1"}\r'
    ),
}


def new(chunk: str = "n.py:1-2:g", *, query: str = "q1", grade: int = 2) -> NewPair:
    return NewPair(QueryId(query), a_chunk_id(chunk), Grade(grade))


@pytest.mark.parametrize(("line", "expected"), LINES.items())
def test_a_pair_comes_in_as_the_line_is_written(line: bytes, expected: bytes) -> None:
    filled = fill(line, [new()])
    assert filled.data == expected
    assert filled.added == ((1, new()),)


@pytest.mark.parametrize("line", LINES)
def test_filling_twice_is_filling_once(line: bytes) -> None:
    once = fill(line, [new()])
    again = fill(once.data, [new(grade=3)])
    assert again.data == once.data
    assert (again.added, again.present) == ((), (new(grade=3),))


def test_other_lines_stay_as_they_are() -> None:
    data = b'# about\n{"qid": "q0", "query": "x", "gold": {}}\n{broken\n{"qid": "q1", "query": "y", "gold": {}}\n'
    filled = fill(data, [new()])
    assert filled.data.split(b"\n")[:3] == data.split(b"\n")[:3]
    assert [line for line, _ in filled.added] == [4]


def test_a_query_that_is_no_more_has_no_place() -> None:
    data = b'{"qid": "q1", "query": "x", "gold": {}}'
    filled = fill(data, [new(query="q9")])
    assert (filled.data, filled.homeless) == (data, (new(query="q9"),))


@given(st.lists(st.tuples(st.sampled_from(["q1", "q2"]), st.integers(1, 5), st.integers(0, 3)), max_size=6))
def test_every_pair_is_there_afterwards(pairs: list[tuple[str, int, int]]) -> None:
    data = b"\n".join(
        json.dumps({"qid": query, "query": "x", "gold": {"a.py:1-2:f": 1}}).encode() for query in ("q1", "q2")
    )
    asked = [new(f"a{n}.py:1-{n}:g", query=query, grade=grade) for query, n, grade in pairs]
    golds = {row["qid"]: row["gold"] for row in map(json.loads, fill(data, asked).data.split(b"\n"))}
    for pair in asked:
        assert str(pair.chunk_id) in golds[pair.query_id]
    assert all(gold["a.py:1-2:f"] == 1 for gold in golds.values())
