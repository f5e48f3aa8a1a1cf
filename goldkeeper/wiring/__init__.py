"""Settings → a Keeper: the stores opened, bound to the use cases, and closed again."""

from goldkeeper.wiring.keeper import Keeper, open_keeper
from goldkeeper.wiring.openers import make_chunker, open_history, open_past, open_tree

__all__ = ["Keeper", "make_chunker", "open_history", "open_keeper", "open_past", "open_tree"]
