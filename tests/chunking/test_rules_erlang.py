"""Erlang: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import cut, symbols, table


def test_clauses_with_their_specification_are_one_chunk() -> None:
    expected = """
    2-4:<module> module
    6-6:#loan class
    7-8:<module> module
    11-19:renew/2 function
    21-21:renew/1 function
    23-23:<module> module
    24-24:fine/1 function
    25-25:<module> module
    27-27:fine/1 function
    29-33:'handle call'/0 function
    """
    assert table("loans.erl") == expected


def test_code_between_clauses_keeps_them_apart() -> None:
    source = "f(0) -> 0.\n-ifdef(TEST).\nf(1) -> 1.\n-endif.\n"
    assert symbols("a.erl", source) == ["f/1", "<module>", "f/1", "<module>"]


def test_an_arity_belongs_to_the_name() -> None:
    assert [chunk.name for chunk in cut("a.erl", "f(A) -> A.\nf(A, B) -> B.\n").chunks] == ["f/1", "f/2"]
