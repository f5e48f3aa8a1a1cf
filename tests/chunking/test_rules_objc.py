"""Objective-C: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import symbols, table


def test_methods_are_named_by_their_selector() -> None:
    expected = """
    1-3:<module> module
    5-7:Fee class
    9-9:Status class
    11-15:Lendable class
    12-12:Lendable.title function
    14-14:Lendable.isLate function
    17-20:Loan class
    19-19:Loan.initWithItem:due: function
    22-24:Loan class
    23-23:Loan.secret function
    26-28:fine function
    30-30:label function
    32-52:Loan class
    38-41:Loan.initWithItem:due: function
    43-43:Loan.isLate function
    45-48:Loan.renew: function
    50-51:Loan.dealloc function
    54-56:Loan(Printing) class
    55-55:Loan.description function
    59-59:probe function
    """
    assert table("Loan.m") == expected


def test_a_method_of_a_category_is_one_of_its_class() -> None:
    source = "@implementation A (B)\n- (void)c:(int)d e:(int)f { }\n@end\n"
    assert symbols("a.m", source) == ["A(B)", "A.c:e:"]
