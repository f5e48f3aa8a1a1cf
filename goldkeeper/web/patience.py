"""How long a connection may take to say what it wants.

A server that waits for ever for the rest of a request's head is full as soon as somebody opens enough connections
and sends a letter now and then. The body has a limit of its own (`guard.py`), and so has the idle time between two
requests; this is the one for the head.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 20.0  # for some hundred bytes, also by a slow line


class PatientProtocol(H11Protocol):
    """HTTP/1.1 whose connections are closed where no request's head is whole in time."""

    head_seconds = HEAD_SECONDS

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._waits: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Begin to wait."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait on where a head is not whole yet, from its first byte."""
        super().data_received(data)
        if self._is_at_work():
            self._end_waiting()
        elif self._waits is None:
            self._wait()

    def on_response_complete(self) -> None:
        """From here on the connection is idle, for which uvicorn has a limit."""
        self._end_waiting()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing to wait for."""
        self._end_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._waits = self.loop.call_later(self.head_seconds, self._give_up)

    def _end_waiting(self) -> None:
        if self._waits is not None:
            self._waits.cancel()
            self._waits = None

    def _is_at_work(self) -> bool:
        cycle = getattr(self, "cycle", None)  # None before the first request, which its annotation doesn't say
        return cycle is not None and not cycle.response_complete

    def _give_up(self) -> None:
        self._waits = None
        if not self._is_at_work():
            self.transport.close()
