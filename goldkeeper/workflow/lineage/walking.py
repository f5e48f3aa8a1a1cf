"""Following a chunk through history, commit by commit, from one state to another.

Only commits that touch the chunk's current file count, and most of those leave the chunk as it is. What is
hard is the one commit in which a chunk leaves its file or its name: there the matcher is asked, with all that
the commit changed.
"""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from goldkeeper.matching.staying import cut_there, slides
from goldkeeper.model.chunks import BlobId, Chunk, ChunkId, SkipReason, Span
from goldkeeper.model.lineage import Heir, Step, StepKind, Track
from goldkeeper.ports import HistoryIndex
from goldkeeper.workflow.lineage.commit_change import CommitChange
from goldkeeper.workflow.lineage.contents import Contents
from goldkeeper.workflow.lineage.routes import Passing, Route
from goldkeeper.workflow.lineage.stepping import Branch, step_over

KEPT_COMMITS = 32
MOST_STRIDE = 32  # commits skipped at once while a chunk's text stands on both sides of them
MOST_DOUBTS = 4  # other candidates that are followed to the end: each costs a walk, and those of the worst commits tell
MOST_TAKEN_OUT = 6  # parts that are followed; a match shows no more beside the chunk itself
MOST_COPIES = 4  # of its file


class Walker:
    """Follows chunks of one repository; what it has read for one serves the next."""

    def __init__(self, index: HistoryIndex, contents: Contents) -> None:
        self._index = index
        self.contents = contents
        self._changes: OrderedDict[tuple[int, int, bool], CommitChange] = OrderedDict()

    def follow(self, chunk: Chunk, blob: BlobId, route: Route) -> Track:
        """Where a chunk is at the end of a route.

        Args:
            chunk: as it stands where the route begins.
            blob: the content of its file there.
        """
        return _Walk(self, route, Branch(chunk, blob, 1.0)).track()

    def change(self, route: Route, at: int) -> CommitChange:
        """What a commit of a route changed, in the direction walked; routes that share a commit share this."""
        crossing = route.crossing(at)
        found = self._changes.get(crossing)
        if found is None:
            commit = self._index.commit(route.number(at))
            found = self._changes[crossing] = CommitChange(commit, route.changes(at), self.contents)
            if len(self._changes) > KEPT_COMMITS:
                self._changes.popitem(last=False)
        self._changes.move_to_end(crossing)
        return found


@dataclass(frozen=True, slots=True)
class _End:
    """Where a branch ends: the chunk with its content, the place of the fork, and the steps from there."""

    chunk: Chunk
    blob: BlobId
    branch: Branch
    at: int
    steps: Sequence[Step]

    @property
    def heir(self) -> Heir:
        return replace(self.branch.heir, chunk=self.chunk)


