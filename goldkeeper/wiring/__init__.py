"""Settings → a Keeper: the stores opened, bound to the use cases, and closed again."""

from goldkeeper.wiring.checks import examine
from goldkeeper.wiring.keeper import Keeper
from goldkeeper.wiring.openers import make_chunker, open_history, open_tree
from goldkeeper.wiring.projects import open_keeper, start_project

__all__ = ["Keeper", "examine", "make_chunker", "open_history", "open_keeper", "open_tree", "start_project"]
