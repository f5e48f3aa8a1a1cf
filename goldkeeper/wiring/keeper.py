"""A Keeper: one project's stores bound to the use cases."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from goldkeeper.model.calibrations import CalibrationNote
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.errors import FileUnreadable
from goldkeeper.model.gold import GoldSet, QueryId
from goldkeeper.model.gold_lines import holds_a_merge
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.model.reviews import OPEN_STATES, ItemState
from goldkeeper.model.scans import ScanReport, report_name
from goldkeeper.ports import Clock, Progress
from goldkeeper.settings import Project, load_project
from goldkeeper.stores.clock import utc_now
from goldkeeper.wiring.code_now import CodeNow
from goldkeeper.wiring.scan_memory import ScanMemory
from goldkeeper.wiring.stores import HISTORY_INDEX, ProjectStores

if TYPE_CHECKING:
    from goldkeeper.workflow.anchoring import Anchors
    from goldkeeper.workflow.apply import Application
    from goldkeeper.workflow.status import Status

RENEWAL_WAIT_SECONDS = 60.0  # a reviewer whose question is outdated waits for the scan that is under way


class Keeper(ProjectStores):
    """One project, ready for work.

    Attributes:
        memory: the last scan.
        now: the code as it is.
    """

    def __init__(self, project: Project, *, revision: str = "", clock: Clock = utc_now) -> None:
        super().__init__(project, revision=revision, clock=clock)
        self.memory = ScanMemory(self)
        self.now = CodeNow(self)
        self._to_remember: ScanReport | None = None

    def look_anew(self) -> None:
        """Forget how the code was seen."""
        super().look_anew()
        self.now = CodeNow(self)

    @contextmanager
    def lock(self, what: str, *, wait_seconds: float = 0.0) -> Iterator[None]:
        """Keep others out while something is written; a scan that came to its end is remembered.

        Raises:
            LockHeld: somebody else is at work, with their name.
        """
        from goldkeeper.stores.lock import state_lock

        with state_lock(self.state_folder, what=f"goldkeeper {what}", wait_seconds=wait_seconds):
            yield
            report, self._to_remember = self._to_remember, None
            if report is not None:
                self.memory.remember(report, self.record_of(report))

    def anchor(self, *, progress: Progress | None = None) -> "tuple[GoldSet, Anchors]":
        """Read the gold set and give each chunk its anchor."""
        from goldkeeper.workflow.scan import keep_anchors

        gold_set = self.gold.file.read(self.code.knows)
        return gold_set, keep_anchors(gold_set, self.gold, self.code, progress=progress)

    def scan(self, *, progress: Progress | None = None, asked_by: str = "scan") -> ScanReport:
        """The main job, under the index's passport; remembers what it saw, and keeps that it did.

        Args:
            progress: told how far it is.
            asked_by: what it is made for.
        """
        from goldkeeper.wiring.passport_check import check_passport
        from goldkeeper.workflow.scan import scan

        self.finish_interrupted()
        with check_passport(self, asked_by=asked_by) as check:
            report = scan(
                self.gold,
                self.code,
                self.queue,
                repository=self.repository.resolve().name,
                clock=self.clock,
                confirm=self._confirm if self.settings.review.auto_confirm != "never" else None,
                progress=progress,
            )
            report = check.end(report)
        self._to_remember = report
        return report

    def read_history_ahead(self) -> None:
        """Have the history's index made, if there is none yet: of a long history the next scan would wait for seconds.

        Raises:
            DamagedRepository, GitFailed: the history can't be read.
        """
        if self.index_sources.is_list or self.head_commit is None or (self.state_folder / HISTORY_INDEX).exists():
            return
        if self.past is not None:
            self.past.index.number(self.head_commit)

    def _confirm(self, moment: datetime) -> None:
        from goldkeeper.workflow.review import confirm_certain

        confirm_certain(self.queue, policy=self.settings.review.auto_confirm, now=moment)

    def record_of(self, report: ScanReport) -> dict[str, object]:
        """The report as JSON values."""
        from goldkeeper.reporting.figures import figures_of
        from goldkeeper.reporting.record import scan_record

        return scan_record(figures_of(report))

    def write_report(self, report: ScanReport) -> tuple[str, ...]:
        """Leave the scan's report in the reports folder, if that is configured; the files' names."""
        if not self.settings.reports.write:
            return ()
        from goldkeeper.stores.report_file import ReportFolder

        return ReportFolder(self.project.path(self.settings.reports.folder)).write(report)

    def lacks_report(self, scan: str) -> bool:
        """Whether a scan of that name left none, and reports are configured."""
        reports = self.settings.reports
        return reports.write and not (self.project.path(reports.folder) / report_name(scan, "json")).exists()

    def open_items(self) -> int:
        """How many answers are wanted."""
        return len(self.queue.items(OPEN_STATES))

    # What `review` asks of a keeper; see `CodeNow`.

    def digest_of(self, chunk_id: ChunkId) -> str | None:
        """Digest of the chunk that bears this very ID at head."""
        return self.now.digest_of(chunk_id)

    def prepare(self, chunk_ids: Sequence[ChunkId]) -> None:
        """Told which chunks will be looked up, before many are."""
        self.now.prepare(chunk_ids)

    def text_of(self, proposal: RemapProposal, chunk_id: ChunkId | None) -> str | None:
        """What was judged (None), or what a chunk says at head."""
        return self.now.text_of(proposal, chunk_id)

    def query_text(self, query_id: QueryId) -> str:
        """What a query asks."""
        return self.now.query_text(query_id)

    def renew(self, chunk_ids: Sequence[ChunkId]) -> Mapping[ChunkId, int]:
        """Scan anew; the open items that ask about these gold chunks now."""
        with self.lock("review", wait_seconds=RENEWAL_WAIT_SECONDS):
            self.write_report(self.scan())
            self._to_remember = None  # the answers that follow would be taken for part of it
        wanted = set(chunk_ids)
        open_items = self.queue.items(OPEN_STATES)
        return {item.proposal.chunk_id: item.number for item in open_items if item.proposal.chunk_id in wanted}

    def plan_application(self) -> "Application":
        """What the decisions would make of the gold file.

        Raises:
            FileUnreadable: it holds an unresolved merge; half of it would be written and half would not.
        """
        from goldkeeper.workflow.apply import plan_application

        if holds_a_merge(self.gold.file.bytes()):
            raise FileUnreadable(self.gold.file.name, "holds an unresolved merge", "resolve it, then apply")

        return plan_application(self.gold, self.code, self.queue)

    def apply(self, application: "Application") -> None:
        """Write it."""
        from goldkeeper.workflow.apply import carry_out

        carry_out(application, self.gold, self.queue, self.journal, clock=self.clock)

    def finish_interrupted(self, *, written: bool | None = None) -> None:
        """End an application that was killed half-way; `written` is what a person says of it."""
        if self.journal.read() is None:
            return
        from goldkeeper.workflow.apply import finish_interrupted

        finish_interrupted(self.gold, self.code, self.queue, self.journal, clock=self.clock, written=written)

    def check_commit(self) -> None:
        """Whether the gold file can be committed; raises NotARepository before anything is written."""
        from goldkeeper.stores.git_commit import check_repository

        check_repository(self.gold_path)

    def calibration(self) -> CalibrationNote | None:
        """What the last `calibrate` recommended; None before the first."""
        from goldkeeper.stores.last_calibration import read_calibration

        return read_calibration(self.state_folder)

    def status(self) -> "Status":
        """How fresh the last scan is, and what waits."""
        from goldkeeper.wiring.passport_check import index_standing
        from goldkeeper.workflow.status import take_status

        last, index = self.memory.last(), index_standing(self)
        # Asked last: what a scan depends on includes the manifest, which can't be read where there is a problem.
        fresh = last is not None and not index.problem and not index.upgrades and last.inputs == self.memory.inputs_key
        return take_status(
            self.settings.gold.path.as_posix(),
            last.report if last is not None else None,
            self.queue.items(OPEN_STATES | {ItemState.DECIDED}),
            fresh=fresh,
            head_commit=self.head_commit,
            history=self.history,
            now=self.clock(),
            index=index,
        )


@contextmanager
def opened(project: Project, *, revision: str = "") -> Iterator[Keeper]:
    """A project that was read already; `revision` goes before the configured one."""
    keeper = Keeper(project, revision=revision)
    try:
        yield keeper
    finally:
        keeper.close()


@contextmanager
def open_keeper(config: Path | None = None, *, revision: str = "") -> Iterator[Keeper]:
    """The project of a configuration file (None looks for one); `revision` goes before the configured one."""
    with opened(load_project(config), revision=revision) as keeper:
        yield keeper
