"""`<gold>.anchors.jsonl`: what each gold chunk was when it was judged, kept beside the gold file.

Meant to be committed and merged: one line a chunk, sorted, keys in a fixed order, and the format
number in every line, since a header line would conflict on each change of it. An anchor that is
lost without a word is a drift that nobody sees, so damage is told and the damaged line is kept;
a file with an unresolved merge in it is read as far as it goes, and never written.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from goldkeeper.model.anchors import Anchor, AnchorOrigin, NeverResolved
from goldkeeper.model.chunks import BlobId, ChunkId, ChunkKind, CommitId, Span
from goldkeeper.model.errors import AnchorFileUnusable, MalformedChunkId
from goldkeeper.model.gold import GoldProblem
from goldkeeper.model.gold_lines import BOM, CONFLICT_MARKS
from goldkeeper.model.json_text import write_text
from goldkeeper.stores.atomic import read_regular, write_whole

FORMAT = 1
_ANCHOR_AGAIN = "restore the line from git, or remove it: the anchor is then made anew, blind to what changed before"

Entry = Anchor | NeverResolved


def anchor_path(gold: Path) -> Path:
    """Where the anchors of a gold file lie: `gold.jsonl` → `gold.anchors.jsonl`, `qrels` → `qrels.anchors.jsonl`."""
    return gold.with_name(f"{gold.name.removesuffix('.jsonl')}.anchors.jsonl")


class AnchorFile:
    """One anchor file; answers for `ports.AnchorStore`.

    Attributes:
        problems: what the last `read` found damaged, by line.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: tuple[GoldProblem, ...] = ()

    def read(self) -> Mapping[ChunkId, Entry]:
        """All anchors by ID, in order of ID; none when there is no file yet.

        Of two lines for one ID (a merge took both) the one that a person decided counts, else the first.

        Raises:
            AnchorFileUnusable: a newer goldkeeper wrote it.
            FileUnreadable: the system refuses.
        """
        found: dict[ChunkId, tuple[int, Entry]] = {}
        problems: list[GoldProblem] = []
        for number, raw in _lines(self._bytes()):
            try:
                entry = _parse(raw)
            except _NewerFormat:
                raise self._newer() from None
            except ValueError as damage:
                problems.append(_problem(number, raw, damage))
                continue
            first = found.setdefault(entry.chunk_id, (number, entry))
            if first[0] != number and first[1] != entry:
                if _decided(entry) and not _decided(first[1]):
                    found[entry.chunk_id] = (number, entry)
                message = f"{entry.chunk_id} has another anchor on line {first[0]}; a decided one goes first"
                problems.append(GoldProblem(number, "duplicate-anchor", message, "remove the wrong line"))
        self.problems = tuple(problems)
        return {chunk_id: found[chunk_id][1] for chunk_id in sorted(found)}

    def write(self, anchors: Iterable[Entry]) -> None:
        """Replace the file, sorted by ID, whole or not at all.

        Equal content leaves the file untouched, so that no watcher wakes. Damaged lines are kept, at the end.

        Raises:
            AnchorFileUnusable: there is an unresolved merge in it, or a newer goldkeeper wrote it.
            FileUnreadable: the system refuses.
        """
        on_disk = self._bytes()
        damaged: list[bytes] = []
        for _, raw in _lines(on_disk):
            if raw.startswith(CONFLICT_MARKS):
                raise AnchorFileUnusable(
                    str(self.path),
                    "holds an unresolved merge",
                    "resolve it, or delete the file to anchor anew from git",
                )
            try:
                _parse(raw)
            except _NewerFormat:
                raise self._newer() from None
            except ValueError:
                damaged.append(raw.rstrip(b"\r"))
        by_id = {entry.chunk_id: entry for entry in anchors}
        rows = [*(_written(by_id[chunk_id]) for chunk_id in sorted(by_id)), *damaged]
        data = b"".join(row + b"\n" for row in rows)
        if data != on_disk:
            write_whole(self.path, data)

    def _bytes(self) -> bytes:
        try:
            return read_regular(self.path, str(self.path), "mend that and run it again")
        except FileNotFoundError:
            return b""

    def _newer(self) -> AnchorFileUnusable:
        return AnchorFileUnusable(str(self.path), "a newer goldkeeper wrote it", "upgrade goldkeeper here")


