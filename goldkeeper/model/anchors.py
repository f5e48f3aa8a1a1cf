"""Anchors: what each gold chunk was when it was judged."""

from dataclasses import dataclass
from enum import StrEnum

from goldkeeper.model.chunks import BlobId, ChunkId, ChunkKind, CommitId, Span


class AnchorOrigin(StrEnum):
    """How we know what the chunk was."""

    JUDGED = "judged"  # written by goldkeeper when a person decided, or on a fresh set
    INTRODUCED = "introduced"  # at the commit that brought the ID into the gold file
    RESOLVED = "resolved"  # at the newest commit at which the ID resolves


@dataclass(frozen=True, slots=True)
class Anchor:
    """What a gold chunk was when it was judged.

    Attributes:
        chunk_id: the ID in the gold file.
        commit: the state it was read from; None when read outside git.
        path, span, symbol: the chunk it was taken for; differs from the ID only where the ID was
            spelled by another chunker.
        digest: of the chunk's text.
        token_digest: of its token stream without comments and layout.
        text: kept where git cannot give it back (no git, or a work tree), else None.
    """

    chunk_id: ChunkId
    commit: CommitId | None
    blob: BlobId | None
    path: str
    span: Span
    symbol: str
    kind: ChunkKind
    language: str
    digest: str
    token_digest: str
    origin: AnchorOrigin
    text: str | None = None


@dataclass(frozen=True, slots=True)
class NeverResolved:
    """A gold ID that named nothing in any state that could be looked at.

    Attributes:
        searched_to: the newest commit of the search; only newer ones need be looked at again.
        reason: in words for people, `no file of that path in the history`.
    """

    chunk_id: ChunkId
    searched_to: CommitId | None
    reason: str
