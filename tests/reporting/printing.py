"""A scan that was just made, printed as the command prints its record."""

from typing import Any

from goldkeeper.cli.scan_view import print_record
from goldkeeper.model.scans import ScanReport
from goldkeeper.reporting.figures import figures_of
from goldkeeper.reporting.record import scan_record


def print_scan(report: ScanReport, **how: Any) -> None:
    print_record(scan_record(figures_of(report)), **how)
