"""What `goldkeeper demo` prints: the story, the scan's own report, whether it is right, what to try next."""

import json
import shlex
import sys
from pathlib import Path

from goldkeeper.cli.output import talk
from goldkeeper.cli.scan_view import print_scan
from goldkeeper.model.scans import ScanReport
from goldkeeper.model.stories import Fate, Happening, StoryFacts
from goldkeeper.reporting.figures import figures_of
from goldkeeper.reporting.record import scan_record
from goldkeeper.workflow.demo import StoryVerdict, Surprise


def print_demo(
    folder: Path,
    facts: StoryFacts,
    report: ScanReport,
    verdict: StoryVerdict | None,
    *,
    written: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Print everything as one JSON object, or the report on stdout and the rest as talk on stderr."""
    if as_json:
        record = {
            "schema": 1,
            "folder": facts.folder,
            "gold": facts.gold,
            "base": facts.base,
            "head": facts.head,
            "commits": facts.commits,
            "story": _story_record(verdict) if verdict else None,
            "reports": [str(path) for path in written],
            "scan": scan_record(figures_of(report)),
        }
        sys.stdout.write(json.dumps(record, ensure_ascii=False, indent=2) + "\n")
        return
    talk(f"{folder}: {facts.commits} commits; {facts.gold} was judged at the first, and is checked at the last.\n")
    print_scan(report, written=written, as_json=False)
    if verdict:
        for line in verdict_lines(verdict):
            talk(line)
    for line in next_lines(folder, report):
        talk(line)


def verdict_lines(verdict: StoryVerdict) -> list[str]:
    """How the scan did against the story, and each chunk on which it was wrong."""
    lines = ["", f"The story is known: the scan tells the truth of {verdict.right} of {verdict.of} gold chunks."]
    lines += [f"  {surprise.chunk_id}\n    {_told(surprise)}" for surprise in verdict.surprises]
    return lines


def next_lines(folder: Path, report: ScanReport) -> list[str]:
    """What to try next, as commands that can be pasted."""
    number = min(report.numbers.values(), default=1)
    return [
        "",
        "Try next:",
        f"  cd {shlex.quote(str(folder))}",
        "  goldkeeper review list",
        f"  goldkeeper review show {number}",
        "  goldkeeper apply --dry-run",
    ]


def _told(surprise: Surprise) -> str:
    truth = _truth(surprise.fate)
    return f"the scan says {', '.join(surprise.said) or 'nothing'}; it {truth}"


def _truth(fate: Fate) -> str:
    match fate.happening:
        case Happening.DELETED:
            return "was deleted"
        case Happening.UNTOUCHED:
            return "was left untouched"
        case _:
            return f"was {fate.happening} to {', '.join(fate.successors)}"


def _story_record(verdict: StoryVerdict) -> dict[str, object]:
    return {
        "right": verdict.right,
        "of": verdict.of,
        "by_happening": {
            what.value: {"right": right, "of": count} for what, (right, count) in verdict.by_happening.items()
        },
        "surprises": [
            {
                "id": s.chunk_id,
                "said": list(s.said),
                "happened": s.fate.happening.value,
                "truth": list(s.fate.successors),
            }
            for s in verdict.surprises
        ],
    }
