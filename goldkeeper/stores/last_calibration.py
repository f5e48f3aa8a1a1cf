"""What the last calibration recommended, so that others can name it with its date."""

import json
from datetime import datetime
from pathlib import Path

from goldkeeper.model.calibrations import CalibrationNote
from goldkeeper.model.chunks import CommitId
from goldkeeper.stores.atomic import write_whole

NAME = "calibration.json"  # in the state folder


def read_calibration(folder: Path) -> CalibrationNote | None:
    """The last calibration; None when there was none or its record can't be read."""
    try:
        record = json.loads((folder / NAME).read_bytes())
        return CalibrationNote(
            at=datetime.fromisoformat(record["at"]),
            head=CommitId(record["head"]) if record["head"] else None,
            wished=float(record["wished"]),
            threshold=float(record["threshold"]) if record["threshold"] is not None else None,
            passed=int(record["passed"]),
            wrong=int(record["wrong"]),
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def write_calibration(folder: Path, note: CalibrationNote) -> None:
    """Remember a calibration."""
    record = {
        "at": note.at.isoformat(),
        "head": note.head,
        "wished": note.wished,
        "threshold": note.threshold,
        "passed": note.passed,
        "wrong": note.wrong,
    }
    write_whole(folder / NAME, json.dumps(record, indent=1).encode())
