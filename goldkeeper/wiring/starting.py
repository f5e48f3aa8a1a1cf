"""Starting a project: its gold file found or brought in, its configuration written."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from os.path import relpath
from pathlib import Path

from goldkeeper.adjudication.gold_writing import write_gold_lines
from goldkeeper.adjudication.references import files_meant
from goldkeeper.model.anchors import Anchor, NeverResolved
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.errors import BadRequest, FileMissing, FileUnreadable
from goldkeeper.ports import Progress
from goldkeeper.settings import CONFIG_PLACES, WORK_TREE, config_text
from goldkeeper.stores.anchor_file import AnchorFile, anchor_path
from goldkeeper.stores.atomic import write_whole
from goldkeeper.stores.formats.records import read_references
from goldkeeper.stores.passports.chunk_list_guess import guess_fields
from goldkeeper.stores.path_rules import PathRules
from goldkeeper.stores.project_files import find_gold_files, write_config
from goldkeeper.wiring.openers import history_of, make_chunker, open_tree
from goldkeeper.workflow.bringing_in import BroughtIn, bring_in
from goldkeeper.workflow.code import Code
from goldkeeper.workflow.judged_states import SourcePast


@dataclass(frozen=True, slots=True)
class Start:
    """What starting a project came to.

    Attributes:
        config: its configuration; None where nothing was written, since nothing of the source could be used.
        brought_in: what became of a gold set in another format.
        to_commit: the files that belong under version control, by path from the folder; none outside git.
        chunk_list: the keys of `[index]` that were set for the list of another chunker; none without one.
    """

    config: Path | None
    brought_in: BroughtIn | None = None
    to_commit: tuple[Path, ...] = ()
    chunk_list: Mapping[str, str] = field(default_factory=dict)


def start_project(
    folder: Path,
    *,
    gold: Path | None,
    repo: Path | None,
    rev: str,
    source: Path | None,
    force: bool,
    judged_at: str = "",
    index_chunks: Path | None = None,
    progress: Progress | None = None,
) -> Start:
    """Write a project's configuration, and its gold file with the anchors where one is brought in.

    Args:
        folder: the project's folder.
        gold: the gold file; None looks for one below the folder.
        repo: the code; None is the folder.
        rev: the state to scan.
        source: a gold set in another format, to be turned into `gold` first.
        force: replace a configuration that is there.
        judged_at: the state that the source was written for; empty asks the source and its history.
        index_chunks: the list of another chunker, whose chunks the gold set names.

    Raises:
        BadRequest: there is a configuration already, or several gold files and none named.
        FileMissing: no gold file, no chunk list.
        UnknownRevision: there is no such state.
    """
    there = [place for place in CONFIG_PLACES if (folder / place).is_file()]
    if there and not force:
        raise BadRequest(
            str(folder / there[0]), "this project is set up already", "edit it, or pass --force to replace it"
        )
    if judged_at and source is None:
        raise BadRequest("--judged-at", "it tells the state of a set that is brought in", "name that with --from FILE")
    index = _chunk_list(index_chunks, folder, source) if index_chunks is not None else {}
    repository = repo or folder
    if not repository.is_dir():
        raise FileMissing("repository", str(repository), "name the folder of the code with --repo")
    if rev == "HEAD" and not _has_commits(repository):
        rev = WORK_TREE
    brought_in: BroughtIn | None = None
    if source is not None:
        chosen = gold or folder / "gold.jsonl"
        if chosen.exists():
            raise BadRequest(str(chosen), "there is a gold file already", "name another with --gold")
        brought_in = _bring_in(source, repository, rev, judged_at, progress)
        if brought_in.empty:
            return Start(None, brought_in)
        _write_gold(chosen, brought_in)
    else:
        chosen = gold or _only_gold_file(folder)
    if not chosen.is_file():
        raise FileMissing("gold file", str(chosen), "name another with --gold")
    config = folder / CONFIG_PLACES[1]
    text = config_text(
        _relative(chosen, folder),
        _relative(repository, folder),
        rev,
        judged_zero=brought_in is not None and any(pair.grade == 0 for pair in brought_in.pairs),
        index=index,
    )
    write_config(config, text)
    return Start(config, brought_in, _to_commit(folder, config, chosen), index)


def none_is_here(code: Code, anchors: Mapping[ChunkId, Anchor | NeverResolved]) -> bool:
    """Whether no gold chunk names a file of this repository, now or ever: the code lies elsewhere."""
    files = code.head.files()
    lost = all(isinstance(anchor, NeverResolved) for anchor in anchors.values())
    paths = {chunk_id.path for chunk_id in anchors}
    return bool(paths) and lost and not any(files_meant(path, files) or code.knows(path) for path in sorted(paths))


def _chunk_list(index_chunks: Path, folder: Path, source: Path | None) -> dict[str, str]:
    """The keys of `[index]` for a list, its fields named as its first entry has them."""
    if source is not None:
        problem = "it keeps the IDs of that list, and --from makes new ones"
        raise BadRequest("--index-chunks", problem, "write the gold set in the list's own IDs, and leave --from out")
    if not index_chunks.is_file():
        what = "list (no regular file)" if index_chunks.exists() else "chunk list"
        raise FileMissing(what, str(index_chunks), "name the JSON lines that the index's chunker writes")
    return {"chunks": _relative(index_chunks, folder), **guess_fields(index_chunks)}


def _bring_in(source: Path, repository: Path, rev: str, judged_at: str, progress: Progress | None) -> BroughtIn:
    """Read another tool's gold set, which stays as it is."""
    try:
        data = source.read_bytes()
    except OSError as refused:
        raise FileUnreadable(
            str(source), refused.strerror or "can't be read", "name another file with --from"
        ) from None
    references = read_references(data, str(source), judged_zero=True)
    history = history_of(repository, PathRules())
    head = open_tree(repository, rev)
    head_commit = head.commit or (history.head_state().commit if history is not None else None)
    return bring_in(
        references,
        Code(history, head, head_commit, make_chunker(), None),
        past=_past_of(source),
        judged_at=open_tree(repository, judged_at) if judged_at else None,
        progress=progress,
    )


