"""`goldkeeper upgrade`: tell of another model or chunker, and have the gold set checked under it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from goldkeeper.wiring.holes import Dug

app = typer.Typer(
    help="Tell of another model or chunker and check the gold set under it; list what came of it.",
    rich_markup_mode=None,
)

Config = Annotated[Path | None, typer.Option("--config", "-c", help="Configuration; without it one is looked for.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]


@app.callback(invoke_without_command=True)
def upgrade(
    context: typer.Context,
    config: Config = None,
    *,
    embedding: Annotated[str, typer.Option("--embedding", help="The embedding model now.")] = "",
    revision: Annotated[str, typer.Option("--revision", help="Its revision.")] = "",
    dimension: Annotated[int | None, typer.Option("--dimension", min=1, help="The length of its vectors.")] = None,
    chunker: Annotated[str, typer.Option("--chunker", help="The chunker now.")] = "",
    chunker_version: Annotated[str, typer.Option("--chunker-version", help="Its version.")] = "",
    commit: Annotated[str, typer.Option("--commit", help="The commit that was indexed.")] = "",
    run: Annotated[
        Path | None, typer.Option("--run", help="A run of the new model; what of its top nobody judged is asked about.")
    ] = None,
    by: Annotated[str, typer.Option("--by", help="Who tells; without it review.judge, or git's user.name.")] = "",
    no_scan: Annotated[bool, typer.Option("--no-scan", help="Tell only; the next scan or the daemon checks.")] = False,
    no_report: Annotated[bool, typer.Option("--no-report", help="Leave no report in the reports folder.")] = False,
    wait: Annotated[float, typer.Option("--wait", min=0, help="Seconds to wait for another scan to end.")] = 0.0,
    as_json: AsJson = False,
) -> None:
    """Tell of another model or chunker, and scan; without a word, check what waits.

    Exit code 1 where a person is needed.
    """
    if context.invoked_subcommand is not None:
        return
    from goldkeeper.cli.output import PERSON_NEEDED, emit_json, talk, visible
    from goldkeeper.cli.scan_view import print_record, progress
    from goldkeeper.reporting.passports import audit_due_record, upgrade_record
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.holes import dig_holes, open_holes
    from goldkeeper.wiring.passports import Told, audits_due, scans, tell_upgrade, upgrades, waiting_upgrades

    told = Told(embedding, revision, dimension, chunker, chunker_version, commit)
    record = None
    with open_keeper(config) as keeper, keeper.lock("upgrade", wait_seconds=wait):
        new = tell_upgrade(keeper, told, by=by or keeper.judge or "goldkeeper upgrade")
        waiting = waiting_upgrades(keeper)
        written: tuple[str, ...] = ()
        if waiting and not no_scan:
            with progress() as bar:
                report = keeper.scan(progress=bar, asked_by=", ".join(f"upgrade {one.number}" for one in waiting))
            written = () if no_report else keeper.write_report(report)
            record = keeper.record_of(report)
        newest = upgrades(keeper, limit=1)
        dug = dig_holes(keeper, run, newest[0] if newest else None) if run is not None else None
        after = [one for one in upgrades(keeper) if one.number in {before.number for before in waiting}]
        due, last, to_judge = audits_due(keeper), scans(keeper, 1), len(open_holes(keeper))
    needed = bool(record["needs_a_person"] if record is not None else last and last[0].needs_a_person) or to_judge > 0
    if as_json:
        emit_json(
            {
                "upgrades": [upgrade_record(one) for one in after],
                "told": new.number if new is not None else None,
                "scan": record,
                "audits_due": [audit_due_record(one) for one in due],
                "holes": _dug_record(dug) if dug is not None else None,
                "to_judge": to_judge,
                "needs_a_person": needed,
            }
        )
    else:
        for one in after:
            talk(visible(f"Upgrade {one.number}: {one.sentence}."))
        if record is not None:
            print_record(record, written=written)
        elif not waiting:
            talk("The passport says that already; no upgrade waits.")
        else:
            talk("It waits for the next scan: goldkeeper scan")
        for line in _dug_lines(dug, to_judge) if dug is not None else []:
            talk(visible(line))
        for one_due in due:
            talk(visible(f"An audit is due: {one_due.reason}. goldkeeper audit draw"))
    if needed:
        raise typer.Exit(PERSON_NEEDED)


@app.command(name="list")
def list_upgrades(config: Config = None, *, as_json: AsJson = False) -> None:
    """List the upgrades that were seen: number, state, what changed, who told, the scan that checked it."""
    from goldkeeper.cli.output import emit, emit_json, talk, visible
    from goldkeeper.reporting.passports import audit_due_record, upgrade_record
    from goldkeeper.reporting.visible import tab_field
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.passports import audits_due, upgrades

    with open_keeper(config) as keeper:
        found, due = upgrades(keeper), audits_due(keeper)
        names: dict[int | None, str] = {
            one.scan: kept.name for one in found if one.scan and (kept := keeper.passport_book.scan(one.scan))
        }
    if as_json:
        rows = [{**upgrade_record(one), "scan_name": names.get(one.scan)} for one in found]
        emit_json({"upgrades": rows, "audits_due": [audit_due_record(one) for one in due]})
        return
    for one in found:
        values = [str(one.number), one.state.value, f"{one.seen_at:%Y-%m-%d %H:%M}", one.told_by, one.sentence]
        emit("\t".join(map(tab_field, [*values, names.get(one.scan, "-")])))
    if not found:
        talk("No upgrade was seen yet.")
    for one_due in due:
        talk(visible(f"An audit is due: {one_due.reason}. goldkeeper audit draw"))


@app.command()
def holes(config: Config = None, *, as_json: AsJson = False) -> None:
    """List the chunks that a new model ranks high and nobody has judged."""
    from goldkeeper.cli.output import PERSON_NEEDED, emit, emit_json, talk
    from goldkeeper.model.holes import HoleState
    from goldkeeper.reporting.holes import hole_line, hole_record
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.holes import open_holes

    with open_keeper(config) as keeper:
        found = open_holes(keeper)
        queries = {hole.found.query_id: keeper.query_text(hole.found.query_id) for hole in found}
    if as_json:
        emit_json({"holes": [hole_record(hole, queries[hole.found.query_id]) for hole in found]})
    else:
        for hole in found:
            emit(hole_line(hole, queries[hole.found.query_id]))
        if not found:
            talk("Nothing waits for a grade.")
    if any(hole.state is HoleState.WAITING for hole in found):
        raise typer.Exit(PERSON_NEEDED)


@app.command()
def show(
    number: Annotated[int, typer.Argument(help="As goldkeeper upgrade holes names it.")],
    config: Config = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Show a chunk to judge: what is asked, and what the chunk says now."""
    from goldkeeper.cli.output import emit, emit_json, visible
    from goldkeeper.reporting.holes import hole_record
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.holes import hole as find

    with open_keeper(config) as keeper:
        hole = find(keeper, number)
        query, chunk = keeper.query_text(hole.found.query_id), keeper.now.chunk(hole.found.chunk_id)
    if as_json:
        emit_json(hole_record(hole, query, chunk.text if chunk is not None else None))
        return
    emit(visible(f"{hole.found.query_id}  {query}"))
    emit(visible(f"{hole.found.chunk_id}, rank {hole.found.rank} in {hole.run}"))
    emit("")
    emit(visible(chunk.text) if chunk is not None else "(the code has no such chunk any more)")


