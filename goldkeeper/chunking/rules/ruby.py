"""Ruby. `A::B#c` for instance methods, `A::B.c` for those of the class, `c` for a method in no class.

Methods that `attr_*` and `alias` make have no body and no chunk; `define_method(:name) { … }` has.
A method defined within a method belongs to the class, not to the outer method. What
`module_function` turns into methods of the module keeps its `#`.
"""

from tree_sitter import Node

from goldkeeper.chunking.rules.base import EVERYWHERE, Definition, Inside, LanguageRules, Named, class_like, text_of
from goldkeeper.model.chunks import ChunkKind

_INSTANCE, _SINGLETON = "#", "."
_SCOPES = frozenset({"class", "module", "singleton_class", "program"})
_CLASS_MAKERS = frozenset({"Class.new", "Module.new", "Struct.new", "Data.define"})
_DEFINERS = {"define_method": _INSTANCE, "define_singleton_method": _SINGLETON}
_LITERALS = frozenset({"simple_symbol", "string", "bare_string", "bare_symbol"})
_FUNCTION_MAKERS = frozenset({"lambda", "proc"})


def _constant(node: Node) -> str:
    return text_of(node.child_by_field_name("name")).removeprefix("::")


def _method_separator(node: Node) -> str:
    scope = node.parent
    while scope is not None and scope.type not in _SCOPES:
        scope = scope.parent
    return _SINGLETON if scope is not None and scope.type == "singleton_class" else _INSTANCE


def _method(node: Node) -> Named | None:
    name = text_of(node.child_by_field_name("name"))
    return Named(name, inside="", separator=_method_separator(node)) if name else None


def _singleton_method(node: Node) -> Named | None:
    name = text_of(node.child_by_field_name("name"))
    owner = node.child_by_field_name("object")
    if not name:
        return None
    # Inside `module Shop`, `def Shop.open` is `def self.open` by another spelling.
    if owner is None or owner.type == "self" or text_of(owner) == _enclosing_name(node):
        return Named(name, inside="", separator=_SINGLETON)
    return Named(f"{text_of(owner)}.{name}", inside="")


def _enclosing_name(node: Node) -> str:
    scope = node.parent
    while scope is not None and scope.type not in _SCOPES:
        scope = scope.parent
    return _constant(scope) if scope is not None and scope.type in {"class", "module"} else ""


def _call(node: Node) -> Named | None:
    method = text_of(node.child_by_field_name("method"))
    if method not in _DEFINERS or node.child_by_field_name("block") is None:
        return None
    arguments = node.child_by_field_name("arguments")
    first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
    if first is None or first.type not in _LITERALS or any(c.type == "interpolation" for c in first.named_children):
        return None
    name = text_of(first).removeprefix(":").strip("\"'")
    separator = _method_separator(node) if _DEFINERS[method] == _INSTANCE else _SINGLETON
    return Named(name, inside="", separator=separator)


def _assignment(node: Node) -> Named | None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return None
    is_constant = left.type in {"constant", "scope_resolution"}
    if is_constant and right.type == "call":
        maker = f"{text_of(right.child_by_field_name('receiver'))}.{text_of(right.child_by_field_name('method'))}"
        if maker.removeprefix("::") in _CLASS_MAKERS:
            return Named(text_of(left).removeprefix("::"), kind=ChunkKind.CLASS)
    is_outermost = node.parent is not None and node.parent.type == "program"
    if (is_constant or is_outermost) and _makes_function(right):
        return Named(text_of(left), inside="")
    return None


def _makes_function(value: Node) -> bool:
    if value.type == "lambda":
        return True
    if value.type != "call" or value.child_by_field_name("block") is None:
        return False
    receiver = text_of(value.child_by_field_name("receiver"))
    method = text_of(value.child_by_field_name("method"))
    return (not receiver and method in _FUNCTION_MAKERS) or (receiver == "Proc" and method == "new")


RULES = LanguageRules(
    language="ruby",
    suffixes=(".rb", ".rake", ".gemspec", ".ru", ".podspec", ".jbuilder"),
    file_names=("Rakefile", "Gemfile", "Vagrantfile", "Guardfile", "Podfile", "Capfile", "Brewfile", "Fastfile"),
    wheel="tree_sitter_ruby",
    carried="ruby",
    definitions={
        "class": class_like(_constant),
        "module": class_like(_constant),
        "singleton_class": Definition(None, lambda _: Named("", inside="", chunk=False)),
        "method": Definition(ChunkKind.FUNCTION, _method, Inside.HINTED),
        "singleton_method": Definition(ChunkKind.FUNCTION, _singleton_method, Inside.HINTED),
        "call": Definition(ChunkKind.FUNCTION, _call, Inside.HINTED),
        "assignment": Definition(ChunkKind.FUNCTION, _assignment, Inside.HINTED),
    },
    containers=frozenset({"body_statement"}),
    hinted=EVERYWHERE,
    hint=(
        rb"def(?:ine_(?:singleton_)?method)?\b",
        rb"class\b",
        rb"module\b",
        rb"Class\s*\.\s*new\b",
        rb"Module\s*\.\s*new\b",
        rb"Struct\s*\.\s*new\b",
        rb"Proc\s*\.\s*new\b",
        rb"Data\s*\.\s*define\b",
        rb"lambda\b",
        rb"proc\b",
        rb"->",
    ),
    silent=frozenset({"empty_statement"}),
    separator="::",
)