def _past_of(source: Path) -> SourcePast | None:
    """The versions of the source, which may lie in another repository than the code; None where there are none."""
    real = source.resolve()
    history = history_of(real.parent, PathRules())
    head = history.head_state().commit if history is not None else None
    if history is None or head is None or not history.has_work_tree:
        return None
    path = real.relative_to(Path(history.top).resolve()).as_posix()
    if next(iter(history.file_history(path, head)), None) is None:
        return None
    return SourcePast(history, path, head, lambda data: read_references(data, str(source), judged_zero=True))


def _write_gold(target: Path, brought_in: BroughtIn) -> None:
    """Anchors first: a gold file without them would be anchored anew, in the state that is scanned."""
    target.parent.mkdir(parents=True, exist_ok=True)
    AnchorFile(anchor_path(target)).write(brought_in.anchors)
    write_whole(target, write_gold_lines(brought_in.queries, brought_in.pairs))


def _to_commit(folder: Path, config: Path, gold: Path) -> tuple[Path, ...]:
    history = history_of(folder, PathRules())
    if history is None or not history.has_work_tree:
        return ()
    top = Path(history.top).resolve()
    files = (config, gold, anchor_path(gold))
    return tuple(Path(_relative(file, folder)) for file in files if file.resolve().is_relative_to(top))


def _only_gold_file(folder: Path) -> Path:
    found = find_gold_files(folder)
    if not found:
        raise FileMissing(
            "gold file",
            str(folder / "*.jsonl"),
            'name one with --gold: a line is {"qid", "query", "type", "gold": {ID: grade}}',
        )
    if len(found) > 1:
        names = ", ".join(str(path.relative_to(folder)) for path in found[:5]) + (", …" if len(found) > 5 else "")
        raise BadRequest(str(folder), f"{len(found)} gold files ({names})", "name one with --gold")
    return found[0]


def _relative(path: Path, folder: Path) -> str:
    return Path(relpath(path, folder)).as_posix()


def _has_commits(repository: Path) -> bool:
    history = history_of(repository, PathRules())
    return history is not None and history.head_state().commit is not None
