"""What candidates of one chunk say about one another."""

from goldkeeper.matching.evidence import Pair, held_against
from tests.matching.landscapes import Surveyed, surveyed

STOCK = """\
def stock(store, item):
    shelf = store.shelf_of(item)
    count = shelf.count(item)
    return count - sum(order.amount for order in store.orders if order.item == item)
"""
DELEGATE = "def stock(store, item):\n    return counted(store, item)\n\n\n"
BASE = {"lib/a/stock.py": STOCK}


def a_pair(seen: Surveyed, base: str, head: str, *, body: float, place: float = 0.0, path: float = 1.0) -> Pair:
    return Pair(seen.base(base), seen.head(head), {"body": body, "place": place, "path": path}, plain=body)


def test_a_body_that_left_its_name_is_seen_from_both_sides() -> None:
    seen = surveyed(BASE, {"lib/a/stock.py": DELEGATE + STOCK.replace("stock(", "counted(")})
    own = a_pair(seen, "lib/a/stock.py stock", "lib/a/stock.py stock", body=0.3, place=1.0)
    heir = a_pair(seen, "lib/a/stock.py stock", "lib/a/stock.py counted", body=0.9)
    at_place, elsewhere = held_against(seen.land, own.base, [own, heir])
    assert (round(at_place["body left"], 6), round(elsewhere["has the body"], 6)) == (0.6, 0.6)
    assert "has the body" not in at_place


def test_of_namesakes_that_are_as_like_the_nearer_is_told() -> None:
    seen = surveyed(BASE, {"lib/b/stock.py": STOCK, "tools/old/stock.py": STOCK})
    near = a_pair(seen, "lib/a/stock.py stock", "lib/b/stock.py stock", body=0.93, path=0.6)
    far = a_pair(seen, "lib/a/stock.py stock", "tools/old/stock.py stock", body=0.95, path=0.2)
    told = held_against(seen.land, near.base, [near, far])
    assert [values["nearest heir"] for values in told] == [1.0, 0.0]


def test_a_candidate_alone_leads_all_the_way() -> None:
    seen = surveyed(BASE, {"lib/b/stock.py": STOCK})
    only = a_pair(seen, "lib/a/stock.py stock", "lib/b/stock.py stock", body=0.9)
    assert held_against(seen.land, only.base, [only]) == [{"lead": 1.0}]
