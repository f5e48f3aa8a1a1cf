"""Gold pairs → a sample that anybody can draw again, and of which each pair's chance is known.

**The order.** A pair's *ticket* is BLAKE2b-128 over the seed, a zero byte, the pair's key (query ID, tabulator,
chunk ID) and a zero byte, in UTF-8 (`chance.py`). In each stratum the pairs are sorted by ticket, and the first n
are drawn. Whoever has the seed, the gold file of that version and the facts about risk draws the same; no random
module is involved. The gold file's digest is kept beside the draw and is no part of the ticket: one more pair in
the file leaves most of a sample as it was. Take a new seed for each release (its name does), or the same pairs come
again.

**How many of each.** A share of the set, rounded up: 10 % of 5 is 1, of 25 is 3, of 35 is 4. Never to the even
number, which makes nothing of 5. Each stratum gets one row, and the rest go one by one to the stratum that is
furthest behind its share (Sainte-Laguë's divisors 1, 3, 5, …, so more rows never mean fewer for anybody).
Proportional: the share is its number of pairs. Risk-weighted: a risky pair counts several times
(`RISK_MULTIPLIERS`). Either way each pair of a stratum has the same chance n/N, which is kept, and the estimate
weighs by it; so a risk-weighted sample looks harder at what is risky and still says the truth about the whole.

**Rotation.** Of calm pairs (read before, and untouched since) those that were read longest ago go first, so that
the same pair is not drawn again and again. Over the seeds of the whole series their chances are still n/N; what it
takes is that a calm pair is not the likelier wrong for having been read lately, and if the longest unread are the
likeliest to be wrong, the estimate errs to the safe side. In all other strata chance alone decides, because there a
former reading counts for nothing.

**Decoys** are ungraded neighbours (who is one is given in) among the rows, so that "3" is not always right. No
estimate counts them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from hashlib import blake2b
from heapq import heapify, heapreplace
from math import ceil
from types import MappingProxyType

from goldkeeper.audit.chance import ticket
from goldkeeper.audit.strata import most_strata, stratify
from goldkeeper.model.audits import Assignment, AuditPair, AuditRow, Draw, DrawMethod, DrawnStratum, Risk, Stratum

DEFAULT_SHARE = 0.1

# Chosen, not fitted: enough that a tenth of a set reads a third of what is risky, and not so much that calm pairs,
# which are the most, go unread. A draw is only as repeatable as these numbers, so they are no setting.
RISK_MULTIPLIERS: Mapping[Risk, int] = MappingProxyType(
    {Risk.REMAPPED: 4, Risk.EDITED: 4, Risk.UNSURE: 3, Risk.NEVER: 2, Risk.CALM: 1}
)

BATCH = 10  # rows between two looks of a plan; fewer and nobody stops to look

_LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a sample is wished.

    Attributes:
        seed: any text; the release's name is a good one.
        share: of the set, 0..1, rounded up; `size` goes before it.
        size: so many gold pairs.
        rotate: see above.
        decoys: a share of the drawn rows, rounded up, that is added as decoys; 0 adds none.
    """

    seed: str
    share: float = DEFAULT_SHARE
    size: int | None = None
    method: DrawMethod = DrawMethod.PROPORTIONAL
    rotate: bool = True
    decoys: float = 0.0


def sample_size(pairs: int, share: float = DEFAULT_SHARE) -> int:
    """A share of so many pairs, rounded up: at least 1 of any, never more than all.

    >>> [sample_size(n) for n in (0, 1, 4, 5, 10, 15, 25, 30, 35, 100, 1000)]
    [0, 1, 1, 1, 1, 2, 3, 3, 4, 10, 100]
    """
    exact = Fraction(str(share)) * pairs  # as it is written: 0.1 * 30 is more than 3 in binary
    return min(pairs, max(min(pairs, 1), ceil(exact)))


