"""`goldkeeper gate` on a small shop: from refused to released."""

import json
import shlex
from pathlib import Path

import pytest

from goldkeeper.model.errors import BadRequest
from goldkeeper.model.sheets import Answers
from goldkeeper.model.telling import Message
from goldkeeper.wiring import open_keeper
from goldkeeper.wiring.auditing import Auditing
from goldkeeper.wiring.gating import holding_chunks
from goldkeeper.wiring.keeper import Keeper
from goldkeeper.workflow.status import Status
from tests.projects import REFUND_ID, SHIFTED, Shop, a_set_up_shop, a_shop, goldkeeper


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return a_set_up_shop(tmp_path)


def audited(shop: Shop, *, wrong: int | None = None) -> None:
    """Every pair, read by two who agree; one row otherwise than the gold file, if wanted."""
    draw = shop.run("audit", "draw", "--release", "v1", "--whole", "--judges", "ada,bob", "--formats", "csv")
    assert draw.stdout
    answered(shop, "v1", wrong=wrong)


def answered(shop: Shop, name: str, *, wrong: int | None = None) -> None:
    """Both judges say of every row what the gold file says, but for one."""
    with open_keeper(shop.top / "config" / "goldkeeper.toml") as keeper:
        auditing = Auditing(keeper)
        record = auditing.named(name)
        for row in record.draw.rows:
            grade = int(row.pair.grade or 0)
            said = Answers(grade % 3 + 1 if row.number == wrong else grade)
            for judge in record.judges:
                auditing.answer(record, judge, row.number, said, origin="test")


def test_nothing_scanned_and_nothing_audited_is_refused_by_name(shop: Shop) -> None:
    done = shop.run("gate", "--release", "v1", code=1)
    assert done.stdout.splitlines()[0] == "v1: the gold set gold.jsonl is refused, for 2 reasons"
    assert "FAILED  scan-fresh" in done.stdout
    assert "          goldkeeper audit draw --release v1 --judges NAME,NAME" in done.stdout.splitlines()
    assert "as in a fresh clone" in " ".join(done.stdout.split())
    assert "passed  gold-sound" not in done.stdout  # nobody has looked


def test_a_kept_and_audited_set_is_released(shop: Shop) -> None:
    shop.run("scan", "--no-report")
    audited(shop)
    done = shop.run("gate", "--release", "v1")
    assert done.stdout.splitlines()[0] == "v1: the gold set gold.jsonl may be released"


def test_drift_is_a_reason_and_stands_at_its_lines(shop: Shop, tmp_path: Path) -> None:
    shop.repository.commit(SHIFTED)
    shop.run("scan", "--no-report", code=1)
    sarif = tmp_path / "out" / "gate.sarif"
    done = shop.run("gate", "--release", "v1", "--sarif", sarif, "--junit", tmp_path / "gate.xml", "--json", code=1)
    record = json.loads(done.stdout)
    assert "drift-resolved" in record["reasons"]
    results = json.loads(sarif.read_text())["runs"][0]["results"]
    lines = [
        result["locations"][0]["physicalLocation"]["region"]["startLine"]
        for result in results
        if result["ruleId"] == "drift-resolved"
    ]
    assert lines == [1, 1]
    assert "<failure" in (tmp_path / "gate.xml").read_text()


def test_a_pair_that_the_audit_found_wrong_stands_in_the_way_until_it_is_mended(shop: Shop) -> None:
    shop.run("scan", "--no-report")
    audited(shop, wrong=1)
    assert "FAILED  errors-mended" in shop.run("gate", "--release", "v1", code=1).stdout
    shop.run("audit", "settle", "v1", "--by", "ada")
    assert "FAILED  decisions-applied" in shop.run("gate", "--release", "v1", code=1).stdout
    shop.run("apply")
    shop.run("scan", "--no-report")
    done = shop.run("gate", "--release", "v1")
    assert "All that audit v1 found wrong is mended." in done.stdout


