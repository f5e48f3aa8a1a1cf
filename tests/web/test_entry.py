"""Who is let in: on loopback whoever is there, elsewhere by token or by a configured proxy's word."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from goldkeeper.model.errors import BadRequest
from goldkeeper.model.errors_web import UnknownToken
from goldkeeper.web.sessions import Sessions, new_session
from goldkeeper.wiring.serving import Doorkeeping
from tests.projects import Shop, a_shop_with_answers, goldkeeper
from tests.web.houses import a_house, field, keeper_of, mark_of

ANYWHERE = "0.0.0.0"  # noqa: S104 - nothing listens
NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return a_shop_with_answers(tmp_path)


def _token(shop: Shop, judge: str = "ada") -> str:
    return shop.run("token", "add", judge).stdout.strip()


def test_a_session_opens_with_its_own_key_and_no_other_until_the_day_is_over() -> None:
    session = new_session("ada", 3, NOON)
    sealed = Sessions(b"a" * 32).seal(session)
    assert Sessions(b"a" * 32).open(sealed, NOON) == session
    assert Sessions(b"b" * 32).open(sealed, NOON) is None
    assert Sessions(b"a" * 32).open(sealed[:-1] + ("0" if sealed[-1] != "0" else "1"), NOON) is None
    assert Sessions(b"a" * 32).open(sealed, NOON + timedelta(days=1)) is None
    for broken in (None, "", ".", "x.y", sealed.replace(".", "")):
        assert Sessions(b"a" * 32).open(broken, NOON) is None


def test_on_loopback_the_person_says_a_name_and_answers_under_it(shop: Shop) -> None:
    with a_house(shop.top, judge="Grace") as client:
        assert "Grace" in client.get("/").text
        cookie = client.post("/me", data={"mark": mark_of(client), "name": "Ada"}).headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert "secure" not in cookie


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "policy:identical",
        "a\x1b[31m",
        "x" * 101,
        "Assistant:x",
        "assistant :x",
        "\uff41ssistant\uff1ax",
        "a + b",
    ],
)
def test_what_is_no_name_is_not_taken(shop: Shop, name: str) -> None:
    with a_house(shop.top) as client:
        said = client.post("/me", data={"mark": mark_of(client), "name": name})
        assert said.status_code == 422
        assert "is no name of a judge" in said.text


def test_a_form_without_the_sessions_mark_does_nothing(shop: Shop) -> None:
    with a_house(shop.top) as client:
        key = field(client.get("/items/1").text, "key")
        for mark in ("", "0" * 64):
            said = client.post("/items/1/answer", data={"mark": mark, "key": key, "answer": "accept"})
            assert said.status_code == 403
        with a_house(shop.top) as other:
            said = client.post("/items/1/answer", data={"mark": mark_of(other), "key": key, "answer": "accept"})
            assert said.status_code == 403
    assert shop.json("review", "show", "1")["item"]["state"] == "waiting"


def test_where_others_can_reach_it_nobody_comes_in_without_a_token(shop: Shop) -> None:
    with a_house(shop.top, host=ANYWHERE, judge="") as client:
        assert client.get("/items/1").headers["location"] == "/enter?next=/items/1"
        refused = client.get("/api/v1/status")
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"].startswith("Bearer")
        assert client.post("/enter", data={"token": "gk_guess"}).status_code == 401


def test_a_token_lets_its_judge_in_until_it_is_revoked_and_its_sessions_end_with_it(shop: Shop) -> None:
    token = _token(shop, "Grace Hopper")
    with a_house(shop.top, host=ANYWHERE, judge="") as client:
        entered = client.post("/enter", data={"token": token, "next": "/items/1"})
        assert (entered.status_code, entered.headers["location"]) == (303, "/items/1")
        assert "Grace Hopper" in client.get("/").text
        renamed = client.post("/me", data={"mark": mark_of(client), "name": "somebody else"})
        assert renamed.headers["location"] == "/enter"
        assert client.get("/api/v1/status", headers={"authorization": f"Bearer {token}"}).status_code == 200
        shop.run("token", "revoke", "1")
        assert client.get("/").headers["location"] == "/enter"
        assert client.get("/api/v1/status", headers={"authorization": f"Bearer {token}"}).status_code == 401


def test_an_expired_token_lets_nobody_in(shop: Shop) -> None:
    keeper = keeper_of(shop.top)
    tokens = Doorkeeping(keeper).tokens
    _, text = tokens.add("ada", now=NOON, expires=NOON + timedelta(days=1))
    assert tokens.find(text, now=NOON) is not None
    assert tokens.find(text, now=NOON + timedelta(days=1)) is None
    keeper.close()


@pytest.mark.parametrize(
    "place",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "//[",
        "http://[evil",
        "/a\r\nb",
    ],
)
def test_entering_never_leads_to_another_site(shop: Shop, place: str) -> None:
    token = _token(shop)
    with a_house(shop.top, host=ANYWHERE, judge="") as client:
        assert client.post("/enter", data={"token": token, "next": place}).headers["location"] == "/"


def test_a_proxys_word_counts_from_configured_addresses_alone(shop: Shop) -> None:
    settings: dict[str, Any] = {"identity_header": "X-Forwarded-User", "proxies": ("10.0.0.0/8",)}
    named = {"X-Forwarded-User": "Grace", "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    with a_house(shop.top, judge="", peer=("10.1.2.3", 4000), **settings) as client:
        page = client.get("/", headers=named)
        assert "Grace" in page.text
        assert "__Host-goldkeeper_session" in page.headers["set-cookie"]
        assert "Secure" in page.headers["set-cookie"]
        assert page.headers["strict-transport-security"]
        assert client.get("/", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 303
    with a_house(shop.top, judge="", peer=("192.0.2.7", 4000), **settings) as client:
        assert client.get("/", headers=named).headers["location"] == "/enter"


def test_tokens_are_listed_without_their_text(shop: Shop) -> None:
    text = _token(shop, "Grace")
    shop.run("token", "add", "Alan", "--days", "3")
    shop.run("token", "revoke", "1")
    listed = shop.run("token", "list").stdout
    assert text not in listed
    assert [line.split("\t")[:3] for line in listed.splitlines()] == [
        ["1", "revoked", "Grace"],
        ["2", "lets in", "Alan"],
    ]
    assert text not in (shop.top / ".goldkeeper/goldkeeper.sqlite").read_bytes().decode("latin-1")
    assert isinstance(goldkeeper(shop.top, "token", "revoke", "9").exception, UnknownToken)


def test_a_name_is_one_judge_however_it_is_typed(shop: Shop) -> None:
    _token(shop, "Jos\xe9")
    _token(shop, " Jose\u0301 ")
    assert [one["judge"] for one in shop.json("token", "list")["tokens"]] == ["Jos\xe9", "Jos\xe9"]
    refused = goldkeeper(shop.top, "token", "add", "JOS\xc9")
    assert isinstance(refused.exception, BadRequest)
    assert "has a token as" in str(refused.exception)


@pytest.mark.parametrize("name", ["assistant:x", "ASSISTANT:x", "policy:identical", "Ada + Bob", "x" * 101])
def test_a_token_is_a_persons(shop: Shop, name: str) -> None:
    assert isinstance(goldkeeper(shop.top, "token", "add", name).exception, BadRequest)


def test_no_command_answers_in_the_name_of_an_assistant(shop: Shop) -> None:
    refused = goldkeeper(shop.top, "review", "accept", "1", "--by", "Assistant:x")
    assert isinstance(refused.exception, BadRequest)
    assert "is the name of an assistant" in str(refused.exception)
    assert shop.json("review", "show", "1")["item"]["state"] == "waiting"
