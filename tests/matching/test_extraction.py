"""What was taken out of a chunk that went on."""

from goldkeeper.matching.extraction import born_in, new_words, taken_out
from goldkeeper.model.chunks import BlobId, Chunk, ChunkKind, FileChunks
from tests.builders import a_chunk
from tests.workflow.codes import CHECKOUT, PARCEL_OF, SHORTER_CHECKOUT

BEFORE = a_chunk("checkout", text=CHECKOUT.rstrip())
AFTER = a_chunk("checkout", text=SHORTER_CHECKOUT.rstrip())
PART = a_chunk("parcel_of", text=PARCEL_OF.rstrip(), start=20)


def a_file_of(*chunks: Chunk) -> FileChunks:
    return FileChunks("src/cart.py", BlobId("b"), "python", chunks, "")


def test_a_part_is_called_by_what_is_left_and_was_not_there_before() -> None:
    assert taken_out(BEFORE, AFTER, {"parcel_of": [PART]}, {}) == [(PART, 3 / 9)]


def test_what_was_called_before_was_not_taken_out() -> None:
    assert taken_out(AFTER, AFTER, {"parcel_of": [PART]}, {}) == []


def test_a_name_that_was_born_in_several_other_files_tells_nothing() -> None:
    other = a_chunk("parcel_of", text=PARCEL_OF.rstrip(), path="src/other.py")

    assert taken_out(BEFORE, AFTER, {}, {"parcel_of": [PART, other]}) == []
    assert taken_out(BEFORE, AFTER, {}, {"parcel_of": [other]}) == [(other, 3 / 9)]


def test_a_chunk_is_no_part_of_itself() -> None:
    renamed = a_chunk("pay", text=CHECKOUT.rstrip().replace("checkout", "pay"))

    assert taken_out(BEFORE, renamed, {"pay": [renamed]}, {}) == []


def test_parts_that_hold_most_go_first() -> None:
    text = "def f(a):\n    one(a)\n    two(a)\n    three(a)\n    four(a)"
    big = a_chunk("big", text="def big(a):\n    one(a)\n    two(a)")
    small = a_chunk("small", text="def small(a):\n    three(a)")
    left = a_chunk("f", text="def f(a):\n    small(a)\n    big(a)\n    four(a)")

    found = taken_out(a_chunk("f", text=text), left, {"big": [big], "small": [small]}, {})

    assert [part.symbol for part, _ in found] == ["big", "small"]


def test_what_is_born_is_new_in_its_file_and_stood_nowhere_before() -> None:
    moved = a_chunk("moved", start=40)
    module = a_chunk("<module>", kind=ChunkKind.MODULE, start=60)
    after = a_file_of(AFTER, PART, moved, module)

    assert born_in(a_file_of(BEFORE), after, {moved.digest}) == {"parcel_of": [PART]}
    assert set(born_in(None, after, ())) == {"checkout", "parcel_of", "moved"}


def test_words_may_end_in_a_mark_as_ruby_has_them() -> None:
    assert new_words("save(a)", "save!(a) if ready?") == {"save!", "if", "ready?"}


def test_an_overload_that_was_born_is_a_part_of_what_calls_it_now() -> None:
    body = '\n    if (name == null) {\n        throw new Missing("name");\n    }\n    values.put(name, value);\n}'
    before = a_chunk("Data.set", text="void set(String name, int value) {" + body)
    left = a_chunk("Data.set", text="void set(String name, int value) {\n    set(name, (Object) value);\n}")
    overload = a_chunk("Data.set", text="void set(String name, Object value) {" + body, start=30)
    file = a_file_of(left, overload)

    born = born_in(a_file_of(before), file, {before.digest})

    assert [part for part, _ in taken_out(before, left, born, {})] == [overload]


def test_a_name_that_was_called_on_another_object_before_is_told_from_ones_own() -> None:
    before = a_chunk("Data.number", text="int number(Key key) {\n    return (int) map.get(key);\n}")
    left = a_chunk("Data.number", text="int number(Key key) {\n    return (int) get(key);\n}")
    own = a_chunk("Data.get", text="Object get(Key key) {\n    return map.get(key);\n}", start=30)
    other = a_chunk("Other.get", text="Object get(Key key) {\n    return map.get(key);\n}", start=60)

    assert [part for part, _ in taken_out(before, left, {"get": [own]}, {})] == [own]
    assert taken_out(before, left, {"get": [other]}, {}) == []


def test_what_was_taken_out_may_have_been_cut_up_in_turn() -> None:
    before = a_chunk("f", text="def f(a):\n    opened(a)\n    written(a)\n    closed(a)")
    left = a_chunk("f", text="def f(a):\n    whole(a)")
    whole = a_chunk("whole", text="def whole(a):\n    opened(a)\n    ending(a)")
    ending = a_chunk("ending", text="def ending(a):\n    written(a)\n    closed(a)")

    found = taken_out(before, left, {"whole": [whole], "ending": [ending]}, {})

    assert {part.symbol for part, _ in found} == {"whole", "ending"}
