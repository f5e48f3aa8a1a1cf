"""Files that a command is asked to leave for another program."""

import json
from collections.abc import Mapping
from pathlib import Path

from goldkeeper.model.errors import FileUnreadable
from goldkeeper.stores.atomic import write_whole


def write_json(path: Path, record: Mapping[str, object]) -> None:
    """Values as JSON in ASCII, which every reader in every locale reads alike; raises FileUnreadable."""
    write_text(path, json.dumps(record, indent=1, allow_nan=False) + "\n")


def write_text(path: Path, text: str) -> None:
    """A text in UTF-8; its folder is made.

    Raises:
        FileUnreadable: it can't be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
    except OSError as problem:
        reason = (problem.strerror or "can't be written").lower()
        raise FileUnreadable(str(path), reason, "name another file") from None
