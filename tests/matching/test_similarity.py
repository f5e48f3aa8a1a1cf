import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.matching.profiles import Lexicon, Profile
from goldkeeper.matching.similarity import body_likeness, name_likeness, name_words, parameter_likeness, size_likeness
from tests.builders import a_chunk

NAMES = st.text(alphabet="abXY_19=!", min_size=1, max_size=12)


def profile(text: str, symbol: str = "f", language: str = "java", lexicon: Lexicon | None = None) -> Profile:
    return (lexicon or Lexicon()).profile(a_chunk(symbol, text=text, language=language))


def two(one: str, other: str, symbols: tuple[str, str] = ("f", "f")) -> tuple[Profile, Profile]:
    lexicon = Lexicon()
    return profile(one, symbols[0], lexicon=lexicon), profile(other, symbols[1], lexicon=lexicon)


def test_a_renamed_recursion_has_the_same_body() -> None:
    one, other = two("int f(int n) { return f(n - 1); }", "int g(int n) { return g(n - 1); }", ("f", "g"))
    assert body_likeness(one, other) == 1.0


def test_a_class_name_inside_its_members_is_no_difference() -> None:
    one, other = two("A f() { return new A(); }", "B f() { return new B(); }", ("A.f", "B.f"))
    assert body_likeness(one, other) == 1.0


def test_no_text_is_like_nothing() -> None:
    one, other = two("", "")
    assert body_likeness(one, other) == 0.0


def test_parameters_are_compared_without_decoration() -> None:
    one, other = two("int f(final int a) {}", "int f(int a) {}")
    assert parameter_likeness(one, other) == 1.0


def test_parameter_types_tell_overloads_apart() -> None:
    one, other = two("int f(int a) {}", "int f(String a) {}")
    assert parameter_likeness(one, other) < 1.0
    assert (one.parameter_count, profile("int f() {}").parameter_count, profile("int f;").parameter_count) == (1, 0, -1)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("parseHTTPHeader", ["parse", "http", "header"]),
        ("snake_case2", ["snake", "case", "2"]),
        ("__init__", ["init"]),
        ("operator==", ["operator"]),
        ("", []),
    ],
)
def test_a_name_is_made_of_words(name: str, words: list[str]) -> None:
    assert list(name_words(name)) == words


def test_punctuation_and_case_count_in_names() -> None:
    assert name_likeness("operator==", "operator!=") < 1.0
    assert name_likeness("value", "Value") < 1.0


def test_words_may_change_places() -> None:
    assert name_likeness("readFile", "fileRead") > name_likeness("readFile", "readLine")


@given(NAMES, NAMES)
def test_likeness_of_names_is_a_share_and_1_only_for_equal_ones(one: str, other: str) -> None:
    likeness = name_likeness(one, other)
    assert 0.0 <= likeness <= 1.0
    assert (likeness == 1.0) == (one == other)


@given(st.integers(0, 50), st.integers(0, 50))
def test_sizes_are_alike_either_way_round(one: int, other: int) -> None:
    assert size_likeness(one, other) == size_likeness(other, one)
