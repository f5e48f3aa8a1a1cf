"""What filled sheets said, and what in them could not be taken."""

from dataclasses import dataclass

from goldkeeper.model.sheets import Answers, Column


@dataclass(frozen=True, slots=True)
class SheetProblem:
    """Something in a file that needs a person, or that a person should know.

    Attributes:
        file: the file, with its sheet in a workbook.
        row: as a spreadsheet counts, from 1; 0 for the file as a whole.
        column: its title and letter, `grade (F)`; empty for the row as a whole.
        lost: whether an answer was not taken because of it.
    """

    file: str
    row: int
    column: str
    problem: str
    remedy: str
    lost: bool = True

    @property
    def sentence(self) -> str:
        """Where, what, remedy."""
        row = f", row {self.row}" if self.row else ""
        column = f", column {self.column}" if self.column else ""
        return f"{self.file}{row}{column}: {self.problem}; {self.remedy}"


@dataclass(frozen=True, slots=True)
class NamedRow:
    """What a row key stands for.

    Attributes:
        judge: whose row; of a third judge's row nobody's until the sheet says who decides.
        third: the row is a third judge's, who decides.
    """

    audit: str
    row: int
    judge: str
    third: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """The answers in one row of one file.

    Attributes:
        absent: answer columns that the file has not; what was said there before stays.
        key: the row's key, as it was made.
    """

    named: NamedRow
    answers: Answers
    file: str
    line: int
    absent: frozenset[Column] = frozenset()
    key: str = ""

    @property
    def place(self) -> str:
        """`ada.xlsx, sheet Rows, row 14`."""
        return f"{self.file}, row {self.line}"


@dataclass(frozen=True, slots=True)
class SheetFindings:
    """What was found in files.

    Attributes:
        given: answers, each row of an audit at most once.
        blank: rows that nobody has answered yet.
        problems: in the order of files and rows.
    """

    given: tuple[Given, ...]
    blank: int
    problems: tuple[SheetProblem, ...]
