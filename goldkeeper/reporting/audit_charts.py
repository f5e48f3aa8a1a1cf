"""Pictures of an audit as inline SVG: no script, no font, nothing from elsewhere.

Colours are classes of the page's style sheet, so that light and dark are its matter. Every picture has its figures
in a table or in its label; nobody has to see it.
"""

from collections.abc import Sequence
from html import escape

from goldkeeper.model.audit_results import AuditFindings, TrendPoint
from goldkeeper.model.audits import Estimate
from goldkeeper.reporting.audit_tables import confusion_grid
from goldkeeper.reporting.audit_words import share_figure
from goldkeeper.reporting.visible import visible

_WIDTH, _HEIGHT = 640, 240  # of the trend, in its own units
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 16, 14, 44
_MOST_POINTS = 24  # of the trend; older audits are in the record
_CELL = 46


def interval_bar(estimate: Estimate, *, scale: float) -> str:
    """A share with its interval on an axis from 0 to `scale`; empty where there is none."""
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return ""
    low, high, value = (100 * min(1.0, part / scale) for part in (estimate.low, estimate.high, estimate.value))
    return (
        f'<svg class="whisker" viewBox="0 0 100 10" preserveAspectRatio="none" role="img"'
        f' aria-label="{escape(share_figure(estimate))}">'
        f'<rect class="axis" x="0" y="4.6" width="100" height="0.8"/>'
        f'<rect class="span" x="{low:.2f}" y="3" width="{max(high - low, 0.4):.2f}" height="4"/>'
        f'<rect class="value" x="{min(value, 99.2):.2f}" y="1" width="0.8" height="8"/></svg>'
    )


def confusion_chart(found: AuditFindings) -> str:
    """Old grade against new, darker where more lie; the figures stand in the cells. Empty where nothing was settled."""
    across, rows = confusion_grid(found)
    most = max((max(*cells, ambiguous) for _, cells, ambiguous in rows), default=0)
    if not most:
        return ""
    heads = [*map(str, across), "unclear"]
    width, height = 84 + _CELL * len(heads) + 14, 40 + _CELL * len(rows) + 4
    label = "Grades in the gold file against those of the audit"
    parts = [
        f'<svg class="grid" viewBox="0 0 {width} {height}" role="img" aria-label="{label}">',
        f'<text class="label" x="{84 + _CELL * len(heads) / 2:.0f}" y="12" text-anchor="middle">audit</text>',
    ]
    parts += [
        f'<text class="label" x="{84 + _CELL * (n + 0.5):.0f}" y="32" text-anchor="middle">{head}</text>'
        for n, head in enumerate(heads)
    ]
    for line, (old, cells, ambiguous) in enumerate(rows):
        top = 40 + _CELL * line
        middle = top + _CELL / 2 + 5
        parts.append(f'<text class="label" x="74" y="{middle:.0f}" text-anchor="end">gold {old}</text>')
        for column, number in enumerate([*cells, ambiguous]):
            look = "same" if column == old else "differs"
            left = 84 + _CELL * column
            strength = 0.12 + 0.6 * number / most if number else 0.04
            parts.append(
                f'<rect class="{look}" x="{left}" y="{top}" width="{_CELL - 3}" height="{_CELL - 3}" rx="4"'
                f' fill-opacity="{strength:.2f}"/>'
            )
            if number:
                text = f"{number:,}"
                parts.append(
                    f'<text x="{left + (_CELL - 3) / 2:.1f}" y="{middle:.0f}" text-anchor="middle">{text}</text>'
                )
    return "".join([*parts, "</svg>"])


def trend_chart(points: Sequence[TrendPoint]) -> str:
    """Error share and its interval, audit by audit; empty with fewer than two that have a figure."""
    held = [point for point in points if point.wrong_pairs.estimate.defined][-_MOST_POINTS:]
    if len(held) < 2:  # a line takes two
        return ""
    highest = max(point.wrong_pairs.estimate.high or 0.0 for point in held)
    scale = next((end for end in (0.05, 0.1, 0.2, 0.4, 0.6) if highest <= end), 1.0)
    places = [_LEFT + (_WIDTH - _LEFT - _RIGHT) * (n + 0.5) / len(held) for n in range(len(held))]
    parts = [
        f'<svg class="trend" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="Error share of the audits">',
        *_axis(scale),
    ]
    line = " ".join(
        f"{x:.1f},{_y(point.wrong_pairs.estimate.value or 0.0, scale):.1f}"
        for x, point in zip(places, held, strict=True)
    )
    for x, point in zip(places, held, strict=True):
        estimate = point.wrong_pairs.estimate
        high, low = _y(estimate.high or 0.0, scale), _y(estimate.low or 0.0, scale)
        name = escape(visible(point.name if len(point.name) <= 10 else point.name[:9] + "…"))  # what fits below a point
        title = escape(visible(f"{point.name}, {point.at:%Y-%m-%d}: {share_figure(estimate)}"))
        parts.append(
            f'<g><title>{title}</title><rect class="span" x="{x - 7:.1f}" y="{high:.1f}" width="14"'
            f' height="{max(low - high, 1):.1f}" rx="3"/><circle class="value" cx="{x:.1f}"'
            f' cy="{_y(estimate.value or 0.0, scale):.1f}" r="4"/></g>'
            f'<text class="label" x="{x:.1f}" y="{_HEIGHT - 22}" text-anchor="middle">{name}</text>'
            f'<text class="label" x="{x:.1f}" y="{_HEIGHT - 6}" text-anchor="middle">{point.at:%y-%m-%d}</text>'
        )
    parts.append(f'<polyline class="line" points="{line}"/>')
    return "".join([*parts, "</svg>"])


def _axis(scale: float) -> list[str]:
    parts = []
    for step in range(5):
        part = scale * step / 4
        y = _y(part, scale)
        parts.append(
            f'<line class="axis" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text class="label" x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{100 * part:g} %</text>'
        )
    return parts


def _y(part: float, scale: float) -> float:
    return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * min(1.0, part / scale)
