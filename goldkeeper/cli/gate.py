"""`goldkeeper gate`: may this gold set be released?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from goldkeeper.model.gates import GateVerdict


def gate(
    release: Annotated[str, typer.Option("--release", help="What is to be released, such as v1.4.")],
    sarif: Annotated[Path | None, typer.Option("--sarif", help="Write the verdict as SARIF 2.1.0.")] = None,
    junit: Annotated[Path | None, typer.Option("--junit", help="Write the verdict as JUnit XML.")] = None,
    override: Annotated[
        str | None, typer.Option("--override", help="Why it may pass all the same; kept with name and date.")
    ] = None,
    by: Annotated[str, typer.Option("--by", help="Who says so; without it the configured judge.")] = "",
    config: Annotated[
        Path | None, typer.Option("--config", "-c", help="Configuration; without it one is looked for.")
    ] = None,
    *,
    tell: Annotated[
        bool, typer.Option("--tell", help="Where it is refused, tell the receivers of [notify], now and each time.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdict as JSON.")] = False,
) -> None:
    """Say whether the gold set may be released, and name what stands against it.

    What a release takes stands in the table [gate] of the configuration. Exit code 1 when it is refused. An override
    counts for the same release and gold file, and for no reason that it did not name.
    """
    from goldkeeper.cli.output import PERSON_NEEDED, emit, emit_json, talk, visible
    from goldkeeper.reporting.gate import gate_lines, gate_record
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.gating import Word, check_release, write_outputs

    with open_keeper(config) as keeper:
        word = None if override is None else Word(by or keeper.judge, override)
        verdict = check_release(keeper, release, word=word)
        write_outputs(keeper, verdict, sarif=sarif, junit=junit)
    if as_json:
        emit_json(gate_record(verdict))
    else:
        for line in gate_lines(verdict):
            emit(visible(line))
    if word is not None and not verdict.failed:
        talk("goldkeeper: nothing stands against it, so no override was kept")
    if tell and not verdict.passed:
        _tell(config, verdict)
    if not verdict.passed:
        raise typer.Exit(PERSON_NEEDED)


def _tell(config: Path | None, verdict: "GateVerdict") -> None:
    """Whoever calls the gate reads its answer; others hear of it when they wish so, and not each time one tries."""
    from goldkeeper.cli.output import talk, visible
    from goldkeeper.model.happenings import GateFailed
    from goldkeeper.settings import load_project
    from goldkeeper.stores.clock import utc_now
    from goldkeeper.wiring.telling import tell_at_once

    reasons = tuple(outcome.sentence for outcome in verdict.failed)
    outcome = tell_at_once(load_project(config), GateFailed("", utc_now(), verdict.release, reasons))
    for name, why in outcome.items():
        talk(f"goldkeeper: {name} {visible(f'could not be told: {why}') if why else 'was told'}")
