"""Real events of real files: what wakes the daemon, and what never does."""

import errno
import logging
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from watchdog.observers.inotify_c import InotifyFD

from goldkeeper.daemon.places import WatchPlan, plan_watch
from goldkeeper.daemon.watch_limits import Limit
from goldkeeper.daemon.watcher import Watcher
from goldkeeper.settings import Project, load_project
from goldkeeper.stores.git_history import GitHistory
from tests.daemon.shops import ON_DISK, configured
from tests.projects import Shop

DEADLINE = 20.0


class Ears:
    """Hears causes, and waits for them."""

    def __init__(self) -> None:
        self.causes: list[str] = []
        self.shifts = 0
        self._heard = threading.Condition()

    def heard(self, cause: str) -> None:
        with self._heard:
            self.causes.append(cause)
            self._heard.notify_all()

    def shifted(self) -> None:
        with self._heard:
            self.shifts += 1
            self._heard.notify_all()

    def wait_for(self, condition: Callable[[], bool]) -> None:
        with self._heard:
            assert self._heard.wait_for(condition, DEADLINE), self.causes

    def forget(self) -> None:
        with self._heard:
            self.causes.clear()
            self.shifts = 0


@contextmanager
def watching(project: Project, *, polling: bool = False, also: tuple[Path, ...] = ()) -> Iterator[tuple[Watcher, Ears]]:
    ears = Ears()
    watcher = Watcher(heard=ears.heard, shifted=ears.shifted, polling=polling, polling_seconds=0.2)
    try:
        watcher.arrange(a_plan(project, also))
        yield watcher, ears
    finally:
        watcher.close()


def a_plan(project: Project, also: tuple[Path, ...] = ()) -> WatchPlan:
    with GitHistory.open(project.path(project.settings.repository.path)) as history:
        return plan_watch(project, history, also)


def save_atomically(path: Path, text: str) -> None:
    fresh = path.with_name(f".{path.name}.tmp")
    fresh.write_text(text, "utf-8")
    fresh.replace(path)


def fence(shop: Shop, ears: Ears) -> None:
    """Wait until an event that comes after all others has arrived."""
    (shop.top / ".goldkeeper" / "wake").write_text(str(time.monotonic_ns()), "ascii")
    ears.wait_for(lambda: "a call changed" in ears.causes)


def test_every_atomic_save_of_the_gold_file_is_heard_by_its_real_name(shop: Shop) -> None:
    with watching(configured(shop)) as (_, ears):
        for text in ("a", "b", "c"):
            ears.forget()
            save_atomically(shop.gold, text)
            ears.wait_for(lambda: "gold.jsonl changed" in ears.causes)
            assert set(ears.causes) == {"gold.jsonl changed"}


def test_every_atomic_save_of_a_file_in_the_work_tree_is_heard(shop: Shop) -> None:
    with watching(configured(shop, ON_DISK)) as (_, ears):
        for text in ("x = 1\n", "x = 2\n", "x = 3\n"):
            ears.forget()
            save_atomically(shop.top / "src" / "cart.py", text)
            ears.wait_for(lambda: "src/cart.py changed" in ears.causes)


def test_a_commit_a_checkout_and_a_packing_of_refs_are_heard(shop: Shop) -> None:
    with watching(configured(shop)) as (_, ears):
        shop.commit({"src/cart.py": "x = 1\n"})
        ears.wait_for(lambda: "refs/heads/main changed" in ears.causes)
        shop.repository.git("checkout", "--quiet", "-b", "wip/deep/er")
        ears.wait_for(lambda: "HEAD changed" in ears.causes)
        shop.commit({"src/cart.py": "x = 2\n"})
        ears.wait_for(lambda: "refs/heads/wip/deep/er changed" in ears.causes)
        shop.repository.git("pack-refs", "--all")
        ears.wait_for(lambda: "packed-refs changed" in ears.causes)


def test_a_linked_work_tree_hears_its_own_head_and_the_shared_refs(shop: Shop, tmp_path: Path) -> None:
    shop.repository.git("worktree", "add", "--quiet", "-b", "wip", str(tmp_path / "linked"))
    project = load_project(tmp_path / "linked" / "config" / "goldkeeper.toml")
    with watching(project) as (_, ears):
        shop.repository.git("commit", "--quiet", "--allow-empty", "-m", "in the main work tree")
        ears.wait_for(lambda: "refs/heads/main changed" in ears.causes)
        shop.repository.git("-C", str(tmp_path / "linked"), "checkout", "--quiet", "--detach")
        ears.wait_for(lambda: "HEAD changed" in ears.causes)


