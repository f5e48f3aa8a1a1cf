"""People are told and metrics written beside the daemon's own work, which never waits for them."""

import threading
from pathlib import Path

import pytest

from goldkeeper.daemon.herald import Herald
from goldkeeper.model.daemon_happenings import ConfigReloaded, LockHeldElsewhere
from goldkeeper.settings import load_project
from tests.builders import NOON
from tests.projects import Shop, a_set_up_shop
from tests.stores.receivers import Receiver, a_receiver
from tests.wiring.test_telling import a_told_shop
from tests.workflow.tellers import a_finished_scan

DEADLINE = 20.0  # seconds; for a machine that is busy with other things


def a_herald(shop: Shop) -> Herald:
    return Herald(lambda: {"shop": load_project(start=shop.top)})


def with_metrics(shop: Shop) -> Path:
    config = shop.top / "config" / "goldkeeper.toml"
    text = config.read_text("utf-8").replace('metrics_file = ""', 'metrics_file = "gk.prom"')
    config.write_text(text, encoding="utf-8")
    return shop.top / "gk.prom"


def arrived(receiver: Receiver, number: int) -> bool:
    """Whether so many messages come within the deadline."""
    return receiver.arrived(number, DEADLINE)


def test_telling_returns_at_once_and_the_message_comes(tmp_path: Path) -> None:
    with a_receiver() as receiver:
        herald = a_herald(a_told_shop(tmp_path / "shop", receiver))
        herald.tell(a_finished_scan(waiting=2))

        assert arrived(receiver, 1)
        herald.close(DEADLINE)

    assert receiver.got[0]["title"] == "shop: 2 gold chunks drifted"


def test_a_daemon_that_stands_by_tells_nobody(tmp_path: Path) -> None:
    with a_receiver() as receiver:
        shop = a_told_shop(tmp_path / "shop", receiver)
        first = a_herald(shop)
        first.tell(LockHeldElsewhere("shop", NOON, "another"))
        first.close(DEADLINE)
        assert receiver.got == []

        second = a_herald(shop)
        second.tell(a_finished_scan(waiting=2))
        assert arrived(receiver, 1)
        second.close(DEADLINE)


def test_a_configuration_that_was_read_anew_names_others_from_then_on(tmp_path: Path) -> None:
    with a_receiver() as old, a_receiver() as new:
        shop = a_told_shop(tmp_path / "shop", old)
        herald = a_herald(shop)
        herald.tell(LockHeldElsewhere("shop", NOON, "another"))
        (shop.top / "urls.txt").write_text(new.url(), encoding="utf-8")
        herald.tell(ConfigReloaded("shop", NOON))
        herald.tell(a_finished_scan(waiting=2))

        assert arrived(new, 1)
        herald.close(DEADLINE)

    assert old.got == []


def test_metrics_are_in_their_file_from_the_start(tmp_path: Path) -> None:
    shop = a_set_up_shop(tmp_path)
    shop.run("scan")
    file = with_metrics(shop)
    herald = a_herald(shop)
    herald.close(DEADLINE)

    assert 'goldkeeper_gold_chunks{drift="intact",gold="gold.jsonl"} 3.0' in file.read_text(encoding="utf-8")
    assert not [thread for thread in threading.enumerate() if thread.name == "herald"]


def test_a_metrics_file_that_can_not_be_written_is_a_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shop = a_set_up_shop(tmp_path)
    with_metrics(shop).mkdir()

    herald = a_herald(shop)
    herald.tell(a_finished_scan(waiting=0))
    herald.close(DEADLINE)

    (record,) = caplog.records
    assert record.getMessage() == f"metrics: {shop.top / 'gk.prom'}: no regular file; name a file"
