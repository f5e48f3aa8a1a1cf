"""Streams that stand for a terminal and for a pipe."""

import io
import re

import pytest

_STYLE = re.compile(r"\x1b\[[0-9;]*m")


class Pipe(io.TextIOWrapper):
    """A stream that nobody looks at, in the encoding of one's choice."""

    def __init__(self, encoding: str = "utf-8") -> None:
        self._bytes = io.BytesIO()
        super().__init__(self._bytes, encoding=encoding, newline="")

    def written(self) -> str:
        """Everything so far."""
        self.flush()
        return self._bytes.getvalue().decode(self.encoding)


class Terminal(Pipe):
    """A stream that says it is a terminal of so many columns."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, *, columns: int, colour: bool = False, encoding: str = "utf-8"
    ) -> None:
        super().__init__(encoding)
        for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "LINES", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("TERM", "xterm-256color")
        if not colour:
            monkeypatch.setenv("NO_COLOR", "1")

    def isatty(self) -> bool:
        return True

    def screen(self) -> str:
        """What is seen: without styles, and without the blanks that fill lines up."""
        return "".join(line.rstrip() + "\n" for line in _STYLE.sub("", self.written()).splitlines())
