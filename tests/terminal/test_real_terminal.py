"""The screen on a real pseudo terminal: it comes up, and whoever ends it gets the terminal back."""

import os
import pty
import select
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.projects import a_shop_with_answers

DEADLINE_SECONDS = 60.0
OPENED, CLOSED = b"\x1b[?1049h", b"\x1b[?1049l"  # the other screen, on which programs draw


def _until(terminal: int, sign: bytes) -> bytes:
    """What the terminal was sent, up to a sign or its end."""
    got, until = b"", time.monotonic() + DEADLINE_SECONDS
    while sign not in got and time.monotonic() < until:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                piece = os.read(terminal, 65536)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            got += piece
    return got


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
@pytest.mark.parametrize("ending", [b"\x03", signal.SIGTERM], ids=["ctrl-c", "sigterm"])
def test_whoever_ends_the_screen_gets_the_terminal_back(tmp_path: Path, ending: bytes | signal.Signals) -> None:
    shop = a_shop_with_answers(tmp_path)
    process, terminal = pty.fork()
    if process == 0:  # pragma: no cover - another process
        os.chdir(shop.top)
        words = [sys.executable, "-m", "goldkeeper", "review", "--by", "ada"]
        os.execve(words[0], words, {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"})  # noqa: S606 - the very program
    try:
        assert OPENED in _until(terminal, b"to answer")
        if isinstance(ending, bytes):
            os.write(terminal, ending)
        else:
            os.kill(process, ending)
        assert CLOSED in _until(terminal, CLOSED)
        _until(terminal, b"never said")
    finally:
        os.close(terminal)
        status = os.waitpid(process, 0)[1]
    assert os.waitstatus_to_exitcode(status) == 0
