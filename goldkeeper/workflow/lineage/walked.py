"""Chunks matched by walking: from the commit they are known at to the state that is asked about."""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial

from goldkeeper.matching.trust import match_of
from goldkeeper.model.changes import ChangeKind, Place, change_between
from goldkeeper.model.chunks import BlobId, Chunk, CommitId, FileChunks
from goldkeeper.model.lineage import Track
from goldkeeper.model.proposals import Match
from goldkeeper.ports import ChunkCache, Chunker, History, HistoryIndex, SourceTree
from goldkeeper.workflow.lineage.contents import Contents
from goldkeeper.workflow.lineage.goal import Goal
from goldkeeper.workflow.lineage.onward import go_on
from goldkeeper.workflow.lineage.routes import Route
from goldkeeper.workflow.lineage.stepping import step_over
from goldkeeper.workflow.lineage.walking import Walker

KEPT_ROUTES = 16  # ways to one state, some MB each in a long history; gold is followed commit by commit


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
        self._head, self._head_commit = head, head_commit
        self.contents = past.contents
        self._routes: dict[CommitId, tuple[Route, ...] | None] = {}

    @cached_property
    def _goal(self) -> Goal:
        past = self._past
        return Goal(self._head, self._head_commit, past.history, past.index, past.contents)

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
        routes = self._routes_from(commit, chunk.path, blob)
        if routes is None:
            return None
        track = self._past.walker.follow(chunk, blob, routes[0])
        for route in routes[1:]:
            if track.end is None:
                return None  # born on its own branch: the other one can only hold it by a change of its own
            track = go_on(track, partial(self._follow, route))
        if self._goal.is_on_disk:
            track = go_on(track, self._onto_disk)
        if track.removal is not None:
            again = self._goal.again(chunk, track.removal.before, track.end_blob, routes[0].start)
            track = replace(track, again=again)
        return match_of(track, self._change_between(chunk, blob, track.end or track.again))

    def _follow(self, route: Route, chunk: Chunk) -> Track:
        blob = self._past.index.blob_at(route.start, chunk.path)
        assert blob is not None  # a way ended there
        return self._past.walker.follow(chunk, blob, route)

    def _routes_from(self, commit: CommitId, path: str, blob: BlobId) -> tuple[Route, ...] | None:
        """The ways from a commit; None where there is none, or where the commit has not that content."""
        if commit not in self._routes:
            self._routes[commit] = self._find_routes(commit)
            if len(self._routes) > KEPT_ROUTES:
                self._routes.pop(next(iter(self._routes)))
        index, routes = self._past.index, self._routes[commit]
        if routes is None or index.blob_at(routes[0].start, path) != blob:
            return None
        return routes

    def _find_routes(self, commit: CommitId) -> tuple[Route, ...] | None:
        index = self._past.index
        start, goal = index.number(commit), self._goal.number
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

    def _onto_disk(self, chunk: Chunk) -> Track:
        """The last step, from the commit to files that were edited since and are not committed."""
        if chunk.path not in self._goal.uncommitted.files:
            return Track(chunk, chunk, self._goal.blob(chunk.path) or BlobId(""), (), 0, 0)
        outcome = step_over(self._goal.uncommitted, chunk)
        return Track(
            chunk,
            outcome.after,
            outcome.blob,
            (outcome.step,) if outcome.step is not None else (),
            commits=0,
            touches=0,
            broken=outcome.broken,
            copies=tuple(branch.chunk for branch in outcome.copies),
            parts=tuple(branch.heir for branch in outcome.parts),
            others=tuple(branch.heir for branch in outcome.others),
        )

    def _change_between(self, old: Chunk, blob: BlobId, new: Chunk | None) -> ChangeKind:
        """What happened to name and place."""
        if new is None:
            return ChangeKind.GONE
        here, there = Place(old.path, old.container, old.name), Place(new.path, new.container, new.name)
        return change_between(here, there, lambda: self._is_renamed(old, blob, new))

    def _is_renamed(self, old: Chunk, blob: BlobId, new: Chunk) -> bool:
        """Whether of two containers of a file only one stands there on either side."""
        before, after = self._scopes(old.path, blob), self._scopes(new.path, self._goal.blob(new.path))
        return bool(old.container and new.container) and old.container not in after and new.container not in before

    def _scopes(self, path: str, blob: BlobId | None) -> frozenset[str]:
        file = self.contents.chunks(path, blob) if blob is not None else None
        if not isinstance(file, FileChunks):
            return frozenset()
        return frozenset(name for chunk in file.chunks for name in (chunk.symbol, chunk.container))
