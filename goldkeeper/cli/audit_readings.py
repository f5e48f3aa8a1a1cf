"""`goldkeeper audit import`, `answer`, `arbitrate`, `status` and `settle`: what judges say, and what follows."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from goldkeeper.cli.audit_options import (
    AsJson,
    By,
    Config,
    Grade,
    Name,
    Note,
    Unclear,
    WrongSpan,
    app,
    open_auditing,
)


@app.command("import")
def import_files(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Filled sheets: XLSX, ODS, CSV, Markdown.")],
    judge: Annotated[str, typer.Option("--judge", help="Who read, where the sheets name somebody else.")] = "",
    *,
    strict: Annotated[bool, typer.Option("--strict", help="Take nothing if anything is amiss.")] = False,
    dry: Annotated[bool, typer.Option("--dry-run", help="Say what would change, and take nothing.")] = False,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Take in what judges wrote; files may be half-filled, renamed, sorted, or saved by any spreadsheet.

    Rows are known by their keys, those that a third judge decided too. What can't be taken is listed with file, row
    and column, and the exit code is 1.
    """
    from goldkeeper.cli.audit_json import import_record
    from goldkeeper.cli.audit_view import import_lines
    from goldkeeper.cli.output import PERSON_NEEDED, emit, emit_json, talk, visible

    with open_auditing(config) as auditing:
        done = auditing.sheets.import_files(files, judge=judge, strict=strict, dry=dry)
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
    from goldkeeper.cli.audit_json import status_record
    from goldkeeper.cli.audit_view import status_lines
    from goldkeeper.cli.output import PERSON_NEEDED, emit, emit_json, visible

    with open_auditing(config) as auditing:
        found, sees = auditing.status(name), auditing.sheets.sees
    if as_json:
        emit_json(status_record(found, sees))
    else:
        for line in status_lines(found):
            emit(visible(line))
    if not found.finished:
        raise typer.Exit(PERSON_NEEDED)


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
    from goldkeeper.cli.audit_answer import answers_from, ask, row_lines, say_change
    from goldkeeper.cli.audit_json import sheet_record
    from goldkeeper.cli.output import PERSON_NEEDED, emit, emit_json, visible
    from goldkeeper.model.errors import BadRequest

    with open_auditing(config) as auditing:
        record = auditing.named(name)
        judge = auditing.judge_of(record, by)
        if row:
            answers = answers_from(grade, unclear=unclear, wrong_span=wrong_span, note=note)
            number = auditing.row_named(record, row)
            say_change(record, auditing.answer(record, judge, number, answers, origin="terminal"), as_json=as_json)
            return
        if grade or note or unclear or wrong_span:
            raise BadRequest("audit answer", "an answer to no row", "say which: --row KEY")
        todo = auditing.unread(record, judge)
        if as_json:
            emit_json(sheet_record(auditing.sheets.sheet(record, judge, rows=todo)))
        elif sys.stdin.isatty():
            ask(auditing, record, judge)
        else:
            sheet = auditing.sheets.sheet(record, judge, rows=todo)
            for one in sheet.rows:
                for line in row_lines(one, len(sheet.rows)):
                    emit(visible(line))
        left = auditing.unread(record, judge)
    if left:
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
    from goldkeeper.cli.audit_json import settled_record
    from goldkeeper.cli.audit_view import settled_lines
    from goldkeeper.cli.output import PERSON_NEEDED, emit, emit_json, visible

    with open_auditing(config) as auditing:
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
