"""`goldkeeper audit` from the draw to the commit, on a small shop."""

import csv
import io
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from goldkeeper.model.errors import GoldkeeperError
from goldkeeper.wiring import open_keeper
from tests.projects import (
    CART,
    REFUND,
    REFUND_ID,
    SHIFTED,
    SHIPPING_ID,
    TOTAL_ID,
    Shop,
    a_set_up_shop,
    gold_lines,
    goldkeeper,
)

Answer = Mapping[str, str]


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    gold = gold_lines({TOTAL_ID: 3, SHIPPING_ID: 1}, {REFUND_ID: 2}, {TOTAL_ID: 1})
    made = a_set_up_shop(tmp_path / "shop", gold=gold)
    for words in (
        ("remote", "add", "origin", "git@github.com:ada/shop.git"),
        ("config", "user.name", "Ada"),
        ("config", "user.email", "ada@example.org"),
    ):
        subprocess.run(["git", *words], cwd=made.top, check=True)
    return made


def drawn(shop: Shop, *more: str) -> list[Path]:
    run = shop.run("audit", "draw", "--release", "v1", "--whole", "--judges", "ada,bob", "--formats", "csv", *more)
    return [Path(line) for line in run.stdout.splitlines()]


def refused(shop: Shop, *arguments: str | Path) -> str:
    """What a command says that can't be done."""
    done = goldkeeper(shop.top, "audit", *arguments)
    assert isinstance(done.exception, GoldkeeperError), done.output
    assert done.exception.exit_code == 2
    return str(done.exception)


def rows_of(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.read_text("utf-8-sig"), newline="")))


def filled(file: Path, answer: Callable[[dict[str, str]], Answer]) -> Path:
    """The sheet as somebody filled it in, under another name."""
    rows = rows_of(file)
    made = file.with_name(f"filled {file.name}")
    with made.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.DictWriter(handle, fieldnames=rows[0].keys(), delimiter=";")
        writer.writeheader()
        writer.writerows({**row, **answer(row)} for row in rows)
    return made


def grades(by_chunk: Mapping[tuple[str, str], str]) -> Callable[[dict[str, str]], Answer]:
    """Grades by query and symbol; what is not named gets what the gold file has."""
    usual = {("question 1", "total"): "3", ("question 1", "shipping"): "1"}
    usual |= {("question 2", "refund"): "2", ("question 3", "total"): "1"}
    return lambda row: {"grade": {**usual, **by_chunk}[row["query"], row["where"].split()[-1]]}


def test_a_sheet_tells_neither_grade_nor_what_others_said(shop: Shop) -> None:
    ada, bob = drawn(shop)
    assert {row["grade"] for row in rows_of(ada)} == {""}
    assert {row["judge"] for row in rows_of(bob)} == {"bob"}
    row = next(row for row in rows_of(ada) if row["where"].endswith("refund"))
    head = row["commit"]
    assert row["link"].startswith(f"https://github.com/ada/shop/blob/{head}")
    assert row["link"].endswith("src/orders.py#L1-L3")
    assert row["code"] == "\n".join(f"{n}  {line}" for n, line in enumerate(REFUND.splitlines(), 1))


def test_what_a_draw_prints_may_be_seen_by_judges(shop: Shop) -> None:
    record = shop.json("audit", "draw", "--release", "v1", "--judges", "ada", "--formats", "csv")
    assert {key for row in record["rows"] for key in row} == {"row", "query_id", "id"}
    assert "stratum" in shop.json("audit", "redraw")["rows"][0]


def test_a_draw_is_on_record_and_can_be_redone(shop: Shop) -> None:
    drawn(shop)
    assert "the same 4 pairs of 4" in shop.run("audit", "redraw", "--check").stdout
    shop.repository.write({"gold.jsonl": gold_lines({REFUND_ID: 1})})
    shop.commit(message="another gold set")
    checked = shop.json("audit", "redraw", "v1", "--check")["check"]
    assert checked == {"same": True, "gold_seen": True, "differences": []}  # found in the file's history


