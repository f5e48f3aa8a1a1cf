"""TODO."""

from tree_sitter import Parser, Tree

from goldkeeper.chunking.found import Found
from goldkeeper.chunking.mending import mended
from goldkeeper.chunking.plan import Plan
from goldkeeper.chunking.walk import Walk
from goldkeeper.model.chunks import Span


def parse_definitions(plan: Plan, parser: Parser, data: bytes) -> tuple[list[Found], tuple[Span, ...], Tree]:
    shown = plan.mask(data)
    tree = mended(plan.rules, parser, shown, parser.parse(shown))
    root = tree.root_node
    return Walk(plan, data, errors=root.has_error).run(root), (), tree
