"""Remembering a scan, so that the next one that would see the same can say so at once."""

from collections.abc import Mapping
from pathlib import Path

from goldkeeper import __version__
from goldkeeper.model.gold_lines import digest_of
from goldkeeper.model.scans import ScanReport
from goldkeeper.ports import SourceTree
from goldkeeper.settings import WORK_TREE
from goldkeeper.stores.anchor_file import anchor_path
from goldkeeper.stores.last_scan import LastScan, read_last_scan, write_last_scan
from goldkeeper.wiring.scan_keys import code_state, database_state, file_state, named, same_files
from goldkeeper.wiring.stores import ProjectStores

# Settings on which findings depend; who reviews, where state lies and who is told changes none.
_DECIDING: Mapping[str, bool | set[str]] = {
    "gold": True,
    "repository": {"path", "include", "exclude", "max_file_kib"},
    "chunker": True,
    "index": True,
    "review": {"auto_confirm"},
}


class ScanMemory:
    """The last scan of a project, and whether it still holds."""

    def __init__(self, stores: ProjectStores) -> None:
        self._stores = stores

    @property
    def inputs_key(self) -> str:
        """Names what a scan looks at, for a few milliseconds: code, gold file, anchors, chunker, settings."""
        stores = self._stores
        folder = stores.head if stores.history is None else None
        return named(
            __version__,
            stores.settings.model_dump_json(include=_DECIDING),
            WORK_TREE if stores.revision == WORK_TREE else "",  # else the commit says it, whatever names it
            code_state(stores.history, stores.revision, stores.head_commit, folder),
            stores.chunker.fingerprint.digest,
            stores.index_sources.state,
            file_state(stores.gold_path),
            file_state(anchor_path(stores.gold_path)),
        )

    @property
    def _answers(self) -> str:
        """Names what stands in the queue and what was told of the index; opens the database."""
        stores = self._stores
        standing = stores.passport_book.standing()
        return named(
            str(stores.queue.newest_event()),
            " ".join(f"{one.number}{one.state}" for one in stores.passport_book.upgrades()),
            standing.passport.digest if standing is not None else "",
        )

    def _key(self, inputs: str) -> str:
        """Names everything that a scan depends on, for the price of a file's times; empty where no file has any."""
        if self._stores.settings.state.database:
            return ""
        return named(inputs, database_state(self._stores.database_file))

    @property
    def file(self) -> Path:
        """Where it is kept."""
        return self._stores.state_folder / "last-scan.json"

    def last(self) -> LastScan | None:
        """The last scan, whatever it saw."""
        return read_last_scan(self.file)

    def unchanged(self) -> LastScan | None:
        """The last scan if it would say the same today.

        A daemon's beats change the times of the database's file, and none of the answers in it.
        """
        last, inputs = self.last(), self.inputs_key
        if last is None or last.inputs != inputs:
            return None
        if last.key and last.key == self._key(inputs):
            return last
        return last if last.answers == self._answers else None

    def remember(self, report: ScanReport, record: dict[str, object]) -> None:
        """Keep what a scan saw, unless somebody wrote into its gold file or code meanwhile."""
        seen = self._stores.head
        self._stores.close()  # a database writes until it is closed
        if digest_of(self._stores.gold.file.bytes()) != report.gold_set.digest or not self._still_there(seen):
            return
        inputs = self.inputs_key
        key, answers = self._key(inputs), self._answers
        self._stores.close()
        if key != self._key(inputs):  # somebody writes: only what was read says which answers these were
            key = ""
        write_last_scan(self.file, LastScan(key, record, inputs, answers))

    def _still_there(self, seen: SourceTree) -> bool:
        """Whether the files on disk are those that were scanned, but for what the scan itself wrote."""
        if seen.commit is not None:
            return True
        stores = self._stores
        reports = stores.project.path(stores.settings.reports.folder)
        own = (anchor_path(stores.gold_path), reports, stores.state_folder)
        top = Path(stores.history.top if stores.history is not None else stores.repository).resolve()
        return same_files(seen, stores.head, top=top, but=[path.resolve() for path in own])