@app.command()
def grade(
    number: Annotated[int, typer.Argument(help="As goldkeeper upgrade holes names it.")],
    given: Annotated[
        int | None, typer.Argument(metavar="GRADE", help="0 not relevant, to 3; without it a grade is taken back.")
    ] = None,
    config: Config = None,
    *,
    by: Annotated[str, typer.Option("--by", help="Who judges.")] = "",
    reason: Annotated[str, typer.Option("-m", "--reason", help="Why.")] = "",
    as_json: AsJson = False,
) -> None:
    """Judge a chunk that nobody has judged for its query; apply puts the pair into the gold file."""
    from goldkeeper.cli.output import emit_json, talk, visible
    from goldkeeper.reporting.holes import hole_record
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.holes import judge_hole

    with open_keeper(config) as keeper:
        hole = judge_hole(keeper, number, given, judge=by or keeper.judge, reason=reason)
    if as_json:
        emit_json(hole_record(hole))
    elif hole.grade is None:
        talk(visible(f"Chunk {number} waits again: {hole.found.chunk_id}"))
    else:
        talk(visible(f"Chunk {number}: grade {hole.grade} for {hole.found.query_id}, {hole.found.chunk_id}"))


def _dug_lines(dug: "Dug", to_judge: int) -> list[str]:
    from goldkeeper.reporting.holes import holes_found

    found, new = dug.found, len(dug.numbers)
    lines = holes_found(
        dug.run,
        looked_at=found.looked_at,
        judged=found.judged,
        new=new,
        asked=len(found.holes) - new,
        unknown=found.unknown,
    )
    return [*lines, *(["goldkeeper upgrade holes"] if to_judge else [])]


def _dug_record(dug: "Dug") -> dict[str, object]:
    found = dug.found
    return {
        "run": dug.run,
        "looked_at": found.looked_at,
        "judged": found.judged,
        "unjudged": len(found.holes),
        "new": list(dug.numbers),
        "unknown": [{"qid": query_id, "chunk": text} for query_id, text in found.unknown],
        "other_queries": found.other_queries,
    }
