"""What judges said to questions whose right answer is known."""

from typing import Protocol

from goldkeeper.model.known_answers import KnownAnswer


class KnownBook(Protocol):
    """Kept apart from the queue: no decision, nothing to apply."""

    def keep(self, answer: KnownAnswer) -> None:
        """Write it down; of one judge and item the newest counts."""

    def strike(self, item: int, judge: str) -> bool:
        """Forget a judge's answer; whether there was one."""

    def answers(self, judge: str | None = None) -> tuple[KnownAnswer, ...]:
        """A judge's answers, or with None all, in the order they were given."""

    def mark(self) -> int:
        """Another number after each change."""
