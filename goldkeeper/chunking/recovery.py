"""TODO."""

from tree_sitter import Parser, Tree

from goldkeeper.chunking.found import Found
from goldkeeper.chunking.plan import Plan
from goldkeeper.chunking.walk import Walk
from goldkeeper.model.chunks import Span


def parse_definitions(plan: Plan, parser: Parser, data: bytes) -> tuple[list[Found], tuple[Span, ...], Tree]:
    tree = parser.parse(plan.mask(data))
    root = tree.root_node
    return Walk(plan, data, errors=root.has_error).run(root), (), tree
