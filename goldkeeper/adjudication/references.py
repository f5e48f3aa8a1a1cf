"""References of other tools → our gold, by finding the chunk that each one means.

A name is the part people trust, lines are the part that goes stale, so a name in the right file
decides and lines only choose among its namesakes. What can't be told for certain is a problem with
the candidates in it, never a guess: gold that starts out wrong stays wrong.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from goldkeeper.model.chunks import Chunk, ChunkId, ChunkKind, Snapshot, Span, last_name, without_ordinal
from goldkeeper.model.errors import OutsideRepository
from goldkeeper.model.gold import GoldPair, GoldProblem, QueryId, Severity
from goldkeeper.model.gold_entries import repository_path
from goldkeeper.model.references import GoldReference, Place

# Half of all lines of reference and chunk are shared: below that, another chunk may be meant as well.
MIN_OVERLAP = 0.5
_MOST_LISTED = 4  # candidates in a message; more would hide the sentence

_NAME_MARKS = re.compile(r"::|[.#/]")
_KINDS: Mapping[str, ChunkKind] = {
    **dict.fromkeys(("function", "method", "constructor"), ChunkKind.FUNCTION),
    **dict.fromkeys(("class", "struct", "interface", "trait", "enum", "impl", "object"), ChunkKind.CLASS),
    "section": ChunkKind.SECTION,
}


@dataclass(frozen=True, slots=True)
class FoundReference:
    """A reference with the chunk it means, or with the reason why it means none; with both, the doubt is told."""

    reference: GoldReference
    chunk: Chunk | None
    problem: GoldProblem | None = None


@dataclass(frozen=True, slots=True)
class Resolution:
    """Which chunks the references mean.

    Attributes:
        pairs: each chunk of a query once, with its highest grade; in the order of the references.
        problems: references that mean no chunk, or more than one, and those taken with a grain of salt.
    """

    pairs: tuple[GoldPair, ...]
    problems: tuple[GoldProblem, ...]


def find_chunks(references: Iterable[GoldReference], snapshot: Snapshot) -> Iterator[FoundReference]:
    """Find the chunk for each reference, in the order given.

    Args:
        references: as another tool's gold file has them.
        snapshot: the state for which they were written: whole, or at least every file that `files_meant` names
            where each reference has a path.
    """
    for reference in references:
        found = _find(reference.place, snapshot)
        problem = None
        if found.problem:
            message = f"reference {reference.written!r}: {found.problem}"
            severity = Severity.WARNING if found.chunk else Severity.ERROR
            problem = GoldProblem(reference.line, found.code, message, found.remedy, severity)
        yield FoundReference(reference, found.chunk, problem)


def settle(found: Iterable[FoundReference]) -> Resolution:
    """Judgements of one chunk for one query become one pair; what was told of a reference comes along."""
    pairs: dict[tuple[QueryId, ChunkId], GoldPair] = {}
    problems: list[GoldProblem] = []
    for one in found:
        if one.problem is not None:
            problems.append(one.problem)
        if one.chunk is None:
            continue
        reference, chunk_id = one.reference, one.chunk.id
        key = (reference.query_id, chunk_id)
        known = pairs.get(key)
        if known is not None and known.grade != reference.grade:
            message = f"{chunk_id} has several grades for one query; the highest is used"
            problems.append(
                GoldProblem(reference.line, "duplicate-chunk", message, "keep one of them", Severity.WARNING)
            )
        if known is None or known.grade < reference.grade:
            pairs[key] = GoldPair(reference.query_id, chunk_id, reference.grade, reference.line, str(chunk_id))
    return Resolution(tuple(pairs.values()), tuple(problems))


@dataclass(frozen=True, slots=True)
class _Found:
    """A chunk, or why there is none; with both, the chunk is taken and the doubt is told."""

    chunk: Chunk | None
    code: str = ""
    problem: str = ""
    remedy: str = ""


def _find(place: Place, snapshot: Snapshot) -> _Found:
    if place.loose:
        return _find_loose(place, snapshot)
    if not place.path:
        return _by_symbol(tuple(snapshot.chunks()), place, "the repository")
    paths = files_meant(place.path, snapshot.files)
    if not paths:
        why = next((str(why) for path, why in snapshot.skipped.items() if path == place.path), "")
        problem = f"the file has no chunks ({why})" if why else "no such file"
        return _Found(None, "reference-not-found", problem, "name a file of the repository")
    if len(paths) > 1:
        listed = _listed(paths)
        return _Found(None, "reference-ambiguous", f"it may be any of {listed}", "write the whole path")
    found = _in_file(place, snapshot.in_file(paths[0]))
    if found.chunk is not None and not found.problem and _plain(place.path) != paths[0]:
        return _Found(found.chunk, "path-guessed", f"taken for a file of {paths[0]}", "write the path from the root")
    return found


def _find_loose(place: Place, snapshot: Snapshot) -> _Found:
    """A text that may be a path, a dotted name behind its module's name, or a bare name: in that order."""
    text = place.symbol
    if files_meant(text, snapshot.files):
        return _find(Place(text), snapshot)
    parts = text.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        paths = _modules(parts[:cut], snapshot)
        named = Place(symbol=".".join(parts[cut:]), kind=place.kind)
        held = tuple(chunk for path in paths for chunk in snapshot.in_file(path))
        if held and _namesakes(held, named):
            return _by_symbol(held, named, _listed(paths))
    return _by_symbol(tuple(snapshot.chunks()), place, "the repository")


