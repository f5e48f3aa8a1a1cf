"""`goldkeeper scan` on real repositories: what it says, what it leaves, when it need not look again."""

import json
import os
import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from goldkeeper.model.errors import LockHeld, UnknownRevision
from goldkeeper.stores.gold_file import GoldFile
from goldkeeper.stores.last_scan import read_last_scan
from goldkeeper.wiring import Keeper, open_keeper
from goldkeeper.workflow import scan as scanning
from tests.projects import (
    CART,
    CODE,
    GOLD,
    MOVED_TOTAL_ID,
    REFUND,
    REFUND_ID,
    SHIFTED,
    SHIPPING_ID,
    TOTAL_ID,
    Shop,
    a_set_up_shop,
    a_shop,
    gold_lines,
    goldkeeper,
)

UNCHANGED = "Nothing changed since that scan"
ALL_INTACT = {TOTAL_ID: "intact", SHIPPING_ID: "intact", REFUND_ID: "intact"}
DRIFTED = {TOTAL_ID: "shifted", SHIPPING_ID: "shifted", REFUND_ID: "intact"}


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return a_set_up_shop(tmp_path / "shop")


def reports(shop: Shop) -> list[str]:
    """Forms of the dated reports."""
    return sorted(path.suffix for path in (shop.top / "reports").glob("*-drift.*"))


def is_remembered(shop: Shop, *arguments: str) -> bool:
    return UNCHANGED in shop.run("scan", *arguments, code=None).stderr


def test_a_clean_set_ends_with_0_and_leaves_a_report(shop: Shop) -> None:
    shop.run("scan", code=0)

    assert reports(shop) == [".html", ".json", ".md"]


def test_a_report_that_is_wanted_after_a_scan_without_one_is_made(shop: Shop) -> None:
    shop.run("scan", "--no-report", code=0)
    assert is_remembered(shop, "--no-report")
    assert reports(shop) == []

    shop.run("scan", code=0)

    assert reports(shop) == [".html", ".json", ".md"]
    assert is_remembered(shop)


def test_drift_ends_with_1_and_data_alone_goes_to_stdout(shop: Shop) -> None:
    shop.commit(SHIFTED)

    done = shop.run("scan", code=1)

    rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert {row[1]: row[0] for row in rows} == DRIFTED
    assert rows[0][3] == MOVED_TOTAL_ID
    assert "2 proposals wait" in done.stderr


def test_the_same_scan_twice_asks_once_and_says_that_nothing_changed(shop: Shop) -> None:
    shop.commit(SHIFTED)
    first = shop.run("scan", code=1)

    again = shop.run("scan", code=1)

    assert again.stdout == first.stdout
    assert UNCHANGED in again.stderr
    assert len(reports(shop)) == 3


def test_force_scans_all_the_same(shop: Shop) -> None:
    shop.run("scan")

    assert UNCHANGED not in shop.run("scan", "--force").stderr


def test_without_a_report_none_is_left(shop: Shop) -> None:
    shop.run("scan", "--no-report")

    assert reports(shop) == []


CHANGES: dict[str, Callable[[Shop], object]] = {
    "code": lambda shop: shop.commit(SHIFTED),
    "gold": lambda shop: shop.gold.write_text(GOLD + "\n"),
    "anchors": lambda shop: (shop.top / "gold.anchors.jsonl").unlink(),
    "settings": lambda shop: configure(shop, "leading_comments = false", "leading_comments = true"),
    "policy": lambda shop: configure(shop, 'auto_confirm = "never"', 'auto_confirm = "identical"'),
    "queue": lambda shop: shop.run("review", "reject", "1", "-m", "no", "--by", "ada"),
    "record": lambda shop: (shop.top / ".goldkeeper" / "last-scan.json").write_text("{"),
}


