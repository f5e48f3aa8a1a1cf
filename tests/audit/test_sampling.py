import json
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.audit.sampling import (
    allocate,
    assign,
    frame_digest,
    redraw_differences,
    sample_size,
)
from goldkeeper.audit.strata import most_strata, stratify
from goldkeeper.model.audits import DrawMethod, Risk
from goldkeeper.model.gold import QueryType
from tests.audit.samples import NOON, SHARED, a_draw, a_frame, a_pair, some_neighbours


def test_a_tenth_of_a_small_set_is_rounded_up() -> None:
    assert [sample_size(pairs) for pairs in (0, 1, 4, 5, 10, 15, 25, 35, 100, 1000)] == [
        0, 1, 1, 1, 1, 2, 3, 4, 10, 100,
    ]  # fmt: skip


def test_the_public_case_of_sample_sizes_holds() -> None:
    cases = SHARED / "cases" / "cases.jsonl"
    if not cases.exists():
        pytest.skip("the cases are not here")
    lines = map(json.loads, cases.read_text(encoding="utf-8").splitlines())
    case = next(line for line in lines if line["id"] == "audit-sample-size")
    for row in case["expect"]["table"]:
        wanted = row["size"] if isinstance(row["size"], list) else [row["size"]]
        assert sample_size(row["n"]) in wanted


@given(st.integers(0, 5000), st.floats(0.001, 1))
def test_a_sample_is_never_empty_never_too_large_and_never_smaller_for_a_larger_set(pairs: int, share: float) -> None:
    size = sample_size(pairs, share)
    assert (size >= 1) == (pairs >= 1)
    assert size <= pairs
    assert size <= sample_size(pairs + 1, share)
    assert size >= pairs * share - 1e-9


def test_a_share_as_written_is_meant_and_not_its_binary_neighbour() -> None:
    assert sample_size(30, 0.1) == 3
    assert sample_size(100, 0.07) == 7


def test_the_same_seed_draws_the_same_rows_in_any_order_of_the_file() -> None:
    frame = a_frame(120)
    assert a_draw(frame).rows == a_draw(list(reversed(frame))).rows
    assert a_draw(frame).frame_digest == a_draw(list(reversed(frame))).frame_digest


def test_another_seed_draws_other_rows() -> None:
    frame = a_frame(120)
    assert {row.pair.key for row in a_draw(frame).rows} != {row.pair.key for row in a_draw(frame, seed="v1.5").rows}


def test_a_draw_is_the_same_on_every_machine_and_in_every_year() -> None:
    drawn = [row.pair.query_id for row in a_draw(a_frame(40)).rows]
    assert drawn == ["q26", "q5", "q24", "q16"]


def test_a_draw_can_be_checked_by_drawing_again() -> None:
    frame = a_frame(80)
    draw = a_draw(frame, method=DrawMethod.RISK_WEIGHTED)
    assert redraw_differences(draw, frame) == ()
    assert "not these" in redraw_differences(draw, frame[1:])[0]


def test_a_draw_that_was_tampered_with_is_found_out() -> None:
    frame = a_frame(80)
    forged = replace(a_draw(frame), rows=a_draw(frame, seed="other").rows)
    assert any("is not drawn from this seed" in line for line in redraw_differences(forged, frame))
    assert redraw_differences(a_draw(frame, seed="other"), frame) == ()


@given(st.integers(1, 90), st.sampled_from(list(DrawMethod)), st.floats(0.05, 0.6))
def test_every_stratum_is_read_and_chances_are_kept(size: int, method: DrawMethod, share: float) -> None:
    frame = a_frame(size)
    draw = a_draw(frame, method=method, share=share)
    drawn = Counter(row.stratum for row in draw.rows)
    assert draw.frame_size == size
    assert sum(drawn.values()) == (size if method is DrawMethod.WHOLE else sample_size(size, share))
    for stratum in draw.strata:
        assert 1 <= stratum.drawn == drawn[stratum.stratum] <= stratum.size
    chances = {one.stratum: one.inclusion for one in draw.strata}
    assert all(row.stratum and row.inclusion == chances[row.stratum] for row in draw.rows)
    assert [row.number for row in draw.rows] == list(range(1, len(draw.rows) + 1))


@given(st.integers(20, 200), st.integers(2, 40))
def test_more_rows_never_mean_fewer_for_a_stratum(size: int, rows: int) -> None:
    held = stratify(a_frame(size), most=5)
    strata = {stratum: (len(members), len(members)) for stratum, members in held.items()}
    rows = max(len(strata), min(rows, size - 1))
    fewer, more = allocate(strata, rows=rows), allocate(strata, rows=rows + 1)
    assert all(fewer[stratum] <= more[stratum] for stratum in strata)
    assert sum(more.values()) == rows + 1


def test_a_risk_weighted_sample_looks_harder_at_what_is_risky() -> None:
    frame = [a_pair(n, risk=Risk.REMAPPED if n <= 40 else Risk.CALM) for n in range(1, 401)]

    def risky(method: DrawMethod) -> int:
        return sum(row.pair.risk is Risk.REMAPPED for row in a_draw(frame, method=method).rows)

    assert (risky(DrawMethod.PROPORTIONAL), risky(DrawMethod.RISK_WEIGHTED)) == (4, 12)