def test_a_second_draw_of_a_release_is_refused(shop: Shop) -> None:
    drawn(shop)
    assert "is on record already" in refused(shop, "draw", "--release", "v1", "--judges", "ada")


def test_nobody_reads_blind_to_themselves(shop: Shop) -> None:
    for names in ("ada,ADA", "Jos\u00e9,Jose\u0301", "ada l,ada  L"):
        assert "names somebody twice" in refused(shop, "draw", "--release", "v1", "--judges", names)


def test_one_release_may_be_audited_again_under_another_name(shop: Shop) -> None:
    drawn(shop)
    second = shop.json("audit", "draw", "--release", "v1", "--name", "v1-2", "--judges", "ada", "--formats", "csv")
    assert (second["audit"], second["release"], second["seed"]) == ("v1-2", "v1", "v1-2")
    assert "--name" in refused(shop, "draw", "--release", "v1", "--name", "v1-2", "--judges", "ada")


def test_sheets_with_answers_are_not_written_over(shop: Shop) -> None:
    ada, _ = drawn(shop)
    ada.write_text(ada.read_text("utf-8") + "\n", "utf-8")
    assert "perhaps with answers in it; import it first" in refused(shop, "sheets", "--formats", "csv")
    shop.run("audit", "sheets", "--formats", "csv", "--force")


def test_the_whole_way_from_the_draw_to_the_commit(shop: Shop) -> None:
    ada, bob = drawn(shop)
    disagree = {("question 1", "total"): "2", ("question 1", "shipping"): "2", ("question 2", "refund"): "0"}
    half = filled(ada, lambda row: grades(disagree)(row) if row["query"] == "question 1" else {})
    first = shop.json("audit", "import", half)
    assert (len(first["audits"][0]["added"]), first["blank"], first["problems"]) == (2, 2, [])
    shop.run(
        "audit",
        "import",
        filled(ada, grades(disagree)),
        filled(bob, grades({**disagree, ("question 1", "shipping"): "1"} | {("question 2", "refund"): "3"})),
    )

    status = shop.json("audit", "status", code=1)
    assert {key: n for key, n in status["dispositions"].items() if n} == {"in": 2, "arbitrate": 1, "ambiguous": 1}

    waiting = shop.json("audit", "arbitrate", code=1)["rows"]
    assert [row["symbol"] for row in waiting] == ["shipping"]
    decide = ("arbitrate", "--row", str(waiting[0]["row"]), "--grade", "2", "--by")
    assert "ada is one of the two judges" in refused(shop, *decide, "ada")
    shop.run("audit", *decide, "cyd")

    settled = shop.json("audit", "settle", "--by", "ada", code=1)
    assert [one["kind"] for one in settled["settled"]] == ["regraded", "regraded"]
    assert [one["query_id"] for one in settled["queries"]] == ["q2"]
    assert shop.golds == [{TOTAL_ID: 3, SHIPPING_ID: 1}, {REFUND_ID: 2}, {TOTAL_ID: 1}]  # nothing is written yet
    assert shop.json("audit", "settle", "--by", "ada", "--drop", "q2")["queries"] == []

    assert shop.drifts() == {TOTAL_ID: "intact", SHIPPING_ID: "intact", REFUND_ID: "intact"}  # a scan leaves them be
    assert "same ID, new text" not in shop.run("apply", "--dry-run").output
    assert "2 regraded, 1 retired" in shop.run("apply", "--commit").output
    assert shop.golds == [{TOTAL_ID: 2, SHIPPING_ID: 2}, {}, {TOTAL_ID: 1}]
    message = subprocess.run(
        ["git", "log", "-1", "--format=%B"], cwd=shop.top, check=True, capture_output=True, text=True
    )
    assert "audit v1" in message.stdout
    assert "cyd decided for 2" in message.stdout
    assert shop.json("audit", "settle", "--by", "ada")["settled"] == []


