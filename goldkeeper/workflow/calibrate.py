"""How often the remapper is right on this very repository: its past replayed, and the answers people gave.

Chunks of older states are followed to head step by step, and those of which a step leaves any doubt are let go.
What happened in between is then hidden from the remapper, which is asked where the others went. Hidden twice:
once it sees the two states and nothing between them, as where history does not connect; once it sees only
every so-many-th commit, as where a team squashes its merges. The history as it is can't be hidden from itself:
how right its walks are, the answers of people tell.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice

from goldkeeper.model.anchors import Anchor
from goldkeeper.model.calibrations import Replay, Source, Trial
from goldkeeper.model.changes import Change
from goldkeeper.model.chunks import ChunkId, CommitId
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.errors import BadRequest
from goldkeeper.ports import ChunkCache, Chunker, Clock, Progress
from goldkeeper.workflow.calibration.drawing import Drawn, Urn
from goldkeeper.workflow.calibration.remains import Remains
from goldkeeper.workflow.calibration.strict_track import Fate, Judge
from goldkeeper.workflow.calibration.thinned import Line, ThinnedWalks, find_line
from goldkeeper.workflow.calibration.trials import trial_of
from goldkeeper.workflow.changes import cut_change
from goldkeeper.workflow.lineage.routes import Route
from goldkeeper.workflow.lineage.walked import Past
from goldkeeper.workflow.lost import match_anchors

EVERY = 8  # commits that a squashed merge holds; of pull requests in open projects few have more
MOST_CHANGED = 4_000  # files between a state and head; beyond, to compare the two would take minutes
MOST_TRIES = 3  # chunks of a sort that are looked at for each one wanted of a state


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be replayed.

    Attributes:
        sample: chunks whose way is beyond doubt, at most.
        seed: another one draws other chunks.
        since: chunks are taken from no older commit.
        seconds: after which no further chunk is looked at; the result then hangs on the machine.
    """

    sample: int
    seed: int
    since: CommitId | None = None
    seconds: float = float("inf")
    every: int = EVERY


@dataclass(frozen=True, slots=True)
class Known:
    """A drawn chunk with what became of it."""

    drawn: Drawn
    fate: Fate


