"""R: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import symbols, table


def test_functions_are_named_by_what_they_are_bound_to() -> None:
    expected = """
    1-3:<module> module
    6-12:renew function
    7-9:renew.allowed function
    10-10:renew.log function
    14-14:fine function
    16-18:print.loan function
    20-20:%+% function
    22-22:odd name function
    24-24:total function
    26-26:registry$open function
    28-41:Desk class
    31-33:Desk$initialize function
    34-36:Desk$open function
    39-39:Desk$secret function
    43-43:Loan class
    45-45:label function
    47-49:label,Loan function
    51-55:<module> module
    52-52:debug_loans function
    """
    assert table("loans.R") == expected


def test_arguments_outside_a_class_are_no_definitions() -> None:
    assert symbols("a.R", "x <- sapply(y, FUN = function(i) i)\n") == ["<module>"]
