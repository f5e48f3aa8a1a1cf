"""A manifest and pointers into it → facts of a passport.

goldkeeper's own manifest needs no configuration but its path: the default pointers are its fields.
"""

import json
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from goldkeeper.model.errors import ConfigInvalid
from goldkeeper.model.errors_passports import PassportSourceUnreadable
from goldkeeper.model.passports import Fact, Trait
from goldkeeper.stores.passports.documents import read_document, read_source

FORMAT = "goldkeeper-passport"
MANIFEST_SCHEMA = 1  # counts up when a field goes or changes its meaning; new fields don't count

# Key of the `[index]` table that holds a pointer → what it points to.
POINTED_AT: Mapping[str, Trait] = {
    "embedding_model": Trait.MODEL,
    "embedding_revision": Trait.REVISION,
    "embedding_dimension": Trait.DIMENSION,
    "chunker_name": Trait.CHUNKER,
    "chunker_version": Trait.CHUNKER_VERSION,
    "chunker_options": Trait.CHUNKER_OPTIONS,
    "commit": Trait.COMMIT,
}
_OWN = {
    "chunks.count": Trait.CHUNKS,
    "chunks.boundaries": Trait.BOUNDARIES,
    "embedding.packages": Trait.EMBEDDING_PACKAGES,
    "chunker.packages": Trait.CHUNKER_PACKAGES,
}  # fields of our own manifests alone
SHOWN_KEYS = 8  # of a manifest, where no pointer leads anywhere


def read_manifest(path: Path, name: str, pointers: Mapping[str, str], *, asked: frozenset[str]) -> tuple[Fact, ...]:
    """What a manifest says, in the order of the pointers; fields that it does not have are passed over.

    Args:
        path: where it lies.
        name: as the user named it.
        pointers: key of `[index]` → dotted path or JSON pointer.
        asked: keys whose pointer is not the default; one of these that leads nowhere is told.

    Raises:
        PassportSourceUnreadable: not to be read, or half-written; no pointer leads anywhere, or one that was asked for.
        ConfigInvalid: a pointer that is none.
    """
    document = read_document(read_source(path, name, what="manifest", key="index.manifest"), name)
    _check_schema(document, name)
    facts = []
    for key, pointer in pointers.items():
        found = look_up(document, pointer, key)
        value = _as_text(found, f"{name}: {pointer}", POINTED_AT[key]) if found is not None else ""
        if value:
            facts.append(Fact(POINTED_AT[key], value, place=f"{name}: {pointer}"))
        elif key in asked:
            raise PassportSourceUnreadable(name, f"has no {pointer}", f"{_near(document, pointer)} index.{key}")
    if not facts:
        keys = ", ".join(list(paths_in(document))[:SHOWN_KEYS]) or "nothing"
        remedy = f"it has {keys}; point index.embedding_model and the others at what it says"
        raise PassportSourceUnreadable(name, "none of the configured pointers leads anywhere", remedy)
    if isinstance(document, dict) and document.get("format") == FORMAT:
        own = ((trait, look_up(document, pointer, ""), pointer) for pointer, trait in _OWN.items())
        facts += [Fact(trait, str(value), place=f"{name}: {pointer}") for trait, value, pointer in own if value]
    return tuple(facts)


def look_up(document: Any, pointer: str, key: str) -> Any:
    """What a pointer leads to; None where it leads nowhere.

    A dotted path may step into lists by number. A key that holds dots itself is taken whole first, so
    `a.b` finds both `{"a": {"b": 1}}` and `{"a.b": 1}`.

    Args:
        document: tables, lists and scalars.
        pointer: `/a/b`, with `~1` for a slash and `~0` for a tilde (RFC 6901), or `a.b`.
        key: of the configuration, for the message.

    Raises:
        ConfigInvalid: an empty step.

    >>> look_up({"models": [{"name": "m"}]}, "models.0.name", ""), look_up({"a.b": 1}, "a.b", "")
    ('m', 1)
    """
    if pointer.startswith("/"):
        steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer[1:].split("/")]
        return _follow(document, steps)
    steps = pointer.split(".")
    if not all(steps):
        raise ConfigInvalid(f"index.{key}", f"{pointer!r} has an empty step", "write a.b.c, or /a/b/c")
    return _follow_dotted(document, steps)


def _follow(value: Any, steps: list[str]) -> Any:
    for step in steps:
        value = _step(value, step)
    return value


def _follow_dotted(value: Any, steps: list[str]) -> Any:
    if not steps:
        return value
    for taken in range(len(steps), 0, -1):
        held = _step(value, ".".join(steps[:taken]))
        if held is not None:
            found = _follow_dotted(held, steps[taken:])
            if found is not None:
                return found
    return None


def _step(value: Any, step: str) -> Any:
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list) and step.isascii() and step.isdigit() and int(step) < len(value):
        return value[int(step)]
    return None


def paths_in(document: Any, prefix: str = "") -> Iterator[str]:
    """Every dotted path that leads to a scalar, as the document has them."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield from paths_in(value, f"{prefix}.{key}" if prefix else str(key))
    elif not isinstance(document, list) and prefix:
        yield prefix


def _near(document: Any, pointer: str) -> str:
    names = list(paths_in(document))
    near = get_close_matches(pointer.strip("/").replace("/", "."), names, n=1, cutoff=0.5)
    if near:
        return f"did you mean {near[0]}? Correct"
    return f"it has {', '.join(names[:SHOWN_KEYS]) or 'nothing'}; correct"


def _as_text(value: Any, place: str, trait: Trait) -> str:
    """A value as the passport keeps it: text without blanks around it, tables as JSON with sorted keys."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (dict, list)):
        if trait is not Trait.CHUNKER_OPTIONS:
            kind = "table" if isinstance(value, dict) else "list"
            raise PassportSourceUnreadable(place, f"is a {kind} and no {trait}", "point at the value in there")
        return canonical_options(value) if value else ""
    return str(value).strip()


def canonical_options(options: Any) -> str:
    """Options as one text, whichever file format they came from: sorted, scalars as text.

    >>> canonical_options({"b": True, "a": 5}) == canonical_options({"a": "5", "b": "true"})
    True
    """
    return json.dumps(_plain(options), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(held) for key, held in value.items()}
    if isinstance(value, list):
        return [_plain(held) for held in value]
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _check_schema(document: Any, name: str) -> None:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return
    schema = str(document.get("schema", ""))
    if not schema.isdigit() or int(schema) > MANIFEST_SCHEMA:
        problem = f"its schema {schema or '(none)'} is not {MANIFEST_SCHEMA}"
        raise PassportSourceUnreadable(
            name, problem, "upgrade goldkeeper here, or write it with goldkeeper passport write"
        )
