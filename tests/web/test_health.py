"""What a load balancer, a supervisor and a scraper are told."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

from fastapi import FastAPI
from fastapi.testclient import TestClient

from goldkeeper.model.errors import DatabaseUnusable
from goldkeeper.model.health import Failing, GoodScan, Health
from goldkeeper.web.health import KEPT_SECONDS, health_router
from tests.builders import HEAD_COMMIT, NOON

WELL = Health("shop/gold.jsonl", NOON, GoodScan(NOON, HEAD_COMMIT, "p1", "g1", 1.5, {"intact": 3}))
ILL = replace(WELL, gold="other", failing=Failing(NOON - timedelta(hours=2), 4, "no space left"))


def asked(look: Callable[[], Sequence[Health]], *troubles: str, at: Sequence[float] = ()) -> TestClient:
    app = FastAPI()
    moments = iter(at)
    app.include_router(health_router(look, troubles=lambda: troubles, seconds=lambda: next(moments, 0.0)))
    return TestClient(app)


def test_a_process_whose_watcher_died_is_not_alive() -> None:
    assert asked(lambda: [WELL]).get("/healthz").status_code == 200

    dead = asked(lambda: [WELL], "the watcher has died").get("/healthz")

    assert (dead.status_code, dead.json()["troubles"]) == (503, ["the watcher has died"])


def test_alive_asks_neither_git_nor_database() -> None:
    def never() -> Sequence[Health]:
        raise AssertionError

    assert asked(never).get("/healthz").status_code == 200


def test_one_gold_set_that_is_not_scanned_makes_it_not_ready_and_says_why() -> None:
    assert asked(lambda: [WELL]).get("/readyz").json()["ready"] is True

    ill = asked(lambda: [WELL, ILL]).get("/readyz")

    assert ill.status_code == 503
    assert ill.json()["gold_sets"][1]["concerns"] == ["scans fail since 2026-03-14 10:00 UTC"]


def test_a_database_that_is_away_is_said_without_its_address() -> None:
    def away() -> Sequence[Health]:
        raise DatabaseUnusable("postgresql://u:s3cr3t@db/gold", "connection refused", "check it")

    for page in ("/readyz", "/metrics"):
        answer = asked(away).get(page)
        assert answer.status_code == 503
        assert "DatabaseUnusable" in answer.text
        assert "s3cr3t" not in answer.text


def test_a_scraper_gets_prometheus_text() -> None:
    answer = asked(lambda: [WELL, ILL]).get("/metrics")

    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert 'goldkeeper_gold_chunks{drift="intact",gold="shop/gold.jsonl"} 3.0' in answer.text


def test_whoever_asks_within_a_moment_gets_the_same_look() -> None:
    looks: list[int] = []

    def look() -> Sequence[Health]:
        looks.append(1)
        return [WELL]

    client = asked(look, at=[0.0, KEPT_SECONDS - 1, KEPT_SECONDS + 1, KEPT_SECONDS + 1])
    for _ in range(3):
        client.get("/metrics")

    assert len(looks) == 2
