"""What is being applied is remembered over a crash."""

from pathlib import Path

import pytest

from goldkeeper.ports import PendingApplication
from goldkeeper.stores.apply_journal import ApplyJournal, OwedCommit

PENDING = PendingApplication("after", (3, 1), "before")


def test_what_was_begun_is_read_by_the_next_process(tmp_path: Path) -> None:
    ApplyJournal(tmp_path / "applying.json").begin(PENDING)

    assert ApplyJournal(tmp_path / "applying.json").read() == PENDING


def test_what_has_ended_is_forgotten(tmp_path: Path) -> None:
    journal = ApplyJournal(tmp_path / "applying.json")
    journal.begin(PENDING)

    journal.end()
    journal.end()

    assert journal.read() is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"items": [1]}', b'{"gold_digest": "a", "items": ["x"]}'])
def test_what_is_damaged_was_never_begun(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "applying.json").write_bytes(data)

    assert ApplyJournal(tmp_path / "applying.json").read() is None


def test_reasons_that_git_has_not_got_outlive_the_application(tmp_path: Path) -> None:
    owed = (OwedCommit((1, 2), "Mend\n\na -> b\n"), OwedCommit((3,), "籃子 \n"))
    journal = ApplyJournal(tmp_path / "applying.json")
    journal.begin(PENDING)
    journal.owe(owed)
    journal.end()

    assert ApplyJournal(tmp_path / "applying.json").owed() == owed
    journal.owe(())
    assert journal.owed() == ()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("data", [b"", b"{", b"[3]", b'[{"items": [1]}]', b'{"items": "x"}'])
def test_damaged_reasons_are_nobodys(data: bytes, tmp_path: Path) -> None:
    journal = ApplyJournal(tmp_path / "applying.json")
    journal.owe((OwedCommit((1,), "Mend"),))
    next(tmp_path.iterdir()).write_bytes(data)

    assert journal.owed() == ()
