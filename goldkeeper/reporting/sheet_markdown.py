"""A sheet as Markdown: to be read anywhere, and filled in with an editor.

Each row is a heading, its code, and a list of answers behind colons; `audit import` reads the latter, and knows the
row by the key in its heading.
"""

import re

from goldkeeper.model.sheets import AuditSheet, Column, SheetRow
from goldkeeper.reporting.markdown import code, prose
from goldkeeper.reporting.sheet_text import shown_code, shown_text
from goldkeeper.reporting.sheet_words import about, reading, rule_words, title

MOST_LINES = 400
_BACKTICKS = re.compile(r"`{3,}")


def markdown_sheet(sheet: AuditSheet) -> str:
    """The sheet as text."""
    lines = [f"# Audit {prose(sheet.audit)}, {prose(title(sheet))}", ""]
    lines += [
        f"{prose(about(sheet))}. {reading(sheet)} Write behind the colons, and leave the headings as they are:",
        "",
    ]
    lines[-2] += " goldkeeper audit import reads this file."
    lines += rule_lines(sheet)
    for row in sheet.rows:
        lines += ["", *_row_lines(row)]
        if sheet.third:  # anybody may be the third, so the sheet says who
            lines.append(f"- {Column.JUDGE}: {prose(shown_text(sheet.judge))}")
    return "\n".join(lines) + "\n"


def rule_lines(sheet: AuditSheet) -> list[str]:
    """What the grades and the ticks mean, as a list."""
    return [f"- **{prose(name)}**: {prose(text)}" for name, text in rule_words(sheet)]


def _row_lines(row: SheetRow) -> list[str]:
    shown = shown_code(row, most_lines=MOST_LINES)
    numbered = shown.numbered()
    longest = max((len(run) for line in numbered for run in _BACKTICKS.findall(line)), default=2)
    fence = "`" * (longest + 1)
    answers = row.answers
    note = shown_text(answers.note).replace("\n", "\n  ")
    kind = f" ({prose(row.type)})" if row.type else ""
    where = f"{code(row.where)}{f' at {code(row.commit[:12])}' if row.commit else ''}"
    return [
        f"## {row.number} · {row.key}",
        "",
        f"**{prose(' '.join(shown_text(row.query).split()))}**{kind}",
        "",
        f"[{where}](<{row.link}>)" if row.link else where,
        "",
        *([prose(row.remark), ""] if row.remark else []),
        fence,
        *numbered,
        *([shown.note] if shown.note else []),
        fence,
        "",
        *(f"> {prose(line)}  " for line in row.said),
        *([""] if row.said else []),
        f"- {Column.GRADE}: {'' if answers.grade is None else answers.grade}".rstrip(),
        f"- {Column.UNCLEAR}: {'yes' if answers.unclear else ''}".rstrip(),
        f"- {Column.SPAN}: {'yes' if answers.wrong_span else ''}".rstrip(),
        f"- {Column.NOTE}: {note}".rstrip(),
    ]
