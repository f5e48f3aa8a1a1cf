"""A word diff in a terminal's colours."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from goldkeeper.reporting.word_diff import DiffLine, Gap, Mark, bracketed, unchanged


def rich_lines(diff: Iterable[DiffLine | Gap]) -> Iterator[Text]:
    """The diff in colour; the marks stay, so that it also reads without."""
    styles = {Mark.SAME: "", Mark.REMOVED: "red", Mark.ADDED: "green"}
    for line in diff:
        if isinstance(line, Gap):
            yield Text(f"  … {unchanged(line.lines)}", style="dim")
            continue
        shown = Text(f"{line.mark.value} ", style=styles.get(line.mark, "yellow"))
        for piece in line.pieces:
            if line.mark is Mark.CHANGED:
                shown.append(bracketed(piece), style=styles[piece.mark])
            else:
                shown.append(piece.text, style=styles[piece.mark])
        yield shown
