"""What each gold chunk was: looked for where the ID came in, then at the newest state that has it."""

from collections.abc import Iterable, Iterator, Mapping

import pytest

from goldkeeper.model.anchors import Anchor, AnchorOrigin, NeverResolved
from goldkeeper.model.chunks import BlobId, ChunkId, CommitId, SkipReason
from goldkeeper.model.gold_lines import read_gold
from goldkeeper.wiring import make_chunker
from goldkeeper.workflow.anchoring import Anchors, anchor_gold, introductions, still_named
from goldkeeper.workflow.code import GoldFileHistory
from tests.builders import a_chunk_id, a_never_resolved, an_anchor
from tests.fakes import DictTree, FakeHistory
from tests.projects import CART, CODE, REFUND, REFUND_ID, SHIFTED, SHIPPING_ID, TOTAL, TOTAL_ID, gold_lines

LATER = {**CODE, **SHIFTED}
DAY_OFF = CART.replace("9", "12")  # the same lines, another text


def anchored(
    gold: str,
    history: FakeHistory | None,
    *,
    stored: Anchors | None = None,
    head: DictTree | None = None,
    gold_history: FakeHistory | None = None,
) -> dict[str, Anchor | NeverResolved]:
    """Anchors by ID as text; the gold file lies in the code's own history unless another one is named."""
    commit = history.head if history else None
    keeper = gold_history or history
    place = (
        GoldFileHistory(keeper, "gold.jsonl", keeper.head, same_repository=keeper is history)
        if keeper is not None
        else None
    )
    if head is None:
        assert history is not None
        assert commit is not None
        head = history.tree(commit)
    found = anchor_gold(
        read_gold(gold.encode(), "gold.jsonl"),
        stored or {},
        head=head,
        head_commit=commit,
        history=history,
        gold_history=place,
        chunker=make_chunker(),
    )
    return {str(chunk_id): anchor for chunk_id, anchor in found.items()}


def the_anchor(found: Mapping[str, Anchor | NeverResolved], chunk_id: str = TOTAL_ID) -> Anchor:
    anchor = found[chunk_id]
    assert isinstance(anchor, Anchor), anchor
    return anchor


def the_reason(found: Mapping[str, Anchor | NeverResolved], chunk_id: str) -> str:
    never = found[chunk_id]
    assert isinstance(never, NeverResolved), never
    return never.reason


def with_gold(code: Mapping[str, str], gold: str) -> dict[str, str]:
    return {**code, "gold.jsonl": gold}


ONE = gold_lines({TOTAL_ID: 3})


def test_an_id_is_anchored_at_the_commit_that_brought_it_into_the_gold_file() -> None:
    history = FakeHistory(CODE, with_gold(CODE, ONE), with_gold(LATER, ONE))

    anchor = the_anchor(anchored(ONE, history))

    assert (anchor.commit, anchor.origin) == (history.commits[1], AnchorOrigin.INTRODUCED)
    assert anchor.text is None  # git gives it back


def test_a_later_edit_of_the_same_line_does_not_hide_that_commit() -> None:
    regraded = gold_lines({TOTAL_ID: 2, SHIPPING_ID: 1})
    history = FakeHistory(with_gold(CODE, ONE), with_gold(CODE, regraded), with_gold(LATER, regraded))

    found = anchored(regraded, history)

    assert the_anchor(found).commit == history.commits[0]
    assert the_anchor(found, SHIPPING_ID).commit == history.commits[1]


def test_a_line_that_was_damaged_for_a_while_does_not_hide_that_commit() -> None:
    broken = ONE.replace('"type": ', '"type" ')
    history = FakeHistory(with_gold(CODE, ONE), with_gold(LATER, broken), with_gold(LATER, ONE))

    assert the_anchor(anchored(ONE, history)).commit == history.commits[0]


def test_an_id_that_was_away_counts_from_its_return() -> None:
    other = gold_lines({REFUND_ID: 1})
    history = FakeHistory(with_gold(CODE, ONE), with_gold(CODE, other), with_gold(CODE, ONE))

    assert the_anchor(anchored(ONE, history)).commit == history.commits[2]