def draw_sample(
    frame: Sequence[AuditPair],
    wish: Sampling,
    *,
    name: str,
    release: str,
    gold_digest: str,
    passport_digest: str | None,
    now: datetime,
    neighbours: Sequence[AuditPair] = (),
) -> Draw:
    """Draw a sample.

    Args:
        frame: every pair that may be drawn; their order is of no matter.
        wish: how many, and how.
        neighbours: ungraded pairs that may serve as decoys.
    """
    held, sizes, size = _shape(frame, wish)
    chosen: list[tuple[AuditPair, Stratum | None, float]] = []
    for stratum, members in held.items():
        number = sizes[stratum]
        chosen += [(pair, stratum, number / len(members)) for pair in _in_order(members, stratum, wish)[:number]]
    gold = [pair for pair, _, _ in chosen]
    chosen += [(pair, None, 0.0) for pair in _decoys(gold, neighbours, wish)]
    chosen.sort(key=lambda row: (ticket(wish.seed, "row", row[0].key), row[0].key))
    rows = tuple(
        AuditRow(number, pair, stratum, chance, decoy=stratum is None)
        for number, (pair, stratum, chance) in enumerate(chosen, start=1)
    )
    strata = tuple(DrawnStratum(stratum, len(members), sizes[stratum]) for stratum, members in held.items())
    return Draw(
        name=name,
        release=release,
        seed=wish.seed,
        gold_digest=gold_digest,
        passport_digest=passport_digest,
        frame_digest=frame_digest(frame),
        drawn_at=now,
        method=wish.method,
        strata=strata,
        rows=rows,
        size_asked=size,
        rotated=wish.rotate,
    )


def planned_strata(frame: Sequence[AuditPair], wish: Sampling) -> tuple[DrawnStratum, ...]:
    """What would be drawn from which stratum, without drawing; by label."""
    held, sizes, _ = _shape(frame, wish)
    return tuple(DrawnStratum(stratum, len(members), sizes[stratum]) for stratum, members in held.items())


def redraw_differences(draw: Draw, frame: Sequence[AuditPair]) -> tuple[str, ...]:
    """Draw again from what should be the same frame; what comes out otherwise, in whole sentences."""
    if frame_digest(frame) != draw.frame_digest:
        return ("The pairs that were drawn from are not these: another gold file, or other facts about risk.",)
    wish = Sampling(draw.seed, size=draw.size_asked, method=draw.method, rotate=draw.rotated)
    again = draw_sample(
        frame,
        wish,
        name=draw.name,
        release=draw.release,
        gold_digest=draw.gold_digest,
        passport_digest=draw.passport_digest,
        now=draw.drawn_at,
    )
    before = {row.pair.key for row in draw.gold_rows}
    after = {row.pair.key for row in again.gold_rows}
    found = [f"{key!r} is in the record and is not drawn from this seed." for key in sorted(before - after)]
    found += [f"{key!r} is drawn from this seed and is not in the record." for key in sorted(after - before)]
    return tuple(found)


