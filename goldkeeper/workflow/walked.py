"""Chunks matched by walking: from the commit they are known at to the state that is asked about."""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

from goldkeeper.matching.trust import match_of
from goldkeeper.model.changes import ChangeKind, FileChange
from goldkeeper.model.chunks import BlobId, Chunk, CommitId, SkipReason
from goldkeeper.model.lineage import Track
from goldkeeper.model.proposals import Match
from goldkeeper.ports import ChunkCache, Chunker, History, HistoryIndex, SourceTree
from goldkeeper.workflow.commit_change import CommitChange
from goldkeeper.workflow.contents import Contents
from goldkeeper.workflow.routes import Route
from goldkeeper.workflow.stepping import step_over
from goldkeeper.workflow.walking import Walker


class Past:
    """A repository's past as walks need it: nothing is read before somebody walks, and then kept for the next."""

    def __init__(
        self, open_index: Callable[[], HistoryIndex], history: History, chunker: Chunker, cache: ChunkCache | None
    ) -> None:
        self._open_index = open_index
        self.history = history
        self.contents = Contents(history, chunker, cache)

    @cached_property
    def index(self) -> HistoryIndex:
        """Which commit changed which paths."""
        return self._open_index()

    @cached_property
    def walker(self) -> Walker:
        """Follows chunks."""
        return Walker(self.index, self.contents)

    def to(self, head: SourceTree, head_commit: CommitId) -> "Walks":
        """Walks to one state.

        Args:
            head: the state to follow to.
            head_commit: the commit that it is, or that a work tree stands on.
        """
        return Walks(self, head, head_commit)


class Walks:
    """Follows chunks to one state of the code."""

    def __init__(self, past: Past, head: SourceTree, head_commit: CommitId) -> None:
        self._past = past
        self._head = head
        self._head_commit = head_commit
        self.contents = past.contents
        self._routes: dict[CommitId, tuple[Route, ...] | None] = {}

    def match(self, chunk: Chunk, blob: BlobId, commit: CommitId) -> Match | None:
        """Where a chunk went.

        Args:
            chunk: as the chunker cuts it.
            blob: the content of its file.
            commit: where the file has that content.

        Returns:
            None where history does not lead there, or where the chunk is younger than the point where two
            branches part.
        """
        routes = self._routes_from(commit)
        if routes is None:
            return None
        track = self._past.walker.follow(chunk, blob, routes[0])
        for route in routes[1:]:
            if track.end is None:
                return None  # born on its own branch: the other one can only hold it by a change of its own
            track = _joined(track, self._past.walker.follow(track.end, track.end_blob, route))
        track = self._onto_disk(track)
        return match_of(track, self._change_between(chunk, blob, track))

    def _routes_from(self, commit: CommitId) -> tuple[Route, ...] | None:
        if commit not in self._routes:
            self._routes[commit] = self._find_routes(commit)
        return self._routes[commit]

    def _find_routes(self, commit: CommitId) -> tuple[Route, ...] | None:
        index = self._past.index
        start, goal = index.number(commit), index.number(self._head_commit)
        if start is None or goal is None:
            return None
        direct = Route.between(index, start, goal)
        if direct is not None:
            return None if direct.is_cut_off else (direct,)
        base = index.merge_base(start, goal)
        if base is None:
            return None
        found = (Route.between(index, start, base), Route.between(index, base, goal))
        routes = tuple(route for route in found if route is not None and not route.is_cut_off)
        return routes if len(routes) == len(found) else None

    def _onto_disk(self, track: Track) -> Track:
        """The last step, from the commit to files that were edited since and are not committed."""
        end = track.end
        if end is None or self._head.commit is not None or end.path not in self._uncommitted.files:
            return track
        outcome = step_over(self._uncommitted, end)
        steps = (*track.steps, outcome.step) if outcome.step is not None else track.steps
        return replace(track, end=outcome.after, end_blob=outcome.blob, steps=steps, broken=outcome.broken)

    @cached_property
    def _uncommitted(self) -> CommitChange:
        before, after = self._past.history.tree(self._head_commit).files(), self._head.files()
        paths = sorted(
            path
            for path in before.keys() | after.keys()
            if path not in before or path not in after or before[path].blob != after[path].blob
        )
        on_disk = [path for path in paths if path in after]
        for path, data in self._head.read(on_disk):
            self.contents.put({after[path].blob: data})
        return CommitChange(
            None,
            (
                FileChange(
                    path,
                    before[path].blob if path in before else None,
                    after[path].blob if path in after else None,
                )
                for path in paths
            ),
            self.contents,
        )

    def _change_between(self, old: Chunk, blob: BlobId, track: Track) -> ChangeKind:
        """What happened to name and place: a class that is only called otherwise moved nothing."""
        new = track.end
        if new is None:
            return ChangeKind.GONE
        moved = old.path != new.path
        outer_renamed = False
        if not moved and old.container != new.container:
            outer_renamed = self._is_renamed(old, blob, new, track.end_blob)
            moved = not outer_renamed
        if old.name != new.name:
            return ChangeKind.MOVED_RENAMED if moved else ChangeKind.RENAMED
        if moved:
            return ChangeKind.MOVED
        return ChangeKind.RENAMED if outer_renamed else ChangeKind.SAME

    def _is_renamed(self, old: Chunk, blob: BlobId, new: Chunk, end_blob: BlobId) -> bool:
        """Whether of two containers of a file only one stands there on either side."""
        before, after = self._scopes(old.path, blob), self._scopes(new.path, end_blob)
        return bool(old.container and new.container) and old.container not in after and new.container not in before

    def _scopes(self, path: str, blob: BlobId) -> frozenset[str]:
        file = self.contents.chunks(path, blob)
        if isinstance(file, SkipReason):
            return frozenset()
        return frozenset(name for chunk in file.chunks for name in (chunk.symbol, chunk.container))


def _joined(one: Track, other: Track) -> Track:
    """Two ways, the second beginning where the first ends."""
    return replace(
        other,
        start=one.start,
        steps=(*one.steps, *other.steps),
        commits=one.commits + other.commits,
        touches=one.touches + other.touches,
    )
