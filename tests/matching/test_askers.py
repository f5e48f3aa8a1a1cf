"""What is said of a chunk depends on the change, and not on what else is asked about."""

from hypothesis import given, settings
from hypothesis import strategies as st

from goldkeeper.matching.matcher import match_chunks
from goldkeeper.model.changes import Change
from goldkeeper.model.chunks import Chunk, Snapshot
from tests.matching.test_stories import CART, PRICE, SEND, STOCK, snapshot

IN_STOCK = (
    STOCK.replace("def stock(store, item)", "def in_stock(depot, article)")
    .replace("shelf_of(item)", "place(article)")
    .replace("store", "depot")
    .replace("reserved", "taken")
)
LETTER = SEND.replace("def send(mailer, order)", "def write(post, order)").replace("mailer", "post")


def change() -> Change:
    """Of every sort something: a move, a rename, a split class, twins, a deletion, edits."""
    base = {
        "a.py": f"{PRICE}\n\n{STOCK}",
        "b.py": f"{CART}\n\n{SEND}",
        "c.py": f"{CART.replace('Cart', 'Box')}\n\n{SEND.replace('send', 'resend')}",
        "d.py": f"{STOCK.replace('stock', 'supply')}\n\n{PRICE.replace('price', 'cost')}",
    }
    head = {
        "a.py": CART,
        "k.py": f"{PRICE}\n\n{IN_STOCK}",
        "other.py": f"{LETTER}\n\n{IN_STOCK.replace('in_stock', 'stocked')}",
        "c.py": f"{CART.replace('Cart', 'Crate').replace('amount', 'number')}\n\n{LETTER.replace('write', 'rewrite')}",
        "e.py": PRICE.replace("price", "cost").replace("round(total, 2)", "round(total, 3)"),
    }
    return Change(snapshot(base), snapshot(head))


CHANGE = change()
CHUNKS: tuple[Chunk, ...] = tuple(CHANGE.base.chunks())
ALL = match_chunks(CHUNKS, CHANGE)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(CHUNKS), min_size=1, unique=True))
def test_any_chunks_asked_together_or_alone_get_the_same_answers(wanted: list[Chunk]) -> None:
    assert match_chunks(wanted, CHANGE) == {chunk.id: ALL[chunk.id] for chunk in wanted}


@settings(max_examples=20, deadline=None)
@given(st.permutations(sorted(CHANGE.head.files)), st.permutations(sorted(CHANGE.base.files)))
def test_the_order_of_files_changes_nothing(head: list[str], base: list[str]) -> None:
    turned = Change(
        Snapshot("story", {path: CHANGE.base.files[path] for path in base}),
        Snapshot("story", {path: CHANGE.head.files[path] for path in head}),
    )
    assert match_chunks(CHUNKS, turned) == ALL