def test_a_set_judged_on_an_older_index_is_anchored_at_the_newest_state_that_has_the_id() -> None:
    history = FakeHistory(CODE, LATER, with_gold(LATER, ONE))

    anchor = the_anchor(anchored(ONE, history))

    assert (anchor.commit, anchor.origin) == (history.commits[0], AnchorOrigin.RESOLVED)


def test_of_several_states_that_have_the_id_the_newest_counts() -> None:
    history = FakeHistory(CODE, {**CODE, "src/cart.py": DAY_OFF}, LATER, with_gold(LATER, ONE))

    anchor = the_anchor(anchored(gold_lines({SHIPPING_ID: 1}), history), SHIPPING_ID)

    assert anchor.commit == history.commits[1]


def test_gold_that_is_not_committed_is_anchored_at_head() -> None:
    history = FakeHistory(CODE, LATER)

    found = anchored(gold_lines({REFUND_ID: 1, TOTAL_ID: 2}), history)

    assert (the_anchor(found, REFUND_ID).commit, the_anchor(found).commit) == (history.head, history.commits[0])


def test_gold_of_another_repository_is_dated_and_the_code_of_that_date_is_asked() -> None:
    code = FakeHistory(CODE, CODE, LATER, LATER)
    gold = FakeHistory({}, {"gold.jsonl": ONE}, {"gold.jsonl": ONE + "\n"})

    anchor = the_anchor(anchored(ONE, code, gold_history=gold))

    assert (anchor.commit, anchor.origin) == (code.commits[1], AnchorOrigin.INTRODUCED)


def test_gold_that_is_older_than_the_code_is_looked_for_in_all_of_it() -> None:
    class Ancient(FakeHistory):
        def commit_at(self, moment: object, head: CommitId) -> CommitId | None:
            return None

    code = Ancient(CODE, LATER)

    anchor = the_anchor(anchored(ONE, code, gold_history=FakeHistory({"gold.jsonl": ONE})))

    assert (anchor.commit, anchor.origin) == (code.commits[0], AnchorOrigin.RESOLVED)


def test_without_git_the_text_is_kept() -> None:
    anchor = the_anchor(anchored(ONE, None, head=DictTree(CODE)))

    assert (anchor.commit, anchor.text) == (None, TOTAL.rstrip("\n"))


def test_what_only_the_work_tree_has_is_anchored_there_with_its_text() -> None:
    new = gold_lines({"src/new.py:1-3:total": 3})
    history = FakeHistory(CODE, with_gold(CODE, new))
    disk = DictTree({**CODE, "src/new.py": TOTAL})

    anchor = the_anchor(anchored(new, history, head=disk), "src/new.py:1-3:total")

    assert (anchor.commit, anchor.text) == (None, TOTAL.rstrip("\n"))


def test_another_chunkers_spelling_is_taken_where_nothing_bears_the_very_id() -> None:
    wider = "src/cart.py:1-4:total"
    history = FakeHistory(CODE, with_gold(CODE, gold_lines({wider: 3})))

    anchor = the_anchor(anchored(gold_lines({wider: 3}), history), wider)

    assert (str(anchor.chunk_id), str(anchor.span)) == (wider, "1-3")


def test_the_very_id_at_an_older_state_goes_before_something_like_it_now() -> None:
    longer = {"src/cart.py": CART.replace("    return amount", "    amount += 1\n    return amount")}
    history = FakeHistory(CODE, longer)

    assert the_anchor(anchored(ONE, history)).commit == history.commits[0]


