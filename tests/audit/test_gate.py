from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.audit.findings import find
from goldkeeper.audit.gate import judge_release, why_lapsed
from goldkeeper.audit.gate_facts import audit_facts, changed_pairs, rows_needed
from goldkeeper.audit.plans import rows_to_rule_out
from goldkeeper.audit.sampling import Sampling
from goldkeeper.model.audit_records import AuditRecord, GateOverride
from goldkeeper.model.audits import AuditPair, DrawMethod, Estimate, Reading
from goldkeeper.model.gates import AuditFacts, GateCheck, GateFacts, GatePlace, GatePolicy, GateVerdict
from goldkeeper.model.gold import GoldPair, GoldSet, Grade, Query
from tests.audit.samples import NOON, a_draw, a_frame, a_pair, a_reading, both

POLICY = GatePolicy(0.1, 0.667, 90, audit_each_release=True, changed_pairs=0, open_questions=0)
ALPHA = Estimate(0.81, 0.7, 0.9, 0.95, "alpha")
AUDIT = AuditFacts(
    name="v1.4",
    release="v1.4",
    drawn_at=NOON - timedelta(days=3),
    rows=42,
    open_rows=0,
    size=412,
    read=42,
    wrong=0,
    most=27,
    rows_needed=0,
    level=0.95,
    alpha=ALPHA,
    raw=Estimate(0.9, 0.8, 0.95, 0.95, "share"),
    changed=0,
    mended=0,
    standing=0,
    made_otherwise=False,
)
FACTS = GateFacts(
    gold="gold.jsonl",
    gold_digest="a" * 32,
    now=NOON,
    scanned_at=NOON - timedelta(hours=1),
    fresh=True,
    unsound=False,
    open_questions=0,
    to_apply=0,
    upgrades=(),
    audit=AUDIT,
)


def asked(facts: GateFacts = FACTS, policy: GatePolicy = POLICY, **more: object) -> GateVerdict:
    return judge_release("v1.4", facts, policy, **more)  # type: ignore[arg-type]


def reasons(verdict: GateVerdict) -> list[GateCheck]:
    return [outcome.check for outcome in verdict.failed]


def of(**changes: object) -> GateFacts:
    return replace(FACTS, audit=replace(AUDIT, **changes))  # type: ignore[arg-type]


def test_a_set_that_was_kept_and_audited_may_be_released() -> None:
    verdict = asked()
    assert verdict.passed
    assert [outcome.check for outcome in verdict.outcomes] == list(GateCheck)
    assert all(outcome.passed for outcome in verdict.outcomes)


@pytest.mark.parametrize(
    ("facts", "check"),
    [
        (replace(FACTS, scanned_at=None), GateCheck.SCAN),
        (replace(FACTS, fresh=False), GateCheck.SCAN),
        (replace(FACTS, upgrades=("embedding model bge-small → bge-m3",)), GateCheck.PASSPORT),
        (of(made_otherwise=True), GateCheck.PASSPORT),
        (replace(FACTS, unsound=True), GateCheck.DAMAGE),
        (replace(FACTS, open_questions=1), GateCheck.DRIFT),
        (replace(FACTS, to_apply=2), GateCheck.APPLIED),
        (replace(FACTS, audit=None), GateCheck.AUDIT),
        (of(release="v1.3", name="v1.3"), GateCheck.AUDIT),
        (of(open_rows=1), GateCheck.FINISHED),
        (of(drawn_at=NOON - timedelta(days=91)), GateCheck.OVERDUE),
        (replace(FACTS, audits_due=("the embedding model changed",)), GateCheck.OVERDUE),
        (of(changed=1), GateCheck.UNCHANGED),
        (of(standing=1), GateCheck.MENDED),
        (of(most=42), GateCheck.BOUND),
        (of(alpha=replace(ALPHA, value=0.5)), GateCheck.AGREEMENT),
    ],
)
def test_each_thing_amiss_is_a_reason_of_its_own_with_what_would_do(facts: GateFacts, check: GateCheck) -> None:
    verdict = asked(facts)
    assert not verdict.passed
    assert reasons(verdict) == [check]
    assert verdict.failed[0].commands
    assert all(command.startswith("goldkeeper ") for command in verdict.failed[0].commands)
    assert verdict.failed[0].sentence.endswith(".")


