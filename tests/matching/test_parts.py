"""Parts that a chunk left behind, and chunks that took one in."""

from goldkeeper.matching.parts import Parts
from tests.matching.landscapes import surveyed

READ = """\
class Reader:
    def read(self, stream):
        header = stream.take(16)
        length = int.from_bytes(header[4:8], "big")
        if length > self.limit:
            raise TooLong(length, self.limit)
        return parse(stream.take(length), self.codec)
"""
REMAINDER = """\
class Reader:
    def read(self, stream):
        return Frames.parse(stream.take(self.length_of(stream)), self.codec)
"""
FRAMES = """\
class Frames:
    def parse(self, data, codec):
        return codec.decode(data)

    def length_of(self, other):
        return 0
"""
LENGTH_OF = """\

    def length_of(self, stream):
        header = stream.take(16)
        length = int.from_bytes(header[4:8], "big")
        if length > self.limit:
            raise TooLong(length, self.limit)
        return length
"""


def test_what_the_remainder_calls_and_what_is_born_comes_by_the_lines_it_holds() -> None:
    seen = surveyed({"reader.py": READ}, {"reader.py": REMAINDER + LENGTH_OF, "frames.py": FRAMES})
    found = Parts(seen.land).called_and_born(seen.base("reader.py Reader.read"), seen.head("reader.py Reader.read"))
    assert found[0] == seen.head("reader.py Reader.length_of")


def test_a_name_called_before_counts_where_its_class_is_new() -> None:
    seen = surveyed({"reader.py": READ}, {"reader.py": REMAINDER + LENGTH_OF, "frames.py": FRAMES})
    found = Parts(seen.land).called_and_born(seen.base("reader.py Reader.read"), seen.head("reader.py Reader.read"))
    assert seen.head("frames.py Frames.parse") in found


def test_of_many_of_a_name_elsewhere_the_one_that_lies_in_the_chunk_is_taken() -> None:
    others = {f"o{n}.py": f"class O{n}:\n    def length_of(self, x):\n        return x.y{n} + {n}\n" for n in range(3)}
    moved = {"sizes.py": "class Sizes:" + LENGTH_OF[1:].replace("    def", "\n    def", 1)}
    seen = surveyed({"reader.py": READ}, {"reader.py": REMAINDER, **others, **moved})
    found = Parts(seen.land).called_and_born(seen.base("reader.py Reader.read"), seen.head("reader.py Reader.read"))
    assert found == [seen.head("sizes.py Sizes.length_of")]


def test_former_callers_that_took_a_chunk_in_are_known() -> None:
    base = READ.replace("        return parse(", "        self.count_up(length)\n        return parse(") + (
        "\n    def count_up(self, length):\n        self.total += length\n        self.meter.tick(self.total)\n"
        "\n    def skip(self, stream):\n        self.count_up(stream.skip(self.limit))\n"
    )
    head = (
        READ.replace(
            "        return parse(",
            "        self.total += length\n        self.meter.tick(self.total)\n        return parse(",
        )
        + "\n    def skip(self, stream):\n        stream.skip(self.limit + 1)\n"
    )
    seen = surveyed({"reader.py": base}, {"reader.py": head})
    ours = seen.base("reader.py Reader.count_up")
    read, skip = seen.base("reader.py Reader.read"), seen.base("reader.py Reader.skip")
    assert seen.context.former_callers(ours) == [read, skip]
    assert seen.context.taken_in(ours, seen.head("reader.py Reader.read")) > 0.3
    assert seen.context.taken_in(ours, seen.head("reader.py Reader.skip")) == 0.0


def test_what_was_taken_out_may_have_been_cut_up_in_turn() -> None:
    length_of = (
        "\n    def length_of(self, stream):\n        return self.checked(stream.take(16))\n"
        "\n    def checked(self, header):\n"
        '        length = int.from_bytes(header[4:8], "big")\n        if length > self.limit:\n'
        "            raise TooLong(length, self.limit)\n        return length\n"
    )
    seen = surveyed({"reader.py": READ}, {"reader.py": REMAINDER + length_of, "frames.py": FRAMES})
    found = Parts(seen.land).called_and_born(seen.base("reader.py Reader.read"), seen.head("reader.py Reader.read"))
    assert {seen.head("reader.py Reader.length_of"), seen.head("reader.py Reader.checked")} <= set(found)


def test_an_overload_that_was_born_is_a_part_of_what_calls_it_now() -> None:
    body = ' {\n    if (name == null) {\n      throw new Missing("name");\n    }\n    values.put(name, value);\n  }\n'
    seen = surveyed(
        {"Data.java": "class Data {\n  void set(String name, int value)" + body + "}\n"},
        {
            "Data.java": "class Data {\n  void set(String name, int value) {\n    set(name, (Object) value);\n  }\n\n"
            "  void set(String name, Object value)" + body + "}\n"
        },
    )
    first, overload = [n for n, chunk in enumerate(seen.land.head) if chunk.symbol == "Data.set"]
    assert Parts(seen.land).called_and_born(seen.base("Data.java Data.set"), first) == [overload]
