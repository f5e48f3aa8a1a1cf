"""The book of passports: every page kept, every upgrade ended by one scan."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest

from goldkeeper.model.chunks import CommitId
from goldkeeper.model.errors_passports import UnknownUpgrade
from goldkeeper.model.gold import Grade, QueryId
from goldkeeper.model.holes import FoundHole, HoleState
from goldkeeper.model.passports import Passport
from goldkeeper.model.upgrades import UpgradeKind, UpgradeState
from goldkeeper.ports import FinishedScan, Standing
from goldkeeper.stores.audit_requests import DatabaseAuditRequests
from goldkeeper.stores.database import Database
from goldkeeper.stores.hole_book import DatabaseHoleBook
from goldkeeper.stores.passport_book import DatabasePassportBook
from goldkeeper.workflow.upgrade import note_reading, note_told
from tests.builders import HEAD_COMMIT, NOON, a_chunk_id, a_passport

SMALL, LARGE = a_passport(model="small", dimension="384"), a_passport(model="large", dimension="1024")
LATER = NOON + timedelta(minutes=5)
EMBEDDING = (UpgradeKind.EMBEDDING,)


def a_finished_scan(passport: Passport = LARGE, *, name: str = "s1", asked_by: str = "scan") -> FinishedScan:
    counts: dict[str, object] = {"drifted": 2}
    return FinishedScan(name, NOON, LATER, HEAD_COMMIT, passport, "d" * 64, asked_by, True, counts)


@pytest.fixture
def book(database: Database) -> DatabasePassportBook:
    return DatabasePassportBook(database, "gold/gold.jsonl")


@pytest.fixture
def upgraded(book: DatabasePassportBook) -> DatabasePassportBook:
    """A book with one upgrade that waits."""
    note_reading(book, SMALL, told_by="m.json", at=NOON)
    assert note_reading(book, LARGE, told_by="m.json", at=LATER) is not None
    return book


def test_an_empty_book_knows_nothing(book: DatabasePassportBook) -> None:
    assert book.standing() is None
    assert book.upgrades() == ()
    assert book.scans(5) == ()
    assert book.passports(5) == ()


def test_a_first_passport_is_kept_and_is_no_upgrade(book: DatabasePassportBook) -> None:
    assert note_reading(book, SMALL, told_by="m.json", at=NOON) is None
    assert book.standing() == Standing(SMALL, SMALL)
    assert [seen.passport for seen in book.passports(5)] == [SMALL]


def test_a_changed_passport_is_an_upgrade_that_waits(upgraded: DatabasePassportBook) -> None:
    (upgrade,) = upgraded.upgrades()
    assert (upgrade.number, upgrade.before, upgrade.after) == (1, SMALL, LARGE)
    assert (upgrade.kinds, upgrade.state, upgrade.told_by) == (EMBEDDING, UpgradeState.WAITING, "m.json")
    assert upgrade.seen_at == LATER
    assert upgrade.sentence == "embedding model small → large; dimension 384 → 1024"
    assert [seen.passport for seen in upgraded.passports(5)] == [LARGE, SMALL]


def test_places_and_origins_are_kept(upgraded: DatabasePassportBook) -> None:
    standing = upgraded.standing()
    assert standing is not None
    assert [fact.place for fact in standing.passport.facts] == ["index/manifest.json"] * 2


def test_the_same_reading_twice_is_noted_once(upgraded: DatabasePassportBook) -> None:
    assert note_reading(upgraded, LARGE, told_by="m.json", at=LATER) is None
    assert len(upgraded.upgrades()) == 1


def test_there_and_back_again_are_two_upgrades(upgraded: DatabasePassportBook) -> None:
    note_reading(upgraded, SMALL, told_by="m.json", at=LATER)
    assert [(one.before, one.after) for one in upgraded.upgrades()] == [(SMALL, LARGE), (LARGE, SMALL)]


def test_a_page_that_somebody_turned_is_not_turned_again(book: DatabasePassportBook) -> None:
    note_reading(book, SMALL, told_by="m.json", at=NOON)
    before = Standing(SMALL, SMALL)
    assert book.learn(before, Standing(LARGE, LARGE), kinds=EMBEDDING, told_by="a", at=NOON) is not None
    assert book.learn(before, Standing(LARGE, LARGE), kinds=EMBEDDING, told_by="b", at=NOON) is None
    assert len(book.upgrades()) == 1


def test_of_many_who_read_the_same_manifest_one_makes_the_upgrade(database: Database) -> None:
    readers = 4
    note_reading(DatabasePassportBook(database, "gold"), SMALL, told_by="m", at=NOON)
    start = Barrier(readers)

    def read(_: int) -> object:
        start.wait()
        return note_reading(DatabasePassportBook(database, "gold"), LARGE, told_by="m", at=NOON)

    with ThreadPoolExecutor(readers) as pool:
        made = list(pool.map(read, range(readers)))
    assert sum(one is not None for one in made) == 1
    assert len(DatabasePassportBook(database, "gold").upgrades()) == 1


def test_of_many_who_want_to_carry_it_out_one_does(upgraded: DatabasePassportBook) -> None:
    workers = 4
    start = Barrier(workers)

    def claim(n: int) -> int:
        start.wait()
        return len(upgraded.claim(f"host:{n}"))

    with ThreadPoolExecutor(workers) as pool:
        assert sum(pool.map(claim, range(workers))) == 1


def test_a_finished_scan_ends_what_its_holder_took(upgraded: DatabasePassportBook) -> None:
    (taken,) = upgraded.claim("host:1")
    assert (taken.state, taken.holder) == (UpgradeState.RUNNING, "host:1")
    assert upgraded.holders() == ("host:1",)
    kept = upgraded.finish(a_finished_scan(), holder="host:1", audits={1: "because"})
    (ended,) = upgraded.upgrades()
    assert (ended.state, ended.scan, ended.holder) == (UpgradeState.DONE, kept.number, "")
    assert upgraded.holders() == ()
    assert upgraded.claim("host:2") == ()


def test_a_scan_names_its_passport_and_what_it_saw(upgraded: DatabasePassportBook) -> None:
    kept = upgraded.finish(a_finished_scan(asked_by="timetable"), holder="", audits={})
    assert upgraded.scan(kept.number) == kept
    assert upgraded.scan(99) is None
    assert (kept.passport, kept.commit, kept.asked_by) == (LARGE.digest, CommitId(HEAD_COMMIT), "timetable")
    assert (kept.began, kept.ended, kept.needs_a_person, kept.outcomes) == (NOON, LATER, True, {"drifted": 2})
    assert upgraded.upgrades()[0].state is UpgradeState.WAITING  # nobody had taken it


def test_newer_scans_come_first(book: DatabasePassportBook) -> None:
    for name in ("s1", "s2", "s3"):
        book.finish(a_finished_scan(name=name), holder="", audits={})
    assert [scan.name for scan in book.scans(2)] == ["s3", "s2"]


def test_a_scan_whose_holder_was_taken_for_dead_ends_nothing(upgraded: DatabasePassportBook) -> None:
    upgraded.claim("host:1")
    assert upgraded.release("host:1") == 1
    upgraded.claim("host:2")
    upgraded.finish(a_finished_scan(), holder="host:1", audits={1: "because"})
    assert upgraded.upgrades()[0].holder == "host:2"
    kept = upgraded.finish(a_finished_scan(), holder="host:2", audits={})
    assert upgraded.upgrades()[0].scan == kept.number


def test_an_audit_is_due_once_the_upgrade_has_ended(upgraded: DatabasePassportBook, database: Database) -> None:
    requests = DatabaseAuditRequests(database, "gold/gold.jsonl")
    upgraded.claim("host:1")
    assert requests.due() == ()
    upgraded.finish(a_finished_scan(), holder="host:1", audits={1: "upgrade 1: another model"})
    (due,) = requests.due()
    assert (due.reason, due.upgrade, due.since) == ("upgrade 1: another model", 1, LATER)
    assert requests.settle(by="draw 4", at=LATER) == 1
    assert requests.due() == ()


def test_other_requests_for_an_audit_may_come_from_anywhere(database: Database) -> None:
    requests = DatabaseAuditRequests(database, "gold")
    requests.ask("a release", upgrade=None, at=NOON)
    again = [requests.ask("upgrade 3", upgrade=3, at=NOON) for _ in range(2)]
    assert again[0] == again[1]
    assert [due.reason for due in requests.due()] == ["a release", "upgrade 3"]


def test_gold_sets_that_share_a_database_know_nothing_of_each_other(
    upgraded: DatabasePassportBook, database: Database
) -> None:
    other = DatabasePassportBook(database, "other")
    assert other.standing() is None
    assert other.claim("host:1") == ()
    assert other.upgrades() == ()
    upgraded.finish(a_finished_scan(), holder="", audits={})
    assert other.scans(5) == ()


def test_what_was_told_first_waits_for_a_scan(book: DatabasePassportBook) -> None:
    upgrade = note_told(book, LARGE, told_by="ci", at=NOON)
    assert upgrade is not None
    assert upgrade.sentence == "embedding model (not said) → large; dimension (not said) → 1024"
    assert note_told(book, LARGE, told_by="ci", at=NOON) is None


@pytest.fixture
def holes(database: Database) -> DatabaseHoleBook:
    return DatabaseHoleBook(database, "gold")


def a_hole(query: str = "q1", chunk: str = "a.py:1-2:f", rank: int = 1) -> FoundHole:
    return FoundHole(QueryId(query), a_chunk_id(chunk), "digest", rank)


def test_a_hole_is_asked_about_once(holes: DatabaseHoleBook) -> None:
    found = [a_hole(), a_hole("q2"), a_hole()]
    assert holes.dig(found, run="r.jsonl", passport=LARGE, upgrade=1, at=NOON) == (1, 2)
    assert holes.dig(found, run="r.jsonl", passport=LARGE, upgrade=1, at=NOON) == ()
    first = holes.holes([HoleState.WAITING])[0]
    assert (first.found, first.run, first.passport, first.upgrade) == (a_hole(), "r.jsonl", LARGE.digest, 1)


def test_a_grade_is_given_and_taken_back(holes: DatabaseHoleBook) -> None:
    holes.dig([a_hole()], run="r", passport=LARGE, upgrade=None, at=NOON)
    judged = holes.judge(1, Grade(2), judge="ada", reason="it is", at=LATER)
    assert (judged.state, judged.grade, judged.judge, judged.judged) == (HoleState.JUDGED, 2, "ada", LATER)
    assert holes.judge(1, None, judge="ada", reason="", at=LATER).state is HoleState.WAITING


def test_a_filled_hole_is_not_judged_again(holes: DatabaseHoleBook) -> None:
    holes.dig([a_hole()], run="r", passport=LARGE, upgrade=None, at=NOON)
    assert holes.close([1], HoleState.FILLED) == 1
    assert holes.close([1, 7], HoleState.FILLED) == 0
    with pytest.raises(UnknownUpgrade):
        holes.judge(1, Grade(1), judge="ada", reason="", at=NOON)


def test_a_pair_may_be_asked_about_again_once_it_was_dropped(holes: DatabaseHoleBook) -> None:
    holes.dig([a_hole()], run="r", passport=LARGE, upgrade=None, at=NOON)
    holes.close([1], HoleState.DROPPED)
    assert holes.dig([a_hole()], run="r", passport=LARGE, upgrade=None, at=NOON) == (2,)


def test_paths_of_any_bytes_pass_through(holes: DatabaseHoleBook) -> None:
    odd = a_hole("q\udcff", "na\udcffme.py:1-2:f")
    holes.dig([odd], run="r", passport=LARGE, upgrade=None, at=NOON)
    assert holes.holes(HoleState)[0].found == odd
