"""What `doctor` looks at, in the order in which a scan would need it."""

import os
import sys
from pathlib import Path

from goldkeeper.model.errors import GoldkeeperError
from goldkeeper.reporting.calibration import remembered
from goldkeeper.settings import WORK_TREE, load_project
from goldkeeper.stores.anchor_file import AnchorFile, anchor_path
from goldkeeper.stores.git_commit import git_version
from goldkeeper.wiring.index_sources import disagreement
from goldkeeper.wiring.keeper import Keeper
from goldkeeper.wiring.listing import list_fit
from goldkeeper.wiring.passport_check import read_passport
from goldkeeper.workflow.doctor import Check, Verdict, attempt, check_anchors, check_clone, check_gold, check_grammars


def examine(config: Path | None) -> list[Check]:
    """Every check that can be made; one that fails stops only those that stand on it."""
    version = ".".join(map(str, sys.version_info[:3]))
    checks = [Check("python", Verdict.GOOD, version), attempt("git", _git)]
    try:
        project = load_project(config)
    except GoldkeeperError as problem:
        return [*checks, Check("configuration", Verdict.BAD, str(problem))]
    checks.append(Check("configuration", Verdict.GOOD, str(project.file)))
    keeper = Keeper(project)
    try:
        checks.append(attempt("repository", lambda: _repository(keeper)))
        if checks[-1].verdict is not Verdict.BAD:
            checks += check_clone(keeper.history.notes() if keeper.history is not None else ())
        index = keeper.settings.index
        if index.manifest or index.chunks or index.embedding_packages or index.chunker_packages:
            checks.append(attempt("index", lambda: _index(keeper)))
            if checks[-1].verdict is Verdict.BAD:
                keeper.index_sources.leave_out_manifest()
        if not keeper.index_sources.is_list:
            checks += check_grammars(keeper.own_chunker.fingerprint)
        checks += _gold(keeper)
        checks.append(attempt("state", lambda: _state(keeper)))
        if checks[-1].verdict is not Verdict.BAD:
            checks += _calibration(keeper)
        checks.append(attempt("queue", lambda: _queue(keeper)))
        if keeper.settings.notify.urls or keeper.settings.notify.templates:
            checks.append(attempt("notify", lambda: _notify(keeper)))
    finally:
        keeper.close()
    return checks


def _git() -> Check:
    return Check("git", Verdict.GOOD, git_version())


def _repository(keeper: Keeper) -> Check:
    if keeper.history is None:
        return Check(
            "repository",
            Verdict.NOTE,
            f"{keeper.repository}: no git",
            "without history, moved chunks are matched by text alone",
        )
    state = (
        "the files on disk" if keeper.revision == WORK_TREE else f"{keeper.revision} = {str(keeper.head_commit)[:10]}"
    )
    return Check("repository", Verdict.GOOD, f"{keeper.repository}, scanning {state}")


def _gold(keeper: Keeper) -> list[Check]:
    try:
        gold_set = keeper.gold.file.read()
    except GoldkeeperError as problem:
        return [Check("gold file", Verdict.BAD, str(problem))]
    checks = list(check_gold(gold_set))
    stored = AnchorFile(anchor_path(keeper.project.path(keeper.settings.gold.path)))
    try:
        return [*checks, *check_anchors(gold_set, stored.read(), stored.problems)]
    except GoldkeeperError as problem:
        return [*checks, Check("anchors", Verdict.BAD, str(problem))]


def _index(keeper: Keeper) -> Check:
    passport = read_passport(keeper)
    fit = list_fit(keeper)
    if fit is not None and fit.notes:
        more = f" (and {len(fit.notes) - 1} more)" if len(fit.notes) > 1 else ""
        return Check("index", Verdict.NOTE, fit.notes[0].rstrip(".") + more, "goldkeeper scan tells them all")
    note = disagreement(passport, keeper.chunker.fingerprint)
    if note:
        return Check("index", Verdict.NOTE, note, "make the index anew, or install the goldkeeper that made it")
    lacking = keeper.index_sources.lacking
    if lacking:
        remedy = "correct index.embedding_packages and index.chunker_packages, or name the file in index.lock_files"
        return Check("index", Verdict.NOTE, f"no lock file pins {', '.join(lacking)}", remedy)
    if fit is not None:
        title = "" if passport.empty else f"{passport.title}; "
        found = f"{title}{fit.chunks:,} chunks of {keeper.settings.index.chunks}, all there at {keeper.head.label}"
        return Check("index", Verdict.GOOD, found)
    if passport.empty:
        return Check("index", Verdict.NOTE, "nothing is said of model or chunker", "correct the pointers in [index]")
    return Check("index", Verdict.GOOD, passport.title)


def _state(keeper: Keeper) -> Check:
    folder = keeper.state_folder
    if not os.access(folder, os.W_OK):
        return Check("state", Verdict.BAD, f"{folder} can't be written to", "set state.folder to a place that can")
    return Check("state", Verdict.GOOD, str(folder))


def _queue(keeper: Keeper) -> Check:
    return Check("queue", Verdict.GOOD, f"{keeper.open_items()} open")


def _notify(keeper: Keeper) -> Check:
    from goldkeeper.wiring.telling import make_notifier, make_writer

    make_writer(keeper.project)
    names = sorted(make_notifier(keeper.project).targets.values())
    if not names:
        return Check("notify", Verdict.NOTE, "templates, and nobody to tell", "add a receiver to notify.urls")
    return Check("notify", Verdict.GOOD, f"{len(names)} to tell: {', '.join(names)}; goldkeeper notify --test tries")


def _calibration(keeper: Keeper) -> list[Check]:
    note = keeper.calibration()
    if note is None:
        return []
    return [Check("trust", Verdict.NOTE if note.threshold is None else Verdict.GOOD, remembered(note))]
