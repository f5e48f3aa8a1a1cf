"""What the use cases ask of the world, as protocols; `stores/` answers for real, tests with fakes.

The terms are those of `model/`. Nothing here opens, reads or writes anything.
"""

from goldkeeper.ports.audits import AuditBook
from goldkeeper.ports.code import ChunkCache, Chunker, ChunkList, FileEntry, History, HistoryIndex, SourceTree, Touch
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
