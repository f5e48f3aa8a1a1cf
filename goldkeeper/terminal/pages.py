"""A question as lines of a screen: what it is about, both texts, and below them why it is asked."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from goldkeeper.model.reviews import Answer
from goldkeeper.reporting.columns import fitted
from goldkeeper.reporting.folding import folded
from goldkeeper.reporting.item_sections import Section
from goldkeeper.reporting.review_words import fates, only_for
from goldkeeper.reporting.visible import visible_lines as visible
from goldkeeper.reporting.wording import likelihood
from goldkeeper.terminal.code_lines import Canvas, code_lines
from goldkeeper.terminal.palette import BAD, DOUBT, GOOD, LABEL, QUIET
from goldkeeper.workflow.pages import AskedQuery, Comparison, Page

MARGIN = 10  # columns for labels
MOST_OTHERS = 3  # other gold of a query; the rest is counted
_ABOVE = ("gold", "proposed", "grade", "nearest")
_BELOW = ("sure", "evidence", "others", "commits", "item", "history")


def page_lines(page: Page, canvas: Canvas) -> list[Text]:
    """Everything, from top to bottom."""
    sections = {section.label: section for section in page.sections}
    lines = [*_standing(page, canvas)]
    for query in page.queries:
        lines += _query(query, canvas, tells_only=query.query_id not in page.worth.only or len(page.queries) > 1)
    for label in _ABOVE:
        lines += _labelled(sections.get(label), canvas, but=page.went)  # it stands on top
    for comparison in page.comparisons:
        lines += comparison_lines(comparison, canvas)
    lines.append(Text())
    for label in _BELOW:
        lines += _labelled(sections.get(label), canvas)
    for label, url in [("judged at", page.judged_url), *(("now at", one.url) for one in page.comparisons)]:
        if url:
            lines += _beside(label, [url], canvas)
    return lines


def comparison_lines(comparison: Comparison, canvas: Canvas) -> Iterator[Text]:
    """The judged text against one chunk."""
    number = f"{comparison.candidate}  " if comparison.candidate is not None else ""
    view = comparison.view
    title = "judged" if comparison.target is None else f"{number}judged → {comparison.target}"
    if view is not None and view.identical:
        title = f"{number}{comparison.target} says what was judged, word for word"
    yield Text()
    for line in folded(visible(title), canvas.width):
        yield Text(line, style=LABEL)
    if comparison.problem:
        for line in folded(visible(comparison.problem), canvas.width - 2):
            yield Text(f"! {line}", style=BAD)
    if view is not None:
        yield from code_lines(view, canvas)


def _standing(page: Page, canvas: Canvas) -> Iterator[Text]:
    """What it is, and what became of it."""
    match = page.item.proposal.match
    doubt = "ambiguous" if match.ambiguous else "certain" if match.certain else ""
    facts = [page.went, f"sure {likelihood(page.item.proposal.confidence)}", doubt, page.worth.reason]
    for line in folded(visible(", ".join(filter(None, facts))), canvas.width):
        yield Text(line, style=DOUBT if match.ambiguous else LABEL)
    decision = page.item.decision
    if page.mine is not None and decision is None:
        yield from _note(f"you said {page.mine.answer.value}; others have to answer yet", canvas)
    if page.disputed:
        yield from _note("judges differ; another answer settles it", canvas)
    if page.item.state.value == "superseded":
        yield from _note("superseded: a newer question took its place, or none is asked any more", canvas, BAD)
    if decision is not None and decision.answer is not Answer.DEFER:
        fate = " + ".join(fates(page.item, decision))
        reason = f": {decision.reason}" if decision.reason else ""
        yield from _note(
            f"{decision.answer.value}{only_for(decision)} by {decision.judge}{reason} → {fate}", canvas, GOOD
        )


def _note(text: str, canvas: Canvas, style: str = DOUBT) -> Iterator[Text]:
    for line in folded(visible(text), canvas.width - 2):
        yield Text(f"* {line}", style=style)


def _query(query: AskedQuery, canvas: Canvas, *, tells_only: bool) -> Iterator[Text]:
    asked = f"{query.query_id}, grade {query.grade}{f', {query.type}' if query.type else ''}"
    others = [
        f"also {other.chunk_id}, grade {other.grade}{f', asked as {other.item}' if other.item is not None else ''}"
        for other in query.others[:MOST_OTHERS]
    ]
    if len(query.others) > MOST_OTHERS:
        others.append(f"and {len(query.others) - MOST_OTHERS} more")
    if not query.others:
        others = ["its only gold"] if tells_only else []
    yield from _beside("query", [f"{asked}: {' '.join(query.text.split())}"], canvas)
    yield from _beside("", others, canvas, style=QUIET)


def _labelled(section: Section | None, canvas: Canvas, *, but: str = "") -> Iterator[Text]:
    if section is not None:
        yield from _beside(section.label, [line for line in section.lines if line != but], canvas)


def _beside(label: str, lines: Iterable[str], canvas: Canvas, style: str = "") -> Iterator[Text]:
    """Lines beside their label, each folded under its own beginning."""
    for text in lines:
        shown = visible(text)
        body = shown.lstrip(" ")
        indent = " " * (len(shown) - len(body))
        for part in folded(body, max(8, canvas.width - MARGIN - len(indent))):
            line = Text(end="")
            line.append(fitted(label, MARGIN), style=LABEL)
            line.append(indent + part, style=style)
            yield line
            label = ""
