"""New drift in few words: questions of the queue → what a chat is told of them."""

import re
from collections import defaultdict
from collections.abc import Sequence

from goldkeeper.model.proposals import Action
from goldkeeper.model.reviews import ReviewItem
from goldkeeper.model.telling import CauseLine, Digest, DriftNews
from goldkeeper.reporting.wording import count, enumeration, verb

MOST_CAUSES = 5  # a chat shows about ten lines before it folds
LONGEST_CAUSE = 110  # characters; the subject of a commit may be a paragraph
SLID = "shift:"  # what the keys of causes begin with whose chunks stayed in place, on other lines
_COUNTED = re.compile(r"^[\d,]+ chunks?: ")


def drift_news(new: Sequence[ReviewItem], *, waiting: int) -> DriftNews | None:
    """What there is to say of questions that nobody was told of; None when there are none.

    Args:
        new: open items.
        waiting: how many are open in all.
    """
    if not new:
        return None
    lines = sorted(_lines(new), key=lambda line: (-line.to_judge, -line.chunks, line.sentence))
    # What asks for reading is named; where nothing does, what happened.
    lines = [line for line in lines if line.to_judge] or lines
    # One left over takes as much room as its sentence would.
    listed = lines if len(lines) <= MOST_CAUSES + 1 else lines[:MOST_CAUSES]
    newest = max(new, key=lambda item: item.number).proposal.head_commit
    return DriftNews(
        chunks=len(new),
        queries=len({pair.query_id for item in new for pair in item.proposal.pairs}),
        gone=sum(item.proposal.action is Action.RETIRE for item in new),
        unchanged=sum(_moved_unchanged(item) for item in new),
        harmless=sum(item.proposal.grade_holds and not _moved_unchanged(item) for item in new),
        waiting=waiting,
        causes=tuple(listed),
        others=sum(line.told for line in lines[len(listed) :]),
        other_causes=len(lines) - len(listed),
        commit=str(newest)[:7] if newest is not None else "",
    )


def _lines(new: Sequence[ReviewItem]) -> list[CauseLine]:
    """A line a cause; those that only slid count as one, since they ask the same little of anybody."""
    by_cause: dict[str, list[ReviewItem]] = defaultdict(list)
    for item in new:
        by_cause["" if item.proposal.cause.key.startswith(SLID) else item.group].append(item)
    slid = by_cause.pop("", [])
    lines = [_line(items, _without_count(items[0].proposal.cause.sentence), group) for group, items in by_cause.items()]
    if not slid:
        return lines
    files = {item.proposal.chunk_id.path for item in slid}
    where = min(files) if len(files) == 1 else f"{len(files):,} files"
    group = slid[0].group if len({item.group for item in slid}) == 1 else ""
    return [*lines, _line(slid, f"lines shifted in {where}, text unchanged", group)]


def _line(items: Sequence[ReviewItem], sentence: str, group: str) -> CauseLine:
    easy = sum(_moved_unchanged(item) or item.proposal.grade_holds for item in items)
    return CauseLine(len(items), len(items) - easy, sentence, group)


def _without_count(sentence: str) -> str:
    """A cause counts all chunks of its scan; here only the new ones count.

    >>> _without_count("4 chunks: web/ moved to storefront/ in 1cd7838")
    'web/ moved to storefront/ in 1cd7838'
    """
    plain = _COUNTED.sub("", sentence)
    return plain if len(plain) <= LONGEST_CAUSE else f"{plain[: LONGEST_CAUSE - 1]}…"


def _moved_unchanged(item: ReviewItem) -> bool:
    match = item.proposal.match
    return match.certain and not match.ambiguous and item.proposal.action is Action.REMAP


def title_of(digest: Digest) -> str:
    """The one line that a phone shows: whose, and the gravest thing.

    A failing scan goes before drift: while it fails, nobody knows what else has drifted.
    """
    said = [news.text.rstrip(".") for news in digest.news]
    parts = said[:1] if said else []
    drift = digest.drift
    if drift is not None:
        look = f", {drift.to_judge:,} {verb(drift.to_judge, 'needs', 'need')} a look"
        parts.append(f"{count(drift.chunks, 'gold chunk')} drifted" + look * (0 < drift.to_judge < drift.chunks))
    more = len(said) - 1
    return f"{digest.project}: {'; '.join(parts)}" + (f" and {more} more" if more > 0 else "")


def drift_sentence(digest: Digest) -> str:
    """How much has drifted and whom it hits; empty when nothing has."""
    drift = digest.drift
    if drift is None:
        return ""
    at = f" at {drift.commit}" if drift.commit else ""
    hit = f"{count(drift.queries, 'query', 'queries')} {verb(drift.queries, 'is', 'are')} hit"
    return f"{count(drift.chunks, 'chunk')} of {digest.gold} drifted{at}; {hit}."


def work_sentence(drift: DriftNews) -> str:
    """How much has to be read, in front of the causes."""
    gone = f", {drift.gone:,} of them {verb(drift.gone, 'seems', 'seem')} gone" if drift.gone else ""
    if not drift.to_judge:
        return "Nothing needs reading:"
    if drift.chunks == 1:
        return "It seems gone:" if drift.gone else "It needs a look:"
    if drift.to_judge == drift.chunks:
        return f"All need a look{gone}:"
    return f"{drift.to_judge:,} {verb(drift.to_judge, 'needs', 'need')} a look{gone}:"


def rest_sentence(drift: DriftNews) -> str:
    """What passes at a glance, behind them; empty where nothing does."""
    easy = []
    if drift.unchanged:
        easy.append(f"{drift.unchanged:,} moved unchanged")
    if drift.harmless:
        easy.append(f"{drift.harmless:,} {verb(drift.harmless, 'says', 'say')} the same in other words")
    if not easy:
        return ""
    if not drift.to_judge:
        return f"{enumeration(easy)}."
    number = drift.unchanged + drift.harmless
    others = "The other one passes" if number == 1 else f"The other {number:,} pass"
    return f"{others} at a glance: {enumeration(easy)}."


def before_sentence(drift: DriftNews) -> str:
    """What waited before; empty when nothing did."""
    before = drift.waiting - drift.chunks
    return f"{count(before, 'older question')} {verb(before, 'waits', 'wait')} as well." if before > 0 else ""
