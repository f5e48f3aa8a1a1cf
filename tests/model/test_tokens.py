import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.tokens import DEDENT, INDENT, NEWLINE, token_digest, token_stream

LANGUAGES = (
    "python",
    "java",
    "cpp",
    "javascript",
    "rust",
    "ruby",
    "lua",
    "sql",
    "haskell",
    "commonlisp",
    "bash",
    "markdown",
    "klingon",
)


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("python", "def f(a):\n    return a", "def f(a):  # why\n\n    return a"),
        ("python", "total(a, b)", "total(\n    a,\n    b)"),
        ("java", "int f() { return 1; }", "int f()\n{\n  // one\n  return 1; /* really */\n}"),
        ("cpp", "a = b; // c", "a = b;"),
        ("javascript", "const a = /x/.test(b)", "const a = /x/.test(b) // why"),
        ("lua", "local a = 1 --[[ long\ncomment ]]", "local a = 1"),
        ("sql", "select 'a' -- all", "select 'a'"),
        ("haskell", "f x = x {- why -}", "f x = x"),
        ("commonlisp", "(f x) ; why", "(f  x)"),
        ("bash", "echo a # why", "echo a"),
        ("ruby", "def f\n  1 # one\nend", "def f\n    1\nend"),
        ("markdown", "# Title\nSome words", "#  Title\n\nSome   words"),
    ],
)
def test_comments_and_layout_make_no_difference(language: str, one: str, other: str) -> None:
    assert token_digest(one, language) == token_digest(other, language)


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("python", "if a:\n    b()\n    c()", "if a:\n    b()\nc()"),
        ("python", 'def f():\n    """Old."""', 'def f():\n    """New."""'),
        ("python", "s = 'a # b'", "s = 'a'"),
        ("javascript", "return\na", "return a"),
        ("java", 'f("a // b")', 'f("a ")'),
        ("go", "f := `a // b`", "f := `a `"),
        ("ruby", "foo\n-1", "foo -1"),
        ("bash", 'echo "$#"', 'echo "$"'),
        ("rust", "fn f<'a>() {}", "fn f<'b>() {}"),
        ("cpp", 'R"x(a // b)x"', 'R"x(a)x"'),
        ("yaml", "a:\n  b: 1\nc: 2", "a:\n  b: 1\n  c: 2"),
    ],
)
def test_what_the_code_says_makes_a_difference(language: str, one: str, other: str) -> None:
    assert token_digest(one, language) != token_digest(other, language)


def test_indentation_stays_as_marks() -> None:
    assert token_stream("if a:\n    b\nc", "python") == ("if", "a", ":", NEWLINE, INDENT, "b", NEWLINE, DEDENT, "c")


def test_a_function_that_moved_into_a_class_keeps_its_stream() -> None:
    flat = "def f(a):\n    if a:\n        return 1\n    return 2"
    nested = "\n".join(f"    {line}" for line in flat.split("\n"))
    assert token_stream(flat, "python") == token_stream(nested, "python")


def test_an_open_string_ends_with_its_line() -> None:
    assert token_stream("s = 'open\nt = 1", "python") == ("s", "=", "'open", NEWLINE, "t", "=", "1")


def test_lifetimes_are_no_strings() -> None:
    assert "str" in token_stream("fn f<'a>(x: &'a str) {}", "rust")


@given(st.text(alphabet="ab(){}[]'\"`#/*-+=<>\\\n\t .:;é\x00", max_size=60), st.sampled_from(LANGUAGES))
def test_any_text_is_read_and_trailing_space_is_nothing(text: str, language: str) -> None:
    stream = token_stream(text, language)
    assert all(stream)
    assert token_stream(text, language) == stream


@given(st.text(max_size=80), st.sampled_from(LANGUAGES))
def test_unknown_letters_are_never_lost_silently(text: str, language: str) -> None:
    if not text.strip():
        assert token_stream(text, language) == ()


def test_a_comment_above_the_first_line_is_no_token() -> None:
    for language, mark in (("go", "//"), ("python", "#"), ("typescript", "//"), ("ruby", "#")):
        text = "first second\nthird"
        assert token_stream(f"{mark} why\n{text}", language) == token_stream(text, language)
        assert token_stream(f"\n{text}", language) == token_stream(text, language)
