"""Python, held against the language's own parser."""

import ast
import re
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from goldkeeper.model.chunks import ChunkKind
from tests.chunking.cutting import cut, table

LIBRARY = Path(sysconfig.get_path("stdlib"))
MODULES = (
    "asyncio/base_events.py",
    "dataclasses.py",
    "typing.py",
    "enum.py",
    "functools.py",
    "ssl.py",
    "json/decoder.py",
)


def definitions(tree: ast.AST) -> Iterator[tuple[int, int, str]]:
    """First line, decorators included, last line and symbol of everything that is defined."""
    stack: list[tuple[ast.AST, str]] = [(tree, "")]
    while stack:
        parent, outer = stack.pop()
        for node in ast.iter_child_nodes(parent):
            symbol = outer
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                symbol = f"{outer}.{node.name}" if outer else node.name
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                yield first, node.end_lineno or 0, symbol
            if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Lambda):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                if isinstance(target, ast.Name):
                    symbol = f"{outer}.{target.id}" if outer else target.id
                    yield node.lineno, node.end_lineno or 0, symbol
            stack.append((node, symbol))


@pytest.mark.parametrize("module", MODULES)
def test_every_definition_of_the_standard_library_has_the_span_that_python_gives_it(module: str) -> None:
    source = (LIBRARY / module).read_text(encoding="utf-8")
    found = [
        (chunk.span.start, chunk.span.end, re.sub(r"#\d+$", "", chunk.symbol))
        for chunk in cut(module, source).chunks
        if chunk.kind is not ChunkKind.MODULE
    ]
    assert found
    # Comments at the end of a body belong to it here, and to nothing there.
    lines = source.split("\n")
    for number, (first, last, symbol) in enumerate(found):
        while lines[last - 1].lstrip().startswith("#") or not lines[last - 1].strip():
            last -= 1  # noqa: PLW2901  # the line above
        found[number] = first, last, symbol
    assert sorted(found) == sorted(definitions(ast.parse(source)))


def test_a_lambda_that_is_bound_to_a_name_is_a_function() -> None:
    source = (
        "double = lambda n: 2 * n\n\nclass Shop:\n"
        "    price: Callable = lambda self: (\n        self.net * 1.19\n    )\n\n"
        "def sort(books):\n    by_title = lambda book: book.title\n    books.sort(key=lambda book: book.year)\n"
        "    table['x'] = lambda: None\n    self.hook = lambda: None\n    return by_title\n"
    )
    assert (
        table("shop.py", source)
        == """
    1-1:double function
    3-6:Shop class
    4-6:Shop.price function
    8-13:sort function
    9-9:sort.by_title function
    """
    )


def test_getter_setter_and_deleter_share_a_symbol_and_not_a_span() -> None:
    source = (
        "class Box:\n    def __init__(self):\n        self._size = 0\n\n    @property\n    def size(self):\n"
        "        return self._size\n\n    @size.setter\n    def size(self, value):\n        self._size = int(value)\n\n"
        "    @size.deleter\n    def size(self):\n        self._size = 0\n"
    )
    expected = """
    1-15:Box class
    2-3:Box.__init__ function
    5-7:Box.size function
    9-11:Box.size function
    13-15:Box.size function
    """
    assert table("box.py", source) == expected


def test_definitions_in_statements_and_functions_are_found() -> None:
    source = (
        "def outer():\n    async def inner():\n        class Local:\n            pass\n    return inner\n\n"
        "if True:\n    try:\n        def a(): pass\n    except E:\n        def b(): pass\n"
        "    finally:\n        def c(): pass\n"
        "for x in y:\n    with z:\n        match x:\n            case 1:\n                def d(): pass\n"
        "        while x:\n            class e: pass\n        else:\n            def g(): pass\n"
    )
    named = [chunk.symbol for chunk in cut("a.py", source).chunks if chunk.kind is not ChunkKind.MODULE]
    assert named == ["outer", "outer.inner", "outer.inner.Local", "a", "b", "c", "d", "e", "g"]


def test_characters_of_many_bytes_move_no_chunk() -> None:
    source = (
        '# приветствие 👋🏽 — 挨拶\nGREET = {"ja": "こんにちは", "emoji": "🎉🎉🎉"}\n\n\n'
        'def first(name):\n    return "👋 " + name\n\n\ndef second(a, b):\n    total = a + b\n    return total\n'
    )
    first, second = cut("app/greet.py", source).chunks[1:]
    assert str(first.id) == "app/greet.py:5-6:first"
    assert first.text == 'def first(name):\n    return "👋 " + name'
    assert str(second.id) == "app/greet.py:9-11:second"
    assert second.text == "def second(a, b):\n    total = a + b\n    return total"


def test_names_beyond_ascii_are_kept_whole() -> None:
    assert [chunk.symbol for chunk in cut("a.py", "class Größe:\n    def été(self): pass\n").chunks] == [
        "Größe",
        "Größe.été",
    ]
