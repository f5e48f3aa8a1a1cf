"""The gold file, its anchors, and what is on its way into them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from goldkeeper.model.anchors import Anchor, NeverResolved
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.gold import GoldProblem, GoldSet


class GoldStore(Protocol):
    """The gold file."""

    @property
    def name(self) -> str:
        """The file as the user named it."""

    def read(self, is_file: Callable[[str], bool] | None = None) -> GoldSet:
        """Read it whole; damaged lines become problems of the set."""

    def rewrite(self, data: bytes, *, expected_digest: str) -> None:
        """Replace the file whole (temp, fsync, rename) if its bytes still have that digest; raises GoldFileChanged."""

    def bytes(self) -> bytes:
        """The file as it lies on disk."""


class AnchorStore(Protocol):
    """`<gold>.anchors.jsonl`."""

    @property
    def problems(self) -> tuple[GoldProblem, ...]:
        """What the last `read` found damaged, by line."""

    def read(self) -> Mapping[ChunkId, Anchor | NeverResolved]:
        """All anchors; none when there is no file yet."""

    def write(self, anchors: Iterable[Anchor | NeverResolved]) -> None:
        """Replace the file, sorted by ID, whole or not at all."""


@dataclass(frozen=True, slots=True)
class PendingApplication:
    """Decisions on their way into the gold file.

    Attributes:
        gold_digest: of the gold file once they are in it.
        items: their numbers.
        before_digest: of the gold file before that.
    """

    gold_digest: str
    items: tuple[int, ...]
    before_digest: str = ""


class Journal(Protocol):
    """Remembers what is being applied over a crash: swaps applied twice would be undone."""

    def read(self) -> PendingApplication | None:
        """What was begun and not ended."""

    def begin(self, pending: PendingApplication) -> None:
        """Before the first write."""

    def end(self) -> None:
        """After the last."""
