"""`goldkeeper doctor`: is everything here that a scan needs?"""

from pathlib import Path
from typing import Annotated

import typer


def doctor(
    config: Annotated[
        Path | None, typer.Option("--config", "-c", help="Configuration; without it one is looked for.")
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the checks as JSON.")] = False,
) -> None:
    """Check set-up, git, grammars, gold file and state.

    Exit code 2 if a scan would fail or mislead.
    """
    from goldkeeper.cli.output import YOUR_INPUT, emit, emit_json, visible
    from goldkeeper.wiring.checks import examine
    from goldkeeper.workflow.doctor import Verdict

    checks = examine(config)
    if as_json:
        rows = [{"name": c.name, "verdict": str(c.verdict), "fact": c.fact, "remedy": c.remedy} for c in checks]
        emit_json({"checks": rows})
    else:
        for check in checks:
            emit(visible(f"{check.verdict:<5} {check.name:<13} {check.fact}"))
            if check.remedy:
                emit(visible(f"{'':<20}{check.remedy}"))
    if any(check.verdict is Verdict.BAD for check in checks):
        raise typer.Exit(YOUR_INPUT)