def _modules(parts: Sequence[str], snapshot: Snapshot) -> list[str]:
    """Files that a dotted module name may mean: `a.b` is `a/b.py`, `a/b/__init__.py`, or lies below a source root."""
    stem = "/".join(parts)
    return [
        path
        for path in sorted(snapshot.files)
        for bare in [path.rpartition(".")[0].removesuffix("/__init__")]
        if bare == stem or bare.endswith(f"/{stem}")
    ]


def _plain(path: str) -> str:
    try:
        return repository_path(path)
    except OutsideRepository:
        return path.replace("\\", "/")


def files_meant(path: str, known: Collection[str]) -> list[str]:
    """The file of that path; else files of which it is the end, else the file that ends a longer path.

    Args:
        path: as another tool wrote it.
        known: the files of a state, by path from the root.
    """
    plain = _plain(path)
    if plain in known:
        return [plain]
    ends = sorted(one for one in known if one.endswith(f"/{plain}"))
    if ends:
        return ends
    inner = [one for one in known if plain.endswith(f"/{one}")]
    return [max(inner, key=len)] if inner else []


def _in_file(place: Place, chunks: Sequence[Chunk]) -> _Found:
    if place.symbol:
        found = _by_symbol(chunks, place, "the file")
        if found.code != "reference-not-found" or place.span is None:
            return found
        by_lines = _by_span(chunks, place.span)
        if by_lines.chunk is None:
            return found
        problem = f"no {place.symbol!r} in the file; by its lines taken for {by_lines.chunk.id}"
        return _Found(by_lines.chunk, "symbol-guessed", problem, "look whether that is meant")
    if place.span is not None:
        return _by_span(chunks, place.span)
    if len(chunks) == 1:
        return _Found(chunks[0])
    return _Found(None, "reference-whole-file", "it names a whole file", "add lines or a symbol")


def _by_symbol(chunks: Sequence[Chunk], place: Place, where: str) -> _Found:
    same = _namesakes(chunks, place)
    if len(same) > 1 and place.span is not None:
        near = _nearest(same, place.span)
        same = [near] if near is not None else same
    if len(same) == 1:
        if place.span is None or same[0].span.overlap(place.span) > 0:
            return _Found(same[0])
        problem = f"by its name taken for {same[0].id}, though lines {place.span} are elsewhere"
        return _Found(same[0], "span-adjusted", problem, "look whether that is meant")
    if same:
        listed = _listed(str(chunk.id) for chunk in same)
        return _Found(None, "reference-ambiguous", f"it may be any of {listed}", "write the chunk ID that is meant")
    return _Found(None, "reference-not-found", f"no {place.symbol!r} in {where}", "look for the name it has there")


def _namesakes(chunks: Sequence[Chunk], place: Place) -> list[Chunk]:
    """Chunks of that name: the whole name, then the end of a longer one, then the innermost name alone."""
    kind = _KINDS.get(place.kind.lower())
    fitting = [chunk for chunk in chunks if kind is None or chunk.kind is kind]
    wanted = _parts(place.symbol)
    ladder = (
        lambda chunk: chunk.symbol == place.symbol,
        lambda chunk: _parts(chunk.symbol) == wanted,
        lambda chunk: _parts(chunk.symbol)[-len(wanted) :] == wanted,
        lambda chunk: last_name(chunk.symbol) == last_name(place.symbol),
    )
    for fits in ladder:
        same = [chunk for chunk in fitting if fits(chunk)]
        if same:
            return same
    return []


def _parts(symbol: str) -> list[str]:
    """A qualified name in parts, so that `A::b`, `A.b` and `A#b` are one."""
    return [part for part in _NAME_MARKS.split(without_ordinal(symbol)) if part]


def _by_span(chunks: Sequence[Chunk], span: Span) -> _Found:
    exact = [chunk for chunk in chunks if chunk.span == span]
    definitions = [chunk for chunk in exact if chunk.kind is not ChunkKind.MODULE] or exact
    if len(definitions) == 1:
        return _Found(definitions[0])
    best = _nearest(chunks, span)
    if best is None or best.span.overlap(span) < MIN_OVERLAP:
        holding = [chunk for chunk in chunks if chunk.span.holds(span) and chunk.kind is not ChunkKind.MODULE]
        best = min(holding, key=lambda chunk: chunk.span.lines, default=None)
    if best is not None:
        problem = f"lines {span} are taken for {best.id}"
        return _Found(best, "span-adjusted", problem, "look whether that is meant")
    touched = [str(chunk.id) for chunk in chunks if chunk.span.overlap(span) > 0]
    if touched:
        return _Found(None, "span-between", f"its lines touch {_listed(touched)}", "write the chunk ID")
    return _Found(None, "reference-not-found", "no chunk lies at these lines", "write the lines of a definition")


def _nearest(chunks: Sequence[Chunk], span: Span) -> Chunk | None:
    """The chunk that shares most lines with the span; None when none does, or two do equally."""
    ranked = sorted(chunks, key=lambda chunk: -chunk.span.overlap(span))
    if not ranked or ranked[0].span.overlap(span) == 0:
        return None
    tied = len(ranked) > 1 and ranked[1].span.overlap(span) == ranked[0].span.overlap(span)
    return None if tied else ranked[0]


def _listed(names: Iterable[str]) -> str:
    held = list(names)
    more = f" and {len(held) - _MOST_LISTED} more" if len(held) > _MOST_LISTED else ""
    return ", ".join(held[:_MOST_LISTED]) + more
