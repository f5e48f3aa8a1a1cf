"""A chunk's history as text for a terminal."""

from datetime import UTC, datetime

from goldkeeper.model.changes import CommitNote
from goldkeeper.model.chunks import CommitId
from goldkeeper.model.traces import TraceEvidence, TraceKind, TraceLine, became
from goldkeeper.reporting.lineage import COLUMNS, told
from tests.builders import a_chunk

NEW, OLD = a_chunk("Cart.total"), a_chunk("Cart.sum", path="src/basket.py")
FIRST = CommitNote(CommitId("a" * 40), "Ada", datetime(2026, 3, 14, tzinfo=UTC), "Sum up")
SECOND = CommitNote(CommitId("b" * 40), "Ada", datetime(2026, 3, 15, tzinfo=UTC), "Call it\ttotal \x1b[31m")


def text(*lines: tuple[TraceKind, TraceEvidence], note: CommitNote = SECOND) -> list[str]:
    return list(told((TraceLine(note.commit, kind, NEW, OLD, evidence), note) for kind, evidence in lines))


def test_a_commit_is_one_paragraph() -> None:
    lines = [
        (TraceLine(SECOND.commit, TraceKind.BODY, NEW, OLD, {"added": 2, "removed": 1, "edit": "refactored"}), SECOND),
        (TraceLine(SECOND.commit, TraceKind.RENAME, NEW, OLD, {"name": became("sum", "total")}), SECOND),
        (TraceLine(FIRST.commit, TraceKind.INTRODUCED, OLD, None, {"with": "its file"}), FIRST),
    ]

    assert list(told(lines)) == [
        "bbbbbbbbbb  2026-03-15  Call it\\ttotal \\x1b[31m",
        "  body: +2 -1 lines, refactored",
        "  renamed: sum → total",
        "aaaaaaaaaa  2026-03-14  Sum up",
        "  introduced with its file",
        "  src/basket.py:3-7:Cart.sum",
    ]


def test_what_a_part_was_and_is_stands_on_lines_of_its_own_where_it_is_long() -> None:
    long = "(" + ", ".join(f"int number_{n}" for n in range(20)) + ")"
    lines = text((TraceKind.PARAMETERS, {"parameters": became("()", long)}))

    assert lines[1:3] == ["  parameters:", "    - ()"]
    assert lines[3].startswith("    + (int number_0")
    assert lines[3].endswith("…")


def test_a_part_that_came_or_went_says_none() -> None:
    assert text((TraceKind.ANNOTATIONS, {"annotations": became("", "@cached")}))[1] == "  annotations: none → @cached"


def test_a_container_says_what_of_it_changed() -> None:
    evidence = {"path": became("src/basket.py", "src/cart.py"), "class": became("Basket", "Cart")}

    assert text((TraceKind.CONTAINER, evidence))[1:] == [
        "  file renamed: src/basket.py → src/cart.py",
        "  class: Basket → Cart",
    ]
    assert text((TraceKind.MOVED, evidence))[1:] == [
        "  moved to another file: src/basket.py → src/cart.py",
        "  class: Basket → Cart",
    ]
    assert text((TraceKind.MOVED, {"class": became("A", "B")}))[1:] == ["  moved to another class: A → B"]


def test_each_end_says_why_it_is_one() -> None:
    here = "  src/cart.py:3-7:Cart.total"

    assert text((TraceKind.CUT_OFF, {"reason": "history is cut off here"}))[1:] == ["  history is cut off here:", here]
    assert text((TraceKind.REACHED, {}))[1:] == ["  as far as was asked:", here]
    assert text((TraceKind.INTRODUCED, {"extracted from": "src/a.py:1-9:f"}))[1:] == [
        "  introduced",
        here,
        "  extracted from src/a.py:1-9:f",
    ]


def test_other_kinds_are_told_in_a_word() -> None:
    assert text(
        (TraceKind.DOCUMENTATION, {}),
        (TraceKind.COMMENT, {"of": "doc comment"}),
        (TraceKind.MERGE, {"with": "a.py:1-2:f"}),
    )[1:] == [
        "  comments inside it",
        "  the doc comment before it",
        "  merged into it: a.py:1-2:f",
    ]


def test_a_doubtful_step_says_so() -> None:
    assert text((TraceKind.RENAME, {"name": became("sum", "total"), "sure": 0.87}))[-1] == "  (uncertain: 0.87)"
    assert "uncertain" not in " ".join(text((TraceKind.RENAME, {"name": became("sum", "total"), "sure": 0.97})))


def test_no_line_is_wider_than_a_terminal() -> None:
    name = "x" * 200
    evidence = {"path": became(name, name), "note": name, "with": name, "reason": "no", "extracted from": name}
    note = CommitNote(FIRST.commit, "Ada", FIRST.date, name)

    assert max(len(line) for kind in TraceKind for line in text((kind, evidence), note=note)) <= COLUMNS
