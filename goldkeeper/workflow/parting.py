"""One answer in which different queries go different ways.

A function was split, and of the three queries that it answered two are answered by one half and the third by the
other. One decision says all of it: each successor names the queries that it is for, and the decision all that it
is about. What it names for no query loses its pair; what it does not name stays as it is, and is asked again.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.errors import BadRequest, NoTarget
from goldkeeper.model.gold import Grade, QueryId
from goldkeeper.model.reviews import ReviewItem, Target


@dataclass(frozen=True, slots=True)
class Part:
    """What becomes of the pairs of some queries.

    Attributes:
        targets: successors, a grade of None keeps each pair's own; none takes the pairs out of the gold set.
    """

    queries: tuple[QueryId, ...]
    targets: tuple[tuple[ChunkId, Grade | None], ...]


def check_parts_named(items: Iterable[ReviewItem], parts: Sequence[Part]) -> None:
    """Whether each query that is parted belongs to one of many items.

    Raises:
        BadRequest: one belongs to none of them.
    """
    known = {query_id for item in items for query_id in item.proposal.query_ids}
    strange = [query_id for each in parts for query_id in each.queries if query_id not in known]
    if strange:
        raise BadRequest(f"--for {strange[0]}", "is a query of none of these items", "name one that they answer")


def parts_of(item: ReviewItem, parts: Sequence[Part], *, has_rest: bool) -> tuple[Part, ...]:
    """Of the parts that were named for many items, those that one of them has queries of.

    Args:
        item: the one.
        parts: of all of them.
        has_rest: whether something is named for queries that no part names.

    Raises:
        NoTarget: none, and nothing is named for the rest.
    """
    own = set(item.proposal.query_ids)
    found = [replace(each, queries=tuple(one for one in each.queries if one in own)) for each in parts]
    kept = tuple(each for each in found if each.queries)
    if not kept and not has_rest:
        remedy = f"name one of {', '.join(item.proposal.query_ids)}, or say --to ID for the rest"
        raise NoTarget(item.number, "no query of it was named", remedy)
    return kept


def no_pair_here(item: ReviewItem, query_id: QueryId) -> NoTarget:
    """A query was named that the question is not about."""
    known = ", ".join(sorted(item.proposal.query_ids))
    return NoTarget(item.number, f"query {query_id} has no pair here", f"its queries: {known}")


def part(
    item: ReviewItem,
    parts: Sequence[Part],
    rest: Sequence[Target] | None,
    queries: Sequence[QueryId] | None,
    *,
    named: Callable[[ChunkId], Target],
) -> tuple[tuple[Target, ...], tuple[QueryId, ...] | None]:
    """The targets of one decision, and the queries that it is about.

    Args:
        item: the question.
        parts: a query that several name goes to all that they name.
        rest: successors for the queries that no part names; None leaves these to be asked again.
        queries: of the rest, these alone; None for all of it.
        named: finds a successor that was spelled out.

    Returns:
        Targets with the queries they are for, in the order of the item's pairs; where all go the same way, as if
        nothing had been parted.

    Raises:
        NoTarget: a query has no pair here, or a successor is no chunk.
        BadRequest: some of the rest are named, and nothing for them.
    """
    if queries is not None and rest is None:
        raise BadRequest("--query", "says for whom, and nothing says what", "add --to ID, --candidate N or --grade G")
    known = item.proposal.query_ids
    for query_id in (one for each in parts for one in each.queries):
        if query_id not in known:
            raise no_pair_here(item, query_id)
    found: dict[QueryId, dict[tuple[ChunkId, Grade | None], Target]] = {}
    for each in parts:
        successors = {(one, grade): replace(named(one), grade=grade) for one, grade in each.targets}
        for query_id in each.queries:
            found.setdefault(query_id, {}).update(successors)
    if rest is not None:
        wanted = known if queries is None else queries
        for query_id in wanted:
            found.setdefault(query_id, {(one.chunk_id, one.grade): one for one in rest})
    about = tuple(query_id for query_id in known if query_id in found)
    strange = tuple(query_id for query_id in found if query_id not in known)  # the caller tells of these
    ways = {tuple(found[query_id].values()) for query_id in about}
    if len(ways) <= 1:
        (targets,) = ways or {()}
        return targets, None if set(about) == set(known) and not strange else (*about, *strange)
    order = dict.fromkeys(target for query_id in about for target in found[query_id].values())
    return tuple(
        replace(target, queries=tuple(query_id for query_id in about if target in found[query_id].values()))
        for target in order
    ), (*about, *strange)