def configure(shop: Shop, before: str, after: str) -> None:
    file = shop.top / "config" / "goldkeeper.toml"
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after))


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_what_a_scan_depends_on_makes_it_scan_again(change: Callable[[Shop], object], shop: Shop) -> None:
    shop.commit({"src/orders.py": REFUND.replace("pay_back", "give_back")})
    assert not is_remembered(shop)
    assert is_remembered(shop)

    change(shop)

    assert not is_remembered(shop)
    assert is_remembered(shop)


def test_a_shared_database_is_asked_for_its_answers(shop: Shop) -> None:
    configure(shop, 'database = ""', f'database = "{shop.top.as_posix()}/shared.sqlite"')
    shop.commit(SHIFTED)
    assert not is_remembered(shop)
    assert is_remembered(shop)

    shop.run("review", "accept", "1", "--by", "ada")

    assert not is_remembered(shop)


def test_the_name_of_the_judge_is_none_of_it(shop: Shop) -> None:
    shop.run("scan")

    configure(shop, 'judge = ""', 'judge = "ada"')

    assert is_remembered(shop)


def test_another_revision_is_scanned_in_place_of_the_configured_one(shop: Shop) -> None:
    shop.repository.git("tag", "v1")
    shop.commit(SHIFTED)

    assert shop.drifts("--rev", "v1") == ALL_INTACT
    assert shop.drifts() == DRIFTED


def test_a_revision_that_git_does_not_know_is_refused(shop: Shop) -> None:
    assert isinstance(goldkeeper(shop.top, "scan", "--rev", "v9").exception, UnknownRevision)


def test_the_files_on_disk_can_be_scanned_and_recognised(shop: Shop) -> None:
    shop.repository.write(SHIFTED)

    assert shop.drifts() == ALL_INTACT
    assert shop.drifts("--rev", "worktree") == DRIFTED
    assert is_remembered(shop, "--rev", "worktree", "--no-report")
    shop.repository.write({"src/new.py": "x = 1\n"})
    assert not is_remembered(shop, "--rev", "worktree", "--no-report")


def test_a_report_that_the_scan_itself_left_changes_nothing_for_the_next(shop: Shop) -> None:
    shop.run("scan", "--rev", "worktree")

    assert is_remembered(shop, "--rev", "worktree")


def test_a_folder_without_git_is_recognised_as_well(tmp_path: Path) -> None:
    for path, text in {**CODE, "gold.jsonl": GOLD}.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    goldkeeper(tmp_path, "init")

    first, second = (goldkeeper(tmp_path, "scan") for _ in range(2))
    (tmp_path / "src" / "cart.py").write_text(SHIFTED["src/cart.py"])
    third = goldkeeper(tmp_path, "scan", "--json")

    assert (first.exit_code, UNCHANGED in first.stderr, UNCHANGED in second.stderr) == (0, False, True)
    assert {chunk["id"]: chunk["drift"] for chunk in json.loads(third.stdout)["chunks"]} == DRIFTED


@pytest.mark.parametrize(
    ("gold", "code"),
    [("", 0), ("# nothing yet\n", 0), ("{broken\n", 1), (gold_lines({"none.py:1-2:f": 1}), 1)],
    ids=["empty", "a comment", "problems alone", "never resolved"],
)
def test_what_the_gold_file_is_like_decides_the_exit_code(gold: str, code: int, shop: Shop) -> None:
    shop.gold.write_text(gold)

    shop.run("scan", code=code)
    shop.run("scan", code=code)


def test_what_was_turned_down_needs_nobody_any_more(shop: Shop) -> None:
    shop.commit({"src/orders.py": REFUND.replace("pay_back", "give_back")})
    shop.run("scan", code=1)
    shop.run("review", "reject", "1", "-m", "still the answer", "--by", "ada")

    shop.run("scan", code=0)


def test_byte_identical_moves_pass_without_a_person_where_that_is_the_policy(shop: Shop) -> None:
    configure(shop, 'auto_confirm = "never"', 'auto_confirm = "identical"')
    shop.commit(SHIFTED)

    shop.run("scan", code=None)

    status = shop.json("status", code=1)
    assert (status["waiting"], status["to_apply"]) == (0, 2)


