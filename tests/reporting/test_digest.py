"""What a chat is told of new drift."""

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.proposals import Action, Cause
from goldkeeper.model.reviews import ReviewItem
from goldkeeper.model.telling import Digest, DriftNews, News, NewsKind
from goldkeeper.reporting.digest import (
    LONGEST_CAUSE,
    MOST_CAUSES,
    before_sentence,
    drift_news,
    drift_sentence,
    rest_sentence,
    title_of,
    work_sentence,
)
from tests.builders import NOON, a_drift, a_gold_pair, a_match, a_proposal, a_review_item


def an_item(number: int, cause: Cause, *, moved: bool = False, gone: bool = False, group: str = "") -> ReviewItem:
    chunk = f"src/{number}.py:3-7:Cart.total"
    proposal = a_proposal(
        chunk,
        drift=a_drift(DriftKind.SHIFTED if moved else DriftKind.MISSING, chunk=chunk),
        match=a_match(chunk, change=ChangeKind.SAME, certain=True) if moved else None,
        action=Action.RETIRE if gone else Action.REMAP if moved else Action.KEEP,
        pairs=[a_gold_pair(chunk, query_id=f"q{number % 2}")],
        cause=cause,
    )
    return a_review_item(number, proposal=proposal, group=group or f"g{number}")


def a_digest(drift: DriftNews | None, *news: News) -> Digest:
    return Digest("shop", "gold.jsonl", NOON, drift, news)


def told(*items: ReviewItem, older: int = 0) -> DriftNews:
    drift = drift_news(items, waiting=len(items) + older)
    assert drift is not None
    return drift


def test_nothing_new_is_nothing_to_say() -> None:
    assert drift_news((), waiting=4) is None


def test_a_cause_is_counted_by_what_is_new_of_it() -> None:
    cause = Cause("dir:web", "40 chunks: web/ moved to storefront/ in 1cd7838")

    drift = told(*(an_item(n, cause, group="g2") for n in (1, 2, 3)))

    (line,) = drift.causes
    assert (line.chunks, line.sentence, line.group) == (3, "web/ moved to storefront/ in 1cd7838", "g2")


def test_chunks_that_only_slid_are_one_line_however_many_files_they_lie_in() -> None:
    drift = told(
        *(an_item(n, Cause(f"shift:src/{n}.py", f"1 chunk: lines shifted in src/{n}.py"), moved=True) for n in range(9))
    )

    (line,) = drift.causes
    assert (line.chunks, line.sentence, line.group) == (9, "lines shifted in 9 files, text unchanged", "")


def test_what_has_to_be_read_is_named_and_what_passes_is_not() -> None:
    moved = [an_item(n, Cause("dir:web", "web/ moved"), moved=True, group="g1") for n in range(1, 9)]
    mixed = [an_item(20, Cause("commit:x", "edited by x"), group="g2")]
    mixed += [an_item(n, Cause("commit:x", "edited by x"), moved=True, group="g2") for n in (21, 22)]

    drift = told(*moved, *mixed)

    assert [(line.group, line.told) for line in drift.causes] == [("g2", 1)]
    assert [(line.group, line.told) for line in told(*moved).causes] == [("g1", 8)]


def test_a_subject_that_is_a_paragraph_is_cut() -> None:
    (line,) = told(an_item(1, Cause("commit:x", f"1 chunk: edited by x “{'long ' * 100}”"))).causes

    assert len(line.sentence) == LONGEST_CAUSE
    assert line.sentence.startswith("edited by x “long")


def test_a_long_tail_is_summed_up_and_a_single_leftover_is_named() -> None:
    def causes(number: int) -> DriftNews:
        return told(*(an_item(n, Cause(f"c{n}", f"cause {n}")) for n in range(number)))

    assert (len(causes(MOST_CAUSES + 1).causes), causes(MOST_CAUSES + 1).others) == (MOST_CAUSES + 1, 0)
    assert (len(causes(30).causes), causes(30).others, causes(30).other_causes) == (MOST_CAUSES, 25, 25)


def test_the_sentences_read_well_for_one_and_for_many() -> None:
    cause = Cause("c", "cause")
    one, gone = told(an_item(1, cause)), told(an_item(1, cause, gone=True))
    many = told(*(an_item(n, cause) for n in (1, 2)), older=1)
    mixed = told(an_item(1, cause, moved=True), an_item(2, cause, gone=True), an_item(3, cause), older=2)
    moved = told(an_item(1, cause, moved=True))

    assert drift_sentence(a_digest(one)) == "1 chunk of gold.jsonl drifted at a1b2c3d; 1 query is hit."
    assert drift_sentence(a_digest(many)) == "2 chunks of gold.jsonl drifted at a1b2c3d; 2 queries are hit."
    assert drift_sentence(a_digest(None)) == ""
    assert [work_sentence(one), rest_sentence(one)] == ["It needs a look:", ""]
    assert [work_sentence(gone), rest_sentence(gone)] == ["It seems gone:", ""]
    assert [work_sentence(many), rest_sentence(many)] == ["All need a look:", ""]
    assert work_sentence(mixed) == "2 need a look, 1 of them seems gone:"
    assert rest_sentence(mixed) == "The other one passes at a glance: 1 moved unchanged."
    assert [work_sentence(moved), rest_sentence(moved)] == ["Nothing needs reading:", "1 moved unchanged."]
    assert before_sentence(one) == ""
    assert before_sentence(many) == "1 older question waits as well."
    assert before_sentence(mixed) == "2 older questions wait as well."


def test_a_title_names_the_gravest_and_counts_the_rest() -> None:
    failing = News(NewsKind.SCAN_FAILING, "k", NOON, "Scans fail: no disk.", "scan")
    audit = News(NewsKind.AUDIT_DUE, "a", NOON, "An audit is due: 30 days")
    drift = told(an_item(1, Cause("c", "cause")))

    assert title_of(a_digest(drift)) == "shop: 1 gold chunk drifted"
    assert title_of(a_digest(drift, failing)) == "shop: Scans fail: no disk; 1 gold chunk drifted"
    assert title_of(a_digest(None, failing, audit)) == "shop: Scans fail: no disk and 1 more"
