"""Pictures as SVG: sound XML without style or script, escaped, with the figures that they draw in words."""

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.reporting.pictures import (
    BOTTOM,
    HEIGHT,
    LINE_HEIGHT,
    LONGEST_NAME,
    MOST_LINES,
    TOP,
    Line,
    Part,
    Tick,
    part_bar,
    share_lines,
)

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '</svg><script>alert(1)</script>" onload="x\u202e\x1b[31m'


def _read(svg: str) -> ET.Element:
    return ET.fromstring(svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))  # noqa: S314 - ours


def _lines(*names: str, share: float = 0.5) -> list[Line]:
    return [Line(name, ((0.0, 1.0), (10.0, share))) for name in names]


def test_a_share_is_drawn_at_its_height_and_a_moment_at_its_place() -> None:
    svg = share_lines("p", _lines("half"), [Tick(0.0, "then"), Tick(10.0, "now")], title="t", description="d")
    path = _read(svg).find(f"{SVG}path")
    assert path is not None
    middle = TOP + (HEIGHT - TOP - BOTTOM) / 2
    assert path.get("d") == f"M48.0 {TOP:.1f}L490.0 {middle:.1f}"


def test_steps_stay_level_until_the_next_point() -> None:
    svg = share_lines("p", [Line("a", ((0, 1.0), (5, 0.0)), steps=True)], [], title="t", description="d")
    assert re.search(r'd="M48\.0 12\.0H490\.0V226\.0"', svg)


def test_a_single_point_is_a_dot_and_a_mark_outside_the_axis_is_left_out() -> None:
    svg = share_lines("p", [Line("a", ((3.0, 0.5),))], [Tick(99.0, "elsewhere")], title="t", description="d")
    assert "<circle" in svg
    assert "elsewhere" not in svg


def test_more_lines_than_can_be_told_apart_are_left_out_and_names_do_not_lie_upon_each_other() -> None:
    names = [f"directory {n}/" for n in range(MOST_LINES + 2)]
    root = _read(share_lines("p", _lines(*names, share=0.0), [], title="t", description="d"))
    told = [text for text in root.iter(f"{SVG}text") if (text.get("class") or "").startswith("name")]
    assert [text.text for text in told] == names[:MOST_LINES]
    heights = sorted(float(text.get("y") or 0) for text in told)
    assert all(after - before >= LINE_HEIGHT - 0.05 for before, after in pairwise(heights))
    assert heights[-1] <= HEIGHT - BOTTOM + 4


def test_a_long_name_keeps_its_end() -> None:
    name = "a/very/long/folder/of/the/repository/src/"
    svg = share_lines("p", _lines(name), [], title="t", description="d")
    assert f">…{name[-LONGEST_NAME + 1 :]}</text>" in svg


def test_parts_fill_the_bar_in_their_shares_and_empty_ones_are_not_drawn() -> None:
    root = _read(part_bar("b", [Part("a", "good", 3), Part("b", "none", 0), Part("c", "bad", 1)], title="t"))
    drawn = [
        (one.get("class"), float(one.get("x") or 0), float(one.get("width") or 0)) for one in root.iter(f"{SVG}rect")
    ]
    assert drawn == [("a", 0.0, 480.0), ("c", 480.0, 160.0)]
    assert [one.text for one in root.iter(f"{SVG}desc")] == ["3 good, 1 bad"]


def test_a_bar_of_nothing_says_so() -> None:
    assert ">nothing</desc>" in part_bar("b", [], title="t")


def test_text_of_the_repository_stays_text() -> None:
    lines = share_lines("p", _lines(HOSTILE), [Tick(0.0, HOSTILE)], title=HOSTILE, description=HOSTILE)
    bar = part_bar("b", [Part("a", HOSTILE, 1)], title=HOSTILE)
    for svg in (lines, bar):
        root = _read(svg)
        assert not list(root.iter(f"{SVG}script"))
        assert "\u202e" not in svg
        assert "\x1b" not in svg
        assert "style=" not in svg
        assert not any(name.startswith("on") for one in root.iter() for name in one.attrib)


SHARES = st.lists(st.floats(0, 1), min_size=1, max_size=20)


@given(st.lists(SHARES, min_size=1, max_size=8))
def test_whatever_is_drawn_stays_in_the_picture(curves: list[list[float]]) -> None:
    lines = [Line(f"l{n}", tuple((float(x), share) for x, share in enumerate(curve))) for n, curve in enumerate(curves)]
    root = _read(share_lines("p", lines, [], title="t", description="d"))
    for path in root.iter(f"{SVG}path"):
        heights = [float(y) for y in re.findall(r"[ML][\d.]+ ([\d.]+)", path.get("d") or "")]
        assert all(TOP - 0.1 <= y <= HEIGHT - BOTTOM + 0.1 for y in heights)
