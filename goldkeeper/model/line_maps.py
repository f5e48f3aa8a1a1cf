"""Lines of one text found again, unchanged and in their order, in another: where a span lies after an edit.

No grammar is asked, so it serves what is cut by lines alone: windows, paragraphs, whatever another chunker made.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from rapidfuzz.distance import LCSseq

from goldkeeper.model.chunks import Span

MIN_LINE = 3  # characters without white space; blank lines and lone brackets are unchanged everywhere


@dataclass(frozen=True, slots=True)
class Carried:
    """Where a span lies in the other text.

    Attributes:
        held: share of its telling lines that stand there unchanged, above 0, up to 1.
    """

    span: Span
    held: float


class LineMap:
    r"""The unchanged lines of two texts, `\n` between the lines of each.

    >>> edited = LineMap("a = 1\nb = 2\nc = 3", "import x\na = 1\nb = 2\nc = 4")
    >>> edited.carried(Span(1, 3))
    Carried(span=Span(start=2, end=4), held=0.6666666666666666)
    """

    def __init__(self, base: str, head: str) -> None:
        self._base, ours, theirs = base.split("\n"), base.split("\n"), head.split("\n")
        self._lines = len(theirs) - (len(theirs) > 1 and not theirs[-1])
        before, most = 0, min(len(ours), len(theirs))
        while before < most and ours[before] == theirs[before]:
            before += 1
        after = 0
        while after < most - before and ours[-1 - after] == theirs[-1 - after]:
            after += 1
        pairs = [(at, at) for at in range(1, before + 1)]
        middle = ours[before : len(ours) - after], theirs[before : len(theirs) - after]
        for step in LCSseq.opcodes(*middle):
            if step.tag == "equal":
                begin = before + 1 + step.src_start, before + 1 + step.dest_start
                pairs += [(begin[0] + n, begin[1] + n) for n in range(step.src_end - step.src_start)]
        pairs += [(len(ours) - n, len(theirs) - n) for n in range(after - 1, -1, -1)]
        self._from = [base_line for base_line, _ in pairs]
        self._to = [head_line for _, head_line in pairs]

    def carried(self, span: Span) -> Carried | None:
        """Where a span of base lies in head; None where none of its telling lines is there any more.

        A span of blank lines and brackets alone is told by these.
        """
        telling = [at for at in range(span.start, span.end + 1) if _tells(self._base[at - 1 : at])]
        wanted = telling or list(range(span.start, span.end + 1))
        kept = [at for at in wanted if self._place(at) is not None]
        if not kept:
            return None
        first, last = kept[0], kept[-1]
        return Carried(Span(self._begin(first, span.start), self._end(last, span.end)), len(kept) / len(wanted))

    def _begin(self, kept: int, start: int) -> int:
        """The line of head in which a span begins whose first kept line is this."""
        at = bisect_left(self._from, kept)
        before = bisect_left(self._from, start) - 1
        earliest = self._to[before] + 1 if before >= 0 else 1
        return max(earliest, self._to[at] - (kept - start))

    def _end(self, kept: int, end: int) -> int:
        at = bisect_left(self._from, kept)
        after = bisect_right(self._from, end)
        latest = self._to[after] - 1 if after < len(self._to) else max(self._lines, self._to[at])
        return min(latest, self._to[at] + (end - kept))

    def _place(self, line: int) -> int | None:
        at = bisect_left(self._from, line)
        return self._to[at] if at < len(self._from) and self._from[at] == line else None


def _tells(line: list[str]) -> bool:
    text = line[0].strip() if line else ""
    return len(text) >= MIN_LINE and any(letter.isalnum() for letter in text)
