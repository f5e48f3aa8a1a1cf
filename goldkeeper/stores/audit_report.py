"""Audit reports in a folder: for each audit a Markdown file, a page and a JSON file."""

import json
from dataclasses import dataclass
from pathlib import Path
from re import sub

from markupsafe import Markup

from goldkeeper.model.audit_results import AuditFindings, WrongPairs
from goldkeeper.model.errors import FileUnreadable
from goldkeeper.reporting.audit_charts import confusion_chart, trend_chart
from goldkeeper.reporting.audit_record import findings_record
from goldkeeper.reporting.audit_tables import (
    agreement_rows,
    confusion_grid,
    divisions,
    doubt_rows,
    missing_rows,
    open_rows,
    overall_row,
    scale_of,
    wrong_rows,
)
from goldkeeper.reporting.audit_words import (
    METHODS,
    agreement_sentence,
    at_most,
    decoy_sentence,
    effect_sentence,
    headline,
    leaning_sentence,
    open_sentences,
    relevance_sentence,
    step_sentence,
)
from goldkeeper.reporting.schema import JSON_SCHEMA
from goldkeeper.stores.atomic import write_whole
from goldkeeper.stores.report_templates import markdown_template, page_template, single_blank_lines

MOST_STRATA = 12  # lines of a table of shares that are taken in at a glance
MOST_OPEN = 12  # rows that are not settled, as far as they are listed; the record has all


@dataclass(frozen=True, slots=True)
class AuditReportFolder:
    """Where the reports of audits are kept."""

    folder: Path

    def write(self, found: AuditFindings) -> tuple[str, ...]:
        """Write the three files of an audit, each whole or not at all; an earlier state of it is replaced.

        Returns:
            The files: Markdown, page, JSON.

        Raises:
            FileUnreadable: the folder can't be written to.
        """
        texts = {
            "md": audit_markdown(found),
            "html": audit_page(found),
            "json": audit_json(found),
        }
        names = {suffix: self.folder / audit_report_name(found.draw.name, suffix) for suffix in texts}
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for suffix, text in texts.items():
                write_whole(names[suffix], text.encode())
        except OSError as problem:
            why = problem.strerror or "can't be written"
            raise FileUnreadable(str(self.folder), why, "name another folder for reports") from None
        return tuple(map(str, names.values()))


def audit_report_name(audit: str, suffix: str) -> str:
    """A file name of an audit's name, whatever that holds.

    >>> audit_report_name("v1.4", "md"), audit_report_name("../release 2", "md")
    ('v1.4-audit.md', 'release_2-audit.md')
    """
    safe = sub(r"[^\w.+-]+", "_", audit).strip("._") or "audit"
    return f"{safe}-audit.{suffix}"


def audit_json(found: AuditFindings) -> str:
    """The findings as JSON; ASCII, so that every reader in every locale gets the same IDs."""
    record = {"schema": JSON_SCHEMA, **findings_record(found)}
    return json.dumps(record, indent=1, allow_nan=False) + "\n"


def audit_markdown(found: AuditFindings) -> str:
    """The report as GitHub Markdown."""
    return single_blank_lines(markdown_template("audit.md.j2").render(**_shown(found)))


def audit_page(found: AuditFindings) -> str:
    """The report as one page without script and without anything from elsewhere."""
    pictures = {
        "confusion": Markup(confusion_chart(found)),  # noqa: S704  # numbers only
        "trend": Markup(trend_chart(found.trend)),  # noqa: S704  # names are escaped in it
        "scale": scale_of([overall_row(found)]),
        "row_scale": scale_of,
    }
    return page_template("audit.html.j2").render(**_shown(found), **pictures)


def _shown(found: AuditFindings) -> dict[str, object]:
    sentences = [
        relevance_sentence(found),
        agreement_sentence(found.agreement),
        effect_sentence(found.effect) if found.effect is not None else "",
        step_sentence(found),
        decoy_sentence(found),
    ]
    return {
        "f": found,
        "headline": headline(found),
        "open": list(open_sentences(found)),
        "sentences": [sentence for sentence in sentences if sentence],
        "divisions": divisions(found),
        "overall": overall_row(found),
        "wrong": wrong_rows(found),
        "missing": missing_rows(found),
        "doubts": doubt_rows(found),
        "open_rows": open_rows(found),
        "most_open": MOST_OPEN,
        "most_strata": MOST_STRATA,
        "agreement": agreement_rows(found),
        "leanings": [leaning_sentence(one) for one in found.leanings],
        "grid": confusion_grid(found),
        "method": METHODS[found.draw.method],
        "bound": _bound,
    }


def _bound(held: WrongPairs) -> str:
    return at_most(held.most, held.size)
