"""The dashboard."""

from fastapi import APIRouter, Response

from goldkeeper.web.dashboard_view import ScanPoint, half_life_figure, health_figure, judges_figure, queue_figure
from goldkeeper.web.respond import drawn
from goldkeeper.web.seat import Seated
from goldkeeper.wiring.dashboard import past_scans

router = APIRouter(include_in_schema=False)


@router.get("/dashboard")
def dashboard(seat: Seated) -> Response:
    """Gold health over time, how long IDs live, the queue, who answered."""
    keeper = seat.keeper
    last = keeper.memory.last()
    items = keeper.queue.items()
    records = [*past_scans(keeper), *([last.report] if last is not None else [])]
    points = {point.scan: point for record in records if (point := ScanPoint.of(record)) is not None}
    figures = (
        health_figure(tuple(points.values())),
        half_life_figure(last.report if last is not None else None),
        queue_figure(items),
        judges_figure(items),
    )
    return seat.page("dashboard.html", figures=figures, standing=keeper.status(), drawn=drawn)
