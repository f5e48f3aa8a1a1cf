"""The whole remapper on repositories that its numbers were not fitted on.

    python -m tests.bench.left_out fit --cases DIR --work DIR --out DIR
    PYTHONPATH=OUT/1 (the oracle's runner, asking `python -m goldkeeper remap --json --batch -`) < OUT/1/asked/*.jsonl
    PYTHONPATH=OUT/2 the same
    python -m tests.bench.remap_report --cases DIR --answers OUT/1/answers* OUT/2/answers* --left-out --out FILE

CASES and WORK are those of `fit_matching`, whose `collect` goes first. The repositories fall into two halves. For
each, OUT/1 and OUT/2, there is a copy of the package whose weights and confidences were fitted on the other half,
and the cases that it has not seen. The walk's own numbers are few, were chosen by hand, and are the same in both.
"""

import argparse
import json
import shutil
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.fit_cases import Case, newest, read_cases
from tests.bench.fit_report import figures_of, reliability, replay
from tests.bench.fit_whole import fit_whole
from tests.bench.fit_write import Sample, centred, write_fitted

PROJECT = Path(__file__).parents[2]


def main() -> None:
    """Fit each half and lay out what the other is asked with."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("fit",))
    parser.add_argument("--cases", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    files = {file.stem: read_cases([file]) for file in sorted(arguments.cases.glob("*.jsonl"))}
    everything = [case for cases in files.values() for case in cases]
    halves = halved(everything)
    for number, asked in enumerate(halves, 1):
        place = arguments.out / str(number)
        shutil.copytree(PROJECT / "goldkeeper", place / "goldkeeper", ignore=shutil.ignore_patterns("__pycache__"))
        (place / "asked").mkdir()
        for name, cases in files.items():
            lines = [json.dumps(case) + "\n" for case in cases if case["repo"] in asked]
            (place / "asked" / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
        seen = [case for case in everything if case["repo"] not in asked]
        fit(seen, newest(arguments.work), place / "goldkeeper/matching/fitted.py")


def halved(cases: Sequence[Case]) -> tuple[frozenset[str], frozenset[str]]:
    """Repositories in two halves of about as many cases: the largest first, each to the smaller half.

    Each language is halved for itself, so that either half has cases of all that have several repositories.
    """
    sizes = Counter((case["lang"], case["repo"]) for case in cases)
    chosen: dict[str, int] = {}
    weights: Counter[tuple[str, int]] = Counter()
    total: Counter[int] = Counter()
    for (language, repository), size in sorted(sizes.items(), key=lambda item: (-item[1], item[0])):
        half = chosen.setdefault(repository, min((0, 1), key=lambda h: (weights[language, h], total[h], h)))
        weights[language, half] += size
        total[half] += size
    return (
        frozenset(repository for repository, half in chosen.items() if half == 0),
        frozenset(repository for repository, half in chosen.items() if half == 1),
    )


def fit(cases: Sequence[Case], collected: Path, file: Path) -> None:
    """The same numbers as `fit_matching fit` makes, of some of the cases."""
    whole = fit_whole(cases, collected)
    answers = replay(whole)
    repositories = len({case["repo"] for case in whole.cases})
    today = datetime.now(tz=UTC).date()
    sample = Sample(today, len(whole.cases), repositories, figures_of(answers), reliability(answers))
    write_fitted(file, centred(whole.curves, whole.data), whole.outlook, sample)


if __name__ == "__main__":
    main()
