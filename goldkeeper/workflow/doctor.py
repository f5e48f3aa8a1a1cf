"""Is everything here that a scan needs? Each check is a fact, a verdict and, where one is due, a remedy."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from goldkeeper.model.anchors import NeverResolved
from goldkeeper.model.errors import GoldkeeperError
from goldkeeper.model.gold import GoldProblem, GoldSet, Severity
from goldkeeper.model.passports import Fingerprint
from goldkeeper.reporting.wording import count
from goldkeeper.workflow.anchoring import Anchors


class Verdict(StrEnum):
    """How a check came out."""

    GOOD = "good"
    NOTE = "note"  # works, and somebody should know
    BAD = "bad"  # a scan would fail or mislead


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at."""

    name: str
    verdict: Verdict
    fact: str
    remedy: str = ""


def attempt(name: str, look: Callable[[], Check]) -> Check:
    """A check whose failure is a finding: what can't be looked at is bad, with the error's own sentence."""
    try:
        return look()
    except GoldkeeperError as problem:
        return Check(name, Verdict.BAD, str(problem))


def check_grammars(fingerprint: Fingerprint) -> Iterator[Check]:
    """Which languages can be chunked here, and loudly which can't."""
    there = [grammar for grammar in fingerprint.grammars if grammar.available]
    lacking = sorted(grammar.language for grammar in fingerprint.grammars if not grammar.available)
    yield Check("grammars", Verdict.GOOD if there else Verdict.BAD, count(len(there), "language"))
    if lacking:
        yield Check(
            "grammars",
            Verdict.NOTE,
            f"not available here: {', '.join(lacking)}",
            "tree-sitter-languages has no wheel for Python 3.13 and newer; use 3.11 or 3.12 for these languages",
        )


def check_gold(gold_set: GoldSet) -> Iterator[Check]:
    """Whether the gold file reads without a problem."""
    size = f"{count(len(gold_set.queries), 'query', 'queries')}, {count(len(gold_set.pairs_by_chunk), 'chunk')}"
    yield Check("gold file", Verdict.GOOD, f"{gold_set.name}: {size}")
    for severity, verdict in ((Severity.ERROR, Verdict.BAD), (Severity.WARNING, Verdict.NOTE)):
        found = [problem for problem in gold_set.problems if problem.severity is severity]
        if found:
            first = found[0]
            more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
            where = f"line {first.line}: " if first.line else ""
            yield Check("gold file", verdict, f"{where}{first.message}{more}", first.remedy)


def check_anchors(gold_set: GoldSet, anchors: Anchors, problems: Sequence[GoldProblem]) -> Iterator[Check]:
    """Whether each gold chunk has one, and the file reads without a problem."""
    chunks = gold_set.pairs_by_chunk
    fact = f"{sum(chunk_id in anchors for chunk_id in chunks)} of {len(chunks)} chunks"
    if chunks.keys() <= anchors.keys():
        yield Check("anchors", Verdict.GOOD, fact)
    else:
        yield Check("anchors", Verdict.NOTE, fact, "the next scan makes the rest from history")
    never = [entry for chunk_id in chunks if isinstance(entry := anchors.get(chunk_id), NeverResolved)]
    if never:
        more = f" (and {len(never) - 1} more)" if len(never) > 1 else ""
        fact = f"never resolved: {never[0].chunk_id}: {never[0].reason}{more}"
        yield Check("anchors", Verdict.NOTE, fact, "correct the IDs in the gold file")
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        yield Check(
            "anchors", Verdict.NOTE, f"line {problems[0].line}: {problems[0].message}{more}", problems[0].remedy
        )


def check_clone(notes: Sequence[str]) -> Iterator[Check]:
    """What the clone lacks: history, objects."""
    for note in notes:
        yield Check("history", Verdict.NOTE, note)
