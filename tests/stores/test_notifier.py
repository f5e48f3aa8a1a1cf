"""Messages through apprise's own web hook to a receiver on this machine."""

import logging
from pathlib import Path

import pytest

from goldkeeper.model.errors import ConfigInvalid
from goldkeeper.model.telling import Message
from goldkeeper.stores.notifier import AppriseNotifier, urls_of
from tests.stores.receivers import a_receiver

MESSAGE = Message("shop: 2 gold chunks drifted", "Plain & <simple>\n  2  moved", "**Marked** `up`")
SECRET = "s3cr3t-t0k3n-123"  # noqa: S105  # made up


def test_a_web_hook_gets_title_and_text_as_they_are() -> None:
    with a_receiver() as receiver:
        notifier = AppriseNotifier([receiver.url()])
        (target,) = notifier.targets

        assert notifier.send(target, MESSAGE) == ""

    (got,) = receiver.got
    assert (got["title"], got["message"]) == (MESSAGE.title, MESSAGE.text)


def test_a_service_that_shows_markdown_gets_it() -> None:
    with a_receiver() as receiver:
        notifier = AppriseNotifier([f"{receiver.url()}?format=markdown"])
        (target,) = notifier.targets

        assert notifier.send(target, MESSAGE) == ""

    assert receiver.got[0]["message"] == MESSAGE.markdown


def test_a_refusal_is_an_answer_without_secrets_and_nothing_is_raised() -> None:
    with a_receiver() as receiver:
        receiver.status = 500
        notifier = AppriseNotifier([receiver.url()])
        (target,) = notifier.targets

        why = notifier.send(target, MESSAGE)

    assert "500" in why
    assert SECRET not in why


def test_a_receiver_that_is_gone_is_an_answer_too(caplog: pytest.LogCaptureFixture) -> None:
    with a_receiver() as receiver:
        url = receiver.url()
    notifier = AppriseNotifier([url])
    (target,) = notifier.targets

    with caplog.at_level(logging.DEBUG):
        why = notifier.send(target, MESSAGE)

    assert why
    assert SECRET not in why + caplog.text


def test_receivers_go_by_their_service_and_never_by_their_url() -> None:
    notifier = AppriseNotifier([f"json://a:{SECRET}@localhost/1", f"json://a:{SECRET}@localhost/2", "ntfy://topic-123"])

    assert list(notifier.targets.values()) == ["json", "json (number 2)", "ntfy"]
    assert SECRET not in repr(notifier.targets)


def test_a_url_goes_by_the_same_name_after_a_restart_and_twice_the_same_is_one() -> None:
    urls = ["ntfy://topic-123", "ntfy://topic-123"]

    assert list(AppriseNotifier(urls).targets) == list(AppriseNotifier(urls[:1]).targets)


@pytest.mark.parametrize("url", [f"slack://{SECRET}", f"nosuch://{SECRET}", SECRET, f"json://:{SECRET}"])
def test_a_url_that_is_none_is_refused_without_being_shown(url: str) -> None:
    with pytest.raises(ConfigInvalid) as refusal:
        AppriseNotifier(["ntfy://topic-123", url])

    assert SECRET not in str(refusal.value)
    assert "number 2" in str(refusal.value)


def test_urls_are_looked_up_where_they_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "urls").write_text("# chats\nslack://a\n\n  ntfy://b \n", encoding="utf-8")
    monkeypatch.setenv("HOOK", "json://c")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))

    found = urls_of(["env:HOOK", "file:urls", "file:$CREDENTIALS_DIRECTORY/urls", "mailto://d"], tmp_path)

    assert found == ("json://c", "slack://a", "ntfy://b", "slack://a", "ntfy://b", "mailto://d")


@pytest.mark.parametrize("entry", ["env:NOT_SET_ANYWHERE", "file:none"])
def test_a_place_that_holds_nothing_is_named(entry: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigInvalid, match=entry.partition(":")[2]):
        urls_of([entry], tmp_path)
