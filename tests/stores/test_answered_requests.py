"""Idempotency keys: one request each, a judge's own, for a day."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from goldkeeper.model.serving import KeptAnswer
from goldkeeper.stores.answered_requests import GIVEN_UP_AFTER, KEPT_FOR, DatabaseAnsweredRequests
from goldkeeper.stores.database import Database
from tests.builders import NOON


@pytest.fixture
def answered(tmp_path: Path) -> Iterator[DatabaseAnsweredRequests]:
    with Database.open(tmp_path / "state.sqlite") as database:
        yield DatabaseAnsweredRequests(database, "gold.jsonl")


def test_the_first_claims_a_key_and_the_second_finds_its_answer(answered: DatabaseAnsweredRequests) -> None:
    assert answered.begin("ada", "k", "request", now=NOON) is None
    assert answered.begin("ada", "k", "request", now=NOON) == KeptAnswer("request", None, "")
    answered.end("ada", "k", status=200, body="{}")
    assert answered.begin("ada", "k", "other", now=NOON) == KeptAnswer("request", 200, "{}")
    assert answered.begin("grace", "k", "request", now=NOON) is None


def test_a_key_is_forgotten_after_a_day(answered: DatabaseAnsweredRequests) -> None:
    answered.begin("ada", "k", "request", now=NOON)
    answered.end("ada", "k", status=200, body="{}")
    assert answered.begin("ada", "k", "request", now=NOON + KEPT_FOR) is not None
    assert answered.begin("ada", "k", "request", now=NOON + KEPT_FOR + timedelta(seconds=1)) is None


def test_a_request_that_failed_or_died_may_be_sent_again(answered: DatabaseAnsweredRequests) -> None:
    answered.begin("ada", "k", "request", now=NOON)
    answered.give_up("ada", "k")
    assert answered.begin("ada", "k", "request", now=NOON) is None
    assert answered.begin("ada", "k", "request", now=NOON + GIVEN_UP_AFTER + timedelta(seconds=1)) is None
