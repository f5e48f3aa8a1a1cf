"""`goldkeeper daemon` as a process: its log, and what people are told."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.projects import Shop
from tests.stores.receivers import a_receiver
from tests.wiring.test_telling import a_told_shop


def run_once(shop: Shop, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "goldkeeper", "daemon", "--once", *arguments]
    return subprocess.run(command, cwd=shop.top, capture_output=True, text=True, check=False, timeout=300)


def test_a_run_writes_a_log_for_machines_and_tells_people_before_it_ends(tmp_path: Path) -> None:
    with a_receiver() as receiver:
        done = run_once(a_told_shop(tmp_path / "shop", receiver), "--log", "json")

    assert done.returncode == 1, done.stderr
    assert done.stdout == ""
    records = [json.loads(line) for line in done.stderr.splitlines()]
    events = [record["event"] for record in records]
    assert events[0] == "daemon_started"
    assert "scan_finished" in events
    assert events[-1] == "daemon_stopping"
    assert {record["project"] for record in records} == {None, "shop/gold.jsonl"}
    assert [message["title"] for message in receiver.got] == ["shop: 2 gold chunks drifted"]


def test_a_receiver_that_refuses_is_a_line_without_its_secret(tmp_path: Path) -> None:
    with a_receiver() as receiver:
        receiver.status = 500
        done = run_once(a_told_shop(tmp_path / "shop", receiver))

    assert done.returncode == 1, done.stderr
    assert "shop/gold.jsonl: json could not be told and is tried again in 1 min 0 s" in done.stderr
    assert "s3cr3t" not in done.stderr


def test_people_are_told_although_nobody_reads_what_is_printed(tmp_path: Path) -> None:
    with a_receiver() as receiver:
        shop = a_told_shop(tmp_path / "shop", receiver)
        unread, out = os.pipe()
        os.close(unread)
        command = [sys.executable, "-m", "goldkeeper", "daemon", "--once", "--json"]
        done = subprocess.run(
            command, cwd=shop.top, stdout=out, stderr=subprocess.PIPE, text=True, check=False, timeout=300
        )
        os.close(out)

    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert "stopping: all projects were checked once" in done.stderr
    assert [message["title"] for message in receiver.got] == ["shop: 2 gold chunks drifted"]
