"""Proposals and decisions ⇄ the JSON that the database keeps.

A queue outlives releases, so every payload carries the version of its form. Reading is lenient in
one direction: keys it doesn't know are passed over, keys that an older release didn't write take
their default. Chunk IDs are kept as their four parts, because reading `path:start-end:symbol` back
from text is a guess where paths hold colons. JSON is written in ASCII, so that paths with bytes
that are no UTF-8 (lone surrogates here) pass through any database.
"""

import json
from datetime import datetime
from typing import Any, TypeVar

from goldkeeper.model.anchors import Anchor, AnchorOrigin, NeverResolved
from goldkeeper.model.changes import ChangeKind, CommitNote
from goldkeeper.model.chunks import BlobId, Chunk, ChunkId, ChunkKind, CommitId, Span
from goldkeeper.model.drifts import Drift, DriftKind
from goldkeeper.model.errors import DatabaseUnusable
from goldkeeper.model.gold import GoldPair, Grade, QueryId
from goldkeeper.model.proposals import Action, Candidate, Cause, EvidencePart, Match, Passage, RemapProposal
from goldkeeper.model.reviews import Answer, Decision, Target
from goldkeeper.model.staleness import Edit, Staleness

VERSION = 2
_PLAIN = 1  # the form of all that an older release reads as well

Json = dict[str, Any]
_Named = TypeVar("_Named", CommitId, BlobId)


def encode_proposal(proposal: RemapProposal) -> str:
    """A proposal as one line of JSON; equal proposals give equal text."""
    drift, match = proposal.drift, proposal.match
    return _dumped(
        {
            "drift": {
                "chunk": _from_id(drift.chunk_id),
                "kind": drift.kind.value,
                "resolves": drift.resolves,
                "anchor": _from_anchor(drift.anchor),
                "found": _from_chunk(drift.found) if drift.found is not None else None,
                "note": drift.note,
            },
            "match": {
                "chunk": _from_id(match.chunk_id),
                "change": match.change.value,
                "candidates": [_from_candidate(candidate) for candidate in match.candidates],
                "gone": match.gone,
                "ambiguous": match.ambiguous,
                "certain": match.certain,
                "lineage": [_from_passage(one) for one in match.lineage] if match.lineage is not None else None,
            },
            "action": proposal.action.value,
            "pairs": [[p.query_id, _from_id(p.chunk_id), p.grade, p.line, p.written] for p in proposal.pairs],
            "head": proposal.head_commit,
            "cause": [proposal.cause.key, proposal.cause.sentence],
            "commits": [_from_note(note) for note in proposal.commits],
            "turned_by": _from_note(proposal.turned_by) if proposal.turned_by is not None else None,
            "edit": [proposal.edit.staleness.value, proposal.edit.note] if proposal.edit is not None else None,
        }
    )


def decode_proposal(text: str) -> RemapProposal:
    """The proposal that `encode_proposal` wrote.

    Raises:
        DatabaseUnusable: a newer goldkeeper wrote it.
    """
    data = _loaded(text)
    drift, match = data["drift"], data["match"]
    return RemapProposal(
        drift=Drift(
            chunk_id=_to_id(drift["chunk"]),
            kind=DriftKind(drift["kind"]),
            resolves=drift["resolves"],
            anchor=_to_anchor(drift["anchor"]),
            found=_to_chunk(drift["found"]) if drift["found"] is not None else None,
            note=drift["note"],
        ),
        match=Match(
            chunk_id=_to_id(match["chunk"]),
            change=ChangeKind(match["change"]),
            candidates=tuple(_to_candidate(candidate) for candidate in match["candidates"]),
            gone=match["gone"],
            ambiguous=match["ambiguous"],
            certain=match["certain"],
            lineage=tuple(map(_to_passage, match["lineage"])) if match.get("lineage") is not None else None,
        ),
        action=Action(data["action"]),
        pairs=tuple(
            GoldPair(QueryId(query), _to_id(chunk), Grade(grade), line, written)
            for query, chunk, grade, line, written in data["pairs"]
        ),
        head_commit=_named(data["head"], CommitId),
        cause=Cause(*data["cause"]),
        commits=tuple(map(_to_note, data["commits"])),
        turned_by=_to_note(data["turned_by"]) if data.get("turned_by") is not None else None,
        edit=_to_edit(data["edit"]) if data.get("edit") is not None else None,
    )


def _to_edit(data: list[str]) -> Edit:
    staleness, note = data
    return Edit(Staleness(staleness), note)


def _from_passage(passage: Passage) -> list[Any]:
    where = _from_id(passage.chunk_id) if passage.chunk_id is not None else None
    return [passage.commit, passage.change, where, passage.confidence]


def _to_passage(data: list[Any]) -> Passage:
    commit, change, where, confidence = data
    return Passage(_named(commit, CommitId), change, _to_id(where) if where is not None else None, confidence)


def _from_note(note: CommitNote) -> list[str]:
    return [note.commit, note.author, note.date.isoformat(), note.subject]


def _to_note(data: list[str]) -> CommitNote:
    commit, author, date, subject = data
    return CommitNote(CommitId(commit), author, datetime.fromisoformat(date), subject)


