"""The rules of one language, put in terms of one grammar: numbers of node types instead of their names."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tree_sitter import Language

from goldkeeper.chunking.blanking import Blanked, Change, changed
from goldkeeper.chunking.rules.base import EVERYWHERE, Definition, LanguageRules

_ERROR_KIND: Final = 0xFFFF  # tree-sitter's fixed number for ERROR nodes
_NEAR: Final = 500  # bytes; heads of definitions are hardly longer


@dataclass(frozen=True, slots=True)
class Role:
    """What a type of node is to the walk; None stands for a named node that no rule lists.

    Attributes:
        simple: a definition named by a field, with nothing else to heed.
    """

    definition: Definition | None = None
    name_field: int = 0
    wrapper: bool = False
    prefix: bool = False
    always: bool = False
    hinted: bool = False
    transparent: bool = False
    comment: bool = False
    simple: bool = False


SILENT: Final = Role(comment=True)  # comments, tokens, and what the rules call silent
BROKEN: Final = Role(always=True)  # ERROR nodes may hold whole definitions


class Plan:
    """What the walk looks up while it runs."""

    def __init__(self, rules: LanguageRules, grammar: Language) -> None:
        self.rules: Final = rules
        self.grammar: Final = grammar
        patterns = (rules.hint,) if isinstance(rules.hint, bytes) else rules.hint
        hints = tuple(_marking(pattern) for pattern in patterns if pattern)
        self._hints: Final = hints + tuple(_marking(pattern) for pattern in rules.hint_without_error)
        self._hints_on_error: Final = hints + tuple(_marking(pattern) for pattern in rules.hint_on_error)
        self._masked: Final = tuple(Blanked(pattern, b"") for pattern in rules.masked)
        self._mends: Final = tuple(Blanked(pattern, instead) for pattern, instead in rules.mends)
        self.everywhere: Final = rules.hinted == EVERYWHERE
        self.has_followers: Final = any(each.following for each in rules.definitions.values())
        self.name_field: Final = grammar.field_id_for_name("name") or 0
        self.roles: Final[dict[int, Role | None]] = {_ERROR_KIND: BROKEN}
        for kind_id in range(grammar.node_kind_count):
            self.roles[kind_id] = self._role(grammar.node_kind_for_id(kind_id) or "", kind_id)

    def _role(self, kind: str, kind_id: int) -> Role | None:
        rules = self.rules
        if not self.grammar.node_kind_is_named(kind_id) or kind in rules.silent or kind in rules.comments:
            return SILENT
        definition = rules.definitions.get(kind)
        field = definition.name if definition and isinstance(definition.name, str) else ""
        role = Role(
            definition=definition,
            name_field=(self.grammar.field_id_for_name(field) or 0) if field else 0,
            wrapper=kind in rules.wrappers or kind in rules.hinted_wrappers,
            prefix=kind in rules.prefixes,
            always=kind in rules.containers,
            hinted=kind in rules.hinted or kind in rules.hinted_wrappers,
            transparent=kind in rules.transparent,
        )
        if role == Role():
            return None
        plain = definition is not None and not (role.wrapper or role.prefix or definition.following)
        return replace(
            role,
            simple=bool(plain and definition and role.name_field and definition.kind and definition.separator is None),
        )

    def marks(self, data: bytes, *, errors: bool) -> Sequence[int]:
        """Where definitions may begin, in bytes and ascending; the length of the data ends the list.

        A language without a hint has a mark at every byte.
        """
        if not self._hints:
            return range(len(data) + 1)
        hints = self._hints_on_error if errors else self._hints
        starts = [match.start(group) for hint, group in hints for match in hint.finditer(data)]
        starts.sort()
        starts.append(len(data))
        return starts

    def marks_again(self, marks: Sequence[int], data: bytes, stretches: Iterable[tuple[int, int]]) -> Sequence[int]:
        """Marks put right where the data or its tree is not what it was.

        Args:
            marks: of the data as it was, with errors.
            data: as it is.
            stretches: what changed, in bytes and ascending.
        """
        if not self._hints:
            return marks
        again: set[int] = set()
        at = 0
        for start, end in stretches:
            again.update(marks[at : bisect_left(marks, start)])
            at = bisect_left(marks, end)
            window = max(start - _NEAR, 0), end + _NEAR
            again.update(
                match.start(group) for hint, group in self._hints_on_error for match in hint.finditer(data, *window)
            )
        again.update(marks[at:])
        return sorted(again)

    def shown(self, data: bytes) -> bytes:
        """The file as the parser gets it: with blanks in place of what the grammar can't know."""
        for each in self._masked:
            changes = each.changes(data, (0, len(data)))
            if changes:
                data = changed(data, changes)
        return data

    def is_mendable(self, data: bytes, stretch: tuple[int, int]) -> bool:
        """Whether there are mends in a stretch of bytes."""
        return any(each.changes(data, stretch) for each in self._mends)

    def mends(self, data: bytes, stretch: tuple[int, int]) -> list[Change]:
        """What may help the grammar over correct code that it calls broken, in a stretch of bytes."""
        return [change for each in self._mends for change in each.changes(data, stretch)]


def _marking(pattern: bytes) -> tuple[re.Pattern[bytes], int]:
    """A hint, and the group whose beginning is the mark."""
    hint = re.compile(pattern)
    return hint, min(hint.groups, 1)


def is_marked(marks: Sequence[int], start: int, end: int) -> bool:
    """Whether a mark lies in a stretch of bytes, its end not included."""
    return marks[bisect_left(marks, start)] < end
