"""`goldkeeper audit …`: people read a sample of the gold set before a release."""

import sys
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


By = Annotated[str, typer.Option("--by", help="Who answers; without it git's user.name.")]
Grade = Annotated[str, typer.Option("--grade", "-g", help="0, 1, 2 or 3.")]
Unclear = Annotated[bool, typer.Option("--unclear", help="The query can be meant in more than one way.")]
WrongSpan = Annotated[bool, typer.Option("--wrong-span", help="The code begins or ends at the wrong place.")]
Note = Annotated[str, typer.Option("--note", "-m", help="What you are not sure of.")]


@app.command()
def answer(
    name: Name = "",
    row: Annotated[str, typer.Option("--row", help="This row alone, by the key in the sheet; then --grade.")] = "",
    by: By = "",
    grade: Grade = "",
    note: Note = "",
    *,
    unclear: Unclear = False,
    wrong_span: WrongSpan = False,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Read your rows here, one after the other, blind; stop whenever you like and go on later.

    With --row one answer is recorded. Without a terminal, or with --json, what is still to be read is printed.
    """
    from goldkeeper.cli.audit_answer import answers_from, ask, row_lines
    from goldkeeper.cli.audit_view import answered_line, change_record, sheet_record
    from goldkeeper.cli.output import PERSON_NEEDED, emit, emit_json, visible
    from goldkeeper.model.errors import BadRequest

    with _open(config) as auditing:
        record = auditing.named(name)
        judge = auditing.judge_of(record, by)
        if row:
            number = auditing.row_named(record, row)
            answers = answers_from(grade, unclear=unclear, wrong_span=wrong_span, note=note)
            change = auditing.answer(record, judge, number, answers, origin="terminal")
            if as_json:
                emit_json({"audit": record.draw.name, **change_record(change)})
            else:
                emit(visible(answered_line(change)))
            return
        if grade or note or unclear or wrong_span:
            raise BadRequest("audit answer", "an answer to no row", "say which: --row KEY")
        todo = auditing.unread(record, judge)
        if as_json:
            emit_json(sheet_record(auditing.sheet(record, judge, rows=todo)))
        elif sys.stdin.isatty():
            ask(auditing, record, judge)
        else:
            sheet = auditing.sheet(record, judge, rows=todo)
            for one in sheet.rows:
                for line in row_lines(one, len(sheet.rows)):
                    emit(visible(line))
        left = auditing.unread(record, judge)
    if left:
        raise typer.Exit(PERSON_NEEDED)


@app.command()
def arbitrate(
    name: Name = "",
    row: Annotated[str, typer.Option("--row", help="Decide this row: its number, or a key of a sheet.")] = "",
    by: By = "",
    grade: Grade = "",
    note: Note = "",
    *,
    unclear: Unclear = False,
    wrong_span: WrongSpan = False,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """List the rows whose two judges are one apart, or decide one of them as the third.

    Exit code 1 while any waits.
    """
    from goldkeeper.cli.audit_answer import answers_from, arbitration_lines, row_lines
    from goldkeeper.cli.audit_view import answered_line, arbitration_record, change_record
    from goldkeeper.cli.output import PERSON_NEEDED, emit, emit_json, talk, visible
    from goldkeeper.model.audits import Disposition
    from goldkeeper.reporting.wording import count

    with _open(config) as auditing:
        record = auditing.named(name)
        if row and (grade or unclear):
            number = auditing.row_named(record, row)
            answers = answers_from(grade, unclear=unclear, wrong_span=wrong_span, note=note)
            judge = auditing.person(by)
            change = auditing.arbitrate(record.draw.name, number, judge, answers, origin="terminal")
            if as_json:
                emit_json({"audit": record.draw.name, **change_record(change)})
            else:
                emit(visible(answered_line(change)))
            return
        waiting = auditing.status(record.draw.name).rows(Disposition.ARBITRATE)
        if row:
            number = auditing.row_named(record, row)
            waiting = tuple(one for one in waiting if one.row.number == number)
        sheet = auditing.sheet(record, record.judges[0], rows=[one.row.number for one in waiting])
    if as_json:
        emit_json(arbitration_record(record, waiting, sheet))
    else:
        for one, shown in zip(waiting, sheet.rows, strict=True):
            for line in arbitration_lines(one, shown):
                emit(visible(line))
            if row:
                for line in list(row_lines(shown, len(waiting)))[3:]:
                    emit(visible(line))
            emit("")
        begin = f"{count(len(waiting), 'row waits', 'rows wait')} for a third judge"
        talk(
            f"{begin}; goldkeeper audit arbitrate {record.draw.name} --row N --grade G --by NAME" if waiting else begin
        )
    if waiting:
        raise typer.Exit(PERSON_NEEDED)


@app.command()
def settle(
    name: Name = "",
    drop: Annotated[
        list[str] | None, typer.Option("--drop", help="An ambiguous query whose pairs leave the gold set.")
    ] = None,
    rewritten: Annotated[
        list[str] | None, typer.Option("--rewritten", help="An ambiguous query that you wrote anew in the gold file.")
    ] = None,
    by: By = "",
    *,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Put decisions into the review queue for what the audit found wrong; goldkeeper apply carries them out.

    Each names the audit and what its judges said, and can be looked at and taken back like any other answer. Exit
    code 1 while something waits for a person.
    """
    from goldkeeper.cli.audit_view import settled_lines, settled_record
    from goldkeeper.cli.output import PERSON_NEEDED, emit, emit_json, visible

    with _open(config) as auditing:
        record = auditing.named(name)
        with auditing.lock("audit settle"):
            done = auditing.settle(record.draw.name, by=auditing.person(by), drop=drop or (), rewritten=rewritten or ())
    if as_json:
        emit_json(settled_record(record, done))
    else:
        for line in settled_lines(record, done):
            emit(visible(line))
    if done.held or done.queries:
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
