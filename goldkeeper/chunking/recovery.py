"""Parsing so that a syntax error costs the damaged part and not the file.

First the parser is not shown what a language's rules say that its grammar can't know; most files of macros are whole
to it then, and a parse that meets no error is the cheaper one.

Where the parser met an error and something reaches further than its indentation says it should, the
lines of that something are blanked and the rest is parsed again, as if they were not there. The second
reading counts only if it sees more. What was blanked is reported as damage; the definition that began
there is still a chunk if its name could be read, cut where a reader sees its end.

Each round costs a parse, so there are few, and none in files so large that they are hardly written
by hand. Files without an error pay nothing.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from tree_sitter import Tree

from goldkeeper.chunking.blanking import blank
from goldkeeper.chunking.bounded import BoundedParser
from goldkeeper.chunking.damage import Fault, Lines, merged, reportable, union
from goldkeeper.chunking.found import Found
from goldkeeper.chunking.plan import Plan
from goldkeeper.chunking.reading import Reading, read, read_again, unread
from goldkeeper.model.chunks import ChunkKind, Span

MAX_ROUNDS: Final = 8  # an edit in progress breaks one place or two; beyond this it is not that language
MIN_ROUNDS: Final = 1  # for files that are not small
CHEAP_BYTES: Final = 100_000  # parsed again in all rounds together: some hundredths of a second; larger: MIN_ROUNDS
CHEAP_BYTES_WITHIN: Final = 50_000  # larger, and what stands within a block is blanked only if it opens something
MAX_BYTES: Final = 2_000_000  # no second reading of larger files
MENDED_EACH: Final = 2_000  # bytes from one mend to the next where they are what a large file is lost by
MAX_MISSES: Final = 2  # readings that saw no more than before
MAX_FAULTS: Final = 50  # looked at in each round; what breaks a file shows among the first
_BRACKETS: Final = ((b"(", b")"), (b"[", b"]"), (b"{", b"}"))
_WORD: Final = re.compile(r"\w+")
_ONLY_CLOSES: Final = re.compile(rb"\s*+[})\];,]++[ \t]*+(?://[^\n]*+)?\Z")
_NEAR: Final = 100  # bytes from the bracket that closes the parameters to the one that opens the body
_END_OF_HEAD: Final = re.compile(rb"\)[\w\s]*+\{\Z")


class Parsed(NamedTuple):
    """The definitions of a file, the lines nothing could be made of, and the tree they come from."""

    found: list[Found]
    damage: tuple[Span, ...]
    tree: Tree


class _Region(NamedTuple):
    """Lines to be blanked, in bytes; `holder` is the definition that begins there."""

    start: int
    end: int
    holder: Found | None


def parse_definitions(plan: Plan, parser: BoundedParser, data: bytes) -> Parsed:
    """Parse a file, around its damage if there is any.

    Args:
        plan: the language.
        parser: set to the plan's grammar.
        data: UTF-8.
    """
    first = read(plan, parser, plan.shown(data), data)
    if not first.faults:
        return Parsed(first.found, (), first.tree)
    lines = Lines(data, continues=plan.rules.continues)
    damage = _damage(first, first.found)
    if not damage and _overrun(first, lines, set()) is None:
        return Parsed(first.found, (), first.tree)
    if _is_mendable(plan, first, lines):
        second = read_again(plan, parser, first, plan.mends(first.data, (0, len(data))), lines)
        first = second if second.unread < first.unread else first
    best, kept, regions = _read_around(plan, parser, first, lines)
    found = [*([_reaching(each, regions, lines) for each in best.found] if regions else best.found), *kept]
    unseen = [Span(lines.row_of(each.start) + 1, lines.row_of(max(each.end - 1, each.start)) + 1) for each in regions]
    return Parsed(found, merged([*unseen, *_damage(best, found)]), best.tree)


def _is_mendable(plan: Plan, reading: Reading, lines: Lines) -> bool:
    """Whether there is something to mend beside a fault; a few words don't bring back a large file that is lost."""
    size = len(reading.data)
    if size > CHEAP_BYTES and 2 * reading.unread[0] > size:
        return len(plan.mends(reading.data, (0, size))) * MENDED_EACH >= size
    return any(plan.is_mendable(reading.data, stretch) for stretch in _near(reading.faults, lines))


def _near(faults: list[Fault], lines: Lines) -> list[tuple[int, int]]:
    """The lines of faults with those beside them: where nothing there can be mended, mending is in vain."""
    return union(lines.with_neighbours(each.start_row, each.end_row) for each in faults)


def _damage(reading: Reading, found: list[Found]) -> list[Span]:
    functions = [(each.start_byte, each.end_byte) for each in found if each.kind is ChunkKind.FUNCTION]
    return list(reportable(reading.faults, reading.data, functions))


def _read_around(
    plan: Plan, parser: BoundedParser, reading: Reading, lines: Lines
) -> tuple[Reading, list[Found], list[_Region]]:
    kept: list[Found] = []
    regions: list[_Region] = []
    tried: set[int] = set()
    misses = 0
    for _ in range(_rounds(len(reading.data))):
        region = _overrun(reading, lines, tried)
        if region is None or misses == MAX_MISSES:
            break
        tried.add(region.start)
        unseen = (region.start, blank(reading.data[region.start : region.end]))
        trial = read_again(plan, parser, reading, [unseen], lines)
        if _sees_more(trial, reading, region):
            kept.extend(_whole_within(reading, region))
            regions.append(region)
            reading = trial
        else:
            misses += 1
    return reading, kept, regions


