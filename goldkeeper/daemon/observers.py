"""watchdog's observers, made so that nothing is lost in silence.

watchdog leaves out sub-folders that the system refuses to watch, and says nothing; and what tells of lost
events is a line in its log. Both are heard of here.
"""

import logging
import os
import sys
import warnings
from collections.abc import Callable

from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

Refused = Callable[[str, OSError], None]  # a folder that is not watched, and why; called from any thread

# A folder inside one that was just made is heard of twice; it is watched all the same, and nobody needs to be told.
warnings.filterwarnings("ignore", message="Callback with id", category=RuntimeWarning)

if sys.platform == "linux":
    try:
        from watchdog.observers.inotify import InotifyEmitter
        from watchdog.observers.inotify_c import CallbackId, InotifyFD, Mask, WatchCallback, WatchDescriptor
    except ImportError:  # before 7 each folder had an instance of its own, and its refusal was raised
        KNOWS_REFUSALS = False
    else:
        KNOWS_REFUSALS = True

        class _TellingInotify(InotifyFD):
            """Tells of each folder that the system refuses to watch."""

            def __init__(self, refused: Refused) -> None:
                super().__init__()
                self._refused = refused

            def add_callback(
                self, path: bytes, mask: Mask, callback: WatchCallback, id_: CallbackId
            ) -> WatchDescriptor:
                """As watchdog's."""
                try:
                    return super().add_callback(path, mask, callback, id_)
                except OSError as problem:
                    self._refused(os.fsdecode(path), problem)
                    raise

        class _TellingObserver(BaseObserver):
            """watchdog's inotify observer around it."""

            def __init__(self, refused: Refused) -> None:
                self._inotify = _TellingInotify(refused)
                self._inotify.start()
                super().__init__(InotifyEmitter, inotify_fd=self._inotify)

            @property
            def hears(self) -> bool:
                """Whether the thread that reads events is alive."""
                return self._inotify.is_alive()

            def on_thread_stop(self) -> None:
                """End the reader too."""
                super().on_thread_stop()
                self._inotify.stop()
                self._inotify.join()


def make_observer(refused: Refused) -> BaseObserver:
    """The system's own observer, not yet started.

    Raises:
        OSError: the system gives no more of them.
    """
    if sys.platform == "linux" and KNOWS_REFUSALS:
        return _TellingObserver(refused)
    return Observer()


def hears(observer: BaseObserver) -> bool:
    """Whether all threads of an observer are alive."""
    return observer.is_alive() and bool(getattr(observer, "hears", True))


class Overflows(logging.Handler):
    """Hears from watchdog's log that the system's queue ran over: events are lost, and no handler is told."""

    _LOGGER = "watchdog.observers.inotify_c"

    def __init__(self, lost: Callable[[], None]) -> None:
        super().__init__(logging.WARNING)
        self._lost = lost
        logging.getLogger(self._LOGGER).addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Called by the logger."""
        if "overflow" in record.getMessage():
            self._lost()

    def close(self) -> None:
        """Stop hearing."""
        logging.getLogger(self._LOGGER).removeHandler(self)
        super().close()
