import pytest

from goldkeeper.matching.proposer import propose
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.proposals import Action
from tests.builders import a_candidate, a_drift, a_gold_pair, a_match

HERE = "src/cart.py:3-7:Cart.total"


@pytest.mark.parametrize("kind", [DriftKind.INTACT, DriftKind.OBSCURED, DriftKind.NEVER])
def test_nothing_is_asked_of_what_is_intact_obscured_or_never_resolved(kind: DriftKind) -> None:
    assert propose(a_drift(kind), a_match(), [a_gold_pair()]) is None


def test_nothing_is_asked_where_nothing_could_be_matched() -> None:
    assert propose(a_drift(DriftKind.MISSING), None, [a_gold_pair()]) is None


@pytest.mark.parametrize(
    ("kind", "target", "change", "action"),
    [
        (DriftKind.EDITED, HERE, ChangeKind.SAME, Action.KEEP),
        (DriftKind.EDITED, "src/cart.py:3-9:Cart.total", ChangeKind.SAME, Action.REMAP),
        (DriftKind.EDITED, "src/b.py:3-9:Cart.total", ChangeKind.MOVED, Action.REMAP),
        (DriftKind.SHIFTED, "src/cart.py:5-9:Cart.total", ChangeKind.SAME, Action.REMAP),
        (DriftKind.MISSING, "src/cart.py:5-9:Cart.sum", ChangeKind.SPLIT, Action.SPLIT),
        (DriftKind.MISSING, "src/cart.py:5-9:Cart.sum", ChangeKind.GONE, Action.RETIRE),
    ],
)
def test_what_is_proposed_follows_from_where_the_chunk_went(
    kind: DriftKind, target: str, change: ChangeKind, action: Action
) -> None:
    proposal = propose(a_drift(kind), a_match(HERE, a_candidate(target), change=change), [a_gold_pair()])
    assert proposal is not None
    assert proposal.action is action
