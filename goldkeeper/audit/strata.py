"""Pairs → strata: as fine as the sample can bear.

Every stratum is read at least once, so there can't be more strata than rows; and where half of the rows are spent
on "at least one", the large strata are hardly read and the bound suffers. So there are at most half as many strata
as rows.

Where there would be more, small ones are merged. The strata form a tree: risk first, then grade, then query type,
then source. Of all branches that hold several strata the one with the fewest pairs becomes a single stratum; that
is repeated until they are few enough. What is merged thus differs in source before it differs in query type, in
type before grade, and in risk last of all: who touched a pair says most about whether it is wrong.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from goldkeeper.model.audits import AuditPair, Stratum

ROWS_A_STRATUM = 2  # at least, on average

_Path = tuple[str, ...]


def most_strata(rows: int) -> int:
    """How many strata a sample of so many rows is divided into at most."""
    return max(1, rows // ROWS_A_STRATUM)


def stratify(pairs: Sequence[AuditPair], *, most: int) -> Mapping[Stratum, tuple[AuditPair, ...]]:
    """The pairs by stratum, merged until there are at most `most`; by label, the pairs in the order given."""
    cells: dict[_Path, list[AuditPair]] = defaultdict(list)
    for pair in pairs:
        cells[_path(pair)].append(pair)
    while len(cells) > most:
        branch = min(_branches(cells), key=lambda found: (found[1], found[0]))[0]
        merged = [path for path in cells if path[: len(branch)] == branch]
        held = [pair for path in sorted(merged) for pair in cells.pop(path)]
        cells[branch] = held
    order = {id(pair): place for place, pair in enumerate(pairs)}
    strata = {_common(held): tuple(sorted(held, key=lambda pair: order[id(pair)])) for held in cells.values()}
    return dict(sorted(strata.items(), key=lambda item: item[0].label))


def _path(pair: AuditPair) -> _Path:
    cell = pair.stratum
    return (str(cell.risk), str(cell.grade), str(cell.query_type), str(cell.source))


def _branches(cells: Mapping[_Path, Sequence[AuditPair]]) -> Iterator[tuple[_Path, int]]:
    """Every branch that holds several strata, with the number of its pairs."""
    sizes: dict[_Path, int] = defaultdict(int)
    strata: dict[_Path, int] = defaultdict(int)
    for path, pairs in cells.items():
        for depth in range(len(path)):
            sizes[path[:depth]] += len(pairs)
            strata[path[:depth]] += 1
    return ((branch, sizes[branch]) for branch, number in strata.items() if number > 1)


def _common(pairs: Sequence[AuditPair]) -> Stratum:
    """What all of them share; None for the rest."""
    cells = [pair.stratum for pair in pairs]
    first = cells[0]
    return Stratum(
        first.query_type if all(cell.query_type == first.query_type for cell in cells) else None,
        first.grade if all(cell.grade == first.grade for cell in cells) else None,
        first.source if all(cell.source == first.source for cell in cells) else None,
        first.risk if all(cell.risk == first.risk for cell in cells) else None,
    )
