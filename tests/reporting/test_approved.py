import pytest

from goldkeeper.reporting.figures import figures_of
from goldkeeper.stores.report_file import markdown_report
from tests.reporting.approval import assert_approved
from tests.reporting.printing import print_scan
from tests.reporting.story import a_story
from tests.reporting.terminal import Pipe, Terminal

WRITTEN = ("reports/20260314T120000Z-a1b2c3d-drift.html",)


def test_the_markdown_report_reads_as_it_was_approved() -> None:
    assert_approved("story.md", markdown_report(figures_of(a_story())))


def test_a_terminal_of_80_columns_shows_what_was_approved(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(monkeypatch, columns=80)
    print_scan(a_story(), written=WRITTEN, stdout=terminal)
    assert_approved("terminal-80.txt", terminal.screen())


def test_a_terminal_of_40_columns_shows_what_was_approved(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(monkeypatch, columns=40)
    print_scan(a_story(), written=WRITTEN, stdout=terminal)
    assert_approved("terminal-40.txt", terminal.screen())


def test_a_pipe_gets_what_was_approved() -> None:
    out, err = Pipe(), Pipe()
    print_scan(a_story(), written=WRITTEN, stdout=out, stderr=err)
    assert_approved("pipe.tsv", out.written())
    assert_approved("pipe-talk.txt", err.written())
