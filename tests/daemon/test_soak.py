"""Two days of a daemon's life; `tests.bench.soak` lets a year pass."""

from pathlib import Path

import pytest

from goldkeeper.daemon import holding
from tests.bench.soak import a_world, live


def test_two_days_of_everything_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holding, "BEAT_SECONDS", holding.BEAT_SECONDS)  # given back afterwards
    world = a_world(tmp_path, seed=3)
    live(world, days=2)
    assert world.faults == []
    assert world.counts["scan_finished"] > 0
