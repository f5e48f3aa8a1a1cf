"""`goldkeeper audit arbitrate`: the rows on which two judges differ, and what a third decides."""

import sys

import typer

from goldkeeper.cli.audit_options import (
    AsJson,
    By,
    Config,
    DecidedRow,
    Grade,
    Name,
    Note,
    Unclear,
    WrongSpan,
    app,
    open_auditing,
)


@app.command()
def arbitrate(
    name: Name = "",
    row: DecidedRow = "",
    by: By = "",
    grade: Grade = "",
    note: Note = "",
    *,
    unclear: Unclear = False,
    wrong_span: WrongSpan = False,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Decide, as the third, rows whose two judges are one apart; stop whenever you like and go on later.

    With --row and --grade one is decided. Without a terminal, or with --json, the rows are listed; exit code 1 while
    any waits. goldkeeper audit sheets --third NAME writes them as a sheet.
    """
    from goldkeeper.cli.audit_answer import answers_from, arbitration_lines, ask_third, row_lines, say_change
    from goldkeeper.cli.audit_json import arbitration_record
    from goldkeeper.cli.output import PERSON_NEEDED, emit, emit_json, talk, visible
    from goldkeeper.model.audits import Disposition
    from goldkeeper.reporting.wording import count

    with open_auditing(config) as auditing:
        record = auditing.named(name)
        number = auditing.row_named(record, row) if row else None
        if number is not None and (grade or unclear):
            answers = answers_from(grade, unclear=unclear, wrong_span=wrong_span, note=note)
            change = auditing.arbitrate(record.draw.name, number, auditing.person(by), answers, origin="terminal")
            say_change(record, change, as_json=as_json)
            return
        if number is None and not as_json and sys.stdin.isatty():
            ask_third(auditing, record, auditing.person(by))
            if auditing.status(record.draw.name).rows(Disposition.ARBITRATE):
                raise typer.Exit(PERSON_NEEDED)
            return
        waiting = auditing.status(record.draw.name).rows(Disposition.ARBITRATE)
        waiting = tuple(one for one in waiting if number in {None, one.row.number})
        sheet, sees = auditing.sheets.third(record, "", waiting), auditing.sheets.sees
    if as_json:
        emit_json(arbitration_record(record, waiting, sheet, sees))
    else:
        for one, shown in zip(waiting, sheet.rows, strict=True):
            for line in arbitration_lines(one, shown, sees):
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
