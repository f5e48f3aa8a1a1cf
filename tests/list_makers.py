"""Chunk lists as other tools make them: windows, and paragraphs between blank lines."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

Spans = Iterable[tuple[int, int]]


def windows(lines: int, *, size: int, overlap: int) -> Iterator[tuple[int, int]]:
    """Windows over a file of so many lines, the last one cut short.

    >>> list(windows(70, size=40, overlap=10))
    [(1, 40), (31, 70)]
    """
    start = 1
    while True:
        yield start, min(lines, start + size - 1)
        if start + size - 1 >= lines:
            return
        start += size - overlap


def paragraphs(text: str) -> Iterator[tuple[int, int]]:
    r"""What stands between blank lines.

    >>> list(paragraphs("a\nb\n\n\nc\n"))
    [(1, 2), (5, 5)]
    """
    begun = 0
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.strip():
            begun = begun or number
        elif begun:
            yield begun, number - 1
            begun = 0


def line_count(text: str) -> int:
    """How many lines a text has; what a line break ends is one."""
    return text.count("\n") + (not text.endswith("\n") and bool(text))


def window_rows(files: Mapping[str, str], *, size: int, overlap: int) -> list[dict[str, object]]:
    """A list of windows over files."""
    return [
        {"path": path, "start": start, "end": end}
        for path, text in sorted(files.items())
        if text.strip()
        for start, end in windows(line_count(text), size=size, overlap=overlap)
    ]


def paragraph_rows(files: Mapping[str, str]) -> list[dict[str, object]]:
    """A list of paragraphs of files."""
    return [
        {"path": path, "start": start, "end": end}
        for path, text in sorted(files.items())
        for start, end in paragraphs(text)
    ]


def write_list(file: Path, rows: Iterable[Mapping[str, object]]) -> None:
    """Write a list as JSON lines."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
