"""Who carries a message to people, and where it is remembered what they heard."""

from collections.abc import Callable, Mapping
from typing import Protocol

from goldkeeper.model.telling import Digest, Memory, Message


class Notifier(Protocol):
    """Receivers, and the way to each."""

    @property
    def targets(self) -> Mapping[str, str]:
        """A name that gives nothing away → how people call the receiver (`slack`, `mailto`, …)."""

    def send(self, target: str, message: Message) -> str:
        """Send to one receiver; never raises.

        Returns:
            Why it was not delivered, without secrets; empty when it was.
        """


class MemoryStore(Protocol):
    """Keeps the memory of what was told."""

    def read(self) -> Memory:
        """What is remembered; an empty memory where there is none."""

    def write(self, memory: Memory) -> None:
        """Remember, whole or not at all."""


Writer = Callable[[Digest], Message]  # puts a digest into words
