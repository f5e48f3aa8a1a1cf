"""`goldkeeper audit …`: people read a sample of the gold set before a release."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from goldkeeper.wiring.auditing import Auditing

app = typer.Typer(help="Read a sample before a release: plan, draw, sheets, import, answer, …", no_args_is_help=True)

Config = Annotated[Path | None, typer.Option("--config", "-c", help="Configuration; without it one is looked for.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print an object with a schema version.")]
Name = Annotated[str, typer.Argument(metavar="[NAME]", help="The audit; without it the newest.")]
Judges = Annotated[str, typer.Option("--judges", help="Who reads, ada,bob; without it those of the configuration.")]
Formats = Annotated[str, typer.Option("--formats", help="xlsx,csv,html,md; without it those of the configuration.")]
Out = Annotated[Path | None, typer.Option("--out", help="Folder of the sheets instead of the configured one.")]
Force = Annotated[bool, typer.Option("--force", help="Write over sheets that are there, answers and all.")]


@app.command("draw")
def draw_sample(
    release: Annotated[str, typer.Option("--release", help="What is to be released; the audit bears its name.")] = "",
    share: Annotated[
        float | None, typer.Option("--share", min=0, max=1, help="Share of the pairs, rounded up.")
    ] = None,
    size: Annotated[int | None, typer.Option("--size", min=1, help="So many pairs instead of a share.")] = None,
    seed: Annotated[str, typer.Option("--seed", help="Any text; without it the release's name.")] = "",
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
    from goldkeeper.cli.audit_view import draw_lines, draw_record
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
        name = release or f"{keeper.clock():%Y-%m-%d}"
        asked = DrawAsked(
            name, names_in(judges), share, size, seed, whole, risk_weighted, decoys=decoys, rotate=not again
        )
        with keeper.lock("audit draw"):
            record = auditing.draw(asked, progress=bar)
        files = auditing.write_sheets(record, forms=names_in(formats), out=out, force=force)
    if as_json:
        emit_json({**draw_record(record), "files": [str(file) for file in files]})
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
    out: Out = None,
    *,
    force: Force = False,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Write the sheets again, with what was answered so far; prints the files, one a line."""
    from goldkeeper.cli.output import emit, emit_json, visible

    with _open(config) as auditing:
        record = auditing.named(name)
        files = auditing.write_sheets(record, judges=names_in(judges), forms=names_in(formats), out=out, force=force)
    if as_json:
        emit_json({"audit": record.draw.name, "files": [str(file) for file in files]})
        return
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
    """Print what was drawn; with --check draw it again from its record and compare.

    Exit code 1 where something comes out otherwise.
    """
    from goldkeeper.cli.audit_view import draw_record, redraw_lines, row_lines
    from goldkeeper.cli.output import PERSON_NEEDED, emit, emit_json, visible

    with _open(config) as auditing:
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


@app.command("import")
def import_files(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Filled sheets: XLSX, ODS, CSV, Markdown.")],
    judge: Annotated[str, typer.Option("--judge", help="Who read, where the sheets name somebody else.")] = "",
    *,
    strict: Annotated[bool, typer.Option("--strict", help="Take nothing if anything is amiss.")] = False,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Take in what judges wrote; files may be half-filled, renamed, sorted, or saved by any spreadsheet.

    Rows are known by their keys. What can't be taken is listed with file, row and column, and the exit code is 1.
    """
    from goldkeeper.cli.audit_view import import_lines, import_record
    from goldkeeper.cli.output import PERSON_NEEDED, emit, emit_json, talk, visible

    with _open(config) as auditing:
        done = auditing.import_files(files, judge=judge, strict=strict)
    if as_json:
        emit_json(import_record(done))
    else:
        for problem in done.problems:
            talk(visible(problem.sentence))
        for line in import_lines(done):
            emit(visible(line))
    if done.lost:
        raise typer.Exit(PERSON_NEEDED)


@app.command()
def status(name: Name = "", *, config: Config = None, as_json: AsJson = False) -> None:
    """Show who has read how much, and what follows from it.

    Exit code 1 until every pair is settled.
    """
    from goldkeeper.cli.audit_view import status_lines, status_record
    from goldkeeper.cli.output import PERSON_NEEDED, emit, emit_json, visible

    with _open(config) as auditing:
        found = auditing.status(name)
    if as_json:
        emit_json(status_record(found))
    else:
        for line in status_lines(found):
            emit(visible(line))
    if not found.finished:
        raise typer.Exit(PERSON_NEEDED)


def names_in(text: str) -> tuple[str, ...]:
    """Names behind commas.

    >>> names_in(" ada, bob,,"), names_in("")
    (('ada', 'bob'), ())
    """
    return tuple(part.strip() for part in text.split(",") if part.strip())


@contextmanager
def _open(config: Path | None) -> "Iterator[Auditing]":
    from goldkeeper.wiring.auditing import Auditing
    from goldkeeper.wiring.keeper import open_keeper

    with open_keeper(config) as keeper:
        yield Auditing(keeper)
