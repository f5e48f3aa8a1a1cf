"""A syntax error costs the damaged lines and not the file."""

from collections.abc import Sequence

import pytest

from goldkeeper.chunking import recovery
from goldkeeper.chunking.blanking import Change
from goldkeeper.chunking.bounded import BoundedParser
from goldkeeper.chunking.chunker import DefinitionChunker
from goldkeeper.chunking.damage import Lines
from goldkeeper.chunking.plan import Plan
from goldkeeper.chunking.reading import Reading, read_again
from goldkeeper.model.chunks import BlobId, FileChunks, Span
from tests.chunking.cutting import cut


def cut_lines(path: str, source: str) -> tuple[list[str], list[str]]:
    """Chunks that are no top-level code, as `start-end:symbol`, and the damage."""
    file = cut(path, source)
    named = [f"{c.span}:{c.symbol}" for c in file.chunks if c.kind != "module"]
    return named, [str(span) for span in file.damage]


def test_an_open_bracket_in_a_signature_leaves_the_siblings() -> None:
    source = 'def good_a():\n    return "a"\n\n\ndef broken(x:\n    return (x\n\n\ndef good_b():\n    return "b"\n'
    assert cut_lines("m.py", source) == (["1-2:good_a", "9-10:good_b"], ["5-6"])


@pytest.mark.parametrize(
    ("path", "source", "chunks", "damage"),
    [
        (
            "A.java",
            "class A {\n  void a() {\n    if (x) {\n  }\n  void b() { y(); }\n  int c() { return 1; }\n}\nclass B {}\n",
            ["1-7:A", "2-4:A.a", "5-5:A.b", "6-6:A.c", "8-8:B"],
            ["2-4"],
        ),
        (
            "a.js",
            "function a() {\n  if (x) {\n}\nfunction b() {\n  return 1;\n}\nfunction c() {\n return 2; }\n",
            ["1-3:a", "4-6:b", "7-8:c"],
            ["1-3"],
        ),
        (
            "a.go",
            "package p\nfunc a() {\n  if x {\n}\nfunc b() int {\n  return 1\n}\nfunc c() int {\n return 2 }\n",
            ["2-4:a", "5-7:b", "8-9:c"],
            ["2-4"],
        ),
        (
            "a.cpp",
            "int a(int x {\n  return (x;\n}\nint b() {\n  return 1;\n}\nclass C { int d() { return 2; } };\n",
            ["4-6:b", "7-7:C", "7-7:C::d"],
            ["1-3"],
        ),
        (
            "A.java",
            "class A {\n  void a() {\n  }\n\nclass B {\n  void d() {}\n}\n",
            ["1-3:A", "2-3:A.a", "5-7:B", "6-6:B.d"],
            ["1-3"],
        ),
        (
            "a.py",
            "class A:\n    def a(self):\n        return [1,\n\n    def b(self):\n        return 2\n\ndef d(): pass\n",
            ["1-6:A", "2-3:A.a", "5-6:A.b", "8-8:d"],
            ["2-3"],
        ),
    ],
)
def test_an_unclosed_bracket_costs_what_it_stands_in(
    path: str, source: str, chunks: list[str], damage: list[str]
) -> None:
    assert cut_lines(path, source) == (chunks, damage)


def test_an_error_between_class_and_method_keeps_the_namespace_around() -> None:
    source = (
        "namespace ns {\n\nclass Pool {\n public:\n  Pool(int n)\n      :\n#ifndef QUIET\n        limit_(n),\n#endif\n"
        "        free_(n) {\n  }\n\n  int Take() { return 1; }\n};\n\nint after() { return 2; }\n\n}\n"
    )
    chunks, damage = cut_lines("pool.cc", source)
    assert chunks == ["3-14:ns::Pool", "13-13:ns::Pool::Take", "16-16:ns::after"]
    assert damage == ["5-6"]  # the head of the constructor; the rest of it is no statement of its own


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.cpp", "API int f() {\n  return 1;\n}\n"),
        ("a.cpp", "class A {\n  Q_OBJECT\n  int f() { return 1; }\n};\n"),
        ("a.js", "function f() {\n  return 1;\n}}\n"),
        ("a.ts", "interface A<out T> { a: T }\nfunction f() {}\n"),
    ],
)
def test_a_fault_that_takes_nothing_away_is_no_damage(path: str, source: str) -> None:
    chunks, damage = cut_lines(path, source)
    assert any(chunk.endswith("f") for chunk in chunks)
    assert damage == []


def test_macros_that_the_grammar_cannot_know_hide_no_class() -> None:
    source = (
        "namespace ns VISIBILITY(default) {\nBEGIN_API\n\nclass API_EXPORT Box final : public Base {\n public:\n"
        "  int size() const NOEXCEPT { return 1; }\n};\n\nstruct ALIGNED(16) Pair { int a; };\nEND_API\n}\n"
    )
    assert cut_lines("box.h", source)[0] == ["4-7:ns::Box", "6-6:ns::Box::size", "9-9:ns::Pair"]


def test_several_damaged_places_are_all_passed_over() -> None:
    broken = "".join(f"def broken{n}(x:\n    return (x\n\n\ndef good{n}():\n    return {n}\n\n\n" for n in range(4))
    chunks, damage = cut_lines("m.py", broken)
    assert [chunk.partition(":")[2] for chunk in chunks] == ["good0", "good1", "good2", "good3"]
    assert damage == ["1-2", "9-10", "17-18", "25-26"]


def test_what_is_no_source_at_all_is_damage_and_no_failure() -> None:
    for path in ("a.py", "a.c", "A.java", "a.ts"):
        file = cut(path, "def f(:\n x = {[(\n" * 300)
        assert file.damage


