"""Fingerprints: what a chunker is made of, so that a change of it is seen."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field


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