def test_another_audit_does_not_forget_what_the_one_before_found_wrong(shop: Shop) -> None:
    shop.run("scan", "--no-report")
    shop.run("audit", "draw", "--release", "v1", "--whole", "--judges", "ada,bob", "--formats", "csv")
    with open_keeper(shop.top / "config" / "goldkeeper.toml") as keeper:
        rows = Auditing(keeper).named("v1").draw.rows
    number = next(row.number for row in rows if str(row.pair.chunk_id) == REFUND_ID)
    answered(shop, "v1", wrong=number)
    shop.run("audit", "draw", "--release", "v1", "--name", "v1-2", "--size", "1", "--judges", "ada,bob")
    with open_keeper(shop.top / "config" / "goldkeeper.toml") as keeper:
        assert str(Auditing(keeper).named("v1-2").draw.rows[0].pair.chunk_id) != REFUND_ID
    answered(shop, "v1-2")
    done = shop.run("gate", "--release", "v1", code=1)
    assert "1 pair that audit v1 found wrong is as before" in " ".join(done.stdout.split())
    assert "          goldkeeper audit settle v1" in done.stdout.splitlines()


def test_what_another_audit_found_right_is_wrong_no_more(shop: Shop) -> None:
    shop.run("scan", "--no-report")
    audited(shop, wrong=1)
    shop.run("audit", "draw", "--release", "v1", "--name", "v1-2", "--whole", "--judges", "ada,bob")
    answered(shop, "v1-2")
    assert "found nothing wrong" in shop.run("gate", "--release", "v1").stdout


def test_what_a_refusal_says_would_do_does(shop: Shop) -> None:
    shop.run("scan", "--no-report")
    shop.run("audit", "draw", "--release", "v1", "--size", "1", "--judges", "ada,bob", "--formats", "csv")
    answered(shop, "v1")
    refused = json.loads(shop.run("gate", "--release", "v1", "--json", code=1).stdout)
    remedy = next(one["commands"][0] for one in refused["checks"] if one["check"] == "errors-bounded")
    command = shlex.split(remedy)[1:]
    shop.run(*command, "--judges", "ada,bob", "--formats", "csv")
    answered(shop, "v1-2")
    assert "number 2 of v1" in shop.run("gate", "--release", "v1").stdout


def test_an_upgrade_after_the_audit_asks_for_another(shop: Shop) -> None:
    shop.run("scan", "--no-report")
    audited(shop)
    with open_keeper(shop.top / "config" / "goldkeeper.toml") as keeper:
        keeper.audit_requests.ask("another embedding model", upgrade=None, at=keeper.clock())
    assert "due since v1: another embedding model" in shop.run("gate", "--release", "v1", code=1).stdout.replace(
        "\n" + " " * 28, " "
    )
    shop.run("audit", "draw", "--release", "v1", "--name", "v1-2", "--whole", "--judges", "ada,bob", "--formats", "csv")
    answered(shop, "v1-2")
    shop.run("gate", "--release", "v1")


def test_an_audit_of_another_model_does_not_count_for_this_one(shop: Shop) -> None:
    def told(model: str) -> None:
        shop.run("upgrade", "--embedding", model, "--no-scan", code=None)
        shop.run("scan", "--no-report")

    def passport() -> str:
        checks = json.loads(shop.run("gate", "--release", "v1", "--json", code=None).stdout)["checks"]
        return next(str(one["sentence"]) for one in checks if one["check"] == "passport-unchanged")

    told("small")
    audited(shop)
    assert passport() == "The index's passport is the one that was scanned."

    told("large")
    assert passport() == "The index has another model or chunker than when audit v1 was drawn."


def test_an_override_needs_a_reason_and_is_kept_with_its_name(shop: Shop) -> None:
    shop.run("scan", "--no-report")
    done = shop.run("gate", "--release", "v1", "--override", "the fair is tomorrow", "--by", "Ada")
    assert "passes by the word of Ada" in done.stdout
    again = shop.run("gate", "--release", "v1")
    assert "the fair is tomorrow" in again.stdout
    shop.run("gate", "--release", "v2", code=1)
    gold = shop.top / "gold.jsonl"
    gold.write_bytes(gold.read_bytes() + b"\n")
    assert "is refused" in shop.run("gate", "--release", "v1", code=1).stdout
    empty = goldkeeper(shop.top, "gate", "--release", "v1", "--override", " ", "--by", "Ada")
    assert isinstance(empty.exception, BadRequest)
    nameless = goldkeeper(shop.top, "gate", "--release", " ")
    assert isinstance(nameless.exception, BadRequest)