def test_a_pair_that_a_remap_moved_since_it_was_read_is_still_known(shop: Shop) -> None:
    ada, bob = drawn(shop)
    better = grades({("question 1", "total"): "2"})
    shop.run("audit", "import", filled(ada, better), filled(bob, better))
    shop.commit(SHIFTED, "drift")
    shop.run("scan", "--no-report", code=1)
    held = shop.json("audit", "settle", "--by", "ada", code=1)["held"]
    assert "the chunk is shifted" in held[0]["reason"]
    shop.run("review", "accept", "--all", "--by", "ada")
    shop.run("apply")
    assert len(shop.json("audit", "settle", "--by", "ada")["settled"]) == 1
    shop.run("apply")
    assert shop.golds[0]["src/cart.py:3-5:total"] == 2
    assert shop.golds[2]["src/cart.py:3-5:total"] == 1


def test_where_a_chunk_is_cut_wrongly_somebody_is_asked_for_the_right_one(tmp_path: Path) -> None:
    code = "class Desk:\n    def close(self):\n        self.open = False\n        return self.count()\n"
    method = "src/desk.py:2-4:Desk.close"
    shop = a_set_up_shop(tmp_path / "shop", gold=gold_lines({method: 3}), code={"src/desk.py": code})
    ada, bob = drawn(shop)
    wrong = {"grade": "2", "wrong span": "x"}
    shop.run(
        "audit", "import", filled(ada, lambda _: {**wrong, "note": "the whole class"}), filled(bob, lambda _: wrong)
    )
    said = shop.run("audit", "settle", "--by", "ada").output
    assert "asked, item 1" in said
    assert "goldkeeper review show 1" in said
    item = shop.json("review", "show", "1")["item"]
    assert [one["id"] for one in item["candidates"]] == ["src/desk.py:1-4:Desk"]
    assert "ada wrote: the whole class" in shop.run("review", "show", "1").output
    assert shop.drifts() == {method: "intact"}  # a scan leaves the question be
    assert goldkeeper(shop.top, "review", "accept", "1", "--by", "ada").exit_code != 0  # nobody said which
    shop.run("review", "amend", "1", "--to", "src/desk.py:1-4:Desk=2", "--by", "ada", "-m", "the whole class")
    shop.run("apply")
    assert shop.golds == [{"src/desk.py:1-4:Desk": 2}]
    again = shop.json("audit", "settle", "--by", "ada")
    assert (again["settled"], again["held"]) == ([], [])


def test_what_was_taken_back_by_hand_stays_so(shop: Shop) -> None:
    ada, bob = drawn(shop)
    better = grades({("question 2", "refund"): "3"})
    shop.run("audit", "import", filled(ada, better), filled(bob, better))
    number = shop.json("audit", "settle", "--by", "ada")["settled"][0]["item"]
    shop.run("review", "undo", str(number), "--by", "eve")
    shop.run("review", "reject", str(number), "--by", "eve")
    again = shop.json("audit", "settle", "--by", "ada")
    assert (again["settled"], again["held"]) == ([], [])


def test_rows_are_answered_one_by_one_without_a_sheet(shop: Shop) -> None:
    drawn(shop)
    todo = shop.json("audit", "answer", "--by", "ada", code=1)["rows"]
    assert "grade" not in todo[0]
    shop.run("audit", "answer", "--by", "ada", "--row", todo[0]["key"].lower(), "--grade", "2", "--note", "=which?")
    assert len(shop.json("audit", "answer", "--by", "ada", code=1)["rows"]) == len(todo) - 1
    assert "eve is no judge of audit v1; pass --by with one of ada, bob" in refused(shop, "answer", "--by", "eve")


def test_decoys_are_read_and_count_for_nothing(shop: Shop) -> None:
    shop.commit({"src/orders.py": f"{REFUND}\n\ndef helper(a):\n    return a + 1\n", "src/cart.py": CART})
    ada, _ = drawn(shop, "--decoys", "1")
    rows = rows_of(ada)
    assert len(rows) == 5
    assert sum(row["where"].endswith("helper") for row in rows) == 1
    assert shop.json("audit", "status", code=1)["pairs"] == 4


