"""Audit sheets as values: what a judge is handed, and what comes back in a file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum


class Column(StrEnum):
    """The columns of a sheet, in their order; the value is the title in the header."""

    NUMBER = "no"
    QUERY = "query"
    TYPE = "type"
    WHERE = "where"
    CODE = "code"
    SAID = "said"  # by the two who differ; in a third judge's sheet alone
    GRADE = "grade"
    UNCLEAR = "query unclear"
    SPAN = "wrong span"
    NOTE = "note"
    LINK = "link"
    ROW = "row"
    JUDGE = "judge"
    AUDIT = "audit"
    COMMIT = "commit"


ANSWERS = (Column.GRADE, Column.UNCLEAR, Column.SPAN, Column.NOTE)


@dataclass(frozen=True, slots=True)
class Answers:
    """What a judge wrote into a row.

    Attributes:
        grade: 0..3; None while none is given.
        unclear: the query can be read in more than one way.
        wrong_span: the chunk is cut wrongly: too much, too little, another place.
        note: what the doubt is.
    """

    grade: int | None = None
    unclear: bool = False
    wrong_span: bool = False
    note: str = ""

    @property
    def given(self) -> bool:
        """Whether the judge has said anything."""
        return self.grade is not None or self.unclear or self.wrong_span or bool(self.note)


NO_ANSWERS = Answers()


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One pair to be read; nothing in it tells the grade it has, or whether it is a decoy.

    Attributes:
        number: place in this judge's order, from 1.
        key: names the row in every file it gets into.
        first_line: number of the code's first line, from 1.
        code: whole lines, joined by newlines.
        commit: the state the code is of; empty for a folder without git.
        link: where the code host shows it; empty where there is none.
        answers: what is known already; a sheet that is written again keeps them.
        remark: what a judge should know of the code, `no longer at this place; shown as it was judged`.
        said: what others said of it, a line each; empty in a blind sheet.
    """

    number: int
    key: str
    query: str
    type: str
    path: str
    symbol: str
    first_line: int
    code: str
    commit: str = ""
    link: str = ""
    answers: Answers = NO_ANSWERS
    remark: str = ""
    said: tuple[str, ...] = ()

    @property
    def last_line(self) -> int:
        """Number of the code's last line."""
        return self.first_line + self.code.count("\n")

    @property
    def where(self) -> str:
        """`src/cart.py:3-7 Cart.total`."""
        return f"{self.path}:{self.first_line}-{self.last_line} {self.symbol}".rstrip()

    def with_said(self, said: tuple[str, ...]) -> "SheetRow":
        """The same row with what others said of it."""
        return replace(self, said=said)


@dataclass(frozen=True, slots=True)
class Rule:
    """What a grade means, in the words of the configuration."""

    grade: int
    text: str


@dataclass(frozen=True, slots=True)
class AuditSheet:
    """One judge's file.

    Attributes:
        state: the gold version and commit, for people.
        rules: by grade, highest first.
        third: it is a third judge's, who decides where others differ.
    """

    audit: str
    judge: str
    state: str
    rules: tuple[Rule, ...]
    rows: tuple[SheetRow, ...]
    third: bool = False

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns it has, in their order; what others said is one where somebody may see it."""
        return tuple(column for column in Column if column is not Column.SAID or any(row.said for row in self.rows))

    @property
    def filled(self) -> int:
        """Rows that are answered."""
        return sum(row.answers.given for row in self.rows)


Cell = str | float | bool | None


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A table as a file has it.

    Attributes:
        file: as the user named it.
        sheet: the sheet's name in a workbook; empty for a text file.
        rows: each with its cells; the first is row 1.
        spreadsheet: whether columns are called A, B, … there.
        unclosed: the row, from 1, in which a quote opens that never closes; it and the rest are no rows. 0: none.
    """

    file: str
    sheet: str
    rows: Sequence[Sequence[Cell]]
    spreadsheet: bool = True
    unclosed: int = 0

    @property
    def name(self) -> str:
        """`ada.xlsx, sheet Rows`."""
        return f"{self.file}, sheet {self.sheet}" if self.sheet else self.file