def test_a_gold_file_that_is_saved_meanwhile_is_looked_at_anew(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.run("scan", "--no-report")
    audited(shop)
    gold, look = shop.top / "gold.jsonl", Keeper.status
    looks: list[Status] = []

    def status(keeper: Keeper) -> Status:
        found = look(keeper)
        if not looks:  # somebody saves between two glances of the gate
            gold.write_bytes(gold.read_bytes().replace(b": 3", b": 2", 1))
        looks.append(found)
        return found

    monkeypatch.setattr(Keeper, "status", status)
    refused = json.loads(shop.run("gate", "--release", "v1", "--json", code=1).stdout)
    assert {"scan-fresh", "gold-unchanged"} <= set(refused["reasons"])
    assert len(looks) == 2


def test_a_code_host_finds_the_gold_file_of_a_project_in_a_subfolder(tmp_path: Path) -> None:
    shop = a_shop(tmp_path)
    shop.repository.git("mv", "gold.jsonl", "sub.jsonl")
    (shop.top / "eval").mkdir()
    shop.repository.git("mv", "sub.jsonl", "eval/gold.jsonl")
    shop.commit(message="into a folder")
    project = shop.top / "eval"
    assert goldkeeper(project, "init", "--gold", "gold.jsonl", "--repo", "..").exit_code in {0, 1}
    done = goldkeeper(project, "gate", "--release", "v1", "--sarif", "gate.sarif")
    assert done.exit_code == 1, done.output
    results = json.loads((project / "gate.sarif").read_text())["runs"][0]["results"]
    uris = {one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in results}
    assert uris == {"eval/gold.jsonl"}


def test_commits_after_the_scan_are_named(shop: Shop) -> None:
    shop.run("scan", "--no-report")
    shop.repository.commit({"new.py": "def new():\n    return 1\n"})
    refused = json.loads(shop.run("gate", "--release", "v1", "--json", code=1).stdout)
    scan = next(one for one in refused["checks"] if one["check"] == "scan-fresh")
    assert ", 1 commit on since the scan of" in scan["sentence"]


def test_an_override_that_nothing_needs_is_not_kept(shop: Shop) -> None:
    shop.run("scan", "--no-report")
    audited(shop)
    done = shop.run("gate", "--release", "v1", "--override", "to be sure", "--by", "Ada")
    assert "nothing stands against it" in done.stderr
    assert json.loads(shop.run("gate", "--release", "v1", "--json").stdout)["override"] is None


def test_the_policy_is_the_configurations(shop: Shop) -> None:
    shop.run("scan", "--no-report")
    audited(shop)
    config = shop.top / "config" / "goldkeeper.toml"
    text = config.read_text()
    assert "max_audit_days = 90" in text
    config.write_text(text.replace("audit_each_release = true", "audit_each_release = false"))
    assert shop.run("gate", "--release", "v9").stdout.startswith("v9: the gold set gold.jsonl may be released")


def test_what_an_audit_found_wrong_holds_until_it_is_mended(shop: Shop) -> None:
    shop.run("scan", "--no-report")
    audited(shop, wrong=1)
    with open_keeper(shop.top / "config" / "goldkeeper.toml") as keeper:
        wrong = next(row for row in Auditing(keeper).named("v1").draw.rows if row.number == 1)
        assert holding_chunks(keeper, keeper.gold.file.read()) == {wrong.pair.chunk_id}
    audited_right = a_set_up_shop(shop.top / "other")
    audited_right.run("scan", "--no-report")
    with open_keeper(audited_right.top / "config" / "goldkeeper.toml") as keeper:
        assert holding_chunks(keeper, keeper.gold.file.read()) == frozenset()


def test_a_refusal_is_told_to_the_receivers_where_that_is_asked_for(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = shop.top / "config" / "goldkeeper.toml"
    text = file.read_text("utf-8")
    with pytest.raises(AssertionError, match=r"notify\.urls names nobody"):
        shop.run("gate", "--release", "v1", "--tell", code=1)
    file.write_text(text.replace("urls = []", 'urls = ["json://user:secret@localhost"]'), "utf-8")
    sent: list[Message] = []

    def send(_: object, target: str, message: Message) -> str:
        sent.append(message)
        return "no answer"

    monkeypatch.setattr("goldkeeper.stores.notifier.AppriseNotifier.send", send)
    done = shop.run("gate", "--release", "v1", "--tell", code=1)
    assert "json could not be told: no answer" in done.stderr
    assert "secret" not in done.stdout + done.stderr
    (message,) = sent
    assert "The gate is closed for v1:" in message.text
    assert "goldkeeper gate --release v1" in message.text
    shop.run("gate", "--release", "v1", code=1)
    assert len(sent) == 1
