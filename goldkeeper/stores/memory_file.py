"""What people were told, in a JSON file of the state folder, so that a restart tells nothing again.

A file that can't be read is put aside and begun anew: everything open is then told once more,
which is better than never again.
"""

import json
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from goldkeeper.model.telling import Memory, Message, News, NewsKind, Told, Unsent
from goldkeeper.stores.atomic import write_whole

NAME = "told.json"  # in the state folder
_FORM = 1


class MemoryFile:
    """`ports.MemoryStore` in a file; read anew when somebody else wrote it."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / NAME
        self._known, self._seen = Memory(), self._signature()
        if self._seen is not None:
            self._known = self._from_disk()

    def read(self) -> Memory:
        """What is remembered; an empty memory where there is none, or none that can be read."""
        signature = self._signature()
        if signature != self._seen:
            self._known, self._seen = self._from_disk(), signature
        return self._known

    def write(self, memory: Memory) -> None:
        """Remember, whole or not at all."""
        write_whole(self._file, json.dumps(_record(memory), indent=1).encode())
        self._known, self._seen = memory, self._signature()

    def _signature(self) -> tuple[int, int, int] | None:
        try:
            found = self._file.stat()
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size

    def _from_disk(self) -> Memory:
        try:
            return _memory(json.loads(self._file.read_bytes()))
        except FileNotFoundError:
            return Memory()
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return Memory()


def _record(memory: Memory) -> dict[str, Any]:
    return {
        "form": _FORM,
        "questions": {
            key: {"item": told.item, "seen": told.seen.isoformat()} for key, told in sorted(memory.questions.items())
        },
        "news": {key: when.isoformat() for key, when in sorted(memory.news.items())},
        "look": memory.look,
        "pending": [asdict(news) | {"kind": news.kind.value, "at": news.at.isoformat()} for news in memory.pending],
        "failing": dict(sorted(memory.failing.items())),
        "spoke": memory.spoke.isoformat() if memory.spoke else None,
        "unsent": [asdict(one) | {"made": one.made.isoformat(), "due": one.due.isoformat()} for one in memory.unsent],
    }


def _memory(record: dict[str, Any]) -> Memory:
    if record["form"] != _FORM:
        raise ValueError("another form")
    return Memory(
        questions={
            str(key): Told(int(told["item"]), _moment(told["seen"])) for key, told in record["questions"].items()
        },
        news={str(key): _moment(when) for key, when in record["news"].items()},
        look=bool(record["look"]),
        pending=tuple(
            News(
                NewsKind(news["kind"]),
                str(news["key"]),
                _moment(news["at"]),
                str(news["text"]),
                str(news["subject"]),
                str(news["command"]),
            )
            for news in record["pending"]
        ),
        failing={str(subject): str(key) for subject, key in record["failing"].items()},
        spoke=_moment(record["spoke"]) if record["spoke"] else None,
        unsent=tuple(
            Unsent(
                str(one["target"]),
                Message(**one["message"]),
                _moment(one["made"]),
                int(one["tries"]),
                _moment(one["due"]),
            )
            for one in record["unsent"]
        ),
    )


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("no zone")
    return moment
