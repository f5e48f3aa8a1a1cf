"""What is plain before anything is weighed: survivors, what moved with its class, overloads by their types."""

from tests.matching.landscapes import Surveyed, surveyed

CART = """\
class Cart {
  int count() { return lines.stream().mapToInt(Line::amount).sum(); }
  void add(Item item, int amount) { lines.add(new Line(item, amount)); owner.notify(item); }
  void clear() { for (Line line : lines) { line.item().release(); } lines.clear(); }
}
"""
REWRITTEN = "for (Line line : lines) { line.item().release(); log(line); } lines.clear(); owner.quiet();"


def went(seen: Surveyed) -> dict[str, str]:
    land = seen.land
    return {land.base[n].symbol: land.head[h].symbol for n, h in land.image.items()}


def test_a_class_goes_where_most_of_its_members_went_and_takes_the_others_along() -> None:
    head = CART.replace("Cart", "Basket").replace(
        "for (Line line : lines) { line.item().release(); } lines.clear();", REWRITTEN
    )
    seen = surveyed({"Cart.java": CART}, {"shop/Basket.java": head, "Other.java": "class Other { void clear() { } }"})
    found = went(seen)
    assert found["Cart"] == "Basket"
    assert found["Cart.clear"] == "Basket.clear"


def test_a_class_whose_members_part_is_not_followed() -> None:
    one = CART.replace("Cart", "One").replace("  void clear() {", "  void fresh() { int a = 1; }\n  void gone() {")
    seen = surveyed({"Cart.java": CART}, {"One.java": "class One {\n" + CART.split("\n")[1] + "\n}\n", "Two.java": one})
    assert "Cart" not in went(seen) or went(seen)["Cart"] != "One"


def test_of_overloads_the_types_decide_whatever_the_bodies_say() -> None:
    base = "class A {\n  void put(List<X> a) { this.a.addAll(a); }\n  void put(X one) { this.a.add(one); }\n}\n"
    head = (
        "class A {\n  void put(final X it) { this.a.addAll(it.all()); }\n  void put(@Nonnull List<X> b) { go(b); }\n}\n"
    )
    seen = surveyed({"A.java": base}, {"A.java": head})
    land = seen.land
    pairs = {
        land.base[n].text.split("(")[1][:4]: land.head[h].text
        for n, h in land.image.items()
        if "put" in land.base[n].symbol
    }
    assert "final X it" in pairs["X on"]
    assert "List<X> b" in pairs["List"]
