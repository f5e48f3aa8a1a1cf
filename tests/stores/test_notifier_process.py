"""Messages that a child carries."""

import sys
from pathlib import Path

import pytest

from goldkeeper.model.errors import ConfigInvalid
from goldkeeper.model.telling import Message
from goldkeeper.stores import notifier_process
from goldkeeper.stores.notifier import AppriseNotifier
from goldkeeper.stores.notifier_process import NotifierProcess
from tests.stores.receivers import a_receiver

MESSAGE = Message("shop: 2 gold chunks drifted", "Plain & <simple>\n  2  moved “so”", "**Marked** `up`")


def test_a_child_carries_the_message_and_apprise_stays_there() -> None:
    with a_receiver() as receiver:
        notifier = NotifierProcess([receiver.url()])
        (target,) = notifier.targets

        assert notifier.send(target, MESSAGE) == ""

    (got,) = receiver.got
    assert (got["title"], got["message"]) == (MESSAGE.title, MESSAGE.text)


def test_receivers_go_by_the_same_names_as_here() -> None:
    urls = ["json://localhost/1", "ntfy://topic-123"]

    assert NotifierProcess(urls).targets == AppriseNotifier(urls).targets


def test_a_url_that_is_none_is_refused_as_here() -> None:
    with pytest.raises(ConfigInvalid) as refusal:
        NotifierProcess(["nosuch://s3cr3t-t0k3n-123"])

    assert "number 1 (nosuch) is no URL that apprise can use" in str(refusal.value)


def test_a_refusal_is_an_answer_without_secrets() -> None:
    with a_receiver() as receiver:
        receiver.status = 500
        notifier = NotifierProcess([receiver.url()])
        (target,) = notifier.targets

        why = notifier.send(target, MESSAGE)

    assert "500" in why
    assert "s3cr3t" not in why


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("#!/bin/sh\nexit 7\n", "the sender ended with 7"),
        ("#!/bin/sh\necho '[]'\n", "the sender gave no answer"),
        ("#!/bin/sh\necho 'printed by a service'\n", "the sender gave no answer"),
        ("#!/bin/sh\nexit 0\n", "the sender gave no answer"),
        (None, "no process for it: No such file or directory"),
    ],
)
def test_a_child_that_fails_is_an_answer_too(
    script: str | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = tmp_path / "python"
    if script is not None:
        child.write_text(script, encoding="utf-8")
        child.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(child))
    notifier = NotifierProcess(["json://localhost/1"])
    (target,) = notifier.targets

    assert notifier.send(target, MESSAGE) == said


def test_a_child_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    child = tmp_path / "python"
    child.write_text("#!/bin/sh\nexec cat /dev/zero > /dev/null\n", encoding="utf-8")
    child.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(child))
    monkeypatch.setattr(notifier_process, "SEND_SECONDS", 0.05)
    notifier = NotifierProcess(["json://localhost/1"])
    (target,) = notifier.targets

    assert notifier.send(target, MESSAGE) == "no end after 0 s"
