"""What one commit changed, as a chunk meets it on its way: read and chunked only as far as somebody looks."""

import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial

from goldkeeper.matching.extraction import TakenOut, born_in, by_name, names_anew, taken_out
from goldkeeper.matching.lines import telling_lines
from goldkeeper.matching.matcher import Matcher
from goldkeeper.matching.profiles import Lexicon
from goldkeeper.matching.renames import detect_renames, path_nearness, plainly_alike, same_name
from goldkeeper.model.changes import Change, FileChange
from goldkeeper.model.chunks import BlobId, Chunk, ChunkId, CommitId, FileChunks, SkipReason, Snapshot
from goldkeeper.model.proposals import Match
from goldkeeper.workflow.lineage.contents import Contents

WHOLE = 16  # files; a commit that changes no more is matched whole, so that all its chunks share one survey
MOST_RELEVANT = 24  # files of a larger commit that one chunk is looked for in
WHOLE_ALONE = 200  # the same where that commit is all there is between two states
TELLING_LINES = 4  # the longest of a chunk's lines, by which files that may hold it are found
SHORTEST_LINE = 12  # characters of such a line
MOST_PAIRED = 3_000  # files of a commit that are read to pair vanished with new ones; more are paired by content alone
MOST_SEARCHED = 200  # files of a commit in which a text is looked for that may have moved; of more, names decide
KEPT_SURVEYS = 8


