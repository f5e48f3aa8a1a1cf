"""Where in a file's head a chunk should lie, told by the unchanged lines around it."""

from rapidfuzz.distance import LCSseq

from goldkeeper.model.chunks import Span

MIN_LINE = 3  # characters without white space; blank lines and lone brackets are unchanged everywhere


def place_in(base_source: str, span: Span, head_source: str) -> Span:
    r"""The lines of head between which a chunk of base should lie.

    From the nearest unchanged line before it to the nearest after it, both included, as what touches them
    touches the place; the file's first or last line where there is none.

    >>> place_in("one = 1\ntwo = 2\nthree = 3\n", Span(2, 2), "zero = 0\none = 1\nthree = 3\n")
    Span(start=2, end=3)
    """
    base = [(at, line) for at, line in _telling_lines(base_source) if not span.start <= at <= span.end]
    head = _telling_lines(head_source)
    before, after = 1, max(1, head_source.count("\n") + (not head_source.endswith("\n")))
    for step in LCSseq.opcodes([line for _, line in base], [line for _, line in head]):
        if step.tag != "equal":
            continue
        for offset in range(step.src_end - step.src_start):
            at, now = base[step.src_start + offset][0], head[step.dest_start + offset][0]
            if at > span.end:
                return Span(before, now)
            before = now
    return Span(before, max(before, after))


def _telling_lines(source: str) -> list[tuple[int, str]]:
    return [
        (at, line)
        for at, line in enumerate(source.split("\n"), 1)
        if len(line.strip()) >= MIN_LINE and any(letter.isalnum() for letter in line)
    ]