def test_the_whole_set_is_read_when_wanted() -> None:
    draw = a_draw(a_frame(23), method=DrawMethod.WHOLE)
    assert len(draw.rows) == 23
    assert {row.inclusion for row in draw.rows} == {1.0}


def test_strata_are_merged_by_source_first_and_by_risk_last() -> None:
    frame = [
        *(a_pair(n, source="person", risk=Risk.CALM) for n in range(1, 11)),
        *(a_pair(n, source="mined", risk=Risk.CALM) for n in range(11, 14)),
        *(a_pair(n, source="person", risk=Risk.REMAPPED) for n in range(14, 16)),
    ]
    assert len(stratify(frame, most=3)) == 3
    assert [stratum.label for stratum in stratify(frame, most=2)] == [
        "calm, grade 3, intent", "remapped, grade 3, intent, person",
    ]  # fmt: skip
    assert [stratum.label for stratum in stratify(frame, most=1)] == ["grade 3, intent"]


def test_what_merged_pairs_have_in_common_stays_in_the_label() -> None:
    frame = [a_pair(n, grade=1 + n % 3, kind=QueryType.MIXED) for n in range(1, 9)]
    assert [stratum.label for stratum in stratify(frame, most=1)] == ["calm, mixed, person"]


@given(st.integers(1, 150), st.integers(1, 60))
def test_strata_hold_every_pair_once_and_are_few_enough(size: int, rows: int) -> None:
    frame = a_frame(size)
    held = stratify(frame, most=most_strata(rows))
    assert sorted(pair.key for members in held.values() for pair in members) == sorted(pair.key for pair in frame)
    assert len(held) <= most_strata(rows)


def test_calm_pairs_that_were_read_lately_wait_for_the_others() -> None:
    frame = [a_pair(n, last_audited=NOON - timedelta(days=400)) for n in range(1, 41)]
    first = {row.pair.key for row in a_draw(frame).rows}
    later = [
        a_pair(n, last_audited=NOON if pair.key in first else pair.last_audited) for n, pair in enumerate(frame, 1)
    ]
    assert not first & {row.pair.key for row in a_draw(later).rows}
    assert first == {row.pair.key for row in a_draw(later, rotate=False).rows}


def test_rotation_comes_round_to_every_calm_pair() -> None:
    seen: Counter[str] = Counter()
    frame = [a_pair(n) for n in range(1, 41)]
    for turn in range(10):
        drawn = {row.pair.key for row in a_draw(frame, seed=f"v{turn}").rows}
        seen.update(drawn)
        moment = NOON + timedelta(days=turn)
        frame = [
            a_pair(n, last_audited=moment if pair.key in drawn else pair.last_audited)
            for n, pair in enumerate(frame, 1)
        ]
    assert set(seen.values()) == {1}
    assert len(seen) == 40


def test_a_remapped_pair_is_drawn_by_chance_alone_however_lately_it_was_read() -> None:
    frame = [a_pair(n, risk=Risk.REMAPPED) for n in range(1, 31)]
    lately = [a_pair(n, risk=Risk.REMAPPED, last_audited=NOON) for n in range(1, 31)]
    assert [row.pair.key for row in a_draw(frame).rows] == [row.pair.key for row in a_draw(lately).rows]


def test_decoys_are_neighbours_of_queries_that_are_read_and_weigh_nothing() -> None:
    frame = a_frame(60)
    others = some_neighbours(frame)
    draw = a_draw(frame, decoys=0.5, neighbours=others)
    decoys = [row for row in draw.rows if row.decoy]
    assert len(decoys) == 3
    assert {row.pair.query_id for row in decoys} <= {row.pair.query_id for row in draw.gold_rows}
    assert all(row.stratum is None and row.inclusion == 0 for row in decoys)
    assert len({row.pair.query_id for row in decoys}) == 3


def test_the_number_of_a_row_says_nothing_about_its_stratum() -> None:
    draw = a_draw([a_pair(n, grade=1 + (n > 50)) for n in range(1, 101)], share=0.3)
    grades = [row.pair.grade for row in draw.rows]
    assert grades != sorted(grades, key=int) != grades[::-1]  # type: ignore[arg-type]


def test_two_judges_read_every_row_each_in_an_order_of_their_own() -> None:
    draw = a_draw(a_frame(200))
    ada, ben = assign(draw, ["Ada", "Ben"])
    assert sorted(ada.rows) == sorted(ben.rows) == [row.number for row in draw.rows]
    assert ada.rows != ben.rows
    assert assign(draw, ["Ada", "Ben"]) == (ada, ben)


def test_many_judges_share_the_rows_evenly_and_each_row_has_two() -> None:
    draw = a_draw(a_frame(300))
    shares = assign(draw, ["Ada", "Ben", "Cid", "Dot"])
    times = Counter(row for share in shares for row in share.rows)
    assert set(times.values()) == {2}
    sizes = [len(share.rows) for share in shares]
    assert max(sizes) - min(sizes) <= 1


def test_a_frame_has_another_digest_when_a_risk_changes() -> None:
    assert frame_digest([a_pair(1)]) != frame_digest([a_pair(1, risk=Risk.EDITED)])


def test_an_empty_set_gives_an_empty_draw() -> None:
    draw = a_draw([])
    assert (draw.rows, draw.strata, draw.frame_size) == ((), (), 0)
