"""Classes that name one another in their heads."""

from tests.matching.landscapes import surveyed

BASE = {
    "shape.py": "class Shape:\n    pass\n",
    "circle.py": "class Circle(Shape):\n    def area(self):\n        return self.r * self.r * PI\n",
    "square.py": "class Square:\n    def side(self):\n        return self.a\n",
}
HEAD = {
    "shape.py": "class Shape:\n    def area(self):\n        return self.r * self.r * PI\n",
    "circle.py": "class Circle(Shape):\n    pass\n",
    "square.py": "class Square:\n    def side(self):\n        return self.a\n\n    def area(self):\n        return 4\n",
}


def test_a_class_named_in_the_head_of_another_is_kin() -> None:
    seen = surveyed(BASE, HEAD)
    kin, ours = seen.context.heritage.kin, seen.base("circle.py Circle.area")
    assert kin(ours, seen.head("shape.py Shape.area")) == 1.0
    assert kin(ours, seen.head("square.py Square.area")) == 0.0


def test_kinship_holds_both_ways() -> None:
    seen = surveyed(HEAD, BASE)
    kin, ours = seen.context.heritage.kin, seen.base("shape.py Shape.area")
    assert kin(ours, seen.head("circle.py Circle.area")) == 1.0


def test_in_one_class_nobody_asks() -> None:
    seen = surveyed(BASE, {**BASE, "square.py": BASE["square.py"].replace("side", "edge")})
    assert seen.context.heritage.kin(seen.base("square.py Square.side"), seen.head("square.py Square.edge")) is None
