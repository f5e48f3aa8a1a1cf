"""`goldkeeper review …` as scripts and people meet it."""

import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console
from typer.testing import CliRunner

from goldkeeper import wiring
from goldkeeper.cli import output, review_record  # review_record binds names: not first while they are patched
from goldkeeper.cli.review_judges import app as whole_app  # the last file of the chain that adds commands
from goldkeeper.cli.review_request import parse_target
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import Chunk, ChunkId, ChunkKind, CommitId, Span
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.errors import BadRequest, GoldkeeperError, MalformedChunkId
from goldkeeper.model.gold import GoldSet, QueryId
from goldkeeper.model.proposals import Cause, EvidencePart, RemapProposal
from goldkeeper.model.reviews import ItemState
from goldkeeper.wiring import desk as wiring_desk
from goldkeeper.workflow.desk import ReviewDesk
from tests.builders import (
    NOON,
    a_candidate,
    a_commit_note,
    a_digest,
    a_drift,
    a_gold_pair,
    a_gold_set,
    a_match,
    a_proposal,
)
from tests.fakes import InMemoryQueue

CART = "src/cart.py:3-7:Cart.total"
BASKET = "src/basket.py:10-14:Basket.total"
TROLLEY = "src/trolley.py:1-5:Trolley.total"
BASE = "def total(cart):\n    税 = 取得税率()\n    return cart.sum * 税"
HEAD = "def total(basket):\n    税 = 設定税率()\n    return basket.sum * 税"


class FakeKeeper:
    """A keeper on a queue in memory, and a desk's surroundings; the code is as proposed but for what `moved` names."""

    known = None
    look_book = None

    def __init__(self, *proposals: RemapProposal) -> None:
        self.queue = InMemoryQueue()
        self.queue.add(proposals, scan="s1", now=NOON)
        self.judge = "ada"
        self.moved: set[str] = set()
        found = (proposal.drift.found for proposal in proposals if proposal.drift.kind is DriftKind.EDITED)
        self.edited = {str(chunk.id): chunk.digest for chunk in found if chunk is not None}
        self.base: str | None = BASE
        self._gold = a_gold_set(*(pair for one in proposals for pair in one.pairs))

    def gold_set(self) -> GoldSet:
        return self._gold

    def chunks(self) -> Sequence[Chunk]:
        return ()

    def holding(self) -> Sequence[ChunkId]:
        return ()

    def look_anew(self) -> None:
        pass

    def url(self, commit: CommitId | None, path: str = "", span: Span | None = None) -> None:
        return None

    def judged_text(self, proposal: RemapProposal) -> str | None:
        return self.base

    def chunk(self, chunk_id: ChunkId) -> Chunk | None:
        digest = self.digest_of(chunk_id)
        if digest is None:
            return None
        return Chunk(chunk_id.path, chunk_id.span, chunk_id.symbol, ChunkKind.FUNCTION, "python", digest, HEAD)

    def clock(self) -> datetime:
        return NOON + timedelta(days=1)

    def digest_of(self, chunk_id: ChunkId) -> str | None:
        return None if str(chunk_id) in self.moved else self.edited.get(str(chunk_id), a_digest(str(chunk_id)))

    def prepare(self, chunk_ids: Sequence[ChunkId]) -> None:
        pass

    def renew(self, chunk_ids: Sequence[ChunkId]) -> Mapping[ChunkId, int]:
        return dict.fromkeys(chunk_ids, 77)

    def text_of(self, _proposal: RemapProposal, chunk_id: ChunkId | None) -> str | None:
        return self.base if chunk_id is None else HEAD

    def query_text(self, query_id: QueryId) -> str:
        return f"{query_id}: 合計はどう\n計算されますか"