def test_what_no_scan_has_seen_is_open_and_not_passed() -> None:
    verdict = asked(replace(FACTS, scanned_at=None))
    open_ones = {one.check for one in verdict.outcomes if one.passed is None}
    assert open_ones == {GateCheck.PASSPORT, GateCheck.DAMAGE, GateCheck.DRIFT}


def test_a_scan_that_is_behind_says_by_how_much_and_why() -> None:
    moved = "from 0123456789 to abcdef0123, 3 commits on"
    facts = replace(FACTS, fresh=False, moved=moved, failing="Scans fail since noon (2 times): the disk is full.")
    sentence = asked(facts).failed[0].sentence
    assert moved in sentence
    assert sentence.endswith("the disk is full.")


def test_a_fresh_clone_is_told_where_audits_are_kept() -> None:
    verdict = asked(replace(FACTS, scanned_at=None, audit=None, newborn=True, judges_named=False))
    drawn = next(one for one in verdict.failed if one.check is GateCheck.AUDIT)
    assert "GOLDKEEPER_STATE__DATABASE" in drawn.remedy
    assert drawn.commands == ("goldkeeper audit draw --release v1.4 --judges NAME,NAME",)


def test_rows_that_wait_for_a_third_judge_are_told_apart() -> None:
    half = asked(of(open_rows=3, to_decide=1)).failed[0]
    assert half.sentence == "3 of 42 rows of audit v1.4 are not settled; 1 of them waits for a third judge."
    assert half.commands == ("goldkeeper audit status v1.4", "goldkeeper audit arbitrate v1.4")
    assert asked(of(open_rows=2, to_decide=2)).failed[0].commands == ("goldkeeper audit arbitrate v1.4",)


def test_without_an_audit_what_it_would_say_is_open_and_not_failed() -> None:
    verdict = asked(replace(FACTS, audit=None))
    assert sum(outcome.passed is None for outcome in verdict.outcomes) == 6


def test_the_bound_is_held_against_the_share_to_the_pair() -> None:
    assert asked(of(size=400, most=40)).passed
    assert not asked(of(size=400, most=41)).passed
    assert asked(of(size=400, most=43, wrong=3, mended=3)).passed  # what was found and mended is no longer wrong


def test_a_bound_that_fails_says_which_draw_would_do() -> None:
    verdict = asked(of(most=49, rows_needed=27))
    assert verdict.failed[0].advice == (
        "27 pairs without a wrong one would show it: goldkeeper audit draw --release v1.4 --name v1.4-2 --size 27"
    )
    third = asked(of(most=49, rows_needed=27, name="v1.4-2", place=2))
    assert "--name v1.4-3" in third.failed[0].commands[0]
    assert any(one.sentence.endswith("It is number 2 of v1.4, and counts alone.") for one in third.outcomes)


def test_a_command_that_would_do_can_be_pasted_whatever_the_release_is_called() -> None:
    verdict = judge_release("spring fair", replace(FACTS, audit=None), POLICY)
    assert verdict.failed[0].commands == ("goldkeeper audit draw --release 'spring fair'",)
    named = judge_release("fair", of(name="spring fair", release="fair", open_rows=1), POLICY)
    assert named.failed[0].commands == ("goldkeeper audit status 'spring fair'",)


def test_one_grade_everywhere_is_no_disagreement_and_another_undefined_alpha_is_open() -> None:
    nothing = Estimate.undefined("Every label is 3.", level=0.95, method="alpha")
    agreed = asked(of(alpha=nothing, raw=replace(AUDIT.raw, value=1.0)))
    assert agreed.passed
    unread = asked(of(alpha=nothing, raw=nothing))
    assert next(one for one in unread.outcomes if one.check is GateCheck.AGREEMENT).passed is None


def test_policy_can_ask_for_less() -> None:
    loose = GatePolicy(1.0, -1, 1000, audit_each_release=False, changed_pairs=9, open_questions=9)
    facts = replace(of(release="v1.3", changed=9, most=400, alpha=replace(ALPHA, value=0.1)), open_questions=9)
    assert asked(facts, loose).passed
    assert not asked(facts).passed


def test_lines_of_the_gold_file_go_with_what_failed_alone() -> None:
    places = {GateCheck.DRIFT: (GatePlace(3, "Item 1."),), GateCheck.MENDED: (GatePlace(4, "q1"),)}
    verdict = asked(replace(FACTS, open_questions=1, places=places))
    found = {outcome.check: outcome.places for outcome in verdict.outcomes}
    assert found[GateCheck.DRIFT] == places[GateCheck.DRIFT]
    assert found[GateCheck.MENDED] == ()


