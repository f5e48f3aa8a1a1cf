r"""Decisions → the next gold file.

All decisions are carried out at once: each looks at the file as it was, none at what another made
of it. Two files that swapped names are two decisions, `a → b` and `b → a`; one after the other they
would send both golds to the same place.

Only usable pairs are changed. A damaged line or pair stays byte for byte until somebody mends it;
`Revision.left_alone` says where such a line names a chunk that was decided about.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from goldkeeper.adjudication.gold_edit import edit_line, escapes_unicode
from goldkeeper.adjudication.line_revision import Collision, PairChange, Replacement, by_written, revise_line
from goldkeeper.model.gold import QueryId, Severity
from goldkeeper.model.gold_entries import IsFile
from goldkeeper.model.gold_lines import GoldLine, read_gold_lines
from goldkeeper.model.gold_mentions import UnreadLines

__all__ = ["Collision", "LeftAlone", "PairChange", "Replacement", "Revision", "revise", "revision_diff"]


@dataclass(frozen=True, slots=True)
class LeftAlone:
    """A damaged line that names a chunk which was decided about; mend it by hand."""

    line: int
    written: str


@dataclass(frozen=True, slots=True)
class Revision:
    """The next gold file and what makes it differ.

    Attributes:
        data: the whole file; the same bytes when nothing changes.
        changes: by line, then in the order of the line.
        collisions: gold chunks that became one, by line.
        orphans: queries whose last relevant gold was removed, by line; their lines stay.
        not_found: decisions (written ID, query) that no usable pair answers to, in the order given;
            the query is None for a decision about all queries.
        left_alone: by line, then in the order given.
    """

    data: bytes
    changes: tuple[PairChange, ...]
    collisions: tuple[Collision, ...]
    orphans: tuple[QueryId, ...]
    not_found: tuple[tuple[str, QueryId | None], ...]
    left_alone: tuple[LeftAlone, ...] = ()


def revise(data: bytes, replacements: Sequence[Replacement], *, is_file: IsFile | None = None) -> Revision:
    """Carry out all replacements at once on a gold file's bytes.

    Args:
        data: the gold file.
        replacements: at most one answer for each pair; one that names queries goes before one that doesn't.
        is_file: as for reading the gold file.

    Raises:
        DecisionsContradict: two replacements send the same pair to different places.

    >>> from goldkeeper.model.chunks import ChunkId
    >>> from goldkeeper.model.reviews import Target
    >>> line = b'{"qid": "q1", "query": "sum", "gold": {"a.py:1-4:f": 3}, "note": 1.50}'
    >>> moved = Target(ChunkId.parse("b.py:3-6:f"), digest="")
    >>> revise(line, [Replacement("a.py:1-4:f", (moved,))]).data
    b'{"qid": "q1", "query": "sum", "gold": {"b.py:3-6:f": 3}, "note": 1.50}'
    """
    index = by_written(replacements)
    raw_lines = data.split(b"\n")
    changes: list[PairChange] = []
    collisions: list[Collision] = []
    orphans: list[QueryId] = []
    left_alone: list[LeftAlone] = []
    unread: list[tuple[int, bytes]] = []
    met: set[tuple[Replacement, QueryId]] = set()
    file_escapes = bool(escapes_unicode(data))
    # Grade 0 is read as a grade here whatever the settings say: its chunk moved like any other.
    for line in read_gold_lines(data, is_file=is_file, judged_zero=True, bare_ids=True):
        raw = raw_lines[line.number - 1]
        if line.query is None:
            if line.problems:  # else it is blank or a comment
                unread.append((line.number, raw))
            continue
        left_alone.extend(_left_alone(line, index))
        revised = revise_line(line, line.query.query_id, index)
        met.update((replacement, line.query.query_id) for replacement in revised.met)
        if not revised.changes:
            continue
        line_escapes = escapes_unicode(raw)
        ascii_only = file_escapes if line_escapes is None else line_escapes
        raw_lines[line.number - 1] = edit_line(raw, revised.members, ascii_only=ascii_only)
        changes.extend(revised.changes)
        collisions.extend(revised.collisions)
        if revised.orphaned:
            orphans.append(line.query.query_id)
    lines = UnreadLines.of(unread)  # what is no JSON has only its text to be looked at
    left_alone += [LeftAlone(number, written) for written in index for number in lines.naming(written)]
    order = {written: at for at, written in enumerate(index)}
    return Revision(
        b"\n".join(raw_lines),
        tuple(changes),
        tuple(collisions),
        tuple(orphans),
        tuple(_not_found(replacements, met)),
        tuple(sorted(left_alone, key=lambda left: (left.line, order[left.written]))),
    )


def _left_alone(line: GoldLine, index: Mapping[str, object]) -> list[LeftAlone]:
    """The unusable pairs of a usable line that somebody decided about."""
    if all(problem.severity is Severity.WARNING for problem in line.problems):
        return []
    damaged = dict.fromkeys(entry.written for entry in line.entries if not entry.usable)
    return [LeftAlone(line.number, written) for written in damaged if written in index]


def _not_found(
    replacements: Sequence[Replacement], met: set[tuple[Replacement, QueryId]]
) -> list[tuple[str, QueryId | None]]:
    missed: list[tuple[str, QueryId | None]] = []
    found = {replacement for replacement, _ in met}
    for replacement in replacements:
        if replacement.queries is None:
            if replacement not in found:
                missed.append((replacement.written, None))
        else:
            missed.extend((replacement.written, q) for q in sorted(replacement.queries) if (replacement, q) not in met)
    return missed


def revision_diff(revision: Revision, name: str) -> str:
    """What a revision changes, pair by pair, as people read a diff; empty when it changes nothing.

    A unified diff of the file would print each long line twice for one changed ID.

    Args:
        revision: what to show.
        name: the gold file as the user named it.
    """
    if not revision.changes:
        return ""
    rows = [f"--- {name}", f"+++ {name}"]
    for (line, query_id), changes in groupby(revision.changes, key=lambda change: (change.line, change.query_id)):
        rows.append(f"@@ line {line}, query {_visible(query_id)} @@")
        for change in changes:
            rows.append(f"-  {_visible(change.before)}  {change.grade_before}")
            rows.extend(f"+  {_visible(written)}  {grade}" for written, grade in change.after)
        rows.extend(f"   {_visible(c.sentence)}" for c in revision.collisions if c.line == line)
        if query_id in revision.orphans:
            rows.append("   the query has no relevant gold left")
    return "\n".join(rows) + "\n"


def _visible(text: str) -> str:
    return text if text.isprintable() else repr(text)[1:-1]
