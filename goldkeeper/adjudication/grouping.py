"""Why chunks drifted, as one sentence for many: a renamed package is one card, not two hundred.

The causes are facts read off the proposals, the widest first: a directory that moved takes with it
every proposal it explains, then a file, then a class, then what one commit did; what is left stands
alone by its file. A key names the cause and nothing of the scan, so that a group keeps its name
while proposals come and go.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from goldkeeper.model.changes import ChangeKind, CommitNote
from goldkeeper.model.chunks import ChunkId, last_name, outer_names
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.proposals import Action, Cause, RemapProposal

MIN_FILES_OF_DIRECTORY = 2  # one file that moved or went is a file that moved or went
MIN_CHUNKS_OF_COMMIT = 3  # two edits of one commit are quicker read each by itself
MIN_CHUNKS_OF_SYMBOL = 2


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a proposal says of itself that may be shared: (key, sentence without the count)."""

    proposal: RemapProposal

    @property
    def target(self) -> ChunkId | None:
        """Where the chunk went, if anywhere."""
        match = self.proposal.match
        if self.proposal.action is Action.RETIRE or not match.candidates:
            return None
        return match.candidates[0].chunk_id

    @property
    def file_move(self) -> tuple[str, str] | None:
        """Old and new path, where the path changed and the symbol did not."""
        old, new = self.proposal.chunk_id, self.target
        if new is None or new.path == old.path or last_name(new.symbol) != last_name(old.symbol):
            return None
        return old.path, new.path

    @property
    def directory_move(self) -> tuple[str, str] | None:
        """Old and new directory, without the part of the path that both end in."""
        move = self.file_move
        return moved_prefix(*move) if move else None

    @property
    def symbol_move(self) -> tuple[str, str, str] | None:
        """File, old and new container, where the container alone changed."""
        old, new = self.proposal.chunk_id, self.target
        if new is None or last_name(new.symbol) != last_name(old.symbol):
            return None
        outer, other = outer_names(old.symbol), outer_names(new.symbol)
        return (old.path, outer, other) if outer and other and outer != other else None

    @property
    def commit(self) -> CommitNote | None:
        """The commit that turned the chunk, or the only one that touched its files."""
        if self.proposal.turned_by is not None:
            return self.proposal.turned_by
        return self.proposal.commits[0] if len(self.proposal.commits) == 1 else None


def group_causes(proposals: Iterable[RemapProposal]) -> tuple[RemapProposal, ...]:
    """The same proposals in the same order, each with the widest cause that explains it.

    A directory counts where at least two of its files went the same way.
    """
    facts = [_Facts(proposal) for proposal in proposals]
    causes: dict[int, Cause] = {}
    for find in (
        _by_directory,
        _by_deleted_directory,
        _by_deletion,
        _by_file,
        _by_symbol,
        _by_shift,
        _by_commit,
        _alone,
    ):
        open_ones = [n for n in range(len(facts)) if n not in causes]
        causes.update(find(open_ones, facts))
    return tuple(replace(fact.proposal, cause=causes[n]) for n, fact in enumerate(facts))


def moved_prefix(old: str, new: str) -> tuple[str, str] | None:
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
    return _as_directory(ours[:-back]), _as_directory(theirs[:-back])


def _as_directory(parts: Sequence[str]) -> str:
    return "/".join(parts) + "/" if parts else "./"


def _grouped(
    open_ones: Sequence[int], key_of: Callable[[int], tuple[str, ...] | None]
) -> list[tuple[tuple[str, ...], list[int]]]:
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for n in open_ones:
        key = key_of(n)
        if key is not None:
            groups[key].append(n)
    return sorted(groups.items())


def _counted(members: Sequence[int], what: str, facts: Sequence[_Facts]) -> str:
    """`3 chunks: lib/ moved to src/lib/ in 3f2a1b9`."""
    count = f"{len(members)} chunks" if len(members) > 1 else "1 chunk"
    # A commit that is known of some is that of all: of a class that was renamed, unchanged methods tell none.
    commits = {fact.commit.commit for n in members if (fact := facts[n]).commit is not None}
    where = f" in {next(iter(commits))[:7]}" if len(commits) == 1 else ""
    return f"{count}: {what}{where}"


def _by_directory(open_ones: Sequence[int], facts: Sequence[_Facts]) -> dict[int, Cause]:
    causes = {}
    for (old, new), members in _grouped(open_ones, lambda n: facts[n].directory_move):
        files = {facts[n].proposal.chunk_id.path for n in members}
        if old != new and len(files) >= MIN_FILES_OF_DIRECTORY:
            cause = Cause(f"directory:{old}>{new}", _counted(members, f"{old} moved to {new}", facts))
            causes.update(dict.fromkeys(members, cause))
    return causes