def a_word(verdict: GateVerdict, **changes: object) -> GateOverride:
    refused = tuple(outcome.reason for outcome in verdict.failed)
    made = GateOverride("v1.4", "Ada", "the fair is tomorrow", NOON, FACTS.gold_digest, refused)
    return replace(made, **changes)  # type: ignore[arg-type]


def test_somebodys_word_lets_it_pass_and_the_reasons_stay() -> None:
    refused = asked(of(open_rows=1))
    verdict = asked(of(open_rows=1), overrides=[a_word(refused)])
    assert verdict.passed
    assert verdict.override is not None
    assert verdict.override.by == "Ada"
    assert reasons(verdict) == [GateCheck.FINISHED]


def test_a_word_counts_for_one_gold_file_one_release_and_the_reasons_it_named() -> None:
    refused = asked(of(open_rows=1))
    for word in (
        a_word(refused, gold_digest="b" * 32),
        a_word(refused, release="v1.5"),
        a_word(refused, refused=("gold-sound: The gold file has damage.",)),
    ):
        assert not asked(of(open_rows=1), overrides=[word]).passed
    more = replace(of(open_rows=1), to_apply=1)
    assert not asked(more, overrides=[a_word(refused)]).passed
    assert asked(of(open_rows=1), overrides=[a_word(refused)]).passed


def test_a_word_counts_no_more_when_what_it_was_about_has_grown() -> None:
    refused = asked(replace(FACTS, open_questions=1))
    verdict = asked(replace(FACTS, open_questions=40), overrides=[a_word(refused)])
    assert not verdict.passed
    assert verdict.lapsed is not None
    assert verdict.lapsed.why == "drift-resolved is not as it was"


def test_an_audit_may_grow_older_under_a_word() -> None:
    refused = asked(of(drawn_at=NOON - timedelta(days=91)))
    assert asked(of(drawn_at=NOON - timedelta(days=99)), overrides=[a_word(refused)]).passed


def test_a_word_counts_for_as_many_days_as_the_policy_says() -> None:
    refused = asked(of(open_rows=1))
    kept = [a_word(refused, at=NOON - timedelta(days=30))]
    assert asked(of(open_rows=1), overrides=kept).passed
    late = asked(of(open_rows=1), replace(POLICY, override_days=29), overrides=kept)
    assert late.lapsed is not None
    assert late.lapsed.why == "it is more than 29 days old"


@given(st.sampled_from(list(GateCheck)), st.sampled_from(list(GateCheck)))
def test_a_word_never_covers_what_it_did_not_name(named: GateCheck, other: GateCheck) -> None:
    verdict = asked(replace(FACTS, fresh=False, to_apply=1))
    said = {outcome.check: outcome.reason for outcome in verdict.outcomes}
    word = a_word(verdict, refused=(said[named], said[other]))
    covered = {GateCheck.SCAN, GateCheck.APPLIED} <= {named, other}
    assert (not why_lapsed(word, verdict, FACTS.gold_digest)) == covered


def a_gold_set(pairs: list[AuditPair], digest: str = "b" * 32) -> GoldSet:
    queries = {pair.query_id: Query(pair.query_id, pair.query, pair.type, n) for n, pair in enumerate(pairs, 1)}
    return GoldSet(
        "gold.jsonl",
        digest,
        tuple(queries.values()),
        tuple(
            GoldPair(pair.query_id, pair.chunk_id, pair.grade or Grade(0), n, str(pair.chunk_id))
            for n, pair in enumerate(pairs, 1)
        ),
    )


FRAME = a_frame(60)
DRAW = a_draw(FRAME, share=0.2, passport="chunker-1")
RECORD = AuditRecord(DRAW, (), (), "code at a1b2c3d", tuple(FRAME))


def readings(change: Callable[[int], int] = lambda grade: grade) -> list[Reading]:
    first = DRAW.rows[0]
    rest = [one for row in DRAW.rows[1:] for one in both(row, int(row.pair.grade or 0))]
    return [*both(first, change(int(first.pair.grade or 0))), *rest]


def facts_of(
    said: list[Reading], pairs: list[AuditPair], digest: str = "b" * 32, *, made_otherwise: bool = False
) -> AuditFacts:
    return audit_facts(RECORD, said, a_gold_set(pairs, digest), POLICY, made_otherwise=made_otherwise)


