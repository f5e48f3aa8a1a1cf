"""In which state of the code was a reference of another tool's gold file judged?

Lines that were written two years ago name something else in today's code, and often a chunk all the
same. Read there, rot would be taken for gold, and every later scan would call it sound. Who brings
the file in may name the state; else the file may, record by record; else the commit that brought
the reference into the file is the best witness, as it is for IDs of our own gold files. What
nothing tells is taken for the state that is scanned, and that is said.

Not the lines of the file are followed through its versions but the judgements in them: a field
added to every line, or a new indentation, judges nothing anew.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from goldkeeper.model.chunks import CommitId, SkipReason
from goldkeeper.model.errors import FileUnreadable, UnknownRevision
from goldkeeper.model.gold import GoldProblem, Query, QueryId, Severity
from goldkeeper.model.references import GoldReference, Place, References
from goldkeeper.ports import History, SourceTree
from goldkeeper.reporting.wording import count, verb
from goldkeeper.workflow.code import Code

_COMMIT = re.compile(r"[0-9a-fA-F]{7,64}")
_NAME_IT = "name the state with --judged-at REV"


class KnownBy(StrEnum):
    """How it is known in which state a reference was judged."""

    NAMED = "named"  # by the person who brings the file in
    RECORDED = "recorded"  # in the file itself
    INTRODUCED = "introduced"  # the commit that brought the reference into the file
    DATED = "dated"  # the newest commit of the code at the moment of that commit
    ASSUMED = "assumed"  # nothing tells: the state that is scanned


@dataclass(frozen=True, slots=True)
class SourcePast:
    """The other tool's file over time.

    Attributes:
        history: of the repository that holds the file.
        path: of the file in there.
        head: the commit to look back from.
        read: a version of the file → its references; raises FileUnreadable.
    """

    history: History
    path: str
    head: CommitId
    read: Callable[[bytes], References]


@dataclass(frozen=True, slots=True)
class Judged:
    """The state in which a reference was judged; `date` is that of its commit."""

    tree: SourceTree
    known_by: KnownBy
    date: datetime | None = None


@dataclass(frozen=True, slots=True)
class JudgedStates:
    """The state of each reference, by its place in the file.

    Attributes:
        states: of those that can be read somewhere.
        lost: why there is none, for the others.
        problems: of what the file says of its states.
        notes: what people should know, each a whole sentence.
    """

    states: Mapping[int, Judged]
    lost: Mapping[int, GoldProblem]
    problems: tuple[GoldProblem, ...]
    notes: tuple[str, ...]


def judged_states(
    references: References, code: Code, *, past: SourcePast | None, judged_at: SourceTree | None
) -> JudgedStates:
    """Find the state in which each reference was judged.

    Args:
        code: its head is taken where nothing tells the state.
        past: None where the file is not under version control.
        judged_at: the state of all references; None asks the file and its history.
    """
    every = range(len(references.references))
    if judged_at is not None:
        named = _state(judged_at, KnownBy.NAMED, code.history)
        return JudgedStates(dict.fromkeys(every, named), {}, (), ())
    search = _Search(code, {})
    recorded, lost, problems = search.recorded(references.references)
    silent = {at: references.references[at] for at in every if at not in recorded and at not in lost}
    brought = introductions(silent, references.queries, past) if past is not None else {}
    states = {**recorded, **search.at_commits(brought, past)}
    assumed = [at for at in silent if at not in states]
    here = _state(code.head, KnownBy.ASSUMED, code.history)
    states |= dict.fromkeys(assumed, here)
    notes = _clone_notes(code, past) if brought else []
    if assumed and code.history is not None:
        notes.append(_assumption(references.name, len(assumed), code.head.label, versioned=past is not None))
    return JudgedStates(states, lost, tuple(problems), tuple(notes))


def introductions(
    wanted: Mapping[int, GoldReference], queries: Iterable[Query], past: SourcePast
) -> dict[int, CommitId]:
    """Place in the file → the commit since which the file has held that reference without a break.

    A version that can't be read breaks nothing: damage is mended, and what came back was not judged anew.
    """
    texts = {query.query_id: query.text for query in queries}
    alive, found = dict(wanted), dict[int, CommitId]()
    versions = list(past.history.file_history(past.path, past.head, follow=True))
    contents = past.history.read_blobs([blob for _, blob in versions])
    for (commit, _), (_, data) in zip(versions, contents, strict=True):
        if isinstance(data, SkipReason):
            break
        try:
            then = past.read(data)
        except FileUnreadable:
            continue
        held = _judgements(then.references, {query.query_id: query.text for query in then.queries})
        alive = {at: one for at, one in alive.items() if held & _judgements([one], texts)}
        if not alive:
            break
        found.update(dict.fromkeys(alive, commit))
    return found


def _judgements(references: Iterable[GoldReference], texts: Mapping[QueryId, str]) -> set[tuple[str, str, Place]]:
    """What was judged, by the query's ID and by its text: either may be given anew without looking at the code."""
    found: set[tuple[str, str, Place]] = set()
    for one in references:
        found |= {("id", one.query_id, one.place), ("text", texts[one.query_id], one.place)}
    return found


