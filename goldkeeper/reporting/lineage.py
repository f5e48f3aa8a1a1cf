"""A chunk's history as people read it: one paragraph a commit, newest first, made for 80 columns."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from goldkeeper.model.changes import CommitNote
from goldkeeper.model.chunks import Chunk
from goldkeeper.model.traces import TraceKind, TraceLine
from goldkeeper.reporting.visible import visible
from goldkeeper.reporting.wording import likelihood

COLUMNS = 80
SURE = 0.9  # below, a step is marked as uncertain
_INDENT = "  "

_PARTS = {
    TraceKind.PARAMETERS: "parameters",
    TraceKind.RETURN_TYPE: "return type",
    TraceKind.TYPE_PARAMETERS: "type parameters",
    TraceKind.EXCEPTIONS: "exceptions",
    TraceKind.MODIFIERS: "modifiers",
    TraceKind.ANNOTATIONS: "annotations",
    TraceKind.SUPERTYPES: "supertypes",
}


def told(lines: Iterable[tuple[TraceLine, CommitNote]]) -> Iterator[str]:
    """Lines of text for one chunk's history; a commit is told when the next one begins."""
    here: list[TraceLine] = []
    note: CommitNote | None = None
    for line, its_note in lines:
        if note is not None and its_note.commit != note.commit:
            yield from _commit(here, note)
            here = []
        here.append(line)
        note = its_note
    if note is not None:
        yield from _commit(here, note)


def _commit(lines: Sequence[TraceLine], note: CommitNote) -> Iterator[str]:
    head = f"{note.commit[:10]}  {note.date.date().isoformat()}  "
    yield head + _cut(visible(note.subject), COLUMNS - len(head))
    for line in lines:
        for text in _change(line):
            yield _cut(_INDENT + text, COLUMNS)
    doubt = next((text for line in lines if (text := _doubt(line.evidence))), "")
    if doubt:
        yield _INDENT + doubt


def _change(line: TraceLine) -> list[str]:
    """What one kind of change is told as; a long `from` and `to` stand on lines of their own."""
    evidence = line.evidence
    match line.kind:
        case TraceKind.BODY:
            counts = f"body: +{evidence.get('added', 0)} -{evidence.get('removed', 0)} lines"
            edit = f", {evidence['edit']}" if "edit" in evidence else ""
            return _wrapped(counts + edit, str(evidence.get("note", "")))
        case TraceKind.DOCUMENTATION:
            return ["comments inside it"]
        case TraceKind.COMMENT:
            return [f"the {evidence.get('of', 'comment')} before it"]
        case TraceKind.RENAME:
            return _became("renamed", evidence.get("name"))
        case TraceKind.MOVED | TraceKind.CONTAINER:
            return _place(line)
        case TraceKind.INTRODUCED:
            return _introduced(line)
        case TraceKind.REACHED:
            return ["as far as was asked:", *_id(line.after)]
        case TraceKind.CUT_OFF:
            return [f"{visible(str(evidence.get('reason', 'history is cut off here')))}:", *_id(line.after)]
        case TraceKind.SPLIT | TraceKind.MERGE:
            word = "split off" if line.kind is TraceKind.SPLIT else "merged into it"
            return [f"{word}: {_cut(visible(str(evidence.get('with', ''))), COLUMNS - 20)}"]
        case _:
            name = _PARTS[line.kind]
            return _became(name, evidence.get(name.replace(" ", "_")))


def _place(line: TraceLine) -> list[str]:
    moved = line.kind is TraceKind.MOVED
    words = {
        "path": "moved to another file" if moved else "file renamed",
        "package": "package",
        "class": "moved to another class" if moved and "path" not in line.evidence else "class",
    }
    return [
        text for name, word in words.items() if name in line.evidence for text in _became(word, line.evidence[name])
    ]


def _introduced(line: TraceLine) -> list[str]:
    evidence = line.evidence
    told_as = "introduced" + (f" with {evidence['with']}" if "with" in evidence else "")
    texts = [told_as, *_id(line.after)]
    for word in ("extracted from", "copied from", "perhaps"):
        if word in evidence:
            texts += [f"{word} {_cut(visible(str(evidence[word])), COLUMNS - len(word) - 3)}"]
    return texts


def _id(chunk: Chunk) -> list[str]:
    return [_cut(visible(str(chunk.id)), COLUMNS - 2)]


def _became(what: str, change: object) -> list[str]:
    if not isinstance(change, Mapping):
        return [what]
    old, new = (visible(str(change.get(end, ""))) or "none" for end in ("from", "to"))
    short = f"{what}: {old} → {new}"
    if len(short) <= COLUMNS - len(_INDENT):
        return [short]
    return [f"{what}:", f"  - {_cut(old, COLUMNS - 6)}", f"  + {_cut(new, COLUMNS - 6)}"]


def _wrapped(text: str, more: str) -> list[str]:
    if not more:
        return [text]
    whole = f"{text}: {visible(more)}"
    return [whole] if len(whole) <= COLUMNS - 2 else [text + ":", f"  {_cut(visible(more), COLUMNS - 4)}"]


def _doubt(evidence: Mapping[str, object]) -> str:
    sure = evidence.get("sure")
    return f"(uncertain: {likelihood(sure)})" if isinstance(sure, float) and sure < SURE else ""


def _cut(text: str, columns: int) -> str:
    return text if len(text) <= columns else text[: columns - 1] + "…"
