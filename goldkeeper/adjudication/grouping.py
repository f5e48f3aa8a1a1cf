"""Why chunks drifted, as one sentence for many: a renamed package is one card, not two hundred.

The causes are facts read off the proposals, those that tell most first: a chunker that cuts otherwise, a directory
that moved and takes with it every proposal it explains, then a class or namespace that got another name, what a
commit removed, a file that moved, a formatter that ran, lines that slid, and then what one commit did; what is left
stands by its file. Each proposal is in one group. A key names the cause and nothing of the scan, not even how many
share it, so that a group keeps its name while proposals come and go.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from goldkeeper.adjudication.cause_facts import Facts, as_directory
from goldkeeper.model.proposals import Cause, RemapProposal

MOSTLY = 0.8  # of the commits that are known; with less than that no commit is the cause of all

Key = tuple[str, ...]


def group_causes(proposals: Iterable[RemapProposal]) -> tuple[RemapProposal, ...]:
    """The same proposals in the same order, each with the cause that tells most of it."""
    facts = [Facts(proposal) for proposal in proposals]
    causes: dict[int, Cause] = {}
    for find in (
        _by_recut,
        _by_directory,
        _by_container,
        _by_deletion,
        _by_file,
        _by_layout,
        _by_shift,
        _by_commit,
        _by_deed,
    ):
        open_ones = [n for n in range(len(facts)) if n not in causes]
        causes.update(find(open_ones, facts))
    return tuple(replace(fact.proposal, cause=causes[n]) for n, fact in enumerate(facts))


def _grouped(open_ones: Sequence[int], key_of: Callable[[int], Key | None]) -> list[tuple[Key, list[int]]]:
    groups: dict[Key, list[int]] = defaultdict(list)
    for n in open_ones:
        key = key_of(n)
        if key is not None:
            groups[key].append(n)
    return sorted(groups.items())


def _by_recut(open_ones: Sequence[int], facts: Sequence[Facts]) -> dict[int, Cause]:
    """What a new chunker cuts otherwise, over all files; what it only cuts with more around it stands by itself."""

    def key(n: int) -> Key | None:
        recut = facts[n].recut
        return (recut,) if recut is not None else None

    causes = {}
    for (recut,), members in _grouped(open_ones, key):
        sentence = f"{_count(members)}: cut otherwise by the chunker, {recut}"
        causes.update(dict.fromkeys(members, Cause(f"recut:{recut}", sentence)))
    return causes


def _by_directory(open_ones: Sequence[int], facts: Sequence[Facts]) -> dict[int, Cause]:
    """What went from one directory to another; also what got another name on the way, where others did not."""
    causes = {}
    for (old, new), members in _grouped(open_ones, lambda n: facts[n].directory_move):
        held = [facts[n] for n in members]
        if old == new or not any(fact.keeps_its_name for fact in held):
            continue
        files = {fact.file_move for fact in held if fact.file_move is not None}
        what = f"{old} moved to {new}" if len(files) > 1 else _file_moved(files)
        causes.update(dict.fromkeys(members, Cause(f"directory:{old}>{new}", _counted(held, what))))
    return causes


def _file_moved(moves: Iterable[tuple[str, str]]) -> str:
    old, new = min(moves)
    return f"moved from {old} to {new}"


def _by_container(open_ones: Sequence[int], facts: Sequence[Facts]) -> dict[int, Cause]:
    """A class or namespace that is called otherwise, with all that lies in it, and the class itself."""
    moves = {move for n in open_ones if (move := facts[n].container_move) is not None}

    def key(n: int) -> Key | None:
        own = facts[n].own_rename
        return own if own in moves else facts[n].container_move

    causes = {}
    for (old, new), members in _grouped(open_ones, key):
        held = [facts[n] for n in members]
        members_moved = "a member of {} is in {} now" if len(held) == 1 else "members of {} are in {} now"
        # That the class itself is called so is only known where it is gold too: the old one may go on.
        is_whole = any(fact.own_rename == (old, new) for fact in held)
        what = f"{old} became {new}" if is_whole else members_moved.format(old, new)
        files = {fact.path for fact in held}
        place = f" in {min(files)}" if len(files) == 1 else f" in {len(files)} files"
        causes.update(dict.fromkeys(members, Cause(f"symbol:{old}>{new}", _counted(held, what + place))))
    return causes


def _by_deletion(open_ones: Sequence[int], facts: Sequence[Facts]) -> dict[int, Cause]:
    """Gone chunks by the commit that removed them, and by directory where none is known.

    Whether a file or a directory itself went is not known here: what is said is that these chunks did.
    """

    def key(n: int) -> Key:
        note = facts[n].commit
        return (note.commit,) if note is not None else ("", as_directory(facts[n].path.split("/")[:-1]))

    causes = {}
    for (commit, *directory), members in _grouped([n for n in open_ones if facts[n].is_gone], key):
        held = [facts[n] for n in members]
        files = {fact.path for fact in held}
        what = f"gone from {min(files)}" if len(files) == 1 else f"gone from {len(files)} files{_shared(files)}"
        name = commit or directory[0]
        causes.update(dict.fromkeys(members, Cause(f"gone:{name}", _counted(held, what))))
    return causes


def _shared(files: Iterable[str]) -> str:
    """` of lib/old/`: the directory that holds all of them; empty where that is the whole repository."""
    paths = [path.split("/")[:-1] for path in sorted(files)]
    first, last = paths[0], paths[-1]
    same = next((n for n, (ours, theirs) in enumerate(zip(first, last, strict=False)) if ours != theirs), None)
    shared = first[: min(len(first), len(last)) if same is None else same]
    return f" of {as_directory(shared)}" if shared else ""


def _by_file(open_ones: Sequence[int], facts: Sequence[Facts]) -> dict[int, Cause]:
    causes = {}
    for (old, new), members in _grouped(open_ones, lambda n: facts[n].file_move):
        held = [facts[n] for n in members]
        if any(fact.keeps_its_name for fact in held):
            sentence = _counted(held, _file_moved([(old, new)]))
            causes.update(dict.fromkeys(members, Cause(f"file:{old}>{new}", sentence)))
    return causes


def _by_layout(open_ones: Sequence[int], facts: Sequence[Facts]) -> dict[int, Cause]:
    """What a formatter did: in one commit where that is known, else since one state, in which all were judged."""

    def key(n: int) -> Key | None:
        if not facts[n].is_reformatted:
            return None
        note, since = facts[n].commit, facts[n].judged_at
        if note is not None:
            return note.commit, f" in {note.commit[:7]} “{note.subject}”"
        return (f"since:{since}", f" since {since[:7]}") if since is not None else None

    causes = {}
    for (name, where), members in _grouped(open_ones, key):
        sentence = f"{_count(members)}: reformatted{where}"
        causes.update(dict.fromkeys(members, Cause(f"layout:{name}", sentence)))
    return causes


def _by_shift(open_ones: Sequence[int], facts: Sequence[Facts]) -> dict[int, Cause]:
    """All whose text slid to other lines, in whatever files: there is nothing to tell them apart by."""
    members = [n for n in open_ones if facts[n].is_shifted]
    if not members:
        return {}
    held = [facts[n] for n in members]
    files = {fact.path for fact in held}
    place = min(files) if len(files) == 1 else f"{len(files)} files{_shared(files)}"
    return dict.fromkeys(members, Cause("shift:", _counted(held, f"lines shifted in {place}, text unchanged")))


def _by_commit(open_ones: Sequence[int], facts: Sequence[Facts]) -> dict[int, Cause]:
    """All else that one commit did, were it to a single chunk: with more of them it is the same cause."""

    def key(n: int) -> Key | None:
        note = facts[n].commit
        return (note.commit, note.subject) if note is not None else None

    causes = {}
    for (commit, subject), members in _grouped(open_ones, key):
        held = [facts[n] for n in members]
        deeds, files = {fact.deed for fact in held}, {fact.path for fact in held}
        deed = deeds.pop() if len(deeds) == 1 else "changed"
        what = f"{deed} in {min(files)} by" if len(files) == 1 else f"{deed} in"
        sentence = f"{_count(members)}: {what} {commit[:7]} “{subject}”"
        causes.update(dict.fromkeys(members, Cause(f"commit:{commit}", sentence)))
    return causes


def _by_deed(open_ones: Sequence[int], facts: Sequence[Facts]) -> dict[int, Cause]:
    causes = {}
    for (deed, path), members in _grouped(open_ones, lambda n: (facts[n].deed, facts[n].path)):
        cause = Cause(f"{deed}:{path}", _counted([facts[n] for n in members], f"{deed} in {path}"))
        causes.update(dict.fromkeys(members, cause))
    return causes


def _count(members: Sequence[object]) -> str:
    return f"{len(members):,} chunks" if len(members) > 1 else "1 chunk"


def _counted(held: Sequence[Facts], what: str) -> str:
    """`3 chunks: lib/ moved to src/lib/ in 3f2a1b9`.

    A commit that is known of some is that of all: of a class that was renamed, unchanged methods tell none.
    """
    commits = Counter(fact.commit.commit for fact in held if fact.commit is not None)
    where = ""
    if commits:
        commit, number = min(commits.items(), key=lambda one: (-one[1], one[0]))
        if len(commits) == 1:
            where = f" in {commit[:7]}"
        elif number >= MOSTLY * commits.total():
            where = f", most of it in {commit[:7]}"
    return f"{_count(held)}: {what}{where}"
