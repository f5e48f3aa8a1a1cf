"""Small stories, each through the real chunker: what happened to a function, and what the matcher says."""

import hashlib

import pytest

from goldkeeper.chunking.chunker import DefinitionChunker
from goldkeeper.matching.matcher import match_chunks
from goldkeeper.model.changes import Change, ChangeKind
from goldkeeper.model.chunks import BlobId, ChunkId, FileChunks, Snapshot
from goldkeeper.model.proposals import Match

Files = dict[str, str]

PRICE = """\
def price(cart, rates):
    total = 0
    for line in cart.lines:
        net = line.amount * line.unit
        total += net * (1 + rates[line.kind])
    if cart.coupon:
        total -= cart.coupon.value
    return round(total, 2)
"""
STOCK = """\
def stock(store, item):
    shelf = store.shelf_of(item)
    count = shelf.count(item)
    reserved = sum(order.amount for order in store.orders if order.item == item)
    return count - reserved
"""
SEND = """\
def send(mailer, order):
    letter = mailer.letter(order.customer)
    letter.subject = f"Your order {order.number}"
    letter.attach(order.invoice())
    mailer.post(letter)
"""
CART = """\
class Cart:
    def __init__(self, owner):
        self.owner = owner
        self.lines = []

    def add(self, item, amount):
        self.lines.append((item, amount))
        self.owner.notify(item)

    def count(self):
        return sum(amount for _, amount in self.lines)
"""


def snapshot(files: Files) -> Snapshot:
    chunker = DefinitionChunker()
    made: dict[str, FileChunks] = {}
    for path, text in files.items():
        data = text.encode()
        file = chunker.chunk_file(path, BlobId(hashlib.sha256(data).hexdigest()), data)
        assert isinstance(file, FileChunks)
        made[path] = file
    return Snapshot("story", made)


def told(base: Files, head: Files, *wanted: str) -> list[Match]:
    change = Change(snapshot(base), snapshot(head))
    ids = [ChunkId.parse(text) for text in wanted]
    chunks = [change.base.get(chunk_id) for chunk_id in ids]
    assert all(chunks), [str(chunk.id) for chunk in change.base.chunks()]
    matches = match_chunks([chunk for chunk in chunks if chunk], change)
    return [matches[chunk_id] for chunk_id in ids]


def firsts(*matches: Match) -> list[str]:
    return [str(match.candidates[0].chunk_id) for match in matches]


def test_an_insertion_above_only_shifts() -> None:
    (match,) = told({"a.py": PRICE}, {"a.py": SEND + "\n\n" + PRICE}, "a.py:1-8:price")
    assert (firsts(match), match.change, match.certain) == (["a.py:8-15:price"], ChangeKind.SAME, True)


def test_a_renamed_function_is_found_by_its_body() -> None:
    head = {"a.py": PRICE.replace("def price", "def sum_up") + "\n\n" + SEND}
    (match,) = told({"a.py": PRICE + "\n\n" + SEND}, head, "a.py:1-8:price")
    assert (firsts(match), match.change) == (["a.py:1-8:sum_up"], ChangeKind.RENAMED)
    assert match.candidates[0].confidence > 0.9


def test_a_function_that_moved_to_another_file_is_found_there() -> None:
    base = {"a.py": PRICE + "\n\n" + SEND, "b.py": STOCK}
    (match,) = told(base, {"a.py": SEND, "b.py": STOCK + "\n\n" + PRICE}, "a.py:1-8:price")
    assert (firsts(match), match.change, match.certain) == (["b.py:8-15:price"], ChangeKind.MOVED, True)


def test_a_function_that_moved_got_a_name_and_an_edit_is_found() -> None:
    base = {"a.py": PRICE + "\n\n" + SEND, "b.py": STOCK}
    changed = PRICE.replace("def price", "def price_of").replace("round(total, 2)", "round(total, 3)")
    (match,) = told(base, {"a.py": SEND, "b.py": STOCK + "\n\n" + changed}, "a.py:1-8:price")
    assert (firsts(match), match.change) == (["b.py:8-15:price_of"], ChangeKind.MOVED_RENAMED)