class CommitChange:
    """The difference between two neighbouring states, in the direction walked.

    Attributes:
        commit: None for the files on disk.
        files: path → its contents on either side.
    """

    def __init__(self, commit: CommitId | None, files: Iterable[FileChange], contents: Contents) -> None:
        self.commit = commit
        self.files: Mapping[str, FileChange] = {file.path: file for file in files}
        self._contents = contents
        self._surveys: OrderedDict[frozenset[str], Matcher] = OrderedDict()
        self._new: dict[tuple[str, str], Mapping[str, Sequence[Chunk]]] = {}

    @classmethod
    def turned(cls, commit: CommitId | None, files: Iterable[FileChange], contents: Contents) -> "CommitChange":
        """The same, walked from the newer state to the older one."""
        return cls(commit, [FileChange(file.path, file.head_blob, file.base_blob) for file in files], contents)

    def since(self, path: str, blob: BlobId) -> "CommitChange":
        """The same, with one file held against an earlier content than that right before the commit."""
        held = replace(self.files[path], base_blob=blob)
        return CommitChange(self.commit, {**self.files, path: held}.values(), self._contents)

    @cached_property
    def _lexicon(self) -> Lexicon:
        return Lexicon()

    @cached_property
    def vanished(self) -> Mapping[str, BlobId]:
        """Paths that are not there afterwards, with the content they had."""
        return {path: f.base_blob for path, f in self.files.items() if f.base_blob and not f.head_blob}

    @cached_property
    def appeared(self) -> Mapping[str, BlobId]:
        """Paths that were not there before."""
        return {path: f.head_blob for path, f in self.files.items() if f.head_blob and not f.base_blob}

    @cached_property
    def _appeared_by_blob(self) -> Mapping[BlobId, Sequence[str]]:
        found: dict[BlobId, list[str]] = {}
        for path in sorted(self.appeared):
            found.setdefault(self.appeared[path], []).append(path)
        return found

    @cached_property
    def _vanished_blobs(self) -> frozenset[BlobId]:
        return frozenset(self.vanished.values())

    def carried_to(self, path: str) -> Sequence[str]:
        """New paths that hold exactly what a vanished one held."""
        blob = self.vanished.get(path)
        return self._appeared_by_blob.get(blob, ()) if blob is not None else ()

    @cached_property
    def renames(self) -> Mapping[str, str]:
        """Vanished path → new path, by content."""
        old = {path: self._raw(path, blob) for path, blob in self.vanished.items()}
        new = {path: self._raw(path, blob) for path, blob in self.appeared.items()}
        return detect_renames(
            {path: file for path, file in old.items() if file is not None},
            {path: file for path, file in new.items() if file is not None},
        )

    def renamed_to(self, path: str) -> str | None:
        """The new path of a vanished one, by content.

        Where just one new path bears its name, and it is the only vanished one of that name, no other is looked at if
        the two are plainly alike.
        """
        if path not in self.vanished:
            return None
        named = [one for one in self.appeared if same_name(one, path)]
        if len(named) == 1 and sum(same_name(one, path) for one in self.vanished) == 1:
            old, new = self._raw(path, self.vanished[path]), self._raw(named[0], self.appeared[named[0]])
            if old is not None and new is not None and plainly_alike(old, new):
                return named[0]
        return self.renames.get(path)

    def before(self, path: str) -> FileChunks | SkipReason | None:
        """A file as it was, chunked."""
        file = self.files.get(path)
        return self._contents.chunks(path, file.base_blob) if file is not None and file.base_blob else None

    def after(self, path: str) -> FileChunks | SkipReason | None:
        """A file as it is, chunked."""
        file = self.files.get(path)
        return self._contents.chunks(path, file.head_blob) if file is not None and file.head_blob else None

    def has_other_heir(self, chunk: Chunk, heir: str) -> bool:
        """Whether another new file than `heir` holds the very text of a chunk, and not as a file moved whole."""
        appeared = [path for path in self._chunkable if path in self.appeared and path != heir]
        return self._holds_any([path for path in appeared if self.appeared[path] not in self._vanished_blobs], chunk)

    def has_moved_text(self, chunk: Chunk) -> bool:
        """Whether the very text of a chunk stands in another file now in which it did not stand before."""
        if self._has_moved_whole(chunk.path):
            return True
        others = [path for path in self._chunkable if path != chunk.path and self.files[path].head_blob]
        return self._holds_any(others, chunk)

    def _has_moved_whole(self, path: str) -> bool:
        """Whether a file that has other content now left what it had to another, as two that swap their names do."""
        was = self.files[path].base_blob
        return was != self.files[path].head_blob and any(
            where != path for where in self._changed_by_head_blob.get(was, ())
        )

    @cached_property
    def _changed_by_head_blob(self) -> Mapping[BlobId | None, Sequence[str]]:
        found: dict[BlobId | None, list[str]] = {}
        for path, file in self.files.items():
            if file.head_blob and file.head_blob != file.base_blob:
                found.setdefault(file.head_blob, []).append(path)
        return found

    def _holds_any(self, paths: Sequence[str], chunk: Chunk) -> bool:
        if len(paths) > MOST_SEARCHED:
            return False
        text = chunk.text.encode("utf-8", "surrogatepass")
        holders = {blob for blob, now in self._texts(paths) if text in now}
        return any(
            self.files[path].head_blob in holders
            and text not in self._contents.text_or_nothing(self.files[path].base_blob)
            for path in paths
        )

    def _texts(self, paths: Iterable[str]) -> Iterator[tuple[BlobId, bytes]]:
        return self._contents.texts(blob for path in paths if (blob := self.files[path].head_blob))

    def chunk_after(self, chunk_id: ChunkId) -> tuple[Chunk, BlobId]:
        """A chunk of the state behind the commit that the matcher named, with the content it stands in."""
        file = self.after(chunk_id.path)
        if isinstance(file, FileChunks):
            for chunk in file.chunks:
                if chunk.id == chunk_id:
                    return chunk, file.blob
        raise KeyError(f"{chunk_id} is not in what the commit changed")

    def match(self, chunk: Chunk, *, alone: bool = False) -> Match | None:
        """Where a chunk went among all that the commit changed; None when its own file can't be read.

        Args:
            chunk: before the commit.
            alone: the commit is the whole way, so that a larger one is looked at whole too.
        """
        survey = self._survey(self._relevant(chunk, WHOLE_ALONE if alone else WHOLE))
        if survey.land.base_index.get(chunk.id) is None:
            return None
        return survey.match([chunk])[chunk.id]

    def names_anew(self, before: Chunk, after: Chunk) -> bool:
        """Whether something may have been taken out of a chunk that went on: see `extraction.names_anew`."""
        return names_anew(before, after, self._lexicon)

    def parts(self, before: Chunk, after: Chunk) -> list[TakenOut]:
        """What was taken out of a chunk that went on: born in this commit and called by what remains of it."""
        if not self.names_anew(before, after):  # most often, and then no other file has to be chunked
            return []
        born = partial(self._born, (before.path, after.path))
        return taken_out(before, after, born, self._lexicon)

    def _born(self, own: tuple[str, str], name: str) -> list[Chunk]:
        """What is new under a name in a file, by its path on either side, and in the others of a small commit.

        Another file is only chunked if it holds the name; and what stood anywhere before was moved and not born.
        """
        is_small = len(self._chunkable) <= WHOLE
        word = name.encode("utf-8", "surrogatepass")
        others = [
            (path, path)
            for path in (self._chunkable if is_small else ())
            if path != own[1] and word in self._contents.text_or_nothing(self.files[path].head_blob)
        ]
        found = [chunk for sides in (own, *others) for chunk in self._new_in(*sides).get(name, ())]
        return [chunk for chunk in found if not (is_small and self._stood_before(chunk))]

    def _new_in(self, before: str, after: str) -> Mapping[str, Sequence[Chunk]]:
        """Name → what stands at a new place in a file, by its path on either side."""
        known = self._new.get((before, after))
        if known is None:
            old, new = self.before(before), self.after(after)
            chunks = born_in(old if isinstance(old, FileChunks) else None, new) if isinstance(new, FileChunks) else ()
            known = self._new[before, after] = by_name(chunks)
        return known

    def _stood_before(self, chunk: Chunk) -> bool:
        text = chunk.text.encode("utf-8", "surrogatepass")
        return any(text in self._contents.text_or_nothing(self.files[path].base_blob) for path in self._chunkable)

    def _survey(self, paths: frozenset[str]) -> Matcher:
        survey = self._surveys.get(paths)
        if survey is None:
            survey = self._surveys[paths] = Matcher(self._change(paths))
            if len(self._surveys) > KEPT_SURVEYS:
                self._surveys.popitem(last=False)
        self._surveys.move_to_end(paths)
        return survey

    def _change(self, paths: Iterable[str]) -> Change:
        base: dict[str, FileChunks] = {}
        head: dict[str, FileChunks] = {}
        for path in sorted(paths):
            old, new = self.before(path), self.after(path)
            if isinstance(old, FileChunks):
                base[path] = old
            if isinstance(new, FileChunks):
                head[path] = new
        renames = {old: new for old, new in self.renames.items() if old in base and new in head}
        return Change(Snapshot("before", base), Snapshot("after", head), renames)

    @cached_property
    def _chunkable(self) -> Sequence[str]:
        return [path for path in sorted(self.files) if isinstance(self._contents.language_of(path), str)]

    def _relevant(self, chunk: Chunk, whole: int) -> frozenset[str]:
        """The files among which a chunk is looked for: all of a commit of `whole` files, else those that may hold it.

        Those hold its name, or one of its longest lines.
        """
        if len(self._chunkable) <= whole:
            return frozenset(self._chunkable)
        name = re.compile(rb"(?<!\w)" + re.escape(chunk.name.encode("utf-8", "surrogatepass")) + rb"(?!\w)")
        lines = sorted(set(telling_lines(chunk.text)), key=lambda line: (-len(line), line))[:TELLING_LINES]
        wanted = [line.encode("utf-8", "surrogatepass") for line in lines if len(line) >= SHORTEST_LINE]
        signs: dict[BlobId | None, int] = {}
        for blob, data in self._texts(self._chunkable):
            signs[blob] = 2 * sum(line in data for line in wanted) + (name.search(data) is not None)
        ranked = sorted(
            (-found, -path_nearness(chunk.path, path), path)
            for path in self._chunkable
            if (found := signs.get(self.files[path].head_blob))
        )
        chosen = [path for *_, path in ranked[:MOST_RELEVANT]]
        partner = self.renames.get(chunk.path)
        return frozenset((*chosen, chunk.path, *([partner] if partner else ()), *self._origins(chosen)))

    def _origins(self, paths: Iterable[str]) -> list[str]:
        """The vanished files that were renamed to some new ones: what stood there before is then known."""
        wanted = set(paths)
        return [old for old, new in self.renames.items() if new in wanted]

    def _raw(self, path: str, blob: BlobId) -> FileChunks | None:
        """A file with its text and without its chunks; only where the text has to be looked at."""
        language = self._contents.language_of(path)
        if isinstance(language, SkipReason):
            return None
        source = ""
        carried = blob in self._appeared_by_blob and blob in self._vanished_blobs
        if not carried and len(self.vanished) + len(self.appeared) <= MOST_PAIRED:
            source = self._contents.text_or_nothing(blob).decode("utf-8", "replace")
        return FileChunks(path, blob, language, (), source)
