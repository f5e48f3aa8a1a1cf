"""Twenty judges at once on two thousand questions: how long a page takes, and whether each is decided once.

    python -m tests.bench.web_judges [--judges 20] [--questions 2000] [--answers 15] [--think 1.0]

Builds a repository of so many functions whose lines slid, scans it, serves it by SQLite from a process of its own,
and lets the judges work from another: each looks at the list, at a question, answers it and goes where the answer
leads, with a pause to read. Several meet at the same question on purpose. Prints the times of each sort of page in
milliseconds and checks the queue afterwards.
"""

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import httpx2

from tests.projects import Shop, a_set_up_shop, goldkeeper

FUNCTIONS_A_FILE = 20
JOINT = 4  # judges that begin at the same question


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and say by the exit code whether every question was decided at most once."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judges", type=int, default=20)
    parser.add_argument("--questions", type=int, default=2000)
    parser.add_argument("--answers", type=int, default=15, help="of each judge")
    parser.add_argument("--think", type=float, default=1.0, help="seconds between two requests of a judge, on average")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        shop = a_large_shop(Path(folder), asked.questions)
        server, url = _serve(shop)
        try:
            times, refused, given = work(url, asked.judges, asked.questions, asked.answers, asked.think)
        finally:
            server.terminate()
            server.wait()
        return report(shop, times, refused, given, asked.questions)


def a_large_shop(folder: Path, questions: int) -> Shop:
    """A scanned project with so many open questions."""
    code, ids = {}, []
    for file in range(-(-questions // FUNCTIONS_A_FILE)):
        lines: list[str] = []
        for one in range(FUNCTIONS_A_FILE):
            name = f"step_{file}_{one}"
            start = len(lines) + 1
            lines += [f"def {name}(order):", f"    parts = order.parts_{file}[{one}]"]
            lines += [f"    return sum(part.price_{one} for part in parts) + {file * 31 + one}", "", ""]
            ids.append(f"src/part_{file % 17}/file_{file}.py:{start}-{start + 2}:{name}")
        code[f"src/part_{file % 17}/file_{file}.py"] = "\n".join(lines)
    ids = ids[:questions]
    rows = (
        {"qid": f"q{n}", "query": f"where is part {n} worked out", "gold": dict.fromkeys(ids[n : n + 4], 3)}
        for n in range(0, len(ids), 4)
    )
    gold = "".join(json.dumps(row) + "\n" for row in rows)
    shop = a_set_up_shop(folder, code=code, gold=gold)
    shop.commit({path: f"import math\n\n{text}" for path, text in code.items()}, "math everywhere")
    goldkeeper(shop.top, "scan", "--no-report")
    return shop


def _serve(shop: Shop) -> tuple["subprocess.Popen[str]", str]:
    command = [sys.executable, "-m", "goldkeeper", "serve", "--port", "0"]
    server = subprocess.Popen(command, cwd=shop.top, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None  # a pipe was asked for
    return server, server.stdout.readline().strip()


def work(
    url: str, judges: int, questions: int, answers: int, think: float
) -> tuple[dict[str, list[float]], int, dict[int, list[str]]]:
    """Let the judges work; times in seconds by sort of page, refusals, and who was told that an answer stands."""
    times: dict[str, list[float]] = defaultdict(list)
    given: dict[int, list[str]] = defaultdict(list)
    lock, refused = threading.Lock(), [0]

    def judge(seat: int) -> None:
        chance = random.Random(seat)
        name = f"judge-{seat}"
        with httpx2.Client(base_url=url, timeout=60) as client:

            def timed(sort: str, method: str, place: str, **more: object) -> httpx2.Response:
                time.sleep(chance.uniform(0, 2 * think))
                began = time.perf_counter()
                said = client.request(method, place, **more)  # type: ignore[arg-type]  # passed on
                with lock:
                    times[sort].append(time.perf_counter() - began)
                return said

            mark = _field(client.get("/me").text, "mark")
            client.post("/me", data={"mark": mark, "name": name})
            place = f"/items/{1 + (seat // JOINT) * JOINT * questions // judges}"
            timed("list", "GET", "/")
            for _ in range(answers):
                page = timed("question", "GET", place).text
                if 'name="key"' not in page:  # answered meanwhile
                    place = _next(page) or "/"
                    continue
                number = int(place.removeprefix("/items/").partition("?")[0])
                data = {"mark": _field(page, "mark"), "key": _field(page, "key"), "answer": "accept"}
                said = timed("answer", "POST", f"/items/{number}/answer", data=data)
                with lock:
                    if said.status_code == 303:
                        given[number].append(name)
                        place = said.headers["location"]
                    else:
                        refused[0] += 1
                        place = _next(page) or "/"

    threads = [threading.Thread(target=judge, args=(seat,)) for seat in range(judges)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return times, refused[0], given


def report(shop: Shop, times: dict[str, list[float]], refused: int, given: dict[int, list[str]], questions: int) -> int:
    """Print the times, hold what judges were told against the queue; 0 where both say the same."""
    for sort, found in sorted(times.items()):
        ranked = sorted(found)
        p95 = ranked[min(len(ranked) - 1, int(len(ranked) * 0.95))]
        middle = statistics.median(ranked)
        sys.stdout.write(
            f"{sort:9} {len(found):5} requests   median {middle * 1e3:6.0f} ms   p95 {p95 * 1e3:6.0f} ms"
            f"   slowest {ranked[-1] * 1e3:6.0f} ms\n"
        )
    items = json.loads(goldkeeper(shop.top, "review", "list", "--state", "all", "--json").stdout)["items"]
    kept = {one["number"]: one["decision"]["judge"] for one in items if one["decision"] is not None}
    twice = [number for number, names in given.items() if len(names) > 1]
    lost = [number for number, names in given.items() if kept.get(number) not in names]
    sys.stdout.write(
        f"{len(items)} questions, {len(kept)} decided, {refused} refused because another was first;"
        f" {len(twice)} decided twice, {len(lost)} lost\n"
    )
    return 1 if twice or lost or len(items) != questions or set(kept) != set(given) else 0


def _field(page: str, name: str) -> str:
    start = page.index(f'name="{name}" value="') + len(f'name="{name}" value="')
    return page[start : page.index('"', start)]


def _next(page: str) -> str:
    """Where the page's own way leads on."""
    before, found, _ = page.partition('" data-key="j"')
    return before[before.rindex('href="') + 6 :] if found else ""


if __name__ == "__main__":
    sys.exit(main())