class _NewerFormat(Exception):
    """A line of a format that is not known here; writing would lose what it says."""


def _lines(data: bytes) -> Iterable[tuple[int, bytes]]:
    for number, raw in enumerate(data.removeprefix(BOM).split(b"\n"), start=1):
        if raw.strip():
            yield number, raw


def _decided(entry: Entry) -> bool:
    return isinstance(entry, Anchor) and entry.origin is AnchorOrigin.JUDGED


def _problem(number: int, raw: bytes, damage: ValueError) -> GoldProblem:
    if raw.startswith(CONFLICT_MARKS):
        message = "a merge conflict is not resolved here"
        return GoldProblem(number, "merge-conflict", message, "resolve it and remove the marks")
    return GoldProblem(number, "anchor-damaged", f"the anchor can't be read: {damage}", _ANCHOR_AGAIN)


def _written(entry: Entry) -> bytes:
    """One line, keys in this order; the path is told apart where the ID alone would be read otherwise."""
    fields: dict[str, Any] = {"id": str(entry.chunk_id), "format": FORMAT}
    if _parsed_id(fields["id"], "") != entry.chunk_id:
        fields["id_path"] = entry.chunk_id.path
    if isinstance(entry, NeverResolved):
        fields |= {"never_resolved": entry.reason, "searched_to": entry.searched_to}
    else:
        fields |= {"commit": entry.commit, "blob": entry.blob}
        fields |= {"path": entry.path, "span": str(entry.span), "symbol": entry.symbol}
        fields |= {"kind": entry.kind.value, "language": entry.language}
        fields |= {"digest": entry.digest, "token_digest": entry.token_digest, "origin": entry.origin.value}
        if entry.text is not None:
            fields["text"] = entry.text
    members = (write_text(key) + b": " + _value(value) for key, value in fields.items())
    return b"{" + b", ".join(members) + b"}"


def _value(value: str | int | None) -> bytes:
    return write_text(value) if isinstance(value, str) else json.dumps(value).encode()


def _parse(raw: bytes) -> Entry:
    """One line; raises ValueError with the reason, or _NewerFormat."""
    try:
        record = json.loads(raw)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(record, dict):
        raise ValueError("no JSON object")  # noqa: TRY004  # one kind of damage for the caller
    version = record.get("format")
    if isinstance(version, int) and version > FORMAT:
        raise _NewerFormat
    chunk_id = _parsed_id(_text(record, "id"), record.get("id_path") or "")
    if "never_resolved" in record:
        return NeverResolved(chunk_id, _commit(record, "searched_to"), _text(record, "never_resolved"))
    blob, text = record.get("blob"), record.get("text")
    return Anchor(
        chunk_id=chunk_id,
        commit=_commit(record, "commit"),
        blob=None if blob is None else BlobId(_text(record, "blob")),
        path=_text(record, "path"),
        span=_span(_text(record, "span")),
        symbol=_text(record, "symbol"),
        kind=ChunkKind(_text(record, "kind")),
        language=_text(record, "language"),
        digest=_text(record, "digest"),
        token_digest=_text(record, "token_digest"),
        origin=AnchorOrigin(_text(record, "origin")),
        text=None if text is None else _text(record, "text"),
    )


def _parsed_id(text: str, path: str) -> ChunkId:
    try:
        return ChunkId.parse(text, (lambda candidate: candidate == path) if path else None, bare=True)
    except MalformedChunkId as damage:
        raise ValueError(str(damage)) from None


def _text(record: Mapping[str, Any], key: str) -> str:
    value = record.get(key)
    if not isinstance(value, str):
        raise ValueError(f"field {key!r} is missing or no text")  # noqa: TRY004  # one kind of damage for the caller
    return value


def _commit(record: Mapping[str, Any], key: str) -> CommitId | None:
    return None if record.get(key) is None else CommitId(_text(record, key))


def _span(text: str) -> Span:
    start, _, end = text.partition("-")
    return Span(int(start), int(end))
