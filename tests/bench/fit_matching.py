"""Weights and confidences of the matcher, fitted on labelled cases.

    python -m tests.bench.fit_matching collect --cases DIR --repos DIR --work DIR
    python -m tests.bench.fit_matching fit --cases DIR --work DIR
    python -m tests.bench.fit_matching report --cases DIR --work DIR

CASES holds `*.jsonl` (id, repo, old_commit, new_commit, old, new, kind, lang); REPOS holds bare clones
`owner+name/repo`. `collect` runs the matcher over all cases and notes every candidate with its values;
it goes on where it was stopped, and begins anew when a likeness changed. `fit` writes
goldkeeper/matching/fitted.py and reports/matching.md, `report` the second alone. With OMP_NUM_THREADS=1 the fit takes
some minutes of one core.
"""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.fit_cases import collect, newest, read_cases
from tests.bench.fit_report import figures_of, reliability, replay
from tests.bench.fit_tables import write_report
from tests.bench.fit_whole import fit_whole
from tests.bench.fit_write import Sample, centred, write_fitted

PROJECT = Path(__file__).parents[2]


def main() -> None:
    """One of the three commands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("collect", "fit", "report"))
    parser.add_argument("--cases", type=Path, required=True)
    parser.add_argument("--repos", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--kinds", default="", help="collect only kinds that begin so, separated by commas")
    parser.add_argument("--most-files", type=int, default=10**6, help="leave out larger pairs of commits")
    arguments = parser.parse_args()
    cases = read_cases(sorted(arguments.cases.glob("*.jsonl")))
    if arguments.command == "collect":
        kinds = tuple(arguments.kinds.split(","))
        asked = [case for case in cases if case["kind"].startswith(kinds)]
        collect(asked, arguments.repos, arguments.work, most_files=arguments.most_files)
        return
    whole = fit_whole(cases, newest(arguments.work))
    answers, today = replay(whole), datetime.now(tz=UTC).date()
    if arguments.command == "fit":
        repositories = len({case["repo"] for case in whole.cases})
        sample = Sample(today, len(whole.cases), repositories, figures_of(answers), reliability(answers))
        curves = centred(whole.curves, whole.data)
        write_fitted(PROJECT / "goldkeeper/matching/fitted.py", curves, whole.outlook, sample)
    write_report(PROJECT / "reports/matching.md", whole, answers, replay(whole, whole.inside), today)


if __name__ == "__main__":
    main()