def test_damage_lies_within_the_file_and_chunks_keep_their_lines() -> None:
    source = "def a(:\n  x\n\ndef b():\n  pass"
    file = DefinitionChunker().chunk_file("a.py", BlobId("0"), source.encode())
    assert isinstance(file, FileChunks)
    assert all(Span(1, 5).holds(span) for span in file.damage)
    assert [chunk.text for chunk in file.chunks if chunk.symbol == "b"] == ["def b():\n  pass"]


def test_a_head_on_several_lines_is_not_cut_from_what_is_broken_below() -> None:
    template = (
        "namespace n {\n\ntemplate <typename T>\nclass Box {\npublic:\n  int size(NOT a type(x) {\n    return (1;\n"
        "  }\n  int full() { return 1; }\n};\n\nint after() { return 2; }\n\n}\n"
    )
    chunks = ["3-10:n::Box", "6-8:n::Box::size", "9-9:n::Box::full", "12-12:n::after"]
    assert cut_lines("box.cc", template) == (chunks, [])
    decorated = "@cached\ndef first(x:\n    return 1\n\n\n@cached\ndef second(x):\n    return 2\n"
    assert cut_lines("m.py", decorated) == (["6-8:second"], ["1-3"])


def test_a_function_whose_type_has_a_line_of_its_own_stays_one_chunk_when_something_in_it_is_broken() -> None:
    source = (
        "static int\nfirst(int a)\n{\n  FOREACH(x, y) struct {;\n  return 1;\n}\n\n"
        "int\nsecond(void)\n{\n  return 2;\n}\n"
    )
    chunks, _ = cut_lines("a.c", source)
    assert "8-12:second" in chunks
    assert not [chunk for chunk in chunks if chunk.startswith(("1-1:", "2-"))]


def test_a_head_over_several_lines_is_not_cut_off_for_a_longer_word_in_front_of_its_name() -> None:
    source = (
        "template <typename PropertyType, typename Matcher>\n"
        "inline Polymorphic<\n    PropertyType (Class::*)() const>\n"
        "Property(PropertyType (Class::*property)() const,\n         const Matcher& matcher) {\n"
        "  return make(property, matcher);\n}\n\nint after() { return 1; }\n"
    )
    assert cut_lines("a.h", source)[0] == ["1-7:Property", "9-9:after"]


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The length of the file for each time it is read again."""
    lengths: list[int] = []

    def counted(plan: Plan, parser: BoundedParser, before: Reading, changes: Sequence[Change], lines: Lines) -> Reading:
        lengths.append(len(before.data))
        return read_again(plan, parser, before, changes, lines)

    monkeypatch.setattr(recovery, "read_again", counted)
    return lengths


def test_a_label_at_the_margin_is_no_end_of_a_broken_function(readings: list[int]) -> None:
    source = """\
int f(int a)
{
  if(a)
    goto out;
  each_of(a, FIRST const) b;
  d(a b c);

out:
  return a;
}

int g(void)
{
  return 1;
}
"""
    found, damage = cut_lines("a.c", source)
    assert found == ["1-10:f", "12-15:g"]
    assert damage == []
    assert readings == []


def test_pieces_of_a_string_at_the_margin_are_no_end_of_a_broken_function() -> None:
    source = """\
static void usage(void) {
    const char *more =
#ifdef SECURE
"  --secure\\n"
#ifdef SECURER
"  --securer\\n"
#endif
#endif
"";
    puts(
"Usage: tool\\n"
    );
}

int g(void) {
    return 1;
}
"""
    found, _ = cut_lines("a.c", source)
    assert found == ["1-13:usage", "15-17:g"]


def test_a_list_of_strings_is_not_read_again_from_each_of_them(readings: list[int]) -> None:
    entry = '  "%d: "\n#ifdef NO_%d\n  "OFF"\n#else\n  "ON"\n#endif\n  ,\n'
    entries = "".join(entry % (at, at) for at in range(9))
    found, _ = cut_lines("a.c", f"static const char *all[] = {{\n{entries}}};\n\nint g(void)\n{{\n  return 1;\n}}\n")
    assert found == ["67-70:g"]
    assert readings == []


def test_a_head_that_is_indented_more_than_its_body_keeps_the_body() -> None:
    source = """\
namespace n {
template <class K, class V>
typename Map<
    K,
    V>::Result Map<
    K,
    V>::insert(K key) {
again:
  find(key);
#if A
  if (found) {
#else
  if (lost) {
#endif
    goto again;
  }
}

template <class K, class V>
void Map<K, V>::clear() {
  drop();
}
}
"""
    found, _ = cut_lines("a.h", source)
    assert found == ["2-17:n::Map::insert", "19-22:n::Map::clear"]


def test_in_a_large_file_what_opens_nothing_within_a_block_is_no_reason_to_read_it_again(readings: list[int]) -> None:
    swapped = """\
#ifdef A
int f(int a)
{
\tif (a) {
\t\tif (b > c)
#ifdef B
\t\t\tdrop((void*)a);
#else
\t\t\tfree((void*)a);
#endif
\t\telse {
\t\t\tkeep();
\t\t}
\t}
}

"""
    many = "".join(f"int f{at}(int a)\n{{\n\treturn a + {at};\n}}\n\n" for at in range(1_500))
    crossed = "int g(int a)\n{\n#if B\n\tif (b) {\n#else\n\tif (c) {\n#endif\n\t\td();\n\t}\n\tx();\n}\n"
    found, damage = cut_lines("a.c", swapped + many + crossed)
    assert found[:2] == ["2-15:f", "17-20:f0"]
    assert len(found) >= 1_501
    assert damage != []
    assert readings == []
