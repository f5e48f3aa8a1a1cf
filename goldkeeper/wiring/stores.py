"""One project's stores, each opened when it is first asked for.

A command that only lists the queue starts no git, and a scan of unchanged code opens no database.
"""

from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from goldkeeper.model.chunks import BlobId, CommitId, SkipReason
from goldkeeper.model.errors import ConfigInvalid, FileMissing
from goldkeeper.model.errors_passports import NoIndexCommit
from goldkeeper.model.passports import Passport, Trait
from goldkeeper.model.upgrades import take_in
from goldkeeper.ports import AuditRequests, ChunkCache, Chunker, Clock, HoleBook, PassportBook, ReviewQueue, SourceTree
from goldkeeper.settings import PASSPORT, WORK_TREE, Project
from goldkeeper.stores.anchor_file import AnchorFile, anchor_path
from goldkeeper.stores.apply_journal import ApplyJournal
from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.gold_file import GoldFile
from goldkeeper.stores.path_rules import PathRules
from goldkeeper.stores.project_files import make_state_folder
from goldkeeper.wiring.index_sources import IndexSources
from goldkeeper.wiring.kept_chunker import KeptChunker
from goldkeeper.wiring.openers import history_of, make_chunker, open_index, tree_of
from goldkeeper.workflow.code import Code, GoldFileHistory, GoldPlace

if TYPE_CHECKING:
    from goldkeeper.stores.database import Database
    from goldkeeper.stores.passports.chunk_list_file import ChunkListFile
    from goldkeeper.workflow.lineage.walked import Past


HISTORY_INDEX = "history.sqlite"  # in the state folder
KEPT_CHUNKER = "chunker.json"  # in the state folder

# What is looked at anew once it was let go of; a manifest may name another chunker by then.
_LOOKED_AT = (
    "state_folder",
    "database",
    "queue",
    "passport_book",
    "audit_requests",
    "hole_book",
    "index_sources",
    "chunk_list",
    "chunker",
    "own_chunker",
    "cache",
    "code",
    "head",
    "past",
)


