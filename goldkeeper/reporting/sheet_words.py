"""What a judge is told, in whatever form the sheet comes."""

from goldkeeper.model.sheets import AuditSheet, Column
from goldkeeper.reporting.sheet_text import shown_text
from goldkeeper.reporting.wording import count

READING = (
    "Read the query, then the code, and give the grade that fits. Answer without asking anybody, and without looking"
    " the pair up."
)
HANDLING = (
    " Only the yellow cells are yours; leave the rest as it is. You may sort, save as XLSX, ODS or CSV, and hand in a"
    f" half-filled sheet: goldkeeper audit import knows each row by the column '{Column.ROW.value}'."
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
    """How many rows, of which state."""
    return f"{count(len(sheet.rows), 'row')}, {shown_text(sheet.state)}"
