"""The tables of reports/matching.md; what people wrote below them stays as it is."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from statistics import mean

from tests.bench.fit_report import Answer, grouped, reliability, summary
from tests.bench.fit_whole import Whole

BY_HAND = "## What is still missed"  # from this line on the file is written by people
COLUMNS = ("top1", "cov@p99", "wrong link", "false link", "false gone", "ambiguous", "clear wrong", "all@5", "ECE")
FIRST_FEW = 20
GAPS = (1, 3, 10, 30, 100, 1000)
SETS = {"java-dev": "Java", "multi-dev": "others"}


def write_report(place: Path, whole: Whole, outside: Sequence[Answer], inside: Sequence[Answer], day: date) -> None:
    """The whole report."""
    kept = place.read_text(encoding="utf-8").partition(BY_HAND)[2] if place.exists() else "\n"
    place.write_text(_text(whole, outside, inside, day) + BY_HAND + kept, encoding="utf-8")


def _text(whole: Whole, outside: Sequence[Answer], inside: Sequence[Answer], day: date) -> str:
    repositories = len({case["repo"] for case in whole.cases})
    folds = len(set(whole.folds.tolist()))
    parts = [
        f"""# Direct matching, measured

Two states of a repository, no history between them, and for each labelled chunk: where is it, or is it gone?
{len(whole.cases):,} cases of {repositories} repositories, {day.isoformat()}, in {folds} folds by repository:
each of 90 cases and more by itself, the others in five. Unless it says otherwise, a figure is of numbers that
were fitted without the case's repository. Made by

    python -m tests.bench.fit_matching collect --cases CASES --repos REPOS --work WORK
    python -m tests.bench.fit_matching report --cases CASES --work WORK

top1: the first candidate is right, or "gone" is. cov@p99: the largest share of answers above one confidence of which
99 % are right. Wrong link, false link (the truth is "gone"), false gone, ambiguous, clear wrong (wrong or false
link and not marked ambiguous): shares of all. all@5: every truth among the first five, of cases with several.
ECE: ten bins.
""",
        "## Whole sets\n",
        table("", {**by_set(outside, "left out"), **by_set(inside, "in the fit")}),
        "## Means of groups of cases\n\nCases of one element or of one pair of commits are hardly more than one.\n",
        means(outside),
        "## By kind\n",
        table("kind", grouped(outside, lambda one: f"{SETS.get(one.case['set'], '')}: {one.case['kind']}")),
        "## By language\n",
        table("language", grouped(outside, lambda one: str(one.case["lang"]))),
        "## By gap\n\nChanges of the element (Java) or commits between (others), up to.\n",
        table("gap", grouped(outside, gap_of)),
        "## By repository\n",
        table(
            "repository", {name: some for name, some in grouped(outside, _repository).items() if len(some) >= FIRST_FEW}
        ),
        "## Reliability\n\n| said from | to | answers | right |\n| ---: | ---: | ---: | ---: |",
        "\n".join(f"| {low} | {high} | {n:,} | {right:.4f} |" for low, high, n, right in reliability(outside)) + "\n",
        "## Blocking\n",
        _blocking(whole),
    ]
    return "\n".join(parts) + "\n"


def by_set(answers: Sequence[Answer], title: str) -> dict[str, list[Answer]]:
    """Answers by the set their cases are from."""
    return {f"{name}, {title}": some for name, some in grouped(answers, lambda one: SETS[one.case["set"]]).items()}


def table(title: str, groups: Mapping[str, Sequence[Answer]]) -> str:
    """A Markdown table of the figures of some groups of answers."""
    lines = [f"| {title} | n | " + " | ".join(COLUMNS) + " |", "| --- | ---: |" + " ---: |" * len(COLUMNS)]
    for name, some in groups.items():
        figures = summary(some)
        cells = ["" if figures[key] != figures[key] else f"{figures[key]:.3f}" for key in COLUMNS]
        lines.append(f"| {name} | {len(some):,} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def means(answers: Sequence[Answer]) -> str:
    """The share right as a mean by case, by pair of commits, by element and by repository."""
    keys: dict[str, Callable[[Answer], str]] = {
        "case": lambda one: str(one.case["id"]),
        "pair of commits": lambda one: f"{one.case['old_commit']} {one.case['new_commit']}",
        "element": lambda one: f"{one.case['repo']} {one.case['old']['symbol']}",
        "repository": lambda one: str(one.case["repo"]),
    }
    lines = ["| mean of top1 by | Java | others |", "| --- | ---: | ---: |"]
    for name, key in keys.items():
        cells = []
        for some in grouped(answers, lambda one: SETS[one.case["set"]]).values():
            shares = [mean(not one.wrong for one in group) for group in grouped(some, key).values()]
            cells.append(f"{mean(shares):.3f} ({len(shares):,})")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def gap_of(one: Answer) -> str:
    """Between how many changes or commits an answer's two states lie, rounded up."""
    gap = one.case.get("commits_between", one.case.get("changes_between")) or 0
    top = next((most for most in GAPS if gap <= most), None)
    return f"{SETS[one.case['set']]}: {top:5,}" if top else f"{SETS[one.case['set']]}: more"


def _repository(one: Answer) -> str:
    return str(one.case["repo"])


def _blocking(whole: Whole) -> str:
    lines = [
        f"Is the truth among the candidates, and among the first {FIRST_FEW} by what is known of each alone?",
        "Cases with a truth whose answer was not plain.\n",
        f"| | cases | among {FIRST_FEW} | among all | candidates a case |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for key, title in SETS.items():
        rows = [c["row"] for c in whole.cases if c["set"] == key and c["new"] and c["row"]["state"] == "compared"]
        ranks = [next((at for at, one in enumerate(row["candidates"]) if one["truth"]), None) for row in rows]
        few = mean(at is not None and at < FIRST_FEW for at in ranks)
        every = mean(at is not None for at in ranks)
        size = mean(len(row["candidates"]) for row in rows)
        lines.append(f"| {title} | {len(rows):,} | {few:.4f} | {every:.4f} | {size:.1f} |")
    return "\n".join(lines) + "\n"
