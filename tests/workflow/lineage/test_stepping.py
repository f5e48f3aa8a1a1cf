"""What one commit makes of a chunk."""

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import Chunk
from goldkeeper.model.lineage import StepKind
from goldkeeper.wiring import make_chunker
from goldkeeper.workflow.lineage.commit_change import CommitChange
from goldkeeper.workflow.lineage.contents import Contents
from goldkeeper.workflow.lineage.stepping import Outcome, step_over
from tests.workflow.codes import (
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
from tests.workflow.lineage.histories import Story

SUMMED = TOTAL.replace("total", "summed")


def stepped(before: dict[str, str], after: dict[str, str | None], symbol: str = "total", path: str = "a.py") -> Outcome:
    """A chunk behind the second of two commits."""
    story = Story(before, after)
    change = CommitChange(story.head, story.index.changes(1), Contents(story, make_chunker()))
    return step_over(change, story.chunk(path, symbol, story.commits[0])[0])


def name_of(chunk: Chunk | None) -> str:
    return f"{chunk.path}:{chunk.symbol}" if chunk is not None else "gone"


def test_a_chunk_that_only_slid_is_no_step() -> None:
    outcome = stepped({"a.py": CODE}, {"a.py": a_file("import re\n", CODE)})

    assert outcome.step is None
    assert outcome.after is not None
    assert outcome.after.span.start == 4


def test_an_edit_in_its_place_is_plain() -> None:
    outcome = stepped({"a.py": CODE}, {"a.py": CODE.replace("line.price", "line.net")})

    assert outcome.step is not None
    assert (outcome.step.kind, outcome.step.change) == (StepKind.EDITED, ChangeKind.SAME)


def test_a_rename_is_weighed() -> None:
    outcome = stepped({"a.py": CODE}, {"a.py": a_file(GRAND_TOTAL, REFUND)})

    assert outcome.step is not None
    assert (outcome.step.kind, name_of(outcome.after)) == (StepKind.WEIGHED, "a.py:grand_total")


def test_a_file_that_stands_elsewhere_as_it_was_carries_its_chunks() -> None:
    outcome = stepped({"a.py": CODE}, {"a.py": None, "lib/a.py": CODE, "lib/b.py": CODE})

    assert outcome.step is not None
    assert (outcome.step.kind, name_of(outcome.after)) == (StepKind.CARRIED, "lib/a.py:total")
    assert [name_of(copy.chunk) for copy in outcome.copies] == ["lib/b.py:total"]


def test_two_files_that_swap_their_names_swap_their_chunks() -> None:
    alike = TOTAL.replace("line.price", "line.vat").replace("shipping(cart)", "shipping(cart, vat)")
    one, other = a_file(TOTAL, SHIPPING), a_file(alike, REFUND)

    assert name_of(stepped({"a.py": one, "b.py": other}, {"a.py": other, "b.py": one}).after) == "b.py:total"


def test_a_swap_is_seen_in_a_commit_of_many_files_too() -> None:
    alike = TOTAL.replace("line.price", "line.vat").replace("shipping(cart)", "shipping(cart, vat)")
    one, other = a_file(TOTAL, SHIPPING), a_file(alike, REFUND)
    many = {f"m/{n}.py": f"X = {n}\n" for n in range(220)}
    changed = {path: text + "Y = 1\n" for path, text in many.items()}

    outcome = stepped({"a.py": one, "b.py": other, **many}, {"a.py": other, "b.py": one, **changed})

    assert name_of(outcome.after) == "b.py:total"


def test_a_body_that_left_its_name_leaves_a_doubt() -> None:
    left = TOTAL.replace("line.price", "line.net")
    outcome = stepped({"a.py": CODE, "b.py": SHIPPING}, {"a.py": a_file(left, REFUND), "b.py": a_file(SHIPPING, TOTAL)})

    assert outcome.step is not None
    assert outcome.step.ambiguous
    assert {name_of(one.chunk) for one in outcome.others} | {name_of(outcome.after)} >= {"a.py:total", "b.py:total"}


def test_a_rewritten_file_is_followed_to_where_its_content_went() -> None:
    outcome = stepped({"a.py": CODE}, {"a.py": "def hello():\n    print('hello, all of you')\n", "b.py": CODE})

    assert name_of(outcome.after) == "b.py:total"


def test_what_was_taken_out_is_told_with_its_share_and_the_original_goes_on() -> None:
    outcome = stepped({"a.py": CHECKOUT}, {"a.py": a_file(SHORTER_CHECKOUT, PARCEL_OF)}, "checkout")

    assert name_of(outcome.after) == "a.py:checkout"
    assert [(name_of(part.chunk), round(part.share or 0, 2)) for part in outcome.parts] == [("a.py:parcel_of", 0.33)]


def test_one_line_that_was_taken_out_is_told_and_a_call_that_was_renamed_is_nothing_taken_out() -> None:
    one = "def rate(order):\n    base = order.base\n    return base * order.weight + table[order.zone] * order.size\n"
    cut = one.replace("base * order.weight + table[order.zone] * order.size", "base * weighed(order)")
    part = "def weighed(order):\n    return order.weight + table[order.zone] * order.size\n"
    call = one.replace("base * order.weight + table[order.zone] * order.size", "base * total(order.lines)")

    taken = stepped({"a.py": one}, {"a.py": a_file(cut, part)}, "rate")
    renamed = stepped({"a.py": a_file(call, TOTAL)}, {"a.py": a_file(call.replace("total", "summed"), SUMMED)}, "rate")

    assert [name_of(branch.chunk) for branch in taken.parts] == ["a.py:weighed"]
    assert renamed.parts == ()


def test_a_chunk_that_its_caller_took_in_is_not_surely_gone() -> None:
    outcome = stepped({"a.py": a_file(SHORTER_CHECKOUT, PARCEL_OF)}, {"a.py": CHECKOUT}, "parcel_of")

    assert outcome.step is not None
    assert name_of(outcome.after) == "a.py:checkout" or [name_of(one.chunk) for one in outcome.others] == [
        "a.py:checkout"
    ]


def test_a_file_of_another_language_is_another_place_for_the_same_chunk() -> None:
    script = "function total(cart) {\n  const amount = cart.lines.map(priceOf).reduce(add, 0);\n  return amount;\n}\n"
    typed = script.replace("total(cart)", "total(cart: Cart): number")

    assert name_of(stepped({"a.js": script}, {"a.js": None, "a.ts": typed}, path="a.js").after) == "a.ts:total"


def test_what_is_outside_the_rules_can_not_be_followed_and_that_is_said() -> None:
    story = Story({"a.py": CODE})
    change = CommitChange(story.head, (), Contents(story, make_chunker()))

    outcome = step_over(change, story.chunk("a.py", "total", story.head)[0])

    assert (outcome.after, outcome.broken) == (None, "a.py is outside the include/exclude rules")
