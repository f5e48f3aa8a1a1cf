"""What `goldkeeper init` prints: what was found or brought in, where it was anchored, what to do next."""

import shlex
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from goldkeeper.cli.output import emit_json, talk, visible
from goldkeeper.model.anchors import Anchor, AnchorOrigin, NeverResolved
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.gold import GoldProblem, GoldSet, Severity
from goldkeeper.reporting.wording import count
from goldkeeper.wiring.starting import Start
from goldkeeper.workflow.bringing_in import BroughtIn
from goldkeeper.workflow.judged_states import KnownBy

MOST_SHOWN = 10  # lines of one kind; the rest is in the scan's report, and in the JSON
_ORIGINS = {
    AnchorOrigin.JUDGED: "as they were judged",
    AnchorOrigin.INTRODUCED: "at the commit that brought the ID into the gold file",
    AnchorOrigin.RESOLVED: "at the newest state in which the ID resolves",
}
_KNOWN_BY = {
    KnownBy.NAMED: "as --judged-at says",
    KnownBy.RECORDED: "as the file says",
    KnownBy.INTRODUCED: "the commit that brought them into the file",
    KnownBy.DATED: "the code when they came into the file",
    KnownBy.ASSUMED: "the state that is scanned",
}
_GUESSES = {
    "span-adjusted": "taken for a chunk with other lines",
    "symbol-guessed": "taken by their lines for a chunk with another name",
    "path-guessed": "taken for a file by the end of its path",
}
# Problems that another state of the code would explain.
_OF_ANOTHER_STATE = frozenset({"reference-not-found", "span-adjusted", "span-between", "symbol-guessed"})


@dataclass(frozen=True, slots=True)
class Found:
    """A project that was set up: its gold set with its anchors."""

    gold_set: GoldSet
    anchors: Mapping[ChunkId, Anchor | NeverResolved]
    code_is_elsewhere: bool

    @property
    def never(self) -> list[NeverResolved]:
        """Chunks that were never found, in the gold set's order."""
        return [anchor for anchor in self.anchors.values() if isinstance(anchor, NeverResolved)]

    @property
    def sound(self) -> bool:
        """Whether every chunk was found and the gold file has no errors."""
        errors = any(problem.severity is Severity.ERROR for problem in self.gold_set.problems)
        return not (errors or self.never)


def print_start(start: Start, found: Found | None, *, as_json: bool) -> None:
    """Print the facts as JSON, or in words on stderr; `found` is None where nothing was written."""
    if as_json:
        emit_json(_record(start, found))
        return
    if start.brought_in is not None:
        _tell_brought_in(start.brought_in, written=found is not None)
    if found is None:
        _row("nothing written", "no reference of the file names a chunk for certain")
        return
    _row("configuration", str(start.config))
    if start.chunk_list:
        fields = "".join(f", {key} = {name}" for key, name in start.chunk_list.items() if key != "chunks")
        _row("chunk list", start.chunk_list["chunks"] + fields)
    gold_set = found.gold_set
    chunks = count(len(found.anchors), "chunk")
    _row("gold set", f"{gold_set.name}: {count(len(gold_set.queries), 'query', 'queries')}, {chunks}")
    origins = _origins(found)
    for origin, words in _ORIGINS.items():
        if origins[origin]:
            _row("anchored", f"{origins[origin]} {words}")
    _rows("never resolved", (f"{one.chunk_id}: {one.reason}" for one in found.never), "that never resolved")
    _tell_problems(gold_set.name, gold_set.problems)
    for line in _next_steps(start, found):
        _row(*line)


def _next_steps(start: Start, found: Found) -> list[tuple[str, str]]:
    if found.code_is_elsewhere:
        again = f"goldkeeper init --force --gold {shlex.quote(found.gold_set.name)} --repo PATH"
        return [("next", f"none of these paths is here; is the code elsewhere? {again}")]
    steps = ["goldkeeper scan"]
    if start.to_commit:
        files = " ".join(shlex.quote(path.as_posix()) for path in start.to_commit if path.exists())
        steps.insert(0, f"git add {files} && git commit")
    return [("next" if at == 0 else "", step) for at, step in enumerate(steps)]


