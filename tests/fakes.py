"""Stand-ins for the ports: plain, in memory, and held to the same contract as the real ones."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from goldkeeper.model.anchors import Anchor, NeverResolved
from goldkeeper.model.changes import CommitNote, FileChange
from goldkeeper.model.chunks import BlobId, ChunkId, CommitId, SkipReason
from goldkeeper.model.errors import GoldFileChanged, ItemNotOpen, TargetMoved, UnknownItem, UnknownRevision
from goldkeeper.model.gold import GoldProblem, GoldSet
from goldkeeper.model.gold_lines import digest_of, read_gold
from goldkeeper.model.known_answers import KnownAnswer
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.model.reviews import Answer, Decision, ItemState, LogLine, ReviewItem
from goldkeeper.ports import FileEntry, PendingApplication, QueueChange, Touch
from tests.builders import NOON, a_digest

OPEN = (ItemState.WAITING, ItemState.DEFERRED)
UNSETTLED = (*OPEN, ItemState.DECIDED)


class InMemoryQueue:
    """A review queue in two lists; shares no rule with the real one, so that each checks the other."""

    judges = 1

    def __init__(self) -> None:
        self._items: list[ReviewItem] = []
        self._causes: list[str] = []
        self._unsure: dict[int, dict[str, Decision]] = {}
        self._events: list[tuple[int, datetime, str, str, str]] = []

    def add(self, proposals: Sequence[RemapProposal], *, scan: str, now: datetime) -> QueueChange:
        added: list[int] = []
        unchanged: list[int] = []
        superseded: list[int] = []
        held = 0
        who = f"scan {scan}"
        if len({proposal.chunk_id for proposal in proposals}) < len(proposals):
            raise ValueError("two proposals for one chunk")
        for proposal in proposals:
            group = self._group(proposal.cause.key)
            past = [item for item in self._items if item.proposal.chunk_id == proposal.chunk_id]
            current = next((item for item in past if item.state in UNSETTLED), None)
            same = [item for item in past if item.proposal.content_key == proposal.content_key]
            if current in same and current is not None:
                if current.state is ItemState.DECIDED:
                    held += 1
                else:
                    unchanged.append(current.number)
                    self._put(replace(current, proposal=proposal, group=group))
                continue
            if current is not None:
                self._change(current.number, UNSETTLED, ItemState.SUPERSEDED)
                self._tell(current.number, now, who, "superseded", "the code or the proposal changed")
                superseded.append(current.number)
            no = [item for item in same if item.decision and item.decision.answer is Answer.REJECT]
            answered = [
                item
                for item in same
                if item is past[-1]
                and item.state is ItemState.SUPERSEDED
                and item.decision is not None
                and item.decision.answer is not Answer.DEFER
            ]
            if no or answered:
                held += 1
                old = (no or answered)[-1]
                if old.state is ItemState.SUPERSEDED:
                    self._change(old.number, (ItemState.SUPERSEDED,), ItemState.DECIDED)
                    self._tell(old.number, now, who, "reinstated", "the question is the one that was answered before")
                continue
            before = current or (past[-1] if past and past[-1].state is ItemState.SUPERSEDED else None)
            number = len(self._items) + 1
            self._items.append(
                ReviewItem(number, group, ItemState.WAITING, proposal, now, None, before.number if before else None)
            )
            self._tell(number, now, who, "asked", proposal.cause.sentence)
            added.append(number)
        asked = {proposal.chunk_id for proposal in proposals}
        for item in tuple(self._items):
            turned_down = item.decision is not None and item.decision.answer is Answer.REJECT
            audited = item.proposal.cause.key.startswith("audit:")
            if item.state in UNSETTLED and item.proposal.chunk_id not in asked and not turned_down and not audited:
                self._change(item.number, UNSETTLED, ItemState.SUPERSEDED)
                self._tell(item.number, now, who, "superseded", "nothing is asked about this chunk any more")
                superseded.append(item.number)
        return QueueChange(tuple(added), tuple(sorted(unchanged)), tuple(sorted(superseded)), held)

    def ask_beside(self, proposals: Sequence[RemapProposal], *, who: str, now: datetime) -> QueueChange:
        added: list[int] = []
        unchanged: list[int] = []
        superseded: list[int] = []
        held = 0
        for proposal in proposals:
            past = [item for item in self._items if item.proposal.chunk_id == proposal.chunk_id]
            same = [item for item in past if item.proposal.content_key == proposal.content_key]
            current = next((item for item in past if item.state in UNSETTLED), None)
            turned_down = current is not None and current.decision and current.decision.answer is Answer.REJECT
            if current is not None and current not in same and turned_down:
                self._change(current.number, UNSETTLED, ItemState.SUPERSEDED)
                self._tell(current.number, now, who, "superseded", "the code or the proposal changed")
                superseded.append(current.number)
                current = None
                past = [item for item in self._items if item.proposal.chunk_id == proposal.chunk_id]
            if current is not None and current in same and current.state in OPEN:
                unchanged.append(current.number)
                self._put(replace(current, proposal=proposal, group=self._group(proposal.cause.key)))
                continue
            said = [item for item in same if item.decision and item.decision.answer is Answer.REJECT]
            stood = past[-1:] if past and past[-1] in same and past[-1].decision is not None else []
            if current is not None or said or (stood and stood[0].state is ItemState.SUPERSEDED):
                for old in (said or stood)[-1:] if current is None else ():
                    if old.state is ItemState.SUPERSEDED:
                        self._change(old.number, (ItemState.SUPERSEDED,), ItemState.DECIDED)
                        why = "the question is the one that was answered before"
                        self._tell(old.number, now, who, "reinstated", why)
                held += 1
                continue
            before = past[-1].number if past and past[-1].state is ItemState.SUPERSEDED else None
            number = len(self._items) + 1
            group = self._group(proposal.cause.key)
            self._items.append(ReviewItem(number, group, ItemState.WAITING, proposal, now, None, before))
            self._tell(number, now, who, "asked", proposal.cause.sentence)
            added.append(number)
        return QueueChange(tuple(added), tuple(sorted(unchanged)), tuple(superseded), held)

    def items(self, states: Iterable[ItemState] | None = None) -> tuple[ReviewItem, ...]:
        wanted = set(ItemState if states is None else states)
        return tuple(item for item in self._items if item.state in wanted)

    def item(self, number: int) -> ReviewItem:
        if not 1 <= number <= len(self._items):
            raise UnknownItem("item", str(number))
        return self._items[number - 1]

    def together(self) -> AbstractContextManager[None]:
        return nullcontext()

    def decide(self, decision: Decision, *, expected: str) -> ReviewItem:
        item = self.item(decision.item)
        if item.state in OPEN and item.proposal.content_key != expected:
            raise TargetMoved(item.number, str(item.proposal.chunk_id))
        if decision.answer is Answer.UNSURE:
            self._change(item.number, OPEN, item.state)
            self._unsure.setdefault(item.number, {})[decision.judge] = decision
            self._tell(item.number, decision.at, decision.judge, "unsure", decision.reason)
            return item
        state = ItemState.DEFERRED if decision.answer is Answer.DEFER else ItemState.DECIDED
        self._change(item.number, OPEN, state)
        self._put(replace(self.item(item.number), decision=decision))
        self._tell(item.number, decision.at, decision.judge, decision.answer.value, decision.reason)
        return self.item(item.number)

    def opinions(self) -> Mapping[int, tuple[Decision, ...]]:
        held = {n: tuple(said.values()) for n, said in self._unsure.items() if self.item(n).state in OPEN}
        return {number: said for number, said in held.items() if said}

    def note(self, number: int, text: str, *, who: str, now: datetime) -> None:
        self.item(number)
        self._tell(number, now, who, "note", text)

    def undo(self, number: int, *, judge: str, now: datetime) -> ReviewItem:
        spoke = self._unsure.get(number, {}).pop(judge, None)
        if spoke is not None and self.item(number).state is ItemState.WAITING:
            self._tell(number, now, judge, "undo", "")
            return self.item(number)
        before = self.item(number).decision
        self._change(number, (ItemState.DECIDED, ItemState.DEFERRED), ItemState.WAITING)
        self._put(replace(self.item(number), decision=None))
        if before is not None:
            self._tell(number, now, judge, "undo", f"{before.answer.value} by {before.judge}")
        return self.item(number)

    def mark_applied(self, numbers: Sequence[int], *, now: datetime) -> None:
        found = [self.item(number) for number in sorted(set(numbers))]
        for item in found:
            if item.state is ItemState.DECIDED:
                self._change(item.number, (ItemState.DECIDED,), ItemState.APPLIED)
                self._tell(item.number, now, "apply", "applied", "")
        for item in found:
            if item.state not in {ItemState.DECIDED, ItemState.APPLIED}:
                raise ItemNotOpen(item.number, item.state.value)

    def supersede(self, number: int, *, expected: str, reason: str, now: datetime) -> None:
        item = self.item(number)
        if item.state in OPEN and item.proposal.content_key != expected:
            raise TargetMoved(number, str(item.proposal.chunk_id))
        self._change(number, OPEN, ItemState.SUPERSEDED)
        self._tell(number, now, "goldkeeper", "superseded", reason)

    def log(self, number: int) -> tuple[LogLine, ...]:
        self.item(number)
        return tuple((at, who, what, why) for of, at, who, what, why in self._events if of == number)

    def ever(self, what: str) -> frozenset[int]:
        return frozenset(of for of, _, _, happened, _ in self._events if happened == what)

    def recent(self, most: int) -> tuple[tuple[int, *LogLine], ...]:
        return tuple(reversed(self._events[-most:]))

    def newest_event(self) -> int:
        return len(self._events)

    def _group(self, cause: str) -> str:
        if cause not in self._causes:
            self._causes.append(cause)
        return f"g{self._causes.index(cause) + 1}"

    def _change(self, number: int, leaves: Iterable[ItemState], state: ItemState) -> None:
        item = self.item(number)
        if item.state not in set(leaves):
            settled = item.state in {ItemState.DECIDED, ItemState.APPLIED}
            raise ItemNotOpen(number, item.state.value, item.decision.judge if item.decision and settled else "")
        self._put(replace(item, state=state))

    def _put(self, item: ReviewItem) -> None:
        self._items[item.number - 1] = item

    def _tell(self, number: int, now: datetime, who: str, what: str, why: str) -> None:
        self._events.append((number, now, who, what, why))


class DictTree:
    """A state of the code, in a dictionary."""

    def __init__(
        self,
        files: Mapping[str, str],
        *,
        commit: CommitId | None = None,
        skipped: Mapping[str, SkipReason] | None = None,
        unreadable: Iterable[str] = (),
    ) -> None:
        self.label = commit[:7] if commit else "work tree"
        self.commit = commit
        self.asked: list[str] = []
        self._files = {path: text.encode() for path, text in files.items()}
        self._skipped = dict(skipped or {})
        self._unreadable = frozenset(unreadable)

    def files(self) -> Mapping[str, FileEntry]:
        return {path: FileEntry(path, blob_of(data), len(data)) for path, data in self._files.items()}

    def skipped(self) -> Mapping[str, SkipReason]:
        return self._skipped

    def read(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | SkipReason]]:
        for path in paths:
            self.asked.append(path)
            yield path, SkipReason.OBJECT_MISSING if path in self._unreadable else self._files[path]


def blob_of(data: bytes) -> BlobId:
    """A name for a content, equal for equal bytes."""
    return BlobId(a_digest(data.decode()))


class FakeHistory:
    """A straight line of commits, one a day; each is a dictionary of files, the newest last."""

    def __init__(self, *states: Mapping[str, str], lacking: Iterable[int] = (), notes: Iterable[str] = ()) -> None:
        self.commits = [CommitId(f"{number:040x}") for number in range(1, len(states) + 1)]
        self.states = dict(zip(self.commits, (dict(state) for state in states), strict=True))
        self.lacking = {self.commits[number] for number in lacking}
        self.searched: list[str] = []
        self._notes = tuple(notes)

    @property
    def head(self) -> CommitId:
        return self.commits[-1]

    def add(self, state: Mapping[str, str]) -> CommitId:
        """One more commit."""
        self.commits.append(CommitId(f"{len(self.commits) + 1:040x}"))
        self.states[self.commits[-1]] = dict(state)
        return self.commits[-1]

    def resolve(self, rev: str) -> CommitId:
        found = {"HEAD": self.head, **{str(commit): commit for commit in self.commits}}
        if rev not in found:
            raise UnknownRevision(rev, "shop")
        return found[rev]

    def tree(self, commit: CommitId) -> DictTree:
        return DictTree(self.states[commit], commit=commit)

    def work_tree(self) -> DictTree:
        return DictTree(self.states[self.head])

    def has(self, commit: CommitId) -> bool:
        return commit in self.states and commit not in self.lacking

    def changed_files(self, base: CommitId, head: CommitId) -> tuple[FileChange, ...]:
        before, after = self.tree(base).files(), self.tree(head).files()
        blobs = [
            (path, old.blob if (old := before.get(path)) else None, new.blob if (new := after.get(path)) else None)
            for path in sorted(before.keys() | after.keys())
        ]
        return tuple(FileChange(path, old, new) for path, old, new in blobs if old != new)

    def commits_between(
        self, base: CommitId, head: CommitId, paths: Iterable[str]
    ) -> Mapping[str, tuple[CommitNote, ...]]:
        between = self.commits[self.commits.index(base) + 1 : self.commits.index(head) + 1]
        return {
            path: tuple(self.commit_note(commit) for commit in reversed(between) if self._changes(commit, path))
            for path in paths
        }

    def file_history(self, path: str, head: CommitId, *, follow: bool = False) -> Iterator[tuple[CommitId, BlobId]]:
        self.searched.append(path)
        for commit in reversed(self.commits[: self.commits.index(head) + 1]):
            if path in self.states[commit] and self._changes(commit, path) and commit not in self.lacking:
                yield commit, blob_of(self.states[commit][path].encode())

    def count_between(self, base: CommitId, head: CommitId) -> int:
        return max(0, self.commits.index(head) - self.commits.index(base))

    def behind_since(self, base: CommitId, head: CommitId) -> datetime | None:
        missing = self.commits[self.commits.index(base) + 1 : self.commits.index(head) + 1]
        return min((self.commit_note(commit).date for commit in missing), default=None)

    def commit_at(self, moment: datetime, head: CommitId) -> CommitId | None:
        line = self.commits[: self.commits.index(head) + 1]
        return next((commit for commit in reversed(line) if self.commit_note(commit).date <= moment), None)

    def read_blobs(self, blobs: Iterable[BlobId]) -> Iterator[tuple[BlobId, bytes | SkipReason]]:
        known = {blob_of(text.encode()): text.encode() for state in self.states.values() for text in state.values()}
        return ((blob, known.get(blob, SkipReason.OBJECT_MISSING)) for blob in blobs)

    def commit_note(self, commit: CommitId) -> CommitNote:
        number = self.commits.index(commit)
        return CommitNote(commit, "Ada", NOON + timedelta(days=number - 100), f"change {number + 1}")

    def notes(self) -> tuple[str, ...]:
        return self._notes

    def _changes(self, commit: CommitId, path: str) -> bool:
        number = self.commits.index(commit)
        before = self.states[self.commits[number - 1]].get(path) if number else None
        return before != self.states[commit].get(path)


class InMemoryGold:
    """A gold file as bytes."""

    def __init__(self, data: bytes) -> None:
        self.name = "gold.jsonl"
        self.data = data

    def read(self, is_file: Callable[[str], bool] | None = None) -> GoldSet:
        return read_gold(self.data, self.name, is_file=is_file)

    def rewrite(self, data: bytes, *, expected_digest: str) -> None:
        if digest_of(self.data) != expected_digest:
            raise GoldFileChanged(self.name)
        self.data = data

    def bytes(self) -> bytes:
        return self.data


class InMemoryAnchors:
    """Anchors by ID; `writes` counts how often they were replaced."""

    def __init__(self, *anchors: Anchor | NeverResolved) -> None:
        self.entries = {anchor.chunk_id: anchor for anchor in anchors}
        self.writes = 0
        self.problems: tuple[GoldProblem, ...] = ()

    def read(self) -> Mapping[ChunkId, Anchor | NeverResolved]:
        return dict(self.entries)

    def write(self, anchors: Iterable[Anchor | NeverResolved]) -> None:
        self.entries = {anchor.chunk_id: anchor for anchor in anchors}
        self.writes += 1


class InMemoryJournal:
    """What is being applied."""

    def __init__(self) -> None:
        self.pending: PendingApplication | None = None

    def read(self) -> PendingApplication | None:
        return self.pending

    def begin(self, pending: PendingApplication) -> None:
        self.pending = pending

    def end(self) -> None:
        self.pending = None


@dataclass
class InMemoryCache:
    """Packed chunks in a dictionary; `misses` are keys that were asked for in vain."""

    rows: dict[tuple[BlobId, str, str], bytes] = field(default_factory=dict)
    misses: list[tuple[BlobId, str]] = field(default_factory=list)

    def get_many(self, keys: Sequence[tuple[BlobId, str]], chunker: str) -> Mapping[tuple[BlobId, str], bytes]:
        self.misses += [key for key in keys if (*key, chunker) not in self.rows]
        return {key: self.rows[*key, chunker] for key in keys if (*key, chunker) in self.rows}

    def put_many(self, rows: Mapping[tuple[BlobId, str], bytes], chunker: str) -> None:
        self.rows.update({(*key, chunker): row for key, row in rows.items()})


@dataclass(frozen=True, slots=True)
class FakeCommit:
    """A commit of `FakeHistoryIndex`: its name, the names of its parents, and all files that it has."""

    name: str
    parents: tuple[str, ...]
    files: Mapping[str, str]
    is_cut_off: bool = False


class FakeHistoryIndex:
    """A history given commit by commit, parents first; `files` are whole states, path → blob."""

    def __init__(self, *commits: FakeCommit) -> None:
        self._commits = commits
        self._numbers = {commit.name: number for number, commit in enumerate(commits)}

    def number(self, commit: CommitId) -> int | None:
        return self._numbers.get(commit)

    def commit(self, number: int) -> CommitId:
        return CommitId(self._commits[number].name)

    def parents(self, number: int) -> Sequence[int]:
        return [self._numbers[parent] for parent in self._commits[number].parents]

    def is_cut_off(self, number: int) -> bool:
        return self._commits[number].is_cut_off

    def line(self, base: int, head: int) -> Sequence[int] | None:
        heirs = {base}
        for number in range(base + 1, head + 1):
            if heirs.intersection(self.parents(number)):
                heirs.add(number)
        if head not in heirs:
            return None
        way = []
        while head != base:
            way.append(head)
            head = next(parent for parent in self.parents(head) if parent in heirs)
        return tuple(reversed(way))

    def merge_base(self, one: int, other: int) -> int | None:
        return max(self._past(one) & self._past(other), default=None)

    def touches(self, path: str) -> Sequence[Touch]:
        return tuple(
            Touch(number, change.base_blob, change.head_blob)
            for number in range(len(self._commits))
            for change in self.changes(number)
            if change.path == path
        )

    def last_touch(self, number: int, path: str) -> Touch | None:
        by_number = {touch.number: touch for touch in self.touches(path)}
        at: int | None = number
        while at is not None and at not in by_number:
            at = next(iter(self.parents(at)), None)
        return by_number.get(at) if at is not None else None

    def changes(self, number: int, parent: int | None = None) -> Sequence[FileChange]:
        parents = self.parents(number)
        if parent is None and parents:
            parent = parents[0]
        base = self._commits[parent].files if parent is not None else {}
        head = self._commits[number].files
        return tuple(
            FileChange(path, self._blob(base, path), self._blob(head, path))
            for path in sorted(base.keys() | head.keys())
            if base.get(path) != head.get(path)
        )

    def blob_at(self, number: int, path: str) -> BlobId | None:
        return self._blob(self._commits[number].files, path)

    def _past(self, number: int) -> set[int]:
        past, waiting = {number}, [number]
        while waiting:
            parents = set(self.parents(waiting.pop())) - past
            past |= parents
            waiting.extend(parents)
        return past

    def _blob(self, files: Mapping[str, str], path: str) -> BlobId | None:
        return BlobId(files[path]) if path in files else None


class InMemoryLookBook:
    """Looks in a dictionary; `busy` refuses to write."""

    def __init__(self) -> None:
        self.busy = False
        self._looks: dict[tuple[str, int], tuple[str, datetime]] = {}

    def keep(self, judge: str, keys: Mapping[int, str], *, now: datetime) -> bool:
        if not self.busy:
            self._looks |= {(judge, number): (key, now) for number, key in keys.items()}
        return not self.busy

    def seen(self, judge: str, *, since: datetime) -> Mapping[int, str]:
        return {number: key for (whose, number), (key, at) in self._looks.items() if whose == judge and at >= since}


class InMemoryKnownBook:
    """`ports.KnownBook`."""

    def __init__(self) -> None:
        self._kept: list[KnownAnswer] = []
        self._changes = 0

    def keep(self, answer: KnownAnswer) -> None:
        self._changes += 1
        self._kept = [one for one in self._kept if (one.item, one.judge) != (answer.item, answer.judge)] + [answer]

    def strike(self, item: int, judge: str) -> bool:
        before = len(self._kept)
        self._kept = [one for one in self._kept if (one.item, one.judge) != (item, judge)]
        self._changes += before - len(self._kept)
        return len(self._kept) < before

    def answers(self, judge: str | None = None) -> tuple[KnownAnswer, ...]:
        return tuple(one for one in self._kept if judge is None or one.judge == judge)

    def mark(self) -> int:
        return self._changes
