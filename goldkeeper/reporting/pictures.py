"""Pictures as SVG text: lines over an axis, and one bar of parts.

Each is drawn with classes alone, so that a page's style gives the colours, for light and dark, and a page
without inline style can hold it. Title and description are read to those who can't see it; what tells lines
apart is never colour alone: each has its own dashes, and its name stands at its end.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from goldkeeper.reporting.visible import visible

WIDTH, HEIGHT = 640, 278
LEFT, RIGHT, TOP, BOTTOM = 48, 150, 12, 52  # room for the axes' numbers and the lines' names
LINE_HEIGHT = 15  # between two names at the right
MOST_LINES = 6  # styles there are; more and nobody tells them apart
LONGEST_NAME = 22  # letters of a line's name


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a picture.

    Attributes:
        points: (x, share) by x; shares are 0..1.
        steps: it stays level until the next point, as a survival curve does.
    """

    name: str
    points: tuple[tuple[float, float], ...]
    steps: bool = False


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark of the x axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a bar; `look` is the class that colours it."""

    look: str
    label: str
    number: int


def share_lines(
    name: str, lines: Sequence[Line], ticks: Sequence[Tick], *, title: str, description: str, across: str = ""
) -> str:
    """Shares of 0 to 100 % over an axis, as SVG.

    Args:
        name: of the picture on its page; a word of letters.
        lines: at most `MOST_LINES`, the most important first.
        ticks: marks of the x axis; the axis runs from the first point of all to the last.
        title: what it is.
        description: what it shows, in words.
        across: what the x axis measures.
    """
    xs = [x for line in lines for x, _ in line.points]
    low, high = min(xs, default=0.0), max(xs, default=1.0)
    scale = (WIDTH - LEFT - RIGHT) / ((high - low) or 1.0)

    def x_of(x: float) -> float:
        return LEFT + (x - low) * scale

    parts = [_open(name, title, description, WIDTH, HEIGHT)]
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        half = " half" if percent == 50 else ""
        parts.append(f'<line class="grid{half}" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>')
        parts.append(f'<text class="axis" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>')
    for tick in ticks:
        if low <= tick.at <= high:
            x = x_of(tick.at)
            parts.append(f'<line class="grid" x1="{x:.1f}" y1="{_y(0):.1f}" x2="{x:.1f}" y2="{_y(0) + 4:.1f}"/>')
            parts.append(
                f'<text class="axis" x="{x:.1f}" y="{_y(0) + 18:.1f}" text-anchor="middle">{_text(tick.label)}</text>'
            )
    if across:
        middle = (LEFT + WIDTH - RIGHT) / 2
        parts.append(
            f'<text class="axis" x="{middle:.1f}" y="{HEIGHT - 8}" text-anchor="middle">{_text(across)}</text>'
        )
    shown = list(lines[:MOST_LINES])
    for look, line in enumerate(shown, 1):
        points = [(x_of(x), _y(share)) for x, share in line.points]
        parts.append(f'<path class="line line-{look}" d="{_path(points, steps=line.steps)}"/>')
        if len(points) == 1:
            parts.append(f'<circle class="dot line-{look}" cx="{points[0][0]:.1f}" cy="{points[0][1]:.1f}" r="4"/>')
    for look, (line, y) in enumerate(zip(shown, _apart([_y(line.points[-1][1]) for line in shown]), strict=True), 1):
        label = line.name if len(line.name) <= LONGEST_NAME else "…" + line.name[-LONGEST_NAME + 1 :]
        parts.append(f'<text class="name name-{look}" x="{WIDTH - RIGHT + 8}" y="{y + 4:.1f}">{_text(label)}</text>')
    return "".join([*parts, "</svg>"])


def part_bar(name: str, parts: Iterable[Part], *, title: str) -> str:
    """One bar of parts that together are all, as SVG; its description is the list of its parts."""
    held = [part for part in parts if part.number]
    total = sum(part.number for part in held) or 1
    description = ", ".join(f"{part.number} {part.label}" for part in held) or "nothing"
    found = [_open(name, title, description, 640, 22, stretched=True)]
    x = 0.0
    for part in held:
        width = 640 * part.number / total
        found.append(f'<rect class="{part.look}" x="{x:.2f}" y="0" width="{width:.2f}" height="22"/>')
        x += width
    return "".join([*found, "</svg>"])


def _open(name: str, title: str, description: str, width: int, height: int, *, stretched: bool = False) -> str:
    ratio = ' preserveAspectRatio="none"' if stretched else ""
    kind = "bar" if stretched else "picture"
    return (
        f'<svg class="{kind}" viewBox="0 0 {width} {height}"{ratio} role="img"'
        f' aria-labelledby="{name}-title {name}-text"><title id="{name}-title">{_text(title)}</title>'
        f'<desc id="{name}-text">{_text(description)}</desc>'
    )


def _y(share: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)


def _path(points: Sequence[tuple[float, float]], *, steps: bool) -> str:
    drawn = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for x, y in points[1:]:
        drawn.append(f"H{x:.1f}V{y:.1f}" if steps else f"L{x:.1f} {y:.1f}")
    return "".join(drawn)


def _apart(wanted: Sequence[float]) -> list[float]:
    """Heights near the wanted ones, a line apart from each other, in the picture."""
    order = sorted(range(len(wanted)), key=lambda at: (wanted[at], at))
    heights = list(wanted)
    for before, at in pairwise(order):
        heights[at] = max(heights[at], heights[before] + LINE_HEIGHT)
    over = max((heights[at] for at in order), default=0.0) - (HEIGHT - BOTTOM)
    if over > 0:
        for place, at in enumerate(reversed(order)):
            heights[at] = min(heights[at], HEIGHT - BOTTOM - place * LINE_HEIGHT)
    return heights


def _text(text: str) -> str:
    return escape(visible(text))