def the_proposals() -> list[RemapProposal]:
    """1 a sure move, 2 a tie, 3 gone, 4 edited."""
    moved = Cause("move", "src/cart.py was moved to src/basket.py")
    evidence = (EvidencePart("body", 0.9, 8.2, "but for one name"), EvidencePart("path", 0.2, -1.0))
    first = a_candidate(BASKET, weight=7.2, confidence=0.999, margin=6.1, evidence=evidence)
    second = a_candidate(TROLLEY, weight=1.1, confidence=0.01, margin=-6.1)
    pairs = [a_gold_pair(CART, query_id=f"q{n}", grade=3 - n % 3) for n in range(1, 6)]
    notes = [a_commit_note("Carts are baskets now"), a_commit_note("籃子を移す", days_ago=9)]
    tie, gone, edit = "src/tie.py:1-5:f", "src/gone.py:1-5:f", "docs/edit.md:1-5:Usage > Carts"
    return [
        a_proposal(CART, match=a_match(CART, first, second), cause=moved, pairs=pairs, commits=notes),
        a_proposal(tie, match=a_match(tie, a_candidate(BASKET), a_candidate(TROLLEY), ambiguous=True), cause=moved),
        a_proposal(gone, match=a_match(gone, change=ChangeKind.GONE)),
        a_proposal(
            edit,
            drift=a_drift(DriftKind.EDITED, chunk=edit),
            match=a_match(edit, a_candidate(edit), change=ChangeKind.SAME),
        ),
    ]


@pytest.fixture
def keeper(monkeypatch: pytest.MonkeyPatch) -> FakeKeeper:
    fake = FakeKeeper(*the_proposals())

    @contextmanager
    def opened(_config: Path | None) -> Iterator[FakeKeeper]:
        yield fake

    monkeypatch.setattr(wiring, "open_keeper", opened)
    monkeypatch.setattr(wiring_desk, "make_desk", ReviewDesk)
    return fake


