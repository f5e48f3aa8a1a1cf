"""Long lines folded around what changed in them, so that one changed word is in sight without a search for it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from goldkeeper.reporting.side_by_side import Token

KEPT = 60  # letters that stay on either side of a change
WORTH_FOLDING = 80  # letters; below this the fold takes about as much room as what it hides


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a line: tokens to be shown, or how many letters are folded away there."""

    tokens: tuple[Token, ...] = ()
    hidden: int = 0


def folded(tokens: Sequence[Token], *, whole: bool = False) -> tuple[Stretch, ...]:
    """A line with its long unchanged stretches folded; one in which no word is marked stays as it is.

    Args:
        tokens: of the line.
        whole: fold nothing.
    """
    if whole or not any(token.changed for token in tokens):
        return (Stretch(tuple(tokens)),)
    found: list[Stretch] = []
    for stretch in _stretches(tokens):
        if found and not found[-1].hidden and not stretch.hidden:
            found[-1] = Stretch(found[-1].tokens + stretch.tokens)  # what stands together is coloured together
        else:
            found.append(stretch)
    return tuple(found)


def _stretches(tokens: Sequence[Token]) -> Iterator[Stretch]:
    runs = [(changed, tuple(run)) for changed, run in groupby(tokens, key=lambda token: token.changed)]
    for at, (changed, run) in enumerate(runs):
        length = sum(len(token.text) for token in run)
        head, tail = (KEPT if at else 0), (KEPT if at + 1 < len(runs) else 0)
        if changed or length < head + tail + WORTH_FOLDING:
            yield Stretch(run)
            continue
        if head:
            yield Stretch(tuple(_part(run, 0, head)))
        yield Stretch(hidden=length - head - tail)
        if tail:
            yield Stretch(tuple(_part(run, length - tail, length)))


def _part(run: Iterable[Token], start: int, end: int) -> Iterator[Token]:
    """The tokens between two letters, the first and last of them cut."""
    at = 0
    for token in run:
        text = token.text[max(start - at, 0) : max(end - at, 0)]
        at += len(token.text)
        if text:
            yield replace(token, text=text)
