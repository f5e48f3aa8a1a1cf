"""`goldkeeper.toml` → Settings: every key, its meaning and its default.

Looked for as `--config`, `$GOLDKEEPER_CONFIG`, then upwards from the working directory as
`goldkeeper.toml`, `config/goldkeeper.toml` or `[tool.goldkeeper]` of `pyproject.toml`. Relative
paths mean the *project*, the folder that holds the file (for `config/goldkeeper.toml` the folder
above `config`), so that a command does the same from wherever it is called. An environment
variable such as `GOLDKEEPER_GOLD__PATH` overrides a key.
"""

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError

from goldkeeper.model.errors import ConfigInvalid, FileMissing
from goldkeeper.settings.audit import AuditSettings
from goldkeeper.settings.daemon import DaemonSettings
from goldkeeper.settings.gate import GateSettings
from goldkeeper.settings.index import IndexSettings
from goldkeeper.settings.notify import NotifySettings
from goldkeeper.settings.sections import (
    ChunkerSettings,
    GoldSettings,
    NotTheExpectedJson,
    ReportSettings,
    RepositorySettings,
    ReviewSettings,
    StateSettings,
)
from goldkeeper.settings.web import WebSettings

ENVIRONMENT_PREFIX = "GOLDKEEPER_"
CONFIG_PLACES = ("goldkeeper.toml", "config/goldkeeper.toml")


class Settings(BaseModel):
    """All of the configuration; `project` resolves its relative paths."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    gold: GoldSettings = GoldSettings()
    repository: RepositorySettings = RepositorySettings()
    chunker: ChunkerSettings = ChunkerSettings()
    index: IndexSettings = IndexSettings()
    review: ReviewSettings = ReviewSettings()
    web: WebSettings = WebSettings()
    daemon: DaemonSettings = DaemonSettings()
    notify: NotifySettings = NotifySettings()
    audit: AuditSettings = AuditSettings()
    gate: GateSettings = GateSettings()
    reports: ReportSettings = ReportSettings()
    state: StateSettings = StateSettings()


@dataclass(frozen=True, slots=True)
class Project:
    """A configuration with the folder its relative paths mean.

    Attributes:
        file: where it was read from; None when there is none and the defaults hold.
    """

    folder: Path
    file: Path | None
    settings: Settings

    def path(self, relative: Path) -> Path:
        """A configured path, absolute."""
        return self.folder / relative


def load_project(config: Path | None = None, *, start: Path | None = None) -> Project:
    """Find and read the configuration.

    Args:
        config: the file that was named; None looks for one.
        start: where to look from; None is the working directory.

    Raises:
        FileMissing: a named file is not there, or none was found.
        ConfigInvalid: not TOML, an unknown key, or a value that doesn't fit.
    """
    named = config or (Path(os.environ["GOLDKEEPER_CONFIG"]) if os.environ.get("GOLDKEEPER_CONFIG") else None)
    if named is not None:
        if not named.is_file():
            raise FileMissing("configuration", str(named), "goldkeeper init writes one")
        return _read(named.resolve())
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        for place in CONFIG_PLACES:
            if (folder / place).is_file():
                return _read(folder / place)
        pyproject = folder / "pyproject.toml"
        if pyproject.is_file() and "goldkeeper" in _parse(pyproject).get("tool", {}):
            return _read(pyproject)
        if (folder / ".git").exists():  # what lies above a repository is another project's
            break
    raise FileMissing(
        "configuration", str(here / CONFIG_PLACES[1]), "goldkeeper init writes one, or name it with --config"
    )


def project_folder(file: Path) -> Path:
    """The folder that a configuration file's relative paths mean."""
    return file.parent.parent if file.parent.name == "config" else file.parent


