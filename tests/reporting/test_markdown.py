import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from goldkeeper.reporting.markdown import code, prose
from goldkeeper.reporting.visible import visible

RENDER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
NASTY = st.text(st.sampled_from("`|\\*_~<>[]()#+-=!&;.1a$ :/\"'") | st.characters(), min_size=1)


def text_of(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


def in_table(cell: str) -> str:
    html = RENDER.render(f"| a | b |\n|---|---|\n| {cell} | end |\n")
    cells = re.findall(r"<td>(.*?)</td>", html, re.DOTALL)
    assert len(cells) == 2, html
    assert cells[1] == "end"
    return str(cells[0])


@given(NASTY)
def test_prose_renders_as_the_very_text(text: str) -> None:
    html = RENDER.render(f"{prose(text)}\n")
    if visible(text).strip():
        assert html.startswith("<p>")
        assert html.count("<") == 2, html  # the paragraph's own tags
    assert text_of(html).split() == visible(text).split()


@given(NASTY)
def test_prose_stays_in_its_table_cell(text: str) -> None:
    cell = in_table(prose(text))
    assert "<" not in cell
    assert unescape(cell).split() == visible(text).split()


@given(NASTY)
def test_a_code_span_holds_the_very_text(text: str) -> None:
    html = RENDER.render(f"x {code(text)} y\n")
    found = re.fullmatch(r"<p>x <code>(.*)</code> y</p>\n", html, re.DOTALL)
    assert found, html
    assert unescape(found[1]) == visible(text)


@given(NASTY)
def test_a_code_span_stays_in_its_table_cell(text: str) -> None:
    found = re.fullmatch(r"<code>(.*)</code>", in_table(code(text, in_table=True)), re.DOTALL)
    assert found
    assert unescape(found[1]) == visible(text)


@pytest.mark.parametrize(
    "text", ["# no heading", "- no list", "1. no list", "---", "> no quote", "+ a", "===", "12) a"]
)
def test_the_start_of_a_line_is_no_block(text: str) -> None:
    assert RENDER.render(prose(text)).startswith("<p>")


def test_an_address_is_kept_from_becoming_a_link() -> None:
    assert prose("see https://example.org or www.example.org") == "see https\\://example.org or www\\.example.org"


def test_ordinary_names_are_not_cluttered() -> None:
    assert prose("what does get_total of src/shop/cart.py do?") == "what does get_total of src/shop/cart.py do?"