def test_json_is_the_whole_report(shop: Shop) -> None:
    shop.commit(SHIFTED)

    record = shop.json("scan", code=1)

    assert record["needs_a_person"] is True
    assert record["head_commit"] == shop.repository.git("rev-parse", "HEAD")
    assert {chunk["id"]: chunk["drift"] for chunk in record["chunks"]} == DRIFTED


def test_files_that_swapped_names_are_found_although_every_id_resolves(tmp_path: Path) -> None:
    shop = a_set_up_shop(
        tmp_path,
        code={"a.py": REFUND, "b.py": REFUND.replace("ticket", "paper")},
        gold=gold_lines({"a.py:1-3:refund": 3}),
    )
    shop.commit({"a.py": REFUND.replace("ticket", "paper"), "b.py": REFUND})

    (chunk,) = shop.json("scan", code=1)["chunks"]

    assert (chunk["resolves"], chunk["drift"], chunk["proposed"]) == (True, "edited", ["b.py:1-3:refund"])


def test_a_second_scan_at_the_same_time_says_who_is_at_work(shop: Shop) -> None:
    with open_keeper(shop.top / "config" / "goldkeeper.toml") as keeper, keeper.lock("scan"):
        problem = goldkeeper(shop.top, "scan").exception

    assert isinstance(problem, LockHeld)
    assert "goldkeeper scan (process" in str(problem)


