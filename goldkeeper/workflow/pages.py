"""All that one question shows, as a value: whatever draws it, a judge sees the same.

Both sides are there or it is said why not, and the key is there that an answer has to bring along. What other
judges said of a question that is still open is not in it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from goldkeeper.adjudication.verdicts import in_dispute
from goldkeeper.adjudication.worth import Gains, Stakes, Worth
from goldkeeper.model.anchors import Anchor
from goldkeeper.model.changes import CommitNote
from goldkeeper.model.chunks import Chunk, ChunkId, CommitId, Span
from goldkeeper.model.gold import GoldSet, Grade, Query, QueryId
from goldkeeper.model.proposals import Candidate, Passage, RemapProposal
from goldkeeper.model.reviews import OPEN_STATES, Decision, LogLine, ReviewItem
from goldkeeper.reporting.item_sections import Section, item_sections
from goldkeeper.reporting.item_texts import held_against
from goldkeeper.reporting.review_words import went
from goldkeeper.reporting.side_by_side import SideBySide, Text, one_side, side_by_side
from goldkeeper.reporting.waterfall import Waterfall, waterfall_of
from goldkeeper.reporting.word_diff import CONTEXT


class CodeView(Protocol):
    """How the code looks now, and looked when it was judged."""

    def chunk(self, chunk_id: ChunkId) -> Chunk | None:
        """The chunk that bears this very ID now."""

    def judged_text(self, proposal: RemapProposal) -> str | None:
        """What the gold chunk said when it was judged; None where nothing gives it back."""

    def url(self, commit: CommitId | None, path: str = "", span: Span | None = None) -> str | None:
        """A permanent link into the code host; None where there is none."""


@dataclass(frozen=True, slots=True)
class OtherGold:
    """Another gold chunk of a query; `item` is the open question about it."""

    chunk_id: ChunkId
    grade: Grade
    item: int | None = None


@dataclass(frozen=True, slots=True)
class AskedQuery:
    """A query that the gold chunk answers, and what else answers it, the best first."""

    query_id: QueryId
    text: str
    type: str
    grade: Grade
    others: tuple[OtherGold, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The judged text held against one chunk.

    Attributes:
        target: None where only the judged text is shown.
        candidate: its number among the candidates, from 1; None for any other chunk.
        digest: of the target's text as it is shown.
        view: both sides; None where neither can be had.
        problem: why a side is missing, as a sentence; empty where both are there.
    """

    target: ChunkId | None
    candidate: int | None
    digest: str
    view: SideBySide | None
    problem: str = ""
    url: str | None = None


@dataclass(frozen=True, slots=True)
class CommitLine:
    """A commit on the chunk's way, newest first, and what it did to the chunk where that is known."""

    note: CommitNote
    passage: Passage | None
    url: str | None


@dataclass(frozen=True, slots=True)
class CandidateLine:
    """A candidate with the number by which an answer names it; `proposed`: a yes goes there."""

    number: int
    candidate: Candidate
    proposed: bool


@dataclass(frozen=True, slots=True)
class Page:
    """One question with all that a judge needs.

    Attributes:
        key: an answer has to carry it: if the question is another by then, nothing is decided.
        went: what was seen and where it leads, `missing → moved`.
        comparisons: the judged text against each chunk that is proposed, or with a tie the first two.
        sections: everything but the texts as labelled lines, for faces made of text.
        waterfall: the first candidate's evidence as a sum, with the runner-up.
        log: oldest first: when, who, what, why.
        mine: what this judge said while others still have to; None before.
        said: how many judges have answered.
        disputed: they said different things.
        before: the item whose place it took.
    """

    item: ReviewItem
    key: str
    went: str
    worth: Worth
    queries: tuple[AskedQuery, ...]
    comparisons: tuple[Comparison, ...]
    candidates: tuple[CandidateLine, ...]
    commits: tuple[CommitLine, ...]
    waterfall: Waterfall | None
    sections: tuple[Section, ...]
    log: tuple[LogLine, ...]
    judged_url: str | None
    mine: Decision | None = None
    said: int = 0
    disputed: bool = False
    before: ReviewItem | None = None

    @property
    def is_open(self) -> bool:
        """Whether an answer is still wanted."""
        return self.item.state in OPEN_STATES

    @property
    def both_shown(self) -> bool:
        """Whether the judged text stands beside each chunk that a yes would name."""
        return all(not comparison.problem for comparison in self.comparisons)


@dataclass(frozen=True, slots=True)
class Around:
    """What a page takes from the queue and the gold set."""

    gold_set: GoldSet
    gains: Gains
    open_items: Mapping[ChunkId, int]
    opinions: Sequence[Decision]
    log: Sequence[LogLine]
    before: ReviewItem | None