class ProjectStores:
    """What a project consists of: code, gold file, queue, state."""

    def __init__(self, project: Project, *, revision: str, clock: Clock) -> None:
        self.project = project
        self.settings = project.settings
        self.clock = clock
        self.revision = revision or self.settings.repository.revision
        self._exit = ExitStack()

    def close(self) -> None:
        """Let go of what was opened; what is asked for afterwards is opened anew and looks anew."""
        self._exit.close()
        for opened in _LOOKED_AT:
            self.__dict__.pop(opened, None)

    def look_anew(self) -> None:
        """Forget which state is scanned; what stays open for hours asks for it again before each answer."""
        for seen in ("code", "head", "head_commit"):
            self.__dict__.pop(seen, None)

    def share_queue(self, other: "ProjectStores") -> None:
        """Use the open database and queue of the same project's other stores, which have to stay open.

        Both are safe to be used by several threads, and what the queue has read once serves all.
        """
        self.__dict__["database"], self.__dict__["queue"] = other.database, other.queue

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
        return self.history.resolve(self.named_revision())

    def named_revision(self) -> str:
        """The revision as git can name it; the passport's is looked up anew.

        Raises:
            NoIndexCommit: the passport's is wanted, and nobody says at which commit the index was made.
            PassportSourceUnreadable: see `known_passport`.
        """
        if self.revision != PASSPORT and not self._is_of_the_list:
            return self.revision
        commit = self.known_passport().value(Trait.COMMIT)
        if commit is None and self.revision != PASSPORT:
            return self.revision
        if commit is None:
            raise NoIndexCommit(str(self.project.file or self.project.folder))
        return commit

    @property
    def _is_of_the_list(self) -> bool:
        """Whether the state to scan is the one that the chunk list tells of: its lines fit no other."""
        return self.index_sources.is_list and self.revision == "HEAD"

    def known_passport(self) -> Passport:
        """What is known of the index: what its sources say and what was told.

        Raises:
            PassportSourceUnreadable: a source is not there or makes no sense, perhaps half-written.
        """
        reading = self.index_sources.read(self.chunker.fingerprint, self.state_folder)
        before = self.passport_book.standing()
        return reading if before is None else take_in(before.passport, reading, before.reading)

    @cached_property
    def chunk_list(self) -> "ChunkListFile | None":
        """The chunks of somebody else's chunker; None where goldkeeper cuts."""
        if not self.index_sources.is_list:
            return None
        listing = self.index_sources.listing(self.state_folder)
        self._exit.callback(listing.close)
        return listing

    @cached_property
    def chunker(self) -> Chunker:
        """The chunker that cut the index: as its manifest says where it names goldkeeper's own, else as configured."""
        if self.chunk_list is not None:
            from goldkeeper.chunking.listed import ListChunker

            listing = self.chunk_list
            return ListChunker(listing.boundaries, listing.entries, listed=self._listed, read=self._read_listed)
        grammars, leading_comments = self.index_sources.chunker_options()
        kept = self.state_folder / KEPT_CHUNKER
        return KeptChunker(lambda: self.own_chunker, f"{grammars} {leading_comments}", kept)

    @cached_property
    def own_chunker(self) -> Chunker:
        """Goldkeeper's chunker as the index or the configuration wants it, with every grammar loaded."""
        grammars, leading_comments = self.index_sources.chunker_options()
        return make_chunker(grammars, leading_comments=leading_comments)

    def _listed(self, path: str) -> BlobId | None:
        entry = self.head.files().get(path)
        return entry.blob if entry is not None else None

    def _read_listed(self, path: str) -> bytes | None:
        data = next((data for _, data in self.head.read([path])), SkipReason.UNREADABLE)
        return None if isinstance(data, SkipReason) else data

    @cached_property
    def index_sources(self) -> IndexSources:
        """Who says how the index was made."""
        return IndexSources(self.project)

    @cached_property
    def passport_book(self) -> PassportBook:
        """The passports that were seen, the upgrades between them, the scans that checked."""
        from goldkeeper.stores.passport_book import DatabasePassportBook

        return DatabasePassportBook(self.database, self.scope)

    @cached_property
    def hole_book(self) -> HoleBook:
        """Chunks that a run ranked high and nobody judged."""
        from goldkeeper.stores.hole_book import DatabaseHoleBook

        return DatabaseHoleBook(self.database, self.scope)

    @cached_property
    def audit_requests(self) -> AuditRequests:
        """Audit samples that are to be drawn."""
        from goldkeeper.stores.audit_requests import DatabaseAuditRequests

        return DatabaseAuditRequests(self.database, self.scope)

    @cached_property
    def cache(self) -> ChunkCache:
        """Chunk lists of contents that were parsed before."""
        from goldkeeper.stores.chunk_cache import ChunkCacheFile

        cache = ChunkCacheFile(self.state_folder / "chunks.sqlite")
        self._exit.callback(cache.close)
        return cache

    @cached_property
    def state_folder(self) -> Path:
        """Where goldkeeper keeps its own things.

        Raises:
            FileMissing: the project is gone. Its folders are not made anew: below a mount that is away they would
                hide, and beside a project that was moved they would stand in its way back.
        """
        if not self.project.folder.is_dir():
            raise FileMissing("folder", str(self.project.folder), "mount it, or bring it back")
        folder = self.project.path(self.settings.state.folder)
        for other in (self.project.folder, self.repository):
            if other.resolve().is_relative_to(folder.resolve()):  # it ignores itself in git, and would hide the project
                problem = f"state.folder is {folder}, which holds the project itself"
                raise ConfigInvalid(str(self.project.file), problem, 'name a folder of its own, ".goldkeeper"')
        return make_state_folder(folder)

    @cached_property
    def head(self) -> SourceTree:
        """The state that is scanned."""
        by_passport = (self.revision == PASSPORT or self._is_of_the_list) and self.head_commit
        revision = str(self.head_commit) if by_passport else self.revision
        return tree_of(self.history, self.repository, revision, self.rules)

    @cached_property
    def code(self) -> Code:
        """The code as it is scanned."""
        if self.chunk_list is not None:  # nothing is parsed, and lines are followed without a chunker
            return Code(self.history, self.head, self.head_commit, self.chunker, None)
        return Code(self.history, self.head, self.head_commit, self.chunker, self.cache, self.past)

    @cached_property
    def past(self) -> "Past | None":
        """The history for following chunks, its index kept beside the cache; None where there is no history."""
        from goldkeeper.workflow.lineage.walked import Past

        history = self.history
        if history is None:
            return None
        return Past(lambda: open_index(history, self.state_folder / HISTORY_INDEX), history, self.chunker, self.cache)

    @property
    def gold_path(self) -> Path:
        """Where the gold file lies."""
        return self.project.path(self.settings.gold.path)

    @cached_property
    def gold(self) -> GoldPlace:
        """The gold file with its anchors and its own history."""
        path = self.gold_path
        file = GoldFile(
            path,
            name=self.settings.gold.path.as_posix(),
            judged_zero=self.settings.gold.judged_zero,
            bare_ids=self.settings.chunker.strategy == "list",
        )
        return GoldPlace(file, AnchorFile(anchor_path(path)), self._gold_history(path))

    def _gold_history(self, path: Path) -> GoldFileHistory | None:
        try:
            real = path.resolve()  # the file may be linked to from where it is used
            history = history_of(real.parent, PathRules())
        except (FileMissing, RuntimeError, OSError):  # a link to itself; reading the file tells
            return None
        head = history.head_state().commit if history is not None else None
        if history is None or head is None or not history.has_work_tree:
            return None
        top = Path(history.top).resolve()
        same = self.history is not None and Path(self.history.top).resolve() == top
        return GoldFileHistory(history, real.relative_to(top).as_posix(), head, same)

    @cached_property
    def database(self) -> "Database":
        """The project's database, its schema the newest; every table of it is reached through here."""
        from goldkeeper.stores.database import Database

        database = Database.open(self.settings.state.database or self.database_file)
        self._exit.callback(database.close)
        return database

    @property
    def scope(self) -> str:
        """The name of this gold set in the database."""
        scope = self.settings.gold.path.as_posix()
        if self.settings.state.database:  # many projects share it, and most call their file gold.jsonl
            scope = f"{self.repository.resolve().name}/{scope}"
        return scope

    @cached_property
    def queue(self) -> ReviewQueue:
        """The review queue of this gold set."""
        from goldkeeper.stores.queue import DatabaseQueue

        return DatabaseQueue(self.database, self.scope, judges=self.settings.review.judges)

    @cached_property
    def judge(self) -> str:
        """The name under which this person's decisions are kept; empty when nobody is known."""
        from goldkeeper.stores.git_commit import user_name

        return self.settings.review.judge or user_name(self.repository)

    @property
    def database_file(self) -> Path:
        """Where the queue lies, unless a shared database is configured."""
        return self.state_folder / "goldkeeper.sqlite"

    @cached_property
    def journal(self) -> ApplyJournal:
        """What is being applied."""
        return ApplyJournal(self.state_folder / "applying.json")
