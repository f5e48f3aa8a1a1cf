"""A real daemon on a real repository, killed at random points, again and again.

    python -m tests.bench.kill_run CLONE --minutes 35 --seed 1 [--work FOLDER] [--gold 60]

CLONE is a git repository, which is only read. A script commits edits of files that hold gold, moves and
renames, checks out old branches and comes back, rewrites the manifest, saves the gold file by rename,
answers questions, and kills the daemon with SIGKILL, sometimes only its worker. After each kill the next
daemon has to start, and all that people said has to be there. Held after each kill:

- every answer that a command confirmed is in the queue's log;
- the database passes its own check, gold file and anchors parse line by line, no query is lost;
- no worker outlives its daemon by more than five seconds.

- every upgrade that a scan ended was ended by one.

And after some: the daemon has checked the branch's newest commit within a minute. At the end, a scan from
scratch says what the daemon's last scan said. Prints one JSON object; exit code 1 when anything failed.
"""

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

GOLDKEEPER = [sys.executable, "-m", "goldkeeper"]
FRESH_SECONDS = 60.0
ORPHAN_SECONDS = 5.0
MARK = "GOLDKEEPER_KILL_RUN"  # in the environment of all that the run starts, to find what is left


@dataclass
class Run:
    """One run: the clone, what was confirmed, what went wrong."""

    top: Path
    random: random.Random
    name: str
    daemon: subprocess.Popen[bytes] | None = None
    answered: dict[int, str] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    rss: list[int] = field(default_factory=list)

    def git(self, *arguments: str) -> str:
        """Git in the clone."""
        done = subprocess.run(["git", *arguments], cwd=self.top, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    def goldkeeper(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """A command in the clone."""
        return subprocess.run(
            [*GOLDKEEPER, *arguments], cwd=self.top, env=self.environment, capture_output=True, text=True, check=False
        )

    @property
    def environment(self) -> dict[str, str]:
        """Marked, so that what is left over can be found."""
        return os.environ | {MARK: self.name}

    def start(self) -> None:
        """A daemon."""
        with (self.top.parent / f"{self.name}.log").open("ab") as log:
            self.daemon = subprocess.Popen(
                [*GOLDKEEPER, "daemon", "--json"], cwd=self.top, env=self.environment, stdout=log, stderr=log
            )
        self.counts["starts"] += 1

    def fault(self, said: str) -> None:
        """Something that must not be."""
        self.faults.append(f"{time.strftime('%H:%M:%S')} {said}")
        sys.stderr.write(f"{self.faults[-1]}\n")


def set_up(clone: Path, work: Path, gold: int, seed: int) -> Run:
    """A clone with a gold set made of its own chunks, and a manifest."""
    top = work / "clone"
    subprocess.run(["git", "clone", "--quiet", str(clone), str(top)], check=True)
    run = Run(top, random.Random(seed), f"kill-run-{os.getpid()}")
    for key, value in (("user.name", "Ada"), ("user.email", "ada@example.org"), ("gc.auto", "0")):
        run.git("config", key, value)
    run.git("checkout", "--quiet", "-B", "main")
    listed = run.goldkeeper("chunk", "--repo", ".", "--rev", "HEAD", "--json").stdout
    chunks = [json.loads(line) for line in listed.splitlines()]
    chosen = run.random.sample([one for one in chunks if one["kind"] != "class" and one["symbol"]], gold)
    with (top / "gold.jsonl").open("w", encoding="utf-8") as file:
        for number, chunk in enumerate(chosen):
            row = {"qid": f"q{number}", "query": f"question {number}", "type": "intent", "gold": {chunk["id"]: 3}}
            file.write(json.dumps(row) + "\n")
    write_manifest(run, 0)
    done = run.goldkeeper("init")
    if done.returncode not in {0, 1}:
        raise SystemExit(done.stderr)
    config = top / "config" / "goldkeeper.toml"
    text = config.read_text("utf-8")
    text = text.replace('manifest = ""', 'manifest = "manifest.json"')
    text = text.replace("quiet_seconds = 2.0", "quiet_seconds = 0.3").replace(
        "retry_seconds = 30.0", "retry_seconds = 1.0"
    )
    config.write_text(text, "utf-8")
    run.git("add", "--all")
    run.git("commit", "--quiet", "-m", "gold")
    run.git("branch", "old", "HEAD~0")
    return run


def write_manifest(run: Run, number: int) -> None:
    """As a pipeline would, by rename."""
    manifest = {"embedding": {"model": f"model-{number % 3}", "revision": str(number)}, "chunker": {"name": "own"}}
    fresh = run.top / ".manifest.tmp"
    fresh.write_text(json.dumps(manifest), "utf-8")
    fresh.replace(run.top / "manifest.json")


def gold_paths(run: Run) -> list[str]:
    """Files that hold gold and are there."""
    rows = [json.loads(line) for line in (run.top / "gold.jsonl").read_text("utf-8").splitlines()]
    paths = sorted({chunk.split(":")[0] for row in rows for chunk in row["gold"]})
    return [path for path in paths if (run.top / path).is_file()]


def act(run: Run, number: int) -> None:
    """One thing that people or programs do."""
    deed = run.random.choices(
        ["edit", "shift", "move", "checkout", "manifest", "save", "answer", "apply", "rebase"],
        [4, 4, 1, 2, 2, 1, 4, 1, 1],
    )[0]
    paths = gold_paths(run)
    path = run.top / run.random.choice(paths) if paths else None
    run.counts[deed] += 1
    if deed == "checkout":
        run.git("checkout", "--quiet", "old")
        time.sleep(run.random.random())
        run.git("checkout", "--quiet", "main")
    elif deed == "manifest":
        write_manifest(run, number)
    elif deed == "save":
        fresh = run.top / ".gold.tmp"
        fresh.write_bytes((run.top / "gold.jsonl").read_bytes())
        fresh.replace(run.top / "gold.jsonl")
    elif deed == "answer":
        answer(run)
    elif deed == "apply":
        run.goldkeeper("apply")
        run.git("commit", "--quiet", "-am", "applied")
    elif deed == "rebase":
        run.git("commit", "--quiet", "--allow-empty", "-m", "to be rebased")
        run.git("rebase", "--quiet", "--force-rebase", "HEAD~1")
    elif path is not None:
        change(run, deed, path, number)


def change(run: Run, deed: str, path: Path, number: int) -> None:
    """A commit that moves gold."""
    text = path.read_text("utf-8", "surrogateescape")
    if deed == "shift":
        path.write_text(f"# note {number}\n{text}", "utf-8", "surrogateescape")
    elif deed == "edit":
        lines = text.split("\n")
        place = run.random.randrange(len(lines))
        lines.insert(place, "" if run.random.random() < 0.5 else f"# edit {number}")
        path.write_text("\n".join(lines), "utf-8", "surrogateescape")
    else:
        path.rename(path.with_name(f"{path.stem}_{number}{path.suffix}"))
    run.git("add", "--all")
    run.git("commit", "--quiet", "-m", f"{deed} {number}")


def answer(run: Run) -> None:
    """Answer one open question; what the command confirms must never be lost."""
    listed = run.goldkeeper("review", "list", "--json")
    try:
        items = json.loads(listed.stdout).get("items", [])
    except ValueError:
        return
    waiting = [item["number"] for item in items if item.get("state") == "waiting"]
    if not waiting:
        return
    number = run.random.choice(waiting)
    verb = run.random.choice(["reject", "defer", "reject"])
    done = run.goldkeeper("review", verb, str(number), "--by", "ada")
    if done.returncode == 0:
        run.answered[number] = verb
        run.counts["answers confirmed"] += 1


def kill(run: Run) -> None:
    """SIGKILL to the daemon, or to its worker alone."""
    workers = marked(run, "goldkeeper.daemon.worker")
    if workers and run.random.random() < 0.2:
        for pid in workers:
            os.kill(pid, signal.SIGKILL)
        run.counts["worker kills"] += 1
        return
    if run.daemon is None:
        return
    if run.daemon.poll() is not None:
        run.fault(f"the daemon ended by itself with {run.daemon.returncode}")
    else:
        run.rss.append(rss_kib(run.daemon.pid))
        run.daemon.kill()
        run.daemon.wait()
        run.counts["kills"] += 1
        run.counts["kills while a worker ran"] += bool(workers)
    until = time.monotonic() + ORPHAN_SECONDS
    while marked(run, "goldkeeper.daemon.worker") and time.monotonic() < until:
        time.sleep(0.05)
    if marked(run, "goldkeeper.daemon.worker"):
        run.fault("a worker outlived its daemon")
    run.start()


def marked(run: Run, part: str) -> list[int]:
    """Processes of this run whose command line holds a word."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            command = (entry / "cmdline").read_bytes()
            if part.encode() in command and f"{MARK}={run.name}".encode() in (entry / "environ").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def rss_kib(pid: int) -> int:
    """Memory of a process."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)


def check(run: Run, queries: int) -> None:
    """What has to hold whenever a daemon was killed."""
    gold = (run.top / "gold.jsonl").read_text("utf-8").splitlines()
    try:
        if len({json.loads(line)["qid"] for line in gold}) != queries:
            run.fault("a query is lost")
        anchors = run.top / "gold.anchors.jsonl"
        for line in anchors.read_text("utf-8").splitlines():
            json.loads(line)
    except ValueError as problem:
        run.fault(f"a half-written file: {problem}")
    database = run.top / ".goldkeeper" / "goldkeeper.sqlite"
    if not database.exists():
        return
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=30) as connection:
        said = connection.execute("PRAGMA integrity_check").fetchone()[0]
        if said != "ok":
            run.fault(f"the database is damaged: {said}")
        try:
            logged = connection.execute("SELECT item, what FROM events").fetchall()
        except sqlite3.OperationalError:  # killed before its first transaction
            logged = []
    connection.close()
    known = Counter((item, what) for item, what in logged)
    for number, verb in run.answered.items():
        if not known[number, verb]:
            run.fault(f"the answer to item {number} ({verb}) is lost")


def check_upgrades(run: Run) -> None:
    """Each upgrade was checked by exactly one scan that came to its end."""
    database = run.top / ".goldkeeper" / "goldkeeper.sqlite"
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=30) as connection:
        rows = connection.execute("SELECT number, state, scan FROM upgrades").fetchall()
        asked = [name for (name,) in connection.execute("SELECT asked_by FROM scans")]
    connection.close()
    run.counts["upgrades"], run.counts["scans"] = len(rows), len(asked)
    made_for = Counter(part for name in asked for part in name.split(", ") if part.startswith("upgrade "))
    for number, state, scan in rows:
        if state != "done" or scan is None:
            run.fault(f"upgrade {number} is {state}")
    for name, times in made_for.items():
        if times > 1:
            run.fault(f"{times} scans for {name}")


