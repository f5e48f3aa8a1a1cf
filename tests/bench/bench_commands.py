"""Whole commands against what they stand on: CPU seconds (user and system) of processes that end.

    python -m tests.bench.bench_commands FOLDER [--rounds 7]

FOLDER is a checkout of a repository with git. Measured in turns, the minimum of each counts:

- `chunk --json` against a process that reads and parses the same files with the same grammars;
- a scan in which nothing changed against `git status` of that folder and the start-up of such a scan,
  a process that imports what it imports, makes the command table, and stops;
- `--help`, in wall time.

Prints one JSON object.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

GOLDKEEPER = [sys.executable, "-m", "goldkeeper"]
BARE_PARSE = """
import sys
from pathlib import Path
from goldkeeper.chunking.decoding import decode_source
from goldkeeper.chunking.grammars import GrammarSource, load_grammar
from goldkeeper.chunking.languages import known_languages
from tree_sitter import Parser
parsers = {}
for path in sys.stdin.read().split("\\0"):
    rules = known_languages().find(path)
    if rules.language not in parsers:
        parsers[rules.language] = Parser(load_grammar(rules, GrammarSource.OFFICIAL))
    source = decode_source(Path(path).read_bytes())
    if source is not None:
        parsers[rules.language].parse(source.data)
"""
START_UP = """
import goldkeeper.cli.main, goldkeeper.cli.scan_view, goldkeeper.settings, goldkeeper.wiring.keeper
import goldkeeper.wiring.index_sources
from goldkeeper.stores.lock import state_lock
import filelock
import typer.main
typer.main.get_command(goldkeeper.cli.main.app)
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    with tempfile.TemporaryDirectory() as project:
        paths = set_up(folder, Path(project))
        parse = [sys.executable, "-c", BARE_PARSE]
        commands: dict[str, tuple[Sequence[str], Path, bytes]] = {
            "bare parse": (parse, folder, "\0".join(paths).encode()),
            "chunk --json": ([*GOLDKEEPER, "chunk", "--json"], folder, b""),
            "git status": (["git", "status", "--porcelain"], folder, b""),
            "start-up": ([sys.executable, "-c", START_UP], folder, b""),
            "scan, nothing changed": ([*GOLDKEEPER, "scan"], Path(project), b""),
            "python": ([sys.executable, "-c", ""], folder, b""),
            "--help": ([*GOLDKEEPER, "--help"], folder, b""),
        }
        best = {name: min(cost(*command) for _ in range(arguments.rounds)) for name, command in commands.items()}
        wall = min(cost(*commands["--help"])[1] for _ in range(arguments.rounds))
    cpu = {name: seconds for name, (seconds, _) in best.items()}
    print(json.dumps(figures(folder.name, len(paths), cpu, wall), indent=1))  # noqa: T201


def figures(name: str, files: int, cpu: Mapping[str, float], help_wall: float) -> dict[str, object]:
    """The seconds and what they come to."""
    return {
        "folder": name,
        "files": files,
        "cpu seconds": {command: round(seconds, 3) for command, seconds in cpu.items()},
        "chunk --json / bare parse": round(cpu["chunk --json"] / cpu["bare parse"], 2),
        "(scan - start-up) / git status": round(
            (cpu["scan, nothing changed"] - cpu["start-up"]) / cpu["git status"], 2
        ),
        "--help, wall seconds": round(help_wall, 3),
    }


def set_up(folder: Path, project: Path) -> list[str]:
    """A project with 100 gold chunks of the folder, scanned once; the paths that were chunked."""
    listed = run([*GOLDKEEPER, "chunk", "--json"], folder)
    chunks = [json.loads(line) for line in listed.decode().split("\n") if line]
    gold = random.Random(0).sample(sorted(chunk["id"] for chunk in chunks), 100)
    rows = [{"qid": f"q{n}", "query": one, "type": "identifier", "gold": {one: 3}} for n, one in enumerate(gold)]
    (project / "gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    run([*GOLDKEEPER, "init", "--repo", str(folder), "--rev", "HEAD"], project)
    run([*GOLDKEEPER, "scan", "--json"], project)
    return sorted({chunk["path"] for chunk in chunks})


def run(command: Sequence[str], folder: Path) -> bytes:
    """What a command prints; it may ask for a person and must not fail."""
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    if done.returncode > 1:
        raise SystemExit(f"{' '.join(command)}: {done.stderr.decode()}")
    return done.stdout


def cost(command: Sequence[str], folder: Path, stdin: bytes) -> tuple[float, float]:
    """CPU and wall seconds of a process and its children."""
    began, before = time.monotonic(), _spent()
    subprocess.run(command, cwd=folder, input=stdin, capture_output=True, check=False)
    return _spent() - before, time.monotonic() - began


def _spent() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main()
