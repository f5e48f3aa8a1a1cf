"""A Keeper: one project's stores, opened when first asked for, bound to the use cases.

A command that only lists the queue starts no git, and a scan of unchanged code opens no database.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from goldkeeper import __version__
from goldkeeper.model.anchors import Anchor
from goldkeeper.model.chunks import Chunk, ChunkId, CommitId, Snapshot
from goldkeeper.model.errors import FileMissing
from goldkeeper.model.gold import GoldSet, Query, QueryId
from goldkeeper.model.gold_lines import digest_of
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.model.reviews import ItemState, Target
from goldkeeper.model.scans import ScanReport
from goldkeeper.ports import ChunkCache, Chunker, Clock, Progress, ReviewQueue, SourceTree
from goldkeeper.settings import WORK_TREE, Project, load_project
from goldkeeper.stores.anchor_file import AnchorFile, anchor_path
from goldkeeper.stores.apply_journal import ApplyJournal
from goldkeeper.stores.clock import utc_now
from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.gold_file import GoldFile
from goldkeeper.stores.last_scan import LastScan, read_last_scan, write_last_scan
from goldkeeper.stores.path_rules import PathRules
from goldkeeper.stores.project_files import make_state_folder
from goldkeeper.wiring.openers import history_of, make_chunker, tree_of
from goldkeeper.wiring.scan_keys import code_state, database_state, file_state, named, same_files
from goldkeeper.workflow.code import Code, GoldFileHistory, GoldPlace, judged_text
from goldkeeper.workflow.snapshot import cut_snapshot

if TYPE_CHECKING:
    from goldkeeper.workflow.anchoring import Anchors
    from goldkeeper.workflow.apply import Application
    from goldkeeper.workflow.status import Status

RENEWAL_WAIT_SECONDS = 60.0  # a reviewer whose question is outdated waits for the scan that is under way


class Keeper:
    """One project: its gold set, its code, its queue."""

    def __init__(self, project: Project, *, revision: str = "", clock: Clock = utc_now) -> None:
        self.project = project
        self.settings = project.settings
        self.clock = clock
        self.revision = revision or self.settings.repository.revision
        self._exit = ExitStack()
        self._to_remember: ScanReport | None = None
        self._files_now: dict[str, Snapshot] = {}

    def close(self) -> None:
        """Let go of what was opened."""
        self._exit.close()

    # What the project consists of.

    @cached_property
    def repository(self) -> Path:
        """The code's folder."""
        folder = self.project.path(self.settings.repository.path)
        if not folder.is_dir():
            raise FileMissing("repository", str(folder), "correct repository.path in the configuration")
        return folder

    @cached_property
    def rules(self) -> PathRules:
        """Which of its files are read."""
        chosen = self.settings.repository
        return PathRules(chosen.include, chosen.exclude, chosen.max_file_kib * 1024)

    @cached_property
    def history(self) -> GitHistory | None:
        """The repository; None for a folder without git."""
        return history_of(self.repository, self.rules)

    @cached_property
    def head_commit(self) -> CommitId | None:
        """The commit that is scanned, or that the work tree stands on."""
        if self.history is None:
            return None
        if self.revision == WORK_TREE:
            return self.history.head_state().commit
        return self.history.resolve(self.revision)

    @cached_property
    def chunker(self) -> Chunker:
        """The configured chunker."""
        return make_chunker(self.settings.chunker.grammars, leading_comments=self.settings.chunker.leading_comments)

    @cached_property
    def cache(self) -> ChunkCache:
        """Chunk lists of contents that were parsed before."""
        from goldkeeper.stores.chunk_cache import ChunkCacheFile

        cache = ChunkCacheFile(self.state_folder / "chunks.sqlite")
        self._exit.callback(cache.close)
        return cache

    @cached_property
    def state_folder(self) -> Path:
        """Where goldkeeper keeps its own things."""
        return make_state_folder(self.project.path(self.settings.state.folder))

    @cached_property
    def head(self) -> SourceTree:
        """The state that is scanned."""
        return tree_of(self.history, self.repository, self.revision, self.rules)

    @cached_property
    def code(self) -> Code:
        """The code as it is scanned."""
        return Code(self.history, self.head, self.head_commit, self.chunker, self.cache)

    @property
    def _gold_path(self) -> Path:
        return self.project.path(self.settings.gold.path)

    @cached_property
    def gold(self) -> GoldPlace:
        """The gold file with its anchors and its own history."""
        path = self._gold_path
        file = GoldFile(path, name=self.settings.gold.path.as_posix(), judged_zero=self.settings.gold.judged_zero)
        return GoldPlace(file, AnchorFile(anchor_path(path)), self._gold_history(path))

    def _gold_history(self, path: Path) -> GoldFileHistory | None:
        real = path.resolve()  # the file may be linked to from where it is used
        try:
            history = history_of(real.parent, PathRules())
        except FileMissing:
            return None
        head = history.head_state().commit if history is not None else None
        if history is None or head is None or not history.has_work_tree:
            return None
        top = Path(history.top).resolve()
        same = self.history is not None and Path(self.history.top).resolve() == top
        return GoldFileHistory(history, real.relative_to(top).as_posix(), head, same)

    @cached_property
    def queue(self) -> ReviewQueue:
        """The review queue of this gold set."""
        from goldkeeper.stores.database import Database
        from goldkeeper.stores.queue import DatabaseQueue

        database = Database.open(self.settings.state.database or self._database_file)
        self._exit.callback(database.close)
        scope = self.settings.gold.path.as_posix()
        if self.settings.state.database:  # many projects share it, and most call their file gold.jsonl
            scope = f"{self.repository.resolve().name}/{scope}"
        return DatabaseQueue(database, scope)

    @cached_property
    def judge(self) -> str:
        """The name under which this person's decisions are kept; empty when nobody is known."""
        from goldkeeper.stores.git_commit import user_name

        return self.settings.review.judge or user_name(self.repository)

    @contextmanager
    def lock(self, what: str, *, wait_seconds: float = 0.0) -> Iterator[None]:
        """Keep others out while something is written; a scan that came to its end is remembered.

        Raises:
            LockHeld: somebody else is at work, with their name.
        """
        from goldkeeper.stores.lock import state_lock

        with state_lock(self.state_folder, what=f"goldkeeper {what}", wait_seconds=wait_seconds):
            yield
            self._remember()

    # The use cases.

    def anchor(self, *, progress: Progress | None = None) -> "tuple[GoldSet, Anchors]":
        """Read the gold set and give each chunk its anchor."""
        from goldkeeper.workflow.scan import keep_anchors

        gold_set = self.gold.file.read(self.code.knows)
        return gold_set, keep_anchors(gold_set, self.gold, self.code, progress=progress)

    def scan(self, *, progress: Progress | None = None) -> ScanReport:
        """The main job; remembers what it saw."""
        from goldkeeper.workflow.scan import scan

        self.finish_interrupted()
        report = scan(
            self.gold,
            self.code,
            self.queue,
            repository=self.repository.resolve().name,
            clock=self.clock,
            confirm=self._confirm if self.settings.review.auto_confirm == "identical" else None,
            progress=progress,
        )
        self._to_remember = report
        return report

    def _confirm(self, moment: datetime) -> None:
        from goldkeeper.workflow.review import confirm_certain

        confirm_certain(self.queue, policy="identical", now=moment)

    def record_of(self, report: ScanReport) -> dict[str, object]:
        """The report as JSON values."""
        from goldkeeper.reporting.figures import figures_of
        from goldkeeper.reporting.record import scan_record

        return scan_record(figures_of(report))

    def _remember(self) -> None:
        """Keep what the scan saw for the next one, unless somebody wrote into its gold file or code meanwhile."""
        report, self._to_remember = self._to_remember, None
        if report is None:
            return
        seen = self.head
        self._exit.close()  # a database writes until it is closed
        for opened in ("queue", "cache", "code", "head"):
            self.__dict__.pop(opened, None)
        if digest_of(self.gold.file.bytes()) != report.gold_set.digest or not self._still_there(seen):
            return
        inputs = self.inputs_key
        scan = LastScan(named(inputs, self._queue_state()), self.record_of(report), inputs)
        write_last_scan(self._last_scan_file, scan)

    def _still_there(self, seen: SourceTree) -> bool:
        """Whether the files on disk are those that were scanned, but for what the scan itself wrote."""
        if seen.commit is not None:
            return True
        own = (anchor_path(self._gold_path), self.project.path(self.settings.reports.folder), self.state_folder)
        top = Path(self.history.top if self.history is not None else self.repository).resolve()
        return same_files(seen, self.head, top=top, but=[path.resolve() for path in own])

    @property
    def _last_scan_file(self) -> Path:
        return self.state_folder / "last-scan.json"

    @property
    def inputs_key(self) -> str:
        """Names what a scan looks at, for a few milliseconds: code, gold file, anchors, chunker, settings."""
        folder = self.head if self.history is None else None
        return named(
            __version__,
            self.settings.model_dump_json(exclude={"review": {"judge"}, "reports": True, "state": True}),
            self.revision,
            code_state(self.history, self.revision, self.head_commit, folder),
            self.chunker.fingerprint.digest,
            file_state(self._gold_path),
            file_state(anchor_path(self._gold_path)),
        )

    @property
    def scan_key(self) -> str:
        """Names everything that a scan depends on, answers in the queue included: equal keys, equal findings."""
        return named(self.inputs_key, self._queue_state())

    def _queue_state(self) -> str:
        if self.settings.state.database:
            return " ".join(f"{item.number}{item.state}" for item in self.queue.items())
        return database_state(self._database_file)

    @property
    def _database_file(self) -> Path:
        return self.state_folder / "goldkeeper.sqlite"

    def last_scan(self) -> LastScan | None:
        """The last scan, whatever it saw."""
        return read_last_scan(self._last_scan_file)

    def unchanged_since_last_scan(self) -> LastScan | None:
        """The last scan if it would say the same today."""
        last = self.last_scan()
        return last if last is not None and last.key == self.scan_key else None

    def write_report(self, report: ScanReport) -> tuple[str, ...]:
        """Leave the scan's report in the reports folder, if that is configured; the files' names."""
        if not self.settings.reports.write:
            return ()
        from goldkeeper.stores.report_file import ReportFolder

        return ReportFolder(self.project.path(self.settings.reports.folder)).write(report)

    def open_items(self) -> int:
        """How many answers are wanted."""
        return len(self.queue.items({ItemState.WAITING, ItemState.DEFERRED}))

    # What reviewing asks of the code as it is now.

    def chunk_now(self, chunk_id: ChunkId) -> Chunk | None:
        """The chunk that bears this very ID at head."""
        if chunk_id.path not in self._files_now:  # a group's answers ask for the same files again and again
            self._files_now[chunk_id.path] = cut_snapshot(
                self.code.head, self.chunker, self.cache, paths={chunk_id.path}
            )
        return self._files_now[chunk_id.path].get(chunk_id)

    def digest_of(self, chunk_id: ChunkId) -> str | None:
        """Digest of the chunk that bears this very ID at head; None when there is none."""
        chunk = self.chunk_now(chunk_id)
        return chunk.digest if chunk is not None else None

    def check_target(self, target: Target, _proposed_at: CommitId | None) -> bool:
        """Whether the code still says under that ID what was proposed."""
        return self.digest_of(target.chunk_id) == target.digest

    def renew(self, chunk_ids: Sequence[ChunkId]) -> Mapping[ChunkId, int]:
        """Scan anew; the open items that ask about these gold chunks now."""
        with self.lock("review", wait_seconds=RENEWAL_WAIT_SECONDS):
            self.write_report(self.scan())
            self._to_remember = None  # the answers that follow would be taken for part of it
        wanted = set(chunk_ids)
        open_items = self.queue.items({ItemState.WAITING, ItemState.DEFERRED})
        return {item.proposal.chunk_id: item.number for item in open_items if item.proposal.chunk_id in wanted}

    def text_of(self, proposal: RemapProposal, chunk_id: ChunkId | None) -> str | None:
        """What the gold chunk said when it was judged (None), or what another chunk says at head.

        Returns:
            None where nothing can give it back any more.
        """
        if chunk_id is not None:
            chunk = self.chunk_now(chunk_id)
            return chunk.text if chunk is not None else None
        anchor = proposal.drift.anchor
        return judged_text(anchor, self.history, self.chunker) if isinstance(anchor, Anchor) else None

    @cached_property
    def _queries(self) -> Mapping[QueryId, Query]:
        return self.gold.file.read().queries_by_id

    def query_text(self, query_id: QueryId) -> str:
        """What a query asks; empty when the gold file has no such query any more."""
        query = self._queries.get(query_id)
        return query.text if query is not None else ""

    # Applying, and how things stand.

    def plan_application(self) -> "Application":
        """What the decisions would make of the gold file."""
        from goldkeeper.workflow.apply import plan_application

        return plan_application(self.gold, self.code, self.queue)

    def apply(self, application: "Application") -> None:
        """Write it."""
        from goldkeeper.workflow.apply import carry_out

        carry_out(application, self.gold, self.queue, self._journal, clock=self.clock)

    def finish_interrupted(self, *, written: bool | None = None) -> None:
        """End an application that was killed half-way; `written` is what a person says of it."""
        if self._journal.read() is None:
            return
        from goldkeeper.workflow.apply import finish_interrupted

        finish_interrupted(self.gold, self.code, self.queue, self._journal, clock=self.clock, written=written)

    @cached_property
    def _journal(self) -> ApplyJournal:
        return ApplyJournal(self.state_folder / "applying.json")

    def check_commit(self) -> None:
        """Whether the gold file can be committed; raises NotARepository before anything is written."""
        from goldkeeper.stores.git_commit import check_repository

        check_repository(self._gold_path)

    def commit(self, application: "Application") -> str:
        """Commit gold file and anchors with the reasons; the new commit, empty when git has them already."""
        from goldkeeper.stores.git_commit import commit_files

        return commit_files([self._gold_path, anchor_path(self._gold_path)], application.message) or ""

    def status(self) -> "Status":
        """How fresh the last scan is, and what waits."""
        from goldkeeper.workflow.status import take_status

        last = self.last_scan()
        return take_status(
            self.settings.gold.path.as_posix(),
            last.report if last is not None else None,
            self.queue.items({ItemState.WAITING, ItemState.DEFERRED, ItemState.DECIDED}),
            fresh=last is not None and last.inputs == self.inputs_key,
            head_commit=self.head_commit,
            history=self.history,
            now=self.clock(),
        )


@contextmanager
def open_keeper(config: Path | None = None, *, revision: str = "") -> Iterator[Keeper]:
    """The project of a configuration file (None looks for one); `revision` goes before the configured one."""
    keeper = Keeper(load_project(config), revision=revision, clock=utc_now)
    try:
        yield keeper
    finally:
        keeper.close()
