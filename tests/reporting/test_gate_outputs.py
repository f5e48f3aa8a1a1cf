"""What the gate tells people, code hosts and build servers."""

import json
from dataclasses import replace
from xml.etree import ElementTree as ET

from goldkeeper.audit.gate import judge_release
from goldkeeper.model.audit_records import GateOverride
from goldkeeper.model.gates import GateCheck, GatePlace, GateVerdict
from goldkeeper.reporting.gate import gate_headline, gate_lines, gate_record
from goldkeeper.reporting.junit import junit_text
from goldkeeper.reporting.sarif import RULES, sarif_record
from tests.audit.samples import NOON
from tests.audit.test_gate import FACTS, POLICY, of
from tests.reporting.approval import assert_approved

PLACES = {GateCheck.DRIFT: (GatePlace(3, "Item 1: src/a.py:1-2:f waiting."), GatePlace(7, "Item 2: <x>\x1b[2J & y."))}
REFUSED = judge_release(
    "v1.4", replace(of(open_rows=2, most=49, rows_needed=27), open_questions=2, places=PLACES), POLICY
)
PASSED = judge_release("v1.4", FACTS, POLICY)
EMPTY = judge_release("v1.4", replace(FACTS, audit=None), POLICY)
WORD = GateOverride("v1.4", "Ada", 'the fair is "tomorrow"\x07', NOON, FACTS.gold_digest, ())
WAIVED = replace(REFUSED, override=WORD)


def text_of(verdict: GateVerdict) -> str:
    return "\n".join(gate_lines(verdict)) + "\n"


def test_a_refusal_reads_as_it_was_approved() -> None:
    assert_approved("gate-refused.txt", text_of(REFUSED))
    lines = list(gate_lines(REFUSED))
    assert max(len(line) for line in lines if "goldkeeper " not in line) <= 80
    for outcome in REFUSED.failed:  # each command alone in its line, whatever its length
        assert {f"          {command}" for command in outcome.commands} <= set(lines)


def test_a_pass_is_one_line_and_what_was_looked_at() -> None:
    assert gate_headline(PASSED) == "v1.4: the gold set gold.jsonl may be released"
    assert text_of(PASSED).count("passed") == len(GateCheck)


def test_a_word_is_told_with_name_day_and_reason() -> None:
    assert gate_headline(WAIVED).startswith(
        "v1.4: gold.jsonl passes by the word of Ada (2026-03-14, until 2026-04-13), against 3"
    )
    assert "waived  drift-resolved" in text_of(WAIVED)


def test_the_record_is_json() -> None:
    record = json.loads(json.dumps(gate_record(REFUSED), allow_nan=False))
    assert record["reasons"] == ["drift-resolved", "audit-finished", "errors-bounded"]
    assert record["passed"] is False
    assert record["override"] is None
    assert gate_record(WAIVED)["override"]
    assert [check["passed"] for check in record["checks"]].count(False) == 3


def test_sarif_has_a_result_for_each_line_and_a_rule_for_each_check() -> None:
    assert_approved("gate.sarif", json.dumps(sarif_record(REFUSED, version="1.0"), indent=1) + "\n")
    run = sarif_record(REFUSED, version="1.0")["runs"][0]  # type: ignore[index]
    assert len(run["results"]) == 4
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    assert set(RULES) == set(GateCheck)
    assert len({json.dumps(result["partialFingerprints"]) for result in run["results"]}) == 4


def test_sarif_of_a_pass_is_empty_and_of_a_word_suppressed() -> None:
    assert sarif_record(PASSED, version="1.0")["runs"][0]["results"] == []  # type: ignore[index]
    results = sarif_record(WAIVED, version="1.0")["runs"][0]["results"]  # type: ignore[index]
    assert all(result["suppressions"][0]["justification"].startswith("Ada: the fair") for result in results)


def test_sarif_spells_a_path_as_a_uri() -> None:
    odd = replace(REFUSED, gold="gold sets/größe#1.jsonl")
    result = sarif_record(odd, version="1.0")["runs"][0]["results"][0]  # type: ignore[index]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "gold%20sets/gr%C3%B6%C3%9Fe%231.jsonl"


def test_the_same_refusal_has_the_same_fingerprint_when_its_numbers_differ() -> None:
    def prints(open_rows: int) -> list[object]:
        verdict = judge_release("v1.4", of(open_rows=open_rows), POLICY)
        results = sarif_record(verdict, version="1.0")["runs"][0]["results"]  # type: ignore[index]
        return [result["partialFingerprints"] for result in results]

    assert prints(1) == prints(9)


def test_junit_has_a_case_for_each_check_and_counts_that_fit() -> None:
    assert_approved("gate.junit.xml", junit_text(REFUSED))
    for verdict, failures, skipped in ((REFUSED, 3, 0), (PASSED, 0, 0), (EMPTY, 1, 6), (WAIVED, 0, 3)):
        root = ET.fromstring(junit_text(verdict))  # noqa: S314  # our own
        suite = root[0]
        assert suite.attrib["tests"] == str(len(suite)) == str(len(GateCheck))
        assert suite.attrib["failures"] == str(len(root.findall(".//failure"))) == str(failures)
        assert suite.attrib["skipped"] == str(len(root.findall(".//skipped"))) == str(skipped)


def test_what_no_document_may_hold_is_shown_as_an_escape() -> None:
    assert "\x1b" not in junit_text(REFUSED)
    assert "\\x1b[2J" in junit_text(REFUSED)
    assert "\\x07" in junit_text(WAIVED)
