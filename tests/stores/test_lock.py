import json
import os
import subprocess
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from goldkeeper.model.errors import FileUnreadable, LockHeld
from goldkeeper.stores.lock import read_holder, state_lock

NOON = datetime(2024, 5, 1, 12, 0, tzinfo=UTC)


def test_the_holder_is_named_to_whoever_comes_second(tmp_path: Path) -> None:
    state = tmp_path / ".goldkeeper"
    with state_lock(state, what="goldkeeper scan", now=lambda: NOON):
        with pytest.raises(LockHeld) as caught, state_lock(state, what="goldkeeper apply"):
            pass
        assert "held by goldkeeper scan" in str(caught.value)
        assert f"process {os.getpid()}" in str(caught.value)
        assert "since 2024-05-01 12:00:00 UTC" in str(caught.value)
        assert caught.value.exit_code == 1


def test_after_the_work_the_lock_is_free(tmp_path: Path) -> None:
    for _ in range(2):
        with state_lock(tmp_path, what="goldkeeper scan") as holder:
            assert read_holder(tmp_path) == holder
        assert read_holder(tmp_path) is None


def test_an_error_in_the_work_frees_the_lock(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), state_lock(tmp_path, what="goldkeeper scan"):
        raise RuntimeError
    with state_lock(tmp_path, what="goldkeeper scan"):
        pass


def test_who_waits_gets_the_lock_when_the_holder_ends(tmp_path: Path) -> None:
    held, may_end = threading.Event(), threading.Event()

    def hold() -> None:
        with state_lock(tmp_path, what="first"):
            held.set()
            may_end.wait(10)

    thread = threading.Thread(target=hold)
    thread.start()
    assert held.wait(10)
    may_end.set()
    with state_lock(tmp_path, what="second", wait_seconds=10) as holder:
        assert holder.what == "second"
    thread.join()


def test_a_holder_that_dies_leaves_the_lock_free(tmp_path: Path) -> None:
    dies = (
        "import os, pathlib, sys\n"
        "from goldkeeper.stores.lock import state_lock\n"
        "with state_lock(pathlib.Path(sys.argv[1]), what='doomed'):\n"
        "    os._exit(9)\n"
    )
    done = subprocess.run([sys.executable, "-c", dies, str(tmp_path)], check=False)
    assert done.returncode == 9
    left_over = read_holder(tmp_path)
    assert left_over is not None
    assert left_over.what == "doomed"
    with state_lock(tmp_path, what="goldkeeper scan") as holder:
        assert read_holder(tmp_path) == holder


@pytest.mark.parametrize(
    "left_over", ["", "{", "[]", '{"host": 1}', json.dumps({"host": "h", "pid": "x", "since": "", "what": ""})]
)
def test_a_note_that_can_not_be_read_names_nobody(tmp_path: Path, left_over: str) -> None:
    (tmp_path / "lock.json").write_text(left_over)
    assert read_holder(tmp_path) is None
    with state_lock(tmp_path, what="goldkeeper scan"):
        (tmp_path / "lock.json").write_text(left_over)
        with pytest.raises(LockHeld, match="another process"), state_lock(tmp_path, what="goldkeeper apply"):
            pass


def test_a_state_folder_that_can_not_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FileUnreadable, match="another state folder"), state_lock(tmp_path / "file" / "x", what="scan"):
        pass
