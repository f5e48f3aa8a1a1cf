"""The service manager is told by its own protocol, where there is one."""

import os
import socket
from pathlib import Path

from goldkeeper.daemon.notify_socket import NotifySocket


def test_states_go_out_as_datagrams(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(10)
        NotifySocket({"NOTIFY_SOCKET": str(tmp_path / "notify")}).send("READY=1", "STATUS=watches")
        assert manager.recv(1000) == b"READY=1\nSTATUS=watches"


def test_an_abstract_socket_is_named_with_an_at_sign() -> None:
    name = f"goldkeeper-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"\0{name}")
        manager.settimeout(10)
        NotifySocket({"NOTIFY_SOCKET": f"@{name}"}).send("STOPPING=1")
        assert manager.recv(1000) == b"STOPPING=1"


def test_without_a_manager_or_with_a_broken_one_nothing_happens(tmp_path: Path) -> None:
    NotifySocket({}).send("READY=1")
    NotifySocket({"NOTIFY_SOCKET": str(tmp_path / "gone")}).send("READY=1")


def test_the_watchdog_is_meant_for_one_process() -> None:
    mine = {"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}
    assert NotifySocket(mine).watchdog_seconds == 30
    assert NotifySocket(mine | {"WATCHDOG_PID": "1"}).watchdog_seconds is None
    assert NotifySocket({"WATCHDOG_USEC": "30000000"}).watchdog_seconds == 30
    assert NotifySocket({}).watchdog_seconds is None
