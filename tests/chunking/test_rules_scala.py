"""Scala: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import symbols, table


def test_every_definition_of_a_scala_2_file_is_cut() -> None:
    expected = """
    1-3:<module> module
    6-10:Lendable class
    8-8:Lendable.title function
    9-9:Lendable.label function
    12-53:Loan class
    16-16:Loan.this function
    20-22:Loan.fine function
    24-27:Loan.describe function
    29-31:Loan.listener class
    30-30:Loan.listener.run function
    33-40:Loan.renew function
    34-34:Loan.renew.allowed function
    36-36:Loan.renew.log.run function
    42-42:Loan.renew function
    44-44:Loan.compare function
    46-46:Loan.+ function
    48-48:Loan.unary_! function
    50-52:Loan.Receipt class
    51-51:Loan.Receipt.number function
    55-63:Loan class
    56-56:Loan.of function
    58-60:Loan.Rich class
    59-59:Loan.Rich.weeks function
    62-62:Loan.toDays function
    65-67:helpers class
    66-66:helpers.shout function
    69-71:Desk class
    """
    assert table("Loans.scala") == expected


def test_every_definition_of_a_scala_3_file_is_cut() -> None:
    expected = """
    1-1:<module> module
    3-7:Status class
    7-7:Status.describe function
    9-10:loanOrdering class
    10-10:loanOrdering.compare function
    12-12:given_Ordering_Status function
    14-18:String class
    15-15:String.shout function
    17-18:String.quiet function
    20-21:List class
    21-21:List.second function
    23-29:Desk class
    26-28:Desk.open function
    27-27:Desk.open.lights function
    31-32:run function
    34-34:twice function
    36-36:<module> module
    """
    assert table("Three.scala") == expected


def test_packages_are_no_part_of_a_symbol() -> None:
    assert symbols("a.scala", "package a.b {\n  class C { def d = 1 }\n}\n") == ["<module>", "C", "C.d"]


def test_an_anonymous_class_qualifies_what_it_holds() -> None:
    source = "object A {\n  def b = run(new C { def d = 1 })\n}\n"
    assert symbols("a.scala", source) == ["A", "A.b", "A.b.<anonymous>.d"]
