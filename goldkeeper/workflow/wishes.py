"""What a judge wants of some questions, what answering them takes, and what came of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.errors import BadRequest, GoldkeeperError
from goldkeeper.model.gold import Grade, QueryId
from goldkeeper.model.judge_names import no_persons
from goldkeeper.model.reviews import ReviewItem
from goldkeeper.ports import Answers, Clock
from goldkeeper.workflow.parting import Part

DigestOf = Callable[[ChunkId], str | None]
Renew = Callable[[Sequence[ChunkId]], Mapping[ChunkId, int]]


@dataclass(frozen=True, slots=True)
class Sitting:
    """Where a judge sits: who it is, what waits, and how the code looks now.

    Attributes:
        digest_of: digest of the chunk that bears this very ID now; None when there is none.
        renew: scans anew; number of the open item for each of these gold chunks that has one.
        prepare: told which chunks will be looked up, before many are.
        looked: numbers of the questions that the judge had before them, both sides of each: what is among them is
            not answered in passing, be it one of many.
    """

    queue: Answers
    judge: str
    now: Clock
    digest_of: DigestOf
    renew: Renew | None = None
    prepare: Callable[[Sequence[ChunkId]], None] | None = None
    looked: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if not self.judge.strip():
            raise BadRequest(
                "--by",
                "nobody answers",
                "pass --by NAME, or set review.judge in the configuration, or git config user.name",
            )
        amiss = no_persons(self.judge)
        if amiss:
            raise BadRequest("--by", f"{self.judge!r} {amiss}", "pass the name of one person")


@dataclass(frozen=True, slots=True)
class Skipped:
    """An item that was asked for and not answered, with the reason as an error would give it."""

    item: ReviewItem
    problem: GoldkeeperError


@dataclass(frozen=True, slots=True)
class Outcome:
    """What answering many items came to, each by number."""

    answered: tuple[ReviewItem, ...] = ()
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class Wish:
    """What a judge says beyond yes or no.

    Attributes:
        targets: named successors; a grade of None keeps each pair's own.
        candidate: the candidate meant, counted from 1 as `review show` counts.
        grade: for every target that brings none of its own.
        queries: the answer holds for these alone.
        parts: queries that go another way than the rest; where the wish names nothing for the rest, that is
            asked again.
        include_retire: removals may be accepted among many.
        include_changed: so may chunks whose behaviour changed.
        unseen: a whole group is answered with its odd members though they were not looked at.
    """

    targets: tuple[tuple[ChunkId, Grade | None], ...] = ()
    candidate: int | None = None
    grade: Grade | None = None
    queries: tuple[QueryId, ...] | None = None
    parts: tuple[Part, ...] = ()
    reason: str = ""
    include_retire: bool = False
    include_changed: bool = False
    unseen: bool = False

    @property
    def names_successors(self) -> bool:
        """Whether it says what takes the place for all queries that no part names."""
        return bool(self.targets) or self.candidate is not None or self.grade is not None


NO_WISH = Wish()
