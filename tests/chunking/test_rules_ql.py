"""CodeQL: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import table


def test_classes_modules_and_predicates_are_cut() -> None:
    expected = """
    1-3:<module> module
    4-10:Loan class
    5-5:Loan.Loan function
    7-7:Loan.renewals function
    9-9:Loan.toString function
    12-18:Desk class
    13-13:Desk.open function
    15-17:Desk.Clerk class
    16-16:Desk.Clerk.Clerk function
    20-20:late function
    22-22:label function
    24-26:<module> module
    """
    assert table("loans.ql") == expected
