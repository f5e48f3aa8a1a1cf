"""The share of gold that still resolves: overall, by directory, by age of the anchor, by query type."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from goldkeeper.model.gold import GoldSet, QueryType
from goldkeeper.reporting.outcomes import GoldOutcome

MOST_DIRECTORIES = 12  # what is taken in at a glance; more rows and nobody compares them
OWN_FILES = "own files"  # of a directory that is shown split into its children
TOP_LEVEL = "top level"  # files in no directory, or a repository without any

_MONTH = timedelta(days=30.44)
# Upper bounds. Measured drift is steepest in the first months, so the first steps are short.
AGES = (
    (_MONTH, "under 1 month"),
    (6 * _MONTH, "1 to 6 months"),
    (12 * _MONTH, "6 to 12 months"),
    (24 * _MONTH, "1 to 2 years"),
    (timedelta.max, "over 2 years"),
)
UNDATED = "date unknown"
UNTYPED = "no type"


@dataclass(frozen=True, slots=True)
class Share:
    """Of so many, so many whose ID resolves, and of these so many that say what was judged.

    Attributes:
        intact, resolving, total: counts, intact ≤ total; intact and resolving are counted apart.
    """

    label: str
    total: int
    resolving: int
    intact: int

    @property
    def fraction(self) -> float:
        """Resolving over total, 0..1; 0 of nothing."""
        return self.resolving / self.total if self.total else 0.0

    @property
    def intact_fraction(self) -> float:
        """Resolving and intact over total, 0..1."""
        return min(self.intact, self.resolving) / self.total if self.total else 0.0


def share_of(label: str, outcomes: Iterable[GoldOutcome]) -> Share:
    """The share of some outcomes."""
    held = list(outcomes)
    return Share(
        label, len(held), sum(outcome.drift.resolves for outcome in held), sum(outcome.intact for outcome in held)
    )


def shares_by_directory(outcomes: Sequence[GoldOutcome], *, most: int = MOST_DIRECTORIES) -> tuple[Share, ...]:
    """Shares by the directories that tell the most: by name, at most `most` of them.

    Begins at the root and divides the largest directory into its children while they fit, so that
    a repository with everything under `src/` is still told apart. Where the top level alone is
    too wide, the smallest directories share the last row.
    """
    leaves: dict[tuple[str, bool], list[GoldOutcome]] = {("", False): list(outcomes)} if outcomes else {}
    while True:
        for key in sorted(leaves, key=lambda key: (-len(leaves[key]), key)):
            parts = _children(key[0], leaves[key]) if not key[1] else {}
            is_first = len(leaves) == 1
            if parts and (is_first or len(leaves) - 1 + len(parts) <= most):
                del leaves[key]
                leaves.update(parts)
                break
        else:
            break
    ranked = sorted(leaves, key=lambda key: (-len(leaves[key]), key))
    shown, folded = (ranked, []) if len(ranked) <= most else (ranked[: most - 1], ranked[most - 1 :])
    rows = [share_of(_directory_label(*key), leaves[key]) for key in sorted(shown)]
    if folded:
        rest = [outcome for key in folded for outcome in leaves[key]]
        rows.append(share_of(f"{len(folded)} smaller directories", rest))
    return tuple(rows)


def _children(prefix: str, outcomes: Iterable[GoldOutcome]) -> dict[tuple[str, bool], list[GoldOutcome]]:
    """The outcomes by the next part of their directory; nothing when there is no directory below."""
    parts: dict[tuple[str, bool], list[GoldOutcome]] = defaultdict(list)
    for outcome in outcomes:
        below, slash, _ = outcome.chunk_id.path[len(prefix) :].partition("/")
        parts[(f"{prefix}{below}/", False) if slash else (prefix, True)].append(outcome)
    return {} if set(parts) == {(prefix, True)} else dict(parts)


def _directory_label(prefix: str, own: bool) -> str:
    if not prefix:
        return TOP_LEVEL
    return f"{prefix} ({OWN_FILES})" if own else prefix


def shares_by_age(outcomes: Iterable[GoldOutcome], now: datetime) -> tuple[Share, ...]:
    """Shares by how long ago the anchor's commit was written, youngest first, empty rows left out.

    Args:
        outcomes: of one scan.
        now: the date of the state that was scanned.
    """
    by_age: dict[str, list[GoldOutcome]] = defaultdict(list)
    for outcome in outcomes:
        age = UNDATED
        if outcome.judged_at is not None:
            passed = now - outcome.judged_at
            age = next(label for bound, label in AGES if passed < bound)
        by_age[age].append(outcome)
    order = [label for _, label in AGES] + [UNDATED]
    return tuple(share_of(label, by_age[label]) for label in order if label in by_age)


def shares_by_query_type(outcomes: Iterable[GoldOutcome], gold_set: GoldSet) -> tuple[Share, ...]:
    """Shares by the type of the query; a chunk counts once for every query that it answers."""
    types = {query.query_id: query.type for query in gold_set.queries}
    by_type: dict[str, list[GoldOutcome]] = defaultdict(list)
    for outcome in outcomes:
        for pair in outcome.pairs:
            by_type[types.get(pair.query_id) or UNTYPED].append(outcome)
    order = [*QueryType, UNTYPED]
    return tuple(share_of(str(label), by_type[label]) for label in order if label in by_type)
