"""Emacs Lisp: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import table


def test_defining_forms_are_cut_wherever_they_stand() -> None:
    expected = """
    3-9:<module> module
    11-15:loans-renew function
    17-18:loans-with function
    20-20:loans-fine function
    22-23:loans-open function
    25-25:loans-receipt class
    27-29:loans-mode function
    31-35:<module> module
    32-33:loans-test function
    """
    assert table("loans.el") == expected
