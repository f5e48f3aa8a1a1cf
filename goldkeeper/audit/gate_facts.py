"""An audit, and the gold file as it is now → what the gate has to know of it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from goldkeeper.audit.disposition import READINGS
from goldkeeper.audit.findings import find
from goldkeeper.audit.intervals import StratumCount, tail_of
from goldkeeper.audit.plans import limit_of, rows_to_rule_out
from goldkeeper.audit.sampling import Sampling, planned_strata
from goldkeeper.audit.stratified import most_wrong_of_strata
from goldkeeper.model.audit_records import AuditRecord
from goldkeeper.model.audit_results import Scale
from goldkeeper.model.audits import AuditPair, Disposition, Outcome, Reading
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
    made_otherwise: bool = False,
    place: int = 1,
    wanted: int = READINGS,
    level: float = LEVEL,
) -> AuditFacts:
    """What the gate has to know.

    Args:
        readings: those that stand.
        gold_set: as it is now.
        made_otherwise: whether the index is made otherwise than when the audit was drawn.
        place: which audit of its release it is, from 1.
        wanted: blind readings that a row takes.
    """
    found = find(record.draw, readings, wanted=wanted, level=level, resamples=_NO_RESAMPLES, divisions=())
    wrong = [outcome for outcome in found.outcomes if outcome.wrong]
    standing = sum(stands(outcome, gold_set) for outcome in wrong)
    overall, draw = found.overall, record.draw
    wish = Sampling(draw.seed, method=draw.method, rotate=draw.rotated)
    # Only where it is asked for: planning a draw costs as much as drawing.
    above = overall.most > policy.max_wrong * overall.size
    needed = rows_needed(record.frame, wish, share=policy.max_wrong, level=level) if above else 0
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
        rows_needed=needed,
        level=level,
        alpha=found.agreement.alphas[Scale.ORDINAL],
        raw=found.agreement.raw,
        changed=changed_pairs(record.frame, wrong, gold_set) if draw.gold_digest != gold_set.digest else 0,
        mended=len(wrong) - standing,
        standing=standing,
        made_otherwise=made_otherwise,
        place=place,
        to_decide=found.counts[Disposition.ARBITRATE],
    )


def changed_pairs(frame: Sequence[AuditPair], wrong: Sequence[Outcome], gold_set: GoldSet) -> int:
    """Pairs that are gone, new or graded anew since the draw, apart from what the audit found wrong.

    A pair that was found wrong may have any grade now, be gone, or have given way to another chunk of its query. An
    ambiguous query may have left the set with all its pairs.
    """
    before = {pair.key: pair.grade for pair in frame}
    after = {f"{pair.query_id}\t{pair.chunk_id}": pair.grade for pair in gold_set.pairs}
    asked = {pair.query_id for pair in gold_set.pairs}
    ambiguous = {one.row.pair.query_id for one in wrong if one.disposition is Disposition.AMBIGUOUS}
    excused = {outcome.row.pair.key for outcome in wrong}
    excused |= {pair.key for pair in frame if pair.query_id in ambiguous - asked}
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


def rows_needed(frame: Sequence[AuditPair], wish: Sampling, *, share: float, level: float = LEVEL) -> int:
    """The rows of a draw that, none of them wrong, show that no more than this share is wrong.

    A plain sample takes the fewest; strata that are read unequally take a few more.
    """
    size, limit = len(frame), limit_of(len(frame), share)
    if limit >= size:
        return min(size, 1)
    tail = tail_of(level, sides=1)
    rows = rows_to_rule_out(limit + 1, size, level=level)
    while rows < size:
        strata = planned_strata(frame, replace(wish, size=rows))
        counts = [StratumCount(one.size, one.drawn, 0) for one in strata]
        if most_wrong_of_strata(counts, tail=tail)[0] <= limit:
            break
        rows = min(size, rows + max(1, rows // 20))
    return rows