@pytest.mark.parametrize(
    ("chunk_id", "reason"),
    [
        ("lib/none.py:1-2:f", "no file of that path, now or in the history"),
        ("src/cart.py:1-3:never", "src/cart.py has no such chunk in any of its 2 versions"),
        ("src/orders.py:1-3:never", "src/orders.py has no such chunk"),
        ("shop/src/cart.py:1-3:total", "src/cart.py is there: are the paths relative to the repository root?"),
        ("home/ada/shop/src/cart.py:1-3:total", "src/cart.py is there: are the paths relative to the repository root?"),
        ("cart.py:1-3:total", "src/cart.py is there: are the paths relative to the repository root?"),
        ("logo.png:1-3:total", "logo.png is not chunked: unknown file type"),
    ],
)
def test_an_id_that_never_resolved_says_why(chunk_id: str, reason: str) -> None:
    history = FakeHistory({**CODE, "logo.png": "x"}, {**LATER, "logo.png": "x"})

    assert reason in the_reason(anchored(gold_lines({chunk_id: 1}), history), chunk_id)


def test_without_git_the_reason_speaks_of_no_history() -> None:
    found = anchored(gold_lines({"lib/none.py:1-2:f": 1}), None, head=DictTree(CODE))

    assert the_reason(found, "lib/none.py:1-2:f") == "no file of that path"


GHOST = "src/cart.py:1-3:ghost"
GHOST_GOLD = gold_lines({GHOST: 1})


def test_what_never_resolved_is_not_searched_for_again_until_a_commit_touches_its_file() -> None:
    history = FakeHistory(CODE)
    first = {a_chunk_id(GHOST): anchored(GHOST_GOLD, history)[GHOST]}
    history.add({**CODE, "src/orders.py": "x = 1\n"})
    history.searched.clear()

    again = anchored(GHOST_GOLD, history, stored=first)

    assert (again[GHOST], history.searched) == (first[a_chunk_id(GHOST)], [])  # so the anchor file stays as it is

    history.add({"src/cart.py": TOTAL.replace("total", "ghost")})
    assert the_anchor(anchored(GHOST_GOLD, history, stored=first), GHOST).commit == history.head


def test_what_never_resolved_is_looked_for_in_the_work_tree_each_time() -> None:
    history = FakeHistory(CODE)
    stored = {a_chunk_id(GHOST): anchored(GHOST_GOLD, history)[GHOST]}
    disk = DictTree({"src/cart.py": TOTAL.replace("total", "ghost")})

    assert the_anchor(anchored(GHOST_GOLD, history, stored=stored, head=disk), GHOST).commit is None


def test_a_search_in_a_clone_that_lacks_something_is_made_again() -> None:
    history = FakeHistory(CODE, LATER, lacking=[0], notes=["shallow clone"])
    never = anchored(ONE, history)[TOTAL_ID]
    assert isinstance(never, NeverResolved)
    assert (never.searched_to, "lacks part of the history" in never.reason) == (None, True)

    whole = FakeHistory(CODE, LATER)

    assert the_anchor(anchored(ONE, whole, stored={never.chunk_id: never})).commit == whole.commits[0]


def test_a_stored_anchor_is_taken_as_it_is_and_nothing_is_searched() -> None:
    history = FakeHistory(CODE, LATER)
    stored = an_anchor(TOTAL_ID, commit=CommitId("c" * 40))

    assert anchored(ONE, history, stored={stored.chunk_id: stored}) == {TOTAL_ID: stored}
    assert history.searched == []


def test_an_introduction_that_this_clone_has_not_is_no_obstacle() -> None:
    history = FakeHistory(with_gold(CODE, ONE), with_gold(CODE, ONE), lacking=[0])

    assert isinstance(anchored(ONE, history)[TOTAL_ID], Anchor)


def test_introductions_end_where_the_gold_file_can_not_be_read() -> None:
    class Torn(FakeHistory):
        def read_blobs(self, blobs: Iterable[BlobId]) -> Iterator[tuple[BlobId, bytes | SkipReason]]:
            return ((blob, SkipReason.OBJECT_MISSING) for blob in blobs)

    history = Torn(with_gold(CODE, ONE))
    place = GoldFileHistory(history, "gold.jsonl", history.head, same_repository=True)

    assert introductions(place, {TOTAL_ID}) == {}


