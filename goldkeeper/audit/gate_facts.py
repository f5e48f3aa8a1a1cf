"""An audit, and the gold file as it is now → what the gate has to know of it."""

from collections.abc import Iterable, Sequence

from goldkeeper.audit.disposition import READINGS
from goldkeeper.audit.findings import find
from goldkeeper.audit.intervals import at_most, tail_of
from goldkeeper.audit.plans import limit_of
from goldkeeper.model.audit_records import AuditRecord
from goldkeeper.model.audit_results import Scale
from goldkeeper.model.audits import AuditPair, Outcome, Reading
from goldkeeper.model.gates import AuditFacts, GatePolicy
from goldkeeper.model.gold import GoldSet
from goldkeeper.model.proportions import LEVEL

_NO_RESAMPLES = 1  # the gate asks for alpha alone, not for its interval


def audit_facts(
    record: AuditRecord,
    readings: Iterable[Reading],
    gold_set: GoldSet,
    policy: GatePolicy,
    *,
    chunker_digest: str | None = None,
    wanted: int = READINGS,
    level: float = LEVEL,
) -> AuditFacts:
    """What the gate has to know.

    Args:
        readings: those that stand.
        gold_set: as it is now.
        chunker_digest: of the chunker that cuts the code now; None: not compared.
        wanted: blind readings that a row takes.
    """
    found = find(record.draw, readings, wanted=wanted, level=level, resamples=_NO_RESAMPLES, divisions=())
    wrong = [outcome for outcome in found.outcomes if outcome.wrong]
    standing = sum(stands(outcome, gold_set) for outcome in wrong)
    overall, draw = found.overall, record.draw
    changed_chunker = None not in {chunker_digest, draw.passport_digest} and chunker_digest != draw.passport_digest
    return AuditFacts(
        name=draw.name,
        release=draw.release,
        drawn_at=draw.drawn_at,
        rows=len(draw.gold_rows),
        open_rows=found.open_rows,
        size=overall.size,
        read=overall.read,
        wrong=overall.wrong,
        most=overall.most,
        more_rows=_more_rows(overall.read, overall.wrong, overall.size, policy.max_wrong, level),
        level=level,
        alpha=found.agreement.alphas[Scale.ORDINAL],
        raw=found.agreement.raw,
        changed=changed_pairs(record.frame, wrong, gold_set) if draw.gold_digest != gold_set.digest else 0,
        mended=len(wrong) - standing,
        standing=standing,
        chunker_changed=changed_chunker,
    )


def changed_pairs(frame: Sequence[AuditPair], wrong: Sequence[Outcome], gold_set: GoldSet) -> int:
    """Pairs that are gone, new or graded anew since the draw, apart from what the audit found wrong.

    A pair that was found wrong may have any grade now, be gone, or have given way to another chunk of its query.
    """
    before = {pair.key: pair.grade for pair in frame}
    after = {f"{pair.query_id}\t{pair.chunk_id}": pair.grade for pair in gold_set.pairs}
    excused = {outcome.row.pair.key for outcome in wrong}
    gone = before.keys() - after.keys()
    regraded = {key for key in before.keys() & after.keys() if before[key] != after[key]}
    new = after.keys() - before.keys()
    heirs = sum(key in excused for key in gone)  # each of them may have been replaced
    queries = {key.partition("\t")[0] for key in gone & excused}
    of_their_queries = sum(key.partition("\t")[0] in queries for key in new)
    return len((gone | regraded) - excused) + len(new) - min(heirs, of_their_queries)


def stands(outcome: Outcome, gold_set: GoldSet) -> bool:
    """Whether the gold file has the pair as the audit read it: grade, chunk, and the query word for word."""
    pair = outcome.row.pair
    query = gold_set.queries_by_id.get(pair.query_id)
    if query is None or query.text != pair.query:
        return False
    return any(
        held.query_id == pair.query_id and held.grade == pair.grade
        for held in gold_set.pairs_by_chunk.get(pair.chunk_id, ())
    )


def _more_rows(read: int, wrong: int, size: int, share: float, level: float) -> int:
    """Further rows of a plain sample, none of them wrong, until the bound is at the limit; 0 where none would do."""
    limit, tail = limit_of(size, share), tail_of(level, sides=1)
    if limit >= size or wrong > limit:
        return 0
    least, most = read, size
    while least < most:
        middle = (least + most) // 2
        if at_most(wrong, read=middle, of_wrong=limit + 1, size=size) < tail:
            most = middle
        else:
            least = middle + 1
    return least - read
