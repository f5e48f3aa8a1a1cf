"""CPU time to match lost chunks directly, where the change is a whole large tree.

    python -m tests.bench.bench_direct --repo DIR --from REV --to REV [--chunks 200] [--seed 1] [--profile]

Cuts both states, surveys all that differs, and asks for a seeded sample of the chunks that are not at their place any
more. Prints one JSON object: the chunks of either side that take part, CPU seconds of the survey, CPU seconds until the
first chunk is answered, and CPU milliseconds for each more: three samples, one thrice as large as the others, so that
what is indexed once for all is told apart from what each costs.
"""

import argparse
import cProfile
import json
import pstats
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from goldkeeper.matching.matcher import Matcher, with_renames
from goldkeeper.model.changes import Change
from goldkeeper.model.chunks import Chunk, CommitId
from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.path_rules import PathRules
from goldkeeper.wiring.openers import history_of, make_chunker
from goldkeeper.workflow.changes import cut_change

MOST_SHOWN = 35  # functions of a profile


def main() -> None:
    """Cut, survey, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repo", type=Path, required=True)
    parser.add_argument("--from", dest="base", required=True)
    parser.add_argument("--to", dest="head", required=True)
    parser.add_argument("--chunks", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", action="store_true")
    asked = parser.parse_args()
    history = history_of(asked.repo, PathRules())
    assert history is not None
    change = with_renames(_cut(history, asked.base, asked.head))
    began = time.process_time()
    matcher = Matcher(change)
    surveyed = time.process_time() - began
    open_base = [matcher.land.base[n] for n in matcher.land.open_base]
    lost = [chunk for chunk in open_base if chunk.id not in matcher.settled([chunk])]
    few = min(asked.chunks, len(lost) // 5)
    sample = random.Random(asked.seed).sample(lost, 5 * few)
    first = _seconds(matcher, sample[:few])
    one = _seconds(matcher, sample[few : 2 * few])
    profile = cProfile.Profile()
    if asked.profile:
        profile.enable()
    three = _seconds(matcher, sample[2 * few :])
    profile.disable()
    sys.stdout.write(
        json.dumps(
            {
                "base_chunks": len(matcher.land.base),
                "head_chunks": len(matcher.land.head),
                "lost": len(lost),
                "survey_seconds": round(surveyed, 1),
                "asked": 5 * few,
                "first_answer_seconds": round(first - few * (three - one) / (2 * few), 1),
                "ms_a_chunk": round(1000 * (three - one) / (2 * few), 1),
            }
        )
        + "\n"
    )
    if asked.profile:
        pstats.Stats(profile).sort_stats("cumulative").print_stats(MOST_SHOWN)


def _seconds(matcher: Matcher, wanted: Sequence[Chunk]) -> float:
    began = time.process_time()
    matcher.match(wanted)
    return time.process_time() - began


def _cut(history: GitHistory, base: str, head: str) -> Change:
    before, after = (history.tree(CommitId(history.resolve(rev))) for rev in (base, head))
    chunker = make_chunker("official", leading_comments=False)
    return cut_change(before, after, history=history, chunker=chunker, cache=None)


if __name__ == "__main__":
    main()
