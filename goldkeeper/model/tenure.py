"""Who looks after a gold set, as the database has it, and how a silent one is told from a living one."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Holder:
    """A running daemon; `token` is its own, since process numbers are used again."""

    token: str
    host: str
    pid: int

    def __str__(self) -> str:
        return f"process {self.pid} on {self.host}"


@dataclass(frozen=True, slots=True)
class Tenure:
    """A daemon's hold on a gold set.

    Attributes:
        holder: who has it; an empty token: nobody.
        since: when it began.
        beat: the newest sign of life, by the holder's clock.
        followed: the branch that scans stay with; empty before one was chosen.
        state: what the holder said of itself with the last beat, JSON.
    """

    holder: Holder
    since: datetime
    beat: datetime
    followed: str = ""
    state: str = "{}"

    @property
    def is_free(self) -> bool:
        """Nobody has it."""
        return not self.holder.token
