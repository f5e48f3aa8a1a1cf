"""The demo's own two deeds: gold made from a release's functions, and a scan held against a story's true end."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from goldkeeper.model.chunks import BlobId, Chunk, ChunkKind, SkipReason
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.gold import QueryType
from goldkeeper.model.proposals import Action, RemapProposal
from goldkeeper.model.scans import ScanReport
from goldkeeper.model.stories import Fate
from goldkeeper.ports import Chunker

MIN_LINES = 3  # below this a function is a name and little else, and nothing to search for

# Ten queries in the mix that people's gold sets should have, 3 : 5 : 2, spread so that any prefix is near it.
_IDENTIFIER, _INTENT, _MIXED = QueryType.IDENTIFIER, QueryType.INTENT, QueryType.MIXED
_MIX = (_INTENT, _IDENTIFIER, _INTENT, _MIXED, _INTENT, _IDENTIFIER, _INTENT, _MIXED, _INTENT, _IDENTIFIER)

_GONE = "gone"

_DOCSTRING = re.compile(r'^\s*[rRuU]?("""|\'\'\'|"|\')(?P<line>.*?)(?:\1|\\?$)', re.MULTILINE)
_SIGNATURE_END = re.compile(r":[ \t]*(?:#[^\n]*)?\n")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


def sample_gold(chunks: Iterable[Chunk], *, size: int, rng: Random) -> bytes:
    """A gold file over randomly drawn functions, one query each, with queries made from the code itself.

    Identifier queries are the symbol, intent queries the first line of the documentation (the words of
    the name where there is none), mixed ones both. Good enough to see drift; no judgement of retrieval.

    Args:
        chunks: of the state that the gold is to be judged at.
        size: how many functions at most.
        rng: seeded by the caller.

    Returns:
        JSON lines, ordered by chunk ID: the same seed gives the same bytes.
    """
    functions = sorted(
        (chunk for chunk in chunks if chunk.kind is ChunkKind.FUNCTION and chunk.span.lines >= MIN_LINES),
        key=lambda chunk: chunk.id,
    )
    drawn = sorted(rng.sample(functions, min(size, len(functions))), key=lambda chunk: chunk.id)
    lines = []
    for place, chunk in enumerate(drawn):
        kind = _MIX[place % len(_MIX)]
        row = {"qid": f"q{place + 1:03d}", "query": _query(chunk, kind), "type": kind.value, "gold": {str(chunk.id): 3}}
        lines.append(json.dumps(row, ensure_ascii=False))
    return ("\n".join(lines) + "\n").encode() if lines else b""


def chunks_of(files: Mapping[str, bytes], chunker: Chunker) -> tuple[Chunk, ...]:
    """The chunks of files that lie in memory, by path; files that can't be chunked are left out."""
    found: list[Chunk] = []
    for path in sorted(files):
        cut = chunker.chunk_file(path, BlobId(""), files[path])
        if not isinstance(cut, SkipReason):
            found.extend(cut.chunks)
    return tuple(found)


def first_doc_line(chunk: Chunk) -> str:
    """The first line of a Python function's docstring, without quotes and full stop; empty where there is none."""
    body = _SIGNATURE_END.search(chunk.text)
    found = _DOCSTRING.match(chunk.text, body.end()) if chunk.language == "python" and body else None
    if found is None:
        return ""
    line = found["line"].strip()
    if not line:  # opened on a line of its own
        line = chunk.text[found.end() :].strip().partition("\n")[0].strip()
    return line.rstrip(".")


def _query(chunk: Chunk, kind: QueryType) -> str:
    words = " ".join(word.lower() for word in _WORDS.findall(chunk.name)) or chunk.name
    told = first_doc_line(chunk)
    match kind:
        case QueryType.IDENTIFIER:
            return chunk.symbol
        case QueryType.INTENT:
            return told or words
        case QueryType.MIXED:
            return f"{chunk.name} {' '.join(told.split()[:6]) or words}"


class Told(StrEnum):
    """How what a scan proposes stands to the truth."""

    RIGHT = "right"
    OPEN = "left open"  # called ambiguous, with the truth among what is offered
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class ToldChunk:
    """One gold chunk of a story as the scan tells it.

    Attributes:
        said: IDs that the scan offers first, or `gone`; the ID itself where nothing is asked.
    """

    chunk_id: str
    fate: Fate
    told: Told
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoryVerdict:
    """How a scan did against a story whose end is known; one entry a gold chunk, by ID."""

    chunks: tuple[ToldChunk, ...]

    def count(self, told: Told) -> int:
        """How many chunks are told so."""
        return sum(chunk.told is told for chunk in self.chunks)

    @property
    def surprises(self) -> tuple[ToldChunk, ...]:
        """The chunks that are not told rightly."""
        return tuple(chunk for chunk in self.chunks if chunk.told is not Told.RIGHT)


def judge_story(report: ScanReport, fates: Mapping[str, Fate]) -> StoryVerdict:
    """Hold what a scan proposes against what truly happened."""
    kinds = {str(drift.chunk_id): drift.kind for drift in report.drifts}
    proposals = {str(proposal.chunk_id): proposal for proposal in report.proposals}
    chunks = []
    for chunk_id, fate in sorted(fates.items()):
        proposal = proposals.get(chunk_id)
        said = _said(chunk_id, kinds.get(chunk_id), proposal)
        chunks.append(ToldChunk(chunk_id, fate, _told(said, fate, proposal), said))
    return StoryVerdict(tuple(chunks))


def _told(said: tuple[str, ...], fate: Fate, proposal: RemapProposal | None) -> Told:
    truth = set(fate.successors or (_GONE,))
    if proposal is not None and proposal.match.ambiguous:
        offered = {_GONE, *(str(candidate.chunk_id) for candidate in proposal.match.candidates)}
        return Told.OPEN if truth <= offered else Told.WRONG
    return Told.RIGHT if set(said) == truth else Told.WRONG


def _said(chunk_id: str, kind: DriftKind | None, proposal: RemapProposal | None) -> tuple[str, ...]:
    if proposal is None:
        return (chunk_id,) if kind is DriftKind.INTACT else (str(kind or "not in the gold file"),)
    candidates = proposal.match.candidates
    if proposal.action is Action.RETIRE:
        return (_GONE,)
    if proposal.action is Action.SPLIT:
        return tuple(str(candidate.chunk_id) for candidate in candidates if candidate.share is not None)
    return tuple(str(candidate.chunk_id) for candidate in candidates[:1])
