"""Syntax tree → definitions and runs of top-level code, entering only what can hold more of them.

Most of a tree is expressions in which no definition can stand, and touching a node from Python costs
far more than the parser spent on it. So the rules of a language say which nodes are worth entering;
for function bodies and expressions the file's bytes are asked first: one regular expression marks
all places where a definition could begin, and a node without such a mark is passed by.

The walk keeps its own stack: machine-written files nest deeper than Python's allows.
"""

import re
from bisect import bisect_left
from typing import Final, NamedTuple

from tree_sitter import Language, Node

from goldkeeper.chunking.found import Found
from goldkeeper.chunking.outline import join_neighbours, unfold_headings
from goldkeeper.chunking.rules.base import (
    EVERYWHERE,
    MODULE_SYMBOL,
    Definition,
    Inside,
    LanguageRules,
    Named,
)
from goldkeeper.model.chunks import ChunkKind

__all__ = ["Found", "Plan", "Walk"]

_ERROR_KIND: Final = 0xFFFF  # tree-sitter's fixed number for ERROR nodes
_SPACE: Final = 0x20  # bytes up to this one are white space at the end of a node

# What unlisted children of an entered node are.
_INNER: Final = 0  # nothing
_TOP: Final = 1  # parts of a top-level construct: its definitions are top level, its tokens are not code
_CODE: Final = 2  # top-level code


class Role(NamedTuple):
    """What a type of node is to the walk; None stands for a named node that no rule lists."""

    definition: Definition | None = None
    name_field: int = 0
    wrapper: bool = False
    prefix: bool = False
    comment: bool = False
    always: bool = False
    hinted: bool = False
    transparent: bool = False


_SILENT: Final = Role(comment=True)
_BROKEN: Final = Role(always=True)


class Plan:
    """The rules of one language, put in terms of one grammar."""

    def __init__(self, rules: LanguageRules, grammar: Language) -> None:
        self.rules: Final = rules
        self.grammar: Final = grammar
        patterns = (rules.hint,) if isinstance(rules.hint, bytes) else rules.hint
        self.hints: Final = tuple(re.compile(pattern) for pattern in patterns if pattern)
        self.masked: Final = tuple(re.compile(pattern) for pattern in rules.masked)
        self.everywhere: Final = rules.hinted == EVERYWHERE
        self.name_field: Final = grammar.field_id_for_name("name") or 0
        self.roles: Final[dict[int, Role | None]] = {_ERROR_KIND: _BROKEN}
        for kind_id in range(grammar.node_kind_count):
            self.roles[kind_id] = self._role(grammar.node_kind_for_id(kind_id) or "", kind_id)

    def _role(self, kind: str, kind_id: int) -> Role | None:
        rules = self.rules
        if not self.grammar.node_kind_is_named(kind_id) or kind in rules.silent or kind in rules.comments:
            return _SILENT
        definition = rules.definitions.get(kind)
        field = definition.name if definition and isinstance(definition.name, str) else ""
        role = Role(
            definition=definition,
            name_field=(self.grammar.field_id_for_name(field) or 0) if field else 0,
            wrapper=kind in rules.wrappers,
            prefix=kind in rules.prefixes,
            always=kind in rules.containers,
            hinted=kind in rules.hinted,
            transparent=kind in rules.transparent,
        )
        return None if role == Role() else role


class _Piece(NamedTuple):
    """A top-level statement from its first node to its last; a border between runs has no first node."""

    start_byte: int
    first: Node | None
    last: Node | None
    qualifier: str


