"""Writing goldkeeper's own manifest, and reading any two to hold them against each other."""

from dataclasses import dataclass
from pathlib import Path

from goldkeeper.model.errors import BadRequest, FileMissing
from goldkeeper.model.errors_passports import PassportSourceUnreadable
from goldkeeper.model.passports import Fact, Origin, Passport, Trait
from goldkeeper.model.upgrades import TraitChange, UpgradeKind, changed_kinds, changes_between, succeed
from goldkeeper.ports import Progress
from goldkeeper.settings import WORK_TREE, load_project
from goldkeeper.settings.index import IndexSettings
from goldkeeper.stores.atomic import write_whole
from goldkeeper.stores.passports.chunk_list import Boundaries, boundary_facts
from goldkeeper.stores.passports.documents import read_document, read_source
from goldkeeper.stores.passports.manifest import FORMAT, read_manifest
from goldkeeper.stores.passports.manifest_writing import manifest_of, manifest_text
from goldkeeper.wiring.index_sources import OWN_CHUNKERS
from goldkeeper.wiring.passport_check import current_passport
from goldkeeper.wiring.stores import ProjectStores
from goldkeeper.workflow.snapshot import cut_snapshot


def write_manifest(
    stores: ProjectStores, told: Passport, target: Path | None, *, force: bool, progress: Progress | None = None
) -> str:
    """A manifest of what is known of the index: what the sources and people say, and the code as it is cut now.

    Args:
        stores: the project.
        told: what the caller says; it goes before all else.
        target: the file to write; None writes none.
        force: replace a file that goldkeeper didn't write.
        progress: told how far the cutting is.

    Returns:
        The manifest's text.

    Raises:
        BadRequest: the target is somebody else's file.
    """
    if target is not None and not force and not _is_ours(target):
        problem = "there is a manifest already, and goldkeeper didn't write it"
        raise BadRequest(str(target), problem, "name another file, or pass --force to replace it")
    known = succeed(_known(stores, target), told)
    own = known.value(Trait.CHUNKER) is None or known.value(Trait.CHUNKER) in OWN_CHUNKERS
    own = own and not stores.index_sources.is_list
    here = Passport()
    if own:
        boundaries = Boundaries()
        for chunk in cut_snapshot(stores.head, stores.chunker, stores.cache, progress=progress).chunks():
            boundaries.add(chunk.path, chunk.span.start, chunk.span.end, chunk.symbol)
        facts = list(boundary_facts(boundaries, stores.head.label))
        if stores.head_commit is not None and stores.revision != WORK_TREE:
            facts.append(Fact(Trait.COMMIT, stores.head_commit, Origin.INFERRED, stores.head.label))
        here = Passport.of(facts)
    text = manifest_text(manifest_of(succeed(known, here), stores.chunker.fingerprint if own else None))
    if target is not None:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, text.encode())
    return text


def _known(stores: ProjectStores, target: Path | None) -> Passport:
    """What is known so far; a configured manifest that is yet to be written says nothing."""
    try:
        return current_passport(stores) or Passport()
    except PassportSourceUnreadable:
        manifest = stores.settings.index.manifest
        if target is None or not manifest or stores.project.path(Path(manifest)).resolve() != target.resolve():
            raise
        stores.index_sources.leave_out_manifest()
        return current_passport(stores) or Passport()


def _is_ours(target: Path) -> bool:
    if not target.exists():
        return True
    name = str(target)
    try:
        document = read_document(read_source(target, name, what="manifest", key="the file"), name)
    except PassportSourceUnreadable:
        return False
    return isinstance(document, dict) and document.get("format") == FORMAT


def passport_of_file(file: Path, config: Path | None) -> Passport:
    """The passport that a manifest alone gives, read with the project's pointers where there is a project.

    Raises:
        PassportSourceUnreadable: not to be read, or none of the pointers leads anywhere.
    """
    try:
        settings = load_project(config).settings.index
    except FileMissing:
        if config is not None:
            raise
        settings = IndexSettings()
    document = read_document(read_source(file, str(file), what="manifest", key="the name"), str(file))
    ours = isinstance(document, dict) and document.get("format") == FORMAT
    pointers = IndexSettings().pointers if ours else settings.pointers
    return Passport.of(read_manifest(file, str(file), pointers, asked=frozenset()))


@dataclass(frozen=True, slots=True)
class PassportDiff:
    """Two passports held against each other."""

    before: Passport
    after: Passport

    @property
    def changes(self) -> tuple[TraitChange, ...]:
        """Each trait that reads otherwise, silence included."""
        return changes_between(self.before, self.after)

    @property
    def kinds(self) -> tuple[UpgradeKind, ...]:
        """What of it makes an upgrade."""
        return changed_kinds(self.before, self.after)


def diff_of_last_two(stores: ProjectStores) -> PassportDiff | None:
    """The passport seen last against the one before; None where no two were seen."""
    seen = stores.passport_book.passports(2)
    return PassportDiff(seen[1].passport, seen[0].passport) if len(seen) > 1 else None
