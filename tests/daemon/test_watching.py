"""Watches that follow the folders: what came before its watch did is not lost."""

from collections.abc import Callable, Iterator

import pytest

from goldkeeper.daemon.clocks import Clocks
from goldkeeper.daemon.watch_limits import Limit
from goldkeeper.daemon.watching import LOOK_AFTER_SECONDS, Watching
from goldkeeper.model.daemon_happenings import WatchLimited
from goldkeeper.model.happenings import Happening
from tests.daemon.shops import ON_DISK, configured
from tests.projects import Shop


class Keeping:
    """Watches of a shop whose files are scanned as they lie on disk; the daemon's thread is the test's own."""

    def __init__(self, shop: Shop) -> None:
        self.at = 0.0
        self.causes: list[str] = []
        self.told: list[Happening] = []
        self.watching = Watching(
            "shop",
            configured(shop, ON_DISK),
            clocks=Clocks(ticks=lambda: self.at),
            noted=self.causes.append,
            started=lambda: self.causes.append("start"),
            ask=ask_now,
            post=lambda call: None,  # what is heard meanwhile is not this file's subject
            tell=self.told.append,
            also=lambda project: (),
        )

    def pass_by(self, seconds: float) -> None:
        self.at += seconds
        self.watching.tick()


def ask_now(work: Callable[[], object], answer: Callable[[object], None]) -> None:
    found: object
    try:
        found = work()
    except Exception as problem:  # noqa: BLE001 - handed on, as a side thread does
        found = problem
    answer(found)


@pytest.fixture
def keeping(shop: Shop) -> Iterator[Keeping]:
    keeping = Keeping(shop)
    keeping.watching.tick()
    yield keeping
    keeping.watching.close()


def test_a_folder_that_came_with_its_files_is_a_cause_and_so_is_one_that_went(shop: Shop, keeping: Keeping) -> None:
    (shop.top / "lib").mkdir()
    (shop.top / "lib" / "new.py").write_text("x = 1\n", "utf-8")
    keeping.pass_by(LOOK_AFTER_SECONDS)
    (shop.top / "lib").rename(shop.top / "library")
    keeping.pass_by(LOOK_AFTER_SECONDS)
    keeping.pass_by(LOOK_AFTER_SECONDS)
    assert keeping.causes == ["start", "lib/ came", "lib/ went", "library/ came"]


def test_watches_that_cannot_be_arranged_are_said_once_and_tried_again(
    shop: Shop, keeping: Keeping, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("goldkeeper.daemon.watching.plan_watch", lambda *_: 1 / 0)
        for _ in range(3):
            keeping.pass_by(LOOK_AFTER_SECONDS)
    assert [record.getMessage() for record in caplog.records] == [
        "what changes may not be heard of, and is looked for in intervals: ZeroDivisionError: division by zero"
    ]
    (shop.top / "lib").mkdir()
    keeping.pass_by(LOOK_AFTER_SECONDS)
    assert keeping.causes == ["start", "lib/ came"]


def test_refused_watches_are_told_once_and_what_was_not_heard_meanwhile_is_looked_for(
    keeping: Keeping, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = Limit("fs.inotify.max_user_watches", 8192, "raise it")
    found: list[Limit | None] = [limit, limit, None, None]
    monkeypatch.setattr("goldkeeper.daemon.watcher.Watcher.arrange", lambda *_: found.pop(0))
    polling = []
    for _ in range(4):
        keeping.pass_by(LOOK_AFTER_SECONDS)
        polling.append(keeping.watching.is_polling)
    assert keeping.causes == ["start", "watches were refused", "watches stand again"]
    assert polling == [True, True, False, False]
    (told,) = keeping.told
    assert isinstance(told, WatchLimited)
    assert "fs.inotify.max_user_watches (8192) is used up" in told.sentence