def frame_digest(frame: Iterable[AuditPair]) -> str:
    """One name for everything that a draw depends on but the seed; the order of the pairs is of no matter."""
    lines = sorted(
        "\t".join(
            [
                pair.key,
                str(pair.grade),
                str(pair.type),
                pair.source,
                pair.risk,
                pair.last_audited.astimezone(UTC).isoformat() if pair.last_audited else "",
            ]
        )
        for pair in frame
    )
    return blake2b("\n".join(lines).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def allocate(strata: Mapping[Stratum, tuple[int, int]], *, rows: int) -> Mapping[Stratum, int]:
    """Divide rows among strata.

    Args:
        strata: pairs of each, at least 1, and its pull, at least 1: what its share is reckoned by.
        rows: at least one a stratum, and no more than there are pairs.
    """
    given = dict.fromkeys(strata, 1)
    # Ties go to the stratum whose label comes first; a full stratum leaves the race.
    race = [(-Fraction(pull, 3), stratum.label, stratum) for stratum, (size, pull) in strata.items() if size > 1]
    heapify(race)
    for _ in range(rows - len(strata)):
        _, label, stratum = race[0]
        given[stratum] += 1
        size, pull = strata[stratum]
        if given[stratum] == size:
            race.pop(0)
            heapify(race)
        else:
            heapreplace(race, (-Fraction(pull, 2 * given[stratum] + 1), label, stratum))
    return given


def assign(draw: Draw, judges: Sequence[str], *, readings: int = 2) -> tuple[Assignment, ...]:
    """Who reads which rows in which order; each judge in an order of their own.

    The order is their own within each ten rows: so the first ten by number are read first by all, and whoever looks
    after each ten can stop there. With more judges than readings the rows go to those who have the fewest so far.

    Args:
        judges: names, each once.
        readings: judges a row; all of them where there are fewer.
    """
    load = dict.fromkeys(judges, 0)
    rows: dict[str, list[int]] = {judge: [] for judge in judges}
    for row in draw.rows:
        number = str(row.number)
        ranked = sorted(judges, key=lambda judge: (load[judge], ticket(draw.seed, "judge", judge, number)))
        for judge in ranked[:readings]:
            load[judge] += 1
            rows[judge].append(row.number)
    return tuple(
        Assignment(
            judge,
            tuple(
                sorted(
                    rows[judge],
                    key=lambda row: ((row - 1) // BATCH, ticket(draw.seed, "order", judge, str(row))),
                )
            ),
        )
        for judge in judges
    )


def _shape(
    frame: Sequence[AuditPair], wish: Sampling
) -> tuple[Mapping[Stratum, Sequence[AuditPair]], Mapping[Stratum, int], int]:
    """The strata, how many of each are drawn, and how many that is."""
    pairs = sorted(frame, key=lambda pair: (pair.key, str(pair.grade)))
    size = len(pairs) if wish.method is DrawMethod.WHOLE else _size(len(pairs), wish)
    held = stratify(pairs, most=len(pairs) if wish.method is DrawMethod.WHOLE else most_strata(size))
    sizes = allocate(
        {stratum: (len(members), _pull(members, wish.method)) for stratum, members in held.items()}, rows=size
    )
    return held, sizes, size


def _size(pairs: int, wish: Sampling) -> int:
    if wish.size is None:
        return sample_size(pairs, wish.share)
    return max(min(pairs, 1), min(pairs, wish.size))


def _pull(members: Sequence[AuditPair], method: DrawMethod) -> int:
    if method is DrawMethod.RISK_WEIGHTED:
        return sum(RISK_MULTIPLIERS[pair.risk] for pair in members)
    return len(members)


def _in_order(members: Sequence[AuditPair], stratum: Stratum, wish: Sampling) -> list[AuditPair]:
    rotated = wish.rotate and stratum.risk is Risk.CALM
    return sorted(
        members,
        key=lambda pair: (
            (pair.last_audited or _LONG_AGO) if rotated else _LONG_AGO,
            ticket(wish.seed, pair.key),
            pair.key,
        ),
    )


def _decoys(gold: Sequence[AuditPair], neighbours: Sequence[AuditPair], wish: Sampling) -> list[AuditPair]:
    """Neighbours for queries that are read anyway, spread over as many of them as possible."""
    asked = {pair.query_id for pair in gold}
    taken = {pair.key for pair in gold}
    fit = {pair.key: pair for pair in neighbours if pair.query_id in asked and pair.key not in taken}
    seen: Counter[str] = Counter()
    ranked: list[tuple[int, bytes, AuditPair]] = []
    for pair in sorted(fit.values(), key=lambda pair: ticket(wish.seed, "decoy", pair.key)):
        ranked.append((seen[pair.query_id], ticket(wish.seed, "decoy", pair.key), pair))
        seen[pair.query_id] += 1
    ranked.sort(key=lambda row: row[:2])
    return [pair for _, _, pair in ranked[: sample_size(len(gold), wish.decoys) if wish.decoys else 0]]