def encode_decision(decision: Decision) -> str:
    """A decision as one line of JSON."""
    return _dumped(
        {
            "item": decision.item,
            "answer": decision.answer.value,
            "targets": [_from_target(target) for target in decision.targets],
            "judge": decision.judge,
            "at": decision.at.isoformat(),
            "reason": decision.reason,
            "queries": list(decision.queries) if decision.queries is not None else None,
        },
        # A release that knows no successors for some queries would give them to all.
        version=VERSION if decision.parted else _PLAIN,
    )


def _from_target(target: Target) -> list[Any]:
    whole = [_from_id(target.chunk_id), target.digest, target.grade]
    return whole if target.queries is None else [*whole, list(target.queries)]


def _to_target(data: list[Any]) -> Target:
    chunk, digest, grade, *queries = data
    named = tuple(map(QueryId, queries[0])) if queries else None
    return Target(_to_id(chunk), digest, Grade(grade) if grade is not None else None, named)


def decode_decision(text: str) -> Decision:
    """The decision that `encode_decision` wrote.

    Raises:
        DatabaseUnusable: a newer goldkeeper wrote it.
    """
    data = _loaded(text)
    queries = data.get("queries")
    return Decision(
        item=data["item"],
        answer=Answer(data["answer"]),
        targets=tuple(map(_to_target, data["targets"])),
        judge=data["judge"],
        at=datetime.fromisoformat(data["at"]),
        reason=data["reason"],
        queries=tuple(QueryId(query) for query in queries) if queries is not None else None,
    )


def _dumped(data: Json, version: int = _PLAIN) -> str:
    return json.dumps({"version": version, **data}, separators=(",", ":"))


def _loaded(text: str) -> Json:
    data: Json = json.loads(text)
    if data["version"] > VERSION:
        problem = f"an entry of form {data['version']} was written by a newer goldkeeper"
        raise DatabaseUnusable("review queue", problem, "upgrade goldkeeper here")
    return data


def _named(text: str | None, kind: type[_Named]) -> _Named | None:
    return kind(text) if text is not None else None


def _from_id(chunk_id: ChunkId) -> list[str | int]:
    return [chunk_id.path, chunk_id.span.start, chunk_id.span.end, chunk_id.symbol]


def _to_id(parts: list[Any]) -> ChunkId:
    path, start, end, symbol = parts
    return ChunkId(path, Span(start, end), symbol)


def _from_candidate(candidate: Candidate) -> Json:
    return {
        "chunk": _from_id(candidate.chunk_id),
        "digest": candidate.digest,
        "weight": candidate.weight,
        "confidence": candidate.confidence,
        "margin": candidate.margin,
        "evidence": [[part.name, part.value, part.weight, part.note] for part in candidate.evidence],
        "share": candidate.share,
        "twin": candidate.twin,
    }


def _to_candidate(data: Json) -> Candidate:
    return Candidate(
        chunk_id=_to_id(data["chunk"]),
        digest=data["digest"],
        weight=data["weight"],
        confidence=data["confidence"],
        margin=data["margin"],
        evidence=tuple(EvidencePart(*part) for part in data["evidence"]),
        share=data["share"],
        twin=data["twin"],
    )


def _from_chunk(chunk: Chunk) -> Json:
    return {
        "id": _from_id(chunk.id),
        "kind": chunk.kind.value,
        "language": chunk.language,
        "digest": chunk.digest,
        "text": chunk.text,
    }


def _to_chunk(data: Json) -> Chunk:
    named = _to_id(data["id"])
    return Chunk(
        named.path, named.span, named.symbol, ChunkKind(data["kind"]), data["language"], data["digest"], data["text"]
    )


def _from_anchor(anchor: Anchor | NeverResolved) -> Json:
    if isinstance(anchor, NeverResolved):
        return {"chunk": _from_id(anchor.chunk_id), "searched_to": anchor.searched_to, "reason": anchor.reason}
    return {
        "chunk": _from_id(anchor.chunk_id),
        "commit": anchor.commit,
        "blob": anchor.blob,
        "taken_for": _from_id(ChunkId(anchor.path, anchor.span, anchor.symbol)),
        "kind": anchor.kind.value,
        "language": anchor.language,
        "digest": anchor.digest,
        "token_digest": anchor.token_digest,
        "origin": anchor.origin.value,
        "text": anchor.text,
    }


def _to_anchor(data: Json) -> Anchor | NeverResolved:
    if "reason" in data:
        return NeverResolved(_to_id(data["chunk"]), _named(data["searched_to"], CommitId), data["reason"])
    taken_for = _to_id(data["taken_for"])
    return Anchor(
        chunk_id=_to_id(data["chunk"]),
        commit=_named(data["commit"], CommitId),
        blob=_named(data["blob"], BlobId),
        path=taken_for.path,
        span=taken_for.span,
        symbol=taken_for.symbol,
        kind=ChunkKind(data["kind"]),
        language=data["language"],
        digest=data["digest"],
        token_digest=data["token_digest"],
        origin=AnchorOrigin(data["origin"]),
        text=data["text"],
    )
