"""Telling the service manager how we are, by systemd's protocol: datagrams on the socket it names.

Without that socket (no systemd, a terminal, a container) nothing is sent. See sd_notify(3) and
sd_watchdog_enabled(3).
"""

import os
import socket
from collections.abc import Mapping


class NotifySocket:
    """The service manager's socket; a broken one is left alone, since the manager then acts by itself."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        place = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + place[1:] if place.startswith("@") else place
        meant = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        span = environment.get("WATCHDOG_USEC", "") if meant else ""
        self.watchdog_seconds = int(span) / 1_000_000 if span.isdigit() and int(span) else None

    def send(self, *lines: str) -> None:
        """Send a state: `READY=1`, `STOPPING=1`, `RELOADING=1`, `WATCHDOG=1`, `STATUS=…`."""
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | getattr(socket, "SOCK_CLOEXEC", 0)) as out:
                out.connect(self._address)
                out.sendall("\n".join(lines).encode())
        except OSError:
            return
