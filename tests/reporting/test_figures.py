from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import ChunkId, CommitId, Span
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.gold import QueryType
from goldkeeper.reporting.causes import causes_of
from goldkeeper.reporting.figures import figures_of
from goldkeeper.reporting.losses import QueryState
from goldkeeper.reporting.outcomes import Ending, Standing, outcomes_of
from goldkeeper.reporting.shares import shares_by_directory
from tests.builders import (
    NOON,
    a_candidate,
    a_drift,
    a_gold_pair,
    a_gold_set,
    a_match,
    a_proposal,
    a_query,
    a_scan_report,
)
from tests.reporting.story import FAX, MAIL, a_story


def test_every_gold_chunk_is_counted_once_under_drift_ending_and_standing() -> None:
    tally = figures_of(a_story()).tally
    assert sum(tally.by_drift.values()) == tally.total == 15
    assert sum(tally.by_ending.values()) == tally.drifted == 13
    assert sum(tally.by_standing.values()) == tally.total
    assert (tally.waiting, tally.rejected, tally.answered, tally.unasked, tally.certain) == (10, 1, 0, 2, 3)


def test_the_stripes_of_the_bar_add_up_to_the_whole() -> None:
    found = figures_of(a_story())
    assert sum(stripe.number for stripe in found.stripes) == found.tally.total
    assert abs(sum(stripe.fraction for stripe in found.stripes) - 1) < 1e-9


@given(st.lists(st.tuples(st.sampled_from(DriftKind), st.booleans()), max_size=30))
def test_the_stripes_add_up_whatever_resolves(sorts: list[tuple[DriftKind, bool]]) -> None:
    drifts = [
        a_drift(kind, chunk=f"a.py:{n}-{n}:f", resolves=resolves and kind is not DriftKind.NEVER)
        for n, (kind, resolves) in enumerate(sorts, 1)
    ]
    found = figures_of(a_scan_report(*drifts))
    assert sum(stripe.number for stripe in found.stripes) == len(drifts)
    assert all(stripe.number > 0 for stripe in found.stripes)


def test_a_tie_counts_as_ambiguous_and_never_as_certain() -> None:
    drift = a_drift(DriftKind.MISSING)
    match = a_match(drift.chunk_id, a_candidate("b.py:1-5:f"), a_candidate("c.py:1-5:f"), ambiguous=True, certain=True)
    (outcome,) = outcomes_of(a_scan_report(drift, proposals=[a_proposal(drift=drift, match=match)]))
    assert (outcome.ending, outcome.certain) == (Ending.AMBIGUOUS, False)
    assert outcome.successors == ("b.py:1-5:f",)
    assert outcome.runner_up is not None
    assert str(outcome.runner_up.chunk_id) == "c.py:1-5:f"


def test_a_near_tie_with_being_gone_names_both_answers() -> None:
    drift = a_drift(DriftKind.MISSING)
    near = (a_candidate("b.py:1-5:f", confidence=0.5), a_candidate("c.py:1-5:f", confidence=0.01))
    moved = a_match(drift.chunk_id, *near, gone=0.45, ambiguous=True)
    (outcome,) = outcomes_of(a_scan_report(drift, proposals=[a_proposal(drift=drift, match=moved)]))
    assert (outcome.successors, outcome.alternative) == (("b.py:1-5:f",), "gone")
    gone = a_match(drift.chunk_id, *near, change=ChangeKind.GONE, gone=0.55, ambiguous=True)
    (outcome,) = outcomes_of(a_scan_report(drift, proposals=[a_proposal(drift=drift, match=gone)]))
    assert (outcome.successors, outcome.without_successor, outcome.alternative) == ((), "gone", "b.py:1-5:f")
    assert (outcome.ending, outcome.lost) == (Ending.AMBIGUOUS, False)


def test_a_split_names_its_parts_and_not_the_candidates_beside_them() -> None:
    drift = a_drift(DriftKind.MISSING)
    parts = [a_candidate(f"a.py:{n}-{n}:p{n}", share=0.4) for n in (1, 2)]
    match = a_match(drift.chunk_id, *parts, a_candidate("z.py:1-9:z"), change=ChangeKind.SPLIT)
    (outcome,) = outcomes_of(a_scan_report(drift, proposals=[a_proposal(drift=drift, match=match)]))
    assert outcome.successors == ("a.py:1-1:p1", "a.py:2-2:p2")


def test_a_gone_chunk_shows_how_sure_it_is_that_it_is_gone_and_no_successor() -> None:
    drift = a_drift(DriftKind.MISSING)
    match = a_match(drift.chunk_id, a_candidate(confidence=0.1), change=ChangeKind.GONE, gone=0.8)
    (outcome,) = outcomes_of(a_scan_report(drift, proposals=[a_proposal(drift=drift, match=match)]))
    assert (outcome.successors, outcome.confidence, outcome.lost) == ((), 0.8, True)


def test_a_proposal_that_is_neither_open_nor_turned_down_was_answered() -> None:
    drift = a_drift(DriftKind.SHIFTED)
    (outcome,) = outcomes_of(a_scan_report(drift, proposals=[a_proposal(drift=drift)], numbers={}))
    assert outcome.standing is Standing.ANSWERED


def test_queries_that_lost_everything_stand_first_then_the_order_of_the_gold_file() -> None:
    found = figures_of(a_story())
    assert [(loss.query.query_id, loss.state) for loss in found.lost_queries][:3] == [
        ("q05", QueryState.ORPHANED),
        ("q06", QueryState.DAMAGED),
        ("q02", QueryState.DRIFTED),
    ]
    assert [loss.query.query_id for loss in found.orphans] == ["q05"]


