"""`goldkeeper trace`: a chunk's history, commit by commit, down to where it began. Stateless."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from goldkeeper.workflow.trace import Traced


def trace(
    repo: Annotated[Path, typer.Option("--repo", help="Work tree or bare git directory.")] = Path(),
    rev: Annotated[str, typer.Option("--rev", help="Revision in which the ID is right.")] = "HEAD",
    chunk_id: Annotated[str, typer.Option("--id", help="The chunk: path:start-end:symbol.")] = "",
    ids: Annotated[
        str, typer.Option("--ids", help="Many instead: a file with one chunk ID a line; - is standard input.")
    ] = "",
    until: Annotated[str, typer.Option("--to", help="An older revision at which the history is to end.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line, one for each change.")] = False,
) -> None:
    """Tell what happened to a chunk, commit by commit, newest first.

    The last line says how the history ends: introduced, reached (the revision of --to), or cut off where the clone
    lacks what came before. What a commit changed in several ways is told in several lines, one below the other.

    With --ids each line names the ID it belongs to; an ID that names nothing is answered with
    that problem, the others are answered all the same, and the exit code is 2.
    """
    from goldkeeper.cli.output import YOUR_INPUT
    from goldkeeper.cli.remap import read_lines
    from goldkeeper.model.errors import BadRequest
    from goldkeeper.wiring.openers import make_chunker, open_history, open_index
    from goldkeeper.workflow.trace import trace as trace_ids

    if bool(chunk_id) == bool(ids):
        raise BadRequest("trace", "name one chunk with --id, or many with --ids", "for example --id src/a.py:3-8:total")
    written = [chunk_id]
    if ids:
        with read_lines(ids) as lines:
            written = [line for line in lines if line]
    history = open_history(repo)
    head, end = history.resolve(rev), history.resolve(until) if until else None
    index = open_index(history)
    refused = False
    for one in trace_ids(written, head, until=end, history=history, index=index, chunker=make_chunker()):
        if one.problem is not None and not ids:
            raise one.problem
        refused = refused or one.problem is not None
        if as_json:
            _print_json(one, named=bool(ids))
        else:
            _print_text(one, named=bool(ids))
    if refused:
        raise typer.Exit(YOUR_INPUT)


def _print_json(traced: "Traced", *, named: bool) -> None:
    from goldkeeper.cli.remap import json_line
    from goldkeeper.workflow.trace import as_json

    about: dict[str, Any] = {"of": traced.written} if named else {}
    if traced.taken is not None and not traced.taken.exact:
        about["taken_for"] = str(traced.taken.chunk.id)
    if traced.problem is not None:
        sys.stdout.write(json_line(about | {"change": "unknown", "problem": str(traced.problem)}))
    for line, note in traced.lines:
        sys.stdout.write(json_line(as_json(line, note) | about))
    sys.stdout.flush()


def _print_text(traced: "Traced", *, named: bool) -> None:
    from goldkeeper.cli.output import talk, visible
    from goldkeeper.reporting.lineage import told

    if named:
        sys.stdout.write(f"{visible(traced.written)}\n")
    if traced.problem is not None:
        talk(f"goldkeeper: {visible(str(traced.problem))}")
    if traced.taken is not None and not traced.taken.exact:
        talk(f"taken for {visible(str(traced.taken.chunk.id))}")
    for text in told(traced.lines):
        sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
