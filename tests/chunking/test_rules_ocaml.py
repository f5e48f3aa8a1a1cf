"""OCaml: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import table


def test_modules_types_and_functions_are_cut() -> None:
    expected = """
    1-4:<module> module
    6-6:loan class
    8-10:status class
    12-12:<module> module
    14-16:renew function
    18-18:even function
    20-20:odd function
    22-22:fine function
    24-26:describe function
    28-28:(<+>) function
    30-34:LENDABLE class
    31-31:LENDABLE.t class
    33-33:LENDABLE.shelf function
    36-48:Desk class
    39-43:Desk.enter function
    40-42:Desk.enter.Log class
    41-41:Desk.enter.Log.write function
    45-47:Desk.Queue class
    46-46:Desk.Queue.push function
    50-52:Make class
    51-51:Make.label function
    54-59:clerk class
    57-57:clerk.serve function
    58-58:clerk.greet function
    61-61:now function
    63-63:<module> module
    """
    assert table("loans.ml") == expected


def test_values_that_are_no_functions_are_top_level_code() -> None:
    source = "let a = 1\n\nlet b x = x\n\nlet rec c x = d x\n\nand d x = c x\n"
    assert table("a.ml", source) == (
        "\n    1-1:<module> module\n    3-3:b function\n    5-5:c function\n    7-7:d function\n    "
    )