def test_reading_wakes_nobody(shop: Shop) -> None:
    with watching(configured(shop, ON_DISK)) as (_, ears):
        for path in shop.top.rglob("*"):
            if path.is_file():
                path.read_bytes()
        shop.repository.git("log", "--oneline")
        shop.repository.git("--no-optional-locks", "status")
        fence(shop, ears)
        assert set(ears.causes) == {"a call changed"}


@pytest.mark.parametrize("revision", ["HEAD", "worktree"])
def test_what_goldkeeper_writes_itself_wakes_nobody(shop: Shop, revision: str) -> None:
    shop.commit({"src/cart.py": "def other():\n    return 1\n"})
    with watching(configured(shop, ('revision = "HEAD"', f'revision = "{revision}"'))) as (_, ears):
        shop.run("scan", "--force", code=1)  # anchors, report, database, cache, lock
        fence(shop, ears)
        assert set(ears.causes) == {"a call changed"}


def test_ignored_folders_are_not_heard(shop: Shop) -> None:
    shop.commit({".gitignore": "build/\n*.log\n"})
    (shop.top / "build").mkdir()
    (shop.top / "src" / "build").mkdir()
    (shop.top / "src" / "build" / "old.o").write_text("", "utf-8")
    with watching(configured(shop, ON_DISK)) as (_, ears):
        (shop.top / "build" / "x.o").write_text("x", "utf-8")
        (shop.top / "src" / "build" / "x.o").write_text("x", "utf-8")
        fence(shop, ears)
        assert set(ears.causes) == {"a call changed"}


def test_a_new_folder_of_the_work_tree_is_heard_once_it_is_arranged(shop: Shop) -> None:
    project = configured(shop, ON_DISK)
    with watching(project) as (watcher, ears):
        (shop.top / "lib").mkdir()
        ears.wait_for(lambda: ears.shifts > 0)
        watcher.arrange(a_plan(project))
        (shop.top / "lib" / "new.py").write_text("x = 1\n", "utf-8")
        ears.wait_for(lambda: "lib/new.py changed" in ears.causes)


def test_a_folder_that_is_not_there_yet_is_waited_for(shop: Shop) -> None:
    project, manifest = configured(shop), shop.top / "index" / "v2" / "manifest.json"
    with watching(project, also=(manifest,)) as (watcher, ears):
        for folder in (manifest.parent.parent, manifest.parent):
            ears.forget()
            folder.mkdir()
            ears.wait_for(lambda: ears.shifts > 0)
            watcher.arrange(a_plan(project, (manifest,)))
        save_atomically(manifest, "{}")
        ears.wait_for(lambda: "index/v2/manifest.json changed" in ears.causes)


def test_a_folder_that_vanishes_and_comes_back_is_heard_again(shop: Shop) -> None:
    manifest = shop.top / "index" / "manifest.json"
    manifest.parent.mkdir()
    project = configured(shop)
    with watching(project, also=(manifest,)) as (watcher, ears):
        for vanish in (shutil.rmtree, lambda folder: folder.rename(folder.with_name("elsewhere"))):
            ears.forget()
            vanish(manifest.parent)
            ears.wait_for(lambda: ears.shifts > 0)
            watcher.arrange(a_plan(project, (manifest,)))
            ears.forget()
            manifest.parent.mkdir()
            ears.wait_for(lambda: ears.shifts > 0)
            watcher.arrange(a_plan(project, (manifest,)))
            manifest.write_text("{}", "utf-8")
            ears.wait_for(lambda: "index/manifest.json changed" in ears.causes)


