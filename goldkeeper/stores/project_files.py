"""A project's own files: finding its gold set, writing its configuration, making its state folder."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

from goldkeeper.model.errors import FileUnreadable
from goldkeeper.stores.atomic import write_whole

LOOK_AT_LINES = 50  # a gold file shows what it is early; a log of a million lines is not read through
NOT_LOOKED_INTO = frozenset({".git", ".goldkeeper", ".venv", "venv", "node_modules", "__pycache__", "reports"})


def find_gold_files(folder: Path) -> list[Path]:
    """JSONL files under a folder that hold gold lines, by path."""
    return sorted(path for path in _jsonl_files(folder) if _holds_gold(path))


def _jsonl_files(folder: Path) -> Iterator[Path]:
    for here, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in NOT_LOOKED_INTO]
        yield from (
            Path(here, name) for name in files if name.endswith(".jsonl") and not name.endswith(".anchors.jsonl")
        )


def _holds_gold(path: Path) -> bool:
    try:
        with path.open("rb") as handle:
            for _, line in zip(range(LOOK_AT_LINES), handle, strict=False):
                try:
                    record = json.loads(line)
                except (ValueError, RecursionError):
                    continue
                if isinstance(record, dict) and "qid" in record and isinstance(record.get("gold"), dict):
                    return True
    except OSError:
        return False
    return False


def write_config(file: Path, text: str) -> None:
    """Write a configuration file, making its folder.

    Raises:
        FileUnreadable: the folder can't be written to.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text.encode())
    except UnicodeEncodeError:
        raise FileUnreadable(
            str(file), "TOML can't hold a path that is no UTF-8", "rename the folder, or link to it"
        ) from None
    except OSError as problem:
        raise FileUnreadable(
            str(file), problem.strerror or "can't be written", "check the folder's permissions"
        ) from None


def make_state_folder(folder: Path) -> Path:
    """The state folder, which ignores itself in git so that nobody has to edit a .gitignore."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
    except OSError as problem:
        raise FileUnreadable(
            str(folder), problem.strerror or "can't be made", "set state.folder to a place that can be written to"
        ) from None
    return folder
