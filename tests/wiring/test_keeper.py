"""One project's stores: opened when asked for, and what is remembered of a scan."""

from pathlib import Path

import pytest

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.errors import FileMissing, LockHeld
from goldkeeper.model.reviews import ItemState
from goldkeeper.model.tenure import Holder
from goldkeeper.settings import load_project
from goldkeeper.stores.daemon_ledger import DatabaseLedger
from goldkeeper.wiring import Keeper, code_now, open_keeper
from goldkeeper.wiring import keeper as keeper_module
from goldkeeper.wiring.passports import Told, tell_upgrade
from tests.builders import NOON, a_chunk_id
from tests.projects import (
    CODE,
    GOLD,
    MOVED_TOTAL_ID,
    SHIFTED,
    TOTAL,
    TOTAL_ID,
    Shop,
    a_set_up_shop,
    a_shop,
    gold_lines,
    goldkeeper,
)
from tests.stores.git_repositories import a_repository


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    made = a_set_up_shop(tmp_path / "shop")
    made.commit(SHIFTED)
    return made


def config(shop: Shop) -> Path:
    return shop.top / "config" / "goldkeeper.toml"


def test_nothing_is_opened_before_it_is_asked_for(shop: Shop) -> None:
    with open_keeper(config(shop)) as keeper:
        assert not {"history", "queue", "cache", "chunker", "gold"} & keeper.__dict__.keys()


def test_the_code_says_what_a_chunk_is_now(shop: Shop) -> None:
    with open_keeper(config(shop)) as keeper:
        assert keeper.digest_of(a_chunk_id(TOTAL_ID)) is None
        assert keeper.digest_of(a_chunk_id(MOVED_TOTAL_ID)) is not None


def test_texts_of_both_sides_can_be_had(shop: Shop) -> None:
    with open_keeper(config(shop)) as keeper, keeper.lock("scan"):
        proposal = keeper.scan().proposals[0]

        assert keeper.text_of(proposal, None) == TOTAL.rstrip("\n")
        assert keeper.text_of(proposal, a_chunk_id(MOVED_TOTAL_ID)) == TOTAL.rstrip("\n")
        assert keeper.text_of(proposal, a_chunk_id("none.py:1-2:f")) is None


def test_queries_are_told_by_their_name(shop: Shop) -> None:
    with open_keeper(config(shop)) as keeper:
        assert keeper.query_text("q1") == "question 1"  # type: ignore[arg-type]
        assert keeper.query_text("q9") == ""  # type: ignore[arg-type]


def test_a_scan_without_the_lock_is_not_remembered(shop: Shop) -> None:
    with open_keeper(config(shop)) as keeper:
        keeper.scan()

    with open_keeper(config(shop)) as keeper:
        assert keeper.memory.last() is None


def test_a_scan_is_remembered_before_others_are_let_in(shop: Shop) -> None:
    with open_keeper(config(shop)) as keeper:
        with keeper.lock("scan"):
            keeper.scan()
            assert keeper.memory.last() is None
        assert keeper.memory.unchanged() is not None
        assert keeper.open_items() == 2  # what was closed to remember is opened anew


def test_a_beat_of_the_daemon_is_no_reason_to_scan_anew(shop: Shop) -> None:
    shop.run("scan", code=1)
    with open_keeper(config(shop)) as keeper:
        ledger = DatabaseLedger(keeper.database, keeper.scope)
        me = Holder("t", "forge", 7)
        assert ledger.take(me, replacing=None, now=NOON)
        assert ledger.beat(me, state="{}", now=NOON)

    with open_keeper(config(shop)) as keeper:
        assert keeper.memory.unchanged() is not None


def test_an_answer_is_a_reason_to_scan_anew(shop: Shop) -> None:
    shop.run("scan", code=1)
    shop.run("review", "accept", "1", "--by", "ada")

    with open_keeper(config(shop)) as keeper:
        assert keeper.memory.unchanged() is None


def test_what_was_told_of_the_index_is_a_reason_to_scan_anew(shop: Shop) -> None:
    shop.run("scan", code=1)
    with open_keeper(config(shop)) as keeper:
        tell_upgrade(keeper, Told(commit="a" * 40), by="ada")

    with open_keeper(config(shop)) as keeper:
        assert keeper.memory.unchanged() is None


def test_work_that_failed_is_not_remembered(shop: Shop) -> None:
    def failing() -> None:
        with open_keeper(config(shop)) as keeper, keeper.lock("scan"):
            keeper.scan()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        failing()

    with open_keeper(config(shop)) as keeper:
        assert keeper.memory.last() is None


