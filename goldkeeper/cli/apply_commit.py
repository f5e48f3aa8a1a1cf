"""Committing what was applied, now or the next time: the reasons are kept until git has them.

They are noted before the gold file is written and struck out once git has the files. So a commit that
is refused, or never reached, is made by the next `apply --commit`, also when nothing new is to be applied.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from goldkeeper.model.errors import GitFailed
from goldkeeper.model.reviews import ItemState
from goldkeeper.stores.anchor_file import anchor_path
from goldkeeper.stores.apply_journal import ApplyJournal, OwedCommit
from goldkeeper.stores.git_commit import commit_files, in_work_tree, is_committed

if TYPE_CHECKING:
    from goldkeeper.ports import ReviewQueue
    from goldkeeper.workflow.apply import Application
    from goldkeeper.workflow.filling import Filling


class Keeper(Protocol):
    """What committing asks of an open goldkeeper."""

    @property
    def journal(self) -> ApplyJournal:
        """What is under way, and which reasons git has not got."""

    @property
    def queue(self) -> "ReviewQueue":
        """The questions."""

    @property
    def gold_path(self) -> Path:
        """The gold file."""


def still_owed(keeper: Keeper) -> tuple[OwedCommit, ...]:
    """Reasons of decisions that are in the gold file and not in git.

    Those whose application was lost are decided anew, and those whose files somebody committed are done.
    """
    owed = keeper.journal.owed()
    if not owed or is_committed(_files(keeper)):
        return ()
    applied = {item.number for item in keeper.queue.items({ItemState.APPLIED})}
    return tuple(one for one in owed if applied.issuperset(one.items))


def note_reasons(keeper: Keeper, application: "Application", before: Sequence[OwedCommit]) -> tuple[OwedCommit, ...]:
    """Keep the reasons of what is about to be written beside those that wait already; all of them."""
    if not in_work_tree(keeper.gold_path):
        return ()
    numbers = tuple(item.number for item in application.items)
    owed = (*before, OwedCommit(numbers, application.message))
    keeper.journal.owe(owed)
    return owed


def note_filling(keeper: Keeper, filling: "Filling", before: Sequence[OwedCommit]) -> tuple[OwedCommit, ...]:
    """The same of pairs that people judged anew."""
    if not filling.filled.added or not in_work_tree(keeper.gold_path):
        return tuple(before)
    owed = (*before, OwedCommit((), filling.message))
    keeper.journal.owe(owed)
    return owed


def commit_owed(keeper: Keeper, owed: Sequence[OwedCommit]) -> tuple[str, GitFailed | None]:
    """Commit gold file and anchors with all reasons that wait.

    Returns:
        The new commit, empty when there is nothing to commit; and why git refused, the reasons then stay noted.
    """
    if not owed:
        return "", None
    try:
        made = commit_files(_files(keeper), joined_message(owed))
    except GitFailed as refused:
        return "", refused
    keeper.journal.owe(())
    return made or "", None


def joined_message(owed: Sequence[OwedCommit]) -> str:
    r"""One commit message of several.

    >>> first, second = OwedCommit((1,), "Mend: 1\n\na -> b\n"), OwedCommit((2, 3), "Mend: 2\n\nc -> d\n")
    >>> print(joined_message([first, second]))
    Mend the gold set: 3 decisions
    <BLANKLINE>
    a -> b
    <BLANKLINE>
    c -> d
    <BLANKLINE>
    """
    if len(owed) == 1:
        return owed[0].message
    number = sum(len(one.items) for one in owed)
    bodies = [one.message.partition("\n")[2].strip("\n") for one in owed]
    return "\n\n".join([f"Mend the gold set: {number} decisions", *bodies]) + "\n"


def _files(keeper: Keeper) -> list[Path]:
    return [keeper.gold_path, anchor_path(keeper.gold_path)]
