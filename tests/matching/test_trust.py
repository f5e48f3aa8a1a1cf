"""What a way through history is worth as a match."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.matching.successors import SHOWN
from goldkeeper.matching.trust import match_of
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import BlobId, Chunk, CommitId
from goldkeeper.model.lineage import Heir, Step, StepKind, Track
from goldkeeper.model.proposals import Match
from tests.builders import a_chunk, an_evidence

START = a_chunk("Cart.total")
MOVED = a_chunk("Cart.total", path="src/basket.py")
EDITED = a_chunk("Cart.total", text="def total(cart):\n    return 3")


def a_step(after: Chunk | None = MOVED, confidence: float = 0.99, kind: StepKind = StepKind.WEIGHED) -> Step:
    change = ChangeKind.MOVED if after is not None else ChangeKind.GONE
    return Step(CommitId("c" * 40), kind, START, after, confidence, change)


def a_track(*steps: Step, end: Chunk | None = MOVED) -> Track:
    return Track(START, end, BlobId("b"), steps, commits=9, touches=4)


GONE = a_track(a_step(None, 0.9, StepKind.GONE), end=None)


def matched(track: Track, change: ChangeKind = ChangeKind.MOVED) -> Match:
    match = match_of(track, change)
    assert match is not None
    return match


def test_a_way_that_could_not_be_followed_is_no_match() -> None:
    assert match_of(replace(a_track(end=None), broken="a.py: binary"), ChangeKind.GONE) is None


def test_a_way_of_plain_steps_to_the_very_text_is_certain() -> None:
    match = matched(a_track(a_step(kind=StepKind.CARRIED, confidence=0.999)))

    assert (match.certain, match.ambiguous) == (True, False)
    assert [candidate.chunk_id for candidate in match.candidates] == [MOVED.id]


def test_an_edited_text_is_never_certain() -> None:
    assert not matched(a_track(a_step(EDITED, 1.0, StepKind.EDITED), end=EDITED)).certain


def test_a_step_to_which_others_fit_makes_the_whole_way_ambiguous() -> None:
    match = matched(a_track(replace(a_step(), ambiguous=True), a_step()))

    assert (match.ambiguous, match.certain) == (True, False)


def test_two_doubtful_steps_are_worse_than_one() -> None:
    one, two = (matched(a_track(*[a_step(confidence=0.9)] * n)) for n in (1, 2))

    assert one.candidates[0].confidence == 0.9
    assert two.candidates[0].confidence == 0.81
    assert two.gone > one.gone


def test_gone_is_as_sure_as_its_step_and_those_before_it() -> None:
    match = matched(replace(GONE, steps=(a_step(confidence=0.5), *GONE.steps)))

    assert (match.change, match.gone, match.candidates) == (ChangeKind.GONE, 0.45, ())


def test_what_was_put_back_is_first_ambiguous_and_never_certain() -> None:
    other = Heir(a_chunk("Cart.sum"), 0.3)

    match = matched(replace(GONE, again=MOVED, others=(other,)))

    assert (match.change, match.ambiguous, match.certain, match.gone) == (ChangeKind.MOVED, True, False, 0.5)
    assert [candidate.chunk_id for candidate in match.candidates] == [MOVED.id, other.chunk.id]
    assert [part.name for part in match.candidates[0].evidence] == ["added again"]


def test_gone_shows_what_else_it_may_have_become() -> None:
    other = Heir(a_chunk("Cart.sum"), 0.08, evidence=an_evidence(body=0.5))

    (candidate,) = matched(replace(GONE, others=(other,))).candidates

    assert (candidate.chunk_id, candidate.confidence) == (other.chunk.id, 0.08)
    assert [part.name for part in candidate.evidence] == ["body", "history"]


def test_copies_share_what_is_known_and_are_ambiguous() -> None:
    copies = tuple(a_chunk("Cart.total", path=f"lib/{n}.py") for n in range(2))

    match = matched(replace(a_track(a_step(confidence=0.9)), copies=copies))

    assert match.ambiguous
    assert [candidate.confidence for candidate in match.candidates] == [0.3, 0.3, 0.3]


def test_a_split_names_all_parts_with_their_shares_and_the_original_first() -> None:
    step = replace(a_step(EDITED), change=ChangeKind.SPLIT, share=0.6)
    part = Heir(a_chunk("Cart.tax"), 0.0, 0.3)

    match = matched(replace(a_track(step, end=EDITED), parts=(part,)), ChangeKind.SAME)

    assert match.change is ChangeKind.SPLIT
    assert [(candidate.chunk_id, candidate.share) for candidate in match.candidates] == [
        (EDITED.id, 0.6),
        (part.chunk.id, 0.3),
    ]


def test_a_part_of_what_goes_on_is_offered_and_hardly_believed() -> None:
    part = Heir(a_chunk("Cart.tax"), 0.0, 0.3)

    match = matched(replace(a_track(a_step()), parts=(part,)))

    assert match.change is ChangeKind.MOVED
    assert match.candidates[1].confidence <= 0.001


def test_a_chunk_that_two_ways_lead_to_is_named_once() -> None:
    match = matched(replace(a_track(a_step()), others=(Heir(MOVED, 0.2), Heir(EDITED, 0.1))))

    assert [candidate.chunk_id for candidate in match.candidates] == [MOVED.id, EDITED.id]


sures = st.floats(0, 1)


@given(st.lists(sures, max_size=12), st.lists(sures, max_size=12), st.integers(0, 4), st.booleans())
def test_numbers_stay_numbers(steps: list[float], others: list[float], copies: int, is_gone: bool) -> None:
    track = replace(
        a_track(*(a_step(confidence=sure) for sure in steps)),
        others=tuple(Heir(a_chunk(f"f{n}"), sure, evidence=an_evidence(body=sure)) for n, sure in enumerate(others)),
        copies=tuple(a_chunk("Cart.total", path=f"lib/{n}.py") for n in range(copies)),
    )
    if is_gone:
        track = replace(track, end=None, steps=(*track.steps, *GONE.steps))

    match = matched(track)

    assert len(match.candidates) <= SHOWN
    assert 0 <= match.gone <= 1
    for candidate in match.candidates:
        assert 0 <= candidate.confidence <= 1
        assert abs(sum(part.weight for part in candidate.evidence) - candidate.weight) < 0.01
    if match.candidates and not is_gone:
        heirs = match.candidates[: 1 + copies]
        assert sum(candidate.confidence for candidate in heirs) + match.gone <= 1.01


@given(st.lists(sures, min_size=1, max_size=6), st.data())
def test_more_doubt_never_means_more_confidence(steps: list[float], data: st.DataObject) -> None:
    doubtful = [data.draw(st.floats(0, sure)) for sure in steps]

    sure, less = (matched(a_track(*(a_step(confidence=one) for one in all_of))) for all_of in (steps, doubtful))

    assert less.candidates[0].confidence <= sure.candidates[0].confidence
    assert less.gone >= sure.gone
