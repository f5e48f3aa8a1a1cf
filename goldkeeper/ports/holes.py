"""Chunks that a run ranked high and nobody judged."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol

from goldkeeper.model.gold import Grade
from goldkeeper.model.holes import FoundHole, Hole, HoleState
from goldkeeper.model.passports import Passport


class HoleBook(Protocol):
    """The holes of one gold set; each (query, chunk) at most once among those that are open."""

    def dig(
        self, holes: Sequence[FoundHole], *, run: str, passport: Passport, upgrade: int | None, at: datetime
    ) -> tuple[int, ...]:
        """Ask for grades; a pair that is asked for already is not asked for again.

        Returns:
            The numbers of the new ones.
        """

    def holes(self, states: Iterable[HoleState]) -> tuple[Hole, ...]:
        """Holes in these states, by number."""

    def judge(self, number: int, grade: Grade | None, *, judge: str, reason: str, at: datetime) -> Hole:
        """Give an open hole its grade, or take the grade back (None).

        Raises:
            UnknownUpgrade: there is no open hole of that number.
        """

    def close(self, numbers: Sequence[int], state: HoleState) -> int:
        """They are in the gold file (`FILLED`), or need no judge any more (`DROPPED`); how many were open."""
