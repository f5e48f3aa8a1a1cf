"""What `goldkeeper status` says of the index."""

from goldkeeper.reporting.passports import audit_due_record, passport_record, upgrade_record
from goldkeeper.reporting.wording import count, verb
from goldkeeper.workflow.status import IndexStanding


def index_lines(index: IndexStanding) -> list[str]:
    """For people; nothing where nobody says how the index was made and nothing waits."""
    lines = [f"index      {index.passport.title}"] if index.passport is not None else []
    if index.news:
        lines.append(f"upgrade    {index.news}; run goldkeeper scan")
    lines += [f"upgrade {one.number:<3}{one.sentence}; run goldkeeper scan" for one in index.upgrades]
    if index.to_judge:
        wait = verb(index.to_judge, "waits", "wait")
        lines.append(f"to judge   {count(index.to_judge, 'chunk')} {wait} for a grade; run goldkeeper upgrade holes")
    if index.judged:
        are = verb(index.judged, "is", "are")
        lines.append(f"judged     {count(index.judged, 'chunk')} {are} not in the gold file yet; run goldkeeper apply")
    lines += [f"audit due  {one.reason}; run goldkeeper audit draw" for one in index.audits]
    if index.problem:
        lines.append(f"index      {index.problem}")
    return lines


def index_record(index: IndexStanding) -> dict[str, object]:
    """The same as JSON values."""
    return {
        "passport": passport_record(index.passport) if index.passport is not None else None,
        "upgrade_news": index.news or None,
        "upgrades_waiting": [upgrade_record(one) for one in index.upgrades],
        "audits_due": [audit_due_record(one) for one in index.audits],
        "to_judge": index.to_judge,
        "judged": index.judged,
        "index_problem": index.problem or None,
    }
