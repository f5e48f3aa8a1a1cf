"""The gate bound to a project: what its scan, queue, passport and audits know, held against `[gate]`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from goldkeeper.audit.disposition import dispose_all
from goldkeeper.audit.gate import judge_release
from goldkeeper.audit.gate_facts import audit_facts, stands
from goldkeeper.model.audit_records import AuditRecord, GateOverride
from goldkeeper.model.audits import Outcome
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.errors import BadRequest, GoldFileChanged
from goldkeeper.model.gates import AuditFacts, GateCheck, GateFacts, GatePlace, GatePolicy, GateVerdict
from goldkeeper.model.gold import GoldSet
from goldkeeper.model.gold_lines import digest_of
from goldkeeper.model.reviews import OPEN_STATES
from goldkeeper.model.upgrades import changed_kinds
from goldkeeper.ports import AuditBook
from goldkeeper.reporting.wording import count
from goldkeeper.wiring.health import failing_of
from goldkeeper.wiring.keeper import Keeper
from goldkeeper.wiring.passports import note_passport, waiting_upgrades
from goldkeeper.workflow.audit_reading import readings_wanted
from goldkeeper.workflow.status import Status

_LOOKS = 5  # at a gold file that is being written; nobody saves as often as that


@dataclass(frozen=True, slots=True)
class Word:
    """Somebody lets a refused release pass."""

    by: str
    reason: str


def check_release(keeper: Keeper, release: str, *, word: Word | None = None) -> GateVerdict:
    """May this gold set be released?

    Args:
        keeper: the project.
        release: what is to be released.
        word: lets it pass whatever it is refused for, and is kept; None asks only.

    Raises:
        BadRequest: the release has no usable name, or a word without name or reason.
        PassportSourceUnreadable: the index's passport can't be read.
    """
    if not release.strip() or not release.isprintable():
        raise BadRequest("--release", f"{release!r} is no name", "a short line of text, such as v1.4")
    if word is not None and not word.reason.strip():
        raise BadRequest("--override", "no reason", "say why it may pass all the same")
    if word is not None and not word.by.strip():
        raise BadRequest("--by", "nobody answers for it", "pass --by NAME, or set review.judge in the configuration")
    book, policy = _book(keeper), policy_of(keeper)
    facts = gather_facts(keeper, release, policy, book)
    verdict = judge_release(release, facts, policy, overrides=book.overrides(release))
    if word is None or not verdict.failed:
        return verdict
    kept = GateOverride(
        release,
        word.by.strip(),
        word.reason.strip(),
        facts.now,
        facts.gold_digest,
        tuple(outcome.reason for outcome in verdict.failed),
    )
    book.keep_override(kept)
    return replace(verdict, override=kept)


def policy_of(keeper: Keeper) -> GatePolicy:
    """What the configuration asks of a release."""
    asked = keeper.settings.gate
    return GatePolicy(
        max_wrong=asked.max_wrong,
        min_alpha=asked.min_alpha,
        max_audit_days=asked.max_audit_days,
        audit_each_release=asked.audit_each_release,
        changed_pairs=asked.changed_pairs,
        open_questions=asked.open_questions,
        override_days=asked.override_days,
    )


def gather_facts(keeper: Keeper, release: str, policy: GatePolicy, book: AuditBook) -> GateFacts:
    """What scan, queue, passport and audits know at this moment.

    All of it is about one gold file: where somebody writes to it meanwhile, it is looked at once more.
    """
    note_passport(keeper)
    gold_set, status = _one_moment(keeper)
    record, earlier = _counting(book, release)
    places: dict[GateCheck, tuple[GatePlace, ...]] = {GateCheck.DRIFT: _questions(keeper, gold_set)}
    audit: AuditFacts | None = None
    if record is not None:
        readings, wanted = book.readings(record.draw.name), readings_wanted(record)
        audit = audit_facts(
            record,
            readings,
            gold_set,
            policy,
            made_otherwise=_made_otherwise(keeper, record.draw.passport_digest),
            place=len(earlier) + 1,
            wanted=wanted,
        )
        left_open = _left_open([*earlier, record], book, gold_set)
        audit = replace(audit, left_open=tuple((name, len(rows)) for name, rows in left_open.items()))
        lines = {f"{pair.query_id}\t{pair.chunk_id}": pair.line for pair in gold_set.pairs}
        standing = [
            GatePlace(lines[one.row.pair.key], f"{one.row.pair.query_id} {one.row.pair.chunk_id}: {one.reason}")
            for one in (*(row for rows in left_open.values() for row in rows), *_standing(record, book, gold_set))
        ]
        places[GateCheck.MENDED] = _by_line(standing)
    return GateFacts(
        gold=status.gold,
        gold_digest=gold_set.digest,
        now=keeper.clock(),
        scanned_at=status.scanned_at,
        fresh=status.fresh,
        unsound=status.unsound,
        open_questions=status.waiting + status.deferred,
        to_apply=status.to_apply,
        upgrades=tuple(upgrade.sentence for upgrade in waiting_upgrades(keeper)),
        audit=audit,
        places=places,
        audits_due=tuple(due.reason for due in keeper.audit_requests.due()),
        moved=_moved(status),
        failing=_failing(keeper),
        judges_named=bool(keeper.settings.audit.judges),
        index_known=status.index.passport is not None,
        newborn=status.scanned_at is None and record is None and not keeper.settings.state.database,
    )


def _one_moment(keeper: Keeper) -> tuple[GoldSet, Status]:
    """The gold set, and a status that is about these very bytes.

    Raises:
        GoldFileChanged: it is written to without a pause.
    """
    gold = keeper.gold.file
    for _ in range(_LOOKS):
        gold_set = gold.read(keeper.code.knows)
        status = keeper.status()
        if digest_of(gold.bytes()) == gold_set.digest:
            return gold_set, status
    raise GoldFileChanged(gold.name)


def _moved(status: Status) -> str:
    before, now = status.scanned_commit, status.head_commit
    if before is None or now is None or before == now:
        return ""
    behind = f", {count(status.commits_behind, 'commit')} on" if status.commits_behind else ""
    return f"from {before[:10]} to {now[:10]}{behind}"


def _failing(keeper: Keeper) -> str:
    """Why the daemon's scans fail."""
    failing = failing_of(keeper)
    if failing is None:
        return ""
    times = count(failing.attempts, "time")
    problem = failing.problem.rstrip(".")
    return f"Scans fail since {failing.since:%Y-%m-%d %H:%M} UTC ({times}): {problem}."


