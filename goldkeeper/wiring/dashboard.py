"""What the dashboard looks at beside the queue: earlier scans, as their reports have them."""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from goldkeeper.wiring.stores import ProjectStores

MOST_SCANS = 200  # points of a picture; more are not told apart
_KEPT = ("scan", "at", "head_date", "head_label", "shares")


def past_scans(stores: ProjectStores) -> tuple[Mapping[str, Any], ...]:
    """The records of earlier scans, oldest first, as far as a picture over time needs them.

    Reports that can't be read are left out: they are a folder of the user's, who may have tidied it.
    """
    folder = stores.project.path(stores.settings.reports.folder)
    try:
        files = sorted(folder.glob("*-drift.json"))[-MOST_SCANS:]
    except OSError:
        return ()
    found = (_record(file, _changed(file)) for file in files)
    return tuple(record for record in found if record is not None)


@lru_cache(maxsize=2 * MOST_SCANS)
def _record(file: Path, _changed: int) -> Mapping[str, Any] | None:
    """A report's head; reports are large and never change, so each is read once."""
    try:
        record = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return {key: record.get(key) for key in _KEPT} if isinstance(record, dict) else None


def _changed(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0
