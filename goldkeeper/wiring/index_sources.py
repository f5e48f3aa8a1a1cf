"""What the configured sources say of the index, read when it is asked for."""

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Literal, cast

from goldkeeper.model.errors import ConfigInvalid
from goldkeeper.model.passports import Fact, Fingerprint, Origin, Passport, Trait
from goldkeeper.settings import Project
from goldkeeper.settings.index import IndexSettings
from goldkeeper.stores.atomic import write_whole
from goldkeeper.stores.passports.chunk_list import Boundaries, ChunkFields, boundary_facts, look, read_boundaries
from goldkeeper.stores.passports.chunk_list_file import ChunkListFile, Counting, open_chunk_list
from goldkeeper.stores.passports.manifest import read_manifest
from goldkeeper.wiring.scan_keys import file_state

# As `goldkeeper passport write` names it, and as its fingerprint does.
OWN_CHUNKERS = frozenset({"goldkeeper", "goldkeeper definition", "definition"})
GRAMMAR_SOURCES = frozenset({"official", "tree-sitter-languages"})
KEPT_LIST = "chunk-list.sqlite"
KEPT_BOUNDARIES = "boundaries.json"  # in the state folder: a chunk list of millions of lines is read once

Grammars = Literal["official", "tree-sitter-languages"]


class IndexSources:
    """The sources of one project's passport; a manifest is read once for the life of this object."""

    def __init__(self, project: Project) -> None:
        self._project, self._settings = project, project.settings.index
        self._manifest: tuple[Fact, ...] | None = None

    @property
    def files(self) -> tuple[Path, ...]:
        """Every file that a passport is read from; what a watcher looks at. Some may not exist."""
        return tuple(self._files())

    @property
    def lacking(self) -> tuple[str, ...]:
        """Configured packages that no lock file pins: nobody would notice their upgrade. By name.

        Raises:
            PassportSourceUnreadable: a lock file that can't be read.
        """
        from goldkeeper.stores.passports.lock_files import find_lock_files, package_fact

        settings, folder = self._settings, self._project.folder
        packages = (*settings.embedding_packages, *settings.chunker_packages)
        files = find_lock_files(folder, settings.lock_files) if packages else ()
        return tuple(
            name for name in sorted(set(packages)) if not package_fact(Trait.CHUNKER_PACKAGES, [name], files, folder)
        )

    def _files(self) -> Iterator[Path]:
        settings = self._settings
        if settings.manifest:
            yield self._project.folder / settings.manifest
        if settings.chunks:
            yield self._project.folder / settings.chunks
        if settings.embedding_packages or settings.chunker_packages:
            if settings.lock_files:
                yield from (self._project.folder / name for name in settings.lock_files)
            else:
                from goldkeeper.stores.passports.lock_files import find_lock_files

                yield from find_lock_files(self._project.folder)

    @property
    def state(self) -> str:
        """Names what they hold: equal names, equal passports. Costs a look at each file; of a chunk list its times."""
        chunks = self._project.folder / self._settings.chunks if self._settings.chunks else None
        return "\n".join(look(file) if file == chunks else file_state(file) for file in self.files)

    def manifest(self) -> tuple[Fact, ...]:
        """What the manifest says; nothing where none is configured.

        Raises:
            PassportSourceUnreadable: it is not there, half-written, or not what the pointers expect.
            ConfigInvalid: a pointer that is none.
        """
        settings = self._settings
        if not settings.manifest:
            return ()
        if self._manifest is None:
            path = self._project.folder / settings.manifest
            usual = IndexSettings().pointers  # a configuration may write out what is the default anyway
            asked = frozenset(key for key, pointer in settings.pointers.items() if pointer != usual[key])
            self._manifest = read_manifest(path, settings.manifest, settings.pointers, asked=asked)
        return self._manifest

    def manifest_value(self, trait: Trait) -> str | None:
        """What the manifest says of one trait; None where it is silent."""
        return Passport.of(self.manifest()).value(trait)

    def leave_out_manifest(self) -> None:
        """Go on as if it said nothing: it is about to be written."""
        self._manifest = ()

    def chunker_options(self) -> tuple[Grammars, bool]:
        """How goldkeeper's own chunker cuts: as the manifest says where it names that one, else as configured."""
        configured = self._project.settings.chunker
        grammars, leading_comments = configured.grammars, configured.leading_comments
        if not self._settings.manifest or self._settings.follow_chunker == "configuration":
            return grammars, leading_comments
        passport = Passport.of(self.manifest())
        if passport.value(Trait.CHUNKER) in OWN_CHUNKERS:
            options = _options_of(passport)
            if options.get("grammars") in GRAMMAR_SOURCES:
                grammars = cast("Grammars", options["grammars"])
            if options.get("leading_comments") in {"true", "false"}:
                leading_comments = options["leading_comments"] == "true"
        return grammars, leading_comments

    @property
    def is_list(self) -> bool:
        """Whether the chunks are those of the list."""
        return self._project.settings.chunker.strategy == "list"

    def listing(self, state_folder: Path) -> ChunkListFile:
        """The chunk list, by path.

        Args:
            state_folder: keeps it.

        Raises:
            ConfigInvalid: none is named.
            PassportSourceUnreadable: see `open_chunk_list`.
        """
        settings = self._settings
        if not settings.chunks:
            remedy = 'name it there, or set chunker.strategy = "definition"'
            raise ConfigInvalid(
                str(self._project.file), 'chunker.strategy is "list", and index.chunks names none', remedy
            )
        repository = self._project.path(self._project.settings.repository.path).resolve()
        top = next((one for one in (repository, *repository.parents) if (one / ".git").exists()), repository)
        roots = (settings.chunk_root,) if settings.chunk_root else (str(top), str(repository))
        counting = Counting(settings.chunk_lines_from, settings.chunk_end_is, roots)
        source = self._project.folder / settings.chunks
        return open_chunk_list(source, settings.chunks, self._fields, counting, state_folder / KEPT_LIST)

    @property
    def _fields(self) -> ChunkFields:
        settings = self._settings
        return ChunkFields(
            settings.chunk_id, settings.chunk_path, settings.chunk_start, settings.chunk_end, settings.chunk_symbol
        )

    def read(self, fingerprint: Fingerprint, state_folder: Path) -> Passport:
        """All that the sources say; where two speak of one trait, the chunk list goes before the manifest.

        Args:
            fingerprint: of the chunker that cuts the gold set's code.
            state_folder: keeps the sum of a chunk list that did not change.

        Raises:
            PassportSourceUnreadable: see `manifest`; or a chunk list or lock file that can't be read.
        """
        settings = self._settings
        facts: list[Fact] = []
        if settings.chunks:
            facts += boundary_facts(self._boundaries(state_folder), settings.chunks)
        facts += self.manifest()
        facts += self._packages()
        made_of = f"goldkeeper's {fingerprint.name} chunker {fingerprint.version}"
        # Boundaries move with the code: that a list has others makes no other chunker of the one who wrote it.
        cuts = replace(fingerprint, options={}) if self.is_list else fingerprint
        facts.append(Fact(Trait.FINGERPRINT, cuts.digest, Origin.INFERRED, made_of))
        return Passport.of(facts)

    def _packages(self) -> Iterator[Fact]:
        """The versions that lock files pin, of what is configured."""
        settings, folder = self._settings, self._project.folder
        if not (settings.embedding_packages or settings.chunker_packages):
            return
        from goldkeeper.stores.passports.lock_files import find_lock_files, package_fact

        files = find_lock_files(folder, settings.lock_files)
        yield from package_fact(Trait.EMBEDDING_PACKAGES, settings.embedding_packages, files, folder)
        yield from package_fact(Trait.CHUNKER_PACKAGES, settings.chunker_packages, files, folder)

    def _boundaries(self, state_folder: Path) -> Boundaries:
        settings = self._settings
        if self.is_list:
            with closing(self.listing(state_folder)) as listing:
                return Boundaries(listing.count, listing.boundaries)
        path, fields = self._project.folder / settings.chunks, self._fields
        key, kept = f"{look(path)} {fields}", state_folder / KEPT_BOUNDARIES
        known = _kept(kept, key)
        if known is None:
            known = read_boundaries(path, settings.chunks, fields)
            if key == f"{look(path)} {fields}":  # nobody wrote to it meanwhile
                record = {"key": key, "count": known.count, "sum": known.digest}
                write_whole(kept, json.dumps(record).encode())
        return known