def everything_below(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*.jsonl")) if path.is_file()}


@pytest.mark.parametrize("place", ["keep_anchors", "see_drifts", "propose_remaps", "queue", "report", "remember"])
def test_a_scan_that_dies_anywhere_leaves_no_half_file_and_the_next_is_whole(
    place: str, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    (shop.top / "gold.anchors.jsonl").unlink()
    shop.commit(SHIFTED)

    def die(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        match place:
            case "queue":
                patch.setattr("goldkeeper.stores.queue.DatabaseQueue.add", die)
            case "report":
                patch.setattr(Keeper, "write_report", die)
            case "remember":
                patch.setattr("goldkeeper.wiring.scan_memory.write_last_scan", die)
            case _:
                patch.setattr(scanning, place, die)
        goldkeeper(shop.top, "scan")

    assert read_last_scan(shop.top / ".goldkeeper" / "last-scan.json") is None
    assert list(shop.top.rglob("*.tmp")) == []
    assert everything_below(shop.top)[str(shop.gold)] == GOLD.encode()
    done = shop.run("scan", code=1)
    assert UNCHANGED not in done.stderr
    assert {row.split("\t")[1]: row.split("\t")[0] for row in done.stdout.splitlines()} == DRIFTED
    assert shop.json("status", code=1)["waiting"] == 2
    assert reports(shop) != []


@pytest.mark.parametrize("edited", ["gold", "code"])
def test_an_edit_during_the_scan_is_seen_by_the_next(edited: str, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    def meanwhile(keeper: Keeper, report: object) -> tuple[str, ...]:
        if edited == "gold":
            shop.gold.write_text(GOLD.replace("q2", "q3"))
        else:
            shop.repository.write({"src/orders.py": REFUND + "# more\n"})
        return ()

    with monkeypatch.context() as patch:
        patch.setattr(Keeper, "write_report", meanwhile)
        shop.run("scan", "--rev", "worktree")

    assert not is_remembered(shop, "--rev", "worktree")


def test_an_application_that_was_killed_is_finished_by_the_next_scan(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.commit(SHIFTED)
    shop.run("scan", code=1)
    shop.run("review", "accept", "--all", "--by", "ada")
    rewrite = GoldFile.rewrite

    def die_afterwards(self: GoldFile, data: bytes, *, expected_digest: str) -> None:
        rewrite(self, data, expected_digest=expected_digest)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(GoldFile, "rewrite", die_afterwards)
        goldkeeper(shop.top, "apply")

    assert set(shop.drifts().values()) == {"intact"}
    assert shop.json("status")["to_apply"] == 0


def test_a_shallow_clone_is_noted(shop: Shop, tmp_path: Path) -> None:
    shop.commit(SHIFTED)
    shop.repository.git("clone", "--quiet", "--depth=1", f"file://{shop.top}", str(tmp_path / "clone"))

    record = json.loads(goldkeeper(tmp_path / "clone", "scan", "--json").stdout)

    assert any("shallow" in note for note in record["notes"])
    assert {chunk["id"]: chunk["drift"] for chunk in record["chunks"]} == DRIFTED
    assert record["chunks"][0]["proposed"] == [MOVED_TOTAL_ID]


def test_the_gold_of_a_bare_repository_lies_elsewhere(tmp_path: Path) -> None:
    code = a_shop(tmp_path / "code")
    code.repository.git("clone", "--quiet", "--bare", str(code.top), str(tmp_path / "bare.git"))
    home = tmp_path / "home"
    home.mkdir()
    (home / "gold.jsonl").write_text(GOLD)

    assert goldkeeper(home, "init", "--repo", tmp_path / "bare.git").exit_code == 0
    assert goldkeeper(home, "scan").exit_code == 0


def test_a_linked_worktree_is_scanned_by_its_own_head(shop: Shop, tmp_path: Path) -> None:
    shop.repository.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    shop.commit(SHIFTED)

    assert goldkeeper(tmp_path / "side", "scan").exit_code == 0


def test_paths_that_are_no_utf8_are_scanned_and_printed(tmp_path: Path) -> None:
    odd = "caf\udce9.py"
    shop = a_set_up_shop(
        tmp_path, code={odd: CART}, gold=gold_lines({f"{odd}:1-3:total": 3}).replace("\udce9", "\\udce9")
    )

    (chunk,) = shop.json("scan")["chunks"]

    assert (chunk["id"], chunk["drift"]) == (f"{odd}:1-3:total", "intact")


def test_the_repository_may_have_moved_with_all_that_is_in_it(shop: Shop, tmp_path: Path) -> None:
    shop.run("scan")

    moved = shutil.move(shop.top, tmp_path / "elsewhere")

    assert UNCHANGED in goldkeeper(Path(moved), "scan").stderr


def test_a_record_of_the_last_scan_has_a_date(shop: Shop) -> None:
    shop.run("scan")

    last = read_last_scan(shop.top / ".goldkeeper" / "last-scan.json")

    assert last is not None
    assert datetime.fromisoformat(last.report["at"]).tzinfo is not None
    assert os.access(shop.top / ".goldkeeper" / ".gitignore", os.R_OK)


def test_a_damaged_anchor_is_told_until_somebody_has_looked(shop: Shop) -> None:
    shop.commit({"src/cart.py": CART.replace("4 if weight", "5 if weight")}, "dearer")
    assert shop.drifts()[SHIPPING_ID] == "edited"
    file = shop.top / "gold.anchors.jsonl"
    lines = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join(line.replace("}\n", "\n") if SHIPPING_ID in line else line for line in lines), "utf-8")

    record = shop.json("scan", "--no-report", code=1)

    assert [problem["code"] for problem in record["problems"]] == ["anchor-damaged"]
    assert record["needs_a_person"]
    assert shop.json("scan", "--no-report", code=1)["needs_a_person"]


@pytest.mark.parametrize("path", ["../x.py", "a/../../b.py", ".git/config", "a:1-2:../../x.py"])
def test_an_id_that_leads_out_of_the_repository_is_told_and_the_rest_goes_on(path: str, shop: Shop) -> None:
    shop.gold.write_text(GOLD + gold_lines({f"{path}:1-2:x": 1}).replace("q1", "q9"), "utf-8")

    record = shop.json("scan", "--no-report", code=None)

    assert {chunk["id"]: chunk["drift"] for chunk in record["chunks"]}[TOTAL_ID] == "intact"
