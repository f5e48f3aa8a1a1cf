"""What the use cases ask of the world, as protocols; `stores/` answers for real, tests with fakes.

The terms are those of `model/`. Nothing here opens, reads or writes anything.

Each is loaded when it is asked for: a scan that finds nothing new needs none of the audits.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goldkeeper.ports.audits import AuditBook, AuditReadings
    from goldkeeper.ports.code import (
        ChunkCache,
        Chunker,
        ChunkList,
        FileEntry,
        History,
        HistoryIndex,
        SourceTree,
        Touch,
    )
    from goldkeeper.ports.daemon import Ledger
    from goldkeeper.ports.gold import AnchorStore, GoldStore, Journal, PendingApplication
    from goldkeeper.ports.holes import HoleBook
    from goldkeeper.ports.known import KnownBook
    from goldkeeper.ports.looks import LookBook
    from goldkeeper.ports.passports import AuditRequests, FinishedScan, PassportBook, SeenPassport, Standing
    from goldkeeper.ports.review import Answers, QueueChange, ReviewQueue
    from goldkeeper.ports.serving import AnsweredRequests, Tokens
    from goldkeeper.ports.telling import MemoryStore, Notifier, Writer
    from goldkeeper.ports.time import Clock, Progress

__all__ = [
    "AnchorStore",
    "AnsweredRequests",
    "Answers",
    "AuditBook",
    "AuditReadings",
    "AuditRequests",
    "ChunkCache",
    "ChunkList",
    "Chunker",
    "Clock",
    "FileEntry",
    "FinishedScan",
    "GoldStore",
    "History",
    "HistoryIndex",
    "HoleBook",
    "Journal",
    "KnownBook",
    "Ledger",
    "LookBook",
    "MemoryStore",
    "Notifier",
    "PassportBook",
    "PendingApplication",
    "Progress",
    "QueueChange",
    "ReviewQueue",
    "SeenPassport",
    "SourceTree",
    "Standing",
    "Tokens",
    "Touch",
    "Writer",
]

_HOMES = {
    "audits": "AuditBook AuditReadings",
    "code": "ChunkCache Chunker ChunkList FileEntry History HistoryIndex SourceTree Touch",
    "daemon": "Ledger",
    "gold": "AnchorStore GoldStore Journal PendingApplication",
    "holes": "HoleBook",
    "known": "KnownBook",
    "looks": "LookBook",
    "passports": "AuditRequests FinishedScan PassportBook SeenPassport Standing",
    "review": "Answers QueueChange ReviewQueue",
    "serving": "AnsweredRequests Tokens",
    "telling": "MemoryStore Notifier Writer",
    "time": "Clock Progress",
}
_HOME_OF = {name: f"goldkeeper.ports.{home}" for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = found  # asked once
    return found
