"""Comments directly above a definition, for the option that takes them into its span."""

from tree_sitter import Node

from goldkeeper.chunking.found import Found
from goldkeeper.chunking.rules.base import LanguageRules
from goldkeeper.model.chunks import ChunkKind


def with_leading_comments(found: list[Found], root: Node, data: bytes, rules: LanguageRules) -> list[Found]:
    """Each definition begun at the first of the comments that stand above it without a blank line between.

    A comment behind code on its line belongs to that code. The tree is asked for whatever ends the
    line above, since grammars hang a comment sometimes beside and sometimes into the definition before it.
    """
    return [each if each.kind is ChunkKind.MODULE else _extended(each, root, data, rules.comments) for each in found]


def _extended(each: Found, root: Node, data: bytes, comments: frozenset[str]) -> Found:
    start, row = each.start_byte, each.start_row
    while row > 0:
        line_start = data.rfind(b"\n", 0, start) + 1
        if data[line_start:start].strip():
            break  # something else stands before it on its own line
        above = data.rfind(b"\n", 0, line_start - 1) + 1
        last = above + len(data[above : line_start - 1].rstrip()) - 1
        if last < above:
            break  # a blank line
        comment = _comment_at(root, last, comments)
        if comment is None:
            break
        comment_line = data.rfind(b"\n", 0, comment.start_byte) + 1
        if data[comment_line : comment.start_byte].strip():
            break  # a comment behind code
        start, row = comment.start_byte, comment.start_point[0]
    return each._replace(start_byte=start, start_row=row)


def _comment_at(root: Node, at: int, comments: frozenset[str]) -> Node | None:
    node = root.descendant_for_byte_range(at, at + 1)
    while node is not None and node.type not in comments:
        node = node.parent if node.child_count == 0 or node.start_byte > root.start_byte else None
    return node
