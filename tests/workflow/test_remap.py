"""IDs of one state in another, without gold set and queue."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.wiring import make_chunker
from goldkeeper.workflow.remap import refuse, remap
from tests.fakes import DictTree, FakeHistory
from tests.projects import (
    CART,
    CODE,
    MOVED_SHIPPING_ID,
    MOVED_TOTAL_ID,
    REFUND,
    REFUND_ID,
    SHIFTED,
    SHIPPING_ID,
    TOTAL,
    TOTAL_ID,
)

FIELDS = ["id", "status", "change", "gone", "ambiguous", "candidates"]
OF_A_CANDIDATE = ["id", "path", "start", "end", "symbol", "confidence", "margin", "evidence"]


def answers(ids: list[str], base: DictTree, head: DictTree, history: FakeHistory | None = None) -> list[dict[str, Any]]:
    return [one.as_json() for one in remap(ids, base, head, history=history, chunker=make_chunker())]


def first(answer: dict[str, Any]) -> str | None:
    return answer["candidates"][0]["id"] if answer["candidates"] else None


OLD, NEW = DictTree(CODE), DictTree({**CODE, **SHIFTED})


def test_answers_come_in_the_order_asked_with_just_these_fields() -> None:
    found = answers([SHIPPING_ID, REFUND_ID, TOTAL_ID, SHIPPING_ID], OLD, NEW)

    assert [(a["id"], a["status"], first(a)) for a in found] == [
        (SHIPPING_ID, "shifted", MOVED_SHIPPING_ID),
        (REFUND_ID, "intact", REFUND_ID),
        (TOTAL_ID, "shifted", MOVED_TOTAL_ID),
        (SHIPPING_ID, "shifted", MOVED_SHIPPING_ID),
    ]
    assert all(list(answer) == FIELDS for answer in found)
    assert all(list(candidate)[:8] == OF_A_CANDIDATE for answer in found for candidate in answer["candidates"])
    assert found[1] == {
        "id": REFUND_ID,
        "status": "intact",
        "change": "same",
        "gone": 0.0,
        "ambiguous": False,
        "candidates": [
            {
                "id": REFUND_ID,
                "path": "src/orders.py",
                "start": 1,
                "end": 3,
                "symbol": "refund",
                "confidence": 1.0,
                "margin": None,
                "evidence": {},
            }
        ],
    }


def test_the_way_back_is_found_too() -> None:
    history = FakeHistory(CODE, {**CODE, **SHIFTED})
    old, new = (history.tree(commit) for commit in history.commits)

    (there,) = answers([TOTAL_ID], old, new, history)
    (back,) = answers([MOVED_TOTAL_ID], new, old, history)

    assert (first(there), first(back)) == (MOVED_TOTAL_ID, TOTAL_ID)


def test_evidence_has_a_value_and_bits() -> None:
    (answer,) = answers([TOTAL_ID], OLD, NEW)

    for part in answer["candidates"][0]["evidence"].values():
        assert 0 <= part["value"] <= 1
        assert isinstance(part["bits"], float)


def test_an_id_that_is_none_is_answered_and_stops_nothing() -> None:
    found = answers(["no id", "a.py:9-2:f", "", TOTAL_ID], OLD, NEW)

    assert [answer["status"] for answer in found] == ["unknown", "unknown", "unknown", "shifted"]
    assert [answer["candidates"] for answer in found[:3]] == [[], [], []]
    assert "expected path:start-end:symbol" in found[0]["problem"]
    assert "the span ends before it starts" in found[1]["problem"]


def test_an_id_that_names_nothing_says_what_is_missing() -> None:
    base = DictTree({**CODE, "logo.png": "x"})

    found = answers(["none.py:1-2:f", "src/cart.py:1-3:ghost", "logo.png:1-2:f"], base, NEW)

    assert [answer["problem"] for answer in found] == [
        "none.py: no such file at work tree",
        "src/cart.py at work tree has no chunk ghost near lines 1-3",
        "logo.png at work tree: unknown file type",
    ]
    assert {answer["status"] for answer in found} == {"unknown"}


def test_another_chunkers_spelling_is_taken_and_the_answer_says_for_which_chunk() -> None:
    (answer,) = answers(["src/cart.py:1-4:Cart::total"], OLD, NEW)

    assert (answer["id"], answer["taken_for"], first(answer)) == (
        "src/cart.py:1-4:Cart::total",
        TOTAL_ID,
        MOVED_TOTAL_ID,
    )


def test_a_name_that_stayed_is_spelled_as_it_was_asked_for() -> None:
    body = "  bool operator <(const Point& o) const {\n    return x < o.x || (x == o.x && y < o.y);\n  }\n"
    old = "struct Point {\n" + body + "  operator bool() const {\n    return x != 0 || y != 0;\n  }\n  int x, y;\n};\n"
    asked = ["point.h:2-4:Point.operator <", "point.h:5-7:Point.operator bool() const", "point.h:2-4:Point::operator<"]

    found = answers(asked, DictTree({"point.h": old}), DictTree({"point.h": "#pragma once\n\n" + old}))

    assert [first(answer) for answer in found] == [
        "point.h:4-6:Point::operator <",
        "point.h:7-9:Point::operator bool() const",
        "point.h:4-6:Point::operator<",
    ]


def test_a_name_that_only_lacks_what_it_stands_in_is_answered_in_full() -> None:
    old = "import tax\n\n\n\n\nclass Cart:\n    def total(self):\n        return tax.on(self.items)\n"

    found = answers(
        ["shop.v2/cart.py:7-8:total"], DictTree({"shop.v2/cart.py": old}), DictTree({"shop.v2/cart.py": "\n" + old})
    )

    assert first(found[0]) == "shop.v2/cart.py:8-9:Cart.total"


def test_a_chunk_that_is_gone_says_how_sure_that_is() -> None:
    (answer,) = answers([REFUND_ID], OLD, DictTree({"src/cart.py": CART}))

    assert (answer["status"], answer["change"]) == ("missing", "gone")
    assert 0.5 < answer["gone"] <= 1


def test_a_text_that_stands_in_a_file_that_does_not_parse_is_where_it_was() -> None:
    base = DictTree({"a.py": f"{TOTAL}\n\n{REFUND}"})
    head = DictTree({"a.py": f"{TOTAL}\n\n{REFUND}\n\ndef torn((:\n  )) =\n"})

    (answer,) = answers(["a.py:6-8:refund"], base, head)

    assert (answer["status"], first(answer)) == ("intact", "a.py:6-8:refund")


def test_a_refused_request_is_answered_for_each_of_its_ids() -> None:
    assert [one.as_json() for one in refuse(["a", "b"], "no such repository")] == [
        {
            "id": text,
            "status": "unknown",
            "change": None,
            "gone": 0.0,
            "ambiguous": False,
            "candidates": [],
            "problem": "no such repository",
        }
        for text in ("a", "b")
    ]


@given(st.lists(st.one_of(st.sampled_from([TOTAL_ID, SHIPPING_ID, REFUND_ID, "x"]), st.text(max_size=30)), max_size=6))
def test_every_line_has_its_answer(written: list[str]) -> None:
    assert [answer["id"] for answer in answers(written, OLD, NEW)] == written