def test_a_function_that_was_split_has_all_its_parts_with_their_shares() -> None:
    head = """\
def net(cart, rates):
    total = 0
    for line in cart.lines:
        net = line.amount * line.unit
        total += net * (1 + rates[line.kind])
    return total


def discounted(total, cart):
    if cart.coupon:
        total -= cart.coupon.value
    return round(total, 2)
"""
    (match,) = told({"a.py": PRICE}, {"a.py": head}, "a.py:1-8:price")
    assert match.change is ChangeKind.SPLIT
    assert sorted(str(c.chunk_id) for c in match.candidates[:2]) == ["a.py:1-6:net", "a.py:9-12:discounted"]
    assert [c.share for c in match.candidates[:2]] == [0.5, 0.375]


def test_two_functions_that_became_one_are_merged_into_it() -> None:
    one = PRICE.replace("def price", "def gross").replace("(1 +", "(2 +")
    other = PRICE.replace("def price", "def netto").replace("(1 +", "(3 +")
    head = PRICE.replace("rates)", "rates, how)").replace("(1 +", "how(1 +")
    matches = told({"a.py": one + "\n\n" + other}, {"a.py": head}, "a.py:1-8:gross", "a.py:11-18:netto")
    assert firsts(*matches) == ["a.py:1-8:price"] * 2
    assert {match.change for match in matches} == {ChangeKind.MERGED}
    assert not any(match.certain for match in matches)


def test_a_deleted_function_is_gone_though_a_stranger_stands_in_its_place() -> None:
    base = (
        "class Pool:\n    def drain(self):\n        for worker in list(self.workers):\n            worker.stop()\n"
        "        self.size = 0\n"
    )
    head = "class Pool:\n    def resize(self, size):\n        self.size = size\n"
    (match,) = told({"pool.py": base}, {"pool.py": head}, "pool.py:2-5:Pool.drain")
    assert match.change is ChangeKind.GONE


def test_a_changed_signature_is_still_the_function() -> None:
    head = PRICE.replace("(cart, rates)", "(cart, rates, *, places=2)").replace(", 2)", ", places)")
    (match,) = told({"a.py": PRICE}, {"a.py": head}, "a.py:1-8:price")
    assert (firsts(match), match.change) == (["a.py:1-8:price"], ChangeKind.SAME)
    assert not match.ambiguous


def test_a_copy_of_a_living_original_is_never_preferred() -> None:
    base = {"a.py": PRICE + "\n\n" + SEND, "b.py": PRICE + "\n\n" + STOCK}
    (match,) = told(base, {"a.py": SEND, "b.py": PRICE + "\n\n" + STOCK + "\n"}, "a.py:1-8:price")
    assert match.change is ChangeKind.GONE
    assert [(str(c.chunk_id), c.twin) for c in match.candidates] == [("b.py:1-8:price", True)]


def test_a_name_that_was_taken_over_does_not_keep_its_gold() -> None:
    base = {"a.py": PRICE + "\n\n" + STOCK.replace("stock", "old_price")}
    head = {"a.py": PRICE.replace("price", "gross") + "\n\n" + STOCK.replace("stock", "price")}
    matches = told(base, head, "a.py:1-8:price", "a.py:11-15:old_price")
    assert firsts(*matches) == ["a.py:1-8:gross", "a.py:11-15:price"]


def test_a_package_that_moved_takes_all_its_functions_along() -> None:
    base, head = {}, {}
    for n in range(12):
        body = PRICE.replace("price", f"price_{n}") + "\n\n" + STOCK.replace("count", f"count_{n}")
        base[f"lib/m{n}.py"] = body
        head[f"src/shop/m{n}.py"] = body.replace("round(total, 2)", f"round(total, {n})")
    wanted = [f"lib/m{n}.py:1-8:price_{n}" for n in range(12)]
    assert firsts(*told(base, head, *wanted)) == [f"src/shop/m{n}.py:1-8:price_{n}" for n in range(12)]


