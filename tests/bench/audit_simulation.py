"""Does an audit's estimate hit the truth on average, and does its interval cover as often as it says?

Gold sets are made up of which every wrong pair is known; of each, samples are drawn with many seeds, read without a
slip, and estimated: drawn in proportion or by risk; as the fifth audit of a series, in which calm pairs take turns;
and with a fifth of the rows left unread by chance. Printed for each set: bias of the estimate with its standard
error, how often interval and bound hold the truth, and how wide they are. A share of 95 % from so many seeds is itself
only known to within some points; what is short of 95 % by more than two of its standard errors is marked.

    python tests/bench/audit_simulation.py --seeds 300
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from math import sqrt

from goldkeeper.audit.chance import Chance
from goldkeeper.audit.intervals import StratumCount
from goldkeeper.audit.sampling import Sampling, draw_sample
from goldkeeper.audit.stratified import wrong_pairs
from goldkeeper.model.audit_results import WrongPairs
from goldkeeper.model.audits import AuditPair, Draw, DrawMethod, Risk
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.gold import Grade, QueryId, QueryType

NOW = datetime(2026, 1, 1, tzinfo=UTC)
RISKS = [Risk.CALM] * 6 + [Risk.NEVER] * 2 + [Risk.REMAPPED, Risk.EDITED]
Odds = Callable[[AuditPair], float]


@dataclass(frozen=True)
class World:
    """A gold set, and which of its pairs are wrong."""

    frame: Sequence[AuditPair]
    wrong: frozenset[str]


def a_world(size: int, odds: Odds, seed: str) -> World:
    """Pairs of all kinds; each wrong with its odds."""
    chance = Chance(f"world {seed} {size}")
    kinds = list(QueryType)
    frame = [
        AuditPair(
            QueryId(f"q{n // 2}"),
            "",
            kinds[chance.below(3)],
            ChunkId.parse(f"a{n}.py:1-9:f{n}"),
            Grade(1 + chance.below(3)),
            "person",
            RISKS[chance.below(len(RISKS))],
        )
        for n in range(size)
    ]
    return World(frame, frozenset(pair.key for pair in frame if chance.uniform() < odds(pair)))


@dataclass(frozen=True)
class Way:
    """How a sample comes about.

    Attributes:
        audits: of a series, of which the last is estimated; nothing is mended in between.
        unread: the share of the rows that nobody reads, which ones by chance.
    """

    name: str
    method: DrawMethod
    audits: int = 1
    unread: float = 0.0


WAYS = (
    Way("proportional", DrawMethod.PROPORTIONAL),
    Way("risk-weighted", DrawMethod.RISK_WEIGHTED),
    Way("proportional, fifth of a series", DrawMethod.PROPORTIONAL, audits=5),
    Way("proportional, a fifth unread", DrawMethod.PROPORTIONAL, unread=0.2),
    Way("risk-weighted, a fifth unread", DrawMethod.RISK_WEIGHTED, unread=0.2),
)


def estimate(world: World, seed: str, way: Way) -> WrongPairs:
    """Draw, read without a slip, estimate."""
    frame = world.frame
    for number in range(1, way.audits):
        read = {row.pair.key for row in _drawn(frame, f"{seed}, audit {number}", way).rows}
        at = NOW + timedelta(days=number)
        frame = [
            replace(pair, last_audited=at, risk=Risk.CALM if pair.risk is Risk.NEVER else pair.risk)
            if pair.key in read
            else pair
            for pair in frame
        ]
    draw, chance = _drawn(frame, seed, way), Chance(f"unread {seed}")
    rows = [row for row in draw.rows if not way.unread or chance.uniform() >= way.unread]
    read_of = Counter(row.stratum for row in rows)
    wrong = Counter(row.stratum for row in rows if row.pair.key in world.wrong)
    counts = [StratumCount(one.size, read_of[one.stratum], wrong[one.stratum]) for one in draw.strata]
    return _known(tuple(sorted(counts, key=lambda one: (one.size, one.read, one.wrong))))


def _drawn(frame: Sequence[AuditPair], seed: str, way: Way) -> Draw:
    wish = Sampling(seed, method=way.method)
    return draw_sample(frame, wish, name="", release="", gold_digest="", passport_digest=None, now=NOW)


@cache
def _known(counts: tuple[StratumCount, ...]) -> WrongPairs:
    return wrong_pairs(counts)


WORLDS: dict[str, Odds] = {
    "none wrong": lambda _: 0.0,
    "2 % anywhere": lambda _: 0.02,
    "8 % anywhere": lambda _: 0.08,
    "25 % anywhere": lambda _: 0.25,
    "a fifth of the risky": lambda pair: 0.2 if pair.risk in {Risk.REMAPPED, Risk.EDITED} else 0.0,
    "a tenth of the calm": lambda pair: 0.1 if pair.risk is Risk.CALM else 0.0,
}


def main() -> None:
    """Print a Markdown table."""
    options = argparse.ArgumentParser()
    options.add_argument("--seeds", type=int, default=300)
    options.add_argument("--sizes", type=int, nargs="*", default=[60, 150, 412])
    options.add_argument("--worlds", nargs="*", default=list(WORLDS), choices=list(WORLDS))
    asked = options.parse_args()
    started = time.perf_counter()
    say = sys.stdout.write
    say("| set | wrong | drawn | truth | bias | interval holds | bound holds | mean bound |\n")
    say("| ---: | --- | --- | ---: | ---: | ---: | ---: | ---: |\n")
    everything: list[tuple[bool, bool]] = []
    for size in asked.sizes:
        for name in asked.worlds:
            world = a_world(size, WORLDS[name], name)
            truth = len(world.wrong) / size
            for way in WAYS:
                found = [estimate(world, f"seed {n}", way) for n in range(asked.seeds)]
                say(_row(found, truth, size, name, way.name))
                sys.stdout.flush()
                everything += [_holds(one, truth) for one in found]
    both = len(everything)
    inside, bounded = sum(one for one, _ in everything), sum(one for _, one in everything)
    say(f"\nOf {both:,} samples the interval held the truth in {100 * inside / both:.1f} %,")
    say(f" the bound in {100 * bounded / both:.1f} %; {time.perf_counter() - started:.0f} s.\n")


def _row(found: Sequence[WrongPairs], truth: float, size: int, name: str, way: str) -> str:
    values = [one.estimate.value or 0.0 for one in found]
    mean = sum(values) / len(values)
    spread = sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1) / len(values))
    inside = [_holds(one, truth) for one in found]
    shares = [sum(held[n] for held in inside) / len(inside) for n in (0, 1)]
    least = 0.95 - 2 * sqrt(0.95 * 0.05 / len(found))
    marked = [f"{100 * share:.1f} %{' (short)' if share < least else ''}" for share in shares]
    bound = sum(one.most_share for one in found) / len(found)
    bias = f"{100 * (mean - truth):+.2f} ± {100 * spread:.2f}"
    cells = [str(size), name, way, f"{100 * truth:.1f} %", bias, *marked, f"{100 * bound:.1f} %"]
    return f"| {' | '.join(cells)} |\n"


def _holds(one: WrongPairs, truth: float) -> tuple[bool, bool]:
    low, high = one.estimate.low or 0.0, one.estimate.high or 0.0
    return low - 1e-9 <= truth <= high + 1e-9, truth <= one.most_share + 1e-9


if __name__ == "__main__":
    main()
