"""What people type after `review` → selections and wishes."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TypeVar

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.errors import BadRequest
from goldkeeper.model.gold import Grade, QueryId
from goldkeeper.model.proposals import Action
from goldkeeper.model.reviews import OPEN_STATES, ItemState
from goldkeeper.model.staleness import Staleness
from goldkeeper.workflow.parting import Part
from goldkeeper.workflow.selection import Selection, parse_names
from goldkeeper.workflow.wishes import Wish

_GRADED = re.compile(r"(.+)=([0-9]+)", re.DOTALL)
_AGO = re.compile(r"([0-9]{1,6})([mhd])")
_UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}
_Kind = TypeVar("_Kind", bound=StrEnum)


def make_selection(
    names: Iterable[str] | None,
    drifts: Iterable[str] | None = None,
    changes: Iterable[str] | None = None,
    actions: Iterable[str] | None = None,
    paths: Iterable[str] | None = None,
    queries: Iterable[str] | None = None,
    min_confidence: float | None = None,
    *,
    staleness: Iterable[str] | None = None,
    certain: bool = False,
    everything: bool = False,
) -> Selection:
    """The items that a command line means.

    Raises:
        BadRequest: a name or kind that is none.
    """
    numbers, groups = parse_names(names or ())
    if everything and (numbers or groups):
        raise BadRequest("--all", "all of them, and some by name", "leave one of the two out")
    return Selection(
        numbers=numbers,
        groups=groups,
        everything=everything,
        drifts=parse_kinds("--drift", DriftKind, drifts),
        changes=parse_kinds("--change", ChangeKind, changes),
        actions=parse_kinds("--action", Action, actions),
        paths=tuple(paths or ()),
        queries=frozenset(QueryId(query) for query in queries or ()),
        min_confidence=min_confidence,
        certain=certain,
        staleness=parse_kinds("--staleness", Staleness, staleness),
    )


def something_named(selection: Selection, *, has_all: bool) -> None:
    """Nobody answers everything by naming nothing.

    Args:
        selection: what was named.
        has_all: the command has --all.

    Raises:
        BadRequest: neither a name, nor a filter, nor --all.
    """
    if not (selection.numbers or selection.groups or selection.everything or selection.filters):
        or_all = ", or say --all" if has_all else ""
        raise BadRequest("review", "no item is named", f"name numbers (3 5-9) or groups (g2){or_all}")


def make_wish(
    *,
    to: Iterable[str] | None = None,
    candidate: int | None = None,
    grade: int | None = None,
    queries: Iterable[str] | None = None,
    parts: Iterable[str] | None = None,
    reason: str = "",
    include_retire: bool = False,
    include_changed: bool = False,
    unseen: bool = False,
) -> Wish:
    """What a judge says beyond yes or no.

    Raises:
        BadRequest: a grade above 3.
        MalformedChunkId: a successor that is no chunk ID.
    """
    return Wish(
        targets=tuple(parse_target(text) for text in to or ()),
        candidate=candidate,
        grade=Grade(grade) if grade is not None else None,
        queries=tuple(QueryId(query) for query in queries) if queries else None,
        parts=tuple(parse_part(text) for text in parts or ()),
        reason=reason,
        include_retire=include_retire,
        include_changed=include_changed,
        unseen=unseen,
    )


def parse_since(text: str, now: datetime) -> datetime:
    """`30m`, `2h`, `3d` before now, or a moment as ISO 8601 has it, in UTC where it names no zone.

    >>> parse_since("2h", datetime(2026, 3, 14, 12, tzinfo=UTC)).hour
    10
    """
    ago = _AGO.fullmatch(text)
    if ago is not None:
        return now - int(ago[1]) * _UNITS[ago[2]]
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise BadRequest("--since", f"{text!r} is no moment", "write 30m, 2h, 3d, or 2026-03-14T12:00") from None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def parse_part(text: str) -> Part:
    """`QUERY=ID` or `QUERY=ID=GRADE`, or `QUERY=-` to take its pair out of the gold set; the first `=` counts."""
    query, found, target = text.partition("=")
    if not (query and found and target):
        raise BadRequest(f"--for {text}", "names no query with where it goes", "write QUERY=ID, or QUERY=- for nowhere")
    return Part((QueryId(query),), () if target == "-" else (parse_target(target),))


def parse_target(text: str) -> tuple[ChunkId, Grade | None]:
    """`ID` or `ID=GRADE`; the last `=` counts, since symbols hold some (`operator==`).

    >>> parse_target("a.cpp:1-2:T::operator===2")
    (ChunkId(path='a.cpp', span=Span(start=1, end=2), symbol='T::operator=='), 2)
    """
    graded = _GRADED.fullmatch(text)
    if graded is None:
        return ChunkId.parse(text, bare=True), None
    if graded[2] not in {"0", "1", "2", "3"}:
        raise BadRequest(f"--to {text}", f"{graded[2]} is no grade", "write 0, 1, 2 or 3 behind the last =")
    return ChunkId.parse(graded[1], bare=True), Grade(int(graded[2]))


def parse_states(names: Iterable[str] | None) -> frozenset[ItemState]:
    """States to list: those named, `all`, or without names the open ones."""
    if not names:
        return OPEN_STATES
    return frozenset(ItemState) if "all" in names else parse_kinds("--state", ItemState, names)


def parse_kinds(option: str, kind: type[_Kind], names: Iterable[str] | None) -> frozenset[_Kind]:
    """Members of a closed set by name, several with commas; a dash stands for a space.

    >>> parse_kinds("--change", ChangeKind, ["moved-and-renamed"])
    frozenset({<ChangeKind.MOVED_RENAMED: 'moved and renamed'>})
    """
    found = set()
    for name in (part.strip() for text in names or () for part in text.split(",")):
        try:
            found.add(kind(name.replace("-", " ").casefold()))
        except ValueError:
            known = ", ".join(member.value.replace(" ", "-") for member in kind)
            raise BadRequest(option, f"{name!r} is none of its kinds", f"write one of {known}") from None
    return frozenset(found)
