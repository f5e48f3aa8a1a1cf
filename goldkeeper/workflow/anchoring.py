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

from goldkeeper.chunking.listed import lines_chunk
from goldkeeper.drift.resolver import MIN_OVERLAP, Resolution, resolve
from goldkeeper.model.anchors import Anchor, AnchorOrigin, NeverResolved
from goldkeeper.model.chunks import BlobId, Chunk, ChunkId, CommitId, FileChunks, SkipReason, Snapshot, last_name
from goldkeeper.model.gold import GoldSet
from goldkeeper.model.gold_lines import read_gold
from goldkeeper.model.gold_mentions import read_mentions
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
    found: dict[ChunkId, Anchor | NeverResolved] = {}
    unknown = [chunk_id for chunk_id in gold_set.pairs_by_chunk if not isinstance(stored.get(chunk_id), Anchor)]
    settled = _settled([stored[chunk_id] for chunk_id in unknown if chunk_id in stored], history, head_commit)
    if settled:
        found |= {chunk_id: anchor for chunk_id, anchor, _ in search.at_head(sorted(settled))}
    missing = [chunk_id for chunk_id in unknown if chunk_id not in settled]
    if missing:
        written = {chunk_id: gold_set.pairs_by_chunk[chunk_id][0].written for chunk_id in missing}
        found |= search.anchors(missing, _moments(missing, written, gold_history, history, head_commit), progress)
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


def _settled(
    stored: Iterable[Anchor | NeverResolved], history: History | None, head_commit: CommitId | None
) -> set[ChunkId]:
    """Chunks that were searched for in vain, and whose files no commit has touched since."""
    searched: dict[CommitId, list[ChunkId]] = {}
    for entry in stored:
        if isinstance(entry, NeverResolved) and entry.searched_to is not None:
            searched.setdefault(entry.searched_to, []).append(entry.chunk_id)
    if history is None or head_commit is None:
        return set()
    settled: set[ChunkId] = set()
    for commit, ids in searched.items():
        if commit != head_commit and not history.has(commit):
            continue
        touched = history.commits_between(commit, head_commit, {chunk_id.path for chunk_id in ids})
        settled.update(chunk_id for chunk_id in ids if not touched[chunk_id.path])
    return settled


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
        usable = {pair.written for pair in read_gold(data, "", judged_zero=True, bare_ids=True).pairs}
        alive = {written for written in alive if written in usable or _stands_in(written, data)}
        if not alive:
            break
        found.update(dict.fromkeys(alive, commit))
    return found


def still_named(anchors: Anchors, gold_file: bytes) -> list[Anchor | NeverResolved]:
    """The anchors whose ID stands anywhere in a gold file, damaged lines included.

    A line that is broken for an hour must not cost what was known of its chunks.
    """
    named = read_mentions(gold_file)
    return [anchor for chunk_id, anchor in anchors.items() if chunk_id in named]


def _stands_in(written: str, gold_file: bytes) -> bool:
    """Whether a text is a JSON string somewhere in the file, be its line damaged or not."""
    return any(b'"%b"' % form in gold_file for form in _spellings(written))


def _spellings(text: str) -> tuple[bytes, bytes]:
    plain, ascii_only = json.dumps(text, ensure_ascii=False)[1:-1], json.dumps(text)[1:-1]
    return plain.encode("utf-8", "surrogatepass"), ascii_only.encode()


