"""A passport → goldkeeper's own manifest, for indexes that have none.

    {
      "format": "goldkeeper-passport", "schema": 1,
      "embedding": {"model": "bge-m3", "revision": "5617a9f6", "dimension": 1024, "packages": "…"},
      "chunker": {"name": "goldkeeper definition", "version": "3", "options": {…}, "grammars": {"python": "…"}},
      "commit": "3f2a1b9…",
      "chunks": {"count": 6021, "boundaries": "32 hexadecimal digits"}
    }

What nobody knows is left out. New fields may come; one that goes or changes its meaning counts `schema` up. The
boundaries are the sum, modulo 2^128, of each chunk's BLAKE2b-128 of `path NUL start NUL end NUL symbol`.
"""

import json
from typing import Any

from goldkeeper.model.passports import Fingerprint, Passport, Trait
from goldkeeper.stores.passports.manifest import FORMAT, MANIFEST_SCHEMA

OWN_NAME = "goldkeeper definition"


def manifest_of(passport: Passport, fingerprint: Fingerprint | None) -> dict[str, Any]:
    """The manifest's values.

    Args:
        passport: what is known.
        fingerprint: of goldkeeper's own chunker where that cut the index; None where another did.
    """
    document: dict[str, Any] = {"format": FORMAT, "schema": MANIFEST_SCHEMA}
    dimension = passport.value(Trait.DIMENSION)
    embedding = {
        "model": passport.value(Trait.MODEL),
        "revision": passport.value(Trait.REVISION),
        "dimension": int(dimension) if dimension is not None and dimension.isdecimal() else dimension,
        "packages": passport.value(Trait.EMBEDDING_PACKAGES),
    }
    chunker: dict[str, Any] = {
        "name": passport.value(Trait.CHUNKER),
        "version": passport.value(Trait.CHUNKER_VERSION),
        "options": json.loads(passport.value(Trait.CHUNKER_OPTIONS) or "null"),
        "packages": passport.value(Trait.CHUNKER_PACKAGES),
    }
    if fingerprint is not None:
        chunker = {
            "name": OWN_NAME,
            "version": fingerprint.version,
            "options": dict(sorted(fingerprint.options.items())),
            "grammars": {
                grammar.language: f"{grammar.package} {grammar.version}, ABI {grammar.abi}"
                for grammar in sorted(fingerprint.grammars, key=lambda one: one.language)
                if grammar.available
            },
        }
    count, boundaries = passport.value(Trait.CHUNKS), passport.value(Trait.BOUNDARIES)
    document["embedding"] = _said(embedding)
    document["chunker"] = _said(chunker)
    document["commit"] = passport.value(Trait.COMMIT)
    document["chunks"] = _said({"count": int(count) if count else None, "boundaries": boundaries})
    return _said(document)


def manifest_text(document: dict[str, Any]) -> str:
    """The manifest as it is written."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _said(table: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if value not in (None, "", {})}
