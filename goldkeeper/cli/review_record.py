"""Review items on stdout: what an answer came to, and tab-separated lines."""

from collections.abc import Sequence

from goldkeeper.cli.output import emit, emit_json, on_terminal, talk, visible
from goldkeeper.model.reviews import ReviewItem
from goldkeeper.reporting.item_record import finite, outcome_record
from goldkeeper.reporting.review_words import doubt, spoken
from goldkeeper.reporting.visible import tab_field
from goldkeeper.reporting.wording import verb
from goldkeeper.workflow.wishes import Outcome


def print_outcome(outcome: Outcome, *, put_off: Sequence[int], as_json: bool, undone: bool = False) -> None:
    """What an answer came to: the answered on stdout, the others with their reason on stderr."""
    if as_json:
        emit_json(
            {
                **outcome_record(outcome.answered, [(one.item, one.problem) for one in outcome.skipped]),
                "put_off": list(put_off),
            }
        )
        return
    for item in outcome.answered:
        emit(visible(spoken(item, undone=undone)) if on_terminal() else answer_line(item))
    for skipped in outcome.skipped:
        talk(visible(str(skipped.problem)))
    if put_off:
        were = verb(len(put_off), "is put off; name it by its number", "are put off; name them by number")
        talk(f"{len(put_off)} {were}: {','.join(map(str, put_off))}")
    if len(outcome.answered) + len(outcome.skipped) != 1:
        left_out = f", {len(outcome.skipped)} left out" if outcome.skipped else ""
        talk(f"{len(outcome.answered)} {'taken back' if undone else 'answered'}{left_out}")


def item_line(item: ReviewItem) -> str:
    """One item by tabs.

    Number, group, state, drift, change, action, gold chunk, proposed chunks, confidence, doubt, queries, answer,
    the chunks that it names, and staleness. Several chunks are joined by ` + `, queries by commas; doubt is
    `certain`, `ambiguous` or empty; answer is empty until there is one, staleness where the text is the same.
    """
    proposal = item.proposal
    confidence = finite(proposal.confidence)
    return _joined(
        str(item.number),
        item.group,
        item.state.value,
        proposal.drift.kind.value,
        proposal.match.change.value,
        proposal.action.value,
        str(proposal.chunk_id),
        " + ".join(str(chunk_id) for chunk_id in proposal.proposed),
        "" if confidence is None else f"{confidence:.4f}",
        doubt(proposal),
        ",".join(proposal.query_ids),
        *_answered(item),
        proposal.edit.staleness.value if proposal.edit is not None else "",
    )


def answer_line(item: ReviewItem) -> str:
    """Number, state, answer, gold chunk, targets; by tabs."""
    answer, targets = _answered(item)
    return _joined(str(item.number), item.state.value, answer, str(item.proposal.chunk_id), targets)


def _answered(item: ReviewItem) -> tuple[str, str]:
    if item.decision is None:
        return "", ""
    return item.decision.answer.value, " + ".join(str(target.chunk_id) for target in item.decision.targets)


def _joined(*fields: str) -> str:
    return "\t".join(tab_field(text) for text in fields)