def test_a_query_whose_only_living_gold_is_not_relevant_is_an_orphan() -> None:
    gone, alive = a_drift(DriftKind.NEVER, chunk="a.py:1-2:f"), a_drift(DriftKind.INTACT, chunk="b.py:1-2:g")
    gold = a_gold_set(a_gold_pair(gone.chunk_id, grade=3), a_gold_pair(alive.chunk_id, grade=0))
    (loss,) = figures_of(a_scan_report(gone, alive, gold_set=gold)).queries
    assert loss.state is QueryState.ORPHANED


def test_a_query_without_gold_is_named_empty_and_not_lost() -> None:
    (loss,) = figures_of(a_scan_report(gold_set=a_gold_set(queries=[a_query()]))).queries
    assert (loss.state, loss.drifted) == (QueryState.EMPTY, ())


def test_groups_with_open_questions_come_first_and_hold_the_odd_ones_on_top() -> None:
    found = figures_of(a_story())
    assert [group.cause.key for group in found.causes[:2]] == [MAIL.key, FAX.key]
    assert [member.chunk_id.symbol for member in found.causes[0].members] == ["check_all", "is_domain", "is_address"]
    assert [len(group.members) for group in found.shared_causes] == [3, 2, 2]
    assert len(found.alone) == 4


def test_the_rarest_kind_of_change_leads_its_group() -> None:
    drifts = [a_drift(DriftKind.MISSING, chunk=f"a.py:{n}-{n}:f{n}") for n in range(1, 6)]
    kinds = [ChangeKind.MOVED] * 4 + [ChangeKind.MERGED]
    proposals = [
        a_proposal(drift.chunk_id, drift=drift, match=a_match(drift.chunk_id, change=kind))
        for drift, kind in zip(drifts, kinds, strict=True)
    ]
    (group,) = causes_of(outcomes_of(a_scan_report(*drifts, proposals=proposals)), {})
    assert group.members[0].ending is Ending.MERGED
    assert group.endings == {Ending.MOVED: 4, Ending.MERGED: 1}


def test_a_repository_with_everything_under_one_directory_is_still_told_apart() -> None:
    paths = ["src/app/a/x.py", "src/app/a/y.py", "src/app/b/x.py", "src/app/main.py"]
    drifts = [a_drift(DriftKind.INTACT, chunk=f"{path}:1-2:f") for path in paths]
    rows = shares_by_directory(outcomes_of(a_scan_report(*drifts)))
    assert [(row.label, row.total) for row in rows] == [
        ("src/app/ (own files)", 1),
        ("src/app/a/", 2),
        ("src/app/b/", 1),
    ]


def test_too_many_directories_share_the_last_row() -> None:
    drifts = [a_drift(DriftKind.INTACT, chunk=f"d{n:02}/x.py:1-2:f") for n in range(30)]
    rows = shares_by_directory(outcomes_of(a_scan_report(*drifts)), most=5)
    assert [(row.label, row.total) for row in rows][-1] == ("26 smaller directories", 26)
    assert len(rows) == 5


_PART = st.sampled_from(["a", "b", "src", ".", "ü"])


@given(st.lists(st.lists(_PART, min_size=1, max_size=5), max_size=40), st.integers(2, 8))
def test_directories_hold_every_chunk_once_and_stay_few(paths: list[list[str]], most: int) -> None:
    ids = {ChunkId("/".join(parts), Span(n, n), "f") for n, parts in enumerate(paths, 1)}
    drifts = [a_drift(DriftKind.INTACT, chunk=chunk_id) for chunk_id in sorted(ids)]
    rows = shares_by_directory(outcomes_of(a_scan_report(*drifts)), most=most)
    assert sum(row.total for row in rows) == len(drifts)
    assert len(rows) <= most
    assert len({row.label for row in rows}) == len(rows)


def test_ages_are_counted_from_the_scanned_state_youngest_first() -> None:
    commits = {CommitId(str(days) * 3): NOON - timedelta(days=days) for days in (1, 100, 300, 500, 900)}
    drifts = [a_drift(DriftKind.INTACT, chunk=f"a.py:{n}-{n}:f", commit=commit) for n, commit in enumerate(commits, 1)]
    drifts.append(a_drift(DriftKind.SHIFTED, chunk="b.py:1-1:g", commit=None))
    rows = figures_of(a_scan_report(*drifts, anchor_dates=commits)).by_age
    assert [(row.label, row.resolving, row.total) for row in rows] == [
        ("under 1 month", 1, 1),
        ("1 to 6 months", 1, 1),
        ("6 to 12 months", 1, 1),
        ("1 to 2 years", 1, 1),
        ("over 2 years", 1, 1),
        ("date unknown", 0, 1),
    ]


def test_a_chunk_counts_for_each_query_type_that_it_answers() -> None:
    drift = a_drift(DriftKind.INTACT)
    queries = [a_query("q1", kind=QueryType.IDENTIFIER), a_query("q2", kind=QueryType.INTENT), a_query("q3", kind=None)]
    gold = a_gold_set(*(a_gold_pair(query_id=query.query_id) for query in queries), queries=queries)
    rows = figures_of(a_scan_report(drift, gold_set=gold)).by_query_type
    assert [(row.label, row.total) for row in rows] == [("identifier", 1), ("intent", 1), ("no type", 1)]
