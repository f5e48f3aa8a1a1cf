"""File contents by name, read and chunked once for all who ask."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping

from goldkeeper.chunking.decoding import decode_source
from goldkeeper.model.chunks import BlobId, FileChunks, SkipReason
from goldkeeper.ports import ChunkCache, Chunker, History

MOST_BYTES = 96 << 20  # of contents kept; a walk comes back to the same versions for each chunk of a file
MOST_FILES = 512  # chunked files kept
MOST_LETTERS = 32 << 20  # of those files; a chunked one takes some four times its letters
AT_ONCE = 256  # contents read before the first of them may be put away again


class Contents:
    """What files said, by the name of their content.

    Attributes:
        reads, parses: how often git and the grammar were asked, for measuring.
    """

    def __init__(self, history: History, chunker: Chunker, cache: ChunkCache | None = None) -> None:
        self._history = history
        self._chunker = chunker
        self._cache = cache
        self._digest = chunker.fingerprint.digest if cache is not None else ""
        self._bytes: OrderedDict[BlobId, bytes | SkipReason] = OrderedDict()
        self._held = 0
        self._letters = 0
        self._files: OrderedDict[tuple[str, BlobId], FileChunks | SkipReason] = OrderedDict()
        self._on_disk: dict[BlobId, bytes | SkipReason] = {}
        self.reads = self.parses = 0

    def put(self, contents: Mapping[BlobId, bytes | SkipReason]) -> None:
        """Take in contents that are not in git: files on disk."""
        self._on_disk.update(contents)

    def language_of(self, path: str) -> str | SkipReason:
        """See `Chunker.language_of`."""
        return self._chunker.language_of(path)

    def read(self, blob: BlobId) -> bytes | SkipReason:
        """The bytes, or why they can't be had."""
        on_disk = self._on_disk.get(blob)
        if on_disk is not None:
            return on_disk
        if blob not in self._bytes:
            self.load([blob])
        else:
            self._bytes.move_to_end(blob)
        return self._bytes[blob]

    def text(self, blob: BlobId) -> bytes | SkipReason:
        """The UTF-8 of a content's text, as chunks have it: without marks, line ends and encodings of its own."""
        data = self.read(blob)
        if isinstance(data, SkipReason) or (data.isascii() and b"\r" not in data):
            return data
        source = decode_source(data)
        return source.data if source is not None else SkipReason.BINARY

    def text_or_nothing(self, blob: BlobId | None) -> bytes:
        """The same for looking something up in it: nothing stands in what can't be had, or is not there."""
        text = self.text(blob) if blob is not None else b""
        return text if isinstance(text, bytes) else b""

    def load(self, blobs: Iterable[BlobId]) -> None:
        """Read many at once; what is known already is not read again."""
        wanted = [one for one in dict.fromkeys(blobs) if one not in self._bytes and one not in self._on_disk]
        if not wanted:
            return
        self.reads += len(wanted)
        for blob, data in self._history.read_blobs(wanted):
            self._bytes[blob] = data
            self._held += len(data) if isinstance(data, bytes) else 0
        while self._held > MOST_BYTES and len(self._bytes) > len(wanted):
            _, data = self._bytes.popitem(last=False)
            self._held -= len(data) if isinstance(data, bytes) else 0

    def texts(self, blobs: Iterable[BlobId]) -> Iterator[tuple[BlobId, bytes]]:
        """The text of each content that can be had, in the order asked; of many, only some are held at once."""
        wanted = list(dict.fromkeys(blobs))
        for begin in range(0, len(wanted), AT_ONCE):
            some = wanted[begin : begin + AT_ONCE]
            self.load(some)
            for blob in some:
                text = self.text(blob)
                if isinstance(text, bytes):
                    yield blob, text

    def chunks(self, path: str, blob: BlobId) -> FileChunks | SkipReason:
        """The file under a path, chunked."""
        key = (path, blob)
        known = self._files.get(key)
        if known is not None:
            self._files.move_to_end(key)
            return known
        made = self._made(path, blob)
        self._files[key] = made
        self._letters += _letters(made)
        while len(self._files) > MOST_FILES or (self._letters > MOST_LETTERS and len(self._files) > 1):
            _, oldest = self._files.popitem(last=False)
            self._letters -= _letters(oldest)
        return made

    def _made(self, path: str, blob: BlobId) -> FileChunks | SkipReason:
        language = self._chunker.language_of(path)
        if isinstance(language, SkipReason):  # pictures are not read
            return language
        data = self.read(blob)
        if isinstance(data, SkipReason):
            return data
        if self._cache is not None:
            rows = self._cache.get_many([(blob, language)], self._digest).get((blob, language))
            if rows is not None:
                return self._chunker.rebuild(path, blob, data, rows)
        self.parses += 1
        made = self._chunker.chunk_file(path, blob, data)
        if self._cache is not None and isinstance(made, FileChunks):
            self._cache.put_many({(blob, made.language): self._chunker.pack(made)}, self._digest)
        return made


def _letters(file: FileChunks | SkipReason) -> int:
    return len(file.source) if isinstance(file, FileChunks) else 0