@dataclass
class Replaying:
    """A replay under way.

    Attributes:
        head: the commit that chunks are followed to.
        first: paths whose chunks are drawn before others.
    """

    past: Past
    chunker: Chunker
    cache: ChunkCache | None
    head: CommitId
    first: AbstractSet[str]
    wish: Wish
    clock: Clock
    progress: Progress | None = None
    drawn: int = 0
    known: int = 0
    notes: list[str] = field(default_factory=list)
    _seen: set[ChunkId] = field(default_factory=set)

    def run(self) -> Replay:
        """Draw, follow, hide, ask.

        Raises:
            BadRequest: `since` is no ancestor of head.
        """
        line = self._line()
        states = line.states()
        trials = list(self._trials(line, states))
        order = list(Source)
        trials.sort(key=lambda trial: order.index(trial.source))
        index = self.past.index
        oldest = line.numbers.index(states[0]) if states else len(line.numbers) - 1
        return Replay(
            head=self.head,
            states=tuple(map(index.commit, states)),
            commits=len(line.numbers) - 1 - oldest,
            every=line.every,
            drawn=self.drawn,
            known=self.known,
            trials=tuple(trials),
            notes=tuple(self.notes),
        )

    def _line(self) -> Line:
        index = self.past.index
        head = index.number(self.head)
        since = index.number(self.wish.since) if self.wish.since is not None else None
        line = find_line(index, head, since=since, every=self.wish.every) if head is not None else None
        if line is None:
            raise BadRequest("--since", f"{self.wish.since} does not lead to {self.head}", "name an ancestor of it")
        return line

    def _trials(self, line: Line, states: Sequence[int]) -> Iterator[Trial]:
        tree = self.past.history.tree(self.head)
        urn = Urn(self.past.history, tree, self.past.contents, self.first, self.wish.seed)
        index, remains = self.past.index, Remains(tree, self.past.contents)
        walks = ThinnedWalks(self.past, tree, self.head, line)
        until = self.clock() + timedelta(seconds=min(self.wish.seconds, 1e9))
        # In an order of chance: if time runs out, what was looked at is from all ages.
        order = sorted(states, key=lambda n: hashlib.blake2b(f"{self.wish.seed} {n}".encode()).digest())
        for left, state in zip(range(len(order), 0, -1), order, strict=True):
            wanted = -(-(self.wish.sample - self.known) // left)
            after = line.after(state, line.numbers)
            there, back = (Route(index, state, after, forward=forward) for forward in (True, False))
            judge = Judge(self.past.walker, there, back, remains)
            known = self._known_of(urn.draw(index.commit(state)), judge, wanted, until)
            self.known += len(known)
            yield from self._without_history(known, state)
            yield from self._thinned(known, state, walks)
            if self.clock() > until:
                self.notes.append(f"Time ran out with {left - 1} of {len(order)} older states not looked at.")
                return

    def _known_of(
        self, drawing: Mapping[DriftKind, Sequence[Drawn]], judge: Judge, wanted: int, until: datetime
    ) -> list[Known]:
        """Chunks of one state of which it is beyond doubt what became of them; none twice.

        Those that are not where they were come first, up to half of what is wanted, and half of these may be gone:
        most of them give up, and without them the sample would be of chunks that stayed.
        """
        found: list[Known] = []
        gone_left = -(-wanted // 4)
        for drift, most in ((DriftKind.MISSING, -(-wanted // 2)), (DriftKind.EDITED, wanted)):
            left = iter(drawing[drift][: MOST_TRIES * wanted])
            while batch := list(islice(left, most - len(found))):
                for drawn in sorted(batch, key=lambda one: one.chunk.id):  # those of a file have read the same versions
                    if self.clock() > until:
                        return found
                    self.drawn += 1
                    fate = judge.fate(drawn.chunk, drawn.blob)
                    if fate is None or fate.last in self._seen or (fate.end is None and not gone_left):
                        continue
                    gone_left -= fate.end is None
                    self._seen.add(fate.last)
                    found.append(Known(drawn, fate))
                self._tell(len(found))
        return found

    def _tell(self, found: int) -> None:
        if self.progress is not None:
            self.progress("replaying", min(self.known + found, self.wish.sample), self.wish.sample)

    def _without_history(self, known: Sequence[Known], state: int) -> Iterator[Trial]:
        if not known:
            return
        change = self._change(self.past.index.commit(state))
        if change is None:
            return
        anchors: dict[ChunkId, Anchor] = {one.drawn.chunk.id: one.drawn.anchor for one in known}
        matches = match_anchors(anchors, change)
        for one in known:
            match = matches.get(one.drawn.chunk.id)
            if match is not None:
                yield trial_of(Source.SNAPSHOTS, one.drawn.chunk.id, one.fate, match)

    def _change(self, commit: CommitId) -> Change | None:
        history = self.past.history
        files = len(history.changed_files(commit, self.head))
        if files > MOST_CHANGED:
            why = "too many to compare the two states without history"
            self.notes.append(f"{commit[:7]} differs from head in {files:,} files, {why}.")
            return None
        return cut_change(
            history.tree(commit), history.tree(self.head), history=history, chunker=self.chunker, cache=self.cache
        )

    def _thinned(self, known: Sequence[Known], state: int, walks: ThinnedWalks) -> Iterator[Trial]:
        commit = self.past.index.commit(state)
        for one in known:
            match = walks.match(one.drawn.chunk, one.drawn.blob, commit)
            if match is not None:
                yield trial_of(Source.THINNED, one.drawn.chunk.id, one.fate, match)
