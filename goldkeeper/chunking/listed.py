"""A chunk list → chunks: the user's own chunker cut, and nothing is cut here.

The list says how the files of one state are cut, the state that the index was made of. There each entry gets its
text by its lines. Of any other content of such a file it is asked how the list *would* cut it, so that two states
can be held against each other: each entry is where its unchanged lines are. A file that is in no entry has no
chunks.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Final

from goldkeeper.chunking.building import Row, build_file
from goldkeeper.chunking.decoding import SourceText, decode_source
from goldkeeper.chunking.languages import known_languages
from goldkeeper.model.chunks import BlobId, Chunk, ChunkId, FileChunks, SkipReason
from goldkeeper.model.line_maps import LineMap
from goldkeeper.model.listings import ListedChunk, kind_of
from goldkeeper.model.passports import Fingerprint

NAME: Final = "list"
VERSION: Final = "1"  # raised whenever the same list would be read otherwise
PLAIN: Final = "text"  # the language of files of which no grammar is known: their words are compared all the same


class ListChunker:
    """Takes chunks from a list; see `ports.Chunker`.

    Args:
        boundaries: digest of the list.
        entries: path → the list's entries of that file, by start line, longer ones first.
        listed: path → name of the content that the list is about; None where there is no such file.
        read: path → that content; None where it can't be read.
    """

    ids_are_lines: Final = True

    def __init__(
        self,
        boundaries: str,
        entries: Callable[[str], Sequence[ListedChunk]],
        *,
        listed: Callable[[str], BlobId | None],
        read: Callable[[str], bytes | None],
    ) -> None:
        self._entries: Final = entries
        self._listed: Final = listed
        self._read: Final = read
        self.fingerprint: Final = Fingerprint(NAME, VERSION, {"boundaries": boundaries})

    def language_of(self, path: str) -> str | SkipReason:
        """The language by the path's name; any file may be in a list."""
        rules = known_languages().find(path)
        return rules.language if rules is not None else PLAIN

    def chunk_file(self, path: str, blob: BlobId, data: bytes) -> FileChunks | SkipReason:
        """The chunks of one file: the list's own, or where those would lie in another content."""
        source = decode_source(data)
        if source is None:
            return SkipReason.BINARY
        language = str(self.language_of(path))
        entries = self._entries(path)
        if entries and self._listed(path) != blob:
            told = self._read(path)
            then = decode_source(told) if told is not None else None
            entries = _carried(entries, then, source) if then is not None else ()
        return build_file((path, blob, language), source, _rows(entries, source), ())

    def pack(self, file: FileChunks) -> bytes:  # noqa: ARG002  # the list itself is what would be kept
        """Nothing: the list has it all."""
        return b""

    def rebuild(self, path: str, blob: BlobId, data: bytes, rows: bytes) -> FileChunks:  # noqa: ARG002  # as above
        """The same as `chunk_file`.

        Raises:
            ValueError: the file holds no text.
        """
        made = self.chunk_file(path, blob, data)
        if isinstance(made, SkipReason):
            raise ValueError(f"{path}: {made.value}")  # noqa: TRY004  # as the other chunker's
        return made


def lines_chunk(chunk_id: ChunkId, file: FileChunks) -> Chunk | None:
    """What an ID names by its lines alone; None where the file has fewer."""
    source = decode_source(file.source.encode())
    assert source is not None  # it was decoded once
    entry = ListedChunk(file.path, chunk_id.span, chunk_id.symbol, 0)
    made = build_file((file.path, file.blob, file.language), source, _rows([entry], source), ()).chunks
    return made[0] if made else None


def line_count(source: str) -> int:
    r"""The last line an entry may name: what stands behind the last `\n` counts, empty or not.

    >>> line_count("a\nb\n"), line_count("a\nb")
    (3, 2)
    """
    return source.count("\n") + 1


def _rows(entries: Iterable[ListedChunk], source: SourceText) -> Iterator[Row]:
    """Those whose lines are there."""
    # Line n + 1 begins at ends[n] + n: the newlines before it are not in the lengths.
    ends = list(accumulate(map(len, source.data.split(b"\n")), initial=0))
    for entry in entries:
        start, end = entry.span.start, entry.span.end
        if end < len(ends):
            yield start, end, entry.symbol, kind_of(entry.symbol), ends[start - 1] + start - 1, ends[end] + end - 1


def _carried(entries: Sequence[ListedChunk], then: SourceText, now: SourceText) -> list[ListedChunk]:
    """Entries where their unchanged lines lie in another content of the file; two may fall together there."""
    lines = LineMap(then.text, now.text)
    last = line_count(then.text)
    found: dict[ChunkId, ListedChunk] = {}
    for entry in entries:
        place = lines.carried(entry.span) if entry.span.end <= last else None
        if place is not None:
            moved = ListedChunk(entry.path, place.span, entry.symbol, entry.line)
            found.setdefault(moved.id, moved)
    return sorted(found.values(), key=lambda one: (one.span.start, -one.span.end, one.symbol))
