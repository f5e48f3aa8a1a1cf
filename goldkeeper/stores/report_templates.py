"""Templates of reports: everything that one shows is made in `reporting/`, and the template only prints.

What they print is escaped unless it says otherwise: in Markdown a plain string is prose, on the page it is text, and
on both what can't be seen is shown as an escape.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from goldkeeper.reporting.audit_charts import interval_bar
from goldkeeper.reporting.audit_words import figure, share, share_figure
from goldkeeper.reporting.markdown import MarkdownText, code, prose
from goldkeeper.reporting.visible import visible
from goldkeeper.reporting.waterfall_view import signed
from goldkeeper.reporting.wording import count, duration, likelihood, percent

TEMPLATES = Path(__file__).parent / "templates"
LONGEST_QUERY = 200  # characters of a query that are shown in Markdown; some are whole bug reports
_BREAKS = re.compile(r"(?<=[/.:_])(?=[^/.:_])")


def markdown_template(name: str) -> Template:
    """A template whose plain strings are prose."""
    return _environment(_escaped_prose, autoescape=False).get_template(name)


def page_template(name: str) -> Template:
    """A template whose plain strings are text."""
    return _environment(_escaped_text, autoescape=True).get_template(name)


def single_blank_lines(text: str) -> str:
    """Text without blanks at the ends of lines, and with one empty line at most in a row."""
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
        "figure": lambda estimate: MarkdownText(figure(estimate)),
        "interval": lambda estimate, scale: Markup(interval_bar(estimate, scale=scale)),  # noqa: S704  # numbers only
        "likelihood": lambda confidence: MarkdownText(likelihood(confidence)),
        "bits": signed,
        "moment": _moment,
        "share": share,
        "share_figure": lambda estimate: MarkdownText(share_figure(estimate)),
        "percent": lambda part, whole: MarkdownText(percent(part, whole)),
        "shortened": lambda text: text if len(text) <= LONGEST_QUERY else text[: LONGEST_QUERY - 1] + "…",
    }
    return made


def _breakable(text: str) -> Markup:
    """An ID that may break where people would break it: after a slash, a dot, a colon, an underscore."""
    return Markup("<wbr>").join(_BREAKS.split(visible(text)))  # each piece is escaped as it is joined


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
