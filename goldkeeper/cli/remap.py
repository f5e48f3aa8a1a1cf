"""`goldkeeper remap`: where chunks of one revision are in another. Stateless."""

import io
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

if TYPE_CHECKING:
    from goldkeeper.workflow.remap import Remapped


def remap(
    repo: Annotated[Path, typer.Option("--repo", help="Work tree or bare git directory.")] = Path(),
    base: Annotated[str, typer.Option("--from", help="Revision in which the IDs are right.")] = "",
    head: Annotated[str, typer.Option("--to", help="Revision to find them in; may be the older one.")] = "HEAD",
    ids: Annotated[str, typer.Option("--ids", help="File with one chunk ID a line; - is standard input.")] = "-",
    batch: Annotated[
        str, typer.Option("--batch", help='Many at once: {"repo","from","to","ids":[…]} a line; - is standard input.')
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Find chunk IDs of one revision in another, without a gold set.

    Candidates come with their confidence, best first; on a pipe the best, and none of what is gone.

    A request of a batch that names no repository or revision here is answered with that problem for
    each of its IDs; the others are answered all the same, and the exit code is 2.
    """
    from goldkeeper.cli.output import YOUR_INPUT, talk, visible
    from goldkeeper.model.errors import BadRequest, GoldkeeperError
    from goldkeeper.workflow.remap import refuse

    if not batch:
        if not base:
            raise BadRequest("remap", "no --from revision", "name it, or give requests with --batch")
        with read_lines(ids) as lines:
            written = [line for line in lines if line]
        _print(_answers(str(repo), base, head, written), as_json=as_json)
        return
    with read_lines(batch) as lines:
        requests = [_request(line, f"{batch}:{number}") for number, line in enumerate(lines, 1) if line.strip()]
    refused = False
    for request in requests:
        try:
            answers = _answers(*request)
        except GoldkeeperError as problem:
            talk(f"goldkeeper: {visible(str(problem))}")
            answers, refused = refuse(request[3], str(problem)), True
        _print(answers, as_json=as_json)
    if refused:
        raise typer.Exit(YOUR_INPUT)


def _answers(repo: str, base: str, head: str, written: list[str]) -> "Iterable[Remapped]":
    """All of them: a request is answered whole or refused whole."""
    from goldkeeper.wiring import make_chunker, open_history, open_past
    from goldkeeper.workflow.remap import remap as remap_ids

    history = open_history(Path(repo))
    base_tree, head_tree = (history.tree(history.resolve(rev)) for rev in (base, head))
    answers = remap_ids(
        written, base_tree, head_tree, history=history, chunker=make_chunker(), past=open_past(history, None)
    )
    return list(answers)


def _print(answers: "Iterable[Remapped]", *, as_json: bool) -> None:
    from goldkeeper.model.changes import ChangeKind
    from goldkeeper.reporting.visible import tab_field

    for answer in answers:
        record = answer.as_json()
        if as_json:
            sys.stdout.write(json_line(record))
            continue
        gone = record["change"] == ChangeKind.GONE  # the nearest candidate is in the JSON; here it would read as found
        first = record["candidates"][0] if record["candidates"] and not gone else None
        found = f"{tab_field(first['id'])}\t{first['confidence']:.4f}" if first else "-\t-"
        sys.stdout.write(f"{record['status']}\t{record['change'] or '-'}\t{tab_field(answer.written)}\t{found}\n")
    sys.stdout.flush()


def json_line(record: dict[str, Any]) -> str:
    """Readable where it can be; a path whose bytes are no UTF-8 is written in escapes."""
    line = json.dumps(record, ensure_ascii=False)
    try:
        line.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        line = json.dumps(record)
    return line + "\n"


def _request(line: str, where: str) -> tuple[str, str, str, list[str]]:
    from goldkeeper.model.errors import BadRequest

    try:
        record = json.loads(line)
        repo, base, head, ids = (record[name] for name in ("repo", "from", "to", "ids"))
    except (ValueError, KeyError, TypeError, RecursionError):
        repo = base = head = ids = None
    if isinstance(ids, list) and all(isinstance(text, str) for text in (repo, base, head, *ids)):
        return repo, base, head, ids
    expected = 'one object a line: {"repo": DIR, "from": REV, "to": REV, "ids": [chunk IDs]}'
    raise BadRequest(where, "not a request", f"expected {expected}")


@contextmanager
def read_lines(source: str) -> Iterator[Iterator[str]]:
    r"""The lines of a file or of standard input; only `\n` ends one, since an ID may hold any other line break."""
    from goldkeeper.model.errors import FileMissing, FileUnreadable

    if source == "-":
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
        yield _content(sys.stdin)
        return
    try:
        with Path(source).open(encoding="utf-8", errors="surrogateescape", newline="\n") as handle:
            yield _content(handle)
    except FileNotFoundError:
        raise FileMissing("file of chunk IDs", source, "name a file, or - for standard input") from None
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise FileUnreadable(source, f"can't be read ({reason})", "name a file that can") from None


def _content(lines: TextIO) -> Iterator[str]:
    for number, line in enumerate(lines):
        yield (line.removeprefix("\ufeff") if number == 0 else line).rstrip("\r\n")
