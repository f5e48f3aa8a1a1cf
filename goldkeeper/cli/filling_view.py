"""What `goldkeeper apply` says of pairs that people judged anew."""

from collections.abc import Iterator

from goldkeeper.reporting.wording import count
from goldkeeper.workflow.filling import Filling


def filling_diff(filling: Filling | None) -> Iterator[str]:
    """Pair by pair, as a diff."""
    line_told = 0
    for line, pair in filling.filled.added if filling is not None else ():
        if line != line_told:
            yield f"@@ line {line}, query {pair.query_id} @@\n"
            line_told = line
        yield f"+  {pair.chunk_id}  {pair.grade}\n"


def filling_remarks(filling: Filling | None) -> Iterator[str]:
    """What is left out, and why."""
    if filling is None:
        return
    for hole in filling.outdated:
        yield f"chunk {hole.number}: {hole.found.chunk_id} says something else by now; dropped, give the run again"
    for hole in filling.held:
        yield (
            f"chunk {hole.number}: left out, since other gold is still called {hole.found.chunk_id} and says"
            " something else; scan, answer and apply that first"
        )
    for hole in filling.homeless:
        yield f"chunk {hole.number}: the gold file has no query {hole.found.query_id} any more; dropped"


def filling_sum(filling: Filling | None, *, dry_run: bool) -> str:
    """How much came in; empty where nothing did."""
    if filling is None or not filling.filled.added:
        return ""
    pairs = count(len(filling.filled.added), "newly judged pair")
    return f"{pairs} would be added" if dry_run else f"{pairs} added"


def filling_record(filling: Filling | None) -> dict[str, object]:
    """The same as JSON values."""
    if filling is None:
        return {"added": [], "outdated": [], "held": [], "dropped": []}
    return {
        "added": [
            {"qid": pair.query_id, "line": line, "id": str(pair.chunk_id), "grade": pair.grade}
            for line, pair in filling.filled.added
        ],
        "outdated": [hole.number for hole in filling.outdated],
        "held": [hole.number for hole in filling.held],
        "dropped": [hole.number for hole in filling.homeless],
    }
