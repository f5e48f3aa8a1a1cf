"""What holds for the samples of every language alike."""

import pytest

from goldkeeper.chunking.languages import known_languages
from tests.chunking.cutting import SAMPLES, cut, found_with_and_without_pruning, read_sample

DAMAGED = SAMPLES.with_name("damaged")
NAMES = sorted(path.name for path in SAMPLES.iterdir())
DEPTH = 3000  # deeper than Python's stack
SUFFIXES = sorted({rules.suffixes[0] for rules in map(known_languages().find, NAMES) if rules})


@pytest.mark.parametrize("name", [name for name in NAMES if name != "guide.md"])  # quotations are left alone on purpose
def test_passing_nodes_by_loses_no_definition(name: str) -> None:
    pruned, full = found_with_and_without_pruning(name, read_sample(name))
    assert pruned == full
    assert pruned


@pytest.mark.parametrize("name", NAMES)
def test_line_endings_change_no_span_and_no_digest(name: str) -> None:
    as_written = cut(name)
    with_returns = cut(name, read_sample(name).replace("\n", "\r\n"))
    assert with_returns.chunks == as_written.chunks
    assert [chunk.text for chunk in with_returns.chunks] == [chunk.text for chunk in as_written.chunks]


@pytest.mark.parametrize("name", NAMES)
def test_spans_hold_whole_lines_without_blank_ends(name: str) -> None:
    lines = read_sample(name).split("\n")
    for chunk in cut(name).chunks:
        assert chunk.text.split("\n") == lines[chunk.span.start - 1 : chunk.span.end]
        assert lines[chunk.span.start - 1].strip(), chunk.id
        assert lines[chunk.span.end - 1].strip(), chunk.id


@pytest.mark.parametrize("name", NAMES)
def test_blank_lines_above_only_shift(name: str) -> None:
    shifted = cut(name, "\n\n" + read_sample(name)).chunks
    if name in {"guide.md", "page.php"}:  # front matter and markup begin at the first line
        return
    assert [(c.symbol, c.kind, c.digest) for c in shifted] == [(c.symbol, c.kind, c.digest) for c in cut(name).chunks]
    assert [c.span.start - 2 for c in shifted] == [c.span.start for c in cut(name).chunks]


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("bracket", ["()", "[]", "{}"])
def test_deep_nesting_does_not_exhaust_the_stack(suffix: str, bracket: str) -> None:
    opening, closing = bracket[0], bracket[1]
    cut(f"deep{suffix}", f"x = {opening * DEPTH}{closing * DEPTH}\n")


@pytest.mark.parametrize("name", sorted(path.name for path in DAMAGED.iterdir()))
def test_an_unfinished_definition_does_not_cost_its_neighbours(name: str) -> None:
    source = (DAMAGED / name).read_text(encoding="utf-8")
    lines = source.split("\n")
    starts = {chunk.name.lower().partition("/")[0]: chunk.span.start for chunk in cut(name, source).chunks}
    for neighbour in ("open", "close"):
        assert neighbour in lines[starts[neighbour] - 1].lower()
