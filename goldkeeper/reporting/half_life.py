"""How long the IDs of a gold set live, by directory: read off the record of its last scan."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.errors import MalformedChunkId
from goldkeeper.reporting.shares import TOP_LEVEL
from goldkeeper.reporting.survival import Life, Survival, survival_of

LEAST_IDS = 5  # a curve of fewer says more about chance than about a directory
MOST_DIRECTORIES = 4  # beside the whole; more lines can't be told apart
_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class HalfLife:
    """The survival of some IDs, in days since they were judged."""

    directory: str
    survival: Survival


@dataclass(frozen=True, slots=True)
class HalfLives:
    """Of the whole gold set, and of its largest directories.

    Attributes:
        all: of all of it; None where no date is known.
        by_directory: largest first.
        guessed: how many ended at a moment that is only known to lie between judgement and scan; they are counted
            at its middle.
    """

    all: HalfLife | None
    by_directory: tuple[HalfLife, ...]
    guessed: int


def half_lives(record: Mapping[str, Any]) -> HalfLives:
    """The survival of IDs, from a scan's record.

    An ID begins when its anchor's commit was written and ends with the first commit that touched its chunk since;
    one that still resolves had lived to the scanned commit's date at least.
    """
    last_seen = _moment(record.get("head_date") or record.get("at"))
    by_directory: dict[str, list[Life]] = defaultdict(list)
    everything: list[Life] = []
    guessed = 0
    for chunk in record.get("chunks", ()):
        born = _moment((chunk.get("anchor") or {}).get("date"))
        if born is None or last_seen is None:
            continue
        ended = not chunk.get("resolves")
        touched = _moment(chunk.get("touched_at"))
        until = last_seen
        if ended and touched is not None:
            until = touched
        elif ended:
            until, guessed = born + (last_seen - born) / 2, guessed + 1
        life = Life(max(0.0, (until - born).total_seconds() / _DAY), ended)
        everything.append(life)
        by_directory[_directory(str(chunk.get("id", "")))].append(life)
    ranked = sorted(by_directory, key=lambda name: (-len(by_directory[name]), name))
    shown = [name for name in ranked if len(by_directory[name]) >= LEAST_IDS][:MOST_DIRECTORIES]
    return HalfLives(
        HalfLife("all gold IDs", survival_of(everything)) if everything else None,
        tuple(HalfLife(name, survival_of(by_directory[name])) for name in shown) if len(by_directory) > 1 else (),
        guessed,
    )


def _directory(written: str) -> str:
    """The first two folders of a path: `src/app/`."""
    try:
        path = ChunkId.parse(written, bare=True).path
    except MalformedChunkId:
        return TOP_LEVEL
    folders: Sequence[str] = path.split("/")[:-1][:2]
    return "/".join(folders) + "/" if folders else TOP_LEVEL


def _moment(text: object) -> datetime | None:
    return datetime.fromisoformat(text) if isinstance(text, str) else None
