"""The code as it is now, for people who answer questions about it."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from goldkeeper.model.anchors import Anchor
from goldkeeper.model.chunks import Chunk, ChunkId, Snapshot
from goldkeeper.model.gold import Query, QueryId
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.wiring.stores import ProjectStores
from goldkeeper.workflow.judged import judged_texts
from goldkeeper.workflow.snapshot import cut_snapshot


class CodeNow:
    """Looks up chunks at head, and what gold chunks said when they were judged; each file is cut once."""

    def __init__(self, stores: ProjectStores) -> None:
        self._stores = stores
        self._files: dict[str, Snapshot] = {}

    def chunk(self, chunk_id: ChunkId) -> Chunk | None:
        """The chunk that bears this very ID."""
        if chunk_id.path not in self._files:
            code = self._stores.code
            self._files[chunk_id.path] = cut_snapshot(code.head, code.chunker, code.cache, paths={chunk_id.path})
        return self._files[chunk_id.path].get(chunk_id)

    def prepare(self, chunk_ids: Iterable[ChunkId]) -> None:
        """Cut all files of these chunks at once, instead of one by one as they are asked for."""
        wanted = {chunk_id.path for chunk_id in chunk_ids} - self._files.keys()
        if wanted:
            code = self._stores.code
            self._files |= dict.fromkeys(wanted, cut_snapshot(code.head, code.chunker, code.cache, paths=wanted))

    def digest_of(self, chunk_id: ChunkId) -> str | None:
        """Digest of the chunk that bears this very ID; None when there is none."""
        chunk = self.chunk(chunk_id)
        return chunk.digest if chunk is not None else None

    def text_of(self, proposal: RemapProposal, chunk_id: ChunkId | None) -> str | None:
        """What the gold chunk said when it was judged (None), or what another chunk says now.

        Returns:
            None where nothing can give it back any more.
        """
        if chunk_id is not None:
            chunk = self.chunk(chunk_id)
            return chunk.text if chunk is not None else None
        anchor = proposal.drift.anchor
        stores = self._stores
        return judged_texts([anchor], stores.history).get(anchor.chunk_id) if isinstance(anchor, Anchor) else None

    @cached_property
    def _queries(self) -> Mapping[QueryId, Query]:
        return self._stores.gold.file.read().queries_by_id

    def query_text(self, query_id: QueryId) -> str:
        """What a query asks; empty when the gold file has no such query any more."""
        query = self._queries.get(query_id)
        return query.text if query is not None else ""
