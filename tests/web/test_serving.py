"""The server: where it listens, whom it asks for a token, and that it stops when it is told to."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import httpx2
import pytest

from goldkeeper.model.errors_web import AddressInUse, TokensNeeded
from goldkeeper.web.serving import WebServer
from tests.projects import Shop, a_shop_with_answers, goldkeeper
from tests.web.houses import field, keeper_of


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return a_shop_with_answers(tmp_path)


def _get(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=20) as answer:  # noqa: S310 - our own address
        said: bytes = answer.read()
        return said


def test_it_serves_from_a_thread_and_stops_when_it_is_left(shop: Shop) -> None:
    with WebServer(lambda: keeper_of(shop.top), port=0) as server:
        assert server.address.host == "127.0.0.1"
        assert b"2 questions" in _get(server.address.url)
        with pytest.raises(AddressInUse):
            WebServer(lambda: keeper_of(shop.top), port=server.address.port)
    with pytest.raises(OSError, match="refused"):
        _get(server.address.url)


def test_others_are_let_in_only_once_there_is_a_token(shop: Shop) -> None:
    anywhere = "0.0.0.0"  # noqa: S104 - a port of its own, for a moment
    refused = goldkeeper(shop.top, "serve", "--host", anywhere, "--port", "0")
    assert isinstance(refused.exception, TokensNeeded)
    shop.run("token", "add", "ada")
    server = WebServer(lambda: keeper_of(shop.top), host=anywhere, port=0)
    assert server.address.url.startswith("http://127.0.0.1:")
    server.close()


def test_the_command_prints_its_address_and_ends_when_it_is_interrupted(shop: Shop) -> None:
    command = [sys.executable, "-m", "goldkeeper", "serve", "--port", "0", "--json"]
    process = subprocess.Popen(command, cwd=shop.top, stdout=subprocess.PIPE, text=True, env={**os.environ})
    assert process.stdout is not None
    said = json.loads("".join(iter(process.stdout.readline, "}\n")) + "}")
    assert b"2 questions" in _get(said["url"])
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 0
    process.stdout.close()


def test_every_page_names_the_gold_set_that_it_is_about(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path)
    with WebServer(lambda: keeper_of(shop.top), port=0) as server, httpx2.Client(base_url=server.address.url) as client:
        assert server.gold == "gold.jsonl"
        for place in ("/", "/items/1", "/dashboard"):
            assert ">gold.jsonl</span>" in client.get(place).text


def test_two_projects_on_one_host_do_not_put_each_others_judges_out(tmp_path: Path) -> None:
    """Browsers send a host's cookies to all of its ports."""
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    one, two = (a_shop_with_answers(folder) for folder in folders)
    with (
        WebServer(lambda: keeper_of(one.top), port=0) as first,
        WebServer(lambda: keeper_of(two.top), port=0) as second,
        httpx2.Client() as client,
    ):
        mark = field(client.get(f"{first.address.url}me").text, "mark")
        client.get(f"{second.address.url}me")
        named = client.post(f"{first.address.url}me", data={"mark": mark, "name": "grace"})
        assert named.status_code == 303, named.text
        client.get(f"{second.address.url}me")
        assert "grace" in client.get(first.address.url).text
        assert "grace" not in client.get(second.address.url).text
