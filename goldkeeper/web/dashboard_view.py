"""What the dashboard shows: each picture with the words and numbers that say the same."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from goldkeeper.model.audit_results import TrendPoint
from goldkeeper.model.audits import Estimate
from goldkeeper.model.reviews import Answer, ItemState, ReviewItem
from goldkeeper.model.upgrades import AuditDue, CheckedScan, Upgrade
from goldkeeper.reporting.audit_charts import interval_bar, trend_chart
from goldkeeper.reporting.audit_words import share_figure
from goldkeeper.reporting.half_life import HalfLife, HalfLives, half_lives
from goldkeeper.reporting.pictures import Line, Part, Tick, part_bar, share_lines
from goldkeeper.reporting.wording import count, percent
from goldkeeper.workflow.audit_reading import AuditStatus

MOST_ROWS = 20  # of scans in the table; the picture has all
_STATES = (
    (ItemState.WAITING, "waiting", "waiting for an answer"),
    (ItemState.DEFERRED, "deferred", "put off"),
    (ItemState.DECIDED, "decided", "answered, not in the gold file yet"),
    (ItemState.APPLIED, "applied", "in the gold file"),
    (ItemState.SUPERSEDED, "superseded", "asked anew since"),
)


@dataclass(frozen=True, slots=True)
class ScanPoint:
    """One scan, as far as the dashboard needs it.

    Attributes:
        at: when it began.
        resolving, intact, total: gold chunks.
    """

    scan: str
    at: datetime
    resolving: int
    intact: int
    total: int
    label: str

    @classmethod
    def kept(cls, scan: CheckedScan) -> "ScanPoint | None":
        """Of a scan that was put on record; None for one that says too little."""
        by_drift = scan.outcomes.get("by_drift")
        resolving = scan.outcomes.get("resolving")
        if not isinstance(by_drift, Mapping) or not isinstance(resolving, int):
            return None
        intact, total = int(by_drift.get("intact", 0)), sum(map(int, by_drift.values()))
        return cls(scan.name, scan.began, resolving, intact, total, (scan.commit or "files")[:10])


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table beside a picture."""

    label: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Key:
    """What a colour of a picture means; `look` is its class."""

    look: str
    label: str
    is_line: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with its text.

    Attributes:
        svg: the picture, sound to be printed as it is; empty where there is nothing to draw.
        words: what it shows.
        keys: what its colours mean.
    """

    title: str
    svg: str
    words: tuple[str, ...]
    columns: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    keys: tuple[Key, ...] = ()


def health_figure(points: Sequence[ScanPoint]) -> Figure:
    """Gold health over time: of all gold chunks, how many resolve, and how many say what was judged."""
    title = "Gold health over time"
    held = sorted((point for point in points if point.total), key=lambda point: (point.at, point.scan))
    if not held:
        return Figure(title, "", ("No scan is on record yet; run goldkeeper scan.",))
    first, last = held[0], held[-1]
    now = (
        f"{last.intact} of {count(last.total, 'gold chunk')} say what was judged ({percent(last.intact, last.total)}),"
        f" {last.resolving} resolve ({percent(last.resolving, last.total)}), at {last.label}."
    )
    words: tuple[str, ...] = (now,)
    if len(held) > 1:
        was = percent(first.intact, first.total)
        words += (f"At the first scan, of {first.label} on {_day(first.at)}, {was} said what was judged.",)
    rows = tuple(
        Row(
            f"{_day(point.at)}, {point.label}",
            (str(point.total), percent(point.resolving, point.total), percent(point.intact, point.total)),
        )
        for point in reversed(held[-MOST_ROWS:])
    )
    columns = ("state scanned", "gold chunks", "resolve", "say what was judged")
    if len(held) == 1:
        other, dead = last.resolving - last.intact, last.total - last.resolving
        parts = [
            Part("applied", "say what was judged", last.intact),
            Part("waiting", "resolve, to something else", other),
        ]
        parts.append(Part("superseded", "are dead", dead))
        words += ("The line over time begins with the second scan.",)
        return Figure(title, part_bar("health", parts, title=title), words, columns, rows, _keys(parts))
    lines = [
        Line("resolves", tuple((point.at.timestamp(), point.resolving / point.total) for point in held)),
        Line("says what was judged", tuple((point.at.timestamp(), point.intact / point.total) for point in held)),
    ]
    svg = share_lines(
        "health",
        lines,
        _date_ticks(first.at, last.at),
        title=title,
        description=" ".join(words),
        across="when it was scanned (UTC)",
    )
    return Figure(title, svg, words, columns, rows, _line_keys(lines))


def half_life_figure(record: Mapping[str, Any] | None) -> Figure:
    """How long IDs live, by directory."""
    title = "How long gold IDs live"
    found = half_lives(record) if record is not None else HalfLives(None, (), 0)
    if found.all is None:
        return Figure(title, "", ("Nothing is known of it yet: no anchor has a date.",))
    curves = [found.all, *found.by_directory]
    longest = found.all.survival.longest
    words: tuple[str, ...] = (_half_life_words(found.all),)
    if found.guessed:
        of = count(found.guessed, "ID")
        ended = "it ended" if found.guessed == 1 else "they ended"
        words += (f"Of {of} it is only known that {ended} between judgement and scan; the middle is taken.",)
    lines = [Line(curve.directory, _curve_points(curve), steps=True) for curve in curves]
    svg = ""
    if longest:
        said = " ".join(words)
        since = "time since it was judged (height: IDs that still resolve)"
        svg = share_lines("life", lines, _age_ticks(longest), title=title, description=said, across=since)
    rows = tuple(
        Row(
            curve.directory,
            (str(curve.survival.watched), str(curve.survival.ended), _age(curve.survival.half_life)),
        )
        for curve in curves
    )
    return Figure(title, svg, words, ("directory", "IDs", "ended", "half-life"), rows, _line_keys(lines) if svg else ())


def queue_figure(items: Sequence[ReviewItem]) -> Figure:
    """The queue as one bar."""
    title = "The review queue"
    counts = Counter(item.state for item in items)
    parts = [Part(look, words, counts[state]) for state, look, words in _STATES]
    if not items:
        return Figure(title, "", ("Nothing was ever asked.",))
    rows = tuple(Row(part.label, (str(part.number),)) for part in parts if part.number)
    open_items = counts[ItemState.WAITING] + counts[ItemState.DEFERRED]
    words = (f"{count(open_items, 'question')} open of {len(items)} that were asked.",)
    return Figure(title, part_bar("queue", parts, title=title), words, ("questions", "number"), rows, _keys(parts))


def judges_figure(items: Sequence[ReviewItem]) -> Figure:
    """Who answered what."""
    by_judge: dict[str, Counter[Answer]] = {}
    for item in items:
        if item.decision is not None:
            by_judge.setdefault(item.decision.judge, Counter())[item.decision.answer] += 1
    ranked = sorted(by_judge, key=lambda judge: (-by_judge[judge].total(), judge))
    rows = tuple(
        Row(judge, (str(by_judge[judge].total()), *(str(by_judge[judge][answer]) for answer in Answer)))
        for judge in ranked
    )
    words = () if rows else ("Nobody has answered yet.",)
    return Figure("Who answered", "", words, ("judge", "answers", *(answer.value for answer in Answer)), rows)


def scans_figure(scans: Sequence[CheckedScan], upgrades: Sequence[Upgrade]) -> Figure:
    """The scans that were put on record, newest first, and the upgrades that asked for some."""
    rows = tuple(
        Row(
            f"{scan.began.astimezone(UTC):%Y-%m-%d %H:%M}",
            (
                (scan.commit or "files")[:7],
                scan.asked_by,
                str(scan.outcomes.get("drifted", "")),
                "a person" if scan.needs_a_person else "nobody",
            ),
        )
        for scan in scans[:MOST_ROWS]
    )
    words = tuple(f"Upgrade {one.number}, {one.state.value}: {one.sentence}." for one in upgrades)
    if not rows:
        words += ("No scan is on record yet.",)
    return Figure("Scans and upgrades", "", words, ("when (UTC)", "state", "asked by", "drifted", "needs"), rows)


def audits_figure(audits: Sequence[AuditStatus], trend: Sequence[TrendPoint], due: Sequence[AuditDue]) -> Figure:
    """The audits, newest first, what share of the gold each found wrong, and those that are due."""
    rows = []
    shares = {point.name: point.wrong_pairs.estimate for point in trend}
    for audit in sorted(audits, key=lambda one: (one.record.draw.drawn_at, one.record.draw.name), reverse=True):
        gold = [one for one in audit.outcomes if not one.row.decoy]
        settled = [one for one in gold if one.settled]
        wrong = sum(one.wrong for one in settled)
        judges = ", ".join(f"{one.judge} {one.read} of {one.of}" for one in audit.progress)
        estimate = shares.get(audit.record.draw.name)
        share = share_figure(estimate) if estimate is not None and estimate.defined else ""
        drawn = f"{audit.record.draw.drawn_at:%Y-%m-%d}"
        cells = (drawn, str(len(gold)), str(len(settled)), str(wrong), share, judges)
        rows.append(Row(audit.record.draw.name, cells))
    words = tuple(f"An audit is due: {one.reason}. goldkeeper audit draw" for one in due)
    if not rows and not words:
        words = ("No audit was drawn yet; goldkeeper audit plan tells how many must be read.",)
    columns = ("audit", "drawn", "pairs", "settled", "wrong", "share wrong", "read")
    read = [point for point in trend if point.wrong_pairs.estimate.defined]
    if not read:
        return Figure("Audits", "", words, columns, tuple(rows))
    last = read[-1]
    said = f"In {last.name}, {share_figure(last.wrong_pairs.estimate)} of the gold pairs were wrong."
    if len(read) == 1:
        said += " The line over time begins with the second audit."
    svg = trend_chart(trend) or interval_bar(last.wrong_pairs.estimate, scale=_bar_end(last.wrong_pairs.estimate))
    return Figure("Audits", svg, (said, *words), columns, tuple(rows))


def _bar_end(estimate: Estimate) -> float:
    """Where the axis of a single interval ends: a round share that holds it."""
    return next((end for end in (0.05, 0.1, 0.2, 0.4) if (estimate.high or 0.0) <= end), 1.0)


def _keys(parts: Sequence[Part]) -> tuple[Key, ...]:
    return tuple(Key(part.look, f"{part.number} {part.label}", is_line=False) for part in parts if part.number)


def _line_keys(lines: Sequence[Line]) -> tuple[Key, ...]:
    return tuple(Key(f"line-{look}", line.name, is_line=True) for look, line in enumerate(lines, 1))


def _half_life_words(curve: HalfLife) -> str:
    half = curve.survival.half_life
    if half is None:
        share = curve.survival.share_at(curve.survival.longest)
        return (
            f"More than half of the IDs still resolve after {_age(curve.survival.longest)}"
            f" ({round(share * 100)} % by the estimate)."
        )
    return f"Half of the IDs have ended {_age(half)} after they were judged."


def _curve_points(curve: HalfLife) -> tuple[tuple[float, float], ...]:
    points = [(0.0, 1.0), *((step.time, step.share) for step in curve.survival.steps)]
    return (*points, (curve.survival.longest, points[-1][1]))


def _age(days: float | None) -> str:
    """A time in words.

    >>> _age(0.4), _age(12), _age(100), _age(800), _age(None)
    ('less than a day', '12 days', '3.3 months', '2.2 years', 'not reached')
    """
    if days is None:
        return "not reached"
    if days < 1:
        return "less than a day"
    if days < 60:
        return count(round(days), "day")
    return f"{days / 30.44:.1f} months" if days < 730 else f"{days / 365.25:.1f} years"


def _age_ticks(longest: float) -> tuple[Tick, ...]:
    for unit, word in ((365.25, "year"), (30.44, "month"), (7.0, "week"), (1.0, "day")):
        if longest >= 2 * unit:
            step = max(1, round(longest / unit / 5))
            numbers = range(0, int(longest / unit) + 1, step)
            return tuple(Tick(number * unit, count(number, word) if number else "0") for number in numbers)
    return (Tick(0.0, "0"), Tick(longest, _age(longest)))


def _date_ticks(first: datetime, last: datetime) -> tuple[Tick, ...]:
    if last - first < timedelta(minutes=4):
        return (Tick(first.timestamp(), _day(first)),)
    if last - first < timedelta(days=3):
        moments = [first + (last - first) * n / 3 for n in range(4)]
        return tuple(Tick(one.timestamp(), f"{one.astimezone(UTC):%m-%d %H:%M}") for one in moments)
    moments = [first + (last - first) * n / 3 for n in range(4)]
    return tuple(Tick(moment.timestamp(), _day(moment)) for moment in moments)


def _day(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d}"
