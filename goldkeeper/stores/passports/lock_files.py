"""Versions of packages, from the files that pin them.

Only what is pinned counts: a range such as `>=2` names no version, and who loosens it has installed nothing.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from goldkeeper.model.errors import FileUnreadable
from goldkeeper.model.errors_passports import PassportSourceMissing, PassportSourceUnreadable
from goldkeeper.model.passports import Fact, Origin, Trait
from goldkeeper.stores.atomic import read_regular

# Most telling first: a lock file says what is installed, the others what is wished.
USUAL_FILES = ("uv.lock", "poetry.lock", "pdm.lock", "package-lock.json", "requirements*.txt", "pyproject.toml")
_TOML_LOCKS = frozenset({"uv.lock", "poetry.lock", "pdm.lock"})
_MOST_INCLUDES = 20  # requirements files that include one another
_COMMENT = re.compile(r"(^|\s)#.*$")
_OPTION = re.compile(r"\s--[a-z]+.*$")  # `--hash=…` behind a requirement
_PINS = frozenset({"==", "==="})

Versions = Mapping[str, str]


def find_lock_files(folder: Path, wanted: Sequence[str] = ()) -> tuple[Path, ...]:
    """The files to look into, most telling first.

    Args:
        folder: the project's.
        wanted: as configured; none looks for the usual ones.

    Raises:
        PassportSourceMissing: a configured one is not there.
    """
    if wanted:
        for name in wanted:
            if not (folder / name).exists():
                raise PassportSourceMissing(name, "lock file", "index.lock_files")
        return tuple(folder / name for name in wanted)
    return tuple(path for name in USUAL_FILES for path in sorted(folder.glob(name)) if path.is_file())


def package_fact(trait: Trait, packages: Iterable[str], files: Sequence[Path], folder: Path) -> tuple[Fact, ...]:
    """The versions of some packages as one fact, `llama-index 0.11.2, tree-sitter 0.25.0`; none where no file pins any.

    Raises:
        PassportSourceUnreadable: a lock file that makes no sense, or is half-written.
    """
    found: dict[str, tuple[str, str]] = {}
    wanted = {_canonical(package): package for package in packages}
    for file in files if wanted else ():
        name = _name(file, folder)
        versions = read_versions(file, name)
        for canonical, package in wanted.items():
            if canonical in versions:
                found.setdefault(package, (versions[canonical], name))
    if not found:
        return ()
    value = ", ".join(f"{package} {found[package][0]}" for package in sorted(found))
    places = ", ".join(dict.fromkeys(found[package][1] for package in sorted(found)))
    return (Fact(trait, value, Origin.INFERRED, places),)


def read_versions(file: Path, name: str) -> Versions:
    """Package, its name canonical, → version that a file pins."""
    if file.name in _TOML_LOCKS:
        return dict(_from_toml_lock(_toml(file, name)))
    if file.suffix == ".json":
        return dict(_from_package_lock(_json(file, name)))
    if file.suffix == ".toml":
        return dict(_pins(_wishes(_toml(file, name))))
    return dict(_pins(_requirement_lines(file, name)))


def _from_toml_lock(document: Any) -> Iterator[tuple[str, str]]:
    for package in document.get("package", ()) if isinstance(document, dict) else ():
        if isinstance(package, dict) and isinstance(package.get("name"), str) and package.get("version"):
            source = package.get("source")
            commit = source.get("resolved_reference") if isinstance(source, dict) else None
            version = str(package["version"])
            yield _canonical(package["name"]), f"{version}+{commit}" if commit else version


def _from_package_lock(document: Any) -> Iterator[tuple[str, str]]:
    """npm's: since version 2 by place of installation, before that as a tree of which the top counts."""
    packages = document.get("packages")
    if isinstance(packages, dict):
        for place, package in packages.items():
            top, _, name = str(place).rpartition("node_modules/")
            if name and not top and isinstance(package, dict) and package.get("version"):
                yield _canonical(name), str(package["version"])
        return
    for name, package in (document.get("dependencies") or {}).items():
        if isinstance(package, dict) and package.get("version"):
            yield _canonical(name), str(package["version"])


def _wishes(document: Any) -> Iterator[str]:
    """The requirements of a pyproject.toml, wherever it has them."""
    project = document.get("project") or {}
    groups: list[Any] = [project.get("dependencies"), *(project.get("optional-dependencies") or {}).values()]
    groups += (document.get("dependency-groups") or {}).values()
    for group in groups:
        yield from (line for line in group or () if isinstance(line, str))
    poetry = (document.get("tool") or {}).get("poetry") or {}
    tables = [
        poetry.get("dependencies"),
        *(group.get("dependencies") for group in (poetry.get("group") or {}).values()),
    ]
    for table in tables:
        for name, wish in (table or {}).items():
            version = wish.get("version") if isinstance(wish, dict) else wish
            if isinstance(version, str):
                yield f"{name}=={version}" if version[:1].isdigit() else f"{name}{version}"


def _requirement_lines(file: Path, name: str, seen: set[Path] | None = None) -> Iterator[str]:
    seen = seen if seen is not None else set()
    real = file.resolve()
    if real in seen or len(seen) > _MOST_INCLUDES:
        return
    seen.add(real)
    for raw in _text(file, name).replace("\\\n", " ").splitlines():
        line = _COMMENT.sub("", raw).strip()
        included = re.match(r"(?:-r|--requirement|-c|--constraint)[ =]?\s*(\S+)", line)
        if included is not None:
            if (file.parent / included[1]).is_file():
                yield from _requirement_lines(file.parent / included[1], included[1], seen)
        elif line and not line.startswith("-"):
            yield _OPTION.sub("", line)


def _pins(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        try:
            requirement = Requirement(line)
        except InvalidRequirement:  # a path, a bare URL, poetry's own `^1.2`
            continue
        pins = [one.version for one in requirement.specifier if one.operator in _PINS and "*" not in one.version]
        if pins:
            yield _canonical(requirement.name), pins[0]
        elif requirement.url:
            yield _canonical(requirement.name), requirement.url


def _canonical(name: str) -> str:
    """Python's names in their one spelling; npm's scoped ones as they are."""
    return name.lower() if name.startswith("@") else canonicalize_name(name)


def _toml(file: Path, name: str) -> Any:
    try:
        return tomllib.loads(_text(file, name))
    except tomllib.TOMLDecodeError as problem:
        raise PassportSourceUnreadable(name, f"not TOML: {problem}", "wait until it is written, or mend it") from None


def _json(file: Path, name: str) -> Any:
    try:
        document = json.loads(_text(file, name))
    except (ValueError, RecursionError) as problem:
        raise PassportSourceUnreadable(name, f"not JSON: {problem}", "wait until it is written, or mend it") from None
    return document if isinstance(document, dict) else {}


def _text(file: Path, name: str) -> str:
    try:
        return read_regular(file, name, "make it readable").decode("utf-8-sig")
    except FileNotFoundError:
        raise PassportSourceMissing(name, "lock file", "index.lock_files") from None
    except FileUnreadable as refused:
        raise PassportSourceUnreadable(name, refused.problem, refused.remedy) from None
    except UnicodeDecodeError:
        raise PassportSourceUnreadable(name, "is no UTF-8", "save the file as UTF-8") from None


def _name(file: Path, folder: Path) -> str:
    return file.relative_to(folder).as_posix() if file.is_relative_to(folder) else str(file)
