"""One daemon for one gold set: on this host, on several, and after one died."""

import os
from datetime import timedelta
from pathlib import Path

import pytest

from goldkeeper.daemon.clocks import Clocks
from goldkeeper.daemon.tenancy import SILENT_SECONDS, ProjectTenancy, a_holder
from goldkeeper.model.errors import FileMissing
from goldkeeper.model.tenure import Holder
from goldkeeper.settings import Project, Settings
from goldkeeper.settings.sections import StateSettings
from goldkeeper.wiring.stores import ProjectStores
from tests.builders import NOON

HERE = a_holder()


class Time:
    """Both clocks, told to pass."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.clocks = Clocks(lambda: NOON + timedelta(seconds=self.seconds), lambda: self.seconds)


@pytest.fixture
def time() -> Time:
    return Time()


def a_tenancy(folder: Path, time: Time, me: Holder, *, database: str = "") -> ProjectTenancy:
    settings = Settings(state=StateSettings(database=database))
    folder.mkdir(exist_ok=True)
    return ProjectTenancy(Project(folder, folder / "goldkeeper.toml", settings), me, clocks=time.clocks)


def holder(letter: str, host: str = HERE.host, pid: int = 1) -> Holder:
    return Holder(letter * 32, host, pid)


def test_the_second_on_one_state_folder_is_told_who_is_first(tmp_path: Path, time: Time) -> None:
    first, second = (a_tenancy(tmp_path, time, holder(letter)) for letter in "ab")
    assert first.take(()).held
    found = second.take(())
    assert not found.held
    assert f"process {os.getpid()}" in found.holder
    first.release()
    taken = second.take(())
    assert taken.held
    assert taken.silent_seconds is None  # it was free
    second.release()


def test_a_holder_that_died_here_is_replaced_at_once(tmp_path: Path, time: Time) -> None:
    first, second = (a_tenancy(tmp_path, time, holder(letter)) for letter in "ab")
    first.take(("nightly",))
    first.claim("nightly", NOON + timedelta(hours=1))
    first.follow("refs/heads/main")
    first._locks.close()  # as the system does for a process that is killed
    time.seconds = 7
    taken = second.take(("nightly",))
    assert taken.held
    assert taken.silent_seconds == 7
    assert taken.followed == "refs/heads/main"
    assert taken.unfinished == {"nightly": NOON + timedelta(hours=1)}
    assert not first.beat("{}")
    second.release()


def test_on_a_shared_database_another_host_is_left_alone_as_long_as_it_lives(tmp_path: Path, time: Time) -> None:
    shared = f"sqlite:///{tmp_path / 'shared.db'}"
    far = a_tenancy(tmp_path / "shop", time, holder("a", "mill"), database=shared)
    assert far.take(()).held
    far._locks.close()  # another machine's state folder
    near = a_tenancy(tmp_path / "shop", time, holder("b"), database=shared)
    for _ in range(20):
        time.seconds += 20
        assert far.beat("{}")
        assert not near.take(()).held
    time.seconds += SILENT_SECONDS - 1
    assert not near.take(()).held
    time.seconds += 1
    taken = near.take(())
    assert taken.held
    assert taken.holder == "process 1 on mill"
    assert taken.silent_seconds == SILENT_SECONDS
    assert not far.beat("{}")
    near.release()


def test_a_clock_that_goes_wrong_on_one_host_takes_nothing_from_it(tmp_path: Path, time: Time) -> None:
    shared = f"sqlite:///{tmp_path / 'shared.db'}"
    far = a_tenancy(tmp_path / "shop", time, holder("a", "mill"), database=shared)
    far.take(())
    far._locks.close()
    wrong = Time()
    wrong.seconds = 86_400.0
    near = a_tenancy(tmp_path / "shop", wrong, holder("b"), database=shared)
    assert not near.take(()).held
    wrong.seconds += SILENT_SECONDS + 1
    far.beat("{}")
    time.seconds += 1
    far.beat("{}")
    assert not near.take(()).held
    near.release()


@pytest.mark.parametrize(("pid", "held"), [(2**22 + 12345, True), (os.getppid(), False)])
def test_on_this_host_a_process_that_is_gone_is_known_for_dead(
    tmp_path: Path, time: Time, pid: int, held: bool
) -> None:
    shared = f"sqlite:///{tmp_path / 'shared.db'}"
    first = a_tenancy(tmp_path / "shop", time, holder("a", pid=pid), database=shared)
    first.take(())
    first._locks.close()
    second = a_tenancy(tmp_path / "shop", time, Holder("b" * 32, HERE.host, os.getpid()), database=shared)
    assert second.take(()).held is held
    second.release()


def test_a_state_folder_that_is_deleted_is_seen_with_the_next_beat(tmp_path: Path, time: Time) -> None:
    tenancy = a_tenancy(tmp_path, time, HERE)
    tenancy.take(())
    assert tenancy.beat("{}")
    for file in (tmp_path / ".goldkeeper").iterdir():
        file.unlink()
    assert not tenancy.beat("{}")
    tenancy.release()
    assert tenancy.take(()).held
    tenancy.release()


def test_a_state_folder_that_a_worker_made_anew_is_another_one(tmp_path: Path, time: Time) -> None:
    tenancy, other = a_tenancy(tmp_path, time, HERE), a_tenancy(tmp_path, time, holder("b"))
    tenancy.take(())
    (tmp_path / ".goldkeeper").rename(tmp_path / "deleted")
    worker = ProjectStores(
        Project(tmp_path, tmp_path / "goldkeeper.toml", Settings()), revision="", clock=time.clocks.now
    )
    assert worker.queue.newest_event() == 0
    worker.close()
    assert not tenancy.beat("{}")
    tenancy.release()
    assert tenancy.take(()).held
    assert not other.take(()).held
    tenancy.release()


def test_a_project_that_vanished_is_not_made_anew_and_goes_on_when_it_is_back(tmp_path: Path, time: Time) -> None:
    shop, away = tmp_path / "shop", tmp_path / "away"
    tenancy = a_tenancy(shop, time, HERE)
    tenancy.take(())
    shop.rename(away)
    with pytest.raises(FileMissing, match="no such folder"):
        tenancy.beat("{}")
    with pytest.raises(FileMissing):
        tenancy.take(())
    assert not shop.exists()
    away.rename(shop)
    assert tenancy.beat("{}")
    tenancy.release()
