"""Additive models of piecewise-linear curves, one a value, fitted by penalised likelihood.

A curve is its heights at fixed knots. Where people would expect a direction, the steps between knots
are kept from going the other way; a penalty on bends and a small one on heights keep a curve plain where few
cases speak. The problems are convex or nearly so.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Floats = NDArray[np.float64]
Direction = Literal["up", "down", "any"]
Fitted = dict[str, tuple[tuple[float, float], ...]]

EVEN = (0.0, 0.25, 0.5, 0.75, 1.0)
FLAG = (0.0, 1.0)
MOST_ROUNDS = 40
SMALLEST_SHARE = 1e-3  # of a Newton step; the loss is as low as rounding lets it be
ENOUGH = 1e-2  # nats over all cases; less is nothing


@dataclass(frozen=True, slots=True)
class Shape:
    """What a curve may look like.

    Attributes:
        knots: where it may bend.
        anchored: it starts at 0 bits: a value of 0 says nothing.
    """

    knots: tuple[float, ...] = EVEN
    direction: Direction = "any"
    anchored: bool = False


@dataclass(frozen=True, slots=True)
class Penalty:
    """How strongly a curve is held back, against the likelihood of one case."""

    bends: float = 0.5
    heights: float = 0.02


class Design:
    """The curves of a model as one row of steps, with the bounds and penalties that belong to them.

    Attributes:
        heights_of: steps → heights of all knots of all curves.
        penalty: the quadratic form, over steps, that holds the curves back.
    """

    def __init__(self, shapes: Mapping[str, Shape], penalty: Penalty) -> None:
        self.shapes = dict(shapes)
        transforms = [_heights_of_steps(shape) for shape in self.shapes.values()]
        bends = [_bends(shape.knots) for shape in self.shapes.values()]
        held = [
            transform.T @ (penalty.bends * bend.T @ bend + penalty.heights * np.eye(len(transform))) @ transform
            for transform, bend in zip(transforms, bends, strict=True)
        ]
        self.heights_of = _on_diagonal(transforms)
        self.penalty = _on_diagonal(held)
        self.bounds = np.array([bound for shape in self.shapes.values() for bound in _bounds(shape)])

    @property
    def width(self) -> int:
        """How many steps there are."""
        return len(self.bounds)

    def matrix(self, columns: Mapping[str, Floats]) -> Any:
        """Values of many rows as shares of knots, sparse; NaN is a value that is not there, and weighs nothing."""
        hats = [_hats(columns[name], np.array(shape.knots)) for name, shape in self.shapes.items()]
        return sparse.hstack(hats, format="csr")

    def curves(self, steps: Floats) -> Fitted:
        """Steps → heights at knots, by name."""
        heights = iter((self.heights_of @ steps).tolist())
        return {name: tuple((knot, next(heights)) for knot in shape.knots) for name, shape in self.shapes.items()}


def _on_diagonal(blocks: Sequence[Floats]) -> Floats:
    return np.asarray(sparse.block_diag(blocks).toarray(), dtype=np.float64)


Loss = Callable[[Floats], tuple[float, Floats, Floats]]  # steps → value, slope, bends


def minimise(loss: Loss, bounds: Floats, start: Floats) -> Floats:
    """The steps at which a loss is least, by Newton's method; each model of it is solved within the bounds."""
    steps = start
    value, slope, bends = loss(steps)
    for _ in range(MOST_ROUNDS):
        away = _least_of_model(slope, bends, bounds, steps) - steps
        share, tried = 1.0, steps + away
        new_value, new_slope, new_bends = loss(tried)
        while new_value > value and share > SMALLEST_SHARE:
            share /= 2
            tried = steps + share * away
            new_value, new_slope, new_bends = loss(tried)
        gained = value - new_value
        if gained <= 0:
            return steps
        steps, value, slope, bends = tried, new_value, new_slope, new_bends
        if gained < ENOUGH:
            return steps
    return steps


def _least_of_model(slope: Floats, bends: Floats, bounds: Floats, at: Floats) -> Floats:
    """The least of a quadratic within bounds, by Newton steps over what no bound holds (Bertsekas 1982, SICON 20)."""
    low, high = bounds[:, 0], bounds[:, 1]
    steps = np.clip(at, low, high)
    for _ in range(MOST_ROUNDS):
        pull = slope + bends @ (steps - at)
        free = ~(((steps <= low) & (pull > 0)) | ((steps >= high) & (pull < 0)))
        away = np.zeros_like(steps)
        away[free] = -np.linalg.solve(bends[np.ix_(free, free)], pull[free])
        value, share = _model(slope, bends, steps - at), 1.0
        tried = np.clip(steps + away, low, high)
        while _model(slope, bends, tried - at) > value and share > SMALLEST_SHARE:
            share /= 2
            tried = np.clip(steps + share * away, low, high)
        if value - _model(slope, bends, tried - at) < ENOUGH / 100:
            return steps
        steps = tried
    return steps


def _model(slope: Floats, bends: Floats, away: Floats) -> float:
    return float(slope @ away + 0.5 * away @ (bends @ away))


def _heights_of_steps(shape: Shape) -> Floats:
    size = len(shape.knots)
    lower = np.tril(np.ones((size, size)))
    return lower[:, 1:] if shape.anchored else lower


def _bounds(shape: Shape) -> list[tuple[float, float]]:
    free = (-np.inf, np.inf)
    step = {"up": (0.0, np.inf), "down": (-np.inf, 0.0), "any": free}[shape.direction]
    return ([] if shape.anchored else [free]) + [step] * (len(shape.knots) - 1)


def _bends(knots: Sequence[float]) -> Floats:
    """Rows that give the change of slope at each inner knot, for knots a unit of the whole span apart."""
    size, span = len(knots), knots[-1] - knots[0]
    rows = np.zeros((max(size - 2, 0), size))
    for at in range(1, size - 1):
        left, right = (knots[at] - knots[at - 1]) / span, (knots[at + 1] - knots[at]) / span
        scale = min(left, right)  # a jump over a narrow gap is no sharper a bend than one over a wide gap
        rows[at - 1, at - 1 : at + 2] = scale / left, -scale / left - scale / right, scale / right
    return rows


def _hats(values: Floats, knots: Floats) -> Any:
    """Each value as shares of the two knots it lies between; flat outside."""
    there = np.flatnonzero(~np.isnan(values))
    clipped = np.clip(values[there], knots[0], knots[-1])
    right = np.clip(np.searchsorted(knots, clipped, side="left"), 1, len(knots) - 1)
    share = (clipped - knots[right - 1]) / (knots[right] - knots[right - 1])
    rows = np.concatenate([there, there])
    columns = np.concatenate([right - 1, right])
    shares = np.concatenate([1 - share, share])
    return sparse.csr_matrix((shares, (rows, columns)), shape=(len(values), len(knots)))