def _made_otherwise(keeper: Keeper, drawn_under: str | None) -> bool:
    """Whether the index is made otherwise than when an audit was drawn; what was not known then is no change."""
    drawn = keeper.passport_book.passport(drawn_under) if drawn_under is not None else None
    return drawn is not None and bool(changed_kinds(drawn, keeper.known_passport()))


def write_outputs(keeper: Keeper, verdict: GateVerdict, *, sarif: Path | None, junit: Path | None) -> None:
    """Leave the verdict for other programs, each file whole or not at all.

    Raises:
        FileUnreadable: a file can't be written.
    """
    from goldkeeper import __version__
    from goldkeeper.reporting.junit import junit_text
    from goldkeeper.reporting.sarif import sarif_record
    from goldkeeper.stores.output_file import write_json, write_text

    if sarif is not None:
        past = keeper.gold.history
        write_json(sarif, sarif_record(verdict, version=__version__, path=past.path if past is not None else ""))
    if junit is not None:
        write_text(junit, junit_text(verdict))


def holding_chunks(keeper: Keeper, gold_set: GoldSet) -> frozenset[ChunkId]:
    """Gold chunks that hold back a release as it stands.

    These are the pairs that the newest audit found wrong and that are as before, and where more questions about
    drift wait than a release allows, all that is asked about.
    """
    book = _book(keeper)
    record, _ = _counting(book, "")
    held = {one.row.pair.chunk_id for one in _standing(record, book, gold_set)} if record is not None else set()
    asked = {item.proposal.chunk_id for item in keeper.queue.items(OPEN_STATES)}
    return frozenset(held | asked if len(asked) > keeper.settings.gate.open_questions else held)


def standing_of(keeper: Keeper, record: AuditRecord) -> list[Outcome]:
    """What an audit found wrong and the gold file still has as it was."""
    return _standing(record, _book(keeper), keeper.gold.file.read(keeper.code.knows))


def _standing(record: AuditRecord, book: AuditBook, gold_set: GoldSet) -> list[Outcome]:
    """What an audit found wrong and nobody has mended."""
    outcomes = dispose_all(record.draw, book.readings(record.draw.name), wanted=readings_wanted(record))
    return [one for one in outcomes if one.wrong and stands(one, gold_set)]


def _book(keeper: Keeper) -> AuditBook:
    from goldkeeper.wiring.auditing import Auditing

    return Auditing(keeper).book


def _counting(book: AuditBook, release: str) -> tuple[AuditRecord | None, list[AuditRecord]]:
    """The audit that counts, the newest of this release, else of all; and the earlier ones of the release."""
    records = [book.audit(name) for name in book.names()]
    own = [record for record in records if record.draw.release == release]
    found = own or records
    return (found[-1] if found else None), own[:-1]


def _left_open(records: Sequence[AuditRecord], book: AuditBook, gold_set: GoldSet) -> dict[str, list[Outcome]]:
    """What the audits of a release but the last one found wrong, nobody has mended, and none read anew since."""
    read_later: set[str] = set()
    found: dict[str, list[Outcome]] = {}
    for place, record in reversed(list(enumerate(records, 1))):
        if place < len(records):
            rows = [one for one in _standing(record, book, gold_set) if one.row.pair.key not in read_later]
            if rows:
                found[record.draw.name] = rows
        outcomes = dispose_all(record.draw, book.readings(record.draw.name), wanted=readings_wanted(record))
        read_later |= {one.row.pair.key for one in outcomes if one.settled}
    return dict(reversed(found.items()))


def _questions(keeper: Keeper, gold_set: GoldSet) -> tuple[GatePlace, ...]:
    places = []
    for item in keeper.queue.items(OPEN_STATES):
        pairs = gold_set.pairs_by_chunk.get(item.proposal.chunk_id, ())
        sentence = f"Item {item.number}: {item.proposal.chunk_id} {item.state}."
        places += [GatePlace(line, sentence) for line in sorted({pair.line for pair in pairs}) or [1]]
    return _by_line(places)


def _by_line(places: Iterable[GatePlace]) -> tuple[GatePlace, ...]:
    return tuple(sorted(places, key=lambda place: (place.line, place.sentence)))
