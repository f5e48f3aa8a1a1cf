"""A sheet as a page for the printer: light, without script, and without anything from elsewhere."""

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from goldkeeper.model.sheets import AuditSheet
from goldkeeper.reporting.sheet_text import shown_code, shown_text
from goldkeeper.reporting.sheet_words import about, reading, rule_words, title
from goldkeeper.reporting.visible import visible
from goldkeeper.stores.report_templates import TEMPLATES

MOST_LINES = 400  # of a chunk; four printed pages
LONGEST_LINE = 400  # letters; they are wrapped


def html_sheet(sheet: AuditSheet) -> str:
    """The page; whatever comes from repositories and people is shown as the text it is."""
    shown = {row.number: shown_code(row, most_lines=MOST_LINES, longest=LONGEST_LINE) for row in sheet.rows}
    return (
        _environment()
        .get_template("audit_sheet.html.j2")
        .render(
            sheet=sheet,
            shown=shown,
            about=about(sheet),
            title=title(sheet),
            reading=reading(sheet),
            words=rule_words(sheet),
            foot=_foot(sheet),
        )
    )


def _foot(sheet: AuditSheet) -> Markup:
    """Audit and judge as a string of CSS, for the foot of each printed page; all but letters and digits escaped."""
    text = f"Audit {visible(sheet.audit)}, {visible(title(sheet))}"
    plain = (letter if letter.isascii() and letter.isalnum() else f"\\{ord(letter):x} " for letter in text)
    return Markup('"' + "".join(plain) + '"')  # noqa: S704 - nothing is left in it that could end the string


def _escaped(value: object) -> object:
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        finalize=_escaped,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"lines": lambda text: shown_text(text).split("\n")}
    return made
