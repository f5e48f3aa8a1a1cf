"""The whole job on a real repository: gold sampled at an old commit, then init, scan, review, apply, scan again.

    python tests/bench/replay.py REPOSITORY --at REV [--sample 300] [--seed 0] [--work DIR] [--json]

REPOSITORY is a work tree or a bare git directory with history; it is cloned and never written to. The
gold set lies in a repository of its own, committed on the day of REV, as people who judge an index of
that day would have it. Prints what the scan saw, wall time and peak memory of each command, and what
still drifts after everything that can be accepted in bulk was accepted and applied.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

GOLDKEEPER = [sys.executable, "-m", "goldkeeper"]


def main() -> None:
    """Run it and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--at", required=True, help="revision at which the gold is judged")
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--work", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = replay(
            arguments.repository, arguments.at, arguments.sample, arguments.seed, arguments.work or Path(folder)
        )
    print(json.dumps(found, indent=1))  # noqa: T201


def replay(repository: Path, rev: str, sample: int, seed: int, work: Path) -> dict[str, Any]:
    """Everything the docstring of this file says."""
    code, gold = work / "code", work / "gold"
    git(work, "clone", "-q", "--no-hardlinks", str(repository.resolve()), str(code))
    old = git(code, "rev-parse", f"{rev}^{{commit}}")
    day = git(code, "show", "-s", "--format=%cI", old)
    git(work, "init", "-q", "-b", "main", str(gold))
    write_gold(code, old, gold / "gold.jsonl", sample, seed)
    who = {"GIT_COMMITTER_DATE": day, "GIT_AUTHOR_DATE": day}
    git(gold, "add", "gold.jsonl")
    git(
        gold,
        "-c",
        "user.name=bench",
        "-c",
        "user.email=bench@example.org",
        "commit",
        "-qm",
        "Gold of that day",
        env=who,
    )

    figures: dict[str, Any] = {
        "repository": repository.parent.name if repository.name == "repo" else repository.name,
        "judged at": f"{old[:10]} ({day[:10]})",
        "head": git(code, "rev-parse", "--short=10", "HEAD")
        + f" ({git(code, 'show', '-s', '--format=%cI', 'HEAD')[:10]})",
        "commits between": int(git(code, "rev-list", "--count", f"{old}..HEAD")),
    }
    figures["init"] = run(gold, "init", "--repo", str(code))["cost"]
    first = run(gold, "scan", "--json")
    figures["scan"] = first["cost"]
    figures["first"] = summary(json.loads(first["out"]))
    figures["scan again, nothing changed"] = run(gold, "scan", "--json")["cost"]
    answered = run(
        gold, "review", "accept", "--all", "--include-retire", "--include-changed", "--by", "bench", "--json"
    )
    figures["review accept --all"] = answered["cost"]
    applied = run(gold, "apply", "--json")
    figures["apply"] = applied["cost"]
    figures["applied"] = len(json.loads(applied["out"])["items"])
    last = run(gold, "scan", "--json")
    figures["scan after applying"] = last["cost"]
    figures["last"] = summary(json.loads(last["out"]))
    return figures


def write_gold(code: Path, rev: str, file: Path, sample: int, seed: int) -> None:
    """A seeded sample of the functions and classes of a commit, one query each."""
    listed = subprocess.run(
        [*GOLDKEEPER, "chunk", "--repo", code, "--rev", rev, "--json"], capture_output=True, check=True
    )
    chunks = [json.loads(line) for line in listed.stdout.decode().split("\n") if line]
    wanted = sorted(c["id"] for c in chunks if c["kind"] in {"function", "class"})
    drawn = sorted(random.Random(seed).sample(wanted, min(sample, len(wanted))))
    rows = [{"qid": f"q{n}", "query": one, "type": "identifier", "gold": {one: 3}} for n, one in enumerate(drawn)]
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def summary(record: dict[str, Any]) -> dict[str, Any]:
    """The figures of a scan that are worth keeping."""
    chunks = record["chunks"]
    return {
        "headline": record["headline"],
        "by drift": {kind: n for kind, n in record["counts"]["by_drift"].items() if n},
        "by change": dict(Counter(str(chunk["change"]) for chunk in chunks if chunk["drift"] != "intact")),
        "certain": record["counts"]["certain"],
        "groups": len({chunk["group"] for chunk in chunks if chunk.get("group")}),
    }


def run(folder: Path, *arguments: str) -> dict[str, Any]:
    """One command of goldkeeper with its wall time, CPU time and peak memory."""
    began = time.monotonic()
    process = subprocess.Popen([*GOLDKEEPER, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    out = process.stdout.read()
    err = process.stderr.read() if process.stderr else b""
    _, status, usage = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    process.returncode = code
    if code > 1:
        raise SystemExit(f"goldkeeper {' '.join(arguments)} ended with {code}:\n{err.decode()}")
    cost = {
        "exit": code,
        "wall s": round(time.monotonic() - began, 2),
        "cpu s": round(usage.ru_utime + usage.ru_stime, 2),
        "peak MiB": round(usage.ru_maxrss / 1024),
    }
    return {"out": out.decode(), "cost": cost}


def git(folder: Path, *arguments: str, env: dict[str, str] | None = None) -> str:
    """What git says, stripped."""
    done = subprocess.run(
        ["git", *arguments], cwd=folder, capture_output=True, text=True, check=True, env={**os.environ, **(env or {})}
    )
    return done.stdout.strip()


if __name__ == "__main__":
    main()
