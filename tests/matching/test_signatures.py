"""What a function asks for."""

import pytest

from goldkeeper.matching.profiles import Lexicon
from goldkeeper.matching.signatures import Signatures
from tests.builders import a_chunk


def likeness(language: str, one: str, other: str) -> float | None:
    lexicon = Lexicon()
    profiles = [lexicon.profile(a_chunk("A.f", text=text, language=language)) for text in (one, other)]
    return Signatures(lexicon).likeness(*profiles)


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("java", "void f(String a, int b) {}", "void f(@Nullable final String name, int count) {}"),
        ("java", "void f(Map<String, List<X>> a) {}", "void f(@Size(max = 3) Map<String, List<X>> b) {}"),
        ("go", "func f(a int, b ...string) {}", "func f(x int, y ...string) {}"),
        ("rust", "fn f(&self, a: &str) {}", "fn f(&mut self, b: &str) {}"),
        ("python", "def f(a: int = 3): return a", "def f(b: int): return b"),
        ("cpp", "int f(const std::string& a) {}", "int f(const std::string& b) {}"),
    ],
)
def test_a_parameter_that_is_only_called_otherwise_is_the_same(language: str, one: str, other: str) -> None:
    assert likeness(language, one, other) == 1.0


def test_an_annotation_before_the_function_is_no_parameter_list() -> None:
    assert likeness("java", "@Test(expected = X.class) void f(int a) {}", "void f(int b) {}") == 1.0


def test_another_type_is_another_overload() -> None:
    assert likeness("java", "void f(List<X> a, int b) {}", "void f(Set<X> a, int b) {}") == 0.5
    assert likeness("java", "void f() {}", "void f(int a) {}") == 0.0


def test_where_no_types_are_written_there_is_nothing_to_compare() -> None:
    assert likeness("python", "def f(a, b): return a", "def f(a, c): return a") is None


@pytest.mark.parametrize(
    ("language", "text", "has_one"),
    [
        ("java", "void f(int a);", False),
        ("java", "void f(int a) { go(); }", True),
        ("python", "def f(self):\n    ...", False),
        ("python", "def f(self):\n    return 1", True),
        ("rust", "fn f(&self) -> u8;", False),
        ("kotlin", "fun f() = 3", True),
    ],
)
def test_a_declaration_has_no_body(language: str, text: str, has_one: bool) -> None:
    lexicon = Lexicon()
    chunk = a_chunk("A.f", text=text, language=language)
    assert Signatures(lexicon).has_body(lexicon.profile(chunk)) is has_one
