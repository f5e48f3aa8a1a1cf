"""Gold IDs → anchors: what each gold chunk was when it was judged.

Anchors that are stored are taken as they are. For the rest, history tells: a person who wrote an
ID into the gold file saw a chunk of that name, so the commit that brought the ID in is asked
first. A set is often judged against an index that is some commits older than the gold file's own
commit; then the newest state in which the ID names a chunk is the best witness. An ID that names
nothing anywhere is a fact of its own, never guessed away.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from goldkeeper.drift.resolver import resolve
from goldkeeper.model.anchors import Anchor, AnchorOrigin, NeverResolved
from goldkeeper.model.chunks import BlobId, Chunk, ChunkId, CommitId, FileChunks, SkipReason, Snapshot
from goldkeeper.model.gold import GoldSet
from goldkeeper.model.gold_lines import read_gold
from goldkeeper.model.tokens import token_digest
from goldkeeper.ports import ChunkCache, Chunker, History, Progress, SourceTree
from goldkeeper.workflow.code import GoldFileHistory
from goldkeeper.workflow.snapshot import cut_snapshot

Anchors = Mapping[ChunkId, Anchor | NeverResolved]


def anchor_gold(
    gold_set: GoldSet,
    stored: Anchors,
    *,
    head: SourceTree,
    head_commit: CommitId | None,
    history: History | None,
    gold_history: GoldFileHistory | None,
    chunker: Chunker,
    cache: ChunkCache | None = None,
    progress: Progress | None = None,
) -> dict[ChunkId, Anchor | NeverResolved]:
    """An anchor for each gold chunk, in the gold set's order; stored ones first, the rest from history.

    Args:
        head: the state that is scanned.
        head_commit: the newest commit to search; None outside git.
    """
    search = _Search(head, head_commit, history, chunker, cache)
    missing = [chunk_id for chunk_id in gold_set.pairs_by_chunk if _is_open(stored.get(chunk_id), head_commit)]
    found: dict[ChunkId, Anchor | NeverResolved] = {}
    if missing:
        written = {chunk_id: gold_set.pairs_by_chunk[chunk_id][0].written for chunk_id in missing}
        found = dict(search.anchors(missing, _moments(missing, written, gold_history, history, head_commit), progress))
    return {chunk_id: found.get(chunk_id) or stored[chunk_id] for chunk_id in gold_set.pairs_by_chunk}


def anchor_of(
    chunk_id: ChunkId, chunk: Chunk, *, commit: CommitId | None, blob: BlobId, origin: AnchorOrigin
) -> Anchor:
    """The anchor that says: this gold chunk was this chunk, in this state."""
    return Anchor(
        chunk_id=chunk_id,
        commit=commit,
        blob=blob or None,
        path=chunk.path,
        span=chunk.span,
        symbol=chunk.symbol,
        kind=chunk.kind,
        language=chunk.language,
        digest=chunk.digest,
        token_digest=token_digest(chunk.text, chunk.language),
        origin=origin,
        text=chunk.text if commit is None else None,  # git gives back what is committed
    )


def _is_open(stored: Anchor | NeverResolved | None, head_commit: CommitId | None) -> bool:
    if isinstance(stored, NeverResolved):
        return stored.searched_to is None or stored.searched_to != head_commit
    return stored is None


def _moments(
    missing: Iterable[ChunkId],
    written: Mapping[ChunkId, str],
    gold: GoldFileHistory | None,
    history: History | None,
    head_commit: CommitId | None,
) -> dict[ChunkId, CommitId]:
    """The commit of the code at which each ID came into the gold file, where that is known."""
    if gold is None or history is None or head_commit is None:
        return {}
    came_in = introductions(gold, set(written.values()))
    if gold.same_repository:
        return {chunk_id: came_in[written[chunk_id]] for chunk_id in missing if written[chunk_id] in came_in}
    at: dict[CommitId, CommitId | None] = {}
    for commit in set(came_in.values()):
        moment: datetime = gold.history.commit_note(commit).date
        at[commit] = history.commit_at(moment, head_commit)
    return {
        chunk_id: code
        for chunk_id in missing
        if written[chunk_id] in came_in and (code := at[came_in[written[chunk_id]]]) is not None
    }


def introductions(gold: GoldFileHistory, wanted: set[str]) -> dict[str, CommitId]:
    """ID as written → the commit since which the gold file has held it without a break.

    Blame of lines would not do: a changed grade of another chunk on the same line hides the commit.
    """
    alive, found = set(wanted), dict[str, CommitId]()
    versions = list(gold.history.file_history(gold.path, gold.head, follow=True))
    contents = gold.history.read_blobs([blob for _, blob in versions])
    for (commit, _), (_, data) in zip(versions, contents, strict=True):
        if isinstance(data, SkipReason):
            break
        alive &= _ids_in(data)
        if not alive:
            break
        found.update(dict.fromkeys(alive, commit))
    return found


def _ids_in(data: bytes) -> set[str]:
    return {pair.written for pair in read_gold(data, "", judged_zero=True).pairs}


def still_named(anchors: Anchors, gold_file: bytes) -> list[Anchor | NeverResolved]:
    """The anchors whose ID stands anywhere in a gold file, damaged lines included.

    A line that is broken for an hour must not cost what was known of its chunks.
    """
    spellings = {
        chunk_id: (json.dumps(str(chunk_id))[1:-1], json.dumps(str(chunk_id), ensure_ascii=False)[1:-1])
        for chunk_id in anchors
    }
    named = {
        chunk_id
        for chunk_id, forms in spellings.items()
        if any(form.encode("utf-8", "surrogatepass") in gold_file for form in forms)
    }
    written = {pair.chunk_id for pair in read_gold(gold_file, "", judged_zero=True).pairs}  # escapes of other kinds
    return [anchor for chunk_id, anchor in anchors.items() if chunk_id in named or chunk_id in written]


@dataclass(frozen=True, slots=True)
class _Search:
    head: SourceTree
    head_commit: CommitId | None
    history: History | None
    chunker: Chunker
    cache: ChunkCache | None

    def anchors(
        self, missing: list[ChunkId], moments: Mapping[ChunkId, CommitId], progress: Progress | None
    ) -> Iterator[tuple[ChunkId, Anchor | NeverResolved]]:
        lenient: dict[ChunkId, Anchor] = {}
        open_ids = list(missing)
        for commit in sorted(set(moments.values())):
            here = [chunk_id for chunk_id in open_ids if moments.get(chunk_id) == commit]
            if self.history is None or not self.history.has(commit):
                continue
            tree = self.history.tree(commit)
            for chunk_id, anchor, exact in self._resolved(here, tree, commit, AnchorOrigin.INTRODUCED):
                if exact:
                    yield chunk_id, anchor
                    open_ids.remove(chunk_id)
                else:
                    lenient[chunk_id] = anchor
        for chunk_id, anchor, exact in list(
            self._resolved(open_ids, self.head, self.head.commit, AnchorOrigin.RESOLVED)
        ):
            if exact and chunk_id not in moments:
                yield chunk_id, anchor
                open_ids.remove(chunk_id)
            else:
                lenient.setdefault(chunk_id, anchor)
        by_path: dict[str, list[ChunkId]] = {}
        for chunk_id in open_ids:
            by_path.setdefault(chunk_id.path, []).append(chunk_id)
        for done, (path, ids) in enumerate(sorted(by_path.items()), 1):
            yield from self._from_file_history(path, ids, lenient)
            if progress is not None:
                progress("looking for old IDs in history", done, len(by_path))

    def _resolved(
        self, ids: list[ChunkId], tree: SourceTree, commit: CommitId | None, origin: AnchorOrigin
    ) -> Iterator[tuple[ChunkId, Anchor, bool]]:
        snapshot = cut_snapshot(tree, self.chunker, self.cache, paths={chunk_id.path for chunk_id in ids})
        for chunk_id in ids:
            taken = resolve(chunk_id, snapshot)
            if taken is not None:
                blob = snapshot.files[taken.chunk.path].blob
                yield chunk_id, anchor_of(chunk_id, taken.chunk, commit=commit, blob=blob, origin=origin), taken.exact

    def _from_file_history(
        self, path: str, ids: list[ChunkId], lenient: Mapping[ChunkId, Anchor]
    ) -> Iterator[tuple[ChunkId, Anchor | NeverResolved]]:
        wanted, versions = set(ids), 0
        older: dict[ChunkId, Anchor] = {}
        if self.history is not None and self.head_commit is not None:
            for commit, file in self._versions(path, wanted):
                versions += 1
                if file is None:
                    continue
                snapshot = Snapshot(commit, {path: file})
                for chunk_id in sorted(wanted):
                    taken = resolve(chunk_id, snapshot)
                    if taken is None:
                        continue
                    anchor = anchor_of(
                        chunk_id, taken.chunk, commit=commit, blob=file.blob, origin=AnchorOrigin.RESOLVED
                    )
                    if taken.exact:
                        wanted.discard(chunk_id)
                        yield chunk_id, anchor
                    else:
                        older.setdefault(chunk_id, anchor)
        for chunk_id in sorted(wanted):
            witness = lenient.get(chunk_id) or older.get(chunk_id)
            yield chunk_id, witness or NeverResolved(chunk_id, self.head_commit, self._reason(chunk_id, versions))

    def _versions(self, path: str, wanted: set[ChunkId]) -> Iterator[tuple[CommitId, FileChunks | None]]:
        """Each content the file ever had, newest first, chunked where one of the IDs can be in it."""
        assert self.history is not None  # the caller asked
        assert self.head_commit is not None
        versions = list(self.history.file_history(path, self.head_commit))
        contents = self.history.read_blobs([blob for _, blob in versions])
        for (commit, blob), (_, data) in zip(versions, contents, strict=True):
            if not wanted:
                return
            if isinstance(data, SkipReason) or not any(_may_hold(data, chunk_id) for chunk_id in wanted):
                yield commit, None
                continue
            made = self.chunker.chunk_file(path, blob, data)
            yield commit, None if isinstance(made, SkipReason) else made

    def _reason(self, chunk_id: ChunkId, versions: int) -> str:
        if versions:
            return f"{chunk_id.path} is known, but none of its {versions} versions has such a chunk"
        entries = self.head.files()
        if chunk_id.path in entries:
            return f"{chunk_id.path} has no such chunk"
        inner = chunk_id.path.partition("/")[2]
        if inner in entries:
            return f"no file of that path, but {inner} is there: are the paths relative to the repository root?"
        return "no file of that path, now or in the history"


def _may_hold(data: bytes, chunk_id: ChunkId) -> bool:
    """Whether parsing could find the ID: cheap tests on the bytes, never wrong about a `no`."""
    lines = data.count(b"\n") + (not data.endswith(b"\n"))
    if lines < chunk_id.span.end:
        return False
    words = [word for word in chunk_id.symbol.replace("<", " ").replace(">", " ").split() if word.isidentifier()]
    return all(word.encode() in data for word in words) if data.isascii() else True
