"""How things look on the screen: colours, and the signs that say the same without them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from goldkeeper.reporting.side_by_side import RowKind
from goldkeeper.reporting.syntax import SyntaxClass

# The sixteen colours that every terminal has, so that a light and a dark one both keep their own.
SYNTAX: Final[Mapping[SyntaxClass, str]] = MappingProxyType(
    {
        SyntaxClass.KEYWORD: "bold",
        SyntaxClass.NAME: "",
        SyntaxClass.STRING: "cyan",
        SyntaxClass.NUMBER: "cyan",
        SyntaxClass.COMMENT: "italic dim",
        SyntaxClass.MARK: "",
        SyntaxClass.BLANK: "",
    }
)
REMOVED = "red"
ADDED = "green"
WORD_REMOVED = "bold reverse red"
WORD_ADDED = "bold reverse green"
LABEL = "bold"
QUIET = "dim"
DOUBT = "bold yellow"
GOOD = "green"
BAD = "bold red"

CURSOR = "▸ "
LEFT_OUT = "- "  # of a group's answer
NO_CURSOR = "  "
SIGNS: Final[Mapping[RowKind, tuple[str, str]]] = MappingProxyType(
    {
        RowKind.SAME: (" ", " "),
        RowKind.CHANGED: ("-", "+"),
        RowKind.REMOVED: ("-", " "),
        RowKind.ADDED: (" ", "+"),
        RowKind.GAP: (" ", " "),
    }
)
