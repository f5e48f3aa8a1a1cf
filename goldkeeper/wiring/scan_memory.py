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
    def scan_key(self) -> str:
        """Names everything that a scan depends on, answers in the queue included: equal keys, equal findings."""
        return named(self.inputs_key, self._queue_state())

    def _queue_state(self) -> str:
        if self._stores.settings.state.database:
            answers = " ".join(f"{item.number}{item.state}" for item in self._stores.queue.items())
            upgrades = " ".join(f"{one.number}{one.state}" for one in self._stores.passport_book.upgrades())
            return f"{answers} {upgrades}"
        return database_state(self._stores.database_file)

    @property
    def file(self) -> Path:
        """Where it is kept."""
        return self._stores.state_folder / "last-scan.json"

    def last(self) -> LastScan | None:
        """The last scan, whatever it saw."""
        return read_last_scan(self.file)

    def unchanged(self) -> LastScan | None:
        """The last scan if it would say the same today."""
        last = self.last()
        return last if last is not None and last.key == self.scan_key else None

    def remember(self, report: ScanReport, record: dict[str, object]) -> None:
        """Keep what a scan saw, unless somebody wrote into its gold file or code meanwhile."""
        seen = self._stores.head
        self._stores.close()  # a database writes until it is closed
        if digest_of(self._stores.gold.file.bytes()) != report.gold_set.digest or not self._still_there(seen):
            return
        inputs = self.inputs_key
        write_last_scan(self.file, LastScan(named(inputs, self._queue_state()), record, inputs))

    def _still_there(self, seen: SourceTree) -> bool:
        """Whether the files on disk are those that were scanned, but for what the scan itself wrote."""
        if seen.commit is not None:
            return True
        stores = self._stores
        reports = stores.project.path(stores.settings.reports.folder)
        own = (anchor_path(stores.gold_path), reports, stores.state_folder)
        top = Path(stores.history.top if stores.history is not None else stores.repository).resolve()
        return same_files(seen, stores.head, top=top, but=[path.resolve() for path in own])