def _parse(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise ConfigInvalid(str(file), f"can't be read ({reason})", "make it readable, or name another") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise ConfigInvalid(str(file), f"not TOML: {problem}", "mend that line") from None


def _read(file: Path) -> Project:
    table = _parse(file)
    if file.name == "pyproject.toml":
        table = table.get("tool", {}).get("goldkeeper", {})
    try:
        settings = _settings(table)
    except ValidationError as problem:
        first = problem.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"])
        # A list's item has a number of its own; the environment sets whole keys.
        where = _variable(".".join(str(part) for part in first["loc"][:2])) or str(file)
        raise ConfigInvalid(where, f"{key}: {first['msg'].lower()}", _remedy(key, first["type"])) from None
    except NotTheExpectedJson:
        remedy = 'write a list as JSON, such as ["src/**"], a section as an object, or its keys one by one'
        raise ConfigInvalid(_no_json() or str(file), "not the JSON that is expected", remedy) from None
    return Project(project_folder(file), file, settings)


def _settings(table: dict[str, Any]) -> Settings:
    """The file's table, with what the environment says; only where it says something is that looked into."""
    if not any(name.upper().startswith(ENVIRONMENT_PREFIX) for name in os.environ):
        return Settings(**table)
    from goldkeeper.settings.environment import with_environment  # noqa: PLC0415 - its library is slow to load

    return with_environment(Settings, table, prefix=ENVIRONMENT_PREFIX)


def _variable(key: str) -> str:
    """The environment variable that sets a key, as it is spelled there; empty when none does."""
    wanted = ENVIRONMENT_PREFIX + key.replace(".", "__").upper()
    return next((name for name, value in sorted(os.environ.items()) if name.upper() == wanted and value), "")


def _no_json() -> str:
    """The environment variable that should hold a list or a section as JSON, and doesn't."""
    for name, value in sorted(os.environ.items()):
        section, _, key = name.upper().removeprefix(ENVIRONMENT_PREFIX).lower().partition("__")
        if not name.upper().startswith(ENVIRONMENT_PREFIX) or section not in Settings.model_fields:
            continue
        if not key or f"{section}.{key}" in _lists():
            try:
                json.loads(value)
            except ValueError:
                return name
    return ""


def _lists() -> frozenset[str]:
    """The keys whose value is a list, which a variable holds as JSON."""
    return frozenset(
        f"{name}.{key}"
        for name, field in Settings.model_fields.items()
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel)
        for key, entry in field.annotation.model_fields.items()
        if get_origin(entry.annotation) is tuple
    )


def known_keys() -> list[str]:
    """Every key as `section.key`, in the order of the sections."""
    sections = Settings.model_fields
    return [
        f"{name}.{key}"
        for name, field in sections.items()
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel)
        for key in field.annotation.model_fields
    ]


def _remedy(key: str, kind: str) -> str:
    if kind != "extra_forbidden":
        return "correct the value"
    names = known_keys()
    near = get_close_matches(key, [*names, *{name.split(".")[0] for name in names}], n=1)
    return f"did you mean {near[0]}?" if near else f"known keys: {', '.join(names)}"


def config_text(
    gold: str,
    repository: str,
    revision: str = "HEAD",
    *,
    judged_zero: bool = False,
    index: Mapping[str, str] | None = None,
) -> str:
    """A configuration with every key, its meaning as a comment, and the given places filled in.

    Args:
        gold: the gold file.
        repository: the code.
        revision: what is scanned.
        judged_zero: whether grade 0 means judged.
        index: keys of `[index]` for a chunk list, whose chunks are then those of the project.
    """
    import tomlkit  # noqa: PLC0415  # only init writes

    filled = Settings.model_construct().model_dump()
    filled["gold"]["judged_zero"] = judged_zero
    filled["gold"]["path"], filled["repository"]["path"], filled["repository"]["revision"] = gold, repository, revision
    if index:
        filled["chunker"]["strategy"] = "list"
        filled["index"].update(index)
    document = tomlkit.document()
    document.add(tomlkit.comment("goldkeeper: every key with its default. Paths are relative to the project's folder."))
    for name, field in Settings.model_fields.items():
        section = field.annotation
        if not (isinstance(section, type) and issubclass(section, BaseModel)):
            continue
        table = tomlkit.table()
        if section.__doc__:
            table.comment(section.__doc__.strip().splitlines()[0])
        for key, entry in section.model_fields.items():
            table.add(tomlkit.comment(entry.description or key))
            value = filled[name][key]
            table.add(
                key, list(value) if isinstance(value, tuple) else value.as_posix() if isinstance(value, Path) else value
            )
        document.add(tomlkit.nl())
        document.add(name, table)
    return tomlkit.dumps(document)
