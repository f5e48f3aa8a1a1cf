"""A track that goes on: over the point where two branches part, and on to the files on disk."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from goldkeeper.model.chunks import Chunk
from goldkeeper.model.lineage import Heir, Track

Follow = Callable[[Chunk], Track]


def go_on(track: Track, follow: Follow) -> Track:
    """A track with another behind it; whatever it offers goes on with it, and what does not last is left out.

    Args:
        track: up to some state.
        follow: a chunk of that state from there on.
    """
    copies = [way for copy in track.copies if (way := follow(copy)).end is not None]
    parts, others = _onward(track.parts, follow), _onward(track.others, follow)
    if track.end is None:
        return replace(track, copies=_ends(copies), parts=parts, others=others)
    rest = follow(track.end)
    if rest.removal is not None and copies:  # the copy that was followed died; another lives
        rest, *copies = copies
    return replace(
        rest,
        start=track.start,
        steps=(*track.steps, *rest.steps),
        commits=track.commits + rest.commits,
        touches=track.touches + rest.touches,
        copies=(*_ends(copies), *rest.copies),
        parts=(*parts, *rest.parts),
        others=tuple(sorted((*others, *rest.others), key=lambda heir: -heir.confidence)),
    )


def _onward(heirs: Iterable[Heir], follow: Follow) -> tuple[Heir, ...]:
    ends = ((heir, follow(heir.chunk).end) for heir in heirs)
    return tuple(replace(heir, chunk=end) for heir, end in ends if end is not None)


def _ends(ways: Iterable[Track]) -> tuple[Chunk, ...]:
    return tuple(way.end for way in ways if way.end is not None)
