"""Elm: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import table


def test_an_annotation_and_its_value_are_one_chunk() -> None:
    expected = """
    1-3:<module> module
    7-10:Loan class
    13-15:Msg class
    18-30:update function
    33-33:remind function
    36-37:main function
    """
    assert table("Main.elm") == expected
