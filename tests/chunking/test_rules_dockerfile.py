"""Dockerfile: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import symbols, table


def test_build_stages_are_cut() -> None:
    expected = """
    2-2:<module> module
    4-9:base section
    10-12:build section
    14-16:scratch section
    """
    assert table("Dockerfile") == expected


def test_a_stage_without_a_name_is_called_by_its_image() -> None:
    assert symbols("Dockerfile", "FROM a:1\nRUN b\nFROM c AS d\n") == ["a:1", "d"]