class _Walk:
    """One chunk on its way."""

    def __init__(self, walker: Walker, route: Route, start: Branch, after: int | None = None) -> None:
        """Begin.

        Args:
            walker: whose chunk it is.
            route: the way.
            start: the chunk where the walk begins, with its content.
            after: the place on the route where that is; None for the route's beginning.
        """
        self._walker = walker
        self._contents = walker.contents
        self._route = route
        self._start = self._here = start.chunk
        self._blob = start.blob
        self._text = _bytes(start.chunk)
        self._is_parsed = True  # `_here` is a chunk of `_blob` as the chunker cuts it; else it slid since
        self._has_slid = False  # its lines are those where its text stands, else those of `_here`
        self._at = after
        self._steps: list[tuple[int, Step]] = []
        self._touches = 0
        self._broken = ""
        self._hidden = ""  # why the chunk can't be seen where it should stand, while a later commit may show it again
        self._copies: list[tuple[int, Branch]] = []
        self._parts: list[tuple[int, Branch]] = []
        self._others: list[tuple[int, Branch]] = []

    def track(self) -> Track:
        """Walk, and tell what came of it."""
        end, blob, steps = self.end(), self._blob, self._steps
        copies = list(self._ends(self._copies[:MOST_COPIES]))
        if end is None and copies and not self._broken:  # the copy that was followed died; another lives
            heir, *copies = copies
            end, blob = heir.chunk, heir.blob
            steps = [*self._up_to(heir), *((heir.at, step) for step in heir.steps)]
        parts = sorted(self._parts, key=lambda part: -(part[1].share or 0.0))
        doubts = sorted(self._others, key=lambda other: -other[1].confidence)
        return Track(
            self._start,
            end,
            blob,
            tuple(step for _, step in steps),
            self._route.length,
            self._touches,
            self._broken,
            tuple(copy.chunk for copy in copies),
            _once(part.heir for part in self._ends(parts[:MOST_TAKEN_OUT])),
            tuple(replace(other.heir, share=None) for other in self._ends(doubts[:MOST_DOUBTS])),
        )

    def end(self) -> Chunk | None:
        """Walk to the end; None where the chunk is gone before or can't be followed."""
        while not self._broken and not self._is_gone():
            passings = self._route.passings(self._here.path)
            first = 0 if self._at is None else bisect_right(passings, self._at, key=lambda passing: passing.at)
            if first >= len(passings):
                self._broken = self._hidden
                break
            self._pass_along(passings, first)
        if self._broken or self._is_gone():
            return None
        end = self._parsed()
        if end is None:
            self._broken = f"{self._here.path}: the chunk could not be cut out of the last content"
        return end

    def _ends(self, branches: Sequence[tuple[int, Branch]]) -> Iterator[_End]:
        """Where branches end; those that don't live that long are left out."""
        for at, branch in branches:
            walk = _Walk(self._walker, self._route, branch, at)
            end = walk.end()
            if end is not None:
                yield _End(end, walk._blob, branch, at, [step for _, step in walk._steps])

    def _up_to(self, heir: _End) -> Iterator[tuple[int, Step]]:
        """The steps up to a fork, the last of them into the branch."""
        for at, step in self._steps:
            if at < heir.at:
                yield at, step
            elif at == heir.at:
                yield at, replace(step, after=heir.branch.chunk)

    def _is_gone(self) -> bool:
        return bool(self._steps) and self._steps[-1][1].after is None

    def _pass_along(self, passings: Sequence[Passing], first: int) -> None:
        """Go by the commits that leave the chunk's text alone, by ever longer strides, and take the next real step."""
        at, stride = first, 1
        while at < len(passings):
            ahead = min(at + stride, len(passings)) - 1
            leap = self._leap(passings, at, ahead)
            if leap:
                self._touches += ahead - at + 1
                at = ahead + 1
                stride = min(2 * stride, MOST_STRIDE)
            elif stride > 1:
                stride = 1
            else:
                self._touches += 1
                self._step(passings[at])
                return

    def _leap(self, passings: Sequence[Passing], at: int, ahead: int) -> bool:
        """Whether the chunk's text stands behind the commits up to `ahead` as it did before: then it is there."""
        blob = passings[ahead].after
        if blob is None or any(passing.after is None for passing in passings[at:ahead]):
            return False
        before, after = self._contents.text(self._blob), self._contents.text(blob)
        if isinstance(before, SkipReason) or isinstance(after, SkipReason) or not slides(self._text, before, after):
            return False
        self._at, self._blob, self._is_parsed, self._has_slid = passings[ahead].at, blob, False, True
        self._hidden = ""
        return True

    def _step(self, passing: Passing) -> None:
        before = self._parsed()
        if before is None:
            self._broken = f"{self._here.path}: the chunk could not be cut out of what the file was before"
            return
        change = self._walker.change(self._route, passing.at)
        if self._hidden:
            change = change.since(before.path, self._blob)
        outcome = step_over(change, before, alone=self._route.length == 1)
        self._at = passing.at
        if outcome.is_hidden or (self._hidden and outcome.after is None):
            self._hidden = outcome.broken or self._hidden
            self._broken = "" if outcome.is_hidden else self._hidden
            return
        self._broken, self._hidden = outcome.broken, ""
        if outcome.step is not None:
            self._steps.append((passing.at, outcome.step))
        if outcome.after is not None:
            # Under another name, the same content may be another language's.
            self._arrive(
                outcome.after, outcome.blob, is_cut=outcome.step is None or outcome.step.kind is not StepKind.CARRIED
            )
        self._copies += [(passing.at, branch) for branch in outcome.copies]
        self._parts += [(passing.at, branch) for branch in outcome.parts]
        self._others += [(passing.at, branch) for branch in outcome.others]

    def _arrive(self, chunk: Chunk, blob: BlobId, *, is_cut: bool) -> None:
        self._here, self._blob, self._text = chunk, blob, _bytes(chunk)
        self._is_parsed, self._has_slid = is_cut, False

    def _parsed(self) -> Chunk | None:
        """The chunk as the chunker cuts it out of the content that it stands in now."""
        if self._is_parsed:
            return self._here
        file = self._contents.chunks(self._here.path, self._blob)
        if isinstance(file, SkipReason):
            return None
        found = cut_there(self._here, file, self._lines())
        if found is None:
            return None
        self._here, self._is_parsed, self._has_slid = found, True, False
        return found

    def _lines(self) -> Span:
        """Where the chunk stands in its content."""
        data = self._contents.text(self._blob) if self._has_slid else SkipReason.UNREADABLE
        if isinstance(data, SkipReason):
            return self._here.span
        start = data.count(b"\n", 0, max(0, data.find(self._text))) + 1
        return Span(start, start + self._here.span.lines - 1)


def _once(heirs: Iterable[Heir]) -> tuple[Heir, ...]:
    """Each chunk once, as it is named first: a part that is renamed later is new under its name, and called anew."""
    found: dict[ChunkId, Heir] = {}
    for heir in heirs:
        found.setdefault(heir.chunk.id, heir)
    return tuple(found.values())


def _bytes(chunk: Chunk) -> bytes:
    return chunk.text.encode("utf-8", "surrogatepass")
