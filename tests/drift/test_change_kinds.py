"""What differs between two versions of a chunk, kind by kind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.drift.change_kinds import LONGEST_JUDGED, changed_parts
from goldkeeper.model.traces import TraceKind
from tests.builders import a_chunk

BASE = """\
    public int total(Cart cart) throws TaxError {
        // in cents
        return sum(cart);
    }"""


def kinds(before: str, after: str, language: str = "java", *, name: str = "total") -> list[TraceKind]:
    return list(
        changed_parts(a_chunk("total", text=before, language=language), a_chunk(name, text=after, language=language))
    )


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("sum(cart)", "sum(cart) + 1", TraceKind.BODY),
        ("in cents", "in whole cents", TraceKind.DOCUMENTATION),
        ("(Cart cart)", "(Cart basket)", TraceKind.PARAMETERS),
        ("(Cart cart)", "(final Cart cart)", TraceKind.PARAMETERS),
        ("(Cart cart)", "(@NonNull Cart cart)", TraceKind.PARAMETERS),
        ("public int", "public long", TraceKind.RETURN_TYPE),
        ("public int", "protected int", TraceKind.MODIFIERS),
        ("public int", "public static int", TraceKind.MODIFIERS),
        ("public int", "@Override public int", TraceKind.ANNOTATIONS),
        ("throws TaxError", "throws TaxError, IOException", TraceKind.EXCEPTIONS),
        ("public int", "public <T> int", TraceKind.TYPE_PARAMETERS),
    ],
)
def test_one_edit_is_one_kind(old: str, new: str, kind: TraceKind) -> None:
    assert kinds(BASE, BASE.replace(old, new)) == [kind]


def test_white_space_alone_is_no_change() -> None:
    assert (
        kinds(BASE, BASE.replace("    ", "\t").replace("(Cart", "(\n  Cart").replace("// in cents", "//   in  cents "))
        == []
    )


def test_lines_of_a_wrapped_call_are_white_space_too() -> None:
    one = "func total(a int) int {\n\treturn sum(a, 1)\n}"
    assert kinds(one, one.replace("(a, 1)", "(\n\t\ta, 1)"), "go") == []


def test_another_depth_is_a_change_where_depth_carries_meaning() -> None:
    one = "def total(a):\n    if a:\n        b()\n    c()"
    assert kinds(one, one.replace("    c()", "        c()"), "python") == [TraceKind.BODY]


def test_several_kinds_come_in_one_order() -> None:
    after = "private long total(Cart cart, int rate) { return sum(cart, rate); }"
    assert kinds(BASE, after) == [
        TraceKind.PARAMETERS,
        TraceKind.RETURN_TYPE,
        TraceKind.EXCEPTIONS,
        TraceKind.MODIFIERS,
        TraceKind.BODY,
        TraceKind.DOCUMENTATION,
    ]


def test_the_evidence_says_what_it_was_and_what_it_is() -> None:
    found = changed_parts(
        a_chunk("total", text=BASE, language="java"),
        a_chunk("total", text=BASE.replace("(Cart cart)", "(final Cart cart)"), language="java"),
    )

    assert found == {TraceKind.PARAMETERS: {"parameters": {"from": "(Cart cart)", "to": "(final Cart cart)"}}}


def test_a_body_says_how_many_lines_and_what_sort_of_edit() -> None:
    after = BASE.replace("return sum(cart);", "log(cart);\n        return sum(cart);")
    found = changed_parts(a_chunk("total", text=BASE, language="java"), a_chunk("total", text=after, language="java"))

    assert found == {TraceKind.BODY: {"added": 1, "removed": 0, "edit": "behaviour changed", "note": "now calls log"}}


def test_of_a_very_long_body_only_the_lines_are_counted() -> None:
    long = BASE.replace("return", "// a line that says little\n        " * (LONGEST_JUDGED // 40) + "return")
    found = changed_parts(
        a_chunk("total", text=long, language="java"),
        a_chunk("total", text=long.replace("sum", "add"), language="java"),
    )

    assert found == {TraceKind.BODY: {"added": 1, "removed": 1}}


def test_a_name_is_not_part_of_the_body() -> None:
    assert kinds(BASE, BASE.replace("total", "summed"), name="summed") == []


@given(st.text(max_size=60), st.sampled_from(["java", "python", "go", "ruby", "rust", "unknown"]))
def test_no_text_breaks_it_and_none_differs_from_itself(text: str, language: str) -> None:
    assert kinds(text, text + " ", language) in ([], [TraceKind.BODY], [TraceKind.DOCUMENTATION])
    assert kinds(text, text, language) == []
