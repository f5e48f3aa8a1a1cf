"""The gold file on disk: read with all its damage, replaced whole and only if nobody touched it."""

from collections.abc import Callable
from pathlib import Path

from goldkeeper.model.errors import FileMissing, GoldFileChanged
from goldkeeper.model.gold import GoldSet
from goldkeeper.model.gold_lines import digest_of, read_gold
from goldkeeper.stores.atomic import read_regular, write_whole


class GoldFile:
    """One JSONL gold file; answers for `ports.GoldStore`.

    Attributes:
        path: where it lies.
        name: how the user named it; reports say this.
        judged_zero: whether grade 0 means judged and not relevant; else it is damage.
    """

    def __init__(self, path: Path, *, name: str = "", judged_zero: bool = False, bare_ids: bool = False) -> None:
        self.path = path
        self.name = name or str(path)
        self.judged_zero = judged_zero
        self.bare_ids = bare_ids

    def read(self, is_file: Callable[[str], bool] | None = None) -> GoldSet:
        """Read it whole; damage becomes problems of the set.

        Args:
            is_file: whether a path is a file of the repository; decides IDs that can be read in two ways.

        Raises:
            FileMissing, FileUnreadable: as for `bytes`.
        """
        return read_gold(self.bytes(), self.name, is_file=is_file, judged_zero=self.judged_zero, bare_ids=self.bare_ids)

    def rewrite(self, data: bytes, *, expected_digest: str) -> None:
        """Replace the file whole; the same bytes leave it untouched.

        Args:
            data: all of the new file.
            expected_digest: of the bytes that the new ones were made from, `GoldSet.digest`.

        Raises:
            GoldFileChanged: the bytes on disk are others by now; nothing was written.
            FileMissing, FileUnreadable: it is gone, or can't be written.
        """
        on_disk = self.bytes()
        if digest_of(on_disk) != expected_digest:
            raise GoldFileChanged(self.name)
        if on_disk != data:
            write_whole(self.path, data, check=lambda _: self._expect(expected_digest))

    def _expect(self, digest: str) -> None:
        """Look once more when the new bytes are on disk, so that the window is a rename wide."""
        if digest_of(self.bytes()) != digest:
            raise GoldFileChanged(self.name)

    def bytes(self) -> bytes:
        """The file as it lies on disk.

        Raises:
            FileMissing: there is none.
            FileUnreadable: there is one, and it can't be read.
        """
        try:
            return read_regular(self.path, self.name, "name a file that can")
        except FileNotFoundError:
            raise FileMissing("gold file", self.name, "name another with --gold, or run goldkeeper init") from None
