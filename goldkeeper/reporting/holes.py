"""Chunks to judge as JSON values and as lines for people."""

from collections.abc import Sequence

from goldkeeper.model.gold import QueryId
from goldkeeper.model.holes import Hole
from goldkeeper.reporting.visible import tab_field
from goldkeeper.reporting.wording import count, percent, verb

SHOWN_UNKNOWN = 3  # IDs of a run that name nothing; the first show what is wrong


def hole_record(hole: Hole, query: str = "", text: str | None = None) -> dict[str, object]:
    """A chunk to judge as JSON values."""
    return {
        "number": hole.number,
        "qid": hole.found.query_id,
        "query": query,
        "chunk": str(hole.found.chunk_id),
        "rank": hole.found.rank,
        "run": hole.run,
        "passport": hole.passport,
        "upgrade": hole.upgrade,
        "state": hole.state.value,
        "grade": hole.grade,
        "judge": hole.judge or None,
        "since": hole.since.isoformat(),
        **({} if text is None else {"text": text}),
    }


def hole_line(hole: Hole, query: str) -> str:
    """One of them, tab-separated: number, query's ID, rank, grade or `-`, chunk, what the query asks."""
    grade = "-" if hole.grade is None else str(hole.grade)
    values = [str(hole.number), hole.found.query_id, str(hole.found.rank), grade, str(hole.found.chunk_id), query]
    return "\t".join(map(tab_field, values))


def holes_found(
    run: str, *, looked_at: int, judged: int, new: int, asked: int, unknown: Sequence[tuple[QueryId, str]]
) -> list[str]:
    """What a run's top asks of people, in sentences.

    Args:
        run: its name.
        looked_at: answers in its top.
        judged: those with a grade.
        new: those that are asked about from now on.
        asked: those that were asked about before.
        unknown: those that name nothing in the code.

    >>> holes_found("r.jsonl", looked_at=20, judged=15, new=4, asked=1, unknown=())[0]
    'r.jsonl: 15 of 20 answers in its top are judged (75 %); 4 chunks to judge, 1 more was asked about before.'
    """
    before = f", {asked:,} more {verb(asked, 'was', 'were')} asked about before" if asked else ""
    if not looked_at:
        return [f"{run}: answers no query of the gold set."]
    share = f"{judged:,} of {looked_at:,} answers in its top are judged ({percent(judged, looked_at)})"
    lines = [f"{run}: {share}; {count(new, 'chunk')} to judge{before}."]
    if unknown:
        few = ", ".join(text for _, text in unknown[:SHOWN_UNKNOWN]) + (", …" if len(unknown) > SHOWN_UNKNOWN else "")
        number = len(unknown)
        lines.append(
            f"{count(number, 'answer')} {verb(number, 'names', 'name')} nothing in the code that is scanned: {few}"
        )
    return lines
