"""`goldkeeper audit plan`, `draw`, `sheets`, `redraw` and `report`: the sample, and what it proves."""

from pathlib import Path
from typing import Annotated

import typer

from goldkeeper.cli.audit_options import (
    AsJson,
    Config,
    Force,
    Formats,
    Judges,
    Name,
    Out,
    app,
    names_in,
    open_auditing,
)


@app.command()
def plan(
    share: Annotated[float | None, typer.Option("--share", min=0, max=1, help="What such a share would show.")] = None,
    size: Annotated[int | None, typer.Option("--size", min=1, help="So many pairs instead of a share.")] = None,
    limit: Annotated[float, typer.Option("--limit", help="The claim: at most this share is wrong.")] = 0.05,
    hoped: Annotated[
        float | None, typer.Option("--hoped", help="What you hope is wrong; without it what the last audit found.")
    ] = None,
    power: Annotated[float, typer.Option("--power", help="How often the claim is to be made then.")] = 0.8,
    *,
    risk_weighted: Annotated[
        bool, typer.Option("--risk-weighted", help="More of what was remapped or edited.")
    ] = False,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Say what a sample of this gold set can show, and how many rows a wished claim takes.

    Nothing is drawn.
    """
    from goldkeeper.cli.audit_plan_view import plan_lines
    from goldkeeper.cli.output import emit, emit_json, visible
    from goldkeeper.reporting.audit_record import plan_record
    from goldkeeper.wiring.auditing import PlanAsked

    asked = PlanAsked(limit, hoped, power, share, size, risk_weighted)
    with open_auditing(config) as auditing:
        found = auditing.plan(asked)
    if as_json:
        emit_json(plan_record(found))
        return
    for line in plan_lines(found):
        emit(visible(line))


@app.command("draw")
def draw_sample(
    release: Annotated[str, typer.Option("--release", help="What is to be released.")] = "",
    name: Annotated[str, typer.Option("--name", help="Of the audit; without it the release's name.")] = "",
    share: Annotated[
        float | None, typer.Option("--share", min=0, max=1, help="Share of the pairs, rounded up.")
    ] = None,
    size: Annotated[int | None, typer.Option("--size", min=1, help="So many pairs instead of a share.")] = None,
    seed: Annotated[str, typer.Option("--seed", help="Any text; without it the audit's name.")] = "",
    judges: Judges = "",
    decoys: Annotated[
        int | None, typer.Option("--decoys", min=0, help="So many ungraded neighbours among the rows.")
    ] = None,
    formats: Formats = "",
    out: Out = None,
    *,
    whole: Annotated[bool, typer.Option("--whole", help="Every pair.")] = False,
    risk_weighted: Annotated[
        bool, typer.Option("--risk-weighted", help="More of what was remapped or edited; the estimate weighs it back.")
    ] = False,
    again: Annotated[bool, typer.Option("--again", help="Pairs read lately are drawn like others.")] = False,
    force: Force = False,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Draw a sample, put it on record and write a sheet for each judge.

    The same seed, gold file and state of the queue draw the same pairs. Prints the files, one a line.
    """
    from goldkeeper.cli.audit_json import draw_record
    from goldkeeper.cli.audit_view import draw_lines
    from goldkeeper.cli.output import emit, emit_json, talk, visible
    from goldkeeper.cli.scan_view import progress
    from goldkeeper.model.errors import BadRequest
    from goldkeeper.wiring.auditing import Auditing, DrawAsked
    from goldkeeper.wiring.keeper import open_keeper

    if whole and (share is not None or size is not None or risk_weighted):
        raise BadRequest("--whole", "goes with neither --share nor --size nor --risk-weighted", "pass one of them")
    if share is not None and size is not None:
        raise BadRequest("--share", "and --size both say how many", "pass one of them")
    with open_keeper(config) as keeper, progress() as bar:
        auditing = Auditing(keeper)
        auditing.sheets.forms(names_in(formats))
        asked = DrawAsked(
            release or f"{keeper.clock():%Y-%m-%d}",
            names_in(judges),
            share,
            size,
            seed,
            whole,
            risk_weighted,
            decoys=decoys,
            rotate=not again,
            name=name,
        )
        with keeper.lock("audit draw"):
            record = auditing.draw(asked, progress=bar)
        files = auditing.sheets.write(record, forms=names_in(formats), out=out, force=force)
    if as_json:
        emit_json({**draw_record(record, blind=True), "files": [str(file) for file in files]})
        return
    for line in draw_lines(record):
        talk(visible(line))
    for file in files:
        emit(visible(str(file)))


@app.command()
def sheets(
    name: Name = "",
    judges: Judges = "",
    formats: Formats = "",
    third: Annotated[
        str, typer.Option("--third", help="The sheet of this third judge: rows on which the others differ.")
    ] = "",
    out: Out = None,
    *,
    force: Force = False,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Write the sheets again, with what was answered so far, or a third judge's; prints the files, one a line."""
    from goldkeeper.cli.output import emit, emit_json, talk, visible
    from goldkeeper.model.errors import BadRequest

    third = third.strip()
    if third and judges:
        raise BadRequest("--third", "and --judges name two kinds of sheets", "pass one of them")

    with open_auditing(config) as auditing:
        record = auditing.named(name)
        files = auditing.sheets.write(
            record, judges=names_in(judges), third=third, forms=names_in(formats), out=out, force=force
        )
    if as_json:
        emit_json({"audit": record.draw.name, "files": [str(file) for file in files]})
        return
    if third and not files:
        talk(visible(f"no row of audit {record.draw.name} waits for a decision by {third}"))
    for file in files:
        emit(visible(str(file)))


@app.command()
def redraw(
    name: Name = "",
    *,
    check: Annotated[bool, typer.Option("--check", help="Say whether it comes out as recorded.")] = False,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Print what was drawn, grades and decoys told; with --check draw it again from its record and compare.

    Exit code 1 where something comes out otherwise.
    """
    from goldkeeper.cli.audit_json import draw_record
    from goldkeeper.cli.audit_view import redraw_lines, row_lines
    from goldkeeper.cli.output import PERSON_NEEDED, emit, emit_json, visible

    with open_auditing(config) as auditing:
        record = auditing.named(name)
        found = auditing.redraw(record.draw.name) if check else None
    if as_json:
        checked = (
            {"same": found.same, "gold_seen": found.gold_seen, "differences": found.differences} if found else None
        )
        emit_json({**draw_record(record), "check": checked})
    else:
        for line in redraw_lines(record, found) if found is not None else row_lines(record):
            emit(visible(line))
    if found is not None and not found.same:
        raise typer.Exit(PERSON_NEEDED)


@app.command()
def report(
    name: Name = "",
    run: Annotated[
        Path | None, typer.Option("--run", help="A run: how far could its nDCG@10 move? Without it, any run's.")
    ] = None,
    *,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Say what the audit proves so far, and leave it in the reports folder as Markdown, page and JSON.

    Prints the files, one a line; with --json the record itself.
    """
    from goldkeeper.cli.output import emit, emit_json, talk, visible
    from goldkeeper.reporting.audit_lines import finding_lines
    from goldkeeper.reporting.audit_record import findings_record

    with open_auditing(config) as auditing:
        found = auditing.findings(name, run=run)
        files = auditing.write_report(found)
    if as_json:
        emit_json({**findings_record(found), "files": list(files)})
        return
    for line in finding_lines(found):
        talk(visible(line))
    for file in files:
        emit(visible(file))