@dataclass(frozen=True, slots=True)
class _Search:
    code: Code
    seen: dict[str, CommitId | None]

    def recorded(
        self, references: Sequence[GoldReference]
    ) -> tuple[dict[int, Judged], dict[int, GoldProblem], list[GoldProblem]]:
        """What the file itself says, where it says something that can be followed."""
        history = self.code.history
        states: dict[int, Judged] = {}
        lost: dict[int, GoldProblem] = {}
        unclear: dict[str, GoldProblem] = {}
        for at, reference in enumerate(references):
            revision = reference.revision
            if not revision or history is None:
                continue
            commit = self._commit(revision, history)
            if commit is not None:
                states[at] = _state(history.tree(commit), KnownBy.RECORDED, history)
            elif _COMMIT.fullmatch(revision):
                message = f"reference {reference.written!r} was judged at {revision}, which is no commit here"
                lost[at] = GoldProblem(reference.line, "revision-unknown", message, f"fetch it, or {_NAME_IT}")
            elif revision not in unclear:  # a branch, HEAD: it has moved since, or is no revision at all
                message = f"{revision!r} is neither a commit nor a tag, so it tells no state"
                unclear[revision] = GoldProblem(reference.line, "revision-unclear", message, _NAME_IT, Severity.WARNING)
        return states, lost, list(unclear.values())

    def at_commits(self, brought: Mapping[int, CommitId], past: SourcePast | None) -> dict[int, Judged]:
        """The code's own state at commits of the file's repository, which may be another one."""
        history, head = self.code.history, self.code.head_commit
        if past is None or history is None or head is None:
            return {}
        found: dict[CommitId, Judged] = {}
        for commit in set(brought.values()):
            if history.has(commit):
                found[commit] = _state(history.tree(commit), KnownBy.INTRODUCED, history)
                continue
            code_then = history.commit_at(past.history.commit_note(commit).date, head)
            if code_then is not None:
                found[commit] = _state(history.tree(code_then), KnownBy.DATED, history)
        return {at: found[commit] for at, commit in brought.items() if commit in found}

    def _commit(self, revision: str, history: History) -> CommitId | None:
        if revision not in self.seen:
            try:
                is_name = _COMMIT.fullmatch(revision)
                self.seen[revision] = history.resolve(revision if is_name else f"refs/tags/{revision}")
            except UnknownRevision:
                self.seen[revision] = None
        return self.seen[revision]


def _state(tree: SourceTree, known_by: KnownBy, history: History | None) -> Judged:
    date = history.commit_note(tree.commit).date if history is not None and tree.commit is not None else None
    return Judged(tree, known_by, date)


def _assumption(name: str, number: int, label: str, *, versioned: bool) -> str:
    judged = f"{count(number, 'reference')} {verb(number, 'was', 'were')} read in {label}, the state that is scanned"
    why = f"no commit tells when they came into {name}" if versioned else f"{name} is not under version control"
    return f"{why}: {judged}; if they were written for another state, {_NAME_IT}"


def _clone_notes(code: Code, past: SourcePast | None) -> list[str]:
    """A clone that lacks history dates a file by the oldest commit it has."""
    held = [*(code.history.notes() if code.history else ()), *(past.history.notes() if past else ())]
    return list(dict.fromkeys(held))


def states_in_order(states: Iterable[Judged]) -> list[tuple[Judged, int]]:
    """Each state once with the number of its references, oldest first; files on disk last."""
    number = Counter((one.tree.commit, one.known_by) for one in states)
    first = {(one.tree.commit, one.known_by): one for one in states}
    return [(first[key], number[key]) for key in sorted(first, key=lambda key: age(first[key]))]


def age(state: Judged) -> tuple[bool, float, str, str]:
    """An order of states, oldest first; files on disk are newest."""
    moment = state.date.timestamp() if state.date is not None else 0.0
    return state.tree.commit is None, moment, state.tree.commit or "", state.known_by
