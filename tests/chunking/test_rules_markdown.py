"""Markdown: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import cut, symbols, table


def test_sections_are_cut_by_heading() -> None:
    expected = """
    1-6:<module> module
    8-45:Lending guide section
    12-29:Lending guide > Renewing a loan section
    21-25:Lending guide > Renewing a loan > At the desk section
    27-29:Lending guide > Renewing a loan > By post with renew() section
    31-36:Lending guide > Fines section
    38-45:Lending guide > Returning section
    43-45:Lending guide > Returning > At the desk section
    47-63:Library rules of the house section
    59-63:Library rules of the house > Überblick über A > B, C/D: 1.2 #3 section
    65-67:<anonymous> section
    """
    assert table("guide.md") == expected


def test_a_text_without_headings_is_one_chunk() -> None:
    assert table("a.md", "Only text.\n\n- and a list\n") == "\n    1-3:<module> module\n    "


def test_an_empty_text_has_no_chunks() -> None:
    assert symbols("a.md", "") == []
    assert symbols("a.md", "\n\n") == []


def test_headings_of_one_name_are_told_apart_by_their_path_or_their_lines() -> None:
    source = "# A\n\n## B\n\nx\n\n## B\n\ny\n\n# C\n\n## B\n"
    assert table("a.md", source) == (
        "\n    1-9:A section\n    3-5:A > B section\n    7-9:A > B section\n"
        "    11-13:C section\n    13-13:C > B section\n    "
    )


def test_a_level_that_is_left_out_hangs_under_what_is_open() -> None:
    assert symbols("a.md", "### A\n\n# B\n\n### C\n\n## D\n") == ["A", "B", "B > C", "B > D"]


def test_front_matter_of_either_fence_is_no_heading() -> None:
    assert symbols("a.md", "---\nx: 1\n---\n# A\n") == ["<module>", "A"]
    assert symbols("a.md", "+++\nx = 1\n+++\n# A\n") == ["<module>", "A"]


def test_a_fence_that_is_never_closed_hides_what_follows() -> None:
    assert symbols("a.md", "# A\n\n```\n# not a heading\n") == ["A"]


def test_a_section_ends_before_the_blank_lines_above_the_next_heading() -> None:
    assert table("a.md", "# A\nx\n\n\n# B\n") == "\n    1-2:A section\n    5-5:B section\n    "


def test_the_name_of_a_section_is_its_own_heading() -> None:
    file = cut("a.md", "# Changes\n\n## 4.4.1 / 2025-01-29\n")
    assert [(chunk.name, chunk.container) for chunk in file.chunks] == [
        ("Changes", ""),
        ("4.4.1 / 2025-01-29", "Changes"),
    ]
