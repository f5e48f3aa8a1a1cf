"""A connection that never says what it wants makes room for others."""

import socket
from pathlib import Path

import pytest

from goldkeeper.web.patience import PatientProtocol
from goldkeeper.web.serving import WebServer
from tests.projects import a_shop_with_answers
from tests.web.houses import keeper_of

DEADLINE = 20.0  # seconds, for a loaded machine


@pytest.mark.parametrize("begun", [b"", b"GET /help HTTP/1.1\r\nHost: localhost\r\nX-Slow: "])
def test_a_head_that_does_not_come_is_waited_for_so_long_and_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr(PatientProtocol, "head_seconds", 0.05)
    shop = a_shop_with_answers(tmp_path)
    with (
        WebServer(lambda: keeper_of(shop.top), port=0) as server,
        socket.create_connection(("127.0.0.1", server.address.port), timeout=DEADLINE) as slow,
    ):
        slow.sendall(begun)
        assert slow.recv(1) == b""


def test_a_second_request_of_a_connection_is_waited_for_as_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = a_shop_with_answers(tmp_path)
    with (
        WebServer(lambda: keeper_of(shop.top), port=0) as server,
        socket.create_connection(("127.0.0.1", server.address.port), timeout=DEADLINE) as caller,
    ):
        whole = b"HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for _ in range(2):
            caller.sendall(whole)
            said = b""
            while b"\r\n\r\n" not in said:
                said += caller.recv(4096)
            assert said.startswith(b"HTTP/1.1 ")
        monkeypatch.setattr(PatientProtocol, "head_seconds", 0.05)
        caller.sendall(whole[:-2])
        assert caller.recv(1) == b""
