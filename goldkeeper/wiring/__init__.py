"""Settings → a Keeper: the stores opened, bound to the use cases, and closed again."""

from typing import TYPE_CHECKING

from goldkeeper.wiring.openers import make_chunker, open_history, open_past, open_tree

if TYPE_CHECKING:
    from goldkeeper.wiring.keeper import Keeper, open_keeper

__all__ = ["Keeper", "make_chunker", "open_history", "open_keeper", "open_past", "open_tree"]


def __getattr__(name: str) -> object:
    """Load the keeper when somebody asks for it: to cut files needs neither settings nor stores, which take longer."""
    if name not in {"Keeper", "open_keeper"}:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from goldkeeper.wiring import keeper

    return getattr(keeper, name)
