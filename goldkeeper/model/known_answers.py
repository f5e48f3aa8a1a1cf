"""Questions whose right answer is known, mixed in among the others to see how well judges look."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from goldkeeper.model.proportions import exact_interval
from goldkeeper.model.reviews import Decision


class KnownKind(StrEnum):
    """How the right answer came to be known."""

    SWAPPED = "swapped"  # a byte-identical, unique move, shown with a wrong chunk before the right one
    AGREED = "agreed"  # two judges answered it and agreed; asked once more


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """What a judge said to such a question.

    Attributes:
        decision: the answer to what was shown. It is no decision of the queue, and nothing applies it.
        right: None where the judge was not sure or put it off.
    """

    kind: KnownKind
    decision: Decision
    right: bool | None

    @property
    def item(self) -> int:
        """The number under which it was shown."""
        return self.decision.item

    @property
    def judge(self) -> str:
        """Who answered."""
        return self.decision.judge

    @property
    def at(self) -> datetime:
        """When, in UTC."""
        return self.decision.at


@dataclass(frozen=True, slots=True)
class JudgeTally:
    """How a judge did on questions whose answer is known, of one kind or, with None, of all.

    Attributes:
        unsure: said not to be sure, or put it off; counted for neither.
    """

    judge: str
    kind: KnownKind | None
    right: int
    wrong: int
    unsure: int

    @property
    def interval(self) -> tuple[float, float]:
        """Exact 95 % bounds of the share that this judge answers rightly."""
        return exact_interval(self.right, self.right + self.wrong)
