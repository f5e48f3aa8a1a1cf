"""Common Lisp and Emacs Lisp, from tree-sitter-languages.

A form that begins with a defining word is a definition wherever it stands, named by what follows:
`add`, `(setf total)`. Variables (`defvar`, `defcustom`) are top-level code.
"""

from tree_sitter import Node

from goldkeeper.chunking.rules.base import EVERYWHERE, Definition, Inside, LanguageRules, Named, function, text_of
from goldkeeper.model.chunks import ChunkKind

_TYPE_WORDS = frozenset({"defclass", "defstruct", "define-condition", "deftype"})
_ELISP_TYPE_WORDS = frozenset({"cl-defstruct", "defclass", "cl-deftype"})
_ELISP_FUNCTION_WORDS = frozenset(
    {
        "cl-defun",
        "cl-defmacro",
        "cl-defsubst",
        "cl-defmethod",
        "cl-defgeneric",
        "defadvice",
        "define-minor-mode",
        "define-derived-mode",
        "define-globalized-minor-mode",
        "define-inline",
        "ert-deftest",
        "iter-defun",
    }
)


def _common_form(node: Node) -> Named | None:
    parts = node.named_children[:2]
    if parts and parts[0].type == "defun":  # the grammar's own node for functions, inside the parentheses
        header = parts[0].named_children[0]
        name = text_of(header.child_by_field_name("function_name"))
        return Named(name) if name else None
    if len(parts) < 2 or parts[0].type != "sym_lit" or text_of(parts[0]).lower() not in _TYPE_WORDS:
        return None
    return Named(_first_of(parts[1]), kind=ChunkKind.CLASS)


def _first_of(name: Node) -> str:
    """`(point (:conc-name p-))`, a structure's name with options, is called `point`."""
    return (
        text_of(name.named_children[0]) if name.type in {"list_lit", "list"} and name.named_children else text_of(name)
    )


_COMMON_LISP = LanguageRules(
    language="commonlisp",
    suffixes=(".lisp", ".lsp", ".asd"),
    carried="commonlisp",
    definitions={"list_lit": Definition(ChunkKind.FUNCTION, _common_form, Inside.HINTED)},
    hinted=EVERYWHERE,
    hint=(rb"\(\s*(?:[\w-]+::?)?(?i:def(?:un|macro|method|generic|class|struct|type|ine-condition))",),
    comments=frozenset({"comment", "block_comment"}),
)


def _elisp_form(node: Node) -> Named | None:
    parts = node.named_children[:2]
    if len(parts) < 2 or parts[0].type != "symbol":
        return None
    word = text_of(parts[0])
    if word in _ELISP_TYPE_WORDS:
        return Named(_first_of(parts[1]), kind=ChunkKind.CLASS)
    return Named(text_of(parts[1])) if word in _ELISP_FUNCTION_WORDS else None


_EMACS_LISP = LanguageRules(
    language="elisp",
    suffixes=(".el",),
    file_names=(".emacs",),
    carried="elisp",
    definitions={
        "function_definition": function(),
        "macro_definition": function(),
        "list": Definition(ChunkKind.FUNCTION, _elisp_form, Inside.HINTED),
    },
    hinted=EVERYWHERE,
    hint=(rb"\(\s*(?:cl-|iter-|ert-)?def(?:un|macro|subst|method|generic|struct|class|type|advice|test|ine-)",),
)

RULES = (_COMMON_LISP, _EMACS_LISP)
