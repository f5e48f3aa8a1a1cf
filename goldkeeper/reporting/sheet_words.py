"""What a judge is told, in whatever form the sheet comes."""

from goldkeeper.model.sheets import AuditSheet, Column
from goldkeeper.reporting.sheet_text import shown_text
from goldkeeper.reporting.wording import count

READING = (
    "Read the query, then the code, and give the grade that fits. Answer without asking anybody, and without looking"
    " the pair up."
)
DECIDING = (
    "Two judges have read these rows, each alone, and differ. Read the query and the code, weigh what both said, and"
    " give the grade that the rules bear out; it may be neither of theirs."
)
DECIDING_BLIND = (
    "Two judges have read these rows, each alone, and differ. Read the query, then the code, and give the grade that"
    " the rules bear out."
)
HANDLING = (
    " Only the yellow cells are yours; leave the rest as it is. Filters and column widths work as the sheet is; to sort"
    " it, take its protection off first (there is no password). Save it as XLSX, ODS or CSV, and hand it in half-filled"
    f" if you like: goldkeeper audit import knows each row by the column '{Column.ROW.value}'."
)
MEANINGS = {
    Column.UNCLEAR: "yes, if the query can be meant in more than one way. Give the grade for the way you take it.",
    Column.SPAN: "yes, if the code begins or ends at the wrong place: too much, too little, another place.",
    Column.NOTE: "What you are not sure of, in your words.",
}


def rule_words(sheet: AuditSheet) -> list[tuple[str, str]]:
    """Name and meaning of each grade and each other answer, in the order of the sheet."""
    grades = [(f"grade {rule.grade}", shown_text(rule.text)) for rule in sheet.rules]
    return [*grades, *((column.value, meaning) for column, meaning in MEANINGS.items())]


def about(sheet: AuditSheet) -> str:
    """How many rows, how many of them are answered, of which state."""
    filled = f", {sheet.filled:,} of them filled" if sheet.filled else ""
    return f"{count(len(sheet.rows), 'row')}{filled}, {shown_text(sheet.state)}"


def title(sheet: AuditSheet) -> str:
    """Whose sheet it is."""
    return f"sheet of {shown_text(sheet.judge)}{', who decides as the third' if sheet.third else ''}"


def reading(sheet: AuditSheet) -> str:
    """What the judge is asked to do."""
    if not sheet.third:
        return READING
    return DECIDING if any(row.said for row in sheet.rows) else DECIDING_BLIND
