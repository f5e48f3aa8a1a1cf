"""How the whole remapper did on labelled cases: commit by commit where history leads, directly where it does not.

    python -m tests.bench.remap_report --cases DIR --answers FILE [FILE ...] [--left-out] [--out reports/remapping.md]

CASES holds `*.jsonl` as for `fit_matching`. Each FILE holds one answer a line, `{"id", "candidates": [{"path",
"start", "end", "symbol", "confidence"}, ...], "gone_confidence", "ambiguous"}`: what `goldkeeper remap --json --batch`
said of the case `id`. The tables go to the file; what people wrote below them stays.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from goldkeeper.model.chunks import ChunkId, Span
from tests.bench.fit_cases import read_cases
from tests.bench.fit_report import Answer, grouped, reliability
from tests.bench.fit_tables import BY_HAND, SETS, by_set, gap_of, means, table
from tests.bench.truth import matches

WORTH_SEEN = """The matcher's weights were fitted on these repositories too; what that is
worth, `matching.md` tells, whose figures come from repositories left out."""
WORTH_LEFT_OUT = """No repository was asked about with numbers that were fitted on it: the
repositories fall into two halves, and each was asked with weights and confidences of the other (made by
`python -m tests.bench.left_out`). These are half as well fed as the shipped ones, and as most languages besides Java
have one or two repositories, many a language was answered by what others taught."""
FEW = 5  # candidates among which every truth should be
PROJECT = Path(__file__).parents[2]


def main() -> None:
    """Read, judge, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=Path, required=True)
    parser.add_argument("--answers", type=Path, nargs="+", required=True)
    parser.add_argument("--left-out", action="store_true", help="the answers are those of `left_out.py`")
    parser.add_argument("--out", type=Path, default=PROJECT / "reports/remapping.md")
    arguments = parser.parse_args()
    cases = {case["id"]: case for case in read_cases(sorted(arguments.cases.glob("*.jsonl")))}
    answers = [judged(cases[said["id"]], said) for file in arguments.answers for said in read(file)]
    kept = arguments.out.read_text(encoding="utf-8").partition(BY_HAND)[2] if arguments.out.exists() else "\n"
    arguments.out.write_text(
        report(answers, WORTH_LEFT_OUT if arguments.left_out else WORTH_SEEN) + BY_HAND + kept, encoding="utf-8"
    )


def read(file: Path) -> Iterator[Mapping[str, Any]]:
    """The answers of a file."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield json.loads(line)


def judged(case: Mapping[str, Any], said: Mapping[str, Any]) -> Answer:
    """Right or wrong, and how sure it was."""
    truths, candidates = case["new"], said["candidates"]
    best = max((one["confidence"] for one in candidates), default=None)
    is_gone = best is None or said["gone_confidence"] > best
    hits = [
        [matches(ChunkId(one["path"], Span(one["start"], one["end"]), one["symbol"]), truth) for truth in truths]
        for one in candidates
    ]
    if is_gone:
        wrong = "" if not truths or case.get("gone_ok") else "false gone"
    elif not truths:
        wrong = "false link"
    else:
        wrong = "" if any(hits[0]) else "wrong link"
    found = [any(hit[n] for hit in hits[:FEW]) for n in range(len(truths))]
    sure = said["gone_confidence"] if is_gone else candidates[0]["confidence"]
    return Answer(case, sure, bool(said["ambiguous"]), wrong, all(found) if len(truths) > 1 else None)


def report(answers: Sequence[Answer], worth: str) -> str:
    """The tables, with a sentence on what they are worth."""
    repositories = len({one.case["repo"] for one in answers})
    reliable = "\n".join(f"| {low} | {high} | {n:,} | {right:.4f} |" for low, high, n, right in reliability(answers))
    return "\n".join(
        [
            f"""# Remapping, measured

For each labelled chunk of one state: where is it in another, or is it gone? Followed commit by commit where history
leads from one to the other, matched directly where it does not. {len(answers):,} cases of {repositories} repositories,
{datetime.now(tz=UTC).date().isoformat()}. {worth}

Made by `goldkeeper remap --json --batch` and `python -m tests.bench.remap_report`.

The columns are those of `matching.md`.
""",
            "## Whole sets\n",
            table("", by_set(answers, "all")),
            "## Means of groups of cases\n",
            means(answers),
            "## By kind\n",
            table("kind", grouped(answers, lambda one: f"{SETS.get(one.case['set'], '')}: {one.case['kind']}")),
            "## By language\n",
            table("language", grouped(answers, lambda one: str(one.case["lang"]))),
            "## By gap\n\nChanges of the element (Java) or commits between (others), up to.\n",
            table("gap", grouped(answers, gap_of)),
            f"## Reliability\n\n| said from | to | answers | right |\n| ---: | ---: | ---: | ---: |\n{reliable}\n\n",
        ]
    )


if __name__ == "__main__":
    main()
