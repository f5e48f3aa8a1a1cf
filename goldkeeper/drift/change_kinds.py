"""What differs between two versions of one chunk, kind by kind. White space alone is never a change."""

from collections.abc import Mapping
from difflib import SequenceMatcher

from goldkeeper.drift.declarations import Declaration, declaration_of
from goldkeeper.drift.staleness import judge_edit
from goldkeeper.model.chunks import Chunk
from goldkeeper.model.traces import TraceEvidence, TraceKind, became

_PARTS = (
    (TraceKind.PARAMETERS, "parameters"),
    (TraceKind.RETURN_TYPE, "return_type"),
    (TraceKind.TYPE_PARAMETERS, "type_parameters"),
    (TraceKind.EXCEPTIONS, "exceptions"),
    (TraceKind.MODIFIERS, "modifiers"),
    (TraceKind.ANNOTATIONS, "annotations"),
    (TraceKind.SUPERTYPES, "supertypes"),
)
LONGEST_PART = 160  # characters of a part that are told
LONGEST_JUDGED = 5_000  # characters of both versions; telling how a longer one was edited costs more than the trace


def changed_parts(before: Chunk, after: Chunk) -> Mapping[TraceKind, TraceEvidence]:
    """The kinds of change inside a declaration, with what was there and what is.

    Args:
        before, after: two versions of one chunk.
    """
    if before.text == after.text:
        return {}
    old, new = declaration_of(before), declaration_of(after)
    found: dict[TraceKind, TraceEvidence] = {}
    for kind, part in _PARTS:
        was, now = getattr(old, part), getattr(new, part)
        if was != now:
            found[kind] = {part: became(_spelled(was), _spelled(now))}
    if old.body != new.body:
        found[TraceKind.BODY] = _body_evidence(before, after)
    if old.documentation != new.documentation:
        found[TraceKind.DOCUMENTATION] = _documentation_evidence(old, new)
    return found


def _spelled(tokens: tuple[str, ...]) -> str:
    """Tokens as one line of code, nearly as it was written."""
    text = ""
    for piece in tokens:
        words = text[-1:].isalnum() or text[-1:] in {"_", ",", ")", ">", "]", '"', "'"}
        if text and words and (piece[0].isalnum() or piece[0] in "_@{"):
            text += " "
        text += piece if piece.isprintable() else ""
    return text if len(text) <= LONGEST_PART else text[: LONGEST_PART - 1] + "…"


def _body_evidence(before: Chunk, after: Chunk) -> TraceEvidence:
    added, removed = _line_counts(before.text, after.text)
    counts: TraceEvidence = {"added": added, "removed": removed}
    if len(before.text) + len(after.text) > LONGEST_JUDGED:
        return counts
    edit = judge_edit(before.text, after.text, after.language, base_name=before.name, head_name=after.name)
    return {**counts, "edit": str(edit.staleness), "note": edit.note}


def _line_counts(before: str, after: str) -> tuple[int, int]:
    """Lines that only one of two texts has, white space around them aside."""
    old = [line.strip() for line in before.split("\n")]
    new = [line.strip() for line in after.split("\n")]
    same = sum(block.size for block in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks())
    return len(new) - same, len(old) - same


def _documentation_evidence(old: Declaration, new: Declaration) -> TraceEvidence:
    was, now = list(old.documentation), list(new.documentation)
    same = sum(block.size for block in SequenceMatcher(None, was, now, autojunk=False).get_matching_blocks())
    return {"added": len(now) - same, "removed": len(was) - same}
