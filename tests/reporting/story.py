"""A realistic scan of a shop's gold set, with one of everything; what the approved reports show."""

from datetime import timedelta

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import CommitId, SkipReason
from goldkeeper.model.drifts import Drift, DriftKind
from goldkeeper.model.gold import GoldPair, GoldProblem, QueryType, Severity
from goldkeeper.model.proposals import Action, Cause, RemapProposal
from goldkeeper.model.scans import ScanReport
from goldkeeper.model.staleness import Edit, Staleness
from tests.builders import (
    NOON,
    a_candidate,
    a_drift,
    a_fingerprint,
    a_gold_pair,
    a_gold_set,
    a_match,
    a_proposal,
    a_query,
    a_scan_report,
)

OLD, RECENT = CommitId("0" * 40), CommitId("5" * 40)

QUERIES = (
    a_query("q01", "Cart.total", kind=QueryType.IDENTIFIER, line=1),
    a_query("q02", "how is the total of a cart made, with | and * in the discount rule?", line=2),
    a_query("q03", "where are e-mail addresses checked before an order is taken", line=3),
    a_query("q04", "合計金額を計算する関数はどこ", line=4),
    a_query("q05", "what happened to fax orders", kind=QueryType.MIXED, line=6),
    a_query("q06", "Basket.add when the shelf is empty", kind=QueryType.MIXED, line=7),
    a_query("q07", "retry with back-off around the payment gateway", kind=None, line=8),
    a_query("q08", "rounding of prices \u202eesrever\u202c and \x1b[31mred\x1b[0m", line=9),
)

# ID, drift, queries with grades
GOLD: tuple[tuple[str, DriftKind, dict[str, int]], ...] = (
    ("src/shop/cart.py:12-40:Cart.total", DriftKind.INTACT, {"q01": 3, "q02": 3}),
    ("src/shop/cart.py:42-55:Cart.add", DriftKind.SHIFTED, {"q06": 2}),
    ("src/shop/cart.py:57-61:Cart.clear", DriftKind.SHIFTED, {"q06": 1}),
    ("src/shop/rules.py:8-31:discount", DriftKind.EDITED, {"q02": 2}),
    ("src/shop/mail/check.py:1-19:is_address", DriftKind.MISSING, {"q03": 3}),
    ("src/shop/mail/check.py:22-30:is_domain", DriftKind.MISSING, {"q03": 2}),
    ("src/shop/mail/check.py:33-60:check_all", DriftKind.MISSING, {"q03": 1}),
    ("src/shop/合計.py:3-9:税込.合計金額", DriftKind.MISSING, {"q04": 3}),
    ("src/shop/fax.py:5-44:FaxOrder.send", DriftKind.MISSING, {"q05": 3}),
    ("src/shop/fax.py:46-50:FaxOrder.dial", DriftKind.MISSING, {"q05": 2}),
    ("src/shop/pay.py:14-70:charge", DriftKind.MISSING, {"q07": 3}),
    ("lib/util.js:2-9:round|half`up`", DriftKind.MISSING, {"q08": 3}),
    ("lib/broken.js:1-20:shelf", DriftKind.OBSCURED, {"q06": 3}),
    ("lib/typo.js:7-9:shlef", DriftKind.NEVER, {"q06": 1}),
    ("README.md:1-12:Shop", DriftKind.INTACT, {"q01": 0}),
)

RENAMED = Edit(Staleness.REFACTORED, "is_domain is called is_host")
MAIL = Cause("directory:src/shop/mail/>src/shop/post/", "3 chunks: src/shop/mail/ moved to src/shop/post/ in 5555555")
FAX = Cause("gone:src/shop/fax.py", "2 chunks: gone from src/shop/fax.py in 5555555")
SHIFT = Cause("shift:src/shop/cart.py", "2 chunks: lines shifted in src/shop/cart.py, text unchanged")


def a_story() -> ScanReport:
    """The scan, its drifts in the gold file's order."""
    dates = {OLD: NOON - timedelta(days=900), RECENT: NOON - timedelta(days=20)}
    drifts = {
        text: a_drift(
            kind,
            chunk=text,
            commit=RECENT if "cart" in text else OLD,
            note="syntax error in lines 3-18" if kind is DriftKind.OBSCURED else "",
        )
        for text, kind, _ in GOLD
    }
    pairs = [
        a_gold_pair(text, query_id=query_id, grade=grade, line=int(query_id[1:]))
        for text, _, grades in GOLD
        for query_id, grade in grades.items()
    ]
    proposals = _proposals(drifts, pairs)
    rejected = "lib/util.js:2-9:round|half`up`"
    open_ones = [str(proposal.chunk_id) for proposal in proposals if str(proposal.chunk_id) != rejected]
    return a_scan_report(
        *drifts.values(),
        proposals=proposals,
        gold_set=a_gold_set(*pairs, queries=QUERIES, problems=PROBLEMS),
        numbers={text: number for number, text in enumerate(open_ones, 11)},
        rejected=[rejected],
        skipped={SkipReason.UNKNOWN_TYPE: 41, SkipReason.NO_GRAMMAR: 3, SkipReason.BINARY: 1},
        anchor_dates=dates,
        notes=(
            "src/shop/合計.py is not UTF-8 and was read as Latin-1.",
            "2 files hold syntax errors: lib/broken.js, …",
        ),
        fingerprint=a_fingerprint(unavailable=["cobol", "abap"]),
        groups={MAIL.key: "g1", FAX.key: "g2", SHIFT.key: "g3"},
    )


