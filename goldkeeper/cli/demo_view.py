"""What `goldkeeper demo` prints: the story, the scan's own report, whether it is right, what to try next."""

import shlex
import shutil
import sys
from pathlib import Path

from goldkeeper.cli.output import emit_json, talk
from goldkeeper.cli.scan_view import print_record
from goldkeeper.model.scans import ScanReport
from goldkeeper.model.stories import Fate, Happening, StoryFacts
from goldkeeper.reporting.figures import figures_of
from goldkeeper.reporting.record import scan_record
from goldkeeper.workflow.demo import StoryVerdict, Told, ToldChunk


def print_demo(
    folder: Path,
    facts: StoryFacts,
    report: ScanReport,
    verdict: StoryVerdict | None,
    *,
    written: tuple[str, ...],
    as_json: bool,
) -> None:
    """Print everything as one JSON object, or the report on stdout and the rest as talk on stderr."""
    if as_json:
        record = {
            "folder": facts.folder,
            "gold": facts.gold,
            "base": facts.base,
            "head": facts.head,
            "commits": facts.commits,
            "story": _story_record(verdict) if verdict else None,
            "reports": list(written),
            "scan": scan_record(figures_of(report)),
        }
        emit_json(record)
        return
    talk(f"{folder}: {facts.commits} commits; {facts.gold} was judged at the first, and is checked at the last.\n")
    # What to do next follows once, at the very end, with the folder to do it in.
    print_record({**scan_record(figures_of(report)), "next": []}, written=written)
    if verdict:
        for line in verdict_lines(verdict):
            talk(line)
    for line in next_lines(folder, report):
        talk(line)


def verdict_lines(verdict: StoryVerdict) -> list[str]:
    """How the scan did against the story, and each chunk of which it does not tell the truth."""
    counts = [f"{verdict.count(Told.RIGHT)} of {len(verdict.chunks)} told rightly"]
    counts += [f"{number} {told}" for told in (Told.OPEN, Told.WRONG) if (number := verdict.count(told))]
    lines = ["", f"This story's end is known. Gold chunks: {', '.join(counts)}."]
    for chunk in verdict.surprises:
        lines += [f"  {chunk.chunk_id}", f"    {_said(chunk)}", f"    in truth {_truth(chunk.fate)}"]
    return lines


def next_lines(folder: Path, report: ScanReport) -> list[str]:
    """What to try next, as commands that can be pasted."""
    me = _command()
    number = min(report.numbers.values(), default=1)
    certain = any(proposal.match.certain for proposal in report.proposals)
    answer = "accept --certain" if certain else f"accept {number}"
    return [
        "",
        "Try next:",
        f"  cd {shlex.quote(str(folder))}",
        f"  {me} review --by me",
        f"  {me} review list",
        f"  {me} review show {number}",
        f"  {me} review {answer} --by me",
        f"  {me} apply --dry-run",
    ]


def _command() -> str:
    """How goldkeeper is called from another folder: by its name, or by its place where that is not on the path."""
    called = Path(sys.argv[0])
    if shutil.which("goldkeeper") or called.name != "goldkeeper" or not called.exists():
        return "goldkeeper"
    return shlex.quote(str(called.resolve().parent / called.name))


def _said(chunk: ToldChunk) -> str:
    if chunk.told is Told.OPEN:
        return "left to a person: what speaks for the likeliest answers is about equal"
    return f"the scan says {', '.join(chunk.said) or 'nothing'}"


def _truth(fate: Fate) -> str:
    match fate.happening:
        case Happening.DELETED:
            return "deleted"
        case Happening.UNTOUCHED:
            return "untouched"
        case _:
            return f"{fate.happening}: {', '.join(fate.successors)}"


def _story_record(verdict: StoryVerdict) -> dict[str, object]:
    return {
        "counts": {told.value: verdict.count(told) for told in Told},
        "chunks": [
            {
                "id": chunk.chunk_id,
                "told": chunk.told.value,
                "said": list(chunk.said),
                "happened": chunk.fate.happening.value,
                "truth": list(chunk.fate.successors),
            }
            for chunk in verdict.chunks
        ],
    }
