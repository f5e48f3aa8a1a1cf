"""Starting workers, waiting for them, ending them."""

import pickle
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from typing import Protocol

from goldkeeper import __version__
from goldkeeper.daemon.orders import Ending, Order, Outcome

KEPT_TALK = 2000  # bytes of what a worker said on stderr, for the message about its crash
END_SECONDS = 5.0  # a killed process is gone at once, unless its disk is


class Worker(Protocol):
    """Work under way."""

    def kill(self) -> None:
        """End it now; its outcome says that it was abandoned."""


Report = Callable[[Outcome], None]


class WorkerProcess:
    """A worker in a process of its own; `report` is called from a thread when it has ended."""

    def __init__(self, order: Order, report: Report, *, seconds: float) -> None:
        self._abandoned = False
        self._seconds = seconds
        self._report = report
        self._talk = tempfile.TemporaryFile()  # noqa: SIM115 - closed when the worker has ended
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "goldkeeper.daemon.worker", __version__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._talk,
            start_new_session=True,  # a Ctrl-C is for the daemon, which ends the worker itself
        )
        threading.Thread(target=self._wait, args=(pickle.dumps(order),), daemon=True).start()

    def kill(self) -> None:
        """End it now."""
        self._abandoned = True
        self._process.kill()

    def _wait(self, order: bytes) -> None:
        timer = threading.Timer(self._seconds, self._process.kill)
        timer.daemon = True
        timer.start()
        answer = b""
        try:
            if self._process.stdin is not None and self._process.stdout is not None:
                self._process.stdin.write(order)
                self._process.stdin.flush()
                answer = self._process.stdout.read()
        except OSError:  # it died before it had read all of the order
            pass
        code = self._process.wait()
        timed_out = not timer.is_alive() and not answer
        timer.cancel()
        self._close()
        self._report(self._outcome(answer, code, timed_out=timed_out))

    def _outcome(self, answer: bytes, code: int, *, timed_out: bool) -> Outcome:
        if self._abandoned:
            return Outcome(Ending.ABANDONED)
        try:
            outcome: Outcome = pickle.loads(answer)  # noqa: S301 - of a process that we started
        except (pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError):
            pass
        else:
            return outcome
        if timed_out:
            problem = f"the scan took more than {self._seconds / 60:g} minutes and was ended; raise daemon.scan_minutes"
            return Outcome(Ending.FAILED, problem=problem, code="TimedOut")
        how = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
        problem = f"the scan's process {how}{self._last_words}"
        return Outcome(Ending.FAILED, problem=problem, code="Crashed")

    def _close(self) -> None:
        self._talk.seek(max(0, self._talk.seek(0, 2) - KEPT_TALK))
        said = self._talk.read().decode("utf-8", "replace").strip().splitlines()
        self._last_words = f": {said[-1]}" if said else ""
        self._talk.close()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    continue
