from datetime import timedelta

import pytest

from goldkeeper.audit.findings import SEVERAL, badly_wrong, find, precision_by_evidence
from goldkeeper.audit.intervals import StratumCount
from goldkeeper.audit.stratified import wrong_pairs
from goldkeeper.audit.trend import fisher_exact, step_of
from goldkeeper.model.audit_results import AuditFindings, Division, Scale, TrendPoint
from goldkeeper.model.audits import Disposition, DrawMethod, Reading, Risk
from goldkeeper.reporting.audit_tables import open_rows
from tests.audit.samples import NOON, a_draw, a_frame, a_reading, both, some_neighbours

FRAME = a_frame(120)
DRAW = a_draw(FRAME, share=0.2)


def right(draw: object = DRAW) -> list[Reading]:
    return [one for row in draw.gold_rows for one in both(row, int(row.pair.grade))]  # type: ignore[attr-defined]


def findings(readings: list[Reading], **more: object) -> AuditFindings:
    return find(DRAW, readings, resamples=20, **more)  # type: ignore[arg-type]


def test_an_audit_without_a_wrong_pair_still_leaves_some_in_doubt() -> None:
    found = findings(right())
    assert found.finished
    assert (found.overall.read, found.overall.wrong, found.overall.estimate.value) == (24, 0, 0.0)
    assert 0 < found.overall.most < 120
    assert found.counts[Disposition.IN] == 24


def test_the_parts_add_up_to_the_whole() -> None:
    found = findings([*right()[2:], *both(DRAW.rows[0], 0)])
    for division in Division:
        parts = found.parts[division]
        assert sum(part.wrong_pairs.size for part in parts) == 120
        assert sum(part.wrong_pairs.read for part in parts) == 24
        assert sum(part.wrong_pairs.wrong for part in parts) == 1


def test_risks_stand_in_their_order_and_what_was_merged_comes_last() -> None:
    labels = [part.label for part in findings(right()).parts[Division.RISK]]
    assert labels == [str(risk) for risk in Risk if str(risk) in labels]
    sources = [part.label for part in findings(right()).parts[Division.SOURCE]]
    assert sources[-1] == SEVERAL


def test_half_an_audit_is_open_and_counts_what_is_settled() -> None:
    found = findings(right()[:20])
    assert not found.finished
    assert (found.open_rows, found.overall.read) == (14, 10)


def test_the_confusion_tells_old_from_new_and_ambiguous_ones_apart() -> None:
    first, second = DRAW.rows[:2]
    old, other = int(first.pair.grade or 0), int(second.pair.grade or 0)
    found = findings([*right()[4:], *both(first, 0), *both(second, 0, 3)])
    assert found.confusion[first.pair.grade or first.pair.grade, 0] == 1  # type: ignore[index]
    assert found.confusion[second.pair.grade, None] == 1  # type: ignore[index]
    assert sum(found.confusion.values()) == 24
    assert (old, other) != (0, 0)


def test_a_grade_off_by_one_is_wrong_and_not_badly_wrong() -> None:
    three = next(row for row in DRAW.rows if row.pair.grade == 3)
    number = three.number - 1
    readings = [*right()[: 2 * number], *both(three, 2), *right()[2 * number + 2 :]]
    found = findings(readings)
    assert (found.overall.wrong, found.relevance.wrong) == (1, 0)
    assert badly_wrong(find(DRAW, both(three, 0), resamples=20).outcomes[number])


def test_decoys_count_for_attention_and_for_no_share() -> None:
    near = some_neighbours(FRAME)
    draw = a_draw(FRAME, share=0.1, decoys=0.5, neighbours=near)
    decoys = [row for row in draw.rows if row.decoy]
    readings = [*right(draw), *(one for n, row in enumerate(decoys) for one in both(row, 2 if n == 0 else 0))]
    found = find(draw, readings, resamples=20)
    assert found.decoys == (6, 1)
    assert (found.overall.read, found.overall.wrong) == (12, 0)
    assert found.agreement.rows == 12


def test_a_decoy_on_which_judges_differ_keeps_no_audit_open() -> None:
    draw = a_draw(FRAME, share=0.1, decoys=0.1, neighbours=some_neighbours(FRAME))
    decoys = [row for row in draw.rows if row.decoy]
    found = find(draw, [*right(draw), *both(decoys[0], 0, 1)], resamples=20)
    assert len(decoys) > 1  # another one that nobody has read
    assert found.finished
    assert (found.open_rows, open_rows(found)) == (0, [])
    assert sum(found.counts.values()) == found.counts[Disposition.IN] == len(draw.gold_rows)


def test_precision_of_remaps_is_told_by_evidence() -> None:
    evidence = {row.number: "same text" if row.number % 2 else "name alike" for row in DRAW.rows[:10]}
    outcomes = findings([*right()[2:], *both(DRAW.rows[0], 0)]).outcomes
    first, second = precision_by_evidence(outcomes, evidence)
    assert (first.kind, first.read, first.right) == ("name alike", 5, 5)
    assert (second.kind, second.read, second.right) == ("same text", 5, 4)
    assert second.precision.low == pytest.approx(0.283582, abs=1e-6)  # Clopper-Pearson, 4 of 5


def test_a_risk_weighted_draw_and_a_whole_one_are_found_as_well() -> None:
    for method in (DrawMethod.RISK_WEIGHTED, DrawMethod.WHOLE):
        draw = a_draw(FRAME, method=method)
        found = find(draw, right(draw), resamples=20)
        assert found.overall.wrong == 0
        assert (found.overall.most == 0) == (method is DrawMethod.WHOLE)


def test_the_trend_ends_with_this_audit_and_names_the_step() -> None:
    before = findings([a_reading(row, judge, 0) for row in DRAW.rows for judge in ("Ada", "Ben")])
    point = TrendPoint("v1.3", NOON - timedelta(days=90), before.overall)
    found = findings(right(), earlier=[point])
    assert [one.name for one in found.trend] == ["v1.3", "v1.4"]
    assert found.step is not None
    assert found.step.change == pytest.approx(-1.0)
    assert found.step.chance < 1e-6
    assert found.trend[-1].alpha == found.agreement.alphas[Scale.ORDINAL]


def test_one_audit_is_no_trend() -> None:
    assert findings(right()).step is None


def test_the_lady_tasting_tea() -> None:
    assert fisher_exact(3, 4, 1, 4) == pytest.approx(34 / 70)
    assert fisher_exact(0, 0, 1, 4) == 1.0


def test_a_draw_by_risk_is_held_beside_a_plain_one_as_if_it_were_plain() -> None:
    """Where the wrong ones are, more is read; the shares are the same, so nothing has changed."""
    plain = wrong_pairs([StratumCount(200, 20, 2), StratumCount(200, 20, 2)])
    by_risk = wrong_pairs([StratumCount(40, 20, 20), StratumCount(360, 20, 0)])
    assert plain.effective == 40.0
    assert by_risk.effective < 30.0
    step = step_of([TrendPoint("v1", NOON, plain), TrendPoint("v2", NOON, by_risk)])
    assert step is not None
    assert step.change == pytest.approx(0.0)
    assert step.chance == 1.0
    assert fisher_exact(plain.wrong, plain.read, by_risk.wrong, by_risk.read) < 0.001  # what the rows alone would say
