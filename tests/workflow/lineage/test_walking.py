"""Chunks followed commit by commit."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkeeper.model.chunks import CommitId
from goldkeeper.model.lineage import StepKind
from tests.workflow.codes import (
    ANOTHER_TOTAL,
    CHECKOUT,
    CODE,
    GRAND_TOTAL,
    PARCEL_OF,
    REFUND,
    SHIPPING,
    SHORTER_CHECKOUT,
    TOTAL,
    a_file,
)
from tests.workflow.lineage.histories import Story, end_of

LINES_ABOVE = [f"RATE = {n}\n" * (1 + n % 3) for n in range(40)]
JAVA = """\
class Cart {
  int total(Lines lines) {
    int amount = lines.sum();
    return amount + shipping(lines);
  }

  int refund(Order order) {
    return payBack(order.paid());
  }
}
"""
DAMAGE = [  # a path, a symbol, a file, and the same in the middle of an edit
    ("a.py", "total", CODE, CODE.replace("def total(cart, lines):", "def (cart, lines")),
    ("a.py", "total", CODE, "'''\n" + CODE.replace("lines):", "lines)").replace("line.price", "line.net")),
    ("A.java", "Cart.total", JAVA, JAVA.replace("Cart {", 'Cart { void x( {{ " ;').replace("sum()", "total()")),
]


def kinds(story: Story, path: str, symbol: str) -> list[str]:
    return [step.kind.value for step in story.follow(path, symbol).steps]


def test_a_chunk_that_only_slid_took_no_step() -> None:
    story = Story(*({"a.py": a_file(above, CODE)} for above in LINES_ABOVE))

    track = story.follow("a.py", "total")

    assert (end_of(track), track.steps, track.touches, track.commits) == ("a.py:total", (), 39, 39)


def test_a_chunk_keeps_its_way_while_another_takes_its_old_name() -> None:
    story = Story(
        {"a.py": CODE, "b.py": SHIPPING},
        {"a.py": REFUND, "b.py": a_file(SHIPPING, TOTAL)},
        {"b.py": a_file(SHIPPING, GRAND_TOTAL)},
        {"a.py": a_file(ANOTHER_TOTAL, REFUND)},
    )

    assert end_of(story.follow("a.py", "total")) == "b.py:grand_total"
    assert end_of(story.follow("b.py", "grand_total", story.head, story.commits[0])) == "a.py:total"
    assert end_of(story.follow("a.py", "total", story.head, story.commits[0])) == "gone"


def test_a_file_that_is_renamed_twice_takes_its_chunks_along() -> None:
    newer = CODE.replace("pay_back", "repay")
    story = Story(
        {"a.py": CODE}, {"a.py": None, "b.py": CODE}, {"b.py": newer}, {"b.py": None, "c/d.py": f"import re\n\n{newer}"}
    )

    assert end_of(story.follow("a.py", "total")) == "c/d.py:total"
    assert kinds(story, "a.py", "total") == [StepKind.CARRIED, StepKind.FILE_MOVED]
    assert end_of(story.follow("c/d.py", "total", story.head, story.commits[0])) == "a.py:total"


def test_of_two_methods_that_say_the_same_each_stays_itself_when_the_file_moves() -> None:
    body = "    def run(self, lines):\n        amount = sum(line.price for line in lines)\n        return amount\n"
    code = f"class First:\n{body}\n\nclass Second:\n{body}"
    story = Story({"a.py": code}, {"a.py": None, "b.py": code})

    assert end_of(story.follow("a.py", "First.run")) == "b.py:First.run"
    assert end_of(story.follow("a.py", "Second.run")) == "b.py:Second.run"


def test_line_ends_of_another_system_are_no_change() -> None:
    ends = ["\n", "\r\n", "\n", "\r\n"]
    story = Story(*({"a.py": a_file(above, CODE).replace("\n", end)} for above, end in zip("xyzw", ends, strict=True)))

    track = story.follow("a.py", "total")

    assert (end_of(track), track.steps) == ("a.py:total", ())


def test_a_body_that_left_its_name_is_seen_in_files_with_line_ends_of_another_system() -> None:
    edited = TOTAL.replace("shipping(cart)", "shipping(cart, 1)")
    for end in ("\n", "\r\n"):
        story = Story(
            {"a.py": CODE.replace("\n", end), "b.py": "import x\n".replace("\n", end)},
            {"a.py": a_file(edited, REFUND).replace("\n", end), "b.py": a_file("import x\n", TOTAL).replace("\n", end)},
        )

        (step,) = story.follow("a.py", "total").steps

        assert step.ambiguous


def test_a_chunk_that_only_grew_at_its_end_is_the_same_one() -> None:
    head = "def total(cart):\n    amount = sum(line.price for line in cart.lines)\n    log(amount, cart, lines)\n"
    more = "".join(f"    step_{n} = amount + {n}\n" for n in range(9))
    story = Story({"a.py": head}, {"a.py": head + more}, {"a.py": (head + more).replace("step", "stage")})

    assert end_of(story.follow("a.py", "total", goal=story.commits[1])) == "a.py:total"
    assert end_of(story.follow("a.py", "total")) == "a.py:total"


@pytest.mark.parametrize(("path", "symbol", "whole", "torn"), DAMAGE)
def test_a_state_that_does_not_parse_is_passed_by(path: str, symbol: str, whole: str, torn: str) -> None:
    story = Story({path: whole}, {path: torn}, {path: whole.replace("return", "return 1 +")})

    track = story.follow(path, symbol)

    assert end_of(track) == f"{path}:{symbol}"
    assert [step.kind for step in track.steps] == [StepKind.EDITED]


@pytest.mark.parametrize(("path", "symbol", "whole", "torn"), DAMAGE)
def test_a_chunk_that_the_last_state_hides_is_not_called_gone(path: str, symbol: str, whole: str, torn: str) -> None:
    track = Story({path: whole}, {path: torn}).follow(path, symbol)

    assert (track.end, track.removal) == (None, None)
    assert track.broken == f"{path} does not parse where {symbol} should stand"


def test_a_chunk_that_went_while_its_file_did_not_parse_is_not_called_gone() -> None:
    path, symbol, whole, torn = DAMAGE[0]

    track = Story({path: whole}, {path: torn}, {path: REFUND}).follow(path, symbol)

    assert (track.removal, track.broken) == (None, f"{path} does not parse where {symbol} should stand")


def test_a_content_that_the_clone_lacks_is_named_and_the_chunk_is_not_called_gone() -> None:
    between = CODE.replace("line.price", "line.net")
    story = Story({"a.py": CODE}, {"a.py": between}, {"a.py": between.replace("total", "whole")})
    story.lose(between)

    track = story.follow("a.py", "total")

    assert (track.end, track.removal, track.broken) == (None, None, "a.py: object missing from the clone")


def test_of_two_copies_the_living_one_is_followed_with_its_own_steps() -> None:
    story = Story(
        {"a.py": CODE},
        {"a.py": None, "b.py": CODE, "c.py": CODE},
        {"b.py": None},
        {"c.py": a_file(GRAND_TOTAL, REFUND)},
    )

    track = story.follow("a.py", "total")

    assert (end_of(track), track.copies) == ("c.py:grand_total", ())
    assert [(step.kind, step.after and str(step.after.id)) for step in track.steps] == [
        (StepKind.CARRIED, "c.py:1-3:total"),
        (StepKind.WEIGHED, "c.py:1-3:grand_total"),
    ]


def test_two_copies_that_live_are_both_told() -> None:
    story = Story({"a.py": CODE}, {"a.py": None, "b.py": CODE, "c.py": CODE}, {"b.py": CODE + "\nX = 1\n"})

    track = story.follow("a.py", "total")

    assert (end_of(track), [str(copy.id) for copy in track.copies]) == ("b.py:total", ["c.py:1-3:total"])


def test_what_was_taken_out_many_commits_ago_is_told_with_its_share() -> None:
    split = a_file(SHORTER_CHECKOUT, PARCEL_OF)
    story = Story(
        {"a.py": CHECKOUT},
        {"a.py": split},
        *({"a.py": a_file(split, above)} for above in LINES_ABOVE),
        {"a.py": split.replace("parcel_of", "packed")},
    )

    track = story.follow("a.py", "checkout")

    assert end_of(track) == "a.py:checkout"
    (part,) = track.parts
    assert (part.chunk.symbol, round(part.share or 0, 2)) == ("packed", 0.33)


def test_a_thousand_commits_are_read_at_a_few_places_only() -> None:
    story = Story(*({"a.py": a_file(f"RATE = {n}\n", CODE)} for n in range(1000)))
    past = story.past
    chunk, blob = story.chunk("a.py", "total", story.commits[0])

    match = past.to(story.tree(story.head), story.head).match(chunk, blob, story.commits[0])

    assert match is not None
    assert match.certain
    assert past.contents.reads < 60
    assert past.contents.parses == 1


def test_doubts_of_a_long_way_are_followed_up_to_a_number() -> None:
    def code(n: int) -> str:
        steps = (TOTAL.replace("def total", f"def step_{n}_{k}").replace("price", f"price_{k}") for k in range(4))
        return a_file(*steps)

    story = Story(*({"a.py": code(n)} for n in range(12)))

    track = story.follow("a.py", "step_0_1")

    assert len(track.others) <= 4
    sure = [other.confidence for other in track.others]
    assert sure == sorted(sure, reverse=True)


NAMES = ("a.py", "b.py", "lib/c.py")
PIECES = (TOTAL, REFUND, SHIPPING, CHECKOUT)


@st.composite
def histories(draw: st.DrawFn) -> Story:
    """Files whose functions are edited, renamed and moved about, one thing a commit."""
    where = {n: draw(st.sampled_from(NAMES)) for n in range(len(PIECES))}
    text = dict(enumerate(PIECES))
    known: set[str] = set()
    story = Story()

    def tell() -> None:
        files: dict[str, str | None] = {
            path: a_file(*(text[n] for n in sorted(text) if where[n] == path)) or None for path in set(where.values())
        }
        gone: dict[str, str | None] = dict.fromkeys(known - files.keys())
        story.commit({**gone, **files})
        known.clear()
        known.update(files)

    tell()
    for turn in range(draw(st.integers(1, 6))):
        n = draw(st.sampled_from(sorted(text)))
        deed = draw(st.sampled_from(["edit", "rename", "move", "file"]))
        if deed == "edit":
            text[n] = text[n].replace("return ", f"return {turn} + ", 1)
        elif deed == "rename":
            name = text[n].split("(")[0].removeprefix("def ")
            text[n] = text[n].replace(f"def {name}(", f"def {name}_{turn}(")
        elif deed == "move":
            where[n] = draw(st.sampled_from(NAMES))
        else:
            old, new = where[n], f"moved_{turn}.py"
            where = {one: new if path == old else path for one, path in where.items()}
        tell()
    return story


def ways(story: Story, start: CommitId, goal: CommitId) -> dict[str, str]:
    symbols = [
        (path, line.split("(")[0].removeprefix("def "))
        for path, text in sorted(story.states[start].items())
        for line in text.split("\n")
        if line.startswith("def ")
    ]
    return {f"{path}:{symbol}": end_of(story.follow(path, symbol, start, goal)) for path, symbol in symbols}


@settings(max_examples=40)
@given(histories())
def test_there_and_back_again_is_where_the_way_began(story: Story) -> None:
    there = ways(story, story.commits[0], story.head)
    back = ways(story, story.head, story.commits[0])

    assert "gone" not in there.values()
    assert {end: start for start, end in there.items()} == back
