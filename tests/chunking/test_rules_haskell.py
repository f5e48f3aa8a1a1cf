"""Haskell: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import table


def test_a_signature_and_its_equations_are_one_chunk() -> None:
    expected = """
    2-7:<module> module
    10-15:Loan class
    17-17:Fee class
    19-19:Shelf class
    22-33:renew function
    35-39:Lendable class
    36-37:Lendable.shelf function
    39-39:Lendable.title function
    41-43:instance Lendable Loan class
    42-43:instance Lendable Loan.title function
    45-46:instance Show Fee class
    46-46:instance Show Fee.show function
    48-48:<module> module
    49-51:<+> function
    53-53:orElse function
    55-57:main function
    59-60:low function
    61-61:high function
    """
    assert table("Loans.hs") == expected


def test_an_operator_is_one_chunk_with_its_signature() -> None:
    source = "module A where\n\n(+++) :: Int -> Int\na +++ b = a\n"
    assert table("a.hs", source) == "\n    1-1:<module> module\n    3-4:+++ function\n    "