def test_a_class_that_got_another_name_takes_its_members_along() -> None:
    head = {"a.py": CART.replace("class Cart", "class Basket").replace("amount", "number")}
    matches = told({"a.py": CART}, head, "a.py:1-11:Cart", "a.py:6-8:Cart.add", "a.py:10-11:Cart.count")
    assert firsts(*matches) == ["a.py:1-11:Basket", "a.py:6-8:Basket.add", "a.py:10-11:Basket.count"]


def test_members_of_a_class_that_is_only_called_otherwise_are_renamed_and_those_of_another_class_moved() -> None:
    (match,) = told({"a.py": CART}, {"a.py": CART.replace("class Cart", "class Basket")}, "a.py:6-8:Cart.add")
    assert match.change is ChangeKind.RENAMED
    both = "class Cart:\n{0}    size = 1\n\n\nclass Basket:\n{1}    depth = 2\n"
    method = (
        "    def add(self, item, amount):\n        self.lines.append((item, amount))\n        self.owner.tell(item)\n\n"
    )
    (match,) = told({"a.py": both.format(method, "")}, {"a.py": both.format("", method)}, "a.py:2-4:Cart.add")
    assert (firsts(match), match.change) == (["a.py:6-8:Basket.add"], ChangeKind.MOVED)


def test_the_evidence_of_a_certain_match_adds_up() -> None:
    for head in ({"a.py": SEND + "\n\n" + PRICE}, {"b.py": PRICE, "a.py": SEND}):
        (match,) = told({"a.py": PRICE}, head, "a.py:1-8:price")
        assert match.certain
        first = match.candidates[0]
        assert abs(sum(part.weight for part in first.evidence) - first.weight) < 0.05


def test_very_many_overloads_are_told_apart_by_their_texts() -> None:
    made = [f"int area(Shape{n} s) {{\n  return s.side{n} * {n};\n}}\n" for n in range(200)]
    base, head = {"s.cpp": "\n".join(made)}, {"s.cpp": "\n".join(reversed(made))}
    matches = told(base, head, "s.cpp:1-3:area", "s.cpp:797-799:area")
    assert [match.candidates[0].chunk_id.span.start for match in matches] == [797, 1]


def test_look_alike_siblings_keep_their_own_names() -> None:
    names = ("start", "stop", "pause")
    body = "def on_{0}(app):\n    event = app.event('{0}')\n    for hook in app.hooks:\n        hook.call(event)\n"
    base = "\n\n".join(body.format(name) for name in names)
    head = "\n\n".join(body.format(name).replace("call", "run") for name in reversed(names))
    matches = told({"a.py": base}, {"b.py": head}, "a.py:1-4:on_start", "a.py:7-10:on_stop", "a.py:13-16:on_pause")
    assert firsts(*matches) == ["b.py:13-16:on_start", "b.py:7-10:on_stop", "b.py:1-4:on_pause"]


def test_one_liners_go_with_their_class_and_not_with_their_text() -> None:
    one, other = (f"class {name}:\n    def size(self):\n        return self._size\n" for name in "AB")
    base, head = one + "\n\n" + other, other + "\n\n" + one
    matches = told({"a.py": base}, {"a.py": head}, "a.py:2-3:A.size", "a.py:7-8:B.size")
    assert firsts(*matches) == ["a.py:7-8:A.size", "a.py:2-3:B.size"]


def test_a_short_body_under_another_name_and_an_edit_under_its_own_are_both_offered() -> None:
    base, head = (
        "def load(x):\n    return x\n",
        "def fetch(x):\n    return x\n\n\ndef load(y):\n    return os.fspath(y)\n",
    )
    (match,) = told({"svc.py": base}, {"svc.py": head}, "svc.py:1-2:load")
    assert {str(c.chunk_id) for c in match.candidates} == {"svc.py:1-2:fetch", "svc.py:5-6:load"}
    assert (match.ambiguous, match.certain) == (True, False)


