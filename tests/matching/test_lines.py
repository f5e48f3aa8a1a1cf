from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.matching.lines import covered, share, telling_lines

LINES = st.lists(st.sampled_from(["one()", "two()", "three()", "four()"]), max_size=12)


def test_brackets_tell_nothing() -> None:
    assert telling_lines("if (a) {\n    run();\n  }\n});\n\n") == ["if (a) {", "run();"]


def test_lines_are_found_in_order() -> None:
    assert covered(["a()", "b()", "c()"], ["c()", "a()", "b()"]) == {0, 1}


def test_a_share_is_of_the_base_lines() -> None:
    assert share(["a()", "b()", "c()", "d()"], ["x()", "b()", "d()"]) == 0.5
    assert share([], ["a()"]) == 0.0


@given(LINES)
def test_a_text_covers_itself(lines: list[str]) -> None:
    assert covered(lines, lines) == set(range(len(lines)))


@given(LINES, LINES)
def test_coverage_never_exceeds_either_side(base: list[str], head: list[str]) -> None:
    assert len(covered(base, head)) <= min(len(base), len(head))