def _kept(file: Path, key: str) -> Boundaries | None:
    try:
        record = json.loads(file.read_bytes())
        return Boundaries(int(record["count"]), str(record["sum"])) if record["key"] == key else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _options_of(passport: Passport) -> Mapping[str, str]:
    try:
        options = json.loads(passport.value(Trait.CHUNKER_OPTIONS) or "{}")
    except ValueError:
        return {}
    return options if isinstance(options, dict) else {}


def disagreement(passport: Passport, fingerprint: Fingerprint) -> str:
    """Where the manifest names goldkeeper's own chunker and means another than cuts here: a sentence, or nothing."""
    if passport.value(Trait.CHUNKER) not in OWN_CHUNKERS:
        return ""
    said = []
    version = passport.value(Trait.CHUNKER_VERSION)
    if version is not None and version != fingerprint.version:
        said.append(f"version {version}, here it is {fingerprint.version}")
    own = fingerprint.options
    said += [
        f"{key} = {value}, here it is {own[key]}"
        for key, value in sorted(_options_of(passport).items())
        if key in own and value != own[key]
    ]
    fact = passport.fact(Trait.CHUNKER)
    place = fact.place.split(": ")[0] if fact is not None else ""
    return f"{place} says that the index was cut with {'; '.join(said)}." if said else ""
