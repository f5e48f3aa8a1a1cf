"""Order among siblings, and others that were renamed alike."""

from tests.matching.landscapes import surveyed

FIRST = "    def first(self):\n        return self.read_header(1)\n\n"
LAST = "    def last(self):\n        return self.read_footer(2)\n\n"


def a_class(*middle: str) -> str:
    return "class Reader:\n" + FIRST + "".join(middle) + LAST


def method(name: str, body: str) -> str:
    return f"    def {name}(self):\n        {body}\n\n"


def test_what_stands_between_the_same_neighbours_is_told_from_what_does_not() -> None:
    base = a_class(method("middle", "return self.a + self.b"))
    head = a_class(method("centre", "yield from self.rows")) + method("after", "pass")
    seen = surveyed({"r.py": base}, {"r.py": head})
    between, ours = seen.context.order.between, seen.base("r.py Reader.middle")
    assert between(ours, seen.head("r.py Reader.centre")) == 1.0
    assert between(ours, seen.head("r.py Reader.after")) == 0.0


def test_the_more_are_born_there_the_less_it_says() -> None:
    base = a_class(method("middle", "return self.a + self.b"))
    head = a_class(method("one", "yield 1"), method("two", "yield 2"))
    seen = surveyed({"r.py": base}, {"r.py": head})
    assert seen.context.order.between(seen.base("r.py Reader.middle"), seen.head("r.py Reader.two")) == 0.75


def test_without_a_followed_sibling_there_is_no_order() -> None:
    seen = surveyed({"a.py": "def f():\n    return 1\n"}, {"b.py": "def g():\n    yield\n"})
    assert seen.context.order.between(seen.base("a.py f"), seen.head("b.py g")) is None


def test_of_chunks_that_say_the_same_the_second_stays_the_second() -> None:
    def three(name: str) -> str:
        return "".join(f"const p{n} = {{ {name}: function() {{ return a.b; }} }};\n" for n in range(3))

    seen = surveyed({"t.js": three("check")}, {"t.js": three("hook")})
    ours = [n for n, chunk in enumerate(seen.land.base) if chunk.name == "check"]
    theirs = [h for h, chunk in enumerate(seen.land.head) if chunk.name == "hook"]
    turns = [[seen.context.order.in_turn(n, h) for h in theirs] for n in ours]
    assert turns == [[1.0, 0.5, 0.0], [0.5, 1.0, 0.5], [0.0, 0.5, 1.0]]


def test_fifteen_that_were_renamed_alike_speak_for_one_another() -> None:
    def matcher(name: str, method_name: str, body: str) -> str:
        return f"class {name}:\n    def {method_name}(self):\n        {body}\n"

    base = {f"m{n}.py": matcher(f"M{n}", "describe_to", f"out.append(x{n})") for n in range(3)}
    head = {f"m{n}.py": matcher(f"M{n}", "describe", f"return str(y{n})") for n in range(3)}
    head["m2.py"] = head["m2.py"].replace("describe", "tell")
    seen = surveyed(base, head)
    alike = seen.context.order.renamed_alike
    assert alike(seen.base("m0.py M0.describe_to"), seen.head("m0.py M0.describe")) == 0.5
    assert alike(seen.base("m2.py M2.describe_to"), seen.head("m2.py M2.tell")) == 0.0
