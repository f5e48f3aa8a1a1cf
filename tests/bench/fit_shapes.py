"""Which way a person would expect each curve to run, and where it may bend."""

from collections.abc import Mapping

from goldkeeper.matching.scoring import PRIOR, READ_AS
from tests.bench.fit_curves import EVEN, FLAG, Direction, Fitted, Floats, Shape

NAMELIKE = (0.0, 0.25, 0.5, 0.75, 0.99, 1.0)  # an equal name is more than a name that is very much alike
FINE = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0)
BALANCE = (0.0, 0.2, 0.4, 0.5, 0.6, 0.8, 1.0)  # 0.5 is a tie

UP: Direction = "up"
DOWN: Direction = "down"

SHAPES: Mapping[str, Shape] = {
    PRIOR: Shape(FLAG),
    "place": Shape((0.0, 0.5, 1.0), UP, anchored=True),
    "symbol": Shape(FLAG, UP, anchored=True),
    "followed": Shape(FLAG, UP, anchored=True),
    "text": Shape((0.0, 0.05, 0.5, 1.0), UP, anchored=True),
    "tokens": Shape((0.0, 0.05, 0.5, 1.0), UP, anchored=True),
    "body": Shape(FINE, UP),
    "short body": Shape(FINE, UP),
    "rare runs": Shape(FINE, UP),
    "name": Shape(NAMELIKE, UP),
    "container": Shape(NAMELIKE, UP),
    "path": Shape(NAMELIKE, UP),
    "siblings": Shape((0.0, 0.1, 0.5, 1.0), UP, anchored=True),
    "neighbours": Shape((0.0, 0.5, 1.0), UP),
    "members": Shape((0.0, 0.1, 0.3, 0.6, 1.0), UP, anchored=True),
    "parameters": Shape(NAMELIKE, UP),
    "size": Shape(EVEN, UP),
    "runs kept": Shape(FINE, UP),
    "runs found": Shape(FINE, UP),
    "claimed": Shape((0.0, 0.3, 0.6, 0.9, 1.0), DOWN, anchored=True),
    "known before": Shape(FLAG, DOWN, anchored=True),
    "equal heirs": Shape((0.0, 0.5, 1.0), DOWN, anchored=True),
    "original lives": Shape(FLAG, DOWN, anchored=True),
    "stood elsewhere": Shape(FLAG, DOWN, anchored=True),
    "only one body": Shape(FLAG, DOWN, anchored=True),
    "callers": Shape((0.0, 0.25, 0.5, 1.0), UP, anchored=True),
    "renamed alike": Shape((0.0, 0.25, 0.5, 1.0), UP, anchored=True),
    "between": Shape((0.0, 0.5, 1.0), UP),
    "body left": Shape(EVEN, DOWN, anchored=True),
    "has the body": Shape(EVEN, UP, anchored=True),
    "in turn": Shape((0.0, 0.5, 1.0), UP),
    "members from it": Shape((0.0, 0.1, 0.3, 0.6, 1.0), UP, anchored=True),
    "member names": Shape(EVEN, UP),
    "shell": Shape(EVEN, UP),
    "callers stayed": Shape(FLAG, DOWN, anchored=True),
    "old name in use": Shape(FLAG, DOWN, anchored=True),
    "called as before": Shape(FLAG, UP, anchored=True),
    "name in use": Shape(FLAG, UP, anchored=True),
    "kin": Shape(EVEN, UP),
    "claimant moved": Shape(FLAG, UP, anchored=True),
    "types": Shape(NAMELIKE, UP),
    "nearest heir": Shape((0.0, 0.5, 1.0), UP),
    "lead": Shape(BALANCE, UP),
    "rival": Shape(BALANCE, UP),
    "merged": Shape(FLAG, "any", anchored=True),
}

# Chosen, not fitted: no labelled case has it, and a casebook story does.
CHOSEN: Fitted = {"other operator": ((0.0, 0.0), (1.0, -6.0))}
CHOSEN_OUTLOOK: Fitted = {"first: other operator": ((0.0, 0.0), (1.0, -5.0))}


def shapes_for(columns: Mapping[str, Floats]) -> dict[str, Shape]:
    """A shape for every value there is; one that nobody has described yet may run either way from 0 bits."""
    named = {**SHAPES, **{way: SHAPES[name] for name, ways in READ_AS.items() for way, _, _ in ways}}
    return {name: named.get(name, Shape(EVEN, "any", anchored=True)) for name in sorted(columns) if name not in CHOSEN}
