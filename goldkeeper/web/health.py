"""`/healthz`, `/readyz`, `/metrics`: for whoever starts the daemon anew, sends it work, or draws its curves.

They ask for no token, and so tell names of gold sets and counts alone: no query, no code, no path.
"""

import time
from collections.abc import Callable, Sequence
from threading import Lock

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from goldkeeper.model.errors import GoldkeeperError
from goldkeeper.model.health import Health
from goldkeeper.reporting.schema import JSON_SCHEMA
from goldkeeper.stores.metrics_text import CONTENT_TYPE, metrics_text

KEPT_SECONDS = 5.0  # several scrapers and a load balancer ask at once; git and the database are asked once
UNAVAILABLE = 503

Look = Callable[[], Sequence[Health]]


class _Kept:
    """The last look, for a moment; those who come meanwhile wait for it."""

    def __init__(self, look: Look, seconds: Callable[[], float]) -> None:
        self._look, self._seconds = look, seconds
        self._lock = Lock()
        self._at: float | None = None
        self._seen: Sequence[Health] = ()

    def __call__(self) -> Sequence[Health]:
        with self._lock:
            if self._at is None or self._seconds() - self._at >= KEPT_SECONDS:
                self._seen = self._look()
                self._at = self._seconds()
            return self._seen


def health_router(
    look: Look, *, troubles: Callable[[], Sequence[str]] = tuple, seconds: Callable[[], float] = time.monotonic
) -> APIRouter:
    """The three pages.

    Args:
        look: the health of each gold set that is looked after; raises GoldkeeperError where the database is away.
        troubles: what is wrong with the process itself (its watcher has died, …), each in a few words; none when
            it is alive.
        seconds: a clock that only goes forward.
    """
    router = APIRouter(tags=["health"])
    kept = _Kept(look, seconds)

    @router.get("/healthz", summary="Whether the process and its watcher are alive")
    def healthz() -> JSONResponse:
        wrong = list(troubles())
        return JSONResponse(
            {"schema": JSON_SCHEMA, "alive": not wrong, "troubles": wrong}, UNAVAILABLE if wrong else 200
        )

    @router.get("/readyz", summary="Whether scans are in time and the database can be reached")
    def readyz() -> JSONResponse:
        try:
            healths = kept()
        except GoldkeeperError as problem:
            return JSONResponse({"schema": JSON_SCHEMA, "ready": False, "problem": problem.code}, UNAVAILABLE)
        ready = all(not health.concerns for health in healths)
        sets = [{"gold": health.gold, "concerns": list(health.concerns)} for health in healths]
        return JSONResponse({"schema": JSON_SCHEMA, "ready": ready, "gold_sets": sets}, 200 if ready else UNAVAILABLE)

    @router.get("/metrics", summary="Prometheus metrics", response_class=PlainTextResponse)
    def metrics() -> Response:
        try:
            return Response(metrics_text(kept()), media_type=CONTENT_TYPE)
        except GoldkeeperError as problem:
            return PlainTextResponse(f"{problem.code}\n", UNAVAILABLE)

    return router
