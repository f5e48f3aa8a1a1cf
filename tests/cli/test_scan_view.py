import json

import pytest
from rich.cells import cell_len

from goldkeeper.cli.progress_bars import ProgressBars
from goldkeeper.cli.scan_view import print_record, progress
from goldkeeper.model.chunks import ChunkId, Span
from goldkeeper.model.drifts import DriftKind
from goldkeeper.reporting.figures import figures_of
from goldkeeper.reporting.record import scan_record
from tests.builders import a_drift, a_gold_pair, a_gold_set, a_query, a_scan_report
from tests.reporting.printing import print_scan
from tests.reporting.story import a_story
from tests.reporting.terminal import Pipe, Terminal

ODD = ChunkId("src/new\tline\n\x1b[31m\udcff.py", Span(1, 2), "合計\\f")


def test_a_pipe_gets_one_line_a_gold_chunk_and_talk_goes_to_stderr() -> None:
    out, err = Pipe(), Pipe()
    print_scan(a_story(), stdout=out, stderr=err)
    rows = [line.split("\t") for line in out.written().splitlines()]
    assert len(rows) == 15
    assert rows[0][:2] == ["intact", "src/shop/cart.py:12-40:Cart.total"]
    assert all(len(row) >= 9 for row in rows)
    assert err.written().splitlines()[1].startswith("3 of 15 gold chunks still resolve")


def test_odd_names_stay_one_field_on_a_pipe() -> None:
    out = Pipe()
    print_scan(a_scan_report(a_drift(DriftKind.MISSING, chunk=ODD)), stdout=out, stderr=Pipe())
    (line,) = out.written().splitlines()
    assert line.split("\t")[1] == r"src/new\tline\n\x1b[31m\udcff.py:1-2:合計\\f"


def test_a_stream_that_lacks_the_letters_gets_escapes() -> None:
    out = Pipe("ascii")
    print_scan(a_scan_report(a_drift(DriftKind.MISSING, chunk=ODD)), stdout=out, stderr=Pipe("ascii"))
    assert r"\u5408\u8a08" in out.written()


def test_json_is_the_whole_record_and_nothing_else() -> None:
    out, err = Pipe("ascii"), Pipe()
    print_scan(a_story(), written=["reports/x.md"], as_json=True, stdout=out, stderr=err)
    assert json.loads(out.written()) == scan_record(figures_of(a_story()))
    assert err.written() == ""


@pytest.mark.parametrize("columns", [20, 40, 80, 200])
def test_no_line_is_wider_than_the_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    long_id = ChunkId("src/" + "とても長い/" * 30 + "x.py", Span(1, 2), "C." + "e\u0301" * 90)
    gold = a_gold_set(
        a_gold_pair(long_id, query_id="q" * 50),
        queries=[a_query("q" * 50, "どこ" * 100 + "\U0001f469\u200d\U0001f4bb")],
    )
    report = a_scan_report(a_drift(DriftKind.NEVER, chunk=long_id), gold_set=gold, notes=["nö" * 200])
    for shown in (report, a_story()):
        terminal = Terminal(monkeypatch, columns=columns)
        print_scan(shown, stdout=terminal)
        too_wide = [line for line in terminal.screen().splitlines() if cell_len(line) > columns]
        assert [line for line in too_wide if not line.strip().startswith("goldkeeper ")] == []


def test_no_colour_is_used_where_it_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Terminal(monkeypatch, columns=80)
    print_scan(a_story(), stdout=plain)
    assert "\x1b[3" not in plain.written()
    coloured = Terminal(monkeypatch, columns=80, colour=True)
    print_scan(a_story(), stdout=coloured)
    assert "\x1b[3" in coloured.written()
    assert plain.screen() == coloured.screen()


def test_names_cannot_steer_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    gold = a_gold_set(
        a_gold_pair(ODD, query_id="q\x1b[2J"), queries=[a_query("q\x1b[2J", "[bold]no markup[/] \x1b[2J")]
    )
    terminal = Terminal(monkeypatch, columns=80)
    print_scan(
        a_scan_report(a_drift(DriftKind.NEVER, chunk=ODD), gold_set=gold, notes=["\x1b]0;title\x07"]), stdout=terminal
    )
    assert "\x1b[2J" not in terminal.written()
    assert "\x1b]" not in terminal.written()
    assert "[bold]no markup[/]" in terminal.screen()


def test_a_terminal_without_unicode_gets_plain_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(monkeypatch, columns=80, encoding="ascii")
    print_scan(a_scan_report(a_drift(DriftKind.INTACT)), stdout=terminal)
    assert "####################" in terminal.screen()


def test_an_unchanged_scan_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    record = scan_record(figures_of(a_story()))
    terminal, err = Terminal(monkeypatch, columns=80), Pipe()
    print_record(record, unchanged=True, stdout=terminal)
    print_record(record, unchanged=True, stdout=Pipe(), stderr=err)
    for said in (terminal.screen(), err.written()):
        assert "Nothing changed since that scan; --force scans again." in said
        assert "3 of 15 gold chunks still resolve" in said
        assert "Review: 10 proposals wait for an answer." in said
        assert "Of the other 12" not in said
        assert "no JSON" not in said
        assert "g1" not in said


def test_many_groups_and_problems_are_cut_with_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    report = a_scan_report(a_drift(DriftKind.INTACT), notes=[f"note {n}" for n in range(12)])
    terminal = Terminal(monkeypatch, columns=80)
    print_scan(report, stdout=terminal)
    assert "note 7" in terminal.screen()
    assert "note 8" not in terminal.screen()
    assert "… and 4 more notes, see the report" in terminal.screen()


def test_progress_off_a_terminal_draws_nothing() -> None:
    err = Pipe()
    with progress(err) as show:
        show("chunking", 1, 10)
    assert err.written() == ""


def test_short_work_draws_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    err = Terminal(monkeypatch, columns=80)
    with progress(err) as show:
        show("chunking", 1, 10)
    assert err.written() == ""


def test_long_work_shows_a_bar_for_each_kind_and_wipes_them_away(monkeypatch: pytest.MonkeyPatch) -> None:
    err = Terminal(monkeypatch, columns=80)
    bars = ProgressBars(err, patience_seconds=0)
    bars("chunking", 3, 10)
    bars("mat\x1bching", 1, 0)
    bars.stop()
    assert "chunking" in err.screen()
    assert "3/10" in err.screen()
    assert "mat\\x1bching" in err.screen()


def test_a_finished_bar_makes_room_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    err = Terminal(monkeypatch, columns=80)
    bars = ProgressBars(err, patience_seconds=0)
    for n in range(5):
        bars(f"part {n}", 10, 10)
    bars.stop()
    last_picture = err.screen().rsplit("\x1b[2K", 5)[-1]
    assert "part 0" not in last_picture
