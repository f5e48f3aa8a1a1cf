"""Style and script of the pages: read once, served from a table, named by their content.

No path that a request brings is ever opened; it is looked up among the few names there are.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file, as it is sent."""

    name: str
    data: bytes
    kind: str


@cache
def assets() -> dict[str, Asset]:
    """All of them by served name, `goldkeeper-1f2e3d4c.css`: a new content is a new name, so browsers may keep each."""
    found: dict[str, Asset] = {}
    for file in sorted(files("goldkeeper.web").joinpath("static").iterdir(), key=lambda file: file.name):
        stem, dot, suffix = file.name.rpartition(".")
        kind = KINDS.get(dot + suffix)
        if kind is not None:
            data = file.read_bytes()
            name = f"{stem}-{hashlib.blake2b(data, digest_size=4).hexdigest()}.{suffix}"
            found[name] = Asset(name, data, kind)
    return found


@cache
def asset_path(name: str) -> str:
    """Where a file is served, by its plain name."""
    stem, _, suffix = name.rpartition(".")
    return next(f"/static/{served}" for served in assets() if served.startswith(f"{stem}-") and served.endswith(suffix))
