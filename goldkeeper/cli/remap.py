"""`goldkeeper remap`: where chunks of one revision are in another. Stateless."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TextIO

import typer


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
    """Find chunk IDs of one revision in another: candidates with confidence, best first."""
    from goldkeeper.model.errors import BadRequest

    if batch:
        with _lines(batch) as lines:
            requests = list(_requests(lines, batch))
    elif base:
        with _lines(ids) as lines:
            requests = [(str(repo), base, head, [line for line in _content(lines) if line])]
    else:
        raise BadRequest("remap", "no --from revision", "name it, or give requests with --batch")
    for where, from_rev, to_rev, written in requests:
        _answer(where, from_rev, to_rev, written, as_json=as_json)


def _answer(repo: str, base: str, head: str, written: list[str], *, as_json: bool) -> None:
    from goldkeeper.wiring import make_chunker, open_history
    from goldkeeper.workflow.remap import remap as remap_ids

    history = open_history(Path(repo))
    base_tree, head_tree = (history.tree(history.resolve(rev)) for rev in (base, head))
    for answer in remap_ids(written, base_tree, head_tree, history=history, chunker=make_chunker()):
        record = answer.as_json()
        if as_json:
            sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")
        else:
            first = record["candidates"][0] if record["candidates"] else None
            found = f"{first['id']}\t{first['confidence']:.2f}" if first else "-\t-"
            sys.stdout.write(f"{record['status']}\t{record['change'] or '-'}\t{answer.written}\t{found}\n")
    sys.stdout.flush()


def _requests(lines: Iterable[str], where: str) -> Iterable[tuple[str, str, str, list[str]]]:
    from goldkeeper.model.errors import BadRequest

    for number, line in enumerate(_content(lines), 1):
        if not line:
            continue
        try:
            record = json.loads(line)
            ids = [str(one) for one in record["ids"]]
            yield str(record["repo"]), str(record["from"]), str(record["to"]), ids
        except (ValueError, KeyError, TypeError, RecursionError):
            expected = 'one object a line: {"repo": DIR, "from": REV, "to": REV, "ids": [chunk IDs]}'
            raise BadRequest(f"{where}:{number}", "not a request", f"expected {expected}") from None


def _content(lines: Iterable[str]) -> Iterable[str]:
    return (line.rstrip("\r\n") for line in lines)


@contextmanager
def _lines(source: str) -> Iterator[TextIO]:
    from goldkeeper.model.errors import FileMissing

    if source == "-":
        yield sys.stdin
        return
    try:
        # Only \n ends a line: an ID may hold any other of Python's line breaks.
        with Path(source).open(encoding="utf-8", errors="surrogateescape", newline="\n") as handle:
            yield handle
    except FileNotFoundError:
        raise FileMissing("file of chunk IDs", source, "name a file, or - for standard input") from None
