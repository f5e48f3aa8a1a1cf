"""A waterfall as lines of text, and as plain JSON values for a page.

A bar of `+` reaches to the right, one of `-` to the left: it reads without colour, in any terminal, and aloud.
"""

from collections.abc import Iterator

from goldkeeper.reporting.columns import cells, fitted
from goldkeeper.reporting.visible import visible
from goldkeeper.reporting.waterfall import RunnerUp, Step, Waterfall
from goldkeeper.reporting.wording import likelihood

BAR = 8  # columns to either side
LABEL = 26  # columns at most
LEAST_PRINTED = 0.05  # bits; less is printed as 0.0
APART = "what sets them apart"
COLUMNS = 70  # of the widest line without IDs and notes: fits beside a margin of ten


def waterfall_lines(waterfall: Waterfall) -> list[str]:
    """The sum line by line: what, how alike, bits as a number and a bar, the sum so far; then the runner-up.

    Lines that name a chunk, and notes (below their part, after two blanks), are as long as they are; all others
    fit `COLUMNS`.
    """
    nearest = "the nearest candidate, " if waterfall.nearest else ""
    runner_up = waterfall.runner_up
    labels = [step.label for step in waterfall.steps]
    if runner_up is not None and runner_up.differences:
        labels += [APART, *(one.label for one in runner_up.differences)]
    width = min(LABEL, max(map(cells, ["sum of all", *labels])))
    most = max((abs(step.bits) for step in waterfall.steps), default=0.0)
    lines = [
        f"that it is {nearest}{waterfall.chunk_id}",
        "each bit doubles the odds, each negative one halves them",
        f"{'':{width}}  alike    bits  {'':{BAR}} {'':{BAR}}     sum",
        *(line for step in waterfall.steps for line in _step_lines(step, width, most)),
        f"{fitted('sum of all', width)}         {signed(waterfall.weight):>6}  sure {likelihood(waterfall.confidence)}",
    ]
    if runner_up is not None:
        lines += _runner_up_lines(runner_up, width)
    return [visible(line).rstrip() for line in lines]


def _step_lines(step: Step, width: int, most: float) -> Iterator[str]:
    value = f"{step.value:5.2f}" if step.value is not None else f"{'':5}"
    numbers = f"{value}  {signed(step.bits):>6}  {_bar(step.bits, most)}  {signed(step.end):>6}"
    yield f"{fitted(visible(step.label), width)}  {numbers}"
    if step.note:
        yield f"  {step.note}"


def _runner_up_lines(runner_up: RunnerUp, width: int) -> Iterator[str]:
    behind = abs(runner_up.behind)
    how = f"{behind:.1f} bits {'behind' if runner_up.behind > 0 else 'ahead'}"
    if behind < LEAST_PRINTED:
        how = "level with it"
    yield f"the next is {runner_up.chunk_id}"
    yield f"  with {signed(runner_up.weight)} bits, {how}, sure {likelihood(runner_up.confidence)}"
    if not runner_up.differences:
        yield "  nothing that was looked at sets the two apart"
        return
    most = max(abs(one.lead) for one in runner_up.differences)
    yield f"{fitted(APART, width)}  first    next"
    for one in runner_up.differences:
        both = f"{signed(one.first):>5}  {signed(one.second):>6}"
        yield f"{fitted(visible(one.label), width)}  {both}  {_bar(one.lead, most)}  {signed(one.lead):>6}"


def signed(bits: float) -> str:
    """A number of bits with its sign; what is too little to be printed has none.

    >>> signed(3.84), signed(-0.04)
    ('+3.8', '0.0')
    """
    return f"{bits:+.1f}" if abs(bits) >= LEAST_PRINTED else "0.0"


def _bar(bits: float, most: float) -> str:
    """A signed bar in both halves of its columns, whole for the heaviest.

    >>> _bar(-4.0, 8.0), _bar(8.0, 8.0)
    ('    ----|        ', '        |++++++++')
    """
    length = round(BAR * abs(bits) / most) if most else 0
    left, right = ("-" * length, "") if bits < 0 else ("", "+" * length)
    return f"{left:>{BAR}}|{right:<{BAR}}"


def waterfall_record(waterfall: Waterfall | None) -> dict[str, object] | None:
    """The same as JSON values; `start` and `end` are the sum before and behind a part, in bits."""
    if waterfall is None:
        return None
    return {
        "chunk": str(waterfall.chunk_id),
        "nearest": waterfall.nearest,
        "weight": _rounded(waterfall.weight),
        "confidence": waterfall.confidence,
        "parts": [_part(step) for step in waterfall.steps],
        "runner_up": _rival(waterfall.runner_up) if waterfall.runner_up is not None else None,
    }


def _part(step: Step) -> dict[str, object]:
    return {
        "name": step.name,
        "label": step.label,
        "value": step.value,
        "bits": _rounded(step.bits),
        "start": _rounded(step.start),
        "end": _rounded(step.end),
        "note": step.note or None,
    }


def _rival(runner_up: RunnerUp) -> dict[str, object]:
    return {
        "chunk": str(runner_up.chunk_id),
        "weight": _rounded(runner_up.weight),
        "confidence": runner_up.confidence,
        "behind": _rounded(runner_up.behind),
        "differences": [
            {
                "label": one.label,
                "first": _rounded(one.first),
                "second": _rounded(one.second),
                "lead": _rounded(one.lead),
            }
            for one in runner_up.differences
        ],
    }


def _rounded(bits: float) -> float:
    return round(bits, 3) + 0.0  # no -0.0
