"""Scanning the commit at which the index was made, wherever the branch is."""

from pathlib import Path

import pytest

from goldkeeper.model.errors_passports import NoIndexCommit
from goldkeeper.wiring import open_keeper
from goldkeeper.wiring.desk import open_desk
from goldkeeper.wiring.passports import Told, tell_upgrade
from tests.projects import Shop
from tests.wiring.test_passports import MANIFEST, a_shop_with_a_manifest, write_manifest


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    shop = a_shop_with_a_manifest(tmp_path / "shop")
    config = shop.top / "config" / "goldkeeper.toml"
    config.write_text(config.read_text("utf-8").replace('revision = "HEAD"', 'revision = "passport"'), "utf-8")
    return shop


LATER = {"src/later.py": "def later():\n    return 1\n"}


def head(shop: Shop) -> str:
    return shop.repository.git("rev-parse", "HEAD").strip()


def scanned(shop: Shop) -> str | None:
    with open_keeper(shop.top / "config" / "goldkeeper.toml") as keeper, keeper.lock("scan"):
        return keeper.scan().head_commit


def test_what_the_manifest_names_is_scanned_until_it_names_another_commit(shop: Shop) -> None:
    built = head(shop)
    write_manifest(shop, {**MANIFEST, "commit": built[:12]})
    shop.repository.commit(LATER)

    assert scanned(shop) == built

    write_manifest(shop, {**MANIFEST, "commit": head(shop)})
    assert scanned(shop) == head(shop) != built


def test_a_told_commit_serves_too_and_reviewers_see_its_state(shop: Shop) -> None:
    config = shop.top / "config" / "goldkeeper.toml"
    built = head(shop)
    with open_keeper(config) as keeper:
        tell_upgrade(keeper, Told(embedding="large", commit=built), by="the pipeline")
    shop.repository.commit(LATER)

    assert scanned(shop) == built
    with open_desk(config) as desk:
        assert desk.search("later") == ()


def test_where_nobody_says_at_which_commit_the_index_was_made_that_is_said(shop: Shop) -> None:
    with pytest.raises(NoIndexCommit, match=r"goldkeeper upgrade --commit"):
        scanned(shop)
