"""Passports of a real project: noticed, checked by one scan, whoever dies on the way."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from goldkeeper.model.errors_passports import PassportSourceUnreadable
from goldkeeper.model.passports import Trait
from goldkeeper.model.upgrades import UpgradeKind, UpgradeState
from goldkeeper.wiring import Keeper, open_keeper
from goldkeeper.wiring.passport_check import holder_prefix
from goldkeeper.wiring.passports import (
    Told,
    audits_due,
    carry_out,
    current_passport,
    note_passport,
    scans,
    settle_audits,
    take_over_dead,
    tell_upgrade,
    upgrades,
    waiting_upgrades,
)
from tests.projects import Shop, a_set_up_shop

MANIFEST = {"embedding": {"model": "small", "dimension": 384}, "chunker": {"name": "definition"}}
LARGE = {"embedding": {"model": "large", "dimension": 1024}, "chunker": {"name": "definition"}}


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return a_shop_with_a_manifest(tmp_path / "shop")


def a_shop_with_a_manifest(top: Path) -> Shop:
    shop = a_set_up_shop(top)
    config = shop.top / "config" / "goldkeeper.toml"
    config.write_text(config.read_text("utf-8").replace('manifest = ""', 'manifest = "index.json"'), "utf-8")
    write_manifest(shop, MANIFEST)
    return shop


def write_manifest(shop: Shop, manifest: object) -> None:
    (shop.top / "index.json").write_text(json.dumps(manifest), "utf-8")


@pytest.fixture
def keeper(shop: Shop) -> Iterator[Keeper]:
    with ExitStack() as stack:
        yield stack.enter_context(open_keeper(shop.top / "config" / "goldkeeper.toml"))


def looked_at_anew(keeper: Keeper) -> Keeper:
    keeper.close()
    return keeper


def scanned(keeper: Keeper) -> Keeper:
    with keeper.lock("scan"):
        keeper.scan()
    return looked_at_anew(keeper)


def test_a_project_whose_index_nobody_describes_has_no_passport(tmp_path: Path) -> None:
    shop = a_set_up_shop(tmp_path / "shop")
    with open_keeper(shop.top / "config" / "goldkeeper.toml") as keeper:
        assert current_passport(keeper) is None
        scanned(keeper)
        assert [scan.asked_by for scan in scans(keeper)] == ["scan"]
        assert note_passport(keeper) is None


def test_a_scan_names_its_passport(keeper: Keeper) -> None:
    with keeper.lock("scan"):
        report = keeper.scan(asked_by="timetable")
    passport = current_passport(keeper)
    assert passport is not None
    assert report.passport == passport
    (kept,) = scans(keeper)
    assert (kept.passport, kept.asked_by, kept.name) == (passport.digest, "timetable", report.scan)
    assert (kept.commit, kept.gold_digest) == (report.head_commit, report.gold_set.digest)
    assert kept.outcomes["drifted"] == 0
    assert not kept.needs_a_person


def test_a_changed_manifest_is_an_upgrade_that_the_next_scan_ends(shop: Shop, keeper: Keeper) -> None:
    scanned(keeper)
    write_manifest(shop, LARGE)
    upgrade = note_passport(looked_at_anew(keeper))
    assert upgrade is not None
    assert (upgrade.kinds, upgrade.told_by) == ((UpgradeKind.EMBEDDING,), "index.json")
    assert waiting_upgrades(keeper) == (upgrade,)
    scanned(keeper)
    (ended,) = upgrades(keeper)
    assert ended.state is UpgradeState.DONE
    assert ended.scan == scans(keeper)[0].number
    assert waiting_upgrades(keeper) == ()


def test_a_scan_notices_the_upgrade_by_itself(shop: Shop, keeper: Keeper) -> None:
    scanned(keeper)
    write_manifest(shop, LARGE)
    scanned(looked_at_anew(keeper))
    assert [one.state for one in upgrades(keeper)] == [UpgradeState.DONE]


def test_carrying_out_twice_scans_once(shop: Shop, keeper: Keeper) -> None:
    scanned(keeper)
    write_manifest(shop, LARGE)
    upgrade = note_passport(looked_at_anew(keeper))
    assert upgrade is not None
    with keeper.lock("upgrade"):
        first = carry_out(keeper, upgrade)
    with keeper.lock("upgrade"):
        second = carry_out(keeper, upgrade)
    assert first.report is not None
    assert second.report is None
    assert second.scan == first.scan
    assert [scan.asked_by for scan in scans(keeper)] == ["upgrade 1", "scan"]


def test_an_embedding_upgrade_asks_for_an_audit_until_one_is_drawn(shop: Shop, keeper: Keeper) -> None:
    scanned(keeper)
    write_manifest(shop, LARGE)
    scanned(looked_at_anew(keeper))
    (due,) = audits_due(keeper)
    assert due.reason == "upgrade 1: embedding model small → large; dimension 384 → 1024"
    assert settle_audits(keeper, by="draw 1") == 1
    assert audits_due(keeper) == ()


def test_a_scan_that_was_killed_leaves_its_upgrade_to_the_next(shop: Shop, keeper: Keeper) -> None:
    scanned(keeper)
    write_manifest(shop, LARGE)
    note_passport(looked_at_anew(keeper))
    keeper.passport_book.claim(f"{holder_prefix(keeper)}4711-dead")
    assert [one.state for one in upgrades(keeper)] == [UpgradeState.RUNNING]
    scanned(keeper)
    assert [one.state for one in upgrades(keeper)] == [UpgradeState.DONE]
    assert len(scans(keeper)) == 2


def test_what_another_machine_has_taken_is_left_to_it(shop: Shop, keeper: Keeper) -> None:
    scanned(keeper)
    write_manifest(shop, LARGE)
    note_passport(looked_at_anew(keeper))
    keeper.passport_book.claim("elsewhere:/state:1-a")
    assert take_over_dead(keeper) == 0
    scanned(keeper)
    assert [one.state for one in upgrades(keeper)] == [UpgradeState.RUNNING]


def test_a_scan_that_fails_gives_its_upgrade_back(shop: Shop, keeper: Keeper) -> None:
    scanned(keeper)
    write_manifest(shop, LARGE)
    gold = shop.gold.read_bytes()
    shop.gold.unlink()
    with pytest.raises(Exception, match="no such"), keeper.lock("scan"):
        looked_at_anew(keeper).scan()
    assert [one.state for one in waiting_upgrades(keeper)] == [UpgradeState.WAITING]
    shop.gold.write_bytes(gold)
    scanned(keeper)
    assert waiting_upgrades(keeper) == ()


def test_a_scan_of_another_revision_ends_no_upgrade(shop: Shop, keeper: Keeper) -> None:
    scanned(keeper)
    write_manifest(shop, LARGE)
    note_passport(looked_at_anew(keeper))
    with open_keeper(shop.top / "config" / "goldkeeper.toml", revision="HEAD~1") as other:
        scanned(other)
    assert [one.state for one in waiting_upgrades(keeper)] == [UpgradeState.WAITING]


def test_a_half_written_manifest_stops_the_scan_before_it_begins(shop: Shop, keeper: Keeper) -> None:
    scanned(keeper)
    (shop.top / "index.json").write_text('{"embedding": {"mod', "utf-8")
    with pytest.raises(PassportSourceUnreadable, match=r"^index\.json: not JSON"), keeper.lock("scan"):
        looked_at_anew(keeper).scan()
    assert len(scans(keeper)) == 1


def test_what_is_told_waits_for_a_scan_and_may_be_told_again(keeper: Keeper) -> None:
    scanned(keeper)
    upgrade = tell_upgrade(keeper, Told(embedding="large", dimension=1024), by="ci")
    assert upgrade is not None
    assert upgrade.told_by == "ci"
    assert tell_upgrade(keeper, Told(embedding="large"), by="ci") is None
    passport = current_passport(keeper)
    assert passport is not None
    assert passport.value(Trait.MODEL) == "large"  # though the manifest still names the small one


def test_the_manifest_says_how_our_own_chunker_cuts(shop: Shop, keeper: Keeper) -> None:
    assert keeper.chunker.fingerprint.options["leading_comments"] == "false"
    write_manifest(shop, {**MANIFEST, "chunker": {"name": "definition", "options": {"leading_comments": True}}})
    assert looked_at_anew(keeper).chunker.fingerprint.options["leading_comments"] == "true"


def test_another_chunkers_options_are_not_ours(shop: Shop, keeper: Keeper) -> None:
    write_manifest(shop, {**MANIFEST, "chunker": {"name": "theirs", "options": {"leading_comments": True}}})
    assert looked_at_anew(keeper).chunker.fingerprint.options["leading_comments"] == "false"
