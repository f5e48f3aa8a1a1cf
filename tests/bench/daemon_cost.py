"""What the daemon costs: from a settled change to the finished scan, and while nothing happens.

    python -m tests.bench.daemon_cost CLONE [--gold 100] [--commits 6] [--files 20] [--idle-minutes 3]

CLONE is only read. Each commit changes so many files, among them one that holds gold. `lag` is what the daemon
says: from the moment the change had settled to the end of the scan, wall time, the start of the worker
included. `cpu` is what all processes of it used meanwhile. Prints one JSON object.
"""

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Any

from tests.bench.kill_run import GOLDKEEPER, Run, gold_paths, rss_kib, set_up

TICKS = os.sysconf("SC_CLK_TCK")


def next_finished(lines: IO[str]) -> dict[str, Any]:
    """The next scan that ended."""
    for line in lines:
        record: dict[str, Any] = json.loads(line)
        if record["kind"] == "scan_finished":
            return record
    raise SystemExit("the daemon ended")


def cpu_seconds(pid: int) -> tuple[float, float]:
    """Of a process itself, and of its children that ended."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rsplit(")", 1)[1].split()
    own, children = sum(map(int, fields[11:13])), sum(map(int, fields[13:15]))
    return own / TICKS, children / TICKS


def commit(run: Run, number: int, files: int) -> None:
    """A change of some files, one of which holds gold."""
    listed = [path for path in run.git("ls-files").splitlines() if path.endswith((".java", ".py", ".go", ".ts"))]
    for path in {run.random.choice(gold_paths(run)), *run.random.sample(listed, files)}:
        file = run.top / path
        file.write_bytes(b"\n" * (number % 2 + 1) + file.read_bytes())
    run.git("commit", "--quiet", "-am", f"change {number}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clone", type=Path)
    parser.add_argument("--gold", type=int, default=100)
    parser.add_argument("--commits", type=int, default=6)
    parser.add_argument("--files", type=int, default=20)
    parser.add_argument("--idle-minutes", type=float, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="daemon-cost-") as folder:
        run = set_up(arguments.clone.resolve(), Path(folder), arguments.gold, 1)
        count = len(run.git("ls-files").splitlines())
        process = subprocess.Popen(
            [*GOLDKEEPER, "daemon", "--json"], cwd=run.top, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            assert process.stdout is not None
            first = next_finished(process.stdout)
            scans = []
            for number in range(arguments.commits):
                before = sum(cpu_seconds(process.pid))
                commit(run, number, arguments.files)
                done = next_finished(process.stdout)
                time.sleep(1)  # the worker's time counts when it has been waited for
                cpu = sum(cpu_seconds(process.pid)) - before
                scans.append({key: round(done[key], 2) for key in ("lag_seconds", "seconds")} | {"cpu": round(cpu, 2)})
            own, _ = cpu_seconds(process.pid)
            began = time.monotonic()
            time.sleep(arguments.idle_minutes * 60)
            idle = (cpu_seconds(process.pid)[0] - own) / (time.monotonic() - began)
            figures = {
                "files": count,
                "gold": arguments.gold,
                "first scan, seconds": round(first["seconds"], 1),
                "scans": scans,
                "idle": {"share of a core": round(idle, 5), "rss_mib": round(rss_kib(process.pid) / 1024, 1)},
                "largest worker, mib": round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024, 1),
                "load": [round(one, 1) for one in os.getloadavg()],
            }
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
