"""What a proposal says of itself."""

import pytest

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.model.staleness import Staleness
from tests.builders import a_drift, a_proposal, a_recut


def test_a_chunk_that_got_its_comment_is_only_cut_otherwise() -> None:
    assert a_recut().only_recut


@pytest.mark.parametrize(
    "proposal",
    [
        a_recut(share=0.8),  # a judged line is not in there
        a_recut(change=ChangeKind.RENAMED),
        a_recut(change=ChangeKind.MERGED),
        a_recut(staleness=Staleness.REFACTORED),  # more than comments and layout
        a_recut(ambiguous=True),
        a_proposal(drift=a_drift(DriftKind.SHIFTED)),  # it slid, and the chunker is the same
    ],
)
def test_what_is_more_than_that_wants_a_look(proposal: RemapProposal) -> None:
    assert not proposal.only_recut
