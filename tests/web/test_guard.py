"""The rules at the door: which requests come in at all, and what every answer tells the browser."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.datastructures import Headers
from starlette.testclient import TestClient
from starlette.types import Message

from goldkeeper.model.errors_web import RequestRefused
from goldkeeper.web import guard
from goldkeeper.web.guard import DoorRules, Guard, check_request
from tests.projects import a_shop_with_answers
from tests.web.houses import a_house, mark_of

HERE = {"host": "127.0.0.1:8765"}


def _check(method: str = "GET", *, rules: DoorRules = DoorRules(), **headers: Any) -> None:  # noqa: B008 - frozen
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    check_request(rules, method, "http", Headers({**HERE, **named}), peer="127.0.0.1")


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8765", "localhost.evil.example", "", "127.0.0.1.nip.io"]
)
def test_a_name_that_was_made_to_point_here_is_refused(host: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        _check(host=host)
    assert refused.value.status == 421


@pytest.mark.parametrize(
    "host", ["localhost:9000", "127.0.0.1", "[::1]:8765", "192.168.1.5:80", "GOLD.example", "a.localhost"]
)
def test_localhost_plain_addresses_and_configured_names_are_ours_whatever_the_port(host: str) -> None:
    _check(rules=DoorRules(hosts=frozenset({"gold.example"})), host=host)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "https://127.0.0.1:8765"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
        {"sec_fetch_site": "cross-site", "origin": "http://127.0.0.1:8765"},
    ],
)
def test_a_form_of_another_site_is_refused(headers: dict[str, Any]) -> None:
    with pytest.raises(RequestRefused) as refused:
        _check("POST", **headers)
    assert refused.value.status == 403


@pytest.mark.parametrize("name", ["origin", "sec-fetch-site"])
def test_a_form_that_says_twice_where_it_comes_from_is_refused(name: str) -> None:
    said = {"origin": "http://127.0.0.1:8765", "sec-fetch-site": "same-origin"}[name]
    headers = Headers(raw=[(b"host", b"127.0.0.1:8765"), *[(name.encode(), one.encode()) for one in (said, "other")]])
    with pytest.raises(RequestRefused, match="two places"):
        check_request(DoorRules(), "POST", "http", headers, peer="127.0.0.1")


def test_our_own_forms_and_clients_that_are_no_browsers_may_post() -> None:
    _check("POST", origin="http://127.0.0.1:8765", sec_fetch_site="same-origin")
    _check("POST")


def test_another_site_may_link_here_but_not_embed_what_is_here() -> None:
    _check("GET", sec_fetch_site="cross-site", sec_fetch_mode="navigate", sec_fetch_dest="document")
    for destination in ("iframe", "script", "image", "empty"):
        with pytest.raises(RequestRefused):
            _check("GET", sec_fetch_site="cross-site", sec_fetch_mode="no-cors", sec_fetch_dest=destination)


def test_where_being_here_is_enough_nothing_may_come_through_an_unknown_proxy() -> None:
    with pytest.raises(RequestRefused) as refused:
        _check(x_forwarded_for="203.0.113.9")
    assert refused.value.status == 403
    _check(rules=DoorRules(believes_peer=False), x_forwarded_for="203.0.113.9")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    shop = a_shop_with_answers(tmp_path)
    with a_house(shop.top) as house:
        yield house


def test_every_answer_has_a_strict_policy_and_private_pages_are_not_kept(client: TestClient) -> None:
    for place in ("/", "/items/1", "/nothing", "/api/v1/status", "/static/nothing.css"):
        headers = client.get(place).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["cache-control"] == "no-store", place
    assert "strict-transport-security" not in client.get("/").headers


def test_no_page_has_inline_style_or_script_and_its_own_files_may_be_kept(client: TestClient) -> None:
    for place in ("/", "/items/1", "/groups/g1", "/dashboard", "/activity", "/help", "/me", "/items/1/search?q=total"):
        page = client.get(place)
        assert page.status_code == 200, page.text
        assert " style=" not in page.text
        assert "<style" not in page.text
        assert page.text.count("<script") == 1
        assert ' onclick="' not in page.text
    script = page.text.split('<script src="')[1].split('"')[0]
    kept = client.get(script)
    assert kept.status_code == 200
    assert "immutable" in kept.headers["cache-control"]


@pytest.mark.parametrize("name", ["..%2F..%2Fapp.py", "%2Fetc%2Fpasswd", "goldkeeper.css", "....//app.py"])
def test_no_path_of_a_request_is_opened(client: TestClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


def test_a_body_that_is_too_large_is_heard_out_a_while_and_nothing_of_it_is_kept() -> None:
    parts = iter([b"x" * 400_000] * 100)
    heard: list[int] = []

    async def receive() -> Message:
        part = next(parts)
        heard.append(len(part))
        return {"type": "http.request", "body": part, "more_body": True}

    for said in (None, str(3_000_000), "9" * 5000):
        heard.clear()
        with pytest.raises(RequestRefused) as refused:
            asyncio.run(guard._body(receive, said, 1024))
        assert refused.value.status == 413
        assert sum(heard) < 3_000_000


def test_a_large_body_is_refused_whether_it_says_so_or_not(client: TestClient) -> None:
    large = b"x" * (257 * 1024)
    assert client.post("/me", content=large).status_code == 413
    assert client.post("/me", content=iter([large])).status_code == 413
    problem = client.post("/api/v1/items/1/accept", content=large)
    assert (problem.status_code, problem.headers["content-type"]) == (413, "application/problem+json")


@pytest.mark.parametrize(
    "name",
    [
        *("x-forwarded-for", "x-forwarded-proto", "x-forwarded-user", "forwarded", "via", "x-real-ip", "cf-ray"),
        *("client-ip", "x-cluster-client-ip", "x-envoy-external-address", "fastly-client-ip", "x-rewrite-url"),
    ],
)
def test_any_sign_of_a_proxy_that_nobody_configured_is_refused_where_being_here_is_enough(name: str) -> None:
    with pytest.raises(RequestRefused, match="proxy that is not configured"):
        check_request(DoorRules(), "GET", "http", Headers({**HERE, name: "1"}), peer="127.0.0.1")
    check_request(DoorRules(believes_peer=False), "GET", "http", Headers({**HERE, name: "1"}), peer="127.0.0.1")


def test_a_body_that_does_not_come_is_waited_for_so_long_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.0)
    said: list[Message] = []

    async def app(*_: object) -> None:
        raise AssertionError("nothing may be done with half a request")

    async def never() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        said.append(message)

    scope: dict[str, Any] = {"type": "http", "method": "POST", "path": "/api/v1/items/1/note", "scheme": "http"}
    scope |= {"headers": [(b"host", b"localhost"), (b"content-length", b"9")], "client": ("127.0.0.1", 1)}
    asyncio.run(Guard(app, DoorRules())(scope, never, send))
    assert said[0]["status"] == 408


ODD_NUMBERS = (
    "0",
    "-1",
    "+1",
    "1_0",
    "%201",
    "1e3",
    "%D9%A1",
    "%00",
    "9" * 12,
    "9" * 30,
    "9" * 5000,
    "1%2F2",
)


def test_a_number_that_is_none_finds_nothing_and_breaks_nothing(client: TestClient) -> None:
    mark = {"mark": mark_of(client)}
    for number in ODD_NUMBERS:
        for place in ("/items/{}", "/items/{}/search", "/groups/g{}"):
            assert client.get(place.format(number)).status_code in {404, 405, 422}, (place, number)
        assert client.post(f"/items/{number}/answer", data=mark).status_code in {404, 405, 422}, number
        assert client.post("/undo", data={**mark, "item": number}).status_code in {404, 409, 422}, number


def test_head_is_answered_as_get_and_nothing_else_is_done_by_it(client: TestClient) -> None:
    assert client.head("/items/1").status_code == 200
    assert client.head("/items/1/answer").status_code == 405
    for method in ("OPTIONS", "TRACE", "PUT", "DELETE", "PATCH"):
        refused = client.request(method, "/items/1")
        assert refused.status_code == 405
        assert refused.headers["allow"] == "GET, HEAD"


def test_no_page_forwards_by_a_path_that_somebody_else_wrote(client: TestClient) -> None:
    for place in ("/help/", "/together/certain%2f", "/\\evil.example"):
        assert client.get(place).status_code == 404, place
