"""JSON, TOML and YAML files → plain values, numbers as they are written.

A version `1.10` is a number to YAML and TOML and would come back as 1.1; so what has a decimal point stays text.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

from goldkeeper.model.errors import FileUnreadable
from goldkeeper.model.errors_passports import PassportSourceMissing, PassportSourceUnreadable
from goldkeeper.stores.atomic import read_regular

YAML_NAMES = frozenset({".yaml", ".yml"})


def read_source(path: Path, name: str, *, what: str, key: str) -> bytes:
    """The bytes of a source.

    Args:
        path: where it lies.
        name: as the user named it.
        what: what it should be, for the message.
        key: of the configuration that names it.

    Raises:
        PassportSourceMissing, PassportSourceUnreadable.
    """
    remedy = f"make it readable, or correct {key} in the configuration"
    try:
        return read_regular(path, name, remedy)
    except (FileNotFoundError, NotADirectoryError):
        raise PassportSourceMissing(name, what, key) from None
    except FileUnreadable as refused:
        raise PassportSourceUnreadable(name, refused.problem, refused.remedy) from None


def read_document(data: bytes, name: str) -> Any:
    """The values of a document; YAML gives text alone.

    Args:
        data: all of it.
        name: of the file; its ending tells TOML and YAML, all else is JSON.

    Raises:
        PassportSourceUnreadable: empty, or not what it should be: half-written, perhaps.
    """
    suffix = Path(name).suffix.lower()
    form = "TOML" if suffix == ".toml" else "YAML" if suffix in YAML_NAMES else "JSON"
    if not data.strip():
        raise PassportSourceUnreadable(name, "is empty", "wait until it is written, or write it again")
    try:
        text = data.decode("utf-8-sig")
        if form == "TOML":
            return tomllib.loads(text, parse_float=str)
        if form == "YAML":
            return _read_yaml(text)
        return json.loads(text, parse_float=str)
    except (ValueError, RecursionError) as problem:
        said = " ".join(str(problem).split()) or "nested too deeply"
        remedy = "wait until it is written, or mend it"
        raise PassportSourceUnreadable(name, f"not {form}: {said}", remedy) from None


def _read_yaml(text: str) -> Any:
    import yaml  # noqa: PLC0415 - few manifests are YAML

    try:
        return yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 - makes text, lists and tables, nothing else
    except yaml.YAMLError as problem:
        raise ValueError(str(problem)) from None
