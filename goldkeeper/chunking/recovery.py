"""TODO."""

from tree_sitter import Parser, Tree

from goldkeeper.chunking.walk import Found, Plan, Walk
from goldkeeper.model.chunks import Span


def parse_definitions(plan: Plan, parser: Parser, data: bytes) -> tuple[list[Found], tuple[Span, ...], Tree]:
    tree = parser.parse(masked(plan, data))
    root = tree.root_node
    return Walk(plan, data, errors=root.has_error).run(root), (), tree


def masked(plan, data):
    for pattern in plan.masked:
        for match in pattern.finditer(data):
            start,end=match.span(1)
            data = data[:start]+b" "*(end-start)+data[end:]
    return data
