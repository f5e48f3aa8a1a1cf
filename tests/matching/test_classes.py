"""Classes held together by their members."""

from tests.matching.landscapes import surveyed

CART = """\
class Cart:
    currency = "EUR"

    def __init__(self, owner):
        self.owner = owner
        self.lines = []

    def add(self, item, amount):
        self.lines.append((item, amount))
        self.owner.notify(item)

    def count(self):
        return sum(amount for _, amount in self.lines)
"""
BASKET = """\
class Basket:
    currency = "EUR"

    def __init__(self, owner):
        self.owner = owner
        self.lines = []

    def add(self, item, amount):
        self.lines.append((item, amount))
        self.owner.notify(item)

    def count(self):
        total = 0
        for line in self.lines:
            total += line[1]
        return total

    def clear(self):
        del self.lines[:]
"""
SHELF = """\
class Shelf:
    def __init__(self):
        self.books = {}

    def find(self, title):
        return self.books.get(title)
"""


def test_members_name_the_class_they_came_from() -> None:
    seen = surveyed({"shop.py": CART}, {"shop.py": BASKET})
    ours, theirs = seen.base("shop.py Cart"), seen.head("shop.py Basket")
    assert seen.context.classes.origin(ours, theirs) >= 0.5
    assert seen.context.member_vote(ours, theirs) >= 0.5


def test_member_names_count_also_where_bodies_changed() -> None:
    seen = surveyed({"shop.py": CART}, {"shop.py": BASKET, "shelf.py": SHELF})
    classes, ours = seen.context.classes, seen.base("shop.py Cart")
    basket = classes.names_shared(ours, seen.head("shop.py Basket"))
    shelf = classes.names_shared(ours, seen.head("shelf.py Shelf"))
    assert basket is not None
    assert shelf is not None
    assert basket > 0.8
    assert shelf < 0.5


def test_a_constructor_is_called_like_its_class_and_shared_all_the_same() -> None:
    base = "class Cart {\n  Cart(int a) { this.a = a; }\n}\n"
    seen = surveyed({"Cart.java": base}, {"Cart.java": base.replace("Cart", "Basket")})
    ours, theirs = seen.base("Cart.java Cart"), seen.head("Cart.java Basket")
    assert seen.context.classes.names_shared(ours, theirs) == 1.0


def test_what_is_no_members_is_compared_for_itself() -> None:
    seen = surveyed({"shop.py": CART}, {"shop.py": BASKET, "shelf.py": SHELF})
    classes, ours = seen.context.classes, seen.base("shop.py Cart")
    assert classes.shell_likeness(ours, seen.head("shop.py Basket")) == 1.0
    assert classes.shell_likeness(ours, seen.head("shelf.py Shelf")) < 1.0


def test_classes_without_members_have_no_names_to_share() -> None:
    seen = surveyed({"a.py": "class A:\n    x = 1\n"}, {"a.py": "class B:\n    x = 1\n"})
    assert seen.context.classes.names_shared(seen.base("a.py A"), seen.head("a.py B")) is None
