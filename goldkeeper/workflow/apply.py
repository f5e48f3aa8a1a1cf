"""Decisions → the next gold file and its anchors.

The gold file is written first, whole, under a handshake on its digest; then the anchors; then the
items are marked. A crash in between loses nothing, and is not made worse by trying again: two files
that swapped names are the decisions `a → b` and `b → a`, and carried out twice they would be undone.
So a journal keeps the digest of what was about to be written, and `finish_interrupted` does the rest.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldkeeper.adjudication.revision import Replacement, Revision, revise
from goldkeeper.model.anchors import Anchor, AnchorOrigin, NeverResolved
from goldkeeper.model.chunks import ChunkId, CommitId
from goldkeeper.model.errors import ApplicationInterrupted, GoldkeeperError
from goldkeeper.model.gold import QueryId
from goldkeeper.model.gold_lines import digest_of
from goldkeeper.model.reviews import UNSETTLED_STATES, ItemState, ReviewItem, Target
from goldkeeper.ports import Clock, Journal, PendingApplication, ReviewQueue, SourceTree
from goldkeeper.workflow.anchoring import anchor_of, still_named
from goldkeeper.workflow.code import Code, GoldPlace
from goldkeeper.workflow.holding import HeldBack, decision_of, hold_back
from goldkeeper.workflow.snapshot import cut_snapshot

_COUNTED = re.compile(r"[0-9,]+ chunks?: ")
_Named = tuple[ChunkId, str]  # a target's ID with the digest that was confirmed: two decisions may differ in the latter


@dataclass(frozen=True, slots=True)
class Application:
    """What applying would write, or has written.

    Attributes:
        before, after: the gold file's bytes.
        items: numbers of the decided items that it carries out.
        outdated: items whose target says something else by now; left out, to be scanned again.
        held_back: decisions that have to wait for others; they stay decided.
        anchors: the whole new set of anchors.
    """

    before: bytes
    after: bytes
    revision: Revision
    items: tuple[ReviewItem, ...]
    outdated: tuple[ReviewItem, ...]
    anchors: Mapping[ChunkId, Anchor | NeverResolved]
    held_back: tuple[HeldBack, ...] = ()

    @property
    def message(self) -> str:
        """A commit message: what changed, by cause, and for each decision who said so and why."""
        count = len(self.items)
        lines = [f"Mend the gold set: {count} decision{'s' * (count != 1)}"]
        by_cause: dict[str, list[ReviewItem]] = {}
        for item in self.items:
            by_cause.setdefault(item.proposal.cause.key, []).append(item)
        for items in by_cause.values():
            # The sentence counts all that drifted for this cause, of which these are some.
            lines += ["", _COUNTED.sub("", items[0].proposal.cause.sentence), *map(_decided_line, items)]
        if self.revision.collisions:
            lines += ["", *(collision.sentence for collision in self.revision.collisions)]
        return "\n".join(lines) + "\n"

    @property
    def changes_nothing(self) -> bool:
        """Whether there is nothing to write and nothing to mark."""
        return not self.items


def _decided_line(item: ReviewItem) -> str:
    decision = decision_of(item)
    fates = [_fate(item, queries, targets) for queries, targets in decision.ways]
    reason = f" ({decision.reason})" if decision.reason else ""
    return f"{item.proposal.chunk_id} -> {'; '.join(fates)}; {decision.judge}{reason}"


def _fate(item: ReviewItem, queries: Sequence[QueryId] | None, targets: Sequence[Target]) -> str:
    named = [target.chunk_id for target in targets]
    fate = ", ".join(map(str, named)) or "retired"
    if named == [item.proposal.chunk_id]:
        fate = "kept as it is now"
    return fate if queries is None else f"{fate} for {', '.join(queries)}"


def plan_application(gold: GoldPlace, code: Code, queue: ReviewQueue) -> Application:
    """Work out the next gold file from every decision that is not applied yet; writes nothing."""
    decided = [item for item in queue.items({ItemState.DECIDED}) if item.asks_for_change]
    targets = _targets(decided, code)
    valid: list[ReviewItem] = []
    outdated: list[ReviewItem] = []
    for item in decided:
        (valid if all(_as_named(target) in targets for target in decision_of(item).targets) else outdated).append(item)
    before, known = gold.file.bytes(), gold.anchors.read()
    held_back = hold_back(valid, before, known, unsettled=lambda: queue.items(UNSETTLED_STATES), is_file=code.knows)
    waiting = {held.item.number for held in held_back}
    items = [item for item in valid if item.number not in waiting]
    revision = revise(before, [one for item in items for one in _replacements(item)], is_file=code.knows)
    anchors = _with_targets(known, items, targets)
    return Application(before, revision.data, revision, tuple(items), tuple(outdated), anchors, held_back)


def carry_out(application: Application, gold: GoldPlace, queue: ReviewQueue, journal: Journal, *, clock: Clock) -> None:
    """Write what was planned.

    Raises:
        GoldFileChanged: somebody edited the gold file since; nothing was written.
        FileUnreadable: it can't be written; nothing was.
    """
    numbers = tuple(item.number for item in application.items)
    before = digest_of(application.before)
    journal.begin(PendingApplication(digest_of(application.after), numbers, before))
    try:
        gold.file.rewrite(application.after, expected_digest=before)
    except GoldkeeperError:
        journal.end()
        raise
    gold.anchors.write(still_named(application.anchors, application.after))
    queue.mark_applied(numbers, now=clock())
    journal.end()


def finish_interrupted(
    gold: GoldPlace,
    code: Code,
    queue: ReviewQueue,
    journal: Journal,
    *,
    clock: Clock,
    written: bool | None = None,
) -> None:
    """End an application that was killed after it wrote the gold file; one that was killed before left no trace.

    Args:
        written: what a person says about whether the decisions are in the gold file; None looks.

    Raises:
        ApplicationInterrupted: the gold file is neither as it was before nor as it should be now.
    """
    pending = journal.read()
    if pending is None:
        return
    data = gold.file.bytes()
    if written is None:
        if digest_of(data) not in {pending.gold_digest, pending.before_digest}:
            raise ApplicationInterrupted(gold.file.name, pending.items)
        written = digest_of(data) == pending.gold_digest
    if written:
        numbers = set(pending.items)
        items = [item for item in queue.items({ItemState.DECIDED}) if item.number in numbers]
        targets = {**_proposed(items, code), **_targets(items, code)}
        anchors = _with_targets(gold.anchors.read(), items, targets)
        gold.anchors.write(still_named(anchors, data))
        queue.mark_applied([item.number for item in items], now=clock())
    journal.end()


def _with_targets(
    known: Mapping[ChunkId, Anchor | NeverResolved], items: Sequence[ReviewItem], targets: Mapping[_Named, Anchor]
) -> dict[ChunkId, Anchor | NeverResolved]:
    """The anchors once the decisions hold.

    Where one gold chunk was merged into another that says the same, the other keeps what is known of it. One
    that said something else gives its ID up in the same application, else the decision would be held back.
    """
    anchors = dict(known)
    for target in (target for item in items for target in decision_of(item).targets):
        before = known.get(target.chunk_id)
        named = _as_named(target)
        if named in targets and not (isinstance(before, Anchor) and before.digest == target.digest):
            anchors[target.chunk_id] = targets[named]
    return anchors


def _targets(decided: Sequence[ReviewItem], code: Code) -> dict[_Named, Anchor]:
    """Each target that still says what was confirmed, with the anchor it will get."""
    return _judged_at(code.head, [target for item in decided for target in decision_of(item).targets], code)


def _proposed(decided: Sequence[ReviewItem], code: Code) -> dict[_Named, Anchor]:
    """The same in the state that each proposal was about: head may have moved on since the gold was written."""
    by_commit: dict[CommitId, list[Target]] = {}
    for item in decided:
        commit = item.proposal.head_commit
        if commit is not None and code.history is not None and code.history.has(commit):
            by_commit.setdefault(commit, []).extend(decision_of(item).targets)
    anchors: dict[_Named, Anchor] = {}
    for commit, targets in by_commit.items():
        assert code.history is not None  # it has the commit
        anchors |= _judged_at(code.history.tree(commit), targets, code)
    return anchors


def _judged_at(tree: SourceTree, targets: Sequence[Target], code: Code) -> dict[_Named, Anchor]:
    state = cut_snapshot(tree, code.chunker, code.cache, paths={target.chunk_id.path for target in targets})
    anchors: dict[_Named, Anchor] = {}
    for target in targets:
        chunk = state.get(target.chunk_id)
        if chunk is not None and chunk.digest == target.digest:
            blob = state.files[chunk.path].blob
            anchors[_as_named(target)] = anchor_of(
                target.chunk_id, chunk, commit=tree.commit, blob=blob, origin=AnchorOrigin.JUDGED
            )
    return anchors


def _as_named(target: Target) -> _Named:
    return target.chunk_id, target.digest


def _replacements(item: ReviewItem) -> list[Replacement]:
    """One for each way that queries go."""
    return [
        Replacement(str(item.proposal.chunk_id), targets, None if queries is None else frozenset(queries))
        for queries, targets in decision_of(item).ways
    ]
