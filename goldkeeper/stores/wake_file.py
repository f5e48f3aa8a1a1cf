"""Calling the daemon from another process of this machine: a file in the state folder that it watches.

What only the database holds, an upgrade that somebody told of, makes no file event that would mean
anything: the daemon writes there itself. On another machine the call is not heard, and the daemon finds
it with its next look.
"""

from contextlib import suppress
from pathlib import Path

from goldkeeper.stores.clock import utc_now

WAKE_FILE = "wake"


def call_daemon(state_folder: Path) -> None:
    """Ask for a look now; a state folder that can't be written to only costs time."""
    with suppress(OSError):
        (state_folder / WAKE_FILE).write_text(utc_now().isoformat(), encoding="ascii")
