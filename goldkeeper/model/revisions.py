"""Names of states of a repository that git does not know."""

from typing import Final

WORK_TREE: Final = "worktree"  # the files on disk, tracked and not yet tracked
PASSPORT: Final = "passport"  # the commit at which the index was made, as its passport says
