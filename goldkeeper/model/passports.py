"""Passports: which embedding model and which chunker made an index, as far as somebody says.

A passport is a handful of facts, and of each it is known who says so: a file that was read, something it was
inferred from, or somebody who told. Nobody knows all of them, and silence is no statement: two passports differ
only in what both speak about. So a manifest that stops naming the revision changes nothing, and one that names it
for the first time doesn't either.

Commit, number of chunks and their boundaries move with the code, and are no part of what makes an index: a new
commit is no upgrade. One thing they do tell: boundaries that differ at the same commit were cut by another chunker,
whatever it calls itself.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class GrammarVersion:
    """Where a language's grammar comes from; an unavailable one is a fact too."""

    language: str
    package: str
    version: str
    abi: int

    @property
    def available(self) -> bool:
        """Whether files of the language can be chunked here."""
        return self.abi > 0


@dataclass(frozen=True)
class Fingerprint:
    """Name, version, options and grammars of a chunker."""

    name: str
    version: str
    options: Mapping[str, str]
    grammars: tuple[GrammarVersion, ...] = field(default=())

    @property
    def digest(self) -> str:
        """Short name of this very chunker; equal digests cut the same chunks."""
        rows = [[g.language, g.package, g.version, g.abi] for g in sorted(self.grammars, key=lambda g: g.language)]
        payload = json.dumps([self.name, self.version, sorted(self.options.items()), rows])
        return hashlib.blake2b(payload.encode(), digest_size=12).hexdigest()


class Trait(StrEnum):
    """What a passport can say of an index, in the order in which it is told."""

    MODEL = "embedding model"
    REVISION = "model revision"
    DIMENSION = "dimension"
    EMBEDDING_PACKAGES = "embedding packages"
    CHUNKER = "chunker"
    CHUNKER_VERSION = "chunker version"
    CHUNKER_OPTIONS = "chunker options"  # JSON with sorted keys
    CHUNKER_PACKAGES = "chunker packages"
    FINGERPRINT = "fingerprint"  # digest of the chunker that cuts the gold set's code
    COMMIT = "commit"
    CHUNKS = "chunks"
    BOUNDARIES = "boundaries"  # digest of the boundaries of all chunks


EMBEDDING_TRAITS = (Trait.MODEL, Trait.REVISION, Trait.DIMENSION, Trait.EMBEDDING_PACKAGES)
CHUNKER_TRAITS = (
    Trait.CHUNKER,
    Trait.CHUNKER_VERSION,
    Trait.CHUNKER_OPTIONS,
    Trait.CHUNKER_PACKAGES,
    Trait.FINGERPRINT,
)
CONTENT_TRAITS = (Trait.COMMIT, Trait.CHUNKS, Trait.BOUNDARIES)
# Traits of one thing: who speaks of another model doesn't mean the old one's revision.
TRAIT_GROUPS = (
    EMBEDDING_TRAITS,
    tuple(trait for trait in CHUNKER_TRAITS if trait is not Trait.FINGERPRINT),
    (Trait.FINGERPRINT,),
    CONTENT_TRAITS,
)
_ORDER = {trait: at for at, trait in enumerate(Trait)}


class Origin(StrEnum):
    """How a fact is known."""

    READ = "read"  # it stands in a file that says so
    INFERRED = "inferred"  # it follows from something else: a package's version, the chunk list, our own chunker
    TOLD = "told"  # by a person or a pipeline


@dataclass(frozen=True, slots=True)
class Fact:
    """One trait of an index.

    Attributes:
        value: as text; never empty.
        place: who or what says so, `index/manifest.json: embedding.model`; no part of what is said.
    """

    trait: Trait
    value: str
    origin: Origin = field(default=Origin.READ, compare=False)
    place: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Passport:
    """What is known of how an index was made; equal ones say the same, whoever says it.

    Attributes:
        facts: one a trait at most, in the order of the traits.
    """

    facts: tuple[Fact, ...] = ()

    def __post_init__(self) -> None:
        traits = [_ORDER[fact.trait] for fact in self.facts]
        if traits != sorted(set(traits)):
            raise ValueError("facts of a passport are ordered, and one a trait")

    @classmethod
    def of(cls, facts: Iterable[Fact]) -> "Passport":
        """A passport of facts in any order; of several about one trait the first counts."""
        known: dict[Trait, Fact] = {}
        for fact in facts:
            if fact.value:
                known.setdefault(fact.trait, fact)
        return cls(tuple(sorted(known.values(), key=lambda fact: _ORDER[fact.trait])))

    def fact(self, trait: Trait) -> Fact | None:
        """What is known of a trait."""
        return next((fact for fact in self.facts if fact.trait is trait), None)

    def value(self, trait: Trait) -> str | None:
        """The same, without who says so.

        >>> Passport((Fact(Trait.MODEL, "bge-m3"),)).value(Trait.MODEL)
        'bge-m3'
        """
        fact = self.fact(trait)
        return fact.value if fact is not None else None

    @property
    def digest(self) -> str:
        """Short name of what is said; origins and places have no part in it."""
        return _digest(self.facts)

    @property
    def empty(self) -> bool:
        """Whether nothing is known but which chunker cuts the gold set's code."""
        return all(fact.trait is Trait.FINGERPRINT for fact in self.facts)

    @property
    def title(self) -> str:
        """Model and chunker in a line, `bge-m3@5617a9f (1024), chunker definition 3`.

        >>> Passport.of([Fact(Trait.MODEL, "bge-m3"), Fact(Trait.DIMENSION, "1024")]).title
        'bge-m3 (1024)'
        """
        model, revision, dimension = (self.value(trait) for trait in (Trait.MODEL, Trait.REVISION, Trait.DIMENSION))
        packages = self.value(Trait.EMBEDDING_PACKAGES)
        embedding = model or packages or ""
        if embedding and revision:
            embedding += f"@{revision[:12]}"
        if embedding and dimension:
            embedding += f" ({dimension})"
        name, version = self.value(Trait.CHUNKER), self.value(Trait.CHUNKER_VERSION)
        chunker = name or self.value(Trait.CHUNKER_PACKAGES) or ""
        if chunker:
            chunker = f"chunker {chunker}" + (f" {version}" if version else "")
        return ", ".join(part for part in (embedding, chunker) if part) or "model and chunker not named"


def _digest(facts: Iterable[Fact]) -> str:
    payload = json.dumps([[fact.trait.value, fact.value] for fact in facts], ensure_ascii=True)
    return hashlib.blake2b(payload.encode(), digest_size=12).hexdigest()