def wait_until_fresh(run: Run) -> None:
    """The daemon has to have checked the newest commit of its branch."""
    began = time.monotonic()
    while time.monotonic() - began < FRESH_SECONDS:
        last = run.top / ".goldkeeper" / "last-scan.json"
        try:
            seen = json.loads(last.read_bytes())["report"]["head_commit"]
        except (OSError, ValueError, KeyError):
            seen = None
        if seen == run.git("rev-parse", "main"):
            run.waits.append(time.monotonic() - began)
            return
        time.sleep(0.1)
    run.fault(f"not fresh after {FRESH_SECONDS:g} s")


def compare_with_scratch(run: Run) -> None:
    """The daemon's last word against a scan of nothing but the files."""
    if run.daemon is not None:
        time.sleep(10)  # a daemon that has not caught signals yet would just die
        run.daemon.send_signal(signal.SIGTERM)
        began = time.monotonic()
        run.daemon.wait(30)
        run.counts["seconds for SIGTERM, rounded up"] = int(time.monotonic() - began) + 1
        if run.daemon.returncode != 0:
            run.fault(f"SIGTERM ended the daemon with {run.daemon.returncode}")
    before = drifts(json.loads((run.top / ".goldkeeper" / "last-scan.json").read_bytes())["report"])
    (run.top / ".goldkeeper").rename(run.top.parent / "state-of-the-run")
    done = run.goldkeeper("scan", "--force", "--no-report", "--json", "--rev", "main")
    if before != drifts(json.loads(done.stdout)):
        run.fault("a scan from scratch says something else than the daemon's last")


