"""Grades that people gave to a new model's unjudged chunks → the gold file.

Safe to kill and to repeat: a pair that is in the file is not added again, so that a filling that was cut short is
ended by the next.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldkeeper.adjudication.filling import Filled, NewPair, fill
from goldkeeper.model.anchors import Anchor, AnchorOrigin, NeverResolved
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.gold_lines import digest_of
from goldkeeper.model.holes import Hole, HoleState
from goldkeeper.ports import HoleBook
from goldkeeper.workflow.anchoring import Anchors, anchor_of, still_named
from goldkeeper.workflow.code import Code, GoldPlace
from goldkeeper.workflow.snapshot import cut_snapshot


@dataclass(frozen=True, slots=True)
class Filling:
    """What would come into the gold file, or has.

    Attributes:
        before: the gold file's bytes that it was planned on.
        filled: the next ones, with the new pairs.
        holes: judged holes that are settled by it, those whose pair was there already among them.
        outdated: judged holes whose chunk says something else by now, or is no more.
        held: judged holes whose chunk bears the name of gold that says something else: that has to move first.
        homeless: judged holes whose query is no more.
        anchors: the whole new set of anchors.
    """

    before: bytes
    filled: Filled
    holes: tuple[Hole, ...]
    outdated: tuple[Hole, ...]
    held: tuple[Hole, ...]
    homeless: tuple[Hole, ...]
    anchors: Anchors

    @property
    def changes_nothing(self) -> bool:
        """Whether there is nothing to write and nothing to settle."""
        return not (self.holes or self.homeless or self.outdated)

    @property
    def message(self) -> str:
        """A commit message: each pair, who judged it and why."""
        lines = [f"Judge {len(self.filled.added)} chunks that a run ranked high", ""]
        for hole in self.holes:
            reason = f" ({hole.reason})" if hole.reason else ""
            lines.append(f"{hole.found.query_id}: {hole.found.chunk_id} -> {hole.grade}; {hole.judge}{reason}")
        return "\n".join(lines) + "\n"


def plan_filling(data: bytes, anchors: Anchors, holes: Sequence[Hole], code: Code) -> Filling:
    """Work out the gold file with all judged holes in it; writes nothing.

    Args:
        data: the gold file as it will be by then.
        anchors: of it.
        holes: judged ones.
        code: as it is scanned.
    """
    head = cut_snapshot(code.head, code.chunker, code.cache, paths={hole.found.chunk_id.path for hole in holes})
    sound: list[Hole] = []
    outdated: list[Hole] = []
    held: list[Hole] = []
    new: dict[ChunkId, Anchor | NeverResolved] = {}
    for hole in holes:
        chunk_id, chunk = hole.found.chunk_id, head.get(hole.found.chunk_id)
        if chunk is None or chunk.digest != hole.found.digest:
            outdated.append(hole)
        elif _says_something_else(anchors, chunk_id, chunk.digest):
            held.append(hole)
        else:
            sound.append(hole)
            blob = head.files[chunk.path].blob
            if chunk_id not in anchors:
                new[chunk_id] = anchor_of(
                    chunk_id, chunk, commit=code.head.commit, blob=blob, origin=AnchorOrigin.JUDGED
                )
    filled = fill(data, [_pair(hole) for hole in sound], is_file=code.knows)
    lost = set(filled.homeless)
    return Filling(
        data,
        filled,
        tuple(hole for hole in sound if _pair(hole) not in lost),
        tuple(outdated),
        tuple(held),
        tuple(hole for hole in sound if _pair(hole) in lost),
        {**anchors, **new},
    )


def carry_out_filling(filling: Filling, gold: GoldPlace, book: HoleBook) -> None:
    """Write what was planned.

    Raises:
        GoldFileChanged: somebody edited the gold file since; nothing was written.
    """
    if filling.filled.added:
        gold.file.rewrite(filling.filled.data, expected_digest=digest_of(filling.before))
        gold.anchors.write(still_named(filling.anchors, filling.filled.data))
    book.close([hole.number for hole in filling.holes], HoleState.FILLED)
    book.close([hole.number for hole in (*filling.outdated, *filling.homeless)], HoleState.DROPPED)


def _says_something_else(anchors: Mapping[ChunkId, Anchor | NeverResolved], chunk_id: ChunkId, digest: str) -> bool:
    known = anchors.get(chunk_id)
    return isinstance(known, Anchor) and known.digest != digest


def _pair(hole: Hole) -> NewPair:
    assert hole.grade is not None  # it is judged
    return NewPair(hole.found.query_id, hole.found.chunk_id, hole.grade)
