"""Perl: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import symbols, table


def test_subroutines_are_named_within_their_package() -> None:
    expected = """
    3-6:Library::Loan::<module> module
    9-13:Library::Loan::new function
    15-19:Library::Loan::renew function
    21-21:Library::Loan::<module> module
    23-25:Library::Loan::Library::Desk::open function
    29-29:Library::Line::quantity function
    32-34:Library::Block::inner function
    37-39:Library::Line::<module> module
    38-38:Library::Line::early function
    43-45:main::main function
    47-51:main::<module> module
    """
    assert table("Loan.pm") == expected


def test_a_package_with_a_block_ends_with_it() -> None:
    source = "package A;\n\npackage B {\n    sub c { return 1; }\n}\n\nsub d { return 2; }\n"
    assert symbols("a.pm", source) == ["B::c", "A::d"]
