"""The ledger: one daemon for a gold set, one run for a slot; on SQLite and PostgreSQL alike."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest

from goldkeeper.model.tenure import Holder
from goldkeeper.stores.daemon_ledger import KEPT_SLOTS, DatabaseLedger
from goldkeeper.stores.database import Database
from tests.builders import NOON

ADA, BEN = Holder("a" * 32, "forge", 7), Holder("b" * 32, "mill", 8)
SLOT = NOON + timedelta(hours=1)


@pytest.fixture
def ledger(database: Database) -> DatabaseLedger:
    return DatabaseLedger(database, "gold.jsonl")


def test_the_first_who_comes_has_it(ledger: DatabaseLedger) -> None:
    assert ledger.look() is None
    assert ledger.take(ADA, replacing=None, now=NOON)
    assert not ledger.take(BEN, replacing=None, now=NOON)
    found = ledger.look()
    assert found is not None
    assert found.holder == ADA
    assert not found.is_free
    assert str(found.holder) == "process 7 on forge"


def test_a_beat_saves_from_being_taken_over(ledger: DatabaseLedger) -> None:
    ledger.take(ADA, replacing=None, now=NOON)
    seen = ledger.look()
    assert ledger.beat(ADA, state='{"phase": "watching"}', now=NOON + timedelta(seconds=20))
    assert not ledger.take(BEN, replacing=seen, now=NOON + timedelta(seconds=200))
    found = ledger.look()
    assert found is not None
    assert found.state == '{"phase": "watching"}'


def test_who_was_taken_over_learns_it_with_the_next_beat(ledger: DatabaseLedger) -> None:
    ledger.take(ADA, replacing=None, now=NOON)
    assert ledger.take(BEN, replacing=ledger.look(), now=NOON)
    assert not ledger.beat(ADA, state="{}", now=NOON)
    ledger.release(ADA)  # changes nothing of Ben's
    assert ledger.beat(BEN, state="{}", now=NOON)


def test_what_was_given_back_is_free_and_remembers_its_branch(ledger: DatabaseLedger) -> None:
    ledger.take(ADA, replacing=None, now=NOON)
    ledger.follow("refs/heads/main")
    ledger.release(ADA)
    found = ledger.look()
    assert found is not None
    assert found.is_free
    assert found.followed == "refs/heads/main"
    assert ledger.take(BEN, replacing=found, now=NOON)


def test_a_slot_is_claimed_by_one(ledger: DatabaseLedger) -> None:
    ledger.take(ADA, replacing=None, now=NOON)
    assert ledger.claim("nightly", SLOT, me=ADA, now=SLOT)
    assert not ledger.claim("nightly", SLOT, me=ADA, now=SLOT)
    assert not ledger.claim("nightly", SLOT, me=BEN, now=SLOT)
    assert ledger.claim("weekly", SLOT, me=ADA, now=SLOT)


def test_of_daemons_that_race_for_a_slot_one_wins(database: Database) -> None:
    racers = [Holder(f"{n:032}", "forge", n) for n in range(6)]
    start = Barrier(len(racers))

    def claim(me: Holder) -> bool:
        start.wait()
        return DatabaseLedger(database, "gold.jsonl").claim("nightly", SLOT, me=me, now=SLOT)

    with ThreadPoolExecutor(len(racers)) as pool:
        assert sorted(pool.map(claim, racers)) == [False] * 5 + [True]


def test_a_run_that_died_with_its_daemon_goes_to_the_next(ledger: DatabaseLedger) -> None:
    ledger.take(ADA, replacing=None, now=NOON)
    ledger.claim("nightly", SLOT, me=ADA, now=SLOT)
    assert not ledger.claim("nightly", SLOT, me=BEN, now=SLOT)  # Ada may be at it
    ledger.take(BEN, replacing=ledger.look(), now=SLOT)
    assert ledger.unfinished(me=BEN) == {"nightly": SLOT}
    assert ledger.claim("nightly", SLOT, me=BEN, now=SLOT)
    ledger.end("nightly", SLOT, outcome="scanned", now=SLOT)
    assert ledger.unfinished(me=ADA) == {}
    ledger.take(ADA, replacing=ledger.look(), now=SLOT)
    assert not ledger.claim("nightly", SLOT, me=ADA, now=SLOT)


def test_a_job_is_owed_from_the_moment_it_was_declared(ledger: DatabaseLedger) -> None:
    ledger.declare("nightly", now=NOON)
    ledger.declare("nightly", now=NOON + timedelta(days=3))
    assert ledger.last_slots() == {"nightly": NOON}
    ledger.claim("nightly", SLOT, me=ADA, now=SLOT)
    assert ledger.last_slots() == {"nightly": SLOT}
    assert ledger.unfinished(me=BEN) == {"nightly": SLOT}


def test_old_slots_are_forgotten(ledger: DatabaseLedger) -> None:
    ledger.take(ADA, replacing=None, now=NOON)
    for day in range(KEPT_SLOTS + 5):
        ledger.claim("nightly", NOON + timedelta(days=day), me=ADA, now=NOON)
    assert not ledger.claim("nightly", NOON + timedelta(days=10), me=ADA, now=NOON)
    assert ledger.claim("nightly", NOON, me=ADA, now=NOON)  # so long ago that its row is gone


def test_gold_sets_know_nothing_of_each_other(database: Database) -> None:
    one, other = DatabaseLedger(database, "a/gold.jsonl"), DatabaseLedger(database, "b/gold.jsonl")
    assert one.take(ADA, replacing=None, now=NOON)
    assert other.take(BEN, replacing=None, now=NOON)
    assert one.claim("nightly", SLOT, me=ADA, now=SLOT)
    assert other.claim("nightly", SLOT, me=BEN, now=SLOT)
