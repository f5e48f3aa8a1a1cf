"""Workers that end in every way there is."""

import pickle
import queue
import subprocess
import sys
from pathlib import Path

import pytest

from goldkeeper import __version__
from goldkeeper.daemon.orders import Ending, Order, Outcome
from goldkeeper.daemon.workers import WorkerProcess
from goldkeeper.settings import Project, Settings, load_project
from tests.projects import a_set_up_shop

DEADLINE = 60.0


@pytest.fixture(autouse=True)
def _finds_this_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))


def run(project: Project, *, seconds: float = DEADLINE, kill: bool = False) -> Outcome:
    ended: queue.SimpleQueue[Outcome] = queue.SimpleQueue()
    worker = WorkerProcess(Order("shop", project, ("test",)), ended.put, seconds=seconds)
    if kill:
        worker.kill()
    return ended.get(timeout=DEADLINE)


def test_an_order_comes_back_as_an_outcome(tmp_path: Path) -> None:
    shop = a_set_up_shop(tmp_path / "shop")
    outcome = run(load_project(shop.top / "config" / "goldkeeper.toml"))
    assert outcome.ending is Ending.DONE, outcome.problem
    assert [one.kind for one in outcome.happenings] == ["scan_finished"]


def test_a_worker_ends_at_once_and_in_peace_while_the_daemon_lives_on(tmp_path: Path) -> None:
    shop = a_set_up_shop(tmp_path / "shop")
    order = pickle.dumps(Order("shop", load_project(shop.top / "config" / "goldkeeper.toml"), ("test",)))
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "goldkeeper.daemon.worker", __version__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        worker.stdin.write(order)
        worker.stdin.flush()
        outcome: Outcome = pickle.loads(worker.stdout.read())  # noqa: S301 - of a process that we started
        said = worker.stderr.read()
        assert (outcome.ending, worker.wait(DEADLINE), said) == (Ending.DONE, 0, b"")


def test_a_problem_comes_back_as_a_sentence(tmp_path: Path) -> None:
    outcome = run(Project(tmp_path, None, Settings()))
    assert outcome.ending is Ending.FAILED
    assert "gold.jsonl" in outcome.problem


def test_who_is_killed_was_abandoned_and_who_takes_too_long_has_failed(tmp_path: Path) -> None:
    project = Project(tmp_path, None, Settings())
    assert run(project, kill=True).ending is Ending.ABANDONED
    late = run(project, seconds=0.001)
    assert (late.ending, late.code) == (Ending.FAILED, "TimedOut")
    assert "scan_minutes" in late.problem


def test_a_worker_that_can_not_even_start_says_its_last_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "goldkeeper").mkdir()
    (tmp_path / "goldkeeper" / "__init__.py").write_text("raise ImportError('half an installation')", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    outcome = run(Project(tmp_path, None, Settings()))
    assert (outcome.ending, outcome.code) == (Ending.FAILED, "Crashed")
    assert "half an installation" in outcome.problem


def test_a_package_that_was_upgraded_under_the_daemon_asks_for_a_new_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goldkeeper.daemon.workers.__version__", "0.0.1")
    outcome = run(Project(tmp_path, None, Settings()))
    assert (outcome.ending, outcome.code) == (Ending.FAILED, "Crashed")
    assert "the daemon still 0.0.1; restart the daemon" in outcome.problem
