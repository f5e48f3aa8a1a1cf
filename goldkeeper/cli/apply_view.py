"""What `goldkeeper apply` prints: the difference on stdout, what to know on stderr."""

import sys
from collections.abc import Iterator
from typing import assert_never

from goldkeeper.adjudication.revision import revision_diff
from goldkeeper.cli.filling_view import filling_diff, filling_record, filling_remarks, filling_sum
from goldkeeper.cli.output import emit_json, talk, visible
from goldkeeper.model.reviews import ReviewItem
from goldkeeper.reporting.wording import count
from goldkeeper.workflow.apply import Application
from goldkeeper.workflow.filling import Filling
from goldkeeper.workflow.holding import HeldBack, WaitsFor, decision_of


def print_application(
    application: Application,
    *,
    name: str,
    commit: str,
    dry_run: bool,
    as_json: bool,
    owed: int = 0,
    diff: bool = True,
    filling: Filling | None = None,
) -> None:
    """Print what was written, or what would be.

    Args:
        application: the plan, carried out or not.
        name: the gold file as the user named it.
        commit: that was made; empty for none.
        dry_run: nothing was written.
        as_json: an object and no talk.
        owed: decisions that are in the gold file, or are now, and not in git.
        diff: print the difference, not only its size.
        filling: pairs that people judged anew and that come in with it.
    """
    if as_json:
        emit_json({**_record(application, commit, dry_run=dry_run), "filled": filling_record(filling)})
        return
    if diff:
        sys.stdout.write(visible("".join([*_difference(application, name), *filling_diff(filling)])))
    for line in [*_remarks(application), *filling_remarks(filling)]:
        talk(visible(line))
    filled = filling_sum(filling, dry_run=dry_run)
    if filled:
        talk(filled)
    if not filled or not application.changes_nothing:
        talk(_sum_of(application, name, commit, dry_run=dry_run))
    nothing = application.changes_nothing and not filled
    if commit and nothing:
        talk(f"the reasons of earlier applies are committed as {commit[:10]}")
    elif dry_run and not nothing:
        talk("Next: goldkeeper apply --commit, or goldkeeper apply alone to commit by hand")
    elif owed and not dry_run:
        talk(f"Next: goldkeeper apply --commit, for the reasons of {decisions(owed)} that git has not got")


def _difference(application: Application, name: str) -> Iterator[str]:
    """Pair by pair, and the chunks of which only the anchor changes."""
    yield revision_diff(application.revision, name)
    for item in application.items:
        if is_kept(item):
            yield f"   {item.proposal.chunk_id}  same ID, new text\n"


def _remarks(application: Application) -> Iterator[str]:
    """What is left out or left over, and why."""
    for item in application.outdated:
        yield f"item {item.number}: {item.proposal.chunk_id}: its target moved since; left out, run goldkeeper scan"
    for held in application.held_back:
        yield held_sentence(held)
    for left in application.revision.left_alone:
        yield f"line {left.line} is damaged and names {left.written}: left alone; mend it by hand"
    for written, query in application.revision.not_found:
        where = "the gold file" if query is None else f"query {query}"
        yield f"{written}: not in {where} any more; its decision changes nothing there"
    for query in application.revision.orphans:
        yield f"query {query} has no relevant gold left"


def _sum_of(application: Application, name: str, commit: str, *, dry_run: bool) -> str:
    number, others = len(application.items), len(application.held_back) + len(application.outdated)
    left_out = f", {others} left out" if others else ""
    if not number:
        shown = (
            "goldkeeper review list --state decided shows them" if others else "goldkeeper review list shows what waits"
        )
        return f"nothing to apply{left_out}; {shown}"
    if dry_run:
        return f"{decisions(number)} would be applied{left_out}; nothing was written"
    done = f"{decisions(number)} applied to {name}{left_out}" + (f", committed as {commit[:10]}" if commit else "")
    return f"{done}: {', '.join(_parts(application))}"


def decisions(number: int) -> str:
    """A number of them."""
    return count(number, "decision")


def _parts(application: Application) -> list[str]:
    """What the decisions came to, as counts."""
    kept = sum(map(is_kept, application.items))
    regraded = sum(map(_is_regraded, application.items))
    gone = sum(not decision_of(item).targets for item in application.items)
    moved = len(application.items) - kept - regraded - gone
    parts = ((moved, "re-pointed"), (kept, "kept with new text"), (regraded, "regraded"), (gone, "retired"))
    return [f"{number:,} {what}" for number, what in parts if number]


def is_kept(item: ReviewItem) -> bool:
    """Whether the gold chunk keeps its very ID: the file says the same, its anchor does not."""
    return _keeps_id(item) and not _is_regraded(item)


def _is_regraded(item: ReviewItem) -> bool:
    """Whether the gold chunk keeps its ID and gets another grade."""
    return _keeps_id(item) and decision_of(item).targets[0].grade is not None


def _keeps_id(item: ReviewItem) -> bool:
    return [target.chunk_id for target in decision_of(item).targets] == [item.proposal.chunk_id]


def held_sentence(held: HeldBack) -> str:
    """Which decision waits for what, and what would do."""
    return (
        f"item {held.item.number}: held back, since other gold is still called {held.taken} and says something else;"
        f" {_remedy(held)}; or send this one elsewhere: review undo {held.item.number},"
        f" then review amend {held.item.number} --to ID"
    )


def _remedy(held: HeldBack) -> str:
    blocker = held.blocker
    match held.reason:
        case WaitsFor.ANSWER:
            return f"answer item {blocker} first"
        case WaitsFor.REJECTED:
            return f"item {blocker} was rejected, so that gold stays: review undo {blocker}, and say where it goes"
        case WaitsFor.OTHER_QUERIES:
            return f"item {blocker} was answered for some queries alone: review undo {blocker}, and answer it for all"
        case WaitsFor.OUTDATED:
            return f"item {blocker} is left out as well: run goldkeeper scan, and answer what it asks anew"
        case WaitsFor.HELD_BACK:
            return f"it goes in together with item {blocker}, which has to wait too"
        case WaitsFor.DAMAGED_LINE:
            return f"line {held.line} is damaged and names it: mend the line, and run goldkeeper scan"
        case WaitsFor.QUESTION:
            return "run goldkeeper scan, which asks about it or says why it can't"
        case _:
            assert_never(held.reason)


def _record(application: Application, commit: str, *, dry_run: bool) -> dict[str, object]:
    return {
        "dry_run": dry_run,
        "commit": commit or None,
        "items": [item.number for item in application.items],
        "outdated": [item.number for item in application.outdated],
        "held_back": [
            {
                "number": held.item.number,
                "taken": str(held.taken),
                "reason": held.reason.value,
                "waits_for": held.blocker,
                "line": held.line,
                "message": held_sentence(held),
            }
            for held in application.held_back
        ],
        "changes": [
            {
                "qid": change.query_id,
                "line": change.line,
                "before": change.before,
                "grade_before": change.grade_before,
                "after": dict(change.after),
            }
            for change in application.revision.changes
        ],
        "collisions": [
            {"qid": met.query_id, "line": met.line, "id": str(met.chunk_id), "grade": met.kept, "met": dict(met.met)}
            for met in application.revision.collisions
        ],
        "orphans": list(application.revision.orphans),
        "not_found": [{"id": written, "qid": query} for written, query in application.revision.not_found],
        "left_alone": [{"line": left.line, "id": left.written} for left in application.revision.left_alone],
    }
