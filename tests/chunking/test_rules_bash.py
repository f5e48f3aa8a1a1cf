"""Shell: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import symbols, table


def test_functions_of_either_syntax_are_cut() -> None:
    expected = """
    2-4:<module> module
    7-11:renew function
    9-9:inner function
    13-15:fine function
    17-20:close_desk function
    22-22:library::open function
    24-24:print-label function
    26-34:<module> module
    27-27:debug function
    36-38:übersicht function
    40-41:<module> module
    """
    assert table("loans.sh") == expected


def test_a_call_of_a_command_is_no_function() -> None:
    assert symbols("a.sh", "x=$(date)\nfunction_like arg\ny=()\n") == ["<module>"]
