"""The cards of one moment with what several pages read off them, worked out once and only where a page asks."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from goldkeeper.adjudication.cards import Card
from goldkeeper.web.review_view import QueueLines, queue_lines, together


class Shelf:
    """Cards in the order of work; never changed."""

    def __init__(self, cards: Sequence[Card]) -> None:
        """Take the cards.

        Args:
            cards: in the order of work.
        """
        self.cards = tuple(cards)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Numbers of the open questions in the order of work."""
        return tuple(member.number for card in self.cards for member in card.members)

    @cached_property
    def place(self) -> Mapping[int, int]:
        """Where in the order a question stands, from 0."""
        return {number: place for place, number in enumerate(self.order)}

    @cached_property
    def together(self) -> tuple[Card, ...]:
        """What may be answered at once across causes."""
        return together(self.cards)

    @cached_property
    def lines(self) -> QueueLines:
        """What the list prints of them."""
        return queue_lines(self.cards, self.together)

    def card(self, group: str) -> Card | None:
        """The card of a group, or of what goes together across groups."""
        return next((card for card in self.cards if card.group == group), None)

    def after(self, number: int) -> int | None:
        """The question behind one in the order of work; None where it is the last or stands in none."""
        at = self.place.get(number)
        return self.order[at + 1] if at is not None and at + 1 < len(self.order) else None

    def before(self, number: int) -> int | None:
        """The question before one; None where it is the first or stands in none."""
        at = self.place.get(number)
        return self.order[at - 1] if at else None

    def following(self, number: int) -> int | None:
        """Where a judge goes on once a question is answered: behind it, from the end to the first; None without any."""
        if number not in self.place:
            return self.order[0] if self.order else None
        return self.after(number) or next((other for other in self.order if other != number), None)
