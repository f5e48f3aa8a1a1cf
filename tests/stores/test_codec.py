"""What was asked and answered is read back as it was written."""

import json
import math
from dataclasses import replace
from datetime import UTC, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.anchors import Anchor, AnchorOrigin, NeverResolved
from goldkeeper.model.changes import ChangeKind, CommitNote
from goldkeeper.model.chunks import BlobId, Chunk, ChunkId, ChunkKind, CommitId, Span
from goldkeeper.model.drifts import Drift, DriftKind
from goldkeeper.model.errors import DatabaseUnusable
from goldkeeper.model.gold import GoldPair, Grade, QueryId
from goldkeeper.model.proposals import Action, Candidate, Cause, EvidencePart, Match, RemapProposal
from goldkeeper.model.reviews import Answer, Decision, Target
from goldkeeper.model.staleness import Edit, Staleness
from goldkeeper.stores.codec import decode_decision, decode_proposal, encode_decision, encode_proposal
from tests.builders import NOON, a_chunk_id, a_decision, a_proposal

# Any text, lone surrogates included: a path is bytes, and not all bytes are UTF-8.
texts = st.text(st.characters(), max_size=12)
spans = st.tuples(st.integers(1, 10**8), st.integers(0, 10**6)).map(lambda pair: Span(pair[0], pair[0] + pair[1]))
ids = st.builds(ChunkId, texts, spans, texts)
numbers = st.floats(allow_nan=False)
moments = st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=30))]))
commits = st.none() | texts.map(CommitId)
grades = st.integers(0, 3).map(Grade)
chunks = st.builds(Chunk, texts, spans, texts, st.sampled_from(ChunkKind), texts, texts, texts)
anchors = st.builds(
    Anchor,
    ids,
    commits,
    st.none() | texts.map(BlobId),
    texts,
    spans,
    texts,
    st.sampled_from(ChunkKind),
    texts,
    texts,
    texts,
    st.sampled_from(AnchorOrigin),
    st.none() | texts,
) | st.builds(NeverResolved, ids, commits, texts)
evidence = st.lists(st.builds(EvidencePart, texts, numbers, numbers, texts), max_size=3).map(tuple)
candidates = st.builds(Candidate, ids, texts, numbers, numbers, numbers, evidence, st.none() | numbers, st.booleans())
notes = st.builds(CommitNote, texts.map(CommitId), texts, moments, texts)
proposals = st.builds(
    RemapProposal,
    drift=st.builds(Drift, ids, st.sampled_from(DriftKind), st.booleans(), anchors, st.none() | chunks, texts),
    match=st.builds(
        Match,
        ids,
        st.sampled_from(ChangeKind),
        st.lists(candidates, max_size=3).map(tuple),
        numbers,
        st.booleans(),
        st.booleans(),
    ),
    action=st.sampled_from(Action),
    pairs=st.lists(st.builds(GoldPair, texts.map(QueryId), ids, grades, st.integers(1), texts), max_size=3).map(tuple),
    head_commit=commits,
    cause=st.builds(Cause, texts, texts),
    commits=st.lists(notes, max_size=2).map(tuple),
    turned_by=st.none() | notes,
    edit=st.none() | st.builds(Edit, st.sampled_from(Staleness), texts),
)
decisions = st.builds(
    Decision,
    st.integers(1),
    st.sampled_from(Answer),
    st.lists(st.builds(Target, ids, texts, st.none() | grades), max_size=3).map(tuple),
    texts,
    moments,
    texts,
    st.none() | st.lists(texts.map(QueryId), max_size=2).map(tuple),
)


@given(proposals)
def test_a_proposal_survives_writing_and_reading(proposal: RemapProposal) -> None:
    read = decode_proposal(encode_proposal(proposal))
    assert read == proposal
    assert read.content_key == proposal.content_key
    if proposal.drift.found is not None:
        assert read.drift.found is not None
        assert read.drift.found.text == proposal.drift.found.text  # equality leaves the text out


@given(decisions)
def test_a_decision_survives_writing_and_reading(decision: Decision) -> None:
    assert decode_decision(encode_decision(decision)) == decision


def a_parted_decision() -> Decision:
    here, there = Target(a_chunk_id(), "d1", queries=(QueryId("q1"),)), Target(a_chunk_id(), "d2", Grade(1))
    return Decision(1, Answer.AMEND, (here, there), "ada", NOON, queries=(QueryId("q1"), QueryId("q2")))


def test_successors_for_some_queries_survive_writing_and_reading() -> None:
    decision = a_parted_decision()
    assert decode_decision(encode_decision(decision)) == decision


def test_only_what_an_older_release_would_misread_is_kept_from_it() -> None:
    assert json.loads(encode_decision(a_decision()))["version"] == 1
    assert json.loads(encode_decision(a_parted_decision()))["version"] == 2


@given(proposals)
def test_what_is_written_is_one_line_of_plain_ascii(proposal: RemapProposal) -> None:
    text = encode_proposal(proposal)
    assert text.isascii()
    assert "\n" not in text


def test_an_infinite_margin_is_read_back_as_one() -> None:
    proposal = a_proposal()
    only = Candidate(proposal.chunk_id, "d", 3.0, 0.9, math.inf, ())
    lonely = Match(proposal.chunk_id, ChangeKind.MOVED, (only,), 0.1, ambiguous=False)
    asked = RemapProposal(proposal.drift, lonely, Action.REMAP, (), None, proposal.cause)
    assert decode_proposal(encode_proposal(asked)).match.candidates[0].margin == math.inf


def test_a_field_of_a_later_release_is_passed_over() -> None:
    later = json.loads(encode_decision(a_decision())) | {"mood": "good"}
    assert decode_decision(json.dumps(later)) == a_decision()


def test_a_decision_from_before_queries_could_be_named_holds_for_all() -> None:
    earlier = json.loads(encode_decision(a_decision()))
    del earlier["queries"]
    assert decode_decision(json.dumps(earlier)).queries is None


@pytest.mark.parametrize("read", [decode_proposal, decode_decision])
def test_a_form_that_is_not_known_yet_is_refused(read: object) -> None:
    assert callable(read)
    with pytest.raises(DatabaseUnusable, match="newer goldkeeper"):
        read('{"version": 99}')


def test_a_proposal_from_before_edits_were_told_apart_has_none() -> None:
    proposal = replace(a_proposal(), edit=Edit(Staleness.REFACTORED, "total is called sum"))
    data = json.loads(encode_proposal(proposal))
    del data["edit"]
    assert decode_proposal(json.dumps(data)) == replace(proposal, edit=None)