def test_operators_are_different_names() -> None:
    equal = "bool operator==(const Vec& a, const Vec& b) {\n  return a.x == b.x;\n}\n"
    unequal = equal.replace("==", "!=")
    less = "#pragma once\n\n" + equal + "\n" + equal.replace("==", "<")
    one, other = told({"v.h": equal + "\n" + unequal}, {"v.h": less}, "v.h:1-3:operator==", "v.h:5-7:operator!=")
    assert firsts(one) == ["v.h:3-5:operator=="]
    assert one.certain
    assert not other.certain
    assert "v.h:3-5:operator==" not in firsts(other)


def test_another_operator_is_never_a_sure_successor() -> None:
    equal = "bool operator==(const Vec& a, const Vec& b) {\n  return a.x == b.x;\n}\n"
    (match,) = told({"v.h": equal.replace("==", "!=")}, {"v.h": equal.replace("==", "<")}, "v.h:1-3:operator!=")
    assert match.change is ChangeKind.GONE or match.ambiguous
    assert all(candidate.confidence < 0.9 for candidate in match.candidates)
    ruby = "class Vec\n  def {0}(o)\n    Vec.new(x {0} o.x, y {0} o.y, z {0} o.z, w {0} o.w)\n  end\nend\n"
    (match,) = told({"v.rb": ruby.format("+")}, {"v.rb": ruby.format("-")}, "v.rb:2-4:Vec#+")
    assert match.ambiguous
    assert match.candidates[0].confidence < 0.9


def test_overloads_that_changed_places_are_found_by_what_they_say() -> None:
    one, other = "int area(int side) {\n  return side * side;\n}\n", "int area(double r) {\n  return 3 * r * r;\n}\n"
    matches = told({"s.cpp": one + "\n" + other}, {"s.cpp": other + "\n" + one}, "s.cpp:1-3:area", "s.cpp:5-7:area")
    assert [match.candidates[0].chunk_id.span.start for match in matches] == [5, 1]


@pytest.mark.parametrize("path", ["lehre/übung 1.py", 'lehre/say "hi" b/x.py', "lehre/tab\there.py"])
def test_a_path_with_odd_letters_is_found_as_it_is(path: str) -> None:
    (match,) = told(
        {"src/x.py": STOCK + "\n\n" + PRICE}, {path: "# 1\n" + STOCK + "\n\n" + PRICE}, "src/x.py:1-5:stock"
    )
    assert firsts(match) == [f"{path}:2-6:stock"]


def test_what_stands_in_an_unchanged_file_is_itself() -> None:
    (match,) = told({"a.py": PRICE, "b.py": STOCK}, {"a.py": PRICE, "b.py": SEND}, "a.py:1-8:price")
    assert (match.change, match.certain) == (ChangeKind.SAME, True)


def test_an_extracted_helper_is_offered_beside_the_remaining_original() -> None:
    helper = "def taxed(line, rates):\n    return line.amount * line.unit * (1 + rates[line.kind])\n"
    rest = PRICE.replace("        net = line.amount * line.unit\n", "").replace(
        "net * (1 + rates[line.kind])", "taxed(line, rates)"
    )
    (match,) = told({"a.py": PRICE}, {"a.py": rest + "\n\n" + helper}, "a.py:1-8:price")
    assert firsts(match) == ["a.py:1-7:price"]
    assert str(match.candidates[1].chunk_id) == "a.py:10-11:taxed"


def test_order_of_questions_changes_nothing() -> None:
    base = {"a.py": PRICE + "\n\n" + SEND, "b.py": CART}
    head = {"c.py": SEND + "\n\n" + PRICE.replace("price", "cost"), "b.py": CART.replace("Cart", "Basket")}
    wanted = ["a.py:1-8:price", "a.py:11-15:send", "b.py:1-11:Cart", "b.py:6-8:Cart.add"]
    assert told(base, head, *wanted) == list(reversed(told(base, head, *reversed(wanted))))