def _tell_brought_in(brought_in: BroughtIn, *, written: bool) -> None:
    _row("brought in", f"{brought_in.name}: {count(brought_in.judgements, 'reference')}")
    for note in brought_in.notes:
        _row("note", note)
    states = [
        f"{state.label}{f' of {state.date:%Y-%m-%d}' if state.date else ''}:"
        f" {count(state.references, 'reference')}, {_KNOWN_BY[state.known_by]}"
        for state in brought_in.states
    ]
    _rows("read in", states, "states")
    _tell_problems(brought_in.name, brought_in.problems)
    lost = _losses(brought_in)
    if lost:
        _row("look", lost)
    if written and _of_another_state(brought_in):
        again = f"goldkeeper init --force --from {shlex.quote(brought_in.name)} --judged-at REV"
        _row("", f"to bring it in anew, remove the gold file, then {again}")


def _of_another_state(brought_in: BroughtIn) -> bool:
    return any(problem.code in _OF_ANOTHER_STATE for problem in brought_in.problems)


def _losses(brought_in: BroughtIn) -> str:
    """What was lost or guessed, in one sentence; empty where nothing was."""
    parts = [f"{number} {_GUESSES[kind]}" for kind, number in brought_in.guessed.items()]
    if brought_in.left_out:
        parts.insert(0, f"{brought_in.left_out} of {count(brought_in.judgements, 'reference')} left out")
    if not parts:
        return ""
    sentence = ", ".join(parts)
    if _of_another_state(brought_in):
        sentence += ": were they written for another state? --judged-at REV"
    return sentence


def _tell_problems(name: str, problems: Sequence[GoldProblem]) -> None:
    """Each kind for itself, in the order in which the kinds first appear."""
    kinds: dict[tuple[Severity, str], list[GoldProblem]] = {}
    for problem in problems:
        kinds.setdefault((problem.severity, problem.code), []).append(problem)
    for (severity, code), of_kind in kinds.items():
        lines = (f"{f'{name}:{p.line}' if p.line else name}: {p.message}; {p.remedy}" for p in of_kind)
        _rows(str(severity), lines, f"problems of this kind ({code})")


def _rows(label: str, lines: Iterable[str], of_what: str) -> None:
    held = list(lines)
    for line in held[:MOST_SHOWN]:
        _row(label, line)
    if len(held) > MOST_SHOWN:
        _row("", f"and {len(held) - MOST_SHOWN} more {of_what}")


def _row(label: str, text: str) -> None:
    talk(visible(f"{label:<14} {text}"))


def _record(start: Start, found: Found | None) -> dict[str, Any]:
    brought_in = start.brought_in
    origins = _origins(found) if found is not None else Counter[AnchorOrigin]()
    return {
        "config": str(start.config) if start.config is not None else None,
        "gold": found.gold_set.name if found is not None else None,
        "queries": len(found.gold_set.queries) if found is not None else 0,
        "chunks": len(found.anchors) if found is not None else 0,
        "anchored": {str(origin): origins[origin] for origin in AnchorOrigin},
        "never_resolved": [
            {"id": str(one.chunk_id), "reason": one.reason} for one in (found.never if found is not None else ())
        ],
        "code_is_elsewhere": found is not None and found.code_is_elsewhere,
        "problems": [_problem(problem) for problem in (found.gold_set.problems if found is not None else ())],
        "index": dict(start.chunk_list),
        "import": _import(brought_in) if brought_in is not None else None,
    }


def _import(brought_in: BroughtIn) -> dict[str, Any]:
    return {
        "source": brought_in.name,
        "references": brought_in.judgements,
        "left_out": brought_in.left_out,
        "guessed": dict(brought_in.guessed),
        "summary": _losses(brought_in),
        "states": [
            {
                "state": state.label,
                "commit": state.commit,
                "date": state.date.isoformat() if state.date is not None else None,
                "known_by": str(state.known_by),
                "references": state.references,
            }
            for state in brought_in.states
        ],
        "notes": list(brought_in.notes),
        "problems": [_problem(problem) for problem in brought_in.problems],
    }


def _problem(problem: GoldProblem) -> dict[str, Any]:
    return {
        "line": problem.line,
        "code": problem.code,
        "severity": str(problem.severity),
        "message": problem.message,
        "remedy": problem.remedy,
    }


def _origins(found: Found) -> Counter[AnchorOrigin]:
    return Counter(anchor.origin for anchor in found.anchors.values() if isinstance(anchor, Anchor))