def drifts(report: dict[str, object]) -> dict[str, object]:
    """Gold ID → what was seen."""
    chunks = report["chunks"]
    assert isinstance(chunks, list)
    return {chunk["id"]: (chunk["drift"], chunk["found"]) for chunk in chunks}


def go(run: Run, minutes: float, gold: int) -> float:
    """Act, kill, check; seconds that it took."""
    began = time.monotonic()
    run.start()
    number = 0
    while time.monotonic() - began < minutes * 60:
        for _ in range(run.random.randint(1, 3)):
            number += 1
            act(run, number)
        time.sleep(run.random.uniform(0, run.random.choice((3, 8))))  # some in the start, some after the scan
        kill(run)
        check(run, gold)
        if run.random.random() < 0.15:
            wait_until_fresh(run)
        if number % 50 < 3:
            sys.stderr.write(f"{time.monotonic() - began:.0f} s {dict(run.counts)} {len(run.faults)} faults\n")
    wait_until_fresh(run)
    check(run, gold)
    time.sleep(10)
    wait_until_fresh(run)
    check_upgrades(run)
    compare_with_scratch(run)
    return time.monotonic() - began


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clone", type=Path)
    parser.add_argument("--minutes", type=float, default=35)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gold", type=int, default=60)
    parser.add_argument("--work", type=Path, default=None)
    arguments = parser.parse_args()
    work = arguments.work or Path(tempfile.mkdtemp(prefix="kill-run-"))
    work.mkdir(parents=True, exist_ok=True)
    run = set_up(arguments.clone.resolve(), work, arguments.gold, arguments.seed)
    try:
        seconds = go(run, arguments.minutes, arguments.gold)
    finally:
        if run.daemon is not None and run.daemon.poll() is None:
            run.daemon.kill()
    temporary = [path for path in run.top.rglob(".goldkeeper-*.tmp") if ".git" not in path.parts]
    waits = sorted(run.waits)
    figures = {
        "minutes": round(seconds / 60, 1),
        "seed": arguments.seed,
        "counts": dict(sorted(run.counts.items())),
        "seconds until fresh": {"times": len(waits), "median": waits[len(waits) // 2], "most": waits[-1]},
        "rss_mib": {"most": round(max(run.rss, default=0) / 1024, 1)},
        "temporary files left by kills": len(temporary),
        "faults": run.faults,
    }
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")
    sys.exit(1 if run.faults else 0)


if __name__ == "__main__":
    main()
