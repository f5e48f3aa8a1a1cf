import os
from pathlib import Path

import pytest

from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.history_index_place import MAX_AGE, forget_old_indexes, index_place
from tests.stores.git_repositories import a_repository


def place_of(folder: Path) -> Path:
    with GitHistory.open(folder) as history:
        place = index_place(history)
    assert place is not None
    return place


def test_an_index_lies_in_the_cache_folder_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    top = a_repository(tmp_path / "shop").top
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert place_of(top).parent == tmp_path / "cache" / "goldkeeper"
    for ignored in ("", "relative"):
        monkeypatch.setenv("XDG_CACHE_HOME", ignored)
        assert place_of(top).parent == Path.home() / ".cache" / "goldkeeper"


def test_each_repository_has_one_index_whatever_it_is_called(tmp_path: Path) -> None:
    shop, other = a_repository(tmp_path / "shop"), a_repository(tmp_path / "other")
    shop.commit({"src/a.py": "1"})
    shop.git("worktree", "add", "--quiet", str(tmp_path / "tree"))
    (tmp_path / "link").symlink_to(shop.top)
    named = [shop.top, shop.top / "src", shop.top / ".git", tmp_path / "tree", tmp_path / "link"]
    assert len({place_of(folder) for folder in named}) == 1
    assert place_of(other.top) != place_of(shop.top)


def test_a_user_without_a_home_has_no_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", _no_home)
    with GitHistory.open(a_repository(tmp_path / "shop").top) as history:
        assert index_place(history) is None


def _no_home() -> Path:
    raise RuntimeError("no home")


def test_what_nobody_used_for_long_is_taken_away_and_what_is_used_stays(tmp_path: Path) -> None:
    used, recent, old = (tmp_path / f"{name}.history.sqlite" for name in ("used", "recent", "old"))
    files = (used, recent, old, tmp_path / "old.history.sqlite-wal", tmp_path / "other")
    for file in files:
        file.touch()
    long_ago = recent.stat().st_mtime - MAX_AGE.total_seconds() - 60
    for file in (used, old, tmp_path / "other"):
        os.utime(file, (long_ago, long_ago))
    forget_old_indexes(used)
    assert [file.exists() for file in files] == [True, True, False, False, True]
    forget_old_indexes(tmp_path / "none.history.sqlite")
