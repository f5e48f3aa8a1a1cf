"""Opening a repository and a chunker, once for the life of a process."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Literal

from goldkeeper.model.errors import GitMissing, NotARepository
from goldkeeper.model.revisions import WORK_TREE
from goldkeeper.ports import Chunker, HistoryIndex, SourceTree
from goldkeeper.stores.folder_tree import FolderTree
from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.path_rules import PathRules

if TYPE_CHECKING:
    from goldkeeper.workflow.lineage.walked import Past

Grammars = Literal["official", "tree-sitter-languages"]


@lru_cache(maxsize=4)
def make_chunker(grammars: Grammars = "official", *, leading_comments: bool = False) -> Chunker:
    """The chunker of these options; one process makes each once, parsers and grammars are kept."""
    from goldkeeper.chunking.chunker import ChunkOptions, DefinitionChunker  # brings tree-sitter
    from goldkeeper.chunking.grammars import GrammarSource

    options = ChunkOptions(grammars=GrammarSource(grammars), leading_comments=leading_comments)
    return DefinitionChunker(options, clock=process_time)


def open_history(path: Path, rules: PathRules | None = None) -> GitHistory:
    """A repository, kept open for the life of the process.

    Raises:
        NotARepository: there is none.
    """
    return _kept_open(path, rules, None if path.is_absolute() else Path.cwd())


@lru_cache(maxsize=8)
def _kept_open(path: Path, rules: PathRules | None, _from: Path | None) -> GitHistory:
    """A relative path means another repository from another folder."""
    return GitHistory.open(path, rules)


@lru_cache(maxsize=8)
def open_index(history: GitHistory, place: Path | None = None) -> HistoryIndex:
    """Which commit of a repository changed which paths, kept open for the life of the process.

    Args:
        history: the repository.
        place: the file that keeps it, a project's own; None is one in the user's cache folder.
    """
    from goldkeeper.stores.history_index import GitHistoryIndex
    from goldkeeper.stores.history_index_place import forget_old_indexes, index_place

    if place is not None:
        return GitHistoryIndex(history, place)
    index = GitHistoryIndex(history, cached := index_place(history))
    if cached is not None:
        forget_old_indexes(cached)
    return index


@lru_cache(maxsize=4)
def open_past(history: GitHistory, place: Path | None) -> "Past":
    """A repository's past for following chunks with the usual chunker, kept for the life of the process.

    Args:
        history: the repository.
        place: see `open_index`.
    """
    from goldkeeper.workflow.lineage.walked import Past

    return Past(lambda: open_index(history, place), history, make_chunker(), None)


def open_tree(repo: Path, rev: str, *, include: Sequence[str] = (), exclude: Sequence[str] = ()) -> SourceTree:
    """A state of a repository, or of a folder without git where no revision is asked for.

    Args:
        rev: anything git can name; empty or `worktree` for the files on disk.
    """
    return tree_of(history_of(repo, rules := PathRules(tuple(include), tuple(exclude))), repo, rev, rules)


def history_of(repo: Path, rules: PathRules) -> GitHistory | None:
    """The repository of a folder; None where there is no git.

    Raises:
        GitMissing: there is a repository, and no git that could read it.
    """
    try:
        return open_history(repo, rules)
    except NotARepository:
        return None
    except GitMissing:
        here = repo.resolve()
        if any((folder / ".git").exists() for folder in (here, *here.parents)):
            raise
        return None


def tree_of(history: GitHistory | None, repo: Path, rev: str, rules: PathRules) -> SourceTree:
    """A state of the code; see `open_tree`."""
    if history is None:
        if rev and rev not in {WORK_TREE, "HEAD"}:
            raise NotARepository(str(repo))
        return FolderTree(repo, rules)
    if rev in {"", WORK_TREE}:
        return history.work_tree()
    return history.tree(history.resolve(rev))
