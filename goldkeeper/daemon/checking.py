"""One check of one project, as a worker does it: from an order to an outcome, whatever goes wrong.

Nothing is raised: what a person can mend, a full disk, a database that is away and our own faults
are outcomes, since the daemon has to go on with each in another way.
"""

import errno
import os
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from goldkeeper.daemon.following import HEAD, Followed, choose, goes_along, short
from goldkeeper.daemon.orders import Ending, Job, Order, Outcome
from goldkeeper.model.errors import DatabaseUnusable, GoldkeeperError, LockHeld
from goldkeeper.model.errors_passports import PassportSourceUnreadable
from goldkeeper.model.gold_lines import holds_a_merge
from goldkeeper.model.happenings import (
    Happening,
    JobFinished,
    NewDrift,
    ScanFinished,
    UpgradeDone,
    UpgradeSeen,
)
from goldkeeper.model.passports import Passport, Trait
from goldkeeper.model.reviews import OPEN_STATES
from goldkeeper.model.upgrades import Upgrade
from goldkeeper.ports import Clock
from goldkeeper.settings import WORK_TREE, Project
from goldkeeper.stores.clock import utc_now
from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.git_places import STALE_LOCK_SECONDS, git_places
from goldkeeper.stores.git_process import path_to_git
from goldkeeper.stores.path_rules import PathRules
from goldkeeper.wiring.jobs import JOBS, JobResult, audit_of_upgrade
from goldkeeper.wiring.keeper import Keeper
from goldkeeper.wiring.openers import history_of
from goldkeeper.wiring.passports import audits_due, note_passport, waiting_upgrades

LOCK_WAIT_SECONDS = 20.0  # for a person's own scan or apply to end; then it is tried again later
SHOWN_DIGEST = 8  # characters; two fingerprints differ in them
MOST_GROUPS = 10  # of the causes that a message names
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
_SAYS_NO_ROOM = ("no space left", "disk is full", "quota exceeded")


def carry_out_order(order: Order, *, clock: Clock = utc_now) -> Outcome:
    """Do what is ordered."""
    followed: Followed | None = None
    try:
        project = order.project
        reason = under_way(project)
        if reason:
            return Outcome(Ending.POSTPONED, problem=reason, code="UnderWay")
        repository = project.path(project.settings.repository.path)
        history = history_of(repository, PathRules()) if repository.is_dir() else None
        followed = choose(project.settings, history, order.followed)
        gold = project.path(project.settings.gold.path)
        if gold.is_file() and holds_a_merge(gold.read_bytes()):
            reason = f"{project.settings.gold.path.as_posix()} holds an unresolved merge"
            outcome = Outcome(Ending.POSTPONED, problem=reason, code="GoldMerged")
        elif is_gold_of_another_branch(gold, followed):
            reason = f"the gold file on disk is that of {short(followed.checked_out)}, not of {short(followed.branch)}"
            outcome = Outcome(Ending.POSTPONED, problem=reason, code="GoldElsewhere")
        else:
            outcome = _carry_out(order, following(project, followed), clock)
    except Exception as problem:  # noqa: BLE001 - the daemon outlives whatever a scan runs into
        outcome = outcome_of(problem)
    told = tuple(replace(one, project=order.name) for one in outcome.happenings)
    outcome = replace(outcome, happenings=told)
    return outcome if followed is None else replace(outcome, followed=followed.branch, checked_out=followed.checked_out)


def following(project: Project, followed: Followed) -> Project:
    """The project as if the followed branch were configured: what is scanned is the state that counts."""
    if not followed.revision:
        return project
    repository = project.settings.repository.model_copy(update={"revision": followed.revision})
    return replace(project, settings=project.settings.model_copy(update={"repository": repository}))


def _carry_out(order: Order, project: Project, clock: Clock) -> Outcome:
    with closing(Keeper(project, clock=clock)) as keeper, keeper.lock("daemon", wait_seconds=LOCK_WAIT_SECONDS):
        if order.job is None:
            told = tuple(_check(order, keeper))
            with suppress(GoldkeeperError):  # a scan that needs it and can't read it says so
                keeper.read_history_ahead()
            return Outcome(Ending.DONE, told)
        told, said = _run(order.job, order, keeper)
        return Outcome(Ending.DONE, told, said=said)


