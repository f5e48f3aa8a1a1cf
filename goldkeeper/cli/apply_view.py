"""What `goldkeeper apply` prints: the difference on stdout, what to know on stderr."""

import sys

from goldkeeper.adjudication.revision import revision_diff
from goldkeeper.cli.output import emit_json, talk, visible
from goldkeeper.workflow.apply import Application


def print_application(application: Application, *, name: str, commit: str, dry_run: bool, as_json: bool) -> None:
    """Print what was written, or what would be."""
    if as_json:
        emit_json(_record(application, commit, dry_run=dry_run))
        return
    sys.stdout.write(visible(revision_diff(application.revision, name)))
    for item in application.outdated:
        talk(
            visible(
                f"item {item.number}: {item.proposal.chunk_id}: its target moved since; left out, run goldkeeper scan"
            )
        )
    for left in application.revision.left_alone:
        talk(visible(f"line {left.line} is damaged and names {left.written}: left alone; mend it by hand"))
    for written, query in application.revision.not_found:
        where = "the gold file" if query is None else f"query {query}"
        talk(visible(f"{written}: not in {where} any more; its decision changes nothing there"))
    for query in application.revision.orphans:
        talk(visible(f"query {query} has no relevant gold left"))
    count = len(application.items)
    decisions = f"{count} decision{'s' * (count != 1)}"
    if not count:
        talk("nothing to apply; goldkeeper review list shows what waits")
    elif dry_run:
        talk(f"{decisions} would be applied; nothing was written")
    else:
        talk(f"{decisions} applied to {name}" + (f", committed as {commit[:10]}" if commit else ""))


def _record(application: Application, commit: str, *, dry_run: bool) -> dict[str, object]:
    return {
        "dry_run": dry_run,
        "commit": commit or None,
        "items": [item.number for item in application.items],
        "outdated": [item.number for item in application.outdated],
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
