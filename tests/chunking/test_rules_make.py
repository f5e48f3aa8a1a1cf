"""Make: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import symbols, table


def test_rules_are_cut_by_their_targets() -> None:
    expected = """
    1-5:<module> module
    7-7:all function
    10-12:loans function
    14-15:%.o function
    17-18:test check function
    20-22:banner function
    24-24:<module> module
    25-26:clean function
    28-29:clean function
    32-32:$(BUILD)/loans.tar function
    34-34:<module> module
    """
    assert table("Makefile") == expected


def test_special_targets_without_a_recipe_are_top_level_code() -> None:
    assert symbols("Makefile", ".PHONY: a\na:\n\techo\n") == ["<module>", "a"]