@dataclass(frozen=True, slots=True)
class _Search:
    head: SourceTree
    head_commit: CommitId | None
    history: History | None
    chunker: Chunker
    cache: ChunkCache | None

    def anchors(
        self, missing: list[ChunkId], moments: Mapping[ChunkId, CommitId], progress: Progress | None
    ) -> dict[ChunkId, Anchor | NeverResolved]:
        """What each chunk was: exactly as it was written if that can be had, else as what it can be taken for."""
        found: dict[ChunkId, Anchor | NeverResolved] = {}
        lenient: dict[ChunkId, Anchor] = {}
        for chunk_id, anchor, exact in self._introduced(missing, moments):
            (found if exact else lenient)[chunk_id] = anchor
        at_head: dict[ChunkId, Anchor] = {}
        for chunk_id, anchor, exact in self.at_head([one for one in missing if one not in found]):
            if exact and chunk_id not in moments:
                found[chunk_id] = anchor
            elif exact:
                at_head[chunk_id] = anchor
            else:
                lenient.setdefault(chunk_id, anchor)
        by_path: dict[str, list[ChunkId]] = {}
        for chunk_id in missing:
            if chunk_id not in found:
                by_path.setdefault(chunk_id.path, []).append(chunk_id)
        for done, (path, ids) in enumerate(sorted(by_path.items()), 1):
            found.update(self._from_file_history(path, ids, {**lenient, **at_head}))
            if progress is not None:
                progress("looking for old IDs in history", done, len(by_path))
        return found

    def at_head(self, ids: list[ChunkId]) -> Iterator[tuple[ChunkId, Anchor, bool]]:
        """Those that name a chunk now, with whether they name it exactly."""
        return self._resolved(ids, self.head, self.head.commit, AnchorOrigin.RESOLVED)

    def _introduced(
        self, ids: list[ChunkId], moments: Mapping[ChunkId, CommitId]
    ) -> Iterator[tuple[ChunkId, Anchor, bool]]:
        by_commit: dict[CommitId, list[ChunkId]] = {}
        for chunk_id in ids:
            if chunk_id in moments:
                by_commit.setdefault(moments[chunk_id], []).append(chunk_id)
        for commit in sorted(by_commit):
            if self.history is not None and self.history.has(commit):
                tree = self.history.tree(commit)
                yield from self._resolved(by_commit[commit], tree, commit, AnchorOrigin.INTRODUCED)

    def _resolved(
        self, ids: list[ChunkId], tree: SourceTree, commit: CommitId | None, origin: AnchorOrigin
    ) -> Iterator[tuple[ChunkId, Anchor, bool]]:
        snapshot = cut_snapshot(tree, self.chunker, self.cache, paths={chunk_id.path for chunk_id in ids})
        for chunk_id in ids:
            taken = self._named(chunk_id, snapshot, is_head=tree is self.head)
            if taken is not None:
                blob = snapshot.files[taken.chunk.path].blob
                yield chunk_id, anchor_of(chunk_id, taken.chunk, commit=commit, blob=blob, origin=origin), taken.exact

    def _named(self, chunk_id: ChunkId, state: Snapshot, *, is_head: bool) -> Resolution | None:
        """The chunk that an ID names; where somebody else cut, its lines, which only at head a list can vouch for."""
        if not self.chunker.ids_are_lines:
            return resolve(chunk_id, state)
        known, file = state.get(chunk_id), state.files.get(chunk_id.path)
        chunk = known or (lines_chunk(chunk_id, file) if file is not None else None)
        return Resolution(chunk, exact=known is not None or not is_head) if chunk is not None else None

    def _from_file_history(
        self, path: str, ids: list[ChunkId], lenient: Mapping[ChunkId, Anchor]
    ) -> Iterator[tuple[ChunkId, Anchor | NeverResolved]]:
        wanted, versions = set(ids), 0
        older: dict[ChunkId, Anchor] = {}
        for commit, file in self._versions(path, wanted):
            versions += 1
            if file is None:
                continue
            snapshot = Snapshot(commit, {path: file})
            for chunk_id in sorted(wanted):
                taken = self._named(chunk_id, snapshot, is_head=False)
                if taken is None:
                    continue
                anchor = anchor_of(chunk_id, taken.chunk, commit=commit, blob=file.blob, origin=AnchorOrigin.RESOLVED)
                if taken.exact:
                    wanted.discard(chunk_id)
                    yield chunk_id, anchor
                else:
                    older.setdefault(chunk_id, anchor)
        for chunk_id in sorted(wanted):
            witness = lenient.get(chunk_id) or older.get(chunk_id)
            yield chunk_id, witness or self._never(chunk_id, versions)

    def _never(self, chunk_id: ChunkId, versions: int) -> NeverResolved:
        """A search in a clone that lacks something is no last word: it is made again next time."""
        reason = self._reason(chunk_id, versions)
        if self.history is not None and self.history.notes():
            return NeverResolved(chunk_id, None, f"{reason}; but this clone lacks part of the history")
        return NeverResolved(chunk_id, self.head_commit, reason)

    def _versions(self, path: str, wanted: set[ChunkId]) -> Iterator[tuple[CommitId, FileChunks | None]]:
        """Each content the file ever had, newest first, chunked where one of the IDs can be in it."""
        if self.history is None or self.head_commit is None:
            return
        versions = list(self.history.file_history(path, self.head_commit))
        contents = self.history.read_blobs([blob for _, blob in versions])
        for (commit, blob), (_, data) in zip(versions, contents, strict=True):
            if not wanted:
                return
            by_lines = self.chunker.ids_are_lines
            if isinstance(data, SkipReason) or not any(by_lines or _may_hold(data, chunk_id) for chunk_id in wanted):
                yield commit, None
                continue
            made = self.chunker.chunk_file(path, blob, data)
            yield commit, None if isinstance(made, SkipReason) else made

    def _reason(self, chunk_id: ChunkId, versions: int) -> str:
        path, entries = chunk_id.path, self.head.files()
        language = self.chunker.language_of(path)
        if isinstance(language, SkipReason) and (versions or path in entries):
            return f"{path} is not chunked: {language}"
        if versions > 1:
            return f"{path} has no such chunk in any of its {versions} versions"
        if versions or path in entries:
            return f"{path} has no such chunk"
        parts = path.split("/")
        inner = next((rest for at in range(1, len(parts)) if (rest := "/".join(parts[at:])) in entries), None)
        if inner is not None:
            return f"no file of that path, but {inner} is there: are the paths relative to the repository root?"
        longer = [known for known in entries if known.endswith(f"/{path}")]
        if len(longer) == 1:
            return f"no file of that path, but {longer[0]} is there: are the paths relative to the repository root?"
        return "no file of that path, now or in the history" if self.history is not None else "no file of that path"


def _may_hold(data: bytes, chunk_id: ChunkId) -> bool:
    """Whether parsing could find the ID: cheap tests on the bytes, never wrong about a `no`."""
    lines = data.count(b"\n") + (not data.endswith(b"\n"))
    if lines - chunk_id.span.start + 1 < MIN_OVERLAP * chunk_id.span.lines:
        return False
    name = last_name(chunk_id.symbol)
    # In any case: Kotlin's `companion object` is called `Companion`.
    return name.lower().encode() in data.lower() if name.isidentifier() and data.isascii() else True
