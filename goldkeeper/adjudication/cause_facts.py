"""What one proposal says of itself that others may share: which directory, file or class moved, and in which commit."""

from collections.abc import Sequence
from dataclasses import dataclass

from goldkeeper.model.anchors import Anchor
from goldkeeper.model.changes import ChangeKind, CommitNote
from goldkeeper.model.chunks import ChunkId, CommitId, last_name, outer_names, without_ordinal
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.proposals import Action, RemapProposal
from goldkeeper.model.staleness import Staleness

Move = tuple[str, str]  # from, to


@dataclass(frozen=True, slots=True)
class Facts:
    """A proposal, asked for what may be its cause."""

    proposal: RemapProposal

    @property
    def path(self) -> str:
        """Where the gold chunk was."""
        return self.proposal.chunk_id.path

    @property
    def target(self) -> ChunkId | None:
        """Where it went, if anywhere."""
        match = self.proposal.match
        if self.proposal.action is Action.RETIRE or not match.candidates:
            return None
        return match.candidates[0].chunk_id

    @property
    def keeps_its_name(self) -> bool:
        """Whether the innermost name stayed, so that nothing but its place moved."""
        target = self.target
        return target is not None and last_name(target.symbol) == last_name(self.proposal.chunk_id.symbol)

    @property
    def file_move(self) -> Move | None:
        """Old and new path, where they differ."""
        target = self.target
        return (self.path, target.path) if target is not None and target.path != self.path else None

    @property
    def directory_move(self) -> Move | None:
        """Old and new directory, without the part of the path that both end in."""
        move = self.file_move
        return moved_prefix(*move) if move is not None else None

    @property
    def container_move(self) -> Move | None:
        """Old and new class or namespace, where that alone became another around the same name."""
        target = self.target
        if target is None or not self.keeps_its_name:
            return None
        return moved_container(outer_names(self.proposal.chunk_id.symbol), outer_names(target.symbol))

    @property
    def own_rename(self) -> Move | None:
        """Old and new symbol as a whole."""
        target = self.target
        old, new = self.proposal.chunk_id.symbol, target.symbol if target is not None else ""
        return (without_ordinal(old), without_ordinal(new)) if new and new != old else None

    @property
    def commit(self) -> CommitNote | None:
        """The commit that turned the chunk, or the only one that touched its files."""
        if self.proposal.turned_by is not None:
            return self.proposal.turned_by
        return self.proposal.commits[0] if len(self.proposal.commits) == 1 else None

    @property
    def judged_at(self) -> CommitId | None:
        """The state in which the chunk was judged."""
        anchor = self.proposal.drift.anchor
        return anchor.commit if isinstance(anchor, Anchor) else None

    @property
    def is_gone(self) -> bool:
        """Whether it would leave the gold set."""
        return self.proposal.action is Action.RETIRE

    @property
    def is_shifted(self) -> bool:
        """Whether it only slid to other lines."""
        return self.proposal.drift.kind is DriftKind.SHIFTED

    @property
    def recut(self) -> str | None:
        """How the chunker cuts it otherwise where nobody edited it; None where that is not all that happened."""
        if not self.proposal.drift.cut_otherwise or self.file_move is not None:
            return None
        if self.proposal.only_recut:
            return "the code is the same"
        change = self.proposal.match.change
        return "with other lines" if change is ChangeKind.SAME else change.value

    @property
    def is_reformatted(self) -> bool:
        """Whether it stays, and only its layout is another."""
        edit = self.proposal.edit
        return self.stays and edit is not None and edit.staleness is Staleness.REFORMATTED

    @property
    def stays(self) -> bool:
        """Whether it is where it was."""
        return self.proposal.action is Action.KEEP or self.proposal.match.change is ChangeKind.SAME

    @property
    def deed(self) -> str:
        """What happened to it, behind a number of chunks."""
        if self.is_reformatted:
            return "reformatted"
        return "edited" if self.stays else self.proposal.match.change.value


def moved_prefix(old: str, new: str) -> Move | None:
    """Which directory became which, from one file's two paths; None when the file's name changed too.

    >>> moved_prefix("lib/http/a.py", "src/lib/http/a.py")
    ('lib/', 'src/lib/')
    >>> moved_prefix("a/core/x.py", "a/base/x.py")
    ('a/core/', 'a/base/')
    """
    ours, theirs = old.split("/"), new.split("/")
    if ours[-1] != theirs[-1]:
        return None
    back = 1
    while back < min(len(ours), len(theirs)) and ours[-1 - back] == theirs[-1 - back]:
        back += 1
    # One side would be empty: `lib/a.py` → `src/lib/a.py` reads best with `lib/` kept on both.
    if back == min(len(ours), len(theirs)) and back > 1:
        back -= 1
    return as_directory(ours[:-back]), as_directory(theirs[:-back])


def moved_container(old: str, new: str) -> Move | None:
    """Which class or namespace became which, without what stands in both of them; None where none did.

    >>> moved_container("Shop.Cart", "Store.Cart"), moved_container("Cart", "Basket")
    (('Shop', 'Store'), ('Cart', 'Basket'))
    >>> moved_container("Cart.Line", "Shop.Cart.Line"), moved_container("", "Cart")
    (('Cart', 'Shop.Cart'), None)
    """
    if not old or not new or old == new:
        return None
    while last_name(old) == last_name(new) and outer_names(old) and outer_names(new):
        old, new = outer_names(old), outer_names(new)
    return old, new


def as_directory(parts: Sequence[str]) -> str:
    """Parts of a path as a directory; `./` for none."""
    return "/".join(parts) + "/" if parts else "./"
