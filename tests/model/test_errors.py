"""Errors are sentences, and survive the way between processes."""

import pickle

import pytest

from goldkeeper.model import errors
from goldkeeper.model.errors import DatabaseUnusable, GoldkeeperError, LockHeld, TargetMoved


@pytest.mark.parametrize(
    "error",
    [
        DatabaseUnusable("queue.sqlite", "is locked", "try again"),
        TargetMoved(3, "a.py:1-2:f"),
        LockHeld("lock", "another"),
    ],
)
def test_an_error_of_a_worker_reaches_its_caller_as_it_was(error: GoldkeeperError) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own

    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
    assert again.exit_code == error.exit_code


def test_every_error_has_a_code_of_its_own() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, GoldkeeperError)]

    assert len({kind.__name__ for kind in kinds}) == len(kinds) > 10
