"""reStructuredText by heading, from tree-sitter-languages; sections and symbols as in Markdown.

A heading's level is told by the order in which the document first uses its underline (with an
overline it is another style), so the headings before have to be looked at.
"""

from functools import lru_cache

from tree_sitter import Node

from goldkeeper.chunking.rules.base import ANONYMOUS, Definition, Inside, LanguageRules, Named, text_of
from goldkeeper.model.chunks import HEADING_SEPARATOR, ChunkKind


def _style(section: Node) -> str:
    """The first letter of each line that draws the heading: `=` underlined, `==` overlined as well."""
    title = next((child for child in section.named_children if child.type == "title"), None)
    return "".join(text_of(child)[:1] for child in section.children if child != title)


@lru_cache(maxsize=1)  # asked once for each heading of one document after the other
def _levels(document: Node) -> dict[int, int]:
    """Byte at which each heading starts → its level."""
    styles: list[str] = []
    levels: dict[int, int] = {}
    for section in document.named_children:
        if section.type == "section":
            style = _style(section)
            if style not in styles:
                styles.append(style)
            levels[section.start_byte] = styles.index(style) + 1
    return levels


def _section(node: Node) -> Named | None:
    title = next((child for child in node.named_children if child.type == "title"), None)
    if title is None or node.parent is None:
        return None
    return Named(text_of(title) or ANONYMOUS, level=_levels(node.parent)[node.start_byte])


_RST = LanguageRules(
    language="rst",
    suffixes=(".rst", ".rest"),
    carried="rst",
    definitions={"section": Definition(ChunkKind.SECTION, _section, Inside.NEVER)},
    comments=frozenset({"comment"}),
    separator=HEADING_SEPARATOR,
)

RULES = (_RST,)
