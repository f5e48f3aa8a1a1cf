"""What was taken out of a chunk that went on: the rule that walks and direct matches share."""

from goldkeeper.matching.extraction import TakenOut, born_in, by_name, called_more, names_anew, taken_out
from goldkeeper.matching.profiles import Lexicon
from goldkeeper.model.chunks import BlobId, Chunk, ChunkKind, FileChunks
from tests.builders import a_chunk
from tests.workflow.codes import CHECKOUT, PARCEL_OF, SHORTER_CHECKOUT

BEFORE = a_chunk("checkout", text=CHECKOUT.rstrip())
AFTER = a_chunk("checkout", text=SHORTER_CHECKOUT.rstrip())
PART = a_chunk("parcel_of", text=PARCEL_OF.rstrip(), start=20)


def a_file_of(*chunks: Chunk) -> FileChunks:
    return FileChunks("src/cart.py", BlobId("b"), "python", chunks, "")


def found(before: Chunk, after: Chunk, *born: Chunk) -> list[TakenOut]:
    return taken_out(before, after, lambda name: by_name(born).get(name, ()), Lexicon())


def parts(before: Chunk, after: Chunk, *born: Chunk) -> list[Chunk]:
    return [part.chunk for part in found(before, after, *born)]


def more(before: str, after: str, language: str = "python") -> frozenset[str]:
    lexicon = Lexicon()
    was, now = (lexicon.profile(a_chunk("add", text=text, language=language)) for text in (before, after))
    return called_more(was, now, lexicon)


def anew(before: str, after: str, language: str = "python") -> bool:
    was, now = (a_chunk("f", text=text, language=language) for text in (before, after))
    return names_anew(was, now, Lexicon())


def test_a_part_is_called_by_what_is_left_and_was_not_there_before() -> None:
    (part,) = found(BEFORE, AFTER, PART)

    assert (part.chunk, part.share) == (PART, 3 / 9)
    assert part.runs > 0.5


def test_what_was_called_before_was_not_taken_out() -> None:
    assert found(AFTER, AFTER, PART) == []


def test_of_several_born_elsewhere_under_one_name_the_one_that_holds_most_is_taken() -> None:
    other = a_chunk("parcel_of", text=PARCEL_OF.rstrip(), path="src/other.py")
    namesake = a_chunk("parcel_of", text="def parcel_of(x):\n    return post.weigh(x)", path="src/near.py")

    assert parts(BEFORE, AFTER, namesake, other) == [other]


def test_what_was_born_in_the_file_of_the_remains_goes_before_its_namesakes_elsewhere() -> None:
    here = a_chunk("parcel_of", text="def parcel_of(cart):\n    return packed(cart)", start=20)
    other = a_chunk("parcel_of", text=PARCEL_OF.rstrip(), path="src/other.py")

    assert parts(BEFORE, AFTER, other, here) == [here]


def test_a_class_that_is_new_brings_its_methods_though_they_were_called_before() -> None:
    before = a_chunk("read", text="def read(stream):\n    head = stream.take(16)\n    return parse(head, stream)")
    left = a_chunk("read", text="def read(stream):\n    return Frames(stream).parse()")
    text = "def parse(self):\n    head = stream.take(16)\n    return head"
    helper = a_chunk("Frames", text="class Frames:\n    pass", path="src/frames.py", kind=ChunkKind.CLASS)
    method = a_chunk("Frames.parse", text=text, path="src/frames.py", start=20)
    others = a_chunk("Other.parse", text=text, path="src/other.py", start=20)

    assert parts(before, left, helper, method, others) == [method]


def test_a_chunk_is_no_part_of_itself() -> None:
    renamed = a_chunk("pay", text=CHECKOUT.rstrip().replace("checkout", "pay"))

    assert found(BEFORE, renamed, renamed) == []


