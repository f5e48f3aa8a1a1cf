"""A second reading for files in which the grammar stumbles over correct code; see `LanguageRules.mends`."""

import re

from tree_sitter import Node, Parser, Tree

from goldkeeper.chunking.rules.base import LanguageRules


def mended(rules: LanguageRules, parser: Parser, data: bytes, tree: Tree) -> Tree:
    """The better tree of the file as it is and as it is mended; bytes and rows are the same in both.

    Args:
        data: what `tree` was parsed from.
    """
    if not rules.mends or not tree.root_node.has_error:
        return tree
    changed = bytearray(data)
    for pattern, bytes_instead in rules.mends:
        for found in re.finditer(pattern, data):
            if found[1] is not None:
                changed[found.start(1) : found.end(1)] = bytes_instead
    if changed == data:
        return tree
    second = parser.parse(bytes(changed))
    return second if _broken_bytes(second.root_node) < _broken_bytes(tree.root_node) else tree


def _broken_bytes(root: Node) -> int:
    """How much lies in error nodes, each thing that is missing counted as one byte; 0 only without any error."""
    if not root.has_error:
        return 0
    broken = 1
    inside = [root]
    while inside:
        node = inside.pop()
        if node.is_error:
            broken += node.end_byte - node.start_byte
        elif node.is_missing:
            broken += 1
        elif node.has_error:
            inside.extend(node.children)
    return broken