def test_a_gold_file_that_is_a_link_is_heard_where_it_leads(shop: Shop, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    shop.gold.rename(tmp_path / "data" / "real.jsonl")
    shop.gold.symlink_to(tmp_path / "data" / "real.jsonl")
    with watching(configured(shop)) as (_, ears):
        save_atomically(tmp_path / "data" / "real.jsonl", "{}\n")
        ears.wait_for(lambda: "gold.jsonl changed" in ears.causes)


def test_polling_sees_the_same_without_events(shop: Shop) -> None:
    with watching(configured(shop), polling=True) as (_, ears):
        save_atomically(shop.gold, "{}\n")
        ears.wait_for(lambda: "gold.jsonl changed" in ears.causes)
        shop.commit()
        ears.wait_for(lambda: "refs/heads/main changed" in ears.causes)


@contextmanager
def refusing(plan: WatchPlan) -> Iterator[tuple[Watcher, Ears, Limit]]:
    """A watcher of a system that refuses watches."""
    ears = Ears()
    watcher = Watcher(heard=ears.heard, shifted=ears.shifted, polling=False, polling_seconds=0.2)
    try:
        limit = watcher.arrange(plan)
        assert limit is not None
        yield watcher, ears, limit
    finally:
        watcher.close()


def refuse_below(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system has no watch left for what lies below a folder, itself included."""
    real, top = InotifyFD.add_callback, os.path.realpath(folder)

    def add(self: InotifyFD, path: bytes, *more: Any) -> Any:
        if f"{os.fsdecode(path)}/".startswith(f"{top}/"):
            raise OSError(errno.ENOSPC, "no watch left")
        return real(self, path, *more)

    monkeypatch.setattr(InotifyFD, "add_callback", add)


def test_where_the_system_refuses_watches_polling_goes_on(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_below(shop.top, monkeypatch)
    with refusing(a_plan(configured(shop))) as (_, ears, limit):
        assert limit.name in {"fs.inotify.max_user_watches", "user.max_inotify_watches"}
        assert limit.present is not None
        assert f"sysctl -w {limit.name}=" in limit.remedy
        save_atomically(shop.gold, "{}\n")
        ears.wait_for(lambda: "gold.jsonl changed" in ears.causes)


def test_where_the_system_gives_no_instance_polling_goes_on(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr("goldkeeper.daemon.watcher.make_observer", refuse)
    with refusing(a_plan(configured(shop))) as (_, ears, limit):
        assert limit.name in {"fs.inotify.max_user_instances", "user.max_inotify_instances"}
        save_atomically(shop.gold, "{}\n")
        ears.wait_for(lambda: "gold.jsonl changed" in ears.causes)


def test_a_tree_of_which_a_folder_is_refused_is_polled(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = shop.top / "src" / "deep"
    deep.mkdir()
    refuse_below(deep, monkeypatch)
    with refusing(a_plan(configured(shop, ON_DISK))) as (_, ears, _):
        (deep / "new.py").write_text("x = 1\n", "utf-8")
        ears.wait_for(lambda: "src/deep/new.py changed" in ears.causes)


def test_a_folder_that_is_refused_when_it_comes_is_polled_once_it_is_arranged(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep, project = shop.top / "src" / "deep", configured(shop, ON_DISK)
    refuse_below(deep, monkeypatch)
    with watching(project) as (watcher, ears):
        deep.mkdir()
        ears.wait_for(lambda: ears.shifts > 0)
        assert watcher.arrange(a_plan(project)) is not None
        (deep / "new.py").write_text("x = 1\n", "utf-8")
        ears.wait_for(lambda: "src/deep/new.py changed" in ears.causes)


def test_a_raised_limit_is_a_reason_to_watch_again(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = a_plan(configured(shop))
    with monkeypatch.context() as used_up:
        refuse_below(shop.top, used_up)
        with refusing(plan) as (watcher, _, _):
            used_up.undo()
            assert watcher.arrange(plan) is not None  # nobody raised anything
            monkeypatch.setattr("goldkeeper.daemon.watcher.limits_now", lambda: (1_000_000,))
            assert watcher.arrange(plan) is None


def test_lost_events_are_a_reason_to_look(shop: Shop) -> None:
    with watching(configured(shop)) as (_, ears):
        logging.getLogger("watchdog.observers.inotify_c").warning("Inotify queue overflowed; events were lost")
        assert ears.causes == ["events were lost"]


def test_a_work_tree_of_too_many_folders_is_left_to_git(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldkeeper.daemon.places.MOST_FOLDERS", 1)
    for n in range(3):
        (shop.top / "src" / str(n)).mkdir()
    assert a_plan(configured(shop, ON_DISK)).asks_git


def test_a_ref_kept_in_tables_is_one_cause_and_its_tables_are_none(shop: Shop) -> None:
    plan, git = a_plan(configured(shop)), os.path.realpath(shop.top / ".git")
    assert plan.cause(f"{git}/reftable/tables.list") == "refs changed"
    assert plan.cause(f"{git}/reftable/0x000000000001-0x000000000002-1f51c0bb.ref") is None


def test_locks_and_temporary_files_mean_nothing(shop: Shop) -> None:
    plan = a_plan(configured(shop, ON_DISK))
    top = os.path.realpath(shop.top)
    for name in (".git/refs/heads/main.lock", "src/.goldkeeper-12ab.tmp", "gold.anchors.jsonl", ".git/index"):
        assert plan.cause(f"{top}/{name}") is None
    assert plan.cause(f"{top}/.git/refs/heads/main") == "refs/heads/main changed"
    assert plan.cause(f"{top}/README.md") == "README.md changed"
