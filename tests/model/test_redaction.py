"""What opens a door never reaches a log."""

import string
from collections.abc import Callable
from urllib.parse import quote

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from goldkeeper.model.redaction import HIDDEN, SHORTEST_PART, Redactor

# Letters that no host name or word of ours holds by chance, at a length that a service might give out.
TOKENS = st.text(string.ascii_letters + string.digits, min_size=12, max_size=40).filter(lambda t: not t.isalpha())
WILD = st.text(
    st.characters(exclude_categories=["Cs", "Z", "C"], exclude_characters="/?#@&:=%+\\"), min_size=8, max_size=20
)


def slack(a: str, b: str, c: str) -> str:
    return f"slack://{a}/{b}/{c}/#alerts"


Shape = Callable[[str, str, str], str]
SHAPES: list[Shape] = [
    slack,
    lambda a, b, c: f"tgram://{a}:{b}/{c}",
    lambda a, b, c: f"json://{a}:{b}@hooks.example.org/{c}",
    lambda a, b, c: f"https://hooks.example.org/services/{a}/{b}/{c}",
    lambda a, b, c: f"https://example.org/hook?token={a}&key={b}&sig={c}",
    lambda a, b, c: f"postgresql+psycopg://keeper:{a}@db.example.org/gold?password={b}&sslpassword={c}",
    lambda a, b, c: f"mailtos://{a}:{b}@example.org?to=x@example.org&pass={c}",
    lambda a, b, c: f"ntfys://{a}/{b}?token={c}",
]


@given(
    TOKENS, TOKENS, TOKENS, st.sampled_from(SHAPES), st.sampled_from(["{}", "({})", "'{}'", "url={},", "<{}>", '"{}"'])
)
def test_a_url_that_nobody_told_of_loses_its_secrets_by_its_form(
    a: str, b: str, c: str, shape: Shape, around: str
) -> None:
    shown = Redactor()(f"no answer from {around.format(shape(a, b, c))} after 3 tries")

    assert not [token for token in (a, b, c) if token in shown]
    assert shown.startswith("no answer from ")
    assert shown.endswith("after 3 tries")


@given(WILD, WILD, st.sampled_from(SHAPES))
def test_a_secret_of_the_configuration_is_hidden_wherever_it_stands(a: str, b: str, shape: Shape) -> None:
    assume(a not in b and b not in a)
    url = shape(quote(a, safe=""), quote(b, safe=""), "1234567890")

    shown = Redactor.knowing([url])(f"refused: {a}\n[{b}] {quote(a)} and {url!r}")

    assert a not in shown
    assert b not in shown
    assert quote(a) not in shown


@given(st.text())
def test_a_text_that_was_shown_once_can_be_shown_again(text: str) -> None:
    redact = Redactor()

    once = redact(text)

    assert redact(once) == once


@pytest.mark.parametrize(
    "text",
    [
        "scanned in 1.2 s: 30 of 212 gold chunks still resolve (14 %).",
        "src/cart.py:3-7:Cart.total",
        "12 tokens were read; the token stream ends",
        "web/ moved to storefront/ in 1cd7838",
        "see README.md: passwords",
    ],
)
def test_what_holds_no_secret_stays_as_it_is(text: str) -> None:
    assert Redactor()(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://u:p4ss@db/gold is away", "postgresql://***@db/gold is away"),
        ("postgresql://u:p@ss@db:5432/gold", "postgresql://***@db:5432/gold"),
        ("push to https://github.com/a/b.git failed", "push to https://github.com/*** failed"),
        ("https://x-token:abc123@github.com", "https://***@github.com"),
        ("git@github.com:a/b.git", "git@github.com:a/b.git"),
        ("file:///srv/gold.jsonl", "file:///srv/gold.jsonl"),
        ("password=hunter2 user=ada", "password=*** user=ada"),
        ('{"api_key": "abcdef"}', '{"api_key": ***}'),
        ("Authorization: Bearer abc.def", "Authorization: Bearer ***"),
        ("SLACK_TOKEN='x y z'", "SLACK_TOKEN=***"),
    ],
)
def test_what_tells_where_it_went_wrong_stays(text: str, shown: str) -> None:
    assert Redactor()(text) == shown


def test_short_parts_of_a_url_are_words_and_stay() -> None:
    redact = Redactor.knowing(["slack://TOKENTOKEN1/B12/C12/#ops"])

    assert redact("B12 of ops: TOKENTOKEN1") == f"B12 of ops: {HIDDEN}"
    assert len("B12") < SHORTEST_PART
