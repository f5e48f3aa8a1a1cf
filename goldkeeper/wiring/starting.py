"""Starting a project: its gold file found or brought in, its configuration written."""

import sys
from os.path import relpath
from pathlib import Path

from goldkeeper.adjudication.gold_writing import write_gold_lines
from goldkeeper.adjudication.references import resolve_references
from goldkeeper.model.errors import BadRequest, FileMissing, FileUnreadable
from goldkeeper.settings import CONFIG_PLACES, WORK_TREE, config_text
from goldkeeper.stores.atomic import write_whole
from goldkeeper.stores.formats.records import read_references
from goldkeeper.stores.gold_file import GoldFile
from goldkeeper.stores.path_rules import PathRules
from goldkeeper.stores.project_files import find_gold_files, write_config
from goldkeeper.wiring.openers import history_of, make_chunker, open_tree
from goldkeeper.workflow.snapshot import cut_snapshot


def start_project(
    folder: Path, *, gold: Path | None, repo: Path | None, rev: str, source: Path | None, force: bool
) -> Path:
    """Write a project's configuration; the file.

    Args:
        folder: the project's folder.
        gold: the gold file; None looks for one below the folder.
        repo: the code; None is the folder.
        source: a gold set in another format, to be turned into `gold` first.
        force: replace a configuration that is there.

    Raises:
        BadRequest: there is a configuration already, or several gold files and none named.
        FileMissing: no gold file.
    """
    config = folder / CONFIG_PLACES[1]
    there = [place for place in CONFIG_PLACES if (folder / place).is_file()]
    if there and not force:
        raise BadRequest(
            str(folder / there[0]), "this project is set up already", "edit it, or pass --force to replace it"
        )
    repository = repo or folder
    if not repository.is_dir():
        raise FileMissing("repository", str(repository), "name the folder of the code with --repo")
    if rev == "HEAD" and not _has_commits(repository):
        rev = WORK_TREE
    chosen = _import_gold(folder, gold, source, repository, rev) if source else gold or _only_gold_file(folder)
    if not chosen.is_file():
        raise FileMissing("gold file", str(chosen), "name another with --gold")
    brought_in = GoldFile(chosen, judged_zero=True).read().pairs if source is not None else ()
    text = config_text(
        _relative(chosen, folder),
        _relative(repository, folder),
        rev,
        judged_zero=any(pair.grade == 0 for pair in brought_in),
    )
    write_config(config, text)
    return config


def _import_gold(folder: Path, gold: Path | None, source: Path, repository: Path, rev: str) -> Path:
    """Another tool's gold set → a gold file of our own form, beside which the source stays as it is."""
    target = gold or folder / "gold.jsonl"
    if target.exists():
        raise BadRequest(str(target), "there is a gold file already", "name another with --gold")
    try:
        data = source.read_bytes()
    except OSError as refused:
        raise FileUnreadable(
            str(source), refused.strerror or "can't be read", "name another file with --from"
        ) from None
    references = read_references(data, str(source), judged_zero=True)
    snapshot = cut_snapshot(open_tree(repository, rev), make_chunker())
    found = resolve_references(references.references, snapshot)
    for problem in (*references.problems, *found.problems):
        sys.stderr.write(f"{source}:{problem.line}: {problem.message}; {problem.remedy}\n")
    target.parent.mkdir(parents=True, exist_ok=True)
    write_whole(target, write_gold_lines(references.queries, found.pairs))
    return target


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