@pytest.mark.parametrize(
    "line",
    [
        ONE,
        ONE.replace("}\n", "\n"),  # the end is cut off
        ONE.replace(": 3", ": 7"),  # a grade that is none
        ONE.replace("src/cart", "./src/cart"),
        ONE.replace("/", "\\u002f"),
    ],
    ids=["sound", "cut off", "bad grade", "relative", "escaped"],
)
def test_a_damaged_line_keeps_its_chunks_anchors(line: str) -> None:
    kept, dropped = an_anchor(TOTAL_ID), a_never_resolved("src/gone.py:1-2:f")

    assert still_named({kept.chunk_id: kept, dropped.chunk_id: dropped}, line.encode()) == [kept]


def test_an_id_does_not_live_on_as_the_beginning_of_a_longer_one() -> None:
    short, long = an_anchor("src/cart.py:1-3:total"), an_anchor("src/cart.py:1-3:total_of_all")

    assert still_named({a.chunk_id: a for a in (short, long)}, gold_lines({str(long.chunk_id): 3}).encode()) == [long]


def test_an_anchor_of_a_name_beyond_ascii_is_kept_however_it_is_spelled() -> None:
    anchor = an_anchor("src/籃子.py:1-2:合計")

    for escaped in (True, False):
        line = "{broken" + (
            repr("src/籃子.py:1-2:合計").encode("unicode_escape").decode() if escaped else str(anchor.chunk_id)
        )
        assert still_named({anchor.chunk_id: anchor}, line.encode()) == [anchor]


def test_every_content_of_a_file_is_parsed_only_where_it_may_hold_the_id() -> None:
    states = [{"src/cart.py": f"x = {number}\n"} for number in range(50)]
    history = FakeHistory({"src/cart.py": CART}, *states)

    assert the_anchor(anchored(gold_lines({SHIPPING_ID: 1}), history), SHIPPING_ID).commit == history.commits[0]


def test_a_name_that_the_source_spells_otherwise_is_found_all_the_same() -> None:
    kotlin = "class Cart {\n    companion object {\n        fun empty() = Cart()\n    }\n}\n"
    made = make_chunker().chunk_file("Cart.kt", DictTree({"Cart.kt": kotlin}).files()["Cart.kt"].blob, kotlin.encode())
    ids = [chunk.id for chunk in made.chunks]  # type: ignore[union-attr]
    history = FakeHistory({"Cart.kt": kotlin}, {"Cart.kt": "\n"})

    found = anchored(gold_lines(dict.fromkeys(map(str, ids), 1)), history)

    assert all(isinstance(anchor, Anchor) for anchor in found.values()), found


def test_anchors_come_in_the_gold_files_order() -> None:
    history = FakeHistory(CODE)
    gold = gold_lines({REFUND_ID: 1, TOTAL_ID: 1}, {SHIPPING_ID: 2, REFUND_ID: 2})

    assert list(anchored(gold, history)) == [REFUND_ID, TOTAL_ID, SHIPPING_ID]


def test_progress_tells_how_many_files_are_looked_through() -> None:
    history = FakeHistory(CODE)
    told: list[tuple[str, int, int]] = []
    gold_set = read_gold(gold_lines({GHOST: 1, "none.py:1-2:f": 1}).encode(), "gold.jsonl")

    anchor_gold(
        gold_set,
        {},
        head=history.tree(history.head),
        head_commit=history.head,
        history=history,
        gold_history=None,
        chunker=make_chunker(),
        progress=lambda *said: told.append(said),
    )

    assert told == [("looking for old IDs in history", 1, 2), ("looking for old IDs in history", 2, 2)]


def test_two_spans_of_one_name_are_two_chunks() -> None:
    twice = {"src/cart.py": REFUND + "\n\n" + REFUND}
    first, second = ChunkId.parse("src/cart.py:1-3:refund"), ChunkId.parse("src/cart.py:6-8:refund")
    history = FakeHistory(twice, {"src/cart.py": REFUND})

    found = anchored(gold_lines({str(first): 1, str(second): 2}), history)

    assert [the_anchor(found, str(one)).span for one in (first, second)] == [first.span, second.span]
