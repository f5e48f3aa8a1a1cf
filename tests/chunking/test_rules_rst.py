"""reStructuredText: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import symbols, table


def test_sections_are_cut_by_heading() -> None:
    expected = """
    3-3:<module> module
    5-38:Lending section
    11-28:Lending > Renewing a loan section
    20-23:Lending > Renewing a loan > At the desk section
    25-28:Lending > Renewing a loan > By post section
    30-38:Lending > Fines section
    35-38:Lending > Fines > Überblick section
    """
    assert table("guide.rst") == expected


def test_the_order_in_which_underlines_come_tells_the_levels() -> None:
    source = "A\n~~~\n\nB\n===\n\nC\n~~~\n\nD\n===\n\nE\n---\n"
    assert symbols("a.rst", source) == ["A", "A > B", "C", "C > D", "C > D > E"]
