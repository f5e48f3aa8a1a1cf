"""The server: where it listens, whom it asks for a token, and that it stops when it is told to."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from goldkeeper.model.errors_web import AddressInUse, TokensNeeded
from goldkeeper.web.serving import WebServer
from tests.projects import Shop, a_shop_with_answers, goldkeeper
from tests.web.houses import keeper_of


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
