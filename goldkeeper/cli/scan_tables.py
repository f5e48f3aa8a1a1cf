"""A scan's record as tables on a terminal, down to the narrowest and with or without colour."""

from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from goldkeeper.reporting.folding import folded
from goldkeeper.reporting.losses import QueryState
from goldkeeper.reporting.outcomes import Ending, Standing
from goldkeeper.reporting.visible import visible
from goldkeeper.reporting.wording import count, percent

Record = Mapping[str, Any]

MOST_ROWS = 8  # of groups, and of orphaned queries: what fits under the counts without scrolling
BAR_CELLS = 20
COLUMN_GAP = 3  # columns between two of a table
NARROWEST_WITH_BARS = 60  # columns; below, the numbers need the room

# Drift → style. The words say it too, so nothing is lost without colour.
STYLES = {
    "intact": "green",
    "shifted": "blue",
    "edited": "yellow",
    "missing": "magenta",
    "obscured": "dim",
    "never resolved": "dim",
}


def print_tables(
    record: Record,
    out: TextIO,
    *,
    said: tuple[Sequence[str], Sequence[str]],
    closing: Sequence[str],
    index: Sequence[str] = (),
    brief: bool = False,
) -> None:
    """Print the headline, what was seen, the groups, and what to do next.

    Args:
        record: as `reporting.record.scan_record` makes it.
        out: the terminal.
        said: problems of the gold file, and notes, as lines.
        closing: last lines, such as where the report is.
        index: which index it is, and what of it had changed.
        brief: only the headline and what to do next.
    """
    console = Console(file=out, highlight=False, markup=False, emoji=False)
    gold = record["gold"]
    console.print(visible(f"{gold['file']} against {record['repository']} at {record['head_label']}"), style="dim")
    for line in index:
        console.print(visible(line), style="dim")
    console.print()
    console.print(visible(record["headline"]), style="bold" if record["needs_a_person"] else "bold green")
    if not brief:
        _print_findings(console, record, said)
    _section(console, "Next", *_steps(record))
    if closing:
        console.print()
    for line in closing:
        console.print(visible(line), style="dim", soft_wrap=True)  # a path is copied whole


def _print_findings(console: Console, record: Record, said: tuple[Sequence[str], Sequence[str]]) -> None:
    for sentence in record["details"]:
        console.print(visible(sentence))
    if record["gold"]["chunks"]:
        _section(console, "", drift_table(record, console))
    changes = [f"{number:,} {Ending(name).label}" for name, number in record["counts"]["by_change"].items() if number]
    if len(changes) > 1:  # else the sentences have told it
        console.print()
        console.print(f"Of the {record['counts']['drifted']:,} that drifted: {', '.join(changes)}.")
    _section(console, "Groups", groups_table(record, console))
    _section(console, "Queries that lost all gold", orphans_table(record))
    for title, lines in zip(("Problems in the gold file", "Notes"), said, strict=True):
        width = max(2, console.width - 2)
        _section(console, title, *(Text(_folded(line, width), style="yellow", overflow="fold") for line in lines))


def _folded(line: str, width: int) -> str:
    return "\n".join(folded(visible(line), width))


def _section(console: Console, title: str, *parts: Table | Text | None) -> None:
    shown = [part for part in parts if part is not None]
    if not shown:
        return
    console.print()
    if title:
        console.print(title, style="bold")
    for part in shown:
        console.print(part if isinstance(part, Table) else Padding(part, (0, 0, 0, 2), expand=False))


def _steps(record: Record) -> list[Text]:
    parts = []
    for step in record["next"]:
        parts.append(Text(step["text"]))
        if step["command"]:
            parts.append(Text(f"  {step['command']}", style="cyan"))
    return parts


def drift_table(record: Record, console: Console) -> Table:
    """Gold chunks by drift, each with a bar where there is room."""
    total, counts = record["gold"]["chunks"], record["counts"]
    with_bars = console.width >= NARROWEST_WITH_BARS
    table = _table("drift", "gold chunks>", "share>", *([""] if with_bars else []))
    cell = "#" if console.options.ascii_only else "█"

    def add(name: str, number: int, style: str, bar: int = 0) -> None:
        bars = [Text(cell * bar, style=style)] if with_bars else []
        table.add_row(Text(name, style=style), str(number), percent(number, total), *bars)

    for name, number in counts["by_drift"].items():
        if number:
            add(name, number, STYLES.get(name, ""), max(1, round(BAR_CELLS * number / total)))
    table.add_section()
    add("still resolve", counts["resolving"], "bold")
    if counts["something_else"]:
        add("of them, other text", counts["something_else"], "bold red")
    return table


def groups_table(record: Record, console: Console) -> Table | None:
    """Causes with how many of their chunks wait for an answer; where it is narrow, the causes alone."""
    groups = record["groups"]
    if not groups:
        return None
    with_counts = console.width >= NARROWEST_WITH_BARS
    standings = {chunk["id"]: chunk["standing"] for chunk in record["chunks"]}
    rows = [(group["name"] or "-", *_counts(group, with_counts=with_counts)) for group in groups[:MOST_ROWS]]
    heads = ("group", *(("waiting", "certain") if with_counts else ()))
    taken = sum(max(map(len, column)) + COLUMN_GAP for column in zip(heads, *rows, strict=True))
    table = _table(*(name if name == "group" else f"{name}>" for name in heads), "cause")
    for group, row in zip(groups, rows, strict=False):
        sentence = _folded(group["sentence"] + _settled(group, standings), max(2, console.width - taken))
        table.add_row(*map(visible, row), Text(sentence, overflow="fold"))
    if len(groups) > MOST_ROWS:
        blank = ["", ""] if with_counts else []
        table.add_row("", *blank, f"… and {count(len(groups) - MOST_ROWS, 'more group')}")
    return table


def _settled(group: Record, standings: Mapping[str, str]) -> str:
    """Of a group that nobody has to answer, why not."""
    if group["waiting"]:
        return ""
    found = {standings.get(chunk) for chunk in group["chunks"]}
    return f"; {found.pop()}" if len(found) == 1 and found <= set(Standing) else "; settled"


def _counts(group: Record, *, with_counts: bool) -> tuple[str, ...]:
    if not with_counts:
        return ()
    return (str(group["waiting"]), str(group["certain"])) if group["waiting"] else ("", "")


def orphans_table(record: Record) -> Table | None:
    """Queries on which no retriever can score any more."""
    orphans = [query for query in record["queries"] if query["state"] == QueryState.ORPHANED]
    if not orphans:
        return None
    table = _table("query", "text")
    for query in orphans[:MOST_ROWS]:
        text = Text(visible(query["query"]), overflow="ellipsis", no_wrap=True)
        table.add_row(Text(visible(query["qid"]), overflow="fold"), text)
    if len(orphans) > MOST_ROWS:
        table.add_row("", f"… and {count(len(orphans) - MOST_ROWS, 'more query', 'more queries')}")
    return table


def _table(*columns: str) -> Table:
    """A table without lines but under its head; a column whose name ends in `>` is of numbers."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), header_style="dim", show_edge=False)
    for name in columns:
        number = name.endswith(">")
        table.add_column(name.rstrip(">"), justify="right" if number else "left", no_wrap=number)
    return table
