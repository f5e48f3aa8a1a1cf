"""Syntax tree → definitions and runs of top-level code, entering only what can hold more of them.

Most of a tree is expressions in which no definition can stand, and touching a node from Python costs
far more than the parser spent on it. So the rules of a language say which nodes are worth entering;
for function bodies and expressions the file's bytes are asked first: regular expressions mark all
places where a definition could begin, and a node without such a mark is passed by. What was entered
for its marks alone is not even looked at child by child, but from mark to mark.

The walk keeps its own stack: machine-written files nest deeper than Python's allows.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

from tree_sitter import Node, TreeCursor

from goldkeeper.chunking.found import Found, end_without_space, make
from goldkeeper.chunking.known import Known, Walked
from goldkeeper.chunking.outline import join_neighbours, unfold_headings
from goldkeeper.chunking.plan import BROKEN, SILENT, Plan, Role, is_marked
from goldkeeper.chunking.rules.base import Inside, Named, spell_from
from goldkeeper.chunking.toplevel import Piece, module_runs

# What unlisted children of an entered node are.
_INNER: Final = 0  # nothing
_TOP: Final = 1  # parts of a top-level construct: its definitions are top level, its tokens are not code
_CODE: Final = 2  # top-level code

_DENSE: Final = -1  # entered to look at every child
_FEW_MARKS: Final = 4  # up to here asking the tree for the child at a mark is cheaper than going through all children


class _Place(NamedTuple):
    """Where the walk stands: the symbol around, the same before a namespace without braces, and the level."""

    outer: str
    around: str
    level: int


_Answer = tuple[Named | str, int]  # what a definition is called, and from which byte on marks are not its own


class Walk:
    """One walk over one tree.

    Args:
        plan: the language.
        data: what the parser saw.
        errors: whether it met an error.
        known: what a walk over nearly the same tree found; what did not change is taken over from it.
        source: the file, where it is not what the parser saw: names that were masked are read there.
    """

    _cursor: TreeCursor

    def __init__(
        self, plan: Plan, data: bytes, *, errors: bool, known: Known | None = None, source: bytes | None = None
    ) -> None:
        self._plan: Final = plan
        self._data: Final = data
        self._source: Final = data if source is None else source
        self._errors: Final = errors
        self._known: Final = known
        self._marks: Final[Sequence[int]] = (
            plan.marks(data, errors=errors) if known is None else plan.marks_again(known.marks, data, known.changed)
        )
        self._entered: Final[dict[tuple[int, int, int], tuple[str, int]]] = {}
        # Node, symbol around it, level, and the byte from which its marks count or _DENSE.
        self._stack: Final[list[tuple[Node, str, int, int]]] = []
        self._code: list[Piece] = []
        self._found: list[Found] = []
        self._taken = 0  # where the last definition ended that reaches over siblings
        self._outlined = False  # whether a definition is joined or a heading

    def run(self, root: Node) -> list[Found]:
        """Every definition, and the runs of top-level code between them, in no order."""
        stack = self._stack
        spell_from(self._data)
        self._cursor = root.walk()
        stack.append((root, "", _CODE, _DENSE))
        while stack:
            node, outer, level, start = stack.pop()
            if start == _DENSE:
                self._enter(node, make(_Place, (outer, outer, level)))
            else:
                self._enter_at_marks(node, outer, start)
        if self._outlined:
            self._shape_outline()
        if self._known is not None:
            self._found = list(dict.fromkeys(self._found))  # what reaches over siblings may have been seen with each
        if not self._plan.rules.module_chunks:
            return self._found
        return [*self._found, *module_runs(self._code, self._data, self._plan.rules.separator)]

    @property
    def walked(self) -> Walked | None:
        """What another walk may take over; None where a symbol hangs on more than on what it stands in."""
        if self._outlined or self._plan.has_followers:
            return None
        return Walked(self._found, self._code, self._marks, self._entered)

    def _shape_outline(self) -> None:
        """Join clauses, and let headings hold what stands below them."""
        if any(each.joined for each in self._found):
            code = [piece.start_byte for piece in self._code if piece.first is not None]
            self._found = join_neighbours(self._found, code)
        first_heading = min((each.start_byte for each in self._found if each.level), default=None)
        if first_heading is not None:
            self._found = unfold_headings(self._found, self._data, self._plan.rules.separator)
            self._code = [piece for piece in self._code if piece.start_byte < first_heading]

    def _enter(self, parent: Node, place: _Place) -> None:
        """Look at every child."""
        roles, everywhere, marks, level = self._plan.roles, self._plan.everywhere, self._marks, place.level
        mark = marks[bisect_left(marks, parent.start_byte)]
        prefix: Node | None = None
        taken = self._taken = 0  # up to here siblings are part of a definition
        for node in self._children_to_see(parent, place):
            role = roles[node.kind_id]
            if role is SILENT or (taken and node.start_byte < taken):
                continue
            if role is None:
                prefix = None
                if level == _CODE:
                    self._code.append(make(Piece, (node.start_byte, node, node, place.outer)))
                if everywhere and node.end_byte > mark:
                    start = node.start_byte
                    mark = marks[bisect_left(marks, start)]
                    if mark < node.end_byte:
                        self._stack.append((node, place.outer, _INNER, start))
            elif role.simple:
                name = node.child_by_field_id(role.name_field)
                if name is None:
                    place = self._see(node, role, place, prefix)
                else:
                    self._take_simple(node, role, name, place, prefix)
                prefix = None
            elif role.prefix:
                prefix = prefix or node
            else:
                place = self._see(node, role, place, prefix)
                prefix, taken = None, self._taken

    def _children_to_see(self, parent: Node, place: _Place) -> list[Node]:
        """All children, or those that are not as they were; what is in the others is taken over."""
        children = parent.children
        if not self._errors and self._known is None:
            return children
        entered = parent.start_byte, parent.end_byte, parent.kind_id
        self._entered[entered] = place.outer, place.level
        if self._known is None or self._known.entered.get(entered) != (place.outer, place.level):
            return children
        anew, found, code = self._known.changed_among(parent, children, self._plan.roles)
        self._found.extend(found)
        self._code.extend(code)
        return anew

    def _enter_at_marks(self, parent: Node, outer: str, start: int) -> None:
        """Look at what holds marks; by the rules' promise nothing else holds a definition."""
        marks = self._marks
        at, end = bisect_left(marks, start), parent.end_byte
        if marks[min(at + _FEW_MARKS, len(marks) - 1)] >= end:
            self._follow_marks(parent, outer, at, end)
            return
        place = make(_Place, (outer, outer, _INNER))
        for node in parent.children:
            stop = node.end_byte
            if stop <= marks[at]:
                continue
            begin = max(start, node.start_byte)
            at = bisect_left(marks, begin, at)
            if marks[at] < stop:
                role = self._plan.roles[node.kind_id]
                if role is not None:
                    if role is not SILENT:
                        self._see(node, role, place, None)
                elif self._plan.everywhere:
                    self._stack.append((node, outer, _INNER, begin))

    def _follow_marks(self, parent: Node, outer: str, at: int, end: int) -> None:
        """Go down to each mark until there is a node that a rule lists."""
        marks, roles, everywhere = self._marks, self._plan.roles, self._plan.everywhere
        cursor = self._cursor  # `Node.first_child_for_byte` crashes where no child is left
        place = make(_Place, (outer, outer, _INNER))
        while (mark := marks[at]) < end:
            cursor.reset(parent)
            stop = end
            while cursor.goto_first_child_for_byte(mark) is not None:
                node = cursor.node
                if node is None:
                    break
                start, stop = node.start_byte, node.end_byte
                if start > mark:  # it lies in the gap before
                    at = bisect_left(marks, start, at)
                    mark = marks[at]
                    if mark >= stop:
                        stop = mark
                        break
                role = roles[node.kind_id]
                if role is not None:
                    if role is not SILENT:
                        self._see(node, role, place, None)
                    break
                if not everywhere:
                    break
            at = bisect_left(marks, stop, at)

    def _see(self, node: Node, role: Role, place: _Place, prefix: Node | None) -> _Place:
        """A child that a rule lists; gives back where its siblings stand."""
        level = place.level
        if role.wrapper and role.hinted and not is_marked(self._marks, node.start_byte, node.end_byte):
            if level == _CODE:
                self._code.append(make(Piece, (node.start_byte, node, node, place.outer)))
            return place
        if role.definition is not None or role.wrapper:
            following = self._define(node, role, place, prefix)
            if following is not None:
                return place if following == place.outer else _Place(following, place.around, level)
        seen_through = role.transparent and level and role.definition is None
        if level == _CODE and role is not BROKEN and not seen_through:
            self._code.append(make(Piece, (node.start_byte, node, node, place.outer)))
        if role.always or seen_through:
            below = (_CODE if role.transparent else _TOP if role is BROKEN else _INNER) if level else _INNER
            self._stack.append((node, place.outer, below, _DENSE))
        else:
            self._enter_if_marked(node, role, place.outer)
        return place

    def _enter_if_marked(self, node: Node, role: Role | None, outer: str) -> None:
        wanted = self._plan.everywhere or (role is not None and role.hinted)
        if wanted and is_marked(self._marks, node.start_byte, node.end_byte):
            self._stack.append((node, outer, _INNER, node.start_byte))

    def _define(self, node: Node, role: Role, place: _Place, prefix: Node | None) -> str | None:
        """Take the definitions in a definition or wrapper; None when there is none.

        Returns:
            What qualifies the siblings that follow.
        """
        answer = self._answer(node, role)
        if answer is not None:
            return self._take(node, role, answer, place, (prefix or node, node))
        return self._unwrap(node, place, prefix) if role.wrapper else None

    def _unwrap(self, node: Node, place: _Place, prefix: Node | None) -> str | None:
        """Take the definitions directly in a wrapper; one that is alone of its kind gets the wrapper's span."""
        direct: list[tuple[Node, Role, _Answer]] = []
        others: list[tuple[Node, Role | None]] = []
        wrappers = [node]
        while wrappers:
            for child in wrappers.pop().children:
                role = self._plan.roles[child.kind_id]
                if role is SILENT:
                    continue
                answer = self._answer(child, role) if role is not None else None
                if role is not None and answer is not None:
                    direct.append((child, role, answer))
                elif role is not None and role.wrapper:
                    wrappers.append(child)
                else:
                    others.append((child, role))
        if not direct:
            return None
        for child, other_role in others:  # arguments of a decorator, another variable's value
            if other_role is not None and other_role.always:
                self._stack.append((child, place.outer, _INNER, _DENSE))
            else:
                self._enter_if_marked(child, other_role, place.outer)
        following = place.outer
        kinds = {child.kind_id for child, _ in others}
        for child, role, answer in direct:
            alone = len(direct) == 1 and child.kind_id not in kinds
            ends = (prefix or node, node) if alone else (child, child)
            following = self._take(child, role, answer, place, ends)
        return following

    def _answer(self, node: Node, role: Role) -> _Answer | None:
        definition = role.definition
        if definition is None:
            return None
        if callable(definition.name):
            answer = definition.name(node)
            if not answer:
                return None
            return answer, self._after_name(node) if definition.inside is Inside.HINTED else 0
        name = node.child_by_field_id(role.name_field) if role.name_field else None
        if name is None:
            return None
        start, end = name.start_byte, name.end_byte
        text = self._data[start:end].decode("utf-8", "replace")
        if not text.isidentifier():
            text = " ".join(text.split())
        return text, self._after_head(node, start, end) if definition.inside is Inside.HINTED else 0

    def _after_name(self, node: Node) -> int:
        name = node.child_by_field_id(self._plan.name_field) if self._plan.name_field else None
        return node.start_byte + 1 if name is None else self._after_head(node, name.start_byte, name.end_byte)

    def _after_head(self, node: Node, name_start: int, name_end: int) -> int:
        """Where marks count that do not come from the definition's own keywords: `public override fun f`."""
        start = node.start_byte
        head = self._data[start:name_start]
        # What is in brackets there, an annotation's arguments, can hold definitions too.
        return start + 1 if b"(" in head or b"{" in head else name_end

    def _take_simple(self, node: Node, role: Role, name: Node, place: _Place, prefix: Node | None) -> None:
        """What `_take` does, for the many definitions whose rule says no more than a field and a kind."""
        definition = role.definition
        assert definition is not None
        assert definition.kind is not None
        outer, level = place.outer, place.level
        name_start, name_end, end = name.start_byte, name.end_byte, node.end_byte
        text = self._data[name_start:name_end].decode("utf-8", "replace")
        if not text.isidentifier():
            text = " ".join(text.split())
        symbol = outer + self._plan.rules.separator + text if outer else text
        first = prefix or node
        start_byte = first.start_byte
        end_byte, end_row = end_without_space(node, self._data)
        damaged = self._errors and node.has_error
        start_row = first.start_point[0]
        self._found.append(
            make(Found, (start_byte, end_byte, start_row, end_row, symbol, definition.kind, damaged, False, 0))
        )
        if level:
            self._code.append(make(Piece, (start_byte, None, None, outer)))
        if definition.inside is Inside.ALWAYS:
            self._stack.append((node, symbol, _TOP if level and role.transparent else _INNER, _DENSE))
        elif definition.inside is Inside.HINTED and is_marked(self._marks, name_end, end):
            after = self._after_head(node, name_start, name_end)
            self._stack.append((node, symbol, _INNER, after))

    def _take(self, node: Node, role: Role, answer: _Answer, place: _Place, ends: tuple[Node, Node]) -> str:
        definition = role.definition
        assert definition is not None
        name, after = answer
        kind, separator, inside, chunk = definition.kind, definition.separator, None, definition.kind is not None
        follows, outer = definition.following, place.outer
        joined, heading_level = False, 0
        first, last = ends
        if isinstance(name, Named):
            inside, kind = name.inside, name.kind or kind
            separator = separator if name.separator is None else name.separator
            chunk = name.chunk and kind is not None
            first, last = name.start or first, name.end or last
            if name.end is not None and last.start_byte >= node.end_byte:
                self._taken = last.end_byte
                self._enter_if_marked(last, None, outer)
            follows = follows and name.following
            joined, heading_level = name.joined, name.level or 0
            self._outlined = self._outlined or joined or heading_level > 0
            name = self._spelled(*name.spelled) if name.spelled else name.name
        if definition.following:
            outer = place.around
        joint = self._plan.rules.separator if separator is None else separator
        symbol = outer + joint + name if outer else name
        if inside is None:
            within = symbol
        elif inside:
            within = outer + joint + inside if outer else inside
        else:
            within = outer
        start_byte, level = first.start_byte, place.level
        if chunk:
            assert kind is not None
            end_byte, end_row = end_without_space(last, self._data)
            damaged, start_row = self._errors and node.has_error, first.start_point[0]
            self._found.append(
                make(Found, (start_byte, end_byte, start_row, end_row, symbol, kind, damaged, joined, heading_level))
            )
        if level:
            # What makes no chunk though it could is code like any other (a table whose fields are functions).
            is_code = level == _CODE and not chunk and definition.kind is not None
            nodes = (first, last) if is_code else (None, None)
            self._code.append(make(Piece, (start_byte, *nodes, outer)))
        if definition.inside is Inside.ALWAYS:
            self._stack.append((node, within, _TOP if level and role.transparent else _INNER, _DENSE))
        elif definition.inside is Inside.HINTED and is_marked(self._marks, after, node.end_byte):
            self._stack.append((node, within, _INNER, after))
        return within if follows else place.outer

    def _spelled(self, node: Node, most: int) -> str:
        return " ".join(self._source[node.start_byte : node.end_byte].decode("utf-8", "replace").split())[:most]
