"""The audit begins: a sample is drawn, put on record, and can be drawn again by anybody."""

from dataclasses import dataclass, replace

from goldkeeper.audit.sampling import Sampling, assign, draw_sample, redraw_differences, sample_size
from goldkeeper.model.audit_records import AuditRecord
from goldkeeper.model.audits import DrawMethod
from goldkeeper.model.chunks import SkipReason
from goldkeeper.model.errors import BadRequest
from goldkeeper.model.errors_audits import AuditExists
from goldkeeper.model.gold_lines import digest_of, read_gold
from goldkeeper.model.judge_names import name_key
from goldkeeper.ports import AuditBook, Clock
from goldkeeper.workflow.audit_frame import Frame, Link, row_texts
from goldkeeper.workflow.code import Code, GoldPlace


@dataclass(frozen=True, slots=True)
class DrawWish:
    """How an audit is wished.

    Attributes:
        release: what is to be released.
        seed: empty takes the audit's name, so that each audit draws others and anybody can tell why these.
        name: of the audit; empty takes the release's.
        decoys: so many ungraded neighbours among the rows.
    """

    release: str
    judges: tuple[str, ...]
    share: float
    size: int | None = None
    seed: str = ""
    method: DrawMethod = DrawMethod.PROPORTIONAL
    decoys: int = 0
    rotate: bool = True
    name: str = ""

    def __post_init__(self) -> None:
        for option, text in (("--release", self.release), ("--name", self.audit)):
            if not text.strip() or len(text) > 200 or not text.isprintable():
                raise BadRequest(option, f"{text!r} is no name", "a short line of text, such as v1.4")
        if not self.judges:
            raise BadRequest(
                "--judges",
                "nobody reads",
                "name two people, --judges ada,bob, or set audit.judges in the configuration",
            )
        if len({name_key(judge) for judge in self.judges}) < len(self.judges):
            raise BadRequest("--judges", "names somebody twice", "each judge once; they read blind to each other")

    @property
    def audit(self) -> str:
        """The name that the audit bears."""
        return self.name or self.release


def draw(
    frame: Frame,
    wish: DrawWish,
    code: Code,
    book: AuditBook,
    *,
    link: Link,
    passport_digest: str | None,
    clock: Clock,
) -> AuditRecord:
    """Draw a sample and put it on record.

    Args:
        frame: what may be drawn.
        wish: how many, by whom.
        code: the state that judges are shown.
        book: the record.
        link: where the code host shows lines at a commit.
        passport_digest: of the index's passport, where there is one.
        clock: now.

    Raises:
        AuditExists: there is an audit of that name.
        BadRequest: the gold set has no usable pair.
    """
    if wish.audit in book.names():
        raise AuditExists(wish.audit)
    if not frame.pairs:
        raise BadRequest(frame.gold_set.name, "no usable gold pair, so nothing to audit", "goldkeeper scan tells why")
    neighbours = frame.neighbours() if wish.decoys else ()
    sample = draw_sample(
        frame.pairs,
        _sampling(wish, len(frame.pairs)),
        name=wish.audit,
        release=wish.release,
        gold_digest=frame.gold_set.digest,
        passport_digest=passport_digest,
        now=clock(),
        neighbours=neighbours,
    )
    texts = row_texts(sample.rows, frame, code, link)
    state = f"code at {code.head.label}"
    record = AuditRecord(sample, assign(sample, wish.judges), texts, state, frame.pairs)
    book.keep(record)
    return record


def _sampling(wish: DrawWish, pairs: int) -> Sampling:
    """The wish as `audit/` takes it; decoys as a share of the gold rows that is rounded up to the number wished."""
    seed = wish.seed or wish.audit
    plain = Sampling(seed, wish.share, wish.size, wish.method, wish.rotate)
    if not wish.decoys:
        return plain
    rows = pairs if wish.method is DrawMethod.WHOLE else min(pairs, wish.size or sample_size(pairs, wish.share))
    return replace(plain, decoys=min(1.0, (wish.decoys - 0.5) / max(1, rows)))


@dataclass(frozen=True, slots=True)
class Redraw:
    """Whether a draw can be redone.

    Attributes:
        differences: what comes out otherwise, in whole sentences; empty when all is as recorded.
        gold_seen: whether the very gold file of the draw could be had, and its pairs are the frame's.
    """

    differences: tuple[str, ...]
    gold_seen: bool

    @property
    def same(self) -> bool:
        """Whether the record holds."""
        return not self.differences


def redraw(record: AuditRecord, gold: GoldPlace, code: Code) -> Redraw:
    """Draw again from the recorded frame, and hold the frame against the gold file of that version.

    The gold file is the one on disk if it is still that version, else it is looked for in its history.
    """
    found = list(redraw_differences(record.draw, record.frame))
    data = _gold_of(record.draw.gold_digest, gold)
    if data is not None:
        judged_zero = any(pair.grade == 0 for pair in record.frame)
        there = read_gold(
            data,
            gold.file.name,
            is_file=code.knows,
            judged_zero=judged_zero,
            bare_ids=code.chunker.ids_are_lines,
        )
        in_gold = {(pair.query_id, str(pair.chunk_id), pair.grade) for pair in there.pairs}
        in_frame = {(pair.query_id, str(pair.chunk_id), pair.grade) for pair in record.frame}
        left_out = "is in the gold file of that version and could not be drawn."
        made_up = "could be drawn and is not in the gold file of that version."
        found += [f"{query} {chunk} {left_out}" for query, chunk, _ in sorted(in_gold - in_frame)]
        found += [f"{query} {chunk} {made_up}" for query, chunk, _ in sorted(in_frame - in_gold)]
    return Redraw(tuple(found), data is not None)


def _gold_of(digest: str, gold: GoldPlace) -> bytes | None:
    data = gold.file.bytes()
    if digest_of(data) == digest:
        return data
    if gold.history is None:
        return None
    past = gold.history
    blobs = list(dict.fromkeys(blob for _, blob in past.history.file_history(past.path, past.head)))
    for _, found in past.history.read_blobs(blobs):
        if not isinstance(found, SkipReason) and digest_of(found) == digest:
            return found
    return None
