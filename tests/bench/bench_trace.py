"""How well `goldkeeper trace` tells a method's history, measured against CodeTracker's oracle.

    git clone https://github.com/jodavimehran/code-tracker
    python -m tests.bench.bench_trace code-tracker/src/main/resources/oracle/method/training --repos DIR --index DIR

Each file of the oracle tells the history of one Java method, change by change, as people confirmed it. A change
counts once for each commit and kind. `altCommitId` is another name of a commit that is accepted. Repositories
are bare clones, found in the folder by the end of their name (`junit-team+junit4/repo`, `junit4.git`); elements
of repositories that are not there are skipped and counted. Changes of the comment before a declaration
are told by `trace` as a kind of their own. The oracle counts plain ones to the documentation and does not know doc
comments, so these are left out.
"""

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goldkeeper.model.chunks import Chunk, ChunkKind, CommitId, SkipReason
from goldkeeper.model.traces import TraceKind, TraceLine
from goldkeeper.wiring.openers import make_chunker, open_history, open_index
from goldkeeper.workflow.lineage.contents import Contents
from goldkeeper.workflow.lineage.tracing import Tracer

UNKNOWN_TO_ORACLE = {TraceKind.REACHED, TraceKind.CUT_OFF}
NAMES = {
    TraceKind.SPLIT: "method split",
    TraceKind.MERGE: "method merge",
    TraceKind.COMMENT: "documentation change",
}