def test_parts_that_hold_most_go_first() -> None:
    text = "def f(a):\n    one(a)\n    two(a)\n    three(a)\n    four(a)"
    big = a_chunk("big", text="def big(a):\n    one(a)\n    two(a)")
    small = a_chunk("small", text="def small(a):\n    three(a)")
    left = a_chunk("f", text="def f(a):\n    small(a)\n    big(a)\n    four(a)")

    assert parts(a_chunk("f", text=text), left, small, big) == [big, small]


def test_what_is_born_stands_at_a_place_that_was_not_in_its_file() -> None:
    module = a_chunk("<module>", kind=ChunkKind.MODULE, start=60)

    assert born_in(a_file_of(BEFORE), a_file_of(AFTER, PART, module)) == [PART]
    assert born_in(None, a_file_of(AFTER, PART)) == [AFTER, PART]


def test_names_may_end_in_a_mark_as_ruby_has_them_and_nowhere_else() -> None:
    assert anew("def f(a)\n  save(a)\nend", "def f(a)\n  save!(a)\nend", "ruby")
    assert not anew("fun f(a) = a.name", "fun f(a) = a?.name", "kotlin")


def test_a_comment_names_nothing() -> None:
    assert not anew("def f(a):\n    return a", "def f(a):\n    return a  # see total(a)")


def test_own_calls_are_those_on_nothing_and_on_the_object_itself() -> None:
    assert more("def add(a): System.copy(a)", "def add(a): add(a, 1); copy(a)") == {"add", "copy"}
    assert more("def add(self): return 1", "def add(self): return self.one() + other.two()") == {"one"}
    assert more("int add() { return 1; }", "int add() { return this.one() + b->two(); }", "cpp") == {"one"}


def test_an_overload_that_was_born_is_a_part_of_what_calls_it_now() -> None:
    body = '\n    if (name == null) {\n        throw new Missing("name");\n    }\n    values.put(name, value);\n}'
    before = a_chunk("Data.set", text="void set(String name, int value) {" + body)
    left = a_chunk("Data.set", text="void set(String name, int value) {\n    set(name, (Object) value);\n}")
    overload = a_chunk("Data.set", text="void set(String name, Object value) {" + body, start=30)
    born = born_in(a_file_of(before), a_file_of(left, overload))

    assert parts(before, left, *born) == [overload]


def test_a_name_that_was_called_on_another_object_before_is_told_from_ones_own() -> None:
    before = a_chunk("Data.number", text="int number(Key key) {\n    return (int) map.get(key);\n}")
    left = a_chunk("Data.number", text="int number(Key key) {\n    return (int) get(key);\n}")
    own = a_chunk("Data.get", text="Object get(Key key) {\n    return map.get(key);\n}", start=30)
    other = a_chunk("Other.get", text="Object get(Key key) {\n    return map.get(key);\n}", start=60)

    assert parts(before, left, own, other) == [own]
    assert parts(before, left, other) == []


def test_a_constructor_that_was_born_is_a_part_of_the_one_that_hands_on_to_it() -> None:
    body = "\n    this.name = checked(name);\n    this.value = value;\n}"
    before = a_chunk("Data.Data", text="Data(String name, int value) {" + body, language="java")
    left = a_chunk("Data.Data", text="Data(String name) {\n    this(name, 0);\n}", language="java")
    other = a_chunk("Data.Data", text="Data(String name, long value) {" + body, start=30, language="java")

    assert parts(before, left, other) == [other]


def test_what_was_taken_out_may_have_been_cut_up_in_turn() -> None:
    before = a_chunk("f", text="def f(a):\n    opened(a)\n    written(a)\n    closed(a)")
    left = a_chunk("f", text="def f(a):\n    whole(a)")
    whole = a_chunk("whole", text="def whole(a):\n    opened(a)\n    ending(a)")
    ending = a_chunk("ending", text="def ending(a):\n    written(a)\n    closed(a)")

    assert parts(before, left, whole, ending) == [ending, whole]
