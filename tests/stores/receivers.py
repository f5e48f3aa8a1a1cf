"""A receiver of web hooks on this machine: what it got, and what it answers."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread
from typing import Any


@dataclass
class Receiver:
    """Where it listens; `status` is what it answers."""

    port: int
    status: int = 200
    got: list[dict[str, Any]] = field(default_factory=list)
    came: Condition = field(default_factory=Condition)

    def url(self, secret: str = "s3cr3t-t0k3n-123") -> str:  # noqa: S107  # made up
        return f"json://ada:{secret}@127.0.0.1:{self.port}/hook"

    def arrived(self, number: int, seconds: float) -> bool:
        """Whether so many messages have come, or come within so many seconds."""
        with self.came:
            return self.came.wait_for(lambda: len(self.got) >= number, seconds)


@contextmanager
def a_receiver() -> Iterator[Receiver]:
    """Listening for the length of a `with`."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            with receiver.came:
                receiver.got.append(json.loads(body))
                receiver.came.notify_all()
            self.send_response(receiver.status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        receiver = Receiver(server.server_address[1])
        listening = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        listening.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            listening.join()
