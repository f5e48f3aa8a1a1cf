"""Drift reports in a folder: for each scan a Markdown file, a page and a JSON file, and the latest of each.

Everything that a report shows is made in `reporting/`; the templates only print. What they print
is escaped unless it says otherwise: in Markdown a plain string is prose, on the page it is text,
and on both what can't be seen is shown as an escape.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from goldkeeper.model.errors import FileUnreadable
from goldkeeper.model.scans import ScanReport
from goldkeeper.reporting.figures import ScanFigures, figures_of
from goldkeeper.reporting.markdown import MarkdownText, code, prose
from goldkeeper.reporting.record import scan_record
from goldkeeper.reporting.sentences import standing_sentence
from goldkeeper.reporting.visible import visible
from goldkeeper.reporting.waterfall_view import signed, waterfall_lines
from goldkeeper.reporting.wording import count, duration, likelihood, percent
from goldkeeper.stores.atomic import write_whole

TEMPLATES = Path(__file__).parent / "templates"
LATEST = "latest"  # `latest.md`, `.html`, `.json`: copies, since links break on Windows and in artefacts

# Markdown is read in a pull request or a terminal: long enough to see the pattern. JSON has all.
MOST_IN_MARKDOWN = {"queries": 40, "gold": 12, "groups": 40, "members": 12, "problems": 40, "waterfalls": 5}
# The page folds what follows after these; nothing is left out.
OPEN_ON_PAGE = {"queries": 10, "groups": 3, "members": 10, "problems": 15}
LONGEST_QUERY = 200  # characters of a query that are shown in Markdown; some are whole bug reports
_BREAKS = re.compile(r"(?<=[/.:_])(?=[^/.:_])")


@dataclass(frozen=True, slots=True)
class ReportFolder:
    """Where the reports of scans are kept."""

    folder: Path

    def write(self, report: ScanReport) -> tuple[str, ...]:
        """Write the three files of a scan, and the same as the latest; each whole or not at all.

        Returns:
            The scan's own files: Markdown, page, JSON.

        Raises:
            FileUnreadable: the folder can't be written to.
        """
        figures = figures_of(report)
        texts = {"md": markdown_report(figures), "html": html_report(figures), "json": json_report(figures)}
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for suffix, text in texts.items():
                for name in (report_name(report, suffix), f"{LATEST}.{suffix}"):
                    write_whole(self.folder / name, text.encode())
        except OSError as problem:
            why = problem.strerror or "can't be written"
            raise FileUnreadable(
                str(self.folder), why, "name another reports folder, or scan with --no-report"
            ) from None
        return tuple(str(self.folder / report_name(report, suffix)) for suffix in texts)

    def latest(self) -> dict[str, object] | None:
        """The last scan's JSON record; None when there is none, or it can't be read."""
        try:
            record = json.loads((self.folder / f"{LATEST}.json").read_bytes())
        except (OSError, ValueError, RecursionError):
            return None
        return record if isinstance(record, dict) else None


def report_name(report: ScanReport, suffix: str) -> str:
    """`20261130T140512Z-3f2a1b9-drift.md`."""
    return f"{report.scan}-drift.{suffix}"


def json_report(figures: ScanFigures) -> str:
    """The figures as JSON; ASCII, so that every reader in every locale gets the same IDs."""
    return json.dumps(scan_record(figures), indent=1, allow_nan=False) + "\n"


def markdown_report(figures: ScanFigures) -> str:
    """The report as GitHub Markdown, its lists cut to what people read."""
    template = _environment(_escaped_prose, autoescape=False).get_template("drift.md.j2")
    text = template.render(
        f=figures,
        report=figures.report,
        json_name=report_name(figures.report, "json"),
        standing_sentence=standing_sentence(figures.tally),
        waterfall_lines=waterfall_lines,
        **{f"most_{name}": number for name, number in MOST_IN_MARKDOWN.items()},
    )
    return _single_blank_lines(text)


def html_report(figures: ScanFigures) -> str:
    """The report as one page without script and without anything from elsewhere."""
    template = _environment(_escaped_text, autoescape=True).get_template("drift.html.j2")
    return template.render(
        f=figures,
        report=figures.report,
        standing_sentence=standing_sentence(figures.tally),
        **{f"open_{name}": number for name, number in OPEN_ON_PAGE.items()},
    )


def _single_blank_lines(text: str) -> str:
    lines = [line.rstrip() for line in text.split("\n")]
    kept = [line for n, line in enumerate(lines) if line or (n and lines[n - 1])]
    return "\n".join(kept).strip("\n") + "\n"


def _escaped_prose(value: object) -> object:
    return prose(value) if isinstance(value, str) and not isinstance(value, MarkdownText) else value


def _escaped_text(value: object) -> object:
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


@cache  # templates are compiled once
def _environment(finalize: Callable[[object], object], *, autoescape: bool) -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=autoescape,  # noqa: S701  # Markdown is escaped by finalize
        finalize=finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "as_is": MarkdownText,
        "breakable": _breakable,
        "cell": lambda text: code(str(text), in_table=True),
        "code": code,
        "count": count,
        "day": lambda moment: moment.astimezone(UTC).strftime("%Y-%m-%d"),
        "duration": duration,
        "likelihood": lambda confidence: MarkdownText(likelihood(confidence)),
        "bits": signed,
        "moment": _moment,
        "percent": lambda part, whole: MarkdownText(percent(part, whole)),
        "shortened": lambda text: text if len(text) <= LONGEST_QUERY else text[: LONGEST_QUERY - 1] + "…",
    }
    return made


def _breakable(text: str) -> Markup:
    """An ID that may break where people would break it: after a slash, a dot, a colon, an underscore."""
    return Markup("<wbr>").join(_BREAKS.split(visible(text)))  # each piece is escaped as it is joined


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