def under_way(project: Project) -> str:
    """What the repository is in the middle of, so that its state means nothing now; empty when nothing.

    A branch moves in one step, so that only what is scanned as it lies on disk, or as HEAD names it,
    is ever seen half-way.
    """
    settings = project.settings
    on_disk = settings.repository.revision == WORK_TREE
    places = git_places(project.path(settings.repository.path))
    if places is None or not (on_disk or (settings.repository.revision == HEAD and goes_along(settings, places))):
        return ""
    since = places.locked_since()
    if on_disk and since is not None and time.time() - since < STALE_LOCK_SECONDS:
        return "git holds the index"
    return places.under_way


def is_gold_of_another_branch(gold: Path, followed: Followed) -> bool:
    """Whether a checkout put another branch's gold file in the place of the one that goes with the scanned code.

    A file that differs from both branches is somebody's edit and is scanned; so is one in a repository
    of its own.
    """
    if not followed.branch or followed.checked_out == followed.branch:
        return False
    history = history_of(gold.resolve().parent, PathRules()) if gold.resolve().parent.is_dir() else None
    if history is None or not history.has_work_tree:
        return False
    path = os.path.relpath(gold.resolve(), Path(history.top).resolve()).replace(os.sep, "/")
    there, here = (_blob(history, f"{ref}:{path}") for ref in (followed.branch, "HEAD"))
    if not there or there == here:  # not this repository's branch, or the same file on both
        return False
    on_disk = history.git.ask("hash-object", "--", path_to_git(path)) if gold.is_file() else None
    return here == (on_disk.output.decode("ascii", "replace").strip() if on_disk is not None else "")


def _blob(history: GitHistory, name: str) -> str:
    answer = history.git.ask("rev-parse", "--verify", "--quiet", "--end-of-options", path_to_git(name))
    return answer.output.decode("ascii", "replace").strip() if answer.code == 0 else ""


def outcome_of(problem: Exception) -> Outcome:
    """What a problem means to the daemon."""
    said = str(problem).replace("\n", " ")
    if _is_no_room(problem):
        said += "" if "make room" in said else "; make room on the disk"
        return Outcome(Ending.FAILED, problem=f"{said}; nothing is half-written", code="DiskFull")
    if isinstance(problem, PassportSourceUnreadable):  # perhaps half-written; the daemon loses its patience in time
        return Outcome(Ending.POSTPONED, problem=said, code=problem.code)
    if isinstance(problem, LockHeld):
        return Outcome(Ending.POSTPONED, problem=f"{problem.holder} is at work", code=problem.code)
    if isinstance(problem, DatabaseUnusable):
        return Outcome(Ending.DATABASE_AWAY, problem=said, code=problem.code)
    if isinstance(problem, GoldkeeperError):
        return Outcome(Ending.FAILED, problem=said, code=problem.code)
    last = traceback.extract_tb(problem.__traceback__)[-1:]
    where = f" in {last[0].name}, line {last[0].lineno}" if last else ""
    said = f"{type(problem).__name__}{where}: {said}; this is our fault, please report it"
    return Outcome(Ending.FAILED, problem=said, code="Crashed")


def _is_no_room(problem: BaseException) -> bool:
    one: BaseException | None = problem
    while one is not None:
        if isinstance(one, OSError) and one.errno in _NO_ROOM:
            return True
        if any(sign in str(one).lower() for sign in _SAYS_NO_ROOM):
            return True
        one = one.__cause__ or one.__context__
    return False


