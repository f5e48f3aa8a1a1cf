"""An upgrade leads to one finished scan, also with several processes and with kills in between."""

import multiprocessing
import os
import signal
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from goldkeeper.model.upgrades import UpgradeState
from goldkeeper.wiring import open_keeper
from goldkeeper.wiring.passport_check import check_passport
from goldkeeper.wiring.passports import note_passport, scans, upgrades
from tests.wiring.test_passports import LARGE, a_shop_with_a_manifest, write_manifest

PATIENCE_SECONDS = 60
SCANNERS = 3


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A scanned project whose manifest names another model since."""
    shop = a_shop_with_a_manifest(tmp_path / "shop")
    shop.run("scan", "--no-report")
    write_manifest(shop, LARGE)
    return shop.top / "config" / "goldkeeper.toml"


def claim_and_wait(config: Path, ready: Connection) -> None:
    with open_keeper(config) as keeper, keeper.lock("scan"), check_passport(keeper, asked_by="scan"):
        ready.send(os.getpid())
        ready.recv()  # until the end


def scan_once(config: Path, start: "multiprocessing.synchronize.Barrier") -> None:
    start.wait(PATIENCE_SECONDS)
    with open_keeper(config) as keeper, keeper.lock("scan", wait_seconds=PATIENCE_SECONDS):
        keeper.scan()


def note_once(config: Path, start: "multiprocessing.synchronize.Barrier") -> None:
    start.wait(PATIENCE_SECONDS)
    with open_keeper(config) as keeper:
        note_passport(keeper)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such death here")
def test_a_scan_that_is_killed_leaves_the_upgrade_to_one_that_ends_it(config: Path) -> None:
    context = multiprocessing.get_context("spawn")
    for _ in range(2):
        here, there = context.Pipe()
        process = context.Process(target=claim_and_wait, args=(config, there))
        process.start()
        assert here.poll(PATIENCE_SECONDS)
        here.recv()
        with open_keeper(config) as keeper:
            assert [one.state for one in upgrades(keeper)] == [UpgradeState.RUNNING]
        process.kill()
        process.join(PATIENCE_SECONDS)
    with open_keeper(config) as keeper:
        with keeper.lock("scan"):
            keeper.scan()
        (upgrade,) = upgrades(keeper)
        assert upgrade.state is UpgradeState.DONE
        assert [scan.number for scan in scans(keeper)][:1] == [upgrade.scan]
        assert len(scans(keeper)) == 2  # the first one, and that which ended the upgrade


@pytest.mark.parametrize("work", [scan_once, note_once])
def test_many_at_once_make_one_upgrade_with_one_scan(config: Path, work: object) -> None:
    context = multiprocessing.get_context("spawn")
    with context.Manager() as manager:
        start = manager.Barrier(SCANNERS)
        processes = [context.Process(target=work, args=(config, start)) for _ in range(SCANNERS)]  # type: ignore[arg-type]  # one of the two above
        for process in processes:
            process.start()
        for process in processes:
            process.join(PATIENCE_SECONDS)
        assert [process.exitcode for process in processes] == [0] * SCANNERS
    with open_keeper(config) as keeper:
        with keeper.lock("scan"):
            keeper.scan()
        (upgrade,) = upgrades(keeper)
        assert upgrade.state is UpgradeState.DONE
        kept = [scan.number for scan in scans(keeper)]
        assert upgrade.scan in kept
        assert len(kept) == (2 if work is note_once else SCANNERS + 2)
