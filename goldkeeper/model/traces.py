"""A chunk's history as it is told: what each commit changed in it, newest first."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from goldkeeper.model.chunks import Chunk, CommitId


class TraceKind(StrEnum):
    """What a commit changed in a chunk, or why its history ends."""

    BODY = "body change"
    DOCUMENTATION = "documentation change"  # comments and doc strings inside the declaration
    COMMENT = "comment change"  # the comment right before the declaration
    PARAMETERS = "parameter change"  # names, types, defaults, and what is written at a parameter
    RETURN_TYPE = "return type change"
    TYPE_PARAMETERS = "type parameter change"
    EXCEPTIONS = "exception change"
    MODIFIERS = "modifier change"
    ANNOTATIONS = "annotation change"  # also decorators and attributes
    SUPERTYPES = "supertype change"
    RENAME = "rename"
    MOVED = "moved"  # to another class, or to a file that is not the old one renamed
    CONTAINER = "container change"  # its file, package or class is called otherwise or lies elsewhere
    SPLIT = "split"  # several chunks were one
    MERGE = "merge"  # one chunk was several
    INTRODUCED = "introduced"
    REACHED = "reached"  # the commit that the trace was to end at
    CUT_OFF = "cut off"  # there may be more: the clone lacks it, or it can't be read


# What speaks for a kind of change: names to texts, numbers or, where something became something else, {"from", "to"}.
TraceEvidence = Mapping[str, object]


def became(before: str, after: str) -> Mapping[str, str]:
    """A piece of evidence: what it was and what it is."""
    return {"from": before, "to": after}


@dataclass(frozen=True, slots=True)
class TraceLine:
    """One kind of change by one commit.

    Attributes:
        commit: that made it; where the history only ends, the last one looked at.
        after: the chunk behind the commit.
        before: the chunk in front of it; None where it was not there, or is not known.
    """

    commit: CommitId
    kind: TraceKind
    after: Chunk
    before: Chunk | None = None
    evidence: TraceEvidence = field(default_factory=dict)
