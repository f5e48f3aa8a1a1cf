"""`goldkeeper status`: how fresh the last scan is, and what waits."""

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from goldkeeper.workflow.status import Status


def status(
    config: Annotated[
        Path | None, typer.Option("--config", "-c", help="Configuration; without it one is looked for.")
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the facts as JSON.")] = False,
) -> None:
    """Show how fresh the last scan is and what waits.

    Exit code 1 unless all is clean.
    """
    from goldkeeper.cli.apply_commit import still_owed
    from goldkeeper.cli.output import PERSON_NEEDED, emit, emit_json, visible
    from goldkeeper.reporting.calibration import note_record, remembered
    from goldkeeper.reporting.wording import count
    from goldkeeper.wiring import open_keeper

    with open_keeper(config) as keeper:
        found = keeper.status()
        owed = sum(len(one.items) for one in still_owed(keeper))
        calibration = keeper.calibration()
    if as_json:
        emit_json({**_record(found), "to_commit": owed, "calibration": note_record(calibration)})
    else:
        for line in _lines(found):
            emit(visible(line))
        if owed:
            emit(f"commit     reasons of {count(owed, 'decision')} not in git yet; run goldkeeper apply --commit")
        if calibration is not None:
            emit(f"trust      {remembered(calibration)}")
    if not found.clean:
        raise typer.Exit(PERSON_NEEDED)


def _record(found: "Status") -> dict[str, object]:
    return {
        "gold": found.gold,
        "clean": found.clean,
        "fresh": found.fresh,
        "scanned_at": found.scanned_at.isoformat() if found.scanned_at else None,
        "scanned_commit": found.scanned_commit,
        "head_commit": found.head_commit,
        "commits_behind": found.commits_behind,
        "headline": found.headline,
        "waiting": found.waiting,
        "deferred": found.deferred,
        "unsound": found.unsound,
        "to_apply": found.to_apply,
        "oldest_seconds": int(found.oldest.total_seconds()) if found.oldest else None,
    }


def _lines(found: "Status") -> list[str]:
    from goldkeeper.reporting.review_words import open_words

    if found.scanned_at is None:
        return [f"gold set   {found.gold}", "last scan  never; run goldkeeper scan"]
    at = f"{found.scanned_at:%Y-%m-%d %H:%M} UTC" + (f" at {found.scanned_commit[:7]}" if found.scanned_commit else "")
    if found.fresh:
        state = "up to date"
    elif found.commits_behind:
        state = f"{found.commits_behind} commit{'s' * (found.commits_behind != 1)} behind; run goldkeeper scan"
    else:
        state = "something changed since; run goldkeeper scan"
    lines = [f"gold set   {found.gold}", f"last scan  {at}, {state}"]
    if found.headline:
        lines.append(f"           {found.headline}")
    review = "nothing waits for an answer"
    if found.waiting or found.deferred:
        review = f"{open_words(found.waiting, found.deferred)}; run goldkeeper review list"
    lines.append(f"review     {review}")
    if found.oldest is not None:
        lines.append(f"           the oldest for {_age(found.oldest)}")
    if found.unsound:
        lines.append("gold file  has damage or IDs that can't be checked; goldkeeper scan --force tells which")
    lines.append(f"decisions  {found.to_apply} to apply" + ("; run goldkeeper apply" if found.to_apply else ""))
    return lines


def _age(waited: timedelta) -> str:
    hours = int(waited.total_seconds() // 3600)
    if hours < 1:
        return "less than an hour"
    if hours < 48:
        return f"{hours} hour{'s' * (hours != 1)}"
    return f"{hours // 24} days"
