"""Julia: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import symbols, table


def test_every_definition_of_a_julia_file_is_cut() -> None:
    expected = """
    1-70:Library class
    8-8:Library.Lendable class
    13-21:Library.Loan class
    17-19:Library.Loan.Loan function
    20-20:Library.Loan.Loan function
    23-25:Library.Desk class
    28-38:Library.renew function
    29-29:Library.renew.allowed function
    30-30:Library.renew.twice function
    31-33:Library.renew.log function
    40-40:Library.renew function
    42-42:Library.Base.show function
    44-46:Library.Base.length function
    48-48:Library.Desk function
    50-52:Library.Desk function
    54-54:Library.+ function
    56-60:Library.@lend function
    62-64:Library.fine function
    66-68:Library.label function
    72-72:main function
    74-76:<module> module
    """
    assert table("loans.jl") == expected


def test_a_method_of_a_foreign_function_keeps_its_written_name() -> None:
    assert symbols("a.jl", "Base.show(io::IO, a::A) = print(io)\n") == ["Base.show"]
