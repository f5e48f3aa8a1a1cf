"""`goldkeeper status`: how fresh the last scan is, and what waits; `--wait` for pipelines."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from goldkeeper.settings import Project
    from goldkeeper.workflow.waiting import Waited

WAIT_SECONDS = 600.0  # longer than any scan, shorter than the patience of a pipeline


def status(
    config: Annotated[
        Path | None, typer.Option("--config", "-c", help="Configuration; without it one is looked for.")
    ] = None,
    *,
    wait: Annotated[
        bool, typer.Option("--wait", help="Wait until the gold set has been checked against the code as it is now.")
    ] = False,
    timeout: Annotated[float, typer.Option("--timeout", min=0, help="Seconds that --wait waits.")] = WAIT_SECONDS,
    commit: Annotated[
        str, typer.Option("--commit", help="Wait for a scan of this commit or a later one that holds it.")
    ] = "",
    passport: Annotated[
        str, typer.Option("--passport", help="Wait for a scan against the passport whose digest begins so.")
    ] = "",
    patient: Annotated[
        bool, typer.Option("--patient", help="Wait on although neither a daemon nor a scan is at work.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the facts as JSON.")] = False,
) -> None:
    """Show how fresh the last scan is and what waits.

    Exit code 1 unless all is clean. With --wait: 0 checked and clean; 1 a person is needed, or it was not checked
    in time, or nobody is at work who would (`wait.outcome` of --json tells them apart).
    """
    from goldkeeper.cli.apply_commit import still_owed
    from goldkeeper.cli.output import PERSON_NEEDED, emit, emit_json, talk, visible
    from goldkeeper.cli.status_view import status_lines, status_record, waited_record, waited_sentence
    from goldkeeper.model.errors import BadRequest
    from goldkeeper.reporting.calibration import note_record, remembered
    from goldkeeper.reporting.wording import count
    from goldkeeper.settings import load_project
    from goldkeeper.wiring.health import health_of
    from goldkeeper.wiring.keeper import opened
    from goldkeeper.workflow.waiting import Outcome

    if (commit or passport or patient) and not wait:
        raise BadRequest("status", "--commit, --passport and --patient say what --wait waits for", "add --wait")
    project = load_project(config)
    waited = _wait(project, timeout, commit=commit, passport=passport, patient=patient) if wait else None
    with opened(project) as keeper:
        found, health = keeper.status(), health_of(keeper)
        owed = sum(len(one.items) for one in still_owed(keeper))
        calibration = keeper.calibration()
    if as_json:
        record = {**status_record(found, health), "to_commit": owed, "calibration": note_record(calibration)}
        emit_json(record if waited is None else {**record, "wait": waited_record(waited)})
    else:
        for line in status_lines(found, health):
            emit(visible(line))
        if owed:
            emit(f"commit     reasons of {count(owed, 'decision')} not in git yet; run goldkeeper apply --commit")
        if calibration is not None:
            emit(f"trust      {remembered(calibration)}")
        if waited is not None and (sentence := waited_sentence(waited)):
            talk(f"goldkeeper: {sentence}")
    # After a wait the commit that was waited for counts, and not one that came meanwhile.
    good = found.clean if waited is None else waited.outcome is Outcome.CHECKED and found.settled
    if not good:
        raise typer.Exit(PERSON_NEEDED)


def _wait(project: "Project", timeout: float, *, commit: str, passport: str, patient: bool) -> "Waited":
    from goldkeeper.wiring.health import Watch
    from goldkeeper.wiring.keeper import opened

    with opened(project) as keeper:
        return Watch(keeper, commit=commit, passport=passport).wait(timeout=timeout, patient=patient)
