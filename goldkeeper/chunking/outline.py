"""What only shows when the whole walk is done: clauses that are one function, and how far a heading reaches."""

from collections.abc import Iterable, Sequence
from typing import Final

from goldkeeper.chunking.found import Found

_SPACE: Final = 0x20  # bytes up to this one are white space


def join_neighbours(found: Iterable[Found], code_starts: Sequence[int]) -> list[Found]:
    """Joined definitions of one symbol that follow each other, made one.

    Args:
        found: in any order.
        code_starts: where top-level code stands, in bytes; it keeps neighbours apart.
    """
    joined: list[Found] = []
    open_at = -1  # where in `joined` the run stands that may still grow
    code = sorted(code_starts)
    next_code = 0
    for each in sorted(found, key=lambda one: (one.start_byte, -one.end_byte)):
        run = joined[open_at] if open_at >= 0 else None
        if run is not None and each.end_byte <= run.end_byte:
            joined.append(each)  # within the run, say a function in its body
            continue
        while next_code < len(code) and run is not None and code[next_code] < run.end_byte:
            next_code += 1
        apart = next_code < len(code) and code[next_code] < each.start_byte
        if run is not None and each.joined and not apart and each.symbol == run.symbol and each.kind == run.kind:
            joined[open_at] = run._replace(
                end_byte=each.end_byte, end_row=each.end_row, damaged=run.damaged or each.damaged
            )
            continue
        if each.joined:
            open_at = len(joined)
        elif run is not None:
            open_at = -1
        joined.append(each)
    return joined


def unfold_headings(found: Iterable[Found], data: bytes, separator: str) -> list[Found]:
    """Headings given the lines below them down to the next of the same or a higher level, and their path as symbol."""
    headings = sorted((each for each in found if each.level), key=lambda one: one.start_byte)
    others = [each for each in found if not each.level]
    above: list[Found] = []  # the headings that are still open, outermost first, already named by their path
    closed: list[Found] = []
    for heading in headings:
        while above and above[-1].level >= heading.level:
            closed.append(_closed(above.pop(), heading.start_byte, data))
        path = above[-1].symbol + separator + heading.symbol if above else heading.symbol
        above.append(heading._replace(symbol=path))
    closed.extend(_closed(heading, len(data), data) for heading in above)
    return others + closed


def _closed(heading: Found, before: int, data: bytes) -> Found:
    end = before
    while end > heading.end_byte and data[end - 1] <= _SPACE:
        end -= 1
    return heading._replace(end_byte=end, end_row=heading.end_row + data.count(b"\n", heading.end_byte, end))
