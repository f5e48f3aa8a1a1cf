"""Elixir: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import symbols, table


def test_clauses_of_one_name_and_arity_are_one_chunk() -> None:
    expected = """
    1-64:Library.Loans class
    15-25:Library.Loans.renew/2 function
    27-27:Library.Loans.renew/1 function
    29-31:Library.Loans.reset/0 function
    33-37:Library.Loans.lend/1 function
    35-35:Library.Loans.lend/1.generated/1 function
    39-39:Library.Loans.is_late/1 function
    41-41:Library.Loans.title/1 function
    43-43:Library.Loans.<~>/2 function
    46-51:Library.Loans.handle_call/3 function
    53-55:Library.Loans.Receipt class
    54-54:Library.Loans.Receipt.number/1 function
    57-59:Library.Loans.String.Chars.Library.Loans class
    58-58:Library.Loans.String.Chars.Library.Loans.to_string/1 function
    66-68:Lendable class
    67-67:Lendable.shelf/1 function
    70-72:Lendable class
    71-71:Lendable.shelf/1 function
    """
    assert table("loans.ex") == expected


def test_a_name_that_is_made_when_it_runs_makes_no_chunk() -> None:
    source = "defmodule A do\n  def unquote(b)(c), do: c\n  def unquote(d), do: 1\nend\n"
    assert symbols("a.ex", source) == ["A"]


def test_an_implementation_is_called_as_the_module_it_makes() -> None:
    source = "defimpl A.B, for: C do\n  def d(e), do: e\nend\n"
    assert symbols("a.ex", source) == ["A.B.C", "A.B.C.d/1"]