def _by_deleted_directory(open_ones: Sequence[int], facts: Sequence[_Facts]) -> dict[int, Cause]:
    """Gone chunks of several files of a directory that went in one commit, or in none that is known.

    Whether the directory itself went is not known here: what is said is that these chunks did.
    """

    def key(n: int) -> tuple[str, ...]:
        note = facts[n].commit
        return _as_directory(facts[n].proposal.chunk_id.path.split("/")[:-1]), note.commit if note else ""

    gone = [n for n in open_ones if facts[n].proposal.action is Action.RETIRE]
    causes = {}
    for (directory, commit), members in _grouped(gone, key):
        files = {facts[n].proposal.chunk_id.path for n in members}
        if len(files) >= MIN_FILES_OF_DIRECTORY:
            sentence = _counted(members, f"gone from {len(files)} files of {directory}", facts)
            causes.update(dict.fromkeys(members, Cause(f"gone:{directory}:{commit}".rstrip(":"), sentence)))
    return causes


def _by_deletion(open_ones: Sequence[int], facts: Sequence[_Facts]) -> dict[int, Cause]:
    """Gone chunks by file. Whether the file itself went is not known here, and not claimed."""
    gone = [n for n in open_ones if facts[n].proposal.action is Action.RETIRE]
    causes = {}
    for (path,), members in _grouped(gone, lambda n: (facts[n].proposal.chunk_id.path,)):
        cause = Cause(f"gone:{path}", _counted(members, f"gone from {path}", facts))
        causes.update(dict.fromkeys(members, cause))
    return causes


def _by_file(open_ones: Sequence[int], facts: Sequence[_Facts]) -> dict[int, Cause]:
    causes = {}
    for (old, new), members in _grouped(open_ones, lambda n: facts[n].file_move):
        cause = Cause(f"file:{old}>{new}", _counted(members, f"moved from {old} to {new}", facts))
        causes.update(dict.fromkeys(members, cause))
    return causes


def _by_symbol(open_ones: Sequence[int], facts: Sequence[_Facts]) -> dict[int, Cause]:
    causes = {}
    for (path, old, new), members in _grouped(open_ones, lambda n: facts[n].symbol_move):
        if len(members) >= MIN_CHUNKS_OF_SYMBOL:
            cause = Cause(f"symbol:{path}:{old}>{new}", _counted(members, f"{old} became {new} in {path}", facts))
            causes.update(dict.fromkeys(members, cause))
    return causes


def _by_shift(open_ones: Sequence[int], facts: Sequence[_Facts]) -> dict[int, Cause]:
    shifted = [n for n in open_ones if facts[n].proposal.drift.kind is DriftKind.SHIFTED]
    causes = {}
    for (path,), members in _grouped(shifted, lambda n: (facts[n].proposal.chunk_id.path,)):
        cause = Cause(f"shift:{path}", _counted(members, f"lines shifted in {path}, text unchanged", facts))
        causes.update(dict.fromkeys(members, cause))
    return causes


def _by_commit(open_ones: Sequence[int], facts: Sequence[_Facts]) -> dict[int, Cause]:
    def key(n: int) -> tuple[str, ...] | None:
        note = facts[n].commit
        return (note.commit, note.subject) if note is not None else None

    causes = {}
    for (commit, subject), members in _grouped(open_ones, key):
        if len(members) >= MIN_CHUNKS_OF_COMMIT:
            kinds = Counter(facts[n].proposal.action.value for n in members)
            deed = "edited" if kinds.most_common(1)[0][0] == Action.KEEP.value else "changed"
            sentence = f"{len(members)} chunks: {deed} in {commit[:7]} “{subject}”"
            causes.update(dict.fromkeys(members, Cause(f"commit:{commit}", sentence)))
    return causes


def _alone(open_ones: Sequence[int], facts: Sequence[_Facts]) -> dict[int, Cause]:
    causes = {}

    def key(n: int) -> tuple[str, ...]:
        proposal = facts[n].proposal
        stayed = proposal.action is Action.KEEP or proposal.match.change is ChangeKind.SAME
        return ("edited" if stayed else proposal.match.change.value), proposal.chunk_id.path

    for (deed, path), members in _grouped(open_ones, key):
        cause = Cause(f"{deed}:{path}", _counted(members, f"{deed} in {path}", facts))
        causes.update(dict.fromkeys(members, cause))
    return causes