def _check(order: Order, keeper: Keeper) -> Iterator[Happening]:
    began = time.monotonic()
    seen = note_passport(keeper)
    if seen is not None:
        what = ", ".join(kind.value for kind in seen.kinds)
        yield UpgradeSeen("", keeper.clock(), str(seen.number), what, *_named_apart(seen))
    waiting = waiting_upgrades(keeper)
    last = keeper.memory.last()
    # Answers given since belong to the queue, and the ledger's beats are in the same file: neither asks for a scan.
    if last is not None and not waiting and keeper.journal.read() is None and last.inputs == keeper.memory.inputs_key:
        found = keeper.status()
        open_items = found.waiting + found.deferred
        seconds = time.monotonic() - began
        done = _finished(order, last.report, keeper.clock(), waiting=open_items, seconds=seconds)
        yield replace(done, needs_a_person=bool(open_items or found.to_apply or found.unsound))
        return
    known = {item.number for item in keeper.queue.items(OPEN_STATES)}
    report = keeper.scan(asked_by=", ".join(f"upgrade {one.number}" for one in waiting) or "daemon")
    files = keeper.write_report(report)
    record: Mapping[str, Any] = keeper.record_of(report)
    asked, open_items = len(set(report.numbers.values()) - known), keeper.open_items()
    done = _finished(order, record, keeper.clock(), waiting=open_items, seconds=time.monotonic() - began)
    yield replace(done, unchanged=False, asked=asked, report=files)
    if asked:
        groups = tuple(str(group["sentence"]) for group in record["groups"] if group["waiting"])[:MOST_GROUPS]
        yield NewDrift("", keeper.clock(), report.scan, done.headline, asked, open_items, groups)
    still = {one.number for one in waiting_upgrades(keeper)}
    for one in waiting:
        if one.number not in still:
            yield UpgradeDone("", keeper.clock(), str(one.number), done.headline)
    checked = {one.number for one in waiting} - still
    for due in (due for due in audits_due(keeper) if due.upgrade in checked):  # those of before were told
        yield audit_of_upgrade(keeper, due)


def _named(passport: Passport) -> str:
    """A passport in a few words."""
    said = (passport.value(trait) for trait in (Trait.MODEL, Trait.REVISION, Trait.CHUNKER, Trait.CHUNKER_VERSION))
    return " ".join(word for word in said if word) or "unknown"


def _named_apart(upgrade: Upgrade) -> tuple[str, str]:
    """Both passports in a few words that differ: where the names stayed, by what did not."""
    before, after = _named(upgrade.before), _named(upgrade.after)
    if before != after:
        return before, after
    traits = [change.trait for change in upgrade.changes]
    return _of(upgrade.before, traits), _of(upgrade.after, traits)


def _of(passport: Passport, traits: list[Trait]) -> str:
    said = []
    for trait in traits:
        fact = passport.fact(trait)
        if fact is None:
            said.append(f"{trait} (not said)")
        elif trait is Trait.FINGERPRINT:  # a digest alone tells people nothing
            said.append(f"{fact.place} ({fact.value[:SHOWN_DIGEST]})")
        else:
            said.append(f"{trait} {fact.value}")
    return ", ".join(said)


def _finished(order: Order, record: Mapping[str, Any], at: datetime, *, waiting: int, seconds: float) -> ScanFinished:
    return ScanFinished(
        "",
        at,
        scan=str(record["scan"]),
        commit=record["head_commit"],
        headline=str(record["headline"]),
        causes=order.causes,
        unchanged=True,
        needs_a_person=bool(record["needs_a_person"]),
        drifted=int(record["counts"]["drifted"]),
        asked=0,
        waiting=waiting,
        seconds=seconds,
    )


def _run(job: Job, order: Order, keeper: Keeper) -> tuple[tuple[Happening, ...], str]:
    if job.job == "scan":
        told = tuple(_check(order, keeper))
        result = JobResult(next((one.sentence for one in told if isinstance(one, ScanFinished)), ""), told)
    elif job.job in JOBS:
        result = JOBS[job.job](keeper, job.slot)
    else:
        result = JobResult(f"{job.job} is not available here")
    done = JobFinished("", keeper.clock(), job.label, job.slot, result.outcome, job.missed)
    return (*result.happenings, done), result.outcome
