"""The whole daemon as a process: it notices, scans, obeys signals, and dies without harm."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.projects import SHIFTED, Shop, a_set_up_shop

DEADLINE = 60.0
TOP = Path(__file__).parents[2]
QUICK = (("quiet_seconds = 2.0", "quiet_seconds = 0.2"), ("retry_seconds = 30.0", "retry_seconds = 0.5"))


class Daemon:
    """A running daemon; its happenings are waited for."""

    def __init__(self, *arguments: str | Path, **environment: str) -> None:
        self.happenings: list[dict[str, Any]] = []
        self._changed = threading.Condition()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "goldkeeper", "daemon", "--json", *map(str, arguments)],
            env=os.environ | {"PYTHONPATH": str(TOP)} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._changed:
                self.happenings.append(json.loads(line))
                self._changed.notify_all()

    def wait_for(self, kind: str, count: int = 1, **facts: object) -> dict[str, Any]:
        def found() -> list[dict[str, Any]]:
            return [one for one in self.happenings if one["kind"] == kind and facts.items() <= one.items()]

        with self._changed:
            assert self._changed.wait_for(lambda: len(found()) >= count, DEADLINE), self.happenings
            return found()[count - 1]

    def kinds(self) -> list[str]:
        with self._changed:
            return [one["kind"] for one in self.happenings]

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(DEADLINE)
        self._reader.join(DEADLINE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@pytest.fixture
def start() -> Iterator[Callable[..., Daemon]]:
    begun: list[Daemon] = []

    def start(*arguments: str | Path, **environment: str) -> Daemon:
        begun.append(Daemon(*arguments, **environment))
        return begun[-1]

    yield start
    for daemon in begun:
        daemon.end(signal.SIGKILL)


def a_quick_shop(top: Path, *changes: tuple[str, str]) -> Shop:
    shop = a_set_up_shop(top)
    config = config_of(shop)
    text = config.read_text("utf-8")
    for old, new in (*QUICK, *changes):
        assert old in text
        text = text.replace(old, new, 1)
    config.write_text(text, "utf-8")
    shop.commit(message="quick")
    return shop


def config_of(shop: Shop) -> Path:
    return shop.top / "config" / "goldkeeper.toml"


def test_a_commit_is_noticed_scanned_and_told(tmp_path: Path, start: Callable[..., Daemon]) -> None:
    shop = a_quick_shop(tmp_path / "shop")
    daemon = start("-c", config_of(shop))
    daemon.wait_for("scan_finished")
    commit = shop.commit(SHIFTED)
    finished = daemon.wait_for("scan_finished", commit=commit)
    assert finished["drifted"] == finished["asked"] == 2
    assert finished["lag_seconds"] is not None
    assert daemon.wait_for("new_drift")["asked"] == 2
    assert daemon.end() == 0
    assert daemon.kinds()[-1] == "daemon_stopping"


def test_three_atomic_saves_in_a_work_tree_lead_to_three_checks(tmp_path: Path, start: Callable[..., Daemon]) -> None:
    shop = a_quick_shop(tmp_path / "shop", ('revision = "HEAD"', 'revision = "worktree"'))
    daemon = start("-c", config_of(shop))
    daemon.wait_for("scan_finished")
    for count in range(2, 5):
        fresh = shop.top / "src" / ".cart.py.tmp"
        fresh.write_text("# x\n" * count + (shop.top / "src" / "cart.py").read_text("utf-8"), "utf-8")
        fresh.replace(shop.top / "src" / "cart.py")
        daemon.wait_for("scan_finished", count)
    assert daemon.end() == 0
    assert daemon.kinds().count("scan_started") == 4


def test_a_bad_configuration_is_refused_and_a_good_one_taken(tmp_path: Path, start: Callable[..., Daemon]) -> None:
    shop = a_quick_shop(tmp_path / "shop")
    daemon = start("-c", config_of(shop))
    daemon.wait_for("scan_finished")
    good = config_of(shop).read_text("utf-8")
    config_of(shop).write_text(good.replace('auto_confirm = "never"', 'auto_confirm = "perhaps"'), "utf-8")
    assert "auto_confirm" in daemon.wait_for("config_refused")["problem"]
    commit = shop.commit(SHIFTED)
    daemon.wait_for("scan_finished", commit=commit)
    config_of(shop).write_text(good.replace('auto_confirm = "never"', 'auto_confirm = "identical"'), "utf-8")
    daemon.process.send_signal(signal.SIGHUP)
    daemon.wait_for("config_reloaded")
    assert daemon.end() == 0


def test_a_second_daemon_says_who_is_first(tmp_path: Path, start: Callable[..., Daemon]) -> None:
    shop = a_quick_shop(tmp_path / "shop")
    first = start("-c", config_of(shop))
    first.wait_for("scan_finished")
    second = start("-c", config_of(shop))
    assert f"process {first.process.pid}" in second.wait_for("lock_held_elsewhere")["holder"]
    assert second.process.wait(DEADLINE) == 1
    waiting = start("-c", config_of(shop), "--stand-by")
    waiting.wait_for("lock_held_elsewhere")
    first.end(signal.SIGKILL)
    waiting.wait_for("took_over_lock")
    waiting.wait_for("scan_finished")


def test_a_broken_project_stops_no_other(tmp_path: Path, start: Callable[..., Daemon]) -> None:
    good, broken = a_quick_shop(tmp_path / "good"), a_quick_shop(tmp_path / "broken")
    broken.gold.unlink()
    daemon = start("-c", config_of(broken), "-c", config_of(good))
    assert daemon.wait_for("scan_failing")["project"] == "broken/gold.jsonl"
    daemon.wait_for("scan_finished", project="good/gold.jsonl")
    broken.repository.git("checkout", "--quiet", "--", "gold.jsonl")
    daemon.wait_for("scan_recovered", project="broken/gold.jsonl")
    assert daemon.kinds().count("scan_failing") == 1


def test_a_configuration_that_is_no_good_at_the_start_stops_no_other(
    tmp_path: Path, start: Callable[..., Daemon]
) -> None:
    good, broken = a_quick_shop(tmp_path / "good"), a_quick_shop(tmp_path / "broken")
    sound = config_of(broken).read_text("utf-8")
    config_of(broken).write_text("no = [toml", "utf-8")
    daemon = start("-c", config_of(broken), "-c", config_of(good))
    daemon.wait_for("config_refused", project=str(config_of(broken)))
    daemon.wait_for("scan_finished", project="good/gold.jsonl")
    config_of(broken).write_text(sound, "utf-8")
    daemon.process.send_signal(signal.SIGHUP)
    daemon.wait_for("scan_finished", project="broken/gold.jsonl")


def test_once_checks_and_ends_with_whether_a_person_is_needed(tmp_path: Path, start: Callable[..., Daemon]) -> None:
    shop = a_quick_shop(tmp_path / "shop")
    assert start("-c", config_of(shop), "--once").process.wait(DEADLINE) == 0
    shop.commit(SHIFTED)
    assert start("-c", config_of(shop), "--once").process.wait(DEADLINE) == 1
    assert start("-c", config_of(shop), "--once").process.wait(DEADLINE) == 1  # still asked, though nothing is new


def test_the_service_manager_hears_when_it_is_ready_and_that_it_lives(
    tmp_path: Path, start: Callable[..., Daemon]
) -> None:
    shop = a_quick_shop(tmp_path / "shop")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(DEADLINE)
        daemon = start("-c", config_of(shop), NOTIFY_SOCKET=str(tmp_path / "notify"), WATCHDOG_USEC="3000000")
        said = b""
        while said.count(b"WATCHDOG=1") < 2:
            said += manager.recv(1000)
        assert b"READY=1" in said
        daemon.end()
        while b"STOPPING=1" not in said:
            said += manager.recv(1000)
