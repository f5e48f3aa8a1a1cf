"""SQL: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import symbols, table


def test_what_statements_create_is_cut() -> None:
    expected = """
    2-5:library.loan class
    7-7:Desk class
    9-9:<module> module
    11-11:loan_due function
    13-14:late class
    16-20:fine function
    22-24:fine function
    26-26:audit function
    28-28:status class
    30-30:totals class
    32-32:<module> module
    """
    assert table("schema.sql") == expected


def test_quotes_are_no_part_of_a_name() -> None:
    assert symbols("a.sql", 'CREATE TABLE "a"."b" (c INT);\n') == ["a.b"]
