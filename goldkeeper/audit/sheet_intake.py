"""Filled sheets → answers, and a sentence for everything that is not one.

A row is taken whole or not at all: a grade that can't be read, beside a note that can, would pass for a judge who
left the grade open. Everything that is not taken is named with its file, row and column, so that nothing is lost
without a word. A blank row says nothing; it never takes back what was answered before.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from goldkeeper.audit.row_keys import looks_like_row_key, read_row_key
from goldkeeper.audit.sheet_answers import cell_text, read_grade, read_note, read_tick
from goldkeeper.audit.sheet_header import Header, find_header, header_of, letter_of
from goldkeeper.model.judge_names import name_key
from goldkeeper.model.sheet_imports import Given, NamedRow, SheetFindings, SheetProblem
from goldkeeper.model.sheets import ANSWERS, Answers, Cell, Column, SheetTable

_KEY_WITHIN = re.compile(r"GK-[0-9A-Z]{5}-[0-9A-Z]{5}")
_CLOSE = "close the quote, or save the sheet again as XLSX"
_COPY_KEY = "copy the key of this row from the sheet as it was written (goldkeeper audit sheets NAME --out FOLDER)"


def read_filled(
    files: Iterable[Sequence[SheetTable]],
    keys: Mapping[str, NamedRow],
    *,
    judge: str = "",
    unreadable: Sequence[str] = (),
) -> SheetFindings:
    """Everything that is said in some files.

    Args:
        files: each with its tables; a workbook has several, of which some may be no sheets of an audit.
        keys: every row key of every audit on record.
        judge: who read, where the files don't tell the truth; empty takes each row's own.
        unreadable: audits whose record is damaged, so that their keys are not known.
    """
    given: list[Given] = []
    problems: list[SheetProblem] = []
    blank = 0
    for tables in files:
        found = [(table, header) for table in tables if (header := find_header(table)) is not None]
        if not found and tables:
            remedy = f"keep the column '{Column.ROW}', or import the file that goldkeeper wrote"
            problems.append(SheetProblem(tables[0].file, 0, "", "no rows of an audit in it", remedy))
        for table, header in found:
            reading = _TableReading(table, header, keys, judge, unreadable)
            reading.read()
            given += reading.given
            problems += reading.problems
            blank += reading.blank
    kept, doubled = _once_each(given)
    return SheetFindings(tuple(kept), blank, (*problems, *doubled))


class _TableReading:
    """One table, row by row."""

    def __init__(
        self, table: SheetTable, header: Header, keys: Mapping[str, NamedRow], judge: str, unreadable: Sequence[str]
    ) -> None:
        self._table, self._header, self._keys, self._judge = table, header, keys, judge
        self._unreadable = unreadable
        self.given: list[Given] = []
        self.problems: list[SheetProblem] = []
        self.blank = 0

    def read(self) -> None:
        self._tell_columns()
        top = self._header.line
        for line, row in enumerate(self._table.rows, 1):
            keyed = read_row_key(cell_text(self._header.cell(row, Column.ROW))) is not None
            again = header_of(row, line - 1) if not keyed else None
            if again is not None and Column.ROW in again.places:  # the header, or that of a file glued on
                self._header = again
            elif (place := self._swallowing(row, keyed=keyed)) is not None:
                self._tell_swallowed(row, line, place)
            elif keyed or line - 1 > top:  # a header that was sorted along has rows above it, and else only titles
                self._read_row(row, line)
        if self._table.unclosed:
            what = "a quote opens here and never closes, so this row and all behind it were not read"
            self._tell(self._table.unclosed, "", what, _CLOSE, lost=True)

    def _tell_swallowed(self, row: Sequence[Cell], line: int, place: int) -> None:
        what = "a row whose cells are parted by another sign than the header's"
        remedy = "import the files that were put together one by one"
        if "\n" in str(row[place]):
            what = "a quote opened and closed at the wrong places, and other rows are in this cell"
            remedy = f"none of them was read; {_CLOSE}"
        self._tell(line, letter_of(place), what, remedy, lost=True)

    def _swallowing(self, row: Sequence[Cell], *, keyed: bool) -> int | None:
        """The place of a cell in which whole rows ended up, keys and all; in one with a key of its own, others."""
        for place, cell in enumerate(row):
            if isinstance(cell, str) and ("\n" in cell or (not keyed and read_row_key(cell) is None)):
                named = (read_row_key(found) for found in _KEY_WITHIN.findall(cell))
                if any(key in self._keys for key in named if key is not None):
                    return place
        return None

    def _tell_columns(self) -> None:
        for column in self._header.missing:
            why = "what was answered there before stays" if column is not Column.GRADE else "no grade is taken"
            self._tell(0, "", f"the column '{column}' is missing", f"{why}; put it back and import again", lost=False)
        for column, places in self._header.twice.items():
            others = ", ".join(map(letter_of, places))
            self._tell(0, "", f"the column '{column}' stands twice", f"{others} was not read; leave one", lost=True)

    def _read_row(self, row: Sequence[Cell], line: int) -> None:
        written = cell_text(self._header.cell(row, Column.ROW))
        key = read_row_key(written)
        filled = any(cell_text(self._header.cell(row, column)) for column in ANSWERS)
        if key is None:
            if filled or looks_like_row_key(written):
                what = f"{written!r} is no row key of goldkeeper" if written else "answers, and no row key"
                self._tell(line, self._named(Column.ROW), what, _COPY_KEY, lost=filled)
            return
        named = self._keys.get(key)
        if named is None:
            self._tell_stranger(row, line, key, filled=filled)
            return
        if self._judge:
            named = replace(named, judge=self._judge)
        elif named.third:
            named = replace(named, judge=cell_text(self._header.cell(row, Column.JUDGE)))
        else:
            self._check_judge(row, line, named, filled=filled)
        answers = self._answers(row, line)
        if answers is None:
            return
        if not answers.given:
            self.blank += 1
            return
        if not named.judge:
            remedy = "write the name into that column, or import with --judge NAME"
            self._tell(line, self._named(Column.JUDGE), "nobody is named who decides", remedy, lost=True)
            return
        absent = frozenset(self._header.missing)
        self.given.append(Given(named, answers, self._table.name, line, absent, key))

    def _answers(self, row: Sequence[Cell], line: int) -> Answers | None:
        """The row's answers; None where one of them can't be read."""
        told = len(self.problems)
        grade = unclear = span = None
        cells = {column: self._header.cell(row, column) for column in ANSWERS}
        try:
            grade = read_grade(cells[Column.GRADE])
        except ValueError as problem:
            self._tell(
                line, self._named(Column.GRADE), str(problem), "write 0, 1, 2 or 3, or leave it empty", lost=True
            )
        ticks: dict[Column, bool | None] = {}
        for column in (Column.UNCLEAR, Column.SPAN):
            try:
                ticks[column] = read_tick(cells[column])
            except ValueError as problem:
                remedy = f"write yes, or leave it empty and put words into '{Column.NOTE}'"
                self._tell(line, self._named(column), str(problem), remedy, lost=True)
        note = ""
        try:
            note = read_note(cells[Column.NOTE])
        except ValueError as problem:
            remedy = "type the note again with an apostrophe in front"
            self._tell(line, self._named(Column.NOTE), str(problem), remedy, lost=True)
        if len(self.problems) > told:
            return None
        unclear, span = ticks[Column.UNCLEAR], ticks[Column.SPAN]
        return Answers(grade, bool(unclear), bool(span), note)

    def _check_judge(self, row: Sequence[Cell], line: int, named: NamedRow, *, filled: bool) -> None:
        said = cell_text(self._header.cell(row, Column.JUDGE))
        if filled and said and name_key(said) != name_key(named.judge):
            remedy = f"taken as {named.judge}'s; if {said} read it, import with --judge {said}"
            self._tell(
                line, self._named(Column.JUDGE), f"says {said!r} in the sheet of {named.judge!r}", remedy, lost=False
            )

    def _tell_stranger(self, row: Sequence[Cell], line: int, key: str, *, filled: bool) -> None:
        audit = cell_text(self._header.cell(row, Column.AUDIT))
        known = {named.audit for named in self._keys.values()}
        what = f"no audit on record has the row {key}"
        if audit and audit not in known:
            what = f"the row is of audit {audit!r}, which is not on record here"
        remedy = "import it into the project where it was drawn"
        if audit in self._unreadable or (self._unreadable and not audit):
            what = f"the record of audit {audit or ' or '.join(self._unreadable)} is damaged, so {key} is not known"
            remedy = "restore the database from a backup, then import it again"
        self._tell(line, self._named(Column.ROW), what, remedy, lost=filled)

    def _named(self, column: Column) -> str:
        place = self._header.places.get(column)
        if place is None:
            return column.value
        return f"{column.value} ({letter_of(place)})" if self._table.spreadsheet else column.value

    def _tell(self, line: int, column: str, problem: str, remedy: str, *, lost: bool) -> None:
        self.problems.append(SheetProblem(self._table.name, line, column, problem, remedy, lost))


def _once_each(given: Sequence[Given]) -> tuple[list[Given], list[SheetProblem]]:
    """Of a row that stands in several places one; where they differ none, since nobody knows which holds."""
    by_row: dict[NamedRow, list[Given]] = {}
    for one in given:
        by_row.setdefault(one.named, []).append(one)
    kept: list[Given] = []
    problems: list[SheetProblem] = []
    for same in by_row.values():
        if len({one.answers for one in same}) == 1:
            kept.append(same[0])
            continue
        places = " and ".join(f"{_words(one.answers)} in {one.place}" for one in same)
        problems.append(
            SheetProblem(
                same[-1].file,
                same[-1].line,
                "",
                f"the same row is answered in more than one way: {places}",
                "leave the one that holds, or import the files one after the other, the newest last",
            )
        )
    return kept, problems


def _words(answers: Answers) -> str:
    parts = [] if answers.grade is None else [f"grade {answers.grade}"]
    parts += ["query unclear"] if answers.unclear else []
    parts += ["wrong span"] if answers.wrong_span else []
    parts += [f"note {answers.note[:40]!r}"] if answers.note else []
    return ", ".join(parts)
