"""What people are told of, in words, with a command that exists."""

import shlex

import pytest
from typer.testing import CliRunner

from goldkeeper.cli.main import app
from goldkeeper.model.daemon_happenings import DaemonStarted
from goldkeeper.model.happenings import (
    AuditDue,
    GateFailed,
    Happening,
    ScanFailing,
    ScanStarted,
    UpgradeSeen,
    WorkWaits,
)
from goldkeeper.model.telling import NewsKind
from goldkeeper.workflow.news import news_of
from tests.builders import NOON

TOLD: list[Happening] = [
    AuditDue("shop", NOON, "30 days since the last."),
    GateFailed("shop", NOON, "v1", ("3 questions wait",)),
    ScanFailing("shop", NOON, "no space left.", "DiskFull", 1, NOON),
    UpgradeSeen("shop", NOON, "3", "embedding", "bge-small", "bge-m3"),
    WorkWaits("shop", NOON, 3, 0, None),
]


@pytest.mark.parametrize("happening", TOLD, ids=lambda happening: happening.kind)
def test_each_is_a_sentence_without_an_end_and_a_command_that_there_is(happening: Happening) -> None:
    news = news_of(happening)

    assert news is not None
    assert not news.text[0].islower()
    assert not news.text.endswith(".")
    words = [word for word in shlex.split(news.command)[1:] if word not in {"--release", "NAME"}]
    assert CliRunner().invoke(app, [*words, "--help"]).exit_code == 0


@pytest.mark.parametrize("happening", [DaemonStarted("", NOON, "1", ()), ScanStarted("shop", NOON, ("start",))])
def test_routine_is_nobodys_news(happening: Happening) -> None:
    assert news_of(happening) is None


def test_one_sort_of_problem_is_one_news_whatever_file_it_names() -> None:
    first = news_of(ScanFailing("shop", NOON, "a.py: can't be read", "FileUnreadable", 1, NOON))
    second = news_of(ScanFailing("shop", NOON, "b.py: can't be read", "FileUnreadable", 9, NOON))

    assert first is not None
    assert second is not None
    assert first.key == second.key
    assert first.kind is NewsKind.SCAN_FAILING
