"""What the last scan looked at and said, so that a scan that would see the same can say so at once."""

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from goldkeeper.stores.atomic import write_whole


@dataclass(frozen=True, slots=True)
class LastScan:
    """A finished scan.

    Attributes:
        key: names everything the scan depended on; an equal key means that it would say the same.
        report: the report as JSON would have it.
        inputs: names what it looked at; answers in the queue have no part in it.
        answers: names what stood in the queue and was told of the index; empty where nobody knows.
    """

    key: str
    report: dict[str, Any]
    inputs: str = ""
    answers: str = ""


def read_last_scan(file: Path) -> LastScan | None:
    """The last scan, or None when there was none or its record can't be read (then the scan is done again)."""
    try:
        record = json.loads(file.read_bytes())
        scan = LastScan(str(record["key"]), dict(record["report"]), str(record["inputs"]), _answers(record))
        datetime.fromisoformat(scan.report["at"])  # what has no date is no report of ours
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return scan


def _answers(record: dict[str, Any]) -> str:
    """Absent in what an earlier version wrote."""
    return str(record["answers"]) if "answers" in record else ""


def write_last_scan(file: Path, scan: LastScan) -> None:
    """Remember a scan."""
    record = {"key": scan.key, "inputs": scan.inputs, "answers": scan.answers, "report": scan.report}
    write_whole(file, json.dumps(record).encode())
