"""Drift reports in a folder: for each scan a Markdown file, a page and a JSON file, and the latest of each.

Everything that a report shows is made in `reporting/`; the templates only print. What they print
is escaped unless it says otherwise: in Markdown a plain string is prose, on the page it is text,
and on both what can't be seen is shown as an escape.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from goldkeeper.model.errors import FileUnreadable
from goldkeeper.model.scans import ScanReport, report_name
from goldkeeper.reporting.figures import ScanFigures, figures_of
from goldkeeper.reporting.record import scan_record
from goldkeeper.reporting.sentences import standing_sentence
from goldkeeper.reporting.waterfall_view import waterfall_lines
from goldkeeper.stores.atomic import write_whole
from goldkeeper.stores.report_templates import markdown_template, page_template, single_blank_lines

LATEST = "latest"  # `latest.md`, `.html`, `.json`: copies, since links break on Windows and in artefacts

# Markdown is read in a pull request or a terminal: long enough to see the pattern. JSON has all.
MOST_IN_MARKDOWN = {"queries": 40, "gold": 12, "groups": 40, "members": 12, "problems": 40, "waterfalls": 5}
# The page folds what follows after these; nothing is left out.
OPEN_ON_PAGE = {"queries": 10, "groups": 3, "members": 10, "problems": 15}


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
                for name in (report_name(report.scan, suffix), f"{LATEST}.{suffix}"):
                    write_whole(self.folder / name, text.encode())
        except OSError as problem:
            why = problem.strerror or "can't be written"
            raise FileUnreadable(
                str(self.folder), why, "name another reports folder, or scan with --no-report"
            ) from None
        return tuple(str(self.folder / report_name(report.scan, suffix)) for suffix in texts)

    def latest(self) -> dict[str, object] | None:
        """The last scan's JSON record; None when there is none, or it can't be read."""
        try:
            record = json.loads((self.folder / f"{LATEST}.json").read_bytes())
        except (OSError, ValueError, RecursionError):
            return None
        return record if isinstance(record, dict) else None


def json_report(figures: ScanFigures) -> str:
    """The figures as JSON; ASCII, so that every reader in every locale gets the same IDs."""
    return json.dumps(scan_record(figures), indent=1, allow_nan=False) + "\n"


def markdown_report(figures: ScanFigures) -> str:
    """The report as GitHub Markdown, its lists cut to what people read."""
    template = markdown_template("drift.md.j2")
    text = template.render(
        f=figures,
        report=figures.report,
        json_name=report_name(figures.report.scan, "json"),
        standing_sentence=standing_sentence(figures.tally),
        waterfall_lines=waterfall_lines,
        **{f"most_{name}": number for name, number in MOST_IN_MARKDOWN.items()},
    )
    return single_blank_lines(text)


def html_report(figures: ScanFigures) -> str:
    """The report as one page without script and without anything from elsewhere."""
    template = page_template("drift.html.j2")
    return template.render(
        f=figures,
        report=figures.report,
        standing_sentence=standing_sentence(figures.tally),
        **{f"open_{name}": number for name, number in OPEN_ON_PAGE.items()},
    )
