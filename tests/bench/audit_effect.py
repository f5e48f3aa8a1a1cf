"""Does the interval of "how far nDCG@10 could move" hold the way it really moves?

Gold sets are made up whose right grades are known, with a run that ranks them; of each, samples are drawn with many
seeds and read without a slip. The truth is the run's nDCG@10 by the right grades less that by the shown ones. With no
run named, the interval has to hold for the run as well, for it holds for any.

    python -m tests.bench.audit_effect --seeds 100
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from math import log2

from goldkeeper.audit.chance import Chance
from goldkeeper.audit.effect import measure_effect
from goldkeeper.audit.sampling import Sampling, draw_sample
from goldkeeper.model.audits import AuditPair, Disposition, DrawMethod, Outcome
from goldkeeper.model.gold import GoldPair, Grade
from tests.bench.audit_simulation import NOW, World, a_world

Grades = Mapping[str, int]
Runs = Mapping[str, Sequence[str]]

WRONG: dict[str, Callable[[AuditPair, Chance], int]] = {
    "4 % one grade off": lambda pair, chance: _off(pair, 1 if chance.below(2) else -1),
    "4 % too high by two": lambda pair, _: max(0, int(pair.grade or 0) - 2),
    "4 % not relevant": lambda _, __: 0,
}


def _off(pair: AuditPair, by: int) -> int:
    grade = int(pair.grade or 0) + by
    return grade if 0 <= grade <= 3 else int(pair.grade or 0) - by  # the highest grade


def ndcg(pairs: Sequence[AuditPair], grades: Grades, runs: Runs) -> float:
    """Mean nDCG@10, worked out the plain way: gain is the grade, 0 for a query without a relevant chunk."""
    total, queries = 0.0, sorted({pair.query_id for pair in pairs})
    for query in queries:
        own = {str(pair.chunk_id): grades[pair.key] for pair in pairs if pair.query_id == query}
        best = sum(gain / log2(rank + 1) for rank, gain in enumerate(sorted(own.values(), reverse=True)[:10], 1))
        seen = sum(own.get(chunk, 0) / log2(rank + 1) for rank, chunk in enumerate(runs[query][:10], 1))
        total += seen / best if best else 0.0
    return total / len(queries)


def main() -> None:
    """Print how often the interval holds, for the run and for any run."""
    options = argparse.ArgumentParser()
    options.add_argument("--seeds", type=int, default=100)
    options.add_argument("--size", type=int, default=200)
    asked, say = options.parse_args(), sys.stdout.write
    say("| wrong | drawn | the run moves by | its interval holds | mean ends | any run's holds | mean ends |\n")
    say("| --- | --- | ---: | ---: | ---: | ---: | ---: |\n")
    for name, turned in WRONG.items():
        world = a_world(asked.size, lambda _: 0.04, name)
        chance = Chance(f"grades {name}")
        shown = {pair.key: int(pair.grade or 0) for pair in world.frame}
        right = {pair.key: turned(pair, chance) if pair.key in world.wrong else shown[pair.key] for pair in world.frame}
        runs: dict[str, list[str]] = {
            query: sorted(
                (str(pair.chunk_id) for pair in world.frame if pair.query_id == query), key=lambda _: chance.uniform()
            )
            for query in sorted({pair.query_id for pair in world.frame})
        }
        moved = ndcg(world.frame, right, runs) - ndcg(world.frame, shown, runs)
        for method in (DrawMethod.PROPORTIONAL, DrawMethod.RISK_WEIGHTED):
            own, wide = [], []
            for seed in range(asked.seeds):
                own.append(_interval(world, right, f"seed {seed}", method, runs))
                wide.append(_interval(world, right, f"seed {seed}", method, None))
            cells = [name, method.value, f"{moved:+.4f}"]
            for ends in (own, wide):
                held = sum(low - 1e-12 <= moved <= high + 1e-12 for low, high in ends) / len(ends)
                low, high = (sum(end[n] for end in ends) / len(ends) for n in (0, 1))
                cells += [f"{100 * held:.0f} %", f"{low:+.4f} to {high:+.4f}"]
            say(f"| {' | '.join(cells)} |\n")
            sys.stdout.flush()


def _interval(world: World, right: Grades, seed: str, method: DrawMethod, runs: Runs | None) -> tuple[float, float]:
    wish = Sampling(seed, method=method)
    draw = draw_sample(world.frame, wish, name="", release="", gold_digest="", passport_digest=None, now=NOW)
    outcomes = [Outcome(row, Disposition.IN, (), Grade(right[row.pair.key]), "") for row in draw.rows]
    pairs = [
        GoldPair(pair.query_id, pair.chunk_id, Grade(int(pair.grade or 0)), line, str(pair.chunk_id))
        for line, pair in enumerate(world.frame, 1)
    ]
    effect = measure_effect(pairs, outcomes, run=runs, seed=seed)
    return effect.low or 0.0, effect.high or 0.0


if __name__ == "__main__":
    main()