def test_a_gold_file_with_other_bytes_and_the_same_pairs_is_unchanged() -> None:
    assert facts_of(readings(), FRAME).changed == 0
    assert facts_of(readings(), FRAME, DRAW.gold_digest).changed == 0


def test_pairs_that_came_went_or_were_graded_anew_are_counted() -> None:
    other = next(pair for pair in FRAME if pair.key not in {row.pair.key for row in DRAW.rows})
    rest = [pair for pair in FRAME if pair is not other]
    assert facts_of(readings(), rest).changed == 1
    assert facts_of(readings(), [*FRAME, a_pair(99)]).changed == 1
    regraded = replace(other, grade=Grade(4 - int(other.grade or 0)) if other.grade != 2 else Grade(3))
    assert facts_of(readings(), [*rest, regraded]).changed == 1


def test_mending_what_the_audit_found_is_no_change() -> None:
    wrong, said = DRAW.rows[0].pair, readings(lambda _: 0)
    rest = [pair for pair in FRAME if pair.key != wrong.key]
    before = facts_of(said, FRAME)
    assert (before.wrong, before.standing, before.mended, before.changed) == (1, 1, 0, 0)
    dropped = facts_of(said, rest)
    assert (dropped.standing, dropped.mended, dropped.changed) == (0, 1, 0)
    regraded = facts_of(said, [*rest, replace(wrong, grade=Grade(2) if wrong.grade != 2 else Grade(1))])
    assert (regraded.standing, regraded.mended, regraded.changed) == (0, 1, 0)
    replaced = facts_of(said, [*rest, replace(wrong, chunk_id=a_pair(77).chunk_id)])
    assert (replaced.standing, replaced.changed) == (0, 0)


def test_an_ambiguous_query_is_mended_by_new_words() -> None:
    row = DRAW.rows[0]
    said = [a_reading(row, "Ada", 0), a_reading(row, "Ben", 3), *readings()[2:]]
    assert facts_of(said, FRAME).standing == 1
    rewritten = [replace(pair, query="said otherwise") if pair.key == row.pair.key else pair for pair in FRAME]
    assert facts_of(said, rewritten).standing == 0


def test_an_index_made_otherwise_than_at_the_draw_is_told_on() -> None:
    assert facts_of(readings(), FRAME, made_otherwise=True).made_otherwise
    assert not facts_of(readings(), FRAME).made_otherwise
    assert not facts_of(readings(), FRAME).made_otherwise


@pytest.mark.parametrize("method", [DrawMethod.PROPORTIONAL, DrawMethod.RISK_WEIGHTED])
def test_the_rows_that_are_asked_for_bring_the_bound_down_if_none_is_wrong(method: DrawMethod) -> None:
    frame = a_frame(150)
    rows = rows_needed(frame, Sampling("v2", method=method), share=0.1)
    draw = a_draw(frame, seed="v2", size=rows, method=method)
    said = [one for row in draw.gold_rows for one in both(row, int(row.pair.grade or 0))]
    record = AuditRecord(draw, (), (), "", tuple(frame))
    found = audit_facts(record, said, a_gold_set(frame), POLICY)
    assert found.most <= 15
    assert found.rows_needed == 0
    assert rows >= rows_to_rule_out(16, 150)


def test_a_set_of_one_pair_takes_that_pair() -> None:
    assert rows_needed([a_pair()], Sampling("v2"), share=0.1) == 1
    assert rows_needed([], Sampling("v2"), share=0.1) == 0


def test_a_query_that_was_dropped_with_all_its_pairs_is_no_change() -> None:
    row = DRAW.rows[0]
    other = replace(a_pair(88), query_id=row.pair.query_id)  # it was not drawn
    said = [a_reading(row, "Ada", 0), a_reading(row, "Ben", 3)]
    wrong = [one for one in find(DRAW, said, resamples=1, divisions=()).outcomes if one.wrong]
    rest = [pair for pair in FRAME if pair.key != row.pair.key]
    assert changed_pairs([*FRAME, other], wrong, a_gold_set(rest)) == 0
    assert changed_pairs([*FRAME, other], wrong, a_gold_set([*rest, row.pair])) == 1


def test_nothing_changed_where_nothing_was_drawn() -> None:
    assert changed_pairs([], find(DRAW, [], resamples=1, divisions=()).outcomes, a_gold_set([])) == 0
