"""A project whose people are told through a web hook on this machine."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from goldkeeper.model.errors import ConfigInvalid
from goldkeeper.settings import Project, load_project
from goldkeeper.wiring.telling import make_teller, make_tellers, manners_of, redactor_of
from goldkeeper.workflow.telling import Teller
from tests.projects import SHIFTED, Shop, a_set_up_shop
from tests.stores.receivers import Receiver, a_receiver
from tests.workflow.tellers import a_finished_scan


def a_told_shop(top: Path, receiver: Receiver, *, more: str = "") -> Shop:
    """A shop that drifted, with somebody to tell."""
    shop = a_set_up_shop(top)
    (top / "urls.txt").write_text(receiver.url(), encoding="utf-8")
    config = top / "config" / "goldkeeper.toml"
    text = config.read_text(encoding="utf-8")
    config.write_text(text.replace("urls = []", f'urls = ["file:urls.txt"]{more}'), encoding="utf-8")
    shop.commit(SHIFTED, "drift")
    shop.run("scan", "--no-report", code=1)
    return shop


def a_teller(project: Project, complaints: list[str]) -> Teller:
    teller = make_teller(project, complain=complaints.append)
    assert teller is not None
    return teller


def test_a_scan_is_told_once_over_restarts_and_what_is_answered_is_not(tmp_path: Path) -> None:
    complaints: list[str] = []
    with a_receiver() as receiver:
        shop = a_told_shop(tmp_path / "shop", receiver)
        project = load_project(start=shop.top)
        a_teller(project, complaints).tell(a_finished_scan(waiting=2))
        a_teller(project, complaints).tell(a_finished_scan(waiting=2))

    assert complaints == []
    (got,) = receiver.got
    assert got["title"] == "shop: 2 gold chunks drifted"
    assert "lines shifted in src/cart.py, text unchanged" in got["message"]
    assert "Nothing needs reading:" in got["message"]


def test_the_secret_is_in_no_file_but_its_own(tmp_path: Path) -> None:
    complaints: list[str] = []
    with a_receiver() as receiver:
        shop = a_told_shop(tmp_path / "shop", receiver)
        receiver.status = 500
        a_teller(load_project(start=shop.top), complaints).tell(a_finished_scan(waiting=2))

    holding = [
        path.name
        for path in sorted((shop.top).rglob("*"))
        if path.is_file() and ".git" not in path.parts and b"s3cr3t-t0k3n-123" in path.read_bytes()
    ]
    assert holding == ["urls.txt"]
    assert len(complaints) == 1
    assert "s3cr3t-t0k3n-123" not in complaints[0]


def test_a_project_without_receivers_has_no_teller(tmp_path: Path) -> None:
    shop = a_set_up_shop(tmp_path)

    assert make_teller(load_project(start=shop.top), complain=print) is None


def test_of_many_projects_one_that_can_not_tell_leaves_the_others_alone(tmp_path: Path) -> None:
    complaints: list[tuple[str, str]] = []
    with a_receiver() as receiver:
        good = load_project(start=a_told_shop(tmp_path / "good", receiver).top)
        bad = load_project(start=a_told_shop(tmp_path / "bad", receiver).top)
        (tmp_path / "bad" / "urls.txt").write_text("nosuch://x", encoding="utf-8")
        tellers = make_tellers({"shop": good, "bad": bad}, complain=lambda *said: complaints.append(said))
        tellers.tell(a_finished_scan(waiting=2))
        tellers.flush()

    assert [name for name, _ in complaints] == ["bad"]
    assert len(receiver.got) == 1
    assert tellers.next_turn() is None


def test_quiet_hours_have_the_zone_that_was_configured(tmp_path: Path) -> None:
    with a_receiver() as receiver:
        more = '\nquiet = "20:00-07:00"\nzone = "America/New_York"'
        shop = a_set_up_shop(tmp_path)
        config = shop.top / "config" / "goldkeeper.toml"
        text = config.read_text(encoding="utf-8").replace('quiet = ""\n', "").replace('zone = ""\n', "")
        config.write_text(text.replace("urls = []", f'urls = ["{receiver.url()}"]{more}'), encoding="utf-8")
        manners = manners_of(load_project(start=shop.top).settings.notify)

    assert manners.gap == timedelta(minutes=60)
    assert manners.quiet is not None
    assert manners.quiet.covers(datetime(2026, 1, 1, 1, 30, tzinfo=UTC))  # 20:30 of the day before
    assert not manners.quiet.covers(datetime(2026, 1, 1, 0, 30, tzinfo=UTC))


def test_the_redactor_knows_receivers_and_database_of_each_project(tmp_path: Path) -> None:
    with a_receiver() as receiver:
        shop = a_told_shop(tmp_path / "shop", receiver)
    redact = redactor_of([load_project(start=shop.top)])
    (shop.top / "urls.txt").unlink()

    assert redact("it said s3cr3t-t0k3n-123") == "it said ***"
    assert redactor_of([load_project(start=shop.top)])("plain") == "plain"


def test_a_url_that_is_not_where_it_should_be_is_said_at_once(tmp_path: Path) -> None:
    with a_receiver() as receiver:
        shop = a_told_shop(tmp_path / "shop", receiver)
    (shop.top / "urls.txt").unlink()

    with pytest.raises(ConfigInvalid, match=r"urls\.txt"):
        make_teller(load_project(start=shop.top), complain=print)