def run(*arguments: str, code: int = 0) -> tuple[str, str]:
    result = CliRunner().invoke(whole_app, list(arguments))
    if isinstance(result.exception, GoldkeeperError):
        assert result.exception.exit_code == code, result.exception
        return result.stdout, str(result.exception)
    assert result.exit_code == code, result.output
    return result.stdout, result.stderr


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Runs a command as if on a terminal of 80 columns without colour; what it shows."""

    def shown(*arguments: str, colour: bool = False) -> str:
        screen = io.StringIO()
        made = Console(
            file=screen,
            width=80,
            force_terminal=True,
            no_color=not colour,
            color_system="standard" if colour else None,
            highlight=False,
            markup=False,
            emoji=False,
        )
        monkeypatch.setattr(output, "console", lambda: made)
        monkeypatch.setattr(output, "on_terminal", lambda: True)
        run(*arguments)
        return screen.getvalue()

    return shown


@pytest.mark.usefixtures("keeper")
def test_on_a_pipe_a_question_is_a_line_of_fields() -> None:
    out, err = run("list")
    rows = [line.split("\t") for line in out.splitlines()]
    assert err == ""
    assert rows[0] == [
        "1", "g1", "waiting", "missing", "moved", "remap", CART, BASKET, "0.9990", "", "q1,q2,q3,q4,q5", "", "", "",
    ]  # fmt: skip
    assert [(row[0], row[5], row[7], row[9]) for row in rows[1:]] == [
        ("2", "remap", BASKET, "ambiguous"),
        ("3", "retire", "", ""),
        ("4", "keep", "docs/edit.md:1-5:Usage > Carts", ""),
    ]


@pytest.mark.usefixtures("keeper")
def test_as_json_the_list_is_an_object_with_a_version() -> None:
    record = json.loads(run("list", "--json")[0])
    assert record["schema"] == 1
    assert [item["number"] for item in record["items"]] == [1, 2, 3, 4]
    assert record["items"][0]["proposed"] == [BASKET]
    assert record["items"][0]["candidates"][0]["evidence"][1] == {
        "name": "path", "value": 0.2, "weight": -1.0, "note": "",
    }  # fmt: skip


@pytest.mark.usefixtures("keeper")
def test_an_empty_list_is_no_data_and_no_fault() -> None:
    assert run("list", "--state", "applied") == ("", "")
    assert json.loads(run("list", "--state", "applied", "--json")[0]) == {"schema": 1, "items": []}


@pytest.mark.usefixtures("keeper")
def test_the_list_is_narrowed_by_what_the_questions_are() -> None:
    def numbers(*filters: str) -> list[str]:
        return [line.split("\t")[0] for line in run("list", *filters)[0].splitlines()]

    assert numbers("g1") == ["1", "2"]
    assert numbers("2-3") == ["2", "3"]
    assert numbers("--action", "keep,retire") == ["3", "4"]
    assert numbers("--drift", "edited") == ["4"]
    assert numbers("--change", "GONE") == ["3"]
    assert numbers("--path", "docs") == ["4"]
    assert numbers("--of-query", "q5") == ["1"]
    assert numbers("--min-confidence", "0.95") == ["1"]
    assert numbers("--certain") == []


@pytest.mark.usefixtures("keeper")
def test_on_a_terminal_questions_stand_under_their_cause(terminal: Callable[..., str]) -> None:
    lines = terminal("list").splitlines()
    assert lines[0].split() == ["item", "drift", "→", "change", "sure", "doubt", "queries"]
    assert lines[1].rstrip() == "g1  src/cart.py was moved to src/basket.py"
    assert lines[2].split() == ["1", "missing", "→", "moved", ">0.99", "q1", "q2", "q3", "+2"]
    assert lines[3].strip() == CART
    assert lines[4].split() == ["→", BASKET]
    assert "→  out of the gold set" in "\n".join(lines)
    assert "edited → in place, new text" in "\n".join(lines)
    assert "ambiguous" in "\n".join(lines)
    assert max(len(line) for line in lines) <= 80
    assert "│" not in "".join(lines)


@pytest.mark.usefixtures("keeper")
def test_one_question_shows_all_that_a_judge_needs() -> None:
    out, _ = run("show", "1")
    for fact in (
        "item      1, waiting, asked 2026-03-14 12:00 UTC",
        "g1: src/cart.py was moved to src/basket.py",
        "q1, grade 2: q1: 合計はどう 計算されますか",
        f"gold      {CART}",
        "missing → moved",
        "as it was judged at bbbbbbb",
        f"proposed  {BASKET}",
        "sure      >0.99",
        "leads the next by 6.1 bits",
        "text alike             0.90    +8.2          |++++++++    +8.2\n            but for one name\n",
        "path alike             0.20    -1.0         -|            +7.2\n",
        "sum of all                     +7.2  sure >0.99\n",
        f"others    2  {TROLLEY}",
        "6.1 bits behind the first",
        "commits   2026-03-11 a1b2c3d Carts are baskets now (Ada)",
        "history   2026-03-14 12:00 asked by scan s1",
        f"What was judged → {BASKET}",
        "~ def total([-cart-]{+basket+}):",
        "~     税 = [-取得-]{+設定+}税率()",
    ):
        assert fact in out
    assert "\x1b" not in out


@pytest.mark.usefixtures("keeper")
def test_one_question_fits_eighty_columns_and_reads_without_colour(terminal: Callable[..., str]) -> None:
    shown = terminal("show", "1")
    assert max(cell_len(line) for line in shown.splitlines()) <= 80
    assert "[-cart-]{+basket+}" in shown
    assert "\x1b[3" not in shown
    assert "\x1b[32m" in terminal("show", "1", colour=True)


@pytest.mark.usefixtures("keeper")
def test_a_tie_is_shown_against_both_and_numbered() -> None:
    out, _ = run("show", "2")
    assert "ambiguous" in out
    assert f"1  {BASKET}" in out
    assert f"2  {TROLLEY}" in out
    assert f"What was judged → {TROLLEY}" in out
    assert f"What was judged → {BASKET}" not in run("show", "2", "--candidate", "2")[0]


def test_what_seems_gone_is_shown_beside_the_nearest_candidate(monkeypatch: pytest.MonkeyPatch) -> None:
    part = EvidencePart("body", 0.1, -6.0)
    nearest = a_candidate(BASKET, weight=-6.0, confidence=0.02, margin=6.3, evidence=(part, EvidencePart("path", 0, 0)))
    further = a_candidate(TROLLEY, weight=-12.3, confidence=0.001, margin=-6.3)
    fake = FakeKeeper(a_proposal(CART, match=a_match(CART, nearest, further, change=ChangeKind.GONE)))
    monkeypatch.setattr(wiring, "open_keeper", lambda _config: nullcontext(fake))
    monkeypatch.setattr(wiring_desk, "make_desk", ReviewDesk)

    out = run("show", "1")[0]

    assert "that it is gone, with no successor" in out
    assert f"nearest   {BASKET}\n          0.02 that it is this one; the evidence is 6.0 bits against it\n" in out
    assert "if it is this one: goldkeeper review accept 1 --candidate 1" in out
    assert f"What was judged → {BASKET}, the nearest\n" in out
    assert f"evidence  that it is the nearest candidate, {BASKET}\n" in out
    assert "leads the next" not in out
    assert "+0.0" not in out
    assert out.index("What was judged") < out.index("\nevidence")


def test_what_was_put_off_is_told_with_the_numbers_to_name_it_by(keeper: FakeKeeper) -> None:
    run("defer", "1", "2")

    out, err = run("accept", "g1", code=1)

    assert (out, err) == ("", "2 are put off; name them by number: 1,2\n0 answered\n")
    assert json.loads(run("accept", "g1", "--json", code=1)[0])["put_off"] == [1, 2]
    run("accept", "1")
    assert keeper.queue.item(1).state is ItemState.DECIDED


def test_several_chunks_may_become_one(keeper: FakeKeeper) -> None:
    run("amend", "g1", "--to", f"{TROLLEY}=2")

    decisions = [keeper.queue.item(number).decision for number in (1, 2)]
    assert [str(one.targets[0].chunk_id) for one in decisions if one is not None] == [TROLLEY, TROLLEY]


@pytest.mark.usefixtures("keeper")
def test_a_group_is_shown_one_question_after_the_other() -> None:
    out = run("show", "g1")[0]
    assert [line.split(",")[0] for line in out.splitlines() if line.startswith("item")] == [
        "item      1",
        "item      2",
    ]
    assert [item["number"] for item in json.loads(run("show", "g1", "--json")[0])["items"]] == [1, 2]


@pytest.mark.usefixtures("keeper")
def test_on_a_terminal_an_answer_is_said_back_with_what_comes_next(
    terminal: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal("list")  # from here on somebody sits there
    monkeypatch.setattr(review_record, "on_terminal", lambda: True)
    assert run("amend", "1", "--grade", "1") == (
        f"item 1: amend, {CART} → {BASKET}, grade 1\n",
        """\
