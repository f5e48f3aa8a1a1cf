"""Finding the columns of a table that people have worked on: moved, renamed a little, added, deleted."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from goldkeeper.audit.row_keys import looks_like_row_key, read_row_key
from goldkeeper.audit.sheet_answers import cell_text
from goldkeeper.model.sheets import ANSWERS, Cell, Column, SheetTable

LOOKED_THROUGH = 50  # rows before which the header must stand; people put titles and hints above it

_OTHER_NAMES = {
    "key": Column.ROW,
    "rowkey": Column.ROW,
    "relevance": Column.GRADE,
    "rating": Column.GRADE,
    "yourgrade": Column.GRADE,
    "unclear": Column.UNCLEAR,
    "ambiguous": Column.UNCLEAR,
    "ambiguousquery": Column.UNCLEAR,
    "queryambiguous": Column.UNCLEAR,
    "span": Column.SPAN,
    "spanwrong": Column.SPAN,
    "notes": Column.NOTE,
    "doubt": Column.NOTE,
    "doubtnote": Column.NOTE,
    "comment": Column.NOTE,
    "comments": Column.NOTE,
    "remark": Column.NOTE,
}


@dataclass(frozen=True, slots=True)
class Header:
    """Where the columns of a table are.

    Attributes:
        line: its row, from 0; -1 where the key column was found by its contents alone.
        places: column → place from 0; of a title that stands twice the first.
        twice: titles that stand more than once, with the places that are not read.
    """

    line: int
    places: Mapping[Column, int]
    twice: Mapping[Column, tuple[int, ...]] = field(default_factory=dict)

    @property
    def missing(self) -> tuple[Column, ...]:
        """Answer columns that are not there."""
        return tuple(column for column in ANSWERS if column not in self.places)

    def cell(self, row: Sequence[Cell], column: Column) -> Cell:
        """A row's cell in a column; None where there is none."""
        place = self.places.get(column)
        return row[place] if place is not None and place < len(row) else None


def find_header(table: SheetTable) -> Header | None:
    """The header of a table; None where it is no sheet of an audit."""
    for line, row in enumerate(table.rows[:LOOKED_THROUGH]):
        header = header_of(row, line)
        if header is not None and Column.ROW in header.places:
            return header
    by_contents = _key_column(table)
    if by_contents is None:
        return None
    # The key column has lost its title, or got another.
    best = Header(-1, {})
    for line, row in enumerate(table.rows[:LOOKED_THROUGH]):
        header = header_of(row, line)
        if header is not None and len(header.places) > len(best.places):
            best = header
    return Header(best.line, {**best.places, Column.ROW: by_contents}, best.twice)


def header_of(row: Sequence[Cell], line: int) -> Header | None:
    """A row read as a header; None where too few of its cells are titles."""
    places: dict[Column, int] = {}
    twice: dict[Column, tuple[int, ...]] = {}
    for place, cell in enumerate(row):
        column = _column(cell)
        if column is None:
            continue
        if column in places:
            twice[column] = (*twice.get(column, ()), place)
        else:
            places[column] = place
    # One word that is also a title may stand in any row; a header has several.
    return Header(line, places, twice) if len(places) >= 2 else None


def count_titles(row: Sequence[Cell]) -> int:
    """How many cells are titles; tells the right separator of a CSV file."""
    return len({column for column in map(_column, row) if column is not None})


def letter_of(place: int) -> str:
    """What spreadsheets call a column.

    >>> [letter_of(place) for place in (0, 25, 26, 701, 702)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    letters, place = "", place + 1
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _column(cell: Cell) -> Column | None:
    if not isinstance(cell, str) or not cell or len(cell) > 60:  # a title is short
        return None
    bare = "".join(letter for letter in unicodedata.normalize("NFKC", cell_text(cell)).casefold() if letter.isalnum())
    return _TITLES.get(bare) or _OTHER_NAMES.get(bare)


def _key_column(table: SheetTable) -> int | None:
    """The place where keys stand, by what stands there."""
    counts: dict[int, int] = {}
    for row in table.rows:
        for place, cell in enumerate(row):
            if isinstance(cell, str) and len(cell) < 40 and looks_like_row_key(cell) and read_row_key(cell):
                counts[place] = counts.get(place, 0) + 1
    return max(counts, key=lambda place: (counts[place], -place)) if counts else None


_TITLES = {"".join(letter for letter in column.value if letter.isalnum()): column for column in Column}
