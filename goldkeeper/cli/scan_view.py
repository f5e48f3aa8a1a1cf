r"""What `goldkeeper scan` prints: tables for people on a terminal, one line a gold chunk on a pipe.

Both are made from the report's JSON record, so that a scan that was remembered prints as one that
was just made. On a pipe stdout carries data alone, and what there is to say goes to stderr.

The tab-separated columns are: drift, gold chunk ID, change, proposed ID, confidence, item number,
standing, whether the ID resolves (`yes`, `no`), how many queries name it, and for a split the
further proposed IDs. What does not apply is `-`. Backslash, tab and line breaks in an ID are
written `\\`, `\t`, `\n`.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TextIO

from goldkeeper.ports import Progress
from goldkeeper.reporting.visible import tab_field, visible
from goldkeeper.reporting.wording import count

Record = Mapping[str, Any]

MOST_LINES = 8  # of problems, and of notes: the first show the kind, the report has all


def print_record(
    record: Record,
    *,
    written: Iterable[object] = (),
    as_json: bool = False,
    unchanged: bool = False,
    stdout: TextIO | None = None,
    stderr: TextIO | None = None,
) -> None:
    """Print a scan's record.

    Args:
        record: as `reporting.record.scan_record` makes it.
        written: the files of its report.
        as_json: the record itself, and nothing else.
        unchanged: it is the record of an earlier scan, which would say the same today; only its headline
            and what to do are said again.
        stdout: data, or tables when it is a terminal; None is the process's own.
        stderr: talk; None is the process's own.
    """
    out, err = stdout or sys.stdout, stderr or sys.stderr
    closing = ["Nothing changed since that scan; --force scans again."] if unchanged else []
    closing += report_lines(written)
    if as_json:
        _write(out, [json.dumps(record, indent=1, allow_nan=False)])
    elif out.isatty():
        from goldkeeper.cli.scan_tables import print_tables  # rich loads only where it draws

        said = (problem_lines(record), note_lines(record))
        print_tables(record, out, said=said, closing=closing, index=index_lines(record), brief=unchanged)
    else:
        _write(out, map(tab_line, record["chunks"]))
        _write(err, _talk(record, closing, brief=unchanged))


def report_lines(written: Iterable[object]) -> list[str]:
    """Where to read on: the page that is always the latest, as it is called from here.

    >>> report_lines(["reports/20261130T140512Z-drift.md", "reports/20261130T140512Z-drift.html"])
    ['Report: reports/latest.html']
    """
    page = next((Path(str(path)).with_name("latest.html") for path in written if str(path).endswith(".html")), None)
    if page is None:
        return []
    with suppress(ValueError):  # it lies elsewhere: then its whole name is the shortest
        page = page.resolve().relative_to(Path.cwd())
    return [f"Report: {page}"]


def tab_line(chunk: Record) -> str:
    """One gold chunk as a tab-separated line."""
    proposed = chunk["proposed"]
    values = [
        chunk["drift"],
        chunk["id"],
        chunk["change"],
        proposed[0] if proposed else None,
        None if chunk["confidence"] is None else f"{chunk['confidence']:.4f}",
        chunk["item"],
        chunk["standing"],
        "yes" if chunk["resolves"] else "no",
        len({pair["qid"] for pair in chunk["pairs"]}),
        *proposed[1:],
    ]
    return "\t".join("-" if value is None else tab_field(str(value)) for value in values)


def _write(stream: TextIO, lines: Iterable[str]) -> None:
    """Lines in whatever encoding the stream has; what it can't say is written as an escape."""
    encoding = stream.encoding or "utf-8"
    stream.writelines(line.encode(encoding, "backslashreplace").decode(encoding) + "\n" for line in lines)


def _talk(record: Record, closing: Sequence[str], *, brief: bool) -> list[str]:
    lines = [title_line(record), *index_lines(record), record["headline"]]
    if not brief:
        lines += [*record["details"], *problem_lines(record), *note_lines(record)]
    lines += [f"{step['text']} {step['command'] or ''}".rstrip() for step in record["next"]]
    return [visible(line) for line in (*lines, *closing)]


def title_line(record: Record) -> str:
    """What was held against what."""
    return f"{record['gold']['file']} against {record['repository']} at {record['head_label']}"


def index_lines(record: Record) -> list[str]:
    """The index that the gold set judges, and what of it had changed; nothing where nobody says how it was made."""
    passport, upgrades = record.get("passport"), record.get("upgrades", ())
    named = passport is not None and any(
        passport[key] for key in ("embedding_model", "embedding_packages", "chunker_name")
    )
    lines = [f"Index: {passport['title']}"] if passport is not None and named else []
    return lines + [f"Checked upgrade {one['number']}: {one['sentence']}." for one in upgrades]


def problem_lines(record: Record) -> list[str]:
    """The first problems of the gold file, as `file:line: what; remedy`, and how many more there are."""
    name = record["gold"]["file"]
    return _first(
        [
            f"{name}:{problem['line']}: {problem['message']}; {problem['remedy']}"
            if problem["line"]
            else f"{name}: {problem['message']}; {problem['remedy']}"
            for problem in record["problems"]
        ],
        "problem",
    )


def note_lines(record: Record) -> list[str]:
    """The first notes, and how many more there are."""
    return _first(record["notes"], "note")


def _first(lines: Sequence[str], noun: str) -> list[str]:
    hidden = len(lines) - MOST_LINES
    return [*lines[:MOST_LINES], *([f"… and {count(hidden, 'more ' + noun)}, see the report"] if hidden > 0 else [])]


@contextmanager
def progress(stderr: TextIO | None = None) -> Iterator[Progress]:
    """A progress callback that draws bars on stderr while the context lasts.

    Nothing is drawn when stderr is no terminal, or before the work has taken a moment.
    """
    stream = stderr or sys.stderr
    if not stream.isatty():
        yield _no_progress
        return
    from goldkeeper.cli.progress_bars import ProgressBars  # rich loads only where it draws

    bars = ProgressBars(stream)
    try:
        yield bars
    finally:
        bars.stop()


def _no_progress(_what: str, _done: int, _of: int) -> None:
    pass
