"""What a page costs the server in CPU time, with a large queue: warm, and right after somebody answered.

    python -m tests.bench.web_cost [--questions 2000] [--times 20] [--profile PLACE]

The application is called in this process, so that no network and no browser is in the figures. `--profile` prints
where the time of one page goes instead.
"""

import argparse
import cProfile
import functools
import pstats
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from anyio import to_thread
from starlette.testclient import TestClient

from tests.bench.web_judges import a_large_shop
from tests.web.houses import a_house, field

PLACES = {
    "list": "/",
    "question": "/items/{number}",
    "group": "/groups/g1",
    "dashboard": "/dashboard",
    "activity": "/activity",
    "help": "/help",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=2000)
    parser.add_argument("--times", type=int, default=20, help="requests of each page")
    parser.add_argument("--profile", default="", help="of this page alone, such as /items/7")
    parser.add_argument("--shop", type=Path, help="a project that was made and scanned before")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        top = asked.shop or a_large_shop(Path(folder), asked.questions).top
        with a_house(top) as client:
            if asked.profile:
                _profile(client, asked.profile, asked.times)
            else:
                _measure(client, asked.times)
    return 0


def _measure(client: TestClient, times: int) -> None:
    sys.stdout.write(f"{'page':10} {'warm':>10} {'after an answer':>18}   ms of CPU, median of {times}\n")
    number = 1
    for name, place in PLACES.items():
        client.get(place.format(number=number))
        warm = [_cost(client, place.format(number=number + at)) for at in range(times)]
        changed = []
        for _ in range(times):
            _answer(client, number)
            number += 1
            changed.append(_cost(client, place.format(number=number)))
        sys.stdout.write(f"{name:10} {statistics.median(warm):10.1f} {statistics.median(changed):18.1f}\n")
    costs = []
    for _ in range(times):
        page = client.get(f"/items/{number}").text
        costs.append(_answer(client, number, page))
        number += 1
    sys.stdout.write(f"{'answer':10} {statistics.median(costs):10.1f}\n")


def _cost(client: TestClient, place: str) -> float:
    began = time.process_time()
    said = client.get(place)
    taken = (time.process_time() - began) * 1e3
    assert said.status_code == 200, (place, said.status_code)
    return taken


def _answer(client: TestClient, number: int, page: str = "") -> float:
    page = page or client.get(f"/items/{number}").text
    data = {"mark": field(page, "mark"), "key": field(page, "key"), "answer": "accept"}
    began = time.process_time()
    said = client.post(f"/items/{number}/answer", data=data)
    assert said.status_code == 303, said.text
    return (time.process_time() - began) * 1e3


def _profile(client: TestClient, place: str, times: int) -> None:
    """Routes and what they depend on run in threads, which a profiler of this one does not see."""
    profile, run_sync = cProfile.Profile(), to_thread.run_sync

    async def profiled(call: Callable[..., Any], *args: Any, **values: Any) -> Any:
        return await run_sync(functools.partial(profile.runcall, call), *args, **values)

    client.get(place)
    to_thread.run_sync = profiled  # type: ignore[assignment]  # put back below
    try:
        for _ in range(times):
            client.get(place)
    finally:
        to_thread.run_sync = run_sync
    pstats.Stats(profile).sort_stats("cumulative").print_stats(60)


if __name__ == "__main__":
    sys.exit(main())