PROBLEMS = (
    GoldProblem(5, "damaged-line", "the line is no JSON: Expecting ',' delimiter", "mend or delete the line"),
    GoldProblem(9, "grade-out-of-range", "grade 7 of 'lib/util.js:2-9:f'", "use 0, 1, 2 or 3"),
    GoldProblem(12, "duplicate-qid", "query 'q03' stands in line 3 too", "merge both", Severity.WARNING),
)


def _proposals(drifts: dict[str, Drift], pairs: list[GoldPair]) -> list[RemapProposal]:
    made: list[RemapProposal] = []

    def propose(
        old: str,
        change: ChangeKind,
        *new: tuple[str, float],
        cause: Cause,
        certain: bool = False,
        tie: bool = False,
        edit: Edit | None = None,
    ) -> None:
        split = change is ChangeKind.SPLIT
        found = [
            a_candidate(chunk, confidence=sure, share=0.5 if split else None, margin=6.0 if not tie else 0.1)
            for chunk, sure in new
        ]
        match = a_match(old, *found, change=change, certain=certain, ambiguous=tie)
        mine = [pair for pair in pairs if str(pair.chunk_id) == old]
        made.append(a_proposal(old, drift=drifts[old], match=match, pairs=mine, cause=cause, edit=edit))

    cart, mail, post = "src/shop/cart.py", "src/shop/mail/check.py", "src/shop/post/check.py"
    for old, new in ((f"{cart}:42-55:Cart.add", "46-59"), (f"{cart}:57-61:Cart.clear", "61-65")):
        symbol = old.rpartition(":")[2]
        propose(old, ChangeKind.SAME, (f"{cart}:{new}:{symbol}", 0.999), cause=SHIFT, certain=True)
    rules = "src/shop/rules.py:8-31:discount"
    propose(
        rules,
        ChangeKind.SAME,
        (rules, 0.97),
        cause=Cause("edited:src/shop/rules.py", "1 chunk: edited in src/shop/rules.py"),
        edit=Edit(Staleness.BEHAVIOUR, "3 became 4"),
    )
    propose(f"{mail}:1-19:is_address", ChangeKind.MOVED, (f"{post}:1-19:is_address", 0.998), cause=MAIL, certain=True)
    propose(
        f"{mail}:22-30:is_domain", ChangeKind.MOVED_RENAMED, (f"{post}:24-33:is_host", 0.81), cause=MAIL, edit=RENAMED
    )
    propose(
        f"{mail}:33-60:check_all",
        ChangeKind.MOVED,
        (f"{post}:36-63:check_all", 0.51),
        (f"{post}:66-93:check_each", 0.47),
        cause=MAIL,
        tie=True,
    )
    propose(
        "src/shop/合計.py:3-9:税込.合計金額",
        ChangeKind.RENAMED,
        ("src/shop/合計.py:3-9:税込.総額", 0.93),
        cause=Cause("renamed:src/shop/合計.py", "1 chunk: renamed in src/shop/合計.py"),
    )
    propose("src/shop/fax.py:5-44:FaxOrder.send", ChangeKind.GONE, cause=FAX)
    propose("src/shop/fax.py:46-50:FaxOrder.dial", ChangeKind.GONE, cause=FAX)
    propose(
        "src/shop/pay.py:14-70:charge",
        ChangeKind.SPLIT,
        ("src/shop/pay.py:14-30:charge", 0.88),
        ("src/shop/pay.py:33-60:_with_retries", 0.84),
        cause=Cause("split:src/shop/pay.py", "1 chunk: split in src/shop/pay.py"),
    )
    propose(
        "lib/util.js:2-9:round|half`up`",
        ChangeKind.MERGED,
        ("lib/money.js:1-30:round", 0.62),
        cause=Cause("merged:lib/util.js", "1 chunk: merged in lib/util.js"),
    )
    assert {proposal.action for proposal in made} == {Action.KEEP, Action.REMAP, Action.SPLIT, Action.RETIRE}
    return made
