"""One review item on a terminal or a pipe: the facts, the texts, and what the estimate is made of."""

from collections.abc import Iterable, Sequence

from goldkeeper.cli import output
from goldkeeper.cli.output import emit
from goldkeeper.model.reviews import OPEN_STATES, ItemState, ReviewItem
from goldkeeper.reporting.folding import folded
from goldkeeper.reporting.item_sections import BELOW_THE_TEXTS, Section
from goldkeeper.reporting.word_diff import DiffLine, Gap, plain_lines

MARGIN = 10  # columns for the labels


def print_item(
    sections: Sequence[Section], diffs: Iterable[tuple[str, Sequence[DiffLine | Gap]]], *, rich: bool
) -> None:
    """One item: the facts, then the texts, then what the estimate is made of."""
    _print_sections([section for section in sections if section.label not in BELOW_THE_TEXTS], rich=rich)
    for title, diff in diffs:
        if not rich:
            for line in ("", title, *plain_lines(diff)):
                emit(line)
            continue
        from rich.text import Text

        from goldkeeper.cli.diffs import rich_lines

        screen = output.console()
        screen.print()
        for line in folded(title, screen.width):
            screen.print(Text(line, style="bold"), soft_wrap=True)
        for shown in rich_lines(diff):
            screen.print(shown, overflow="fold", soft_wrap=False)
    below = [section for section in sections if section.label in BELOW_THE_TEXTS]
    if below:
        emit("") if not rich else output.console().print()
    _print_sections(below, rich=rich)


def _print_sections(sections: Iterable[Section], *, rich: bool) -> None:
    if not rich:
        for section in sections:
            for label, line in zip([section.label, *[""] * len(section.lines)], section.lines, strict=False):
                emit(f"{label:<{MARGIN}}{line}".rstrip())
        return
    from rich.text import Text

    screen = output.console()
    for section in sections:
        lines = [part for line in section.lines for part in _indented(line, screen.width - MARGIN)]
        for label, line in zip([section.label, *[""] * len(lines)], lines, strict=False):
            screen.print(Text.assemble((f"{label:<{MARGIN}}", "bold"), line), soft_wrap=True)


def _indented(line: str, width: int) -> list[str]:
    """A line folded under its own beginning."""
    text = line.lstrip(" ")
    indent = line[: len(line) - len(text)]
    return [indent + part for part in folded(text, max(2, width - len(indent)))]


def shown_foot(items: Sequence[ReviewItem]) -> str:
    """What may be done with what was shown."""
    names = " ".join(str(item.number) for item in items if item.state in OPEN_STATES)
    if not names:
        undo = " ".join(str(item.number) for item in items if item.state is ItemState.DECIDED)
        return f"Next: goldkeeper review undo {undo} takes it back" if undo else "Next: goldkeeper review list"
    return f"Next: goldkeeper review accept {names}, or amend, reject, retire, defer"