class Walk:
    """One walk over one tree; `found` holds what it saw, in no order."""

    def __init__(self, plan: Plan, data: bytes, *, errors: bool) -> None:
        self._plan: Final = plan
        self._data: Final = data
        self._errors: Final = errors
        self._marks: Final = sorted(mark.start() for hint in plan.hints for mark in hint.finditer(data))
        self._stack: Final[list[tuple[Node, str, int]]] = []
        self._code: Final[list[_Piece]] = []
        self._outlined = False  # whether a definition is joined or a heading
        self.found: Final[list[Found]] = []

    def run(self, root: Node) -> list[Found]:
        """Every definition, and the runs of top-level code between them."""
        stack = self._stack
        stack.append((root, "", _CODE))
        while stack:
            self._enter(*stack.pop())
        self._shape_outline()
        if self._plan.rules.module_chunks:
            self._gather_code()
        return self.found

    def _shape_outline(self) -> None:
        """Join clauses, and let headings hold what stands below them."""
        found = self.found
        if not self._outlined:
            return
        if any(each.joined for each in found):
            code = [piece.start_byte for piece in self._code if piece.first is not None]
            found[:] = join_neighbours(found, code)
        first_heading = min((each.start_byte for each in found if each.level), default=None)
        if first_heading is not None:
            found[:] = unfold_headings(found, self._data, self._plan.rules.separator)
            self._code[:] = [piece for piece in self._code if piece.start_byte < first_heading]

    def _enter(self, parent: Node, outer: str, level: int) -> None:
        roles, stack, everywhere = self._plan.roles, self._stack, self._plan.everywhere
        around = outer  # what a namespace without braces is named within
        prefix: Node | None = None
        for node in parent.children:
            role = roles[node.kind_id]
            if role is _SILENT:
                continue
            if role is None:
                prefix = None
                if level == _CODE:
                    self._code.append(_Piece(node.start_byte, node, node, outer))
                if everywhere and self._hinted(node.start_byte, node.end_byte):
                    stack.append((node, outer, _INNER))
                continue
            if role.prefix:
                prefix = prefix or node
                continue
            if role.definition is not None or role.wrapper:
                following = self._define(node, role, outer, around, level, prefix)
                if following is not None:
                    outer = following
                    prefix = None
                    continue
            prefix = None
            if level == _CODE and role is not _BROKEN and not (role.transparent and role.always):
                self._code.append(_Piece(node.start_byte, node, node, outer))
            if role.always or ((role.hinted or everywhere) and self._hinted(node.start_byte, node.end_byte)):
                below = _INNER
                if level and role.always:
                    below = _CODE if role.transparent else _TOP if role is _BROKEN else _INNER
                stack.append((node, outer, below))

    def _define(self, node: Node, role: Role, outer: str, around: str, level: int, prefix: Node | None) -> str | None:
        """Take the definitions in a definition or wrapper; None when there is none.

        Returns:
            What qualifies the siblings that follow.
        """
        answer = self._name(node, role)
        if answer is not None:
            return self._take(node, role, answer, outer, around, level, prefix or node, node)
        if not role.wrapper:
            return None
        direct: list[tuple[Node, Role, Named | str]] = []
        others: list[Node] = []
        inner = [node]
        while inner:
            for child in inner.pop().children:
                child_role = self._plan.roles[child.kind_id]
                if child_role is None or not (child_role.definition or child_role.wrapper):
                    others.append(child)
                    continue
                answer = self._name(child, child_role)
                if answer is not None:
                    direct.append((child, child_role, answer))
                elif child_role.wrapper:
                    inner.append(child)
                else:
                    others.append(child)
        if not direct:
            return None
        self._enter_others(others, outer)
        following = outer
        for child, child_role, answer in direct:
            first, last = (prefix or node, node) if len(direct) == 1 else (child, child)
            following = self._take(child, child_role, answer, outer, around, level, first, last)
        return following

    def _enter_others(self, others: list[Node], outer: str) -> None:
        """What stands in a wrapper beside its definition: arguments of a decorator, another variable's value."""
        for node in others:
            role = self._plan.roles[node.kind_id]
            if role is _SILENT:
                continue
            listed = self._plan.everywhere or (role is not None and role.hinted)
            if (role is not None and role.always) or (listed and self._hinted(node.start_byte, node.end_byte)):
                self._stack.append((node, outer, _INNER))

    def _name(self, node: Node, role: Role) -> Named | str | None:
        definition = role.definition
        if definition is None:
            return None
        if callable(definition.name):
            return definition.name(node) or None
        name = node.child_by_field_id(role.name_field) if role.name_field else None
        if name is None:
            return None
        text = self._data[name.start_byte : name.end_byte].decode("utf-8", "replace")
        return text if text.isidentifier() else " ".join(text.split())

    def _take(
        self,
        node: Node,
        role: Role,
        answer: Named | str,
        outer: str,
        around: str,
        level: int,
        first: Node,
        last: Node,
    ) -> str:
        definition = role.definition
        assert definition is not None
        kind, separator, inside, chunk = definition.kind, definition.separator, None, definition.kind is not None
        follows, before = definition.following, outer
        joined, heading_level = False, 0
        if isinstance(answer, Named):
            name, inside = answer.name, answer.inside
            kind = answer.kind or kind
            separator = separator if answer.separator is None else answer.separator
            chunk = answer.chunk and kind is not None
            first, last = answer.start or first, answer.end or last
            follows = follows and answer.following
            joined, heading_level = answer.joined, answer.level or 0
            self._outlined = self._outlined or joined or heading_level > 0
        else:
            name = answer
        if definition.following:
            outer = around
        joint = self._plan.rules.separator if separator is None else separator
        symbol = outer + joint + name if outer else name
        if inside is None:
            within = symbol
        elif inside:
            within = outer + joint + inside if outer else inside
        else:
            within = outer
        start_byte = first.start_byte
        if chunk:
            assert kind is not None
            end_byte, end_row = self._end(last)
            damaged = self._errors and node.has_error
            start_row = first.start_point[0]
            self.found.append(
                Found(start_byte, end_byte, start_row, end_row, symbol, kind, damaged, joined, heading_level)
            )
        if level:
            # What makes no chunk though it could is code like any other (a table whose fields are functions).
            is_code = level == _CODE and not chunk and definition.kind is not None
            self._code.append(_Piece(start_byte, first if is_code else None, last if is_code else None, outer))
        wanted = definition.inside
        if wanted is Inside.ALWAYS or (wanted is Inside.HINTED and self._hinted(self._after_name(node), node.end_byte)):
            self._stack.append((node, within, _TOP if level and role.transparent else _INNER))
        return within if follows else before

    def _after_name(self, node: Node) -> int:
        """Where hints count that do not come from the definition's own keywords: `public override fun f`."""
        start = node.start_byte
        name = node.child_by_field_id(self._plan.name_field) if self._plan.name_field else None
        if name is None:
            return start + 1
        head = self._data[start : name.start_byte]
        # What is in brackets there, an annotation's arguments, can hold definitions too.
        return start + 1 if b"(" in head or b"{" in head else name.end_byte

    def _hinted(self, start: int, end: int) -> bool:
        marks = self._marks
        if not self._plan.hints:
            return True
        at = bisect_left(marks, start)
        return at < len(marks) and marks[at] < end

    def _end(self, node: Node) -> tuple[int, int]:
        """End byte and row without trailing white space: some grammars count the blank lines after a node to it."""
        end, row = node.end_byte, node.end_point[0]
        data = self._data
        if data[end - 1] > _SPACE:
            return end, row
        start, stripped = node.start_byte, end
        while stripped > start + 1 and data[stripped - 1] <= _SPACE:
            stripped -= 1
        return stripped, row - data.count(b"\n", stripped, end)

    def _gather_code(self) -> None:
        """Runs of top-level code: pieces with the same qualifier and no definition between them."""
        run: list[_Piece] = []
        for piece in [*sorted(self._code, key=lambda each: each.start_byte), _Piece(0, None, None, "")]:
            if run and (piece.first is None or piece.qualifier != run[0].qualifier):
                self._end_run(run)
                run = []
            if piece.first is not None:
                run.append(piece)

    def _end_run(self, run: list["_Piece"]) -> None:
        first, last, qualifier = run[0].first, run[-1].last, run[0].qualifier
        assert first is not None
        assert last is not None
        end_byte, end_row = self._end(last)
        symbol = qualifier + self._plan.rules.separator + MODULE_SYMBOL if qualifier else MODULE_SYMBOL
        start_row = first.start_point[0]
        self.found.append(Found(first.start_byte, end_byte, start_row, end_row, symbol, ChunkKind.MODULE, False))