Next: goldkeeper review list      3 wait for an answer
      goldkeeper apply --dry-run  1 decision to apply
""",
    )
    assert run("accept", "3")[0] == "item 3: accept, src/gone.py:1-5:f → out of the gold set\n"
    assert run("accept", "4")[0].endswith("→ stays, with its new text\n")
    assert run("undo", "3")[0] == "item 3: taken back, waits again: src/gone.py:1-5:f\n"
    shown = terminal("list", "--state", "all")
    assert f"→  {BASKET}, grade 1\n       amend by ada\n" in shown
    assert "→  stays, with its new text\n" in shown


@pytest.mark.usefixtures("keeper")
def test_on_a_pipe_the_list_of_answers_names_them() -> None:
    run("amend", "1", "--to", TROLLEY)
    assert run("list", "--state", "decided")[0].rstrip("\n").split("\t")[-3:-1] == ["amend", TROLLEY]


@pytest.mark.usefixtures("keeper")
def test_what_is_gone_is_shown_as_it_was() -> None:
    out, _ = run("show", "3")
    assert "retire: take it out of the gold set" in out
    assert "What was judged\n  def total(cart):" in out


def test_a_text_that_can_not_be_had_is_said(keeper: FakeKeeper) -> None:
    keeper.base = None
    assert "can't be had" in run("show", "1")[0]


@pytest.mark.usefixtures("keeper")
def test_one_question_as_json_brings_texts_and_history() -> None:
    item = json.loads(run("show", "1", "--json")[0])["item"]
    assert item["texts"] == {"base": BASE, "proposed": {BASKET: HEAD}}
    assert item["pairs"][0]["text"].startswith("q1: ")
    assert [event["what"] for event in item["history"]] == ["asked"]


def test_a_question_is_accepted_in_the_judges_name(keeper: FakeKeeper) -> None:
    out, err = run("accept", "1", "--reason", "moved")
    assert (out, err) == (f"1\tdecided\taccept\t{CART}\t{BASKET}\n", "")
    decision = keeper.queue.item(1).decision
    assert decision is not None
    assert (decision.judge, decision.reason) == ("ada", "moved")


def test_another_judge_says_so(keeper: FakeKeeper) -> None:
    run("reject", "1", "--by", "bob")
    decision = keeper.queue.item(1).decision
    assert decision is not None
    assert decision.judge == "bob"


def test_a_judge_without_a_name_is_asked_for_one(keeper: FakeKeeper) -> None:
    keeper.judge = ""
    assert "pass --by NAME" in run("accept", "1", code=2)[1]


@pytest.mark.usefixtures("keeper")
def test_all_at_once_leaves_ties_and_removals_to_people() -> None:
    out, err = run("accept", "--all", code=1)
    assert [line.split("\t")[0] for line in out.splitlines()] == ["1", "4"]
    assert "item 2: ambiguous between" in err
    assert "item 3: would take its pairs out" in err
    assert err.endswith("2 answered, 2 left out\n")


@pytest.mark.usefixtures("keeper")
def test_what_was_left_out_is_in_the_json_too() -> None:
    record = json.loads(run("accept", "2-3", "--include-retire", "--json", code=1)[0])
    assert [item["number"] for item in record["answered"]] == [3]
    assert record["answered"][0]["decision"]["answer"] == "accept"
    assert [(skipped["number"], skipped["code"]) for skipped in record["skipped"]] == [(2, "NoTarget")]


def test_a_target_that_moved_sends_the_judge_to_the_new_question(keeper: FakeKeeper) -> None:
    keeper.moved.add(BASKET)
    assert "has moved or changed since the scan, nothing was decided; look at item 77" in run("accept", "1", code=1)[1]


def test_an_amendment_names_successors_and_grades(keeper: FakeKeeper) -> None:
    run("amend", "3", "--to", f"{TROLLEY}=1", "--to", BASKET, "--grade", "2")
    decision = keeper.queue.item(3).decision
    assert decision is not None
    assert [(str(target.chunk_id), target.grade) for target in decision.targets] == [(TROLLEY, 1), (BASKET, 2)]


def test_answers_hold_for_the_queries_that_are_named(keeper: FakeKeeper) -> None:
    run("retire", "1", "--query", "q2", "--query", "q3")
    decision = keeper.queue.item(1).decision
    assert decision is not None
    assert decision.queries == ("q2", "q3")


def test_answers_are_taken_back(keeper: FakeKeeper) -> None:
    run("defer", "g1")
    assert [item.state.value for item in keeper.queue.items()] == ["deferred", "deferred", "waiting", "waiting"]
    out, err = run("undo", "g1")
    assert out.splitlines()[0] == f"1\twaiting\t\t{CART}\t"
    assert err == "2 taken back\n"


@pytest.mark.usefixtures("keeper")
@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["accept"], "no item is named"),
        (["reject"], "no item is named"),
        (["accept", "--all", "3"], "leave one of the two out"),
        (["undo"], "name numbers (3 5-9) or groups (g2)"),
        (["amend", "1", "--to", f"{BASKET}", "the", "total"], "quote an ID that holds spaces"),
        (["accept", "x"], "is neither a number nor a group"),
        (["accept", "99"], "no item '99'"),
        (["show", "99"], "no item '99'"),
        (["list", "--drift", "lost"], "'lost' is none of its kinds; write one of intact"),
        (["amend", "1"], "nothing to change"),
        (["amend", "1", "--to", "nonsense"], "expected path:start-end:symbol"),
        (["amend", "1", "--to", f"{BASKET}=7"], "7 is no grade"),
        (["accept", "2"], "ambiguous between"),
    ],
)
def test_what_can_not_be_meant_is_refused_in_a_sentence(arguments: list[str], problem: str) -> None:
    assert problem in run(*arguments, code=2)[1]


def test_a_grade_stands_behind_the_last_equals_sign() -> None:
    chunk_id, grade = parse_target("a.cpp:1-2:T::operator===2")
    assert (chunk_id.symbol, grade) == ("T::operator==", 2)
    assert parse_target("a.cpp:1-2:T::operator==")[1] is None
    with pytest.raises(BadRequest):
        parse_target("a.cpp:1-2:f=12")
    with pytest.raises(MalformedChunkId):
        parse_target("=1")
