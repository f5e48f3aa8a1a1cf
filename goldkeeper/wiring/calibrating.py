"""A calibration bound to a project, or to a repository without one."""

from dataclasses import dataclass
from pathlib import Path

from goldkeeper.model.calibrations import CalibrationNote, Replay, Trial
from goldkeeper.model.errors import BadRequest, FileMissing
from goldkeeper.model.proportions import trials_needed
from goldkeeper.model.reviews import ItemState
from goldkeeper.ports import Clock, Progress
from goldkeeper.reporting.reliability import binding, recommend
from goldkeeper.stores.chunk_memory import ChunkMemory
from goldkeeper.stores.clock import utc_now
from goldkeeper.stores.last_calibration import write_calibration
from goldkeeper.wiring.keeper import Keeper
from goldkeeper.wiring.openers import make_chunker, open_history, open_index
from goldkeeper.wiring.stores import HISTORY_INDEX
from goldkeeper.workflow.calibrate import Replaying, Wish
from goldkeeper.workflow.calibration.trials import decided_trials
from goldkeeper.workflow.lineage.walked import Past


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for, as people write it.

    Attributes:
        at: the revision to follow chunks to; empty is the configured one, or HEAD.
        since: chunks are taken from no older revision; empty: from as far back as the clone goes.
        precision: the share of right answers wished, 0..1.
        sample: chunks at most; 0: as many as it takes to promise the share if none is wrong.
    """

    at: str = ""
    since: str = ""
    sample: int = 0
    seed: int = 1
    precision: float = 0.99
    seconds: float = float("inf")

    def __post_init__(self) -> None:
        if not 0 < self.precision < 1:
            raise BadRequest("--precision", f"{self.precision:g} is no share", "a number between 0 and 1, such as 0.99")

    @property
    def size(self) -> int:
        """Chunks of the sample, at most."""
        return self.sample or trials_needed(1, self.precision)


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was found; `replay` is None for a folder without git."""

    replay: Replay | None
    decided: tuple[Trial, ...]


def calibrate_repository(
    repo: Path, asked: Asked, *, clock: Clock = utc_now, progress: Progress | None = None
) -> Calibration:
    """Replay a repository that has no project; nothing is kept but the index of its history.

    Raises:
        NotARepository, UnknownRevision.
    """
    history, chunker, cache = open_history(repo), make_chunker(), ChunkMemory()
    past = Past(lambda: open_index(history), history, chunker, cache)
    since = history.resolve(asked.since) if asked.since else None
    wish = Wish(asked.size, asked.seed, since, asked.seconds)
    head = history.resolve(asked.at or "HEAD")
    return Calibration(Replaying(past, chunker, cache, head, frozenset(), wish, clock, progress).run(), ())


def calibrate_project(keeper: Keeper, asked: Asked, *, progress: Progress | None = None) -> Calibration:
    """Replay a project's repository, and hold what it proposed against what people answered; remember the outcome."""
    items = keeper.queue.items([ItemState.DECIDED, ItemState.APPLIED])
    decided = decided_trials(items)
    history, head = keeper.history, keeper.head_commit
    replay = None
    if history is not None and head is not None:
        # A list tells of one state alone: what is measured is how well definitions are followed.
        chunker = make_chunker() if keeper.chunker.ids_are_lines else keeper.chunker
        past = Past(lambda: open_index(history, keeper.state_folder / HISTORY_INDEX), history, chunker, keeper.cache)
        since = history.resolve(asked.since) if asked.since else None
        wish = Wish(asked.size, asked.seed, since, asked.seconds)
        first = _gold_files(keeper)
        replay = Replaying(past, chunker, keeper.cache, head, first, wish, keeper.clock, progress).run()
    found = Calibration(replay, decided)
    write_calibration(keeper.state_folder, _note(keeper, found, asked.precision))
    return found


def _gold_files(keeper: Keeper) -> frozenset[str]:
    try:
        return frozenset(chunk_id.path for chunk_id in keeper.gold.file.read().pairs_by_chunk)
    except FileMissing:
        return frozenset()


def _note(keeper: Keeper, found: Calibration, wished: float) -> CalibrationNote:
    trials = [*(found.replay.trials if found.replay is not None else ()), *found.decided]
    outcome = recommend(trials, wished)
    worst = binding(trials, outcome)
    passed, wrong = (worst.passed, worst.wrong) if worst is not None else (0, 0)
    head = found.replay.head if found.replay is not None else None
    return CalibrationNote(keeper.clock(), head, wished, outcome.threshold, passed, wrong)
