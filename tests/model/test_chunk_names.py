"""The names inside a symbol, as the languages spell them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.chunks import ChunkId, Span, last_name, outer_names, without_ordinal
from goldkeeper.model.errors import MalformedChunkId


@pytest.mark.parametrize(
    ("symbol", "outer", "name"),
    [
        # C++
        ("ns::V::operator/", "ns::V", "operator/"),
        ("ns::V::operator->*", "ns::V", "operator->*"),
        ("V::operator()", "V", "operator()"),
        ("V::operator new[]", "V", "operator new[]"),
        ("V::operator std::string", "V", "operator std::string"),
        ('ns::operator""_km', "ns", 'operator""_km'),
        ("ns::operator_table::find", "ns::operator_table", "find"),
        ("V::~V", "V", "~V"),
        # C#
        ("V.operator +", "V", "operator +"),
        ("V.operator System.Decimal", "V", "operator System.Decimal"),
        ("V.this[]", "V", "this[]"),
        # Swift
        ("Range...<", "Range", "..<"),
        ("Range....", "Range", "..."),
        ("...", "", "..."),
        ("V./", "V", "/"),
        # Kotlin
        ("V.plus", "V", "plus"),
        ("V.is. ok", "V", "is. ok"),
        ("V.`a.b`", "V", "`a.b`"),
        # Ruby
        ("V#/", "V", "/"),
        ("V#[]=", "V", "[]="),
        ("V#<=>", "V", "<=>"),
        ("V#-@", "V", "-@"),
        ("V.===", "V", "==="),
        ("V#save!", "V", "save!"),
        # Scala
        ("List.::", "List", "::"),
        ("List.:::", "List", ":::"),
        ("List./:", "List", "/:"),
        ("V.##", "V", "##"),
        ("V.unary_!", "V", "unary_!"),
        # Elixir, Haskell, Python
        ("Kernel.//2", "Kernel", "//2"),
        ("V.+/2", "V", "+/2"),
        ("<+>", "", "<+>"),
        ("operators.add", "operators", "add"),
        ("operator.add", "operator", "add"),
    ],
)
def test_an_operator_is_a_name_and_what_is_only_called_so_is_not(symbol: str, outer: str, name: str) -> None:
    assert (outer_names(symbol), last_name(symbol)) == (outer, name)
    assert (outer_names(f"{symbol}#2"), last_name(f"{symbol}#2")) == (outer, name)


def test_only_an_ordinal_is_taken_off() -> None:
    assert [without_ordinal(s) for s in ("run#2", "Cart#run", "Cart#run#12", "a#2b", "#2")] == [
        "run",
        "Cart#run",
        "Cart#run",
        "a#2b",
        "#2",
    ]


@given(st.text(alphabet='abC1 .:#/<>()[]"`_=+-!~', min_size=1, max_size=20))
def test_a_name_is_never_empty_and_ends_its_symbol(symbol: str) -> None:
    bare = without_ordinal(symbol)
    assert last_name(symbol)
    assert bare.endswith(last_name(symbol)) or symbol.endswith(last_name(symbol))
    assert symbol.startswith(outer_names(symbol))


@pytest.mark.parametrize(
    ("text", "path", "start", "end", "symbol"),
    [
        ("docs/guide.md:41-80", "docs/guide.md", 41, 80, ""),
        ("at 9:10-11/plan.py:1-3", "at 9:10-11/plan.py", 1, 3, ""),
        ("a.py:1-3:f", "a.py", 1, 3, "f"),
    ],
)
def test_an_id_without_a_symbol_is_one_where_that_is_allowed(
    text: str, path: str, start: int, end: int, symbol: str
) -> None:
    found = ChunkId.parse(text, bare=True)
    assert (found.path, found.span, found.symbol) == (path, Span(start, end), symbol)
    assert str(found) == text


@pytest.mark.parametrize("text", ["a.py:1-2", "a.py:1-2:", "a.py"])
def test_an_id_without_a_symbol_is_none_anywhere_else(text: str) -> None:
    with pytest.raises(MalformedChunkId):
        ChunkId.parse(text)


@pytest.mark.parametrize("text", ["a.py:2-1", "a.py:0-4", "a.py:1-2:", ":1-2"])
def test_lines_that_are_none_are_no_id_either_way(text: str) -> None:
    with pytest.raises(MalformedChunkId):
        ChunkId.parse(text, bare=True)
