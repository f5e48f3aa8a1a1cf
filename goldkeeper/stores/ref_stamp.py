"""Whether HEAD may have moved, without asking git: the bytes and times of the few files that say where it is."""

from pathlib import Path

from goldkeeper.stores.git_history import GitHistory


class RefStamp:
    """Looks at one repository's HEAD."""

    def __init__(self, history: GitHistory) -> None:
        """Ask git once where its files lie."""
        own, common = history.git.read("rev-parse", "--absolute-git-dir", "--git-common-dir").split(b"\n")[:2]
        self._own = Path(own.decode("utf-8", "surrogateescape"))
        self._common = Path(history.git.folder) / common.decode("utf-8", "surrogateescape")

    def now(self) -> str:
        """Changes when HEAD comes to name another commit; may change without that. Empty where nothing can be told."""
        try:
            head = (self._own / "HEAD").read_bytes()
        except OSError:
            return ""
        parts = [head.hex()]
        if head.startswith(b"ref: "):
            name = head[5:].strip().decode("utf-8", "surrogateescape")
            tables = [folder / "reftable" / "tables.list" for folder in dict.fromkeys((self._own, self._common))]
            places = [self._common / name, self._common / "packed-refs", *tables]
            parts += [_told(place) for place in places]
        return " ".join(parts)


def _told(file: Path) -> str:
    try:
        told = file.stat()
        small = file.read_bytes().hex() if told.st_size < 128 else ""
    except OSError:
        return "none"
    return f"{told.st_mtime_ns}-{told.st_size}-{told.st_ino}-{small}"
