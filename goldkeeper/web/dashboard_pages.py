"""The dashboard."""

from fastapi import APIRouter, Response

from goldkeeper.web.dashboard_view import (
    Figure,
    ScanPoint,
    audits_figure,
    half_life_figure,
    health_figure,
    judges_figure,
    queue_figure,
    scans_figure,
)
from goldkeeper.web.respond import drawn
from goldkeeper.web.seat import Seated
from goldkeeper.wiring import Keeper
from goldkeeper.wiring.auditing import Auditing
from goldkeeper.wiring.passports import audits_due, scans, waiting_upgrades

router = APIRouter(include_in_schema=False)

MOST_SCANS = 200  # points of a picture; more are not told apart


@router.get("/dashboard")
def dashboard(seat: Seated) -> Response:
    """Gold health over time, how long IDs live, the queue, who answered, scans, audits."""
    keeper = seat.keeper
    items = keeper.queue.items()
    kept = scans(keeper, MOST_SCANS)
    points = [point for scan in kept if (point := ScanPoint.kept(scan)) is not None]
    auditing = Auditing(keeper)
    audits = [auditing.status(name) for name in auditing.shelf().records]
    seen = tuple((one.record.draw.name, one.outcomes) for one in audits)
    trend = seat.place.kept.of("trend", seen, auditing.trend)
    figures = (
        health_figure(points),
        seat.place.kept.of("half-life", seat.place.scan_stamp, lambda: _half_life(keeper)),
        queue_figure(items),
        judges_figure(items),
        scans_figure(kept, waiting_upgrades(keeper)),
        audits_figure(audits, trend, audits_due(keeper)),
    )
    return seat.page("dashboard.html", figures=figures, standing=seat.place.standing(), drawn=drawn)


def _half_life(keeper: Keeper) -> Figure:
    last = keeper.memory.last()
    return half_life_figure(last.report if last is not None else None)