def test_what_can_not_be_taken_is_told_and_the_rest_is_taken(shop: Shop) -> None:
    ada, _ = drawn(shop)
    sheet = filled(ada, lambda row: {"grade": "7"} if "refund" in row["where"] else grades({})(row))
    done = shop.run("audit", "import", sheet, code=1)
    assert "column grade (F): 7 is no grade of 0..3; write 0, 1, 2 or 3" in done.output
    assert "3 new answers" in done.output
    strictly = filled(ada, lambda row: {"grade": "9" if "refund" in row["where"] else "0"})
    assert "nothing was taken in" in refused(shop, "import", "--strict", strictly)
    assert shop.json("audit", "status", code=1)["judges"][0]["read"] == 3


def test_without_an_audit_every_command_says_how_to_begin(shop: Shop) -> None:
    for command in ("status", "sheets", "redraw", "answer", "arbitrate", "settle"):
        assert "goldkeeper audit draw" in refused(shop, command)


def test_a_plan_says_what_a_share_shows_and_what_a_claim_takes(shop: Shop) -> None:
    text = shop.run("audit", "plan", "--share", "0.5").stdout
    assert "4 gold pairs; 2 would be drawn (50 %)" in text
    assert "none wrong" in text
    assert "none may be wrong" in text
    assert shop.json("audit", "plan")["schema"]
    assert "--hoped" in refused(shop, "plan", "--hoped", "0.3")


def test_a_report_of_a_finished_audit_is_left_in_three_forms(shop: Shop) -> None:
    ada, bob = drawn(shop)
    shop.run("audit", "import", filled(ada, grades({})), filled(bob, grades({})))
    done = shop.run("audit", "report")
    files = [Path(line) for line in done.stdout.splitlines() if line.startswith("/")]
    assert [file.suffix for file in files] == [".md", ".html", ".json"]
    assert all(file.exists() for file in files)
    assert "Ordinal alpha is 1.00" in done.output


def test_drawing_meets_what_was_asked_for(shop: Shop) -> None:
    with open_keeper(shop.top / "config" / "goldkeeper.toml") as keeper:
        keeper.audit_requests.ask("a new model", upgrade=None, at=keeper.clock())
        assert len(keeper.audit_requests.due()) == 1
    drawn(shop)
    with open_keeper(shop.top / "config" / "goldkeeper.toml") as keeper:
        assert keeper.audit_requests.due() == ()


def test_a_report_may_be_about_one_run(shop: Shop, tmp_path: Path) -> None:
    drawn(shop)
    run = tmp_path / "bm25.trec"
    run.write_text(f"q1 Q0 {TOTAL_ID} 1 2.0 bm25\nq1 Q0 {SHIPPING_ID} 2 1.0 bm25\n", encoding="utf-8")
    for judge in ("ada", "bob"):
        for row in ("1", "2", "3", "4"):
            shop.run("audit", "answer", "v1", "--by", judge, "--row", row, "--grade", "2")

    done = shop.run("audit", "report", "v1", "--run", run)

    told = " ".join(done.stderr.split())
    assert "the true nDCG@10 of the run bm25 is 0." in told
    assert [Path(line).suffix for line in done.stdout.splitlines()] == [".md", ".html", ".json"]


def test_the_links_of_a_sheet_lead_where_the_configuration_says_code_can_be_seen(shop: Shop) -> None:
    config = shop.top / "config" / "goldkeeper.toml"
    form = 'code_host = "https://code.example/{path}?at={commit}#{start}-{end}"'
    config.write_text(config.read_text("utf-8").replace('code_host = ""', form), "utf-8")
    drawn(shop)
    head = shop.repository.git("rev-parse", "HEAD").strip()
    rows = shop.json("audit", "answer", "v1", "--by", "ada", code=1)["rows"]
    assert {row["link"].partition("?at=")[2].partition("#")[0] for row in rows} == {head}
    assert all(row["link"].startswith("https://code.example/src/") for row in rows)
