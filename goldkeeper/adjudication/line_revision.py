"""What decisions make of one query's gold: a list of members, and what is to be told about it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from goldkeeper.adjudication.gold_edit import NewMember
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.errors import DecisionsContradict
from goldkeeper.model.gold import Grade, QueryId
from goldkeeper.model.gold_entries import GoldEntry
from goldkeeper.model.gold_lines import GoldLine
from goldkeeper.model.reviews import Target


@dataclass(frozen=True, slots=True)
class Replacement:
    """What becomes of one gold chunk.

    Attributes:
        written: the ID as the gold file spells it, or in its plain form.
        targets: what takes its place, none to remove it; a target that is the chunk itself keeps it.
        queries: the queries for which this holds; None for all.
    """

    written: str
    targets: tuple[Target, ...]
    queries: frozenset[QueryId] | None = None


@dataclass(frozen=True, slots=True)
class PairChange:
    """One member of a line that changes.

    Attributes:
        before: the ID as it was written.
        grade_before: None for a value that is no grade.
        after: IDs and grades that stand in its place now; empty for a removed pair, and for one that
            went into another member of the line (a `Collision` tells of that).
    """

    query_id: QueryId
    line: int
    before: str
    grade_before: Grade | None
    after: tuple[tuple[str, Grade | None], ...]


@dataclass(frozen=True, slots=True)
class Collision:
    """Gold chunks of one query that became one.

    Attributes:
        chunk_id: the one they became.
        met: the former IDs with the grade each brought; None for a value that is no grade.
        kept: the highest of the grades.
    """

    query_id: QueryId
    line: int
    chunk_id: ChunkId
    met: tuple[tuple[str, Grade | None], ...]
    kept: Grade

    @property
    def contradicts(self) -> bool:
        """One judge found it relevant, another not: somebody should look."""
        return self.kept > 0 and any(grade == 0 for _, grade in self.met)

    @property
    def sentence(self) -> str:
        """For people: what met, and which grade stays."""
        met = ", ".join(f"{written} ({'no grade' if grade is None else grade})" for written, grade in self.met)
        doubt = "; one of them was judged not relevant, look again" if self.contradicts else ""
        return f"{met} became one, {self.chunk_id}: grade {self.kept} stays{doubt}"


@dataclass(frozen=True, slots=True)
class LineRevision:
    """The members of a line's gold object as they are to be, and what to tell.

    Attributes:
        orphaned: the query had relevant gold and has none any more.
        met: replacements that this line's pairs answer to.
    """

    members: tuple[NewMember, ...]
    changes: tuple[PairChange, ...]
    collisions: tuple[Collision, ...]
    orphaned: bool
    met: frozenset[Replacement]


@dataclass(frozen=True, slots=True)
class _Claim:
    """A member that wants into the new object.

    Attributes:
        name: what claims to the same chunk share.
        key: new spelling of the ID; None for a member that stays what it is.
        grade: what it brings along; None for a damaged member.
    """

    origin: int
    name: str
    chunk_id: ChunkId | None
    key: str | None
    grade: Grade | None


def by_written(replacements: Iterable[Replacement]) -> Mapping[str, Sequence[Replacement]]:
    """Replacements by the ID they speak of, in the order given."""
    index: dict[str, list[Replacement]] = {}
    for replacement in replacements:
        index.setdefault(replacement.written, []).append(replacement)
    return index


def revise_line(line: GoldLine, query_id: QueryId, index: Mapping[str, Sequence[Replacement]]) -> LineRevision:
    """Carry out all decisions on one line at once.

    A chunk that is in the line already keeps its place and takes in those that became it; among
    newcomers the first place counts. The highest grade stays, so the order of deciding is without effect.

    Raises:
        DecisionsContradict: two replacements of equal standing send one pair to different places.
    """
    met: set[Replacement] = set()
    groups: dict[str, list[_Claim]] = {}
    for origin, entry in enumerate(line.entries):
        for claim in _claims(origin, entry, query_id, index, met):
            groups.setdefault(claim.name, []).append(claim)
    kept: list[tuple[_Claim, Grade | None]] = []
    collisions: list[Collision] = []
    for claims in groups.values():
        if all(claim.key is None for claim in claims):  # nothing was decided; twins in the file stay
            kept.extend((claim, claim.grade) for claim in claims)
            continue
        survivor = next((claim for claim in claims if claim.key is None), claims[0])
        grade = max(claim.grade for claim in claims if claim.grade is not None)
        kept.append((survivor, grade))
        origins = {claim.origin: claim for claim in reversed(claims)}
        if len(origins) > 1 and survivor.chunk_id is not None:
            brought = tuple((line.entries[origin].written, origins[origin].grade) for origin in sorted(origins))
            collisions.append(Collision(query_id, line.number, survivor.chunk_id, brought, grade))
    kept.sort(key=lambda pair: pair[0].origin)  # stable: parts of a split stay in the order decided
    collisions.sort(key=lambda collision: min(str(written) for written, _ in collision.met))
    relevant_before = any(entry.usable and entry.grade for entry in line.entries)
    relevant_after = any(claim.chunk_id is not None and grade for claim, grade in kept)
    return LineRevision(
        tuple(_member(claim, grade, line.entries[claim.origin]) for claim, grade in kept),
        tuple(_changes(line, query_id, kept)),
        tuple(collisions),
        relevant_before and not relevant_after,
        frozenset(met),
    )


def _claims(
    origin: int,
    entry: GoldEntry,
    query_id: QueryId,
    index: Mapping[str, Sequence[Replacement]],
    met: set[Replacement],
) -> list[_Claim]:
    name = _shared_name(entry.chunk_id) if entry.chunk_id else f"\0{origin}"  # a damaged ID meets no other
    stays = _Claim(origin, name, entry.chunk_id, None, entry.grade)
    if entry.chunk_id is None or entry.grade is None:
        return [stays]
    answers = [
        replacement
        for written in dict.fromkeys((entry.written, str(entry.chunk_id)))
        for replacement in index.get(written, ())
        if replacement.queries is None or query_id in replacement.queries
    ]
    if not answers:
        return [stays]
    met.update(answers)
    grades: dict[ChunkId, Grade] = {}
    for target in _answer(answers, entry.written, query_id).targets:
        grade = entry.grade if target.grade is None else target.grade
        grades[target.chunk_id] = max(grade, grades.get(target.chunk_id, grade))
    claims: list[_Claim] = []
    for chunk_id, grade in grades.items():
        same = chunk_id == entry.chunk_id
        if same and grade == entry.grade:
            claims.append(stays)
        else:
            key = entry.written if same else _in_style_of(entry.written, entry.chunk_id, chunk_id)
            claims.append(_Claim(origin, _shared_name(chunk_id), chunk_id, key, grade))
    return claims


def _shared_name(chunk_id: ChunkId) -> str:
    """Equal for all spellings of one chunk, also where nobody could say whether a back slash is part of a name."""
    path = chunk_id.path.replace("\\", "/")
    return str(replace(chunk_id, path=path))


def _answer(answers: Sequence[Replacement], written: str, query_id: QueryId) -> Replacement:
    """The one that counts: naming queries goes before all queries, the exact spelling before the plain one."""

    def standing(replacement: Replacement) -> tuple[bool, bool]:
        return replacement.queries is not None, replacement.written == written

    first = max(answers, key=standing)
    for other in answers:
        if standing(other) == standing(first) and _outcome(other) != _outcome(first):
            raise DecisionsContradict(query_id, written, _spoken(first), _spoken(other))
    return first


def _outcome(replacement: Replacement) -> frozenset[tuple[ChunkId, Grade | None]]:
    return frozenset((target.chunk_id, target.grade) for target in replacement.targets)


def _spoken(replacement: Replacement) -> str:
    graded = (f"{t.chunk_id}{'' if t.grade is None else f' (grade {t.grade})'}" for t in replacement.targets)
    return " and ".join(graded) or "nothing"


def _in_style_of(written: str, plain: ChunkId, target: ChunkId) -> str:
    r"""The target as this file spells paths: some indexes write `./src/a.py` or `src\a.py` throughout."""
    path = target.path
    if written != str(plain):
        path = f"./{path}" if written.startswith(("./", ".\\")) else path
        path = path.replace("/", "\\") if "\\" in written[: len(plain.path)] else path
    return str(replace(target, path=path))


def _member(claim: _Claim, grade: Grade | None, entry: GoldEntry) -> NewMember:
    key = None if claim.key == entry.written else claim.key
    return NewMember(claim.origin, key, None if grade == entry.grade else grade)


def _changes(line: GoldLine, query_id: QueryId, kept: Sequence[tuple[_Claim, Grade | None]]) -> Iterable[PairChange]:
    after: dict[int, list[tuple[str, Grade | None]]] = {}
    members = [(claim.key or line.entries[claim.origin].written, grade) for claim, grade in kept]
    if members == [(entry.written, entry.grade) for entry in line.entries]:
        return  # one pair went and another brought it back: the line is what it was, whoever stands for whom
    for (claim, _), member in zip(kept, members, strict=True):
        after.setdefault(claim.origin, []).append(member)
    for origin, entry in enumerate(line.entries):
        now = after.get(origin, [])
        if now != [(entry.written, entry.grade)]:
            yield PairChange(query_id, line.number, entry.written, entry.grade, tuple(now))