def test_a_renewed_question_gets_its_new_number_and_the_scan_is_not_taken_for_the_last(shop: Shop) -> None:
    shop.run("scan", code=1)
    shop.commit({"src/cart.py": "import os\n" + SHIFTED["src/cart.py"]})

    with open_keeper(config(shop)) as keeper:
        numbers = keeper.renew([a_chunk_id(TOTAL_ID), a_chunk_id("none.py:1-2:f")])

    assert numbers == {a_chunk_id(TOTAL_ID): 3}
    with open_keeper(config(shop)) as keeper:
        assert [item.number for item in keeper.queue.items({ItemState.WAITING})] == [3, 4]
        assert keeper.memory.unchanged() is None


def test_a_renewal_waits_for_the_scan_under_way(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper_module, "RENEWAL_WAIT_SECONDS", 0.0)

    with (
        open_keeper(config(shop)) as first,
        first.lock("scan"),
        open_keeper(config(shop)) as second,
        pytest.raises(LockHeld, match="goldkeeper scan"),
    ):
        second.renew([])


def test_a_repository_that_is_not_there_is_told(tmp_path: Path) -> None:
    (tmp_path / "goldkeeper.toml").write_text('[repository]\npath = "none"\n')

    with open_keeper(tmp_path / "goldkeeper.toml") as keeper, pytest.raises(FileMissing, match=r"repository\.path"):
        _ = keeper.history


def test_the_gold_file_has_a_past_only_where_it_is_committed(tmp_path: Path) -> None:
    shop = a_shop(tmp_path / "shop", commit=False)
    shop.run("init")
    with open_keeper(config(shop)) as keeper:
        assert keeper.gold.history is None
    shop.commit()

    with open_keeper(config(shop)) as keeper:
        past = keeper.gold.history
        assert past is not None
        assert (past.path, past.same_repository) == ("gold.jsonl", True)


def test_a_gold_file_in_a_folder_that_is_gone_has_no_past(tmp_path: Path) -> None:
    (tmp_path / "goldkeeper.toml").write_text('[gold]\npath = "none/gold.jsonl"\n')

    with open_keeper(tmp_path / "goldkeeper.toml") as keeper:
        assert keeper.gold.history is None


def test_a_gold_file_of_another_repository_is_known_as_such(tmp_path: Path) -> None:
    a_repository(tmp_path / "code").commit(CODE)
    sets = a_repository(tmp_path / "sets")
    sets.commit({"deep/gold.jsonl": GOLD})
    goldkeeper(sets.top, "init", "--repo", "../code")

    with open_keeper(sets.top / "config" / "goldkeeper.toml") as keeper:
        past = keeper.gold.history
        assert past is not None
        assert (past.path, past.same_repository) == ("deep/gold.jsonl", False)


def test_a_repository_is_scanned_whole_from_a_folder_within(tmp_path: Path) -> None:
    made = a_repository(tmp_path)
    made.commit({**CODE, "sets/gold.jsonl": GOLD})
    goldkeeper(tmp_path / "sets", "init")

    assert goldkeeper(tmp_path / "sets", "scan").exit_code == 0


def test_the_judge_is_the_configured_one_or_gits_own(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.repository.git("config", "user.name", "Ida")
    with open_keeper(config(shop)) as keeper:
        assert keeper.judge == "Ida"

    monkeypatch.setenv("GOLDKEEPER_REVIEW__JUDGE", "Eva")

    with open_keeper(config(shop)) as keeper:
        assert keeper.judge == "Eva"


def test_two_gold_sets_of_one_state_folder_have_questions_of_their_own(shop: Shop) -> None:
    shop.run("scan", code=1)
    (shop.top / "more.jsonl").write_text(gold_lines({"src/orders.py:1-3:refund": 1}))
    other = shop.top / "more.toml"
    other.write_text('[gold]\npath = "more.jsonl"\n')

    with open_keeper(other) as keeper:
        assert keeper.open_items() == 0


def test_a_chunk_of_the_same_file_is_cut_once(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_keeper(config(shop)) as opened:
        opened.now.chunk(a_chunk_id(MOVED_TOTAL_ID))
        monkeypatch.setattr(code_now, "cut_snapshot", lambda *_, **__: pytest.fail("cut again"))

        assert opened.now.chunk(ChunkId("src/cart.py", a_chunk_id("a.py:8-10:f").span, "shipping")) is not None


def test_a_keeper_can_be_made_of_a_project(shop: Shop) -> None:
    opened = Keeper(load_project(config(shop)), revision="HEAD~1")
    try:
        assert opened.digest_of(a_chunk_id(TOTAL_ID)) is not None
    finally:
        opened.close()
