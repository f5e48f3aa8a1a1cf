"""A teller on fakes: receivers that can be away, a memory that outlives it, a clock that is moved by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from goldkeeper.model.happenings import ScanFailing, ScanFinished
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.model.reviews import ItemState, ReviewItem
from goldkeeper.model.telling import Digest, Manners, Memory, Message
from goldkeeper.reporting.digest import title_of
from goldkeeper.workflow.telling import Teller
from tests.builders import NOON, a_proposal, a_review_item


class InMemoryMemory:
    """A memory that lives as long as the test."""

    def __init__(self) -> None:
        self.kept = Memory()

    def read(self) -> Memory:
        return self.kept

    def write(self, memory: Memory) -> None:
        self.kept = memory


class FakeNotifier:
    """Receivers that remember; those in `away` refuse."""

    def __init__(self, *names: str) -> None:
        self._names = {f"t{n}": name for n, name in enumerate(names or ("slack",))}
        self.away: set[str] = set()
        self.got: list[tuple[str, Message]] = []

    @property
    def targets(self) -> Mapping[str, str]:
        return self._names

    def send(self, target: str, message: Message) -> str:
        name = self._names[target]
        if name in self.away:
            return "nobody there"
        self.got.append((name, message))
        return ""

    @property
    def titles(self) -> list[str]:
        return [message.title for _, message in self.got]


def in_words(digest: Digest) -> Message:
    return Message(title_of(digest), repr(digest), repr(digest))


@dataclass
class Newsroom:
    """A project whose people are told; `restart` forgets all that is not remembered."""

    manners: Manners = field(default_factory=Manners)
    now: datetime = NOON
    items: Sequence[ReviewItem] = ()
    memory: InMemoryMemory = field(default_factory=InMemoryMemory)
    notifier: FakeNotifier = field(default_factory=FakeNotifier)
    complaints: list[str] = field(default_factory=list)
    teller: Teller = field(init=False)

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        self.teller = Teller(
            project="shop",
            gold="gold.jsonl",
            manners=self.manners,
            memory=self.memory,
            notifier=self.notifier,
            write=in_words,
            open_questions=lambda: self.items,
            clock=lambda: self.now,
            complain=self.complaints.append,
        )

    def scans(self, *items: ReviewItem) -> None:
        """A scan settles with these questions open."""
        self.items = items
        self.teller.tell(a_finished_scan(waiting=len(items), at=self.now))

    def fails(self, code: str = "GitFailed") -> None:
        self.teller.tell(ScanFailing("shop", self.now, f"{code}: no", code, 1, self.now + timedelta(minutes=1)))

    def later(self, **time: float) -> None:
        self.now += timedelta(**time)
        self.teller.flush()


def a_finished_scan(*, waiting: int, at: datetime = NOON) -> ScanFinished:
    """A scan that ran for a new commit."""
    return ScanFinished(
        "shop", at, "s", "a1b2c3d", "Some drifted.", ("a commit",), False, bool(waiting), waiting, waiting, waiting, 1.0
    )


def a_question(
    number: int, path: str = "", *, state: ItemState = ItemState.WAITING, supersedes: int | None = None
) -> ReviewItem:
    """An open item about a chunk of its own."""
    proposal: RemapProposal = a_proposal(f"src/{path or f'f{number}'}.py:3-7:Cart.total")
    item = a_review_item(number, proposal=proposal, state=state, group=f"g{number}")
    return ReviewItem(item.number, item.group, item.state, item.proposal, item.created, None, supersedes)