def _rounds(size: int) -> int:
    return min(MAX_ROUNDS, max(MIN_ROUNDS, CHEAP_BYTES // max(size, 1))) if size <= MAX_BYTES else 0


def _overrun(reading: Reading, lines: Lines, tried: set[int]) -> _Region | None:
    """The first thing with an error in it that reaches further than its indentation says."""
    definitions = sorted(each for each in reading.found if each.damaged and each.kind is not ChunkKind.MODULE)
    for fault in reading.faults[:MAX_FAULTS]:
        for start in _suspects(fault, lines):
            if start in tried or not lines.begins_statement(start) or lines.goes_on(start):
                continue
            end = lines.block_end(start)
            if end >= fault.end_byte or not _may_swallow(reading.data, start, end):
                continue
            if _hides_lines(reading, lines, end, fault.end_byte) or _overruns_within(
                definitions, reading.data, lines, fault
            ):
                return _Region(start, end, None)
        for holder in reversed(definitions):
            if holder.start_byte > fault.start_byte or holder.end_byte < fault.end_byte:
                continue
            start, end = lines.start_of(holder.start_byte), _end_by_indent(holder, reading.data, lines)
            if end < holder.end_byte and start not in tried:
                return _Region(start, end, holder)
    return None


def _may_swallow(data: bytes, start: int, end: int) -> bool:
    """Whether to read on without some lines: in a large file only if they open more brackets than they close.

    Else what lies below is hardly swallowed for their sake, least of all if they stand within a block. A line that
    only closes brackets swallows nothing in any file.
    """
    if _ONLY_CLOSES.match(data, start, end):
        return False
    is_within = data[start : start + 1] in {b" ", b"\t"}
    if len(data) <= (CHEAP_BYTES_WITHIN if is_within else CHEAP_BYTES):
        return True
    text = data[start:end]
    return any(text.count(opening) > text.count(closing) for opening, closing in _BRACKETS)


def _suspects(fault: Fault, lines: Lines) -> Iterator[int]:
    """Lines at which what is broken may begin: the fault's own, and what stands around the first error in it."""
    if fault.end_row == fault.start_row:
        return
    if not lines.opens_only(fault.start_byte):
        yield lines.start_of(fault.start_byte)
    if fault.inner_byte >= 0:
        yield lines.start_of(fault.inner_byte)
        head = lines.head_above(fault.inner_byte)
        if head > fault.start_byte:
            yield head


def _overruns_within(definitions: list[Found], data: bytes, lines: Lines, fault: Fault) -> bool:
    """Whether a definition in the fault reaches further than its indentation says."""
    return any(
        fault.start_byte <= each.start_byte < fault.end_byte and _end_by_indent(each, data, lines) < each.end_byte
        for each in definitions
    )


def _end_by_indent(definition: Found, data: bytes, lines: Lines) -> int:
    """Where a definition ends to the eye: its head may stand on several lines, and its name is on the last of them.

    Where the body is not indented more than that line, the eye sees nothing, and the parser is believed.
    """
    words = _WORD.findall(definition.symbol.partition("(")[0])
    named = _find_word(words[-1].encode(), data, definition.start_byte, definition.end_byte) if words else -1
    end = max(lines.block_end(definition.start_byte), lines.block_end(max(named, definition.start_byte)))
    return definition.end_byte if _END_OF_HEAD.search(data, max(end - _NEAR, definition.start_byte), end) else end


def _find_word(word: bytes, data: bytes, start: int, end: int) -> int:
    """Where a word stands that is not part of a longer one, else -1."""
    at = data.find(word, start, end)
    while at >= 0 and (_is_letter(data[at - 1 : at]) or _is_letter(data[at + len(word) : at + len(word) + 1])):
        at = data.find(word, at + 1, end)
    return at


def _is_letter(byte: bytes) -> bool:
    return byte.isalnum() or byte == b"_"


def _hides_lines(reading: Reading, lines: Lines, start: int, end: int) -> bool:
    """Whether a stretch has statements that no definition was found for."""
    covered = sorted((each.start_byte, each.end_byte) for each in reading.found if each.kind is not ChunkKind.MODULE)
    at = start
    for begin, stop in covered:
        if stop <= at or begin >= end:
            continue
        if begin > at and lines.have_statements(at, begin):
            return True
        at = max(at, stop)
    return at < end and lines.have_statements(at, end)


def _sees_more(trial: Reading, before: Reading, region: _Region) -> bool:
    def outside(reading: Reading) -> set[tuple[int, ChunkKind]]:
        return {
            (each.start_byte, each.kind)
            for each in reading.found
            if each.kind is not ChunkKind.MODULE and not region.start <= each.start_byte < region.end
        }

    now, then = len(outside(trial)), len(outside(before))
    beside = region.start, region.end
    return now > then or (now == then and unread(trial.faults, beside) < unread(before.faults, beside))


def _whole_within(reading: Reading, region: _Region) -> list[Found]:
    """Definitions that the blanked lines held: whole ones, and the broken one cut at its last line."""
    kept = [
        each
        for each in reading.found
        if each.kind is not ChunkKind.MODULE
        and not each.damaged
        and region.start <= each.start_byte
        and each.end_byte <= region.end
    ]
    holder = region.holder
    if holder is not None:
        rows = reading.data.count(b"\n", holder.start_byte, region.end)
        kept.append(holder._replace(end_byte=region.end, end_row=holder.start_row + rows))
    return kept


def _reaching(each: Found, regions: list[_Region], lines: Lines) -> Found:
    """A definition whose last lines were blanked, with these lines."""
    for region in regions:
        if each.kind is ChunkKind.MODULE or not each.start_byte < each.end_byte <= region.start:
            continue
        if lines.block_end(each.start_byte) >= region.end:
            end_row = lines.row_of(region.end - 1)
            each = each._replace(end_byte=region.end, end_row=end_row)
    return each
