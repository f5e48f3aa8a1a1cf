"""A file read again with some lines blanked: what did not change is taken over, and it is what a whole walk finds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.chunking.blanking import blank
from goldkeeper.chunking.bounded import BoundedParser
from goldkeeper.chunking.damage import Lines
from goldkeeper.chunking.grammars import GrammarSource, load_grammar
from goldkeeper.chunking.languages import known_languages
from goldkeeper.chunking.plan import Plan
from goldkeeper.chunking.reading import Reading, read, read_again

_BOXES = """#include <a>
namespace shop {

int total(int a) {
  struct Inner { int f() { return 1; } };
  return a;
}

TEST_CASE("adds") {
  CHECK(total(1));
}

TEST(Cart, Adds) {
  BROKEN
}

template <class T>
class Box {
 public:
  int size() { return 1; }
  BROKEN
  struct Lid { int x; };
};

int limit = 3;
int other = 4;

}  // namespace shop

int last() { return 2; }
"""
_SOURCES = {
    "a.cpp": _BOXES.replace("BROKEN", "if (x {"),
    "b.cpp": _BOXES.replace("BROKEN", "int x GUARDED(y) = (;"),
    "c.ts": """import a from 'a';

@dec
export class A {
  x = () => 1;
  f() {
    if (x {
  }
  g() { const h = () => 2; }
}
const api = {
  get() { return 1; },
  set: function () {},
};
namespace N {
  export function k() {}
}
run(;
run();
""",
    "d.py": """import a


@dec
class A:
    def f(self:
        return 1

    def g(self):
        def h(): pass


x = 1
""",
    "e.rs": """use a;

#[a]
#[b]
fn f() {
    g(;
}

mod m {
    #[c]
    struct S;
    impl S {
        fn k() {}
    }
}
""",
    "f.rb": """module M
  class A
    def f(
      1
    end
    def g; end
  end
end
x = 1
""",
    "g.php": """<?php
namespace A;
function f( {
}
namespace B;
class C { function g() {} }
""",
}


def _first_reading(path: str) -> tuple[Plan, BoundedParser, Reading]:
    rules = known_languages().find(path)
    grammar = load_grammar(rules, GrammarSource.OFFICIAL) if rules else None
    assert rules is not None
    if grammar is None:
        pytest.skip(f"no grammar for {path}")
    plan, parser = Plan(rules, grammar), BoundedParser(grammar)
    return plan, parser, read(plan, parser, _SOURCES[path].encode())


@pytest.mark.parametrize("path", _SOURCES)
@given(data=st.data())
def test_the_walk_over_a_tree_that_was_read_again_finds_what_a_whole_walk_finds(path: str, data: st.DataObject) -> None:
    plan, parser, reading = _first_reading(path)
    assert reading.faults
    lines = Lines(reading.data)
    starts = [0, *(at + 1 for at, byte in enumerate(reading.data) if byte == ord("\n"))]
    for _ in range(2):
        first = data.draw(st.integers(0, len(starts) - 2))
        last = data.draw(st.integers(first + 1, min(first + 4, len(starts) - 1)))
        unseen = starts[first], blank(reading.data[starts[first] : starts[last]])
        reading = read_again(plan, parser, reading, [unseen], lines)
        whole = Reading(plan, reading.data, reading.tree)
        assert sorted(reading.found) == sorted(whole.found)
