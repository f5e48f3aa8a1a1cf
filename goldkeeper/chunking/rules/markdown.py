"""Markdown by heading: a section reaches from its heading to the next of the same or a higher level.

The symbol is the path of headings as a reader sees them, joined by ` > ` (`Guide > Install`): no
heading holds that by accident, while `.`, `/`, `#` and `:` are common in headings, and the slug a
website makes of a heading can be told from it, but not the other way round. What stands before the
first heading, front matter too, is the module chunk. Headings in quotations, lists and HTML are
parts of those.
"""

import re

from tree_sitter import Node

from goldkeeper.chunking.rules.base import ANONYMOUS, Definition, Inside, LanguageRules, Named, text_of
from goldkeeper.model.chunks import HEADING_SEPARATOR, ChunkKind

_LEVEL = re.compile(r"_h([1-6])_")  # `atx_h2_marker`, `setext_h1_underline`
_LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_CLOSING = re.compile(r"(?:^|\s)#+\s*$")
_EMPHASIS = re.compile(r"\*\*|__(?=\w)|(?<=\w)__(?!\w)|`|\*")


def heading_text(source: str) -> str:
    """The text of a heading as readers see it: no closing hashes, no targets of links, no emphasis.

    >>> heading_text("Install `pip` from [PyPI](https://pypi.org) ##")
    'Install pip from PyPI'
    """
    text = _CLOSING.sub("", source)
    text = _LINK.sub(r"\1", text)
    text = _EMPHASIS.sub("", text)
    return " ".join(text.split())


def _heading(node: Node) -> Named | None:
    levels = [found for found in (_LEVEL.search(child.type) for child in node.named_children) if found]
    if not levels:
        return None
    content = node.child_by_field_name("heading_content")
    if content is None:  # the older grammar has it as a type
        content = next((child for child in node.named_children if child.type == "heading_content"), None)
    return Named(heading_text(text_of(content)) or ANONYMOUS, level=int(levels[0][1]))


_HEADING = Definition(ChunkKind.SECTION, _heading, Inside.NEVER)

RULES = LanguageRules(
    language="markdown",
    suffixes=(".md", ".markdown", ".mdown", ".mkd", ".mdx", ".rmd", ".qmd"),
    wheel="tree_sitter_markdown",
    carried="markdown",
    definitions={"atx_heading": _HEADING, "setext_heading": _HEADING},
    containers=frozenset({"section"}),
    transparent=frozenset({"section"}),
    comments=frozenset(),
    separator=HEADING_SEPARATOR,
)