def make_page(
    item: ReviewItem,
    around: Around,
    code: CodeView,
    *,
    judge: str,
    against: ChunkId | None = None,
    context: int | None = CONTEXT,
) -> Page:
    """A question's page.

    Args:
        item: the question.
        around: what stands beside it.
        code: where the texts are.
        judge: who looks.
        against: show the judged text beside this chunk alone.
        context: unchanged lines around a change; None shows all.
    """
    proposal = item.proposal
    stakes = Stakes(around.gains, around.open_items)
    texts = {key: around.gold_set.queries_by_id.get(key) for key in proposal.query_ids}
    asked = {key: query.text for key, query in texts.items() if query is not None}
    targets = held_against(proposal, None) if against is None else [against]
    counted = [one for one in around.opinions if one.counts]
    return Page(
        item=item,
        key=proposal.content_key,
        went=went(proposal),
        worth=stakes.worth(proposal),
        queries=tuple(_queries(proposal, around, texts)),
        comparisons=compare(proposal, targets, code, context=context),
        candidates=tuple(
            CandidateLine(number, one, one.chunk_id in proposal.proposed)
            for number, one in enumerate(proposal.match.candidates, 1)
        ),
        commits=tuple(_commits(proposal, code.url)),
        waterfall=waterfall_of(proposal),
        sections=item_sections(item, queries=asked, log=around.log, before=around.before),
        log=tuple(around.log),
        judged_url=_judged_url(proposal, code),
        mine=next((one for one in around.opinions if one.judge == judge), None),
        said=len(counted),
        disputed=in_dispute(counted),
        before=around.before,
    )


def compare(
    proposal: RemapProposal, targets: Sequence[ChunkId], code: CodeView, *, context: int | None = CONTEXT
) -> tuple[Comparison, ...]:
    """The judged text against each of these chunks; alone where there is none."""
    judged = code.judged_text(proposal)
    anchor = proposal.drift.anchor
    known = anchor if isinstance(anchor, Anchor) else None
    old = Text(judged, known.span.start, known.language) if judged is not None and known is not None else None
    if not targets:
        problem = "" if old is not None else f"the judged text of {proposal.chunk_id} can't be had"
        return (Comparison(None, None, "", one_side(old, is_old=True) if old else None, problem),)
    return tuple(_against(proposal, target, old, code, context) for target in targets)


def _against(
    proposal: RemapProposal, target: ChunkId, old: Text | None, code: CodeView, context: int | None
) -> Comparison:
    numbers = {one.chunk_id: number for number, one in enumerate(proposal.match.candidates, 1)}
    found = code.chunk(target)
    problem = "" if found is not None else f"{target} is not there any more; the code moved on since the scan"
    if found is None and proposal.drift.found is not None and proposal.drift.found.id == target:
        found = proposal.drift.found  # an edited chunk's new text came with the proposal
    new = Text(found.text, found.span.start, found.language) if found is not None else None
    if old is None:
        problem = f"the judged text of {proposal.chunk_id} can't be had"
    view = None
    if old is not None and new is not None:
        view = side_by_side(old, new, context=context)
    elif old is not None or new is not None:
        view = one_side(old, is_old=True) if old is not None else one_side(new or Text(""), is_old=False)
    url = code.url(proposal.head_commit, target.path, target.span)
    digest = found.digest if found is not None else ""
    return Comparison(target, numbers.get(target), digest, view, problem, url)


def _queries(proposal: RemapProposal, around: Around, texts: Mapping[QueryId, Query | None]) -> list[AskedQuery]:
    pairs = around.gold_set.pairs
    found = []
    for pair in {pair.query_id: pair for pair in proposal.pairs}.values():
        query = texts.get(pair.query_id)
        others = [
            OtherGold(other.chunk_id, other.grade, around.open_items.get(other.chunk_id))
            for other in pairs
            if other.query_id == pair.query_id and other.chunk_id != proposal.chunk_id
        ]
        others.sort(key=lambda one: (-one.grade, one.chunk_id))
        kind = query.type.value if query is not None and query.type is not None else ""
        found.append(AskedQuery(pair.query_id, query.text if query else "", kind, pair.grade, tuple(others)))
    return found


_UrlOf = Callable[[CommitId | None], str | None]


def _commits(proposal: RemapProposal, url: _UrlOf) -> list[CommitLine]:
    did = {passage.commit: passage for passage in proposal.match.lineage or ()}
    return [CommitLine(note, did.get(note.commit), url(note.commit)) for note in proposal.commits]


def _judged_url(proposal: RemapProposal, code: CodeView) -> str | None:
    anchor = proposal.drift.anchor
    return code.url(anchor.commit, anchor.path, anchor.span) if isinstance(anchor, Anchor) else None
