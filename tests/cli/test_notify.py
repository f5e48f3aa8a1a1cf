"""`goldkeeper notify`: who is told, tried out."""

from pathlib import Path

from goldkeeper.model.errors import ConfigInvalid
from tests.projects import a_set_up_shop, goldkeeper
from tests.stores.receivers import a_receiver
from tests.wiring.test_telling import a_told_shop


def test_nobody_is_told_until_somebody_is_named(tmp_path: Path) -> None:
    shop = a_set_up_shop(tmp_path)

    assert shop.run("notify").stdout == "told       nobody; notify.urls is empty\n"
    assert shop.json("notify")["receivers"] == []
    assert isinstance(goldkeeper(shop.top, "notify", "--test").exception, ConfigInvalid)


def test_a_test_message_says_that_it_is_one(tmp_path: Path) -> None:
    with a_receiver() as receiver:
        shop = a_told_shop(tmp_path / "shop", receiver)

        assert shop.run("notify", "--test").stdout == "json: reached\n"

    assert receiver.got[0]["title"] == "shop: a test"


def test_who_can_not_be_reached_is_named_without_the_secret(tmp_path: Path) -> None:
    with a_receiver() as receiver:
        shop = a_told_shop(tmp_path / "shop", receiver)
        receiver.status = 403
        done = shop.run("notify", "--test", code=1)
        record = shop.json("notify", "--test", code=1)

    assert done.stdout.startswith("json: not reached: ")
    assert "s3cr3t" not in done.output
    assert record["sent"]["json"]["reached"] is False


def test_the_set_up_is_shown_without_secrets(tmp_path: Path) -> None:
    with a_receiver() as receiver:
        shop = a_told_shop(tmp_path / "shop", receiver)
        done = shop.run("notify")

    assert done.stdout.splitlines() == [
        "told       json",
        "of         drift, audit due, gate failed, scan failing, recovered, reminder",
        "when       at most every 60 minutes; the daemon tells",
        "last       never",
    ]


def test_a_preview_prints_what_would_be_said_and_sends_nothing(tmp_path: Path) -> None:
    with a_receiver() as receiver:
        shop = a_told_shop(tmp_path / "shop", receiver)
        done = shop.run("notify", "--preview")
        record = shop.json("notify", "--preview")

    assert done.stdout.startswith("shop: 2 gold chunks drifted\n\n2 chunks of gold.jsonl drifted")
    assert record["message"]["title"] == "shop: 2 gold chunks drifted"
    assert receiver.got == []


def test_where_nothing_waits_there_is_nothing_to_preview(tmp_path: Path) -> None:
    shop = a_set_up_shop(tmp_path)
    shop.run("scan")

    assert shop.run("notify", "--preview").stdout == ""
    assert shop.json("notify", "--preview")["message"] is None
