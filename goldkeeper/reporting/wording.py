"""Numbers as people read them: honest percentages, and the right number of the noun."""

from datetime import timedelta


def percent(part: int, whole: int) -> str:
    """A share as a whole percentage that never rounds a rest away.

    Only all of it is `100 %` and only nothing is `0 %`; the nearest that anything else comes is
    `>99 %` and `<1 %`. A share of nothing is a dash.

    >>> [percent(*pair) for pair in [(212, 300), (2999, 3000), (1, 3000), (3, 3), (0, 3), (0, 0)]]
    ['71 %', '>99 %', '<1 %', '100 %', '0 %', '-']
    """
    if whole <= 0:
        return "-"
    if part in {0, whole}:
        return "0 %" if part == 0 else "100 %"
    if part * 100 < whole:
        return "<1 %"
    if part * 100 > whole * 99:
        return ">99 %"
    return f"{(part * 200 + whole) // (whole * 2)} %"


def likelihood(confidence: float | None) -> str:
    """A confidence with two digits, of which certainty is never made by rounding.

    >>> [likelihood(value) for value in (0.834, 0.9999, 1.0, 0.0, 0.0004, None)]
    ['0.83', '>0.99', '1.00', '0.00', '<0.01', '-']
    """
    if confidence is None:
        return "-"
    if 0 < confidence < 0.01:  # the last digit that is shown
        return "<0.01"
    if 0.99 < confidence < 1:  # the same from above
        return ">0.99"
    return f"{confidence:.2f}"


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun.

    >>> count(1, "query", "queries"), count(0, "gold chunk"), count(12345, "file")
    ('1 query', '0 gold chunks', '12,345 files')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def verb(number: int, singular: str, plural: str) -> str:
    """The form of a verb that goes with a number.

    >>> verb(1, "says", "say"), verb(0, "says", "say")
    ('says', 'say')
    """
    return singular if number == 1 else plural


def enumeration(parts: list[str]) -> str:
    """Parts as they are read out.

    >>> enumeration(["a", "b", "c"]), enumeration(["a"])
    ('a, b and c', 'a')
    """
    if len(parts) < 2:  # nothing to join
        return "".join(parts)
    return ", ".join(parts[:-1]) + " and " + parts[-1]


def duration(seconds: float) -> str:
    """How long it took, as precise as anybody cares.

    >>> [duration(value) for value in (0.043, 1.26, 75.0, 4000.0)]
    ['0.04 s', '1.3 s', '1 min 15 s', '1 h 6 min']
    """
    if seconds < 0.995:  # what would round to 1.00
        return f"{seconds:.2f} s"
    if seconds < 59.95:  # what would round to 60.0
        return f"{seconds:.1f} s"
    whole = timedelta(seconds=round(seconds))
    minutes, rest = divmod(whole.seconds, 60)
    hours = minutes // 60 + whole.days * 24
    return f"{hours} h {minutes % 60} min" if hours else f"{minutes} min {rest} s"
