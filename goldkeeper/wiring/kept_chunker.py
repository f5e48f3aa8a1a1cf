"""A chunker that says what it is made of without being loaded, and is loaded when it has to cut.

Its fingerprint names the grammar of every language with its version, which means to load them all. A scan that finds
nothing new asks for no more than the fingerprint; that takes as long as all the rest of it. So it is kept, under a
name that changes whenever a package is put in, exchanged or taken out, or a file of our own chunker is.
"""

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from goldkeeper import __version__
from goldkeeper.model.chunks import BlobId, FileChunks, SkipReason
from goldkeeper.model.passports import Fingerprint, GrammarVersion
from goldkeeper.ports import Chunker
from goldkeeper.stores.atomic import write_whole

_PACKAGES: Final = ("site-packages", "dist-packages")
_OWN: Final = "goldkeeper.chunking"


class KeptChunker:
    """The chunker of these options; see `ports.Chunker`.

    Args:
        make: makes the real one.
        options: names them.
        kept: the file that keeps its fingerprint.
    """

    ids_are_lines: Final = False

    def __init__(self, make: Callable[[], Chunker], options: str, kept: Path) -> None:
        self._make: Final = make
        self._options: Final = options
        self._kept: Final = kept

    @cached_property
    def _real(self) -> Chunker:
        return self._make()

    @cached_property
    def fingerprint(self) -> Fingerprint:
        """What the chunker is made of, as it was said last if nothing was installed since."""
        key = _installed(self._options)
        known = _read(self._kept, key) if key else None
        if known is None:
            known = self._real.fingerprint
            if key:
                with suppress(OSError):  # a disk that is full, or not to be written: it is made again next time
                    write_whole(self._kept, json.dumps({"key": key, "fingerprint": asdict(known)}).encode())
        return known

    def language_of(self, path: str) -> str | SkipReason:
        """See `Chunker.language_of`."""
        return self._real.language_of(path)

    def chunk_file(self, path: str, blob: BlobId, data: bytes) -> FileChunks | SkipReason:
        """See `Chunker.chunk_file`."""
        return self._real.chunk_file(path, blob, data)

    def rebuild(self, path: str, blob: BlobId, data: bytes, rows: bytes) -> FileChunks:
        """See `Chunker.rebuild`."""
        return self._real.rebuild(path, blob, data, rows)

    def pack(self, file: FileChunks) -> bytes:
        """See `Chunker.pack`."""
        return self._real.pack(file)


def _installed(options: str) -> str:
    """Names what is installed, by the times of the folders that hold packages; empty where that can't be told."""
    folders = [Path(path) for path in sys.path if path.endswith(_PACKAGES)]
    own = find_spec(_OWN)
    code = [Path(path) for path in (own.submodule_search_locations if own is not None else None) or ()]
    if not folders or not code:
        return ""
    try:
        stamps = [f"{folder} {folder.stat().st_mtime_ns}" for folder in folders if folder.is_dir()]
        for folder in code:
            stamps += [f"{file} {file.stat().st_mtime_ns}" for file in sorted(folder.rglob("*.py"))]
    except OSError:
        return ""
    return "\n".join([__version__, sys.version, options, *stamps])


def _read(file: Path, key: str) -> Fingerprint | None:
    try:
        record = json.loads(file.read_bytes())
        if record["key"] != key:
            return None
        said = record["fingerprint"]
        grammars = tuple(GrammarVersion(**one) for one in said["grammars"])
        return Fingerprint(said["name"], said["version"], said["options"], grammars)
    except (OSError, ValueError, KeyError, TypeError):
        return None
