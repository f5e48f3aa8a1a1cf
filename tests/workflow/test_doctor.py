"""Each check is a fact, a verdict and, where one is due, a remedy."""

from goldkeeper.model.errors import FileMissing
from goldkeeper.model.gold import GoldProblem, Severity
from goldkeeper.model.passports import Fingerprint, GrammarVersion
from goldkeeper.workflow.doctor import Check, Verdict, attempt, check_anchors, check_clone, check_gold, check_grammars
from tests.builders import a_fingerprint, a_gold_pair, a_gold_set, a_never_resolved, an_anchor
from tests.projects import REFUND_ID, TOTAL_ID


def a_problem(line: int = 7, severity: Severity = Severity.ERROR) -> GoldProblem:
    return GoldProblem(line, "not-json", "not JSON", "mend it", severity)


def test_a_check_that_fails_is_a_finding() -> None:
    def look() -> Check:
        raise FileMissing("gold file", "gold.jsonl", "name another")

    assert attempt("gold file", look) == Check("gold file", Verdict.BAD, "gold.jsonl: no such gold file; name another")


def test_languages_that_are_not_available_are_named() -> None:
    good, lacking = check_grammars(a_fingerprint(unavailable=["r", "julia"]))

    assert (good.verdict, good.fact) == (Verdict.GOOD, "1 language")
    assert (lacking.verdict, lacking.fact) == (Verdict.NOTE, "not available here: julia, r")
    assert "3.11 or 3.12" in lacking.remedy


def test_no_language_at_all_is_bad() -> None:
    nothing = Fingerprint("definition", "1", {}, (GrammarVersion("python", "", "", 0),))

    assert [check.verdict for check in check_grammars(nothing)] == [Verdict.BAD, Verdict.NOTE]


def test_a_sound_gold_file_is_counted() -> None:
    gold_set = a_gold_set(a_gold_pair(TOTAL_ID), a_gold_pair(REFUND_ID, query_id="q2"))

    assert [(c.verdict, c.fact) for c in check_gold(gold_set)] == [
        (Verdict.GOOD, "gold/gold.jsonl: 2 queries, 2 chunks")
    ]


def test_damage_is_bad_and_doubt_is_a_note_each_with_its_first_line() -> None:
    problems = [a_problem(), a_problem(9), a_problem(3, Severity.WARNING), a_problem(0, Severity.WARNING)]

    _, bad, note = check_gold(a_gold_set(problems=problems))

    assert (bad.verdict, bad.fact, bad.remedy) == (Verdict.BAD, "line 7: not JSON (and 1 more)", "mend it")
    assert (note.verdict, note.fact) == (Verdict.NOTE, "line 3: not JSON (and 1 more)")


def test_a_problem_of_the_whole_file_names_no_line() -> None:
    _, bad = check_gold(a_gold_set(problems=[a_problem(0)]))

    assert bad.fact == "not JSON"


def test_chunks_without_anchor_are_a_note_however_many_anchors_there_are() -> None:
    anchors = {anchor.chunk_id: anchor for anchor in (an_anchor(TOTAL_ID), an_anchor("old.py:1-2:f"))}
    gold_set = a_gold_set(a_gold_pair(TOTAL_ID), a_gold_pair(REFUND_ID))

    (check,) = check_anchors(gold_set, anchors, ())

    assert (check.verdict, check.fact) == (Verdict.NOTE, "1 of 2 chunks")


def test_ids_that_never_resolved_and_damaged_anchors_are_notes() -> None:
    never = a_never_resolved(REFUND_ID)
    gold_set = a_gold_set(a_gold_pair(REFUND_ID))

    good, lost, damaged = check_anchors(gold_set, {never.chunk_id: never}, [a_problem(2)])

    assert good.verdict is Verdict.GOOD
    assert lost.fact == f"never resolved: {REFUND_ID}: no file of that path in the history"
    assert (damaged.verdict, damaged.fact) == (Verdict.NOTE, "line 2: not JSON")


def test_what_a_clone_lacks_is_a_note() -> None:
    assert [check.fact for check in check_clone(["This is a shallow clone."])] == ["This is a shallow clone."]
