"""Upgrades and scans in the API: a pipeline tells of a new index, and reads what came of it."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse

from goldkeeper.model.errors import BadRequest
from goldkeeper.reporting.passports import audit_due_record, checked_scan_record, upgrade_record
from goldkeeper.reporting.schema import JSON_SCHEMA
from goldkeeper.web.api_bodies import PROBLEMS, KeyHeader, UpgradeBody
from goldkeeper.web.once import once
from goldkeeper.web.seat import Seat, Seated
from goldkeeper.wiring.passports import Told, audits_due, scans, tell_upgrade, upgrades

router = APIRouter(prefix="/api/v1", responses=PROBLEMS, tags=["project"])
alias = APIRouter(include_in_schema=False)

Limit = Annotated[int, Query(ge=1, le=200)]


@router.get("/upgrades")
def list_upgrades(seat: Seated, limit: Limit = 20) -> dict[str, Any]:
    """The newest upgrades, and the audits that are due."""
    found = [upgrade_record(one) for one in upgrades(seat.keeper, limit=limit)]
    due = [audit_due_record(one) for one in audits_due(seat.keeper)]
    return {"schema": JSON_SCHEMA, "upgrades": found, "audits_due": due}


@router.post("/upgrades", status_code=202)
def tell(seat: Seated, body: UpgradeBody, key: KeyHeader = None) -> Response:
    """Tell of another model or chunker; a scan checks it, at the latest the next one.

    `upgrade` is null where the passport says that already.
    """
    return _tell(seat, body, key)


@alias.post("/api/upgrades", status_code=202)
def tell_here(seat: Seated, body: UpgradeBody, key: KeyHeader = None) -> Response:
    """The same, under the address that has no version."""
    return _tell(seat, body, key)


@router.get("/scans")
def list_scans(seat: Seated, limit: Limit = 20) -> Response:
    """The scans that ended last, newest first."""
    found = [checked_scan_record(one) for one in scans(seat.keeper, limit)]
    return JSONResponse({"schema": JSON_SCHEMA, "scans": found})


def _tell(seat: Seat, body: UpgradeBody, key: str | None) -> Response:
    if not seat.visitor.judge:
        raise BadRequest("upgrade", "nobody tells", "set review.judge in the configuration, or git config user.name")

    def done() -> dict[str, Any]:
        told = Told(body.embedding, body.revision, body.dimension, body.chunker, body.chunker_version, body.commit)
        new = tell_upgrade(seat.keeper, told, by=seat.visitor.judge)
        return {"schema": JSON_SCHEMA, "upgrade": upgrade_record(new) if new is not None else None}

    return once(seat, key, body.model_dump_json(), done, status=202)