Told = tuple[str, str]  # commit, kind


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one element."""

    name: str
    repository: str
    right: frozenset[Told]
    missed: frozenset[Told]
    extra: frozenset[Told]
    seconds: float  # CPU: other work on the machine does not count


def measure(oracle: Path, repos: Path, index_folder: Path | None, wanted: str = "") -> Iterator[Result | str]:
    """A result for each element, or why there is none."""
    for file in sorted(oracle.glob("*.json")):
        if wanted not in file.name:
            continue
        element = json.loads(file.read_text("utf-8"))
        repo = _find_repository(repos, element["repositoryName"])
        yield _measure(file.stem, element, repo, index_folder) if repo else f"{element['repositoryName']} is not there"


def _find_repository(repos: Path, name: str) -> Path | None:
    for folder in sorted(repos.iterdir()):
        if folder.name.removesuffix(".git").rpartition("+")[2] == name:
            return folder / "repo" if (folder / "repo").is_dir() else folder
    return None


def _measure(name: str, element: Mapping[str, Any], repo: Path, index_folder: Path | None) -> Result | str:
    history = open_history(repo)
    place = (
        index_folder / f"index-{repo.parent.name if repo.name == 'repo' else repo.name}.sqlite"
        if index_folder
        else None
    )
    index = open_index(history, place)
    number = index.number(CommitId(element["startCommitId"]))
    if number is None:
        return f"{name}: the clone lacks its commit"
    contents = Contents(history, make_chunker())
    begin = time.process_time()
    tracer = Tracer(index, contents)
    blob = index.blob_at(number, element["filePath"])
    file = contents.chunks(element["filePath"], blob) if blob is not None else SkipReason.OBJECT_MISSING
    chunk = None if isinstance(file, SkipReason) else _find(file.chunks, element)
    if chunk is None or blob is None:
        return f"{name}: no chunk there"
    lines = [line for line in tracer.trace(chunk, blob, number) if _is_known_to_oracle(line)]
    seconds = time.process_time() - begin
    told = {(str(line.commit), NAMES.get(line.kind, str(line.kind))) for line in lines}
    return _compare(name, element, told, seconds)


def _is_known_to_oracle(line: TraceLine) -> bool:
    return line.kind not in UNKNOWN_TO_ORACLE and line.evidence.get("of") != "doc comment"


def _find(chunks: Iterable[Chunk], element: Mapping[str, Any]) -> Chunk | None:
    line = element["functionStartLine"]
    held = [
        chunk
        for chunk in chunks
        if chunk.kind is ChunkKind.FUNCTION
        and chunk.span.start <= line <= chunk.span.end
        and chunk.name == element["functionName"]
    ]
    return min(held, key=lambda chunk: chunk.span.lines, default=None)


def _compare(name: str, element: Mapping[str, Any], told: set[Told], seconds: float) -> Result:
    expected: set[Told] = set()
    for change in element["expectedChanges"]:
        commit, other, kind = change["commitId"], change.get("altCommitId"), change["changeType"]
        expected.add((other if other and (other, kind) in told else commit, kind))
    return Result(
        name,
        element["repositoryName"],
        frozenset(told & expected),
        frozenset(expected - told),
        frozenset(told - expected),
        seconds,
    )


def _figures(results: Iterable[Result]) -> str:
    results = list(results)
    right, missed, extra = (sum(len(getattr(one, part)) for one in results) for part in ("right", "missed", "extra"))
    commits = [_commit_counts(one) for one in results]
    by_commit = [sum(column) for column in zip(*commits, strict=True)]
    times = sorted(one.seconds for one in results)
    clean = sum(not one.missed and not one.extra for one in results)
    return (
        f"{len(results):>3} elements, {right + missed:>5} changes: "
        f"precision {right / max(1, right + extra):.4f} recall {right / max(1, right + missed):.4f}; by commit "
        f"{by_commit[0] / max(1, by_commit[0] + by_commit[2]):.4f} {by_commit[0] / max(1, sum(by_commit[:2])):.4f}; "
        f"without a difference {clean}; CPU seconds median {times[len(times) // 2]:.2f} "
        f"p95 {times[min(len(times) - 1, int(len(times) * 0.95))]:.2f} max {times[-1]:.2f}"
    )


def _commit_counts(result: Result) -> tuple[int, int, int]:
    told = {commit for commit, _ in result.right | result.extra}
    expected = {commit for commit, _ in result.right | result.missed}
    return len(told & expected), len(expected - told), len(told - expected)


def main() -> None:
    """Measure and print; differences go to a file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("oracle", type=Path)
    parser.add_argument("--repos", type=Path, required=True)
    parser.add_argument("--index", type=Path, help="folder for index files; without, each is read anew")
    parser.add_argument("--only", default="", help="part of an element's name")
    parser.add_argument("--differences", type=Path, help="file for what was missed and what was told in excess")
    options = parser.parse_args()
    results: list[Result] = []
    skipped: Counter[str] = Counter()
    for one in measure(options.oracle, options.repos, options.index, options.only):
        if isinstance(one, str):
            skipped[one] += 1
        else:
            results.append(one)
            sys.stderr.write(f"{one.name} {one.seconds:.2f} s, {len(one.missed)} missed, {len(one.extra)} in excess\n")
    by_repository: dict[str, list[Result]] = defaultdict(list)
    for one in results:
        by_repository[one.repository].append(one)
    for repository in sorted(by_repository):
        sys.stdout.write(f"{repository:<20} {_figures(by_repository[repository])}\n")
    sys.stdout.write(f"{'all':<20} {_figures(results)}\n")
    kinds = sorted({kind for one in results for _, kind in one.right | one.missed | one.extra})
    for kind in kinds:
        counts = [
            sum(k == kind for one in results for _, k in getattr(one, part)) for part in ("right", "missed", "extra")
        ]
        sys.stdout.write(f"  {kind:<24} right {counts[0]:>5} missed {counts[1]:>4} in excess {counts[2]:>4}\n")
    for why, count in sorted(skipped.items()):
        sys.stdout.write(f"skipped {count}: {why}\n")
    if options.differences:
        rows = [
            {
                "element": one.name,
                "seconds": round(one.seconds, 3),
                "missed": sorted(one.missed),
                "extra": sorted(one.extra),
            }
            for one in results
            if one.missed or one.extra
        ]
        options.differences.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


if __name__ == "__main__":
    main()
