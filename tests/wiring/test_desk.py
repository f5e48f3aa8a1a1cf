"""A review desk over a real project: git, chunker and database."""

import json
from pathlib import Path

import pytest

from goldkeeper.model.errors import AnswerGiven
from goldkeeper.model.reviews import Answer, ItemState
from goldkeeper.wiring.desk import open_desk
from goldkeeper.workflow.answering import Shown
from tests.projects import MOVED_TOTAL_ID, SHIFTED, TOTAL_ID, Shop, a_set_up_shop, a_shop_with_answers, goldkeeper

CASES = Path(__file__).parents[3] / "shared" / "cases" / "cases.jsonl"


def config(shop: Shop) -> Path:
    return shop.top / "config" / "goldkeeper.toml"


def test_cards_pages_answers_and_undo_of_a_project(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path)
    shop.repository.git("remote", "add", "origin", "git@github.com:ada/shop.git")
    with open_desk(config(shop)) as desk:
        (card,) = desk.cards("ada")
        assert str(card.members[0].item.proposal.chunk_id) == TOTAL_ID
        page = desk.page(card.members[0].number, "ada")
        (comparison,) = page.comparisons
        assert comparison.view is not None
        assert comparison.view.identical
        assert comparison.url is not None
        assert comparison.url.startswith("https://github.com/ada/shop/blob/")
        assert comparison.url.endswith("/src/cart.py#L3-L5")
        assert str(desk.search("total")[0].chunk.id) == MOVED_TOTAL_ID
        done = desk.answer(Answer.ACCEPT, [Shown(one.number, one.key) for one in card.members], "ada")
        assert len(done.answered) == 2
        assert len(desk.undo_group(card.group, "ada").answered) == 2


def test_a_code_host_of_ones_own_is_linked_as_configured(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path)
    text = config(shop).read_text("utf-8")
    form = 'code_host = "https://code.example/{path}?at={commit}#{start}-{end}"'
    config(shop).write_text(text.replace('code_host = ""', form), "utf-8")

    with open_desk(config(shop)) as desk:
        (comparison, *_) = desk.page(1, "ada").comparisons

    head = shop.repository.git("rev-parse", "HEAD").strip()
    assert comparison.url == f"https://code.example/src/cart.py?at={head}#3-5"


def test_a_branch_that_moves_while_the_desk_is_open_is_seen(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path)
    with open_desk(config(shop)) as desk:
        page = desk.page(1, "ada")
        shop.commit({"src/cart.py": f"import os\n\n\n\n{SHIFTED['src/cart.py']}"}, "more")
        outcome = desk.answer(Answer.ACCEPT, [Shown(1, page.key)], "ada")
        assert outcome.answered == ()
        assert "has moved or changed since the scan, nothing was decided; look at item 3" in str(
            outcome.skipped[0].problem
        )
        assert str(desk.page(3, "ada").item.proposal.proposed[0]) == "src/cart.py:7-9:total"


def test_two_judges_by_configuration(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path)
    text = config(shop).read_text("utf-8").replace("judges = 1", "judges = 2")
    config(shop).write_text(text, "utf-8")
    first = shop.json("review", "accept", "1", "--by", "ada")
    assert first["answered"][0]["state"] == "waiting"
    again = goldkeeper(shop.top, "review", "accept", "1", "--by", "ada")
    assert isinstance(again.exception, AnswerGiven)
    assert shop.json("review", "accept", "1", "--by", "ben")["answered"][0]["state"] == "decided"


def test_a_proposal_that_waited_while_the_source_moved_on_is_renewed_and_never_written(tmp_path: Path) -> None:
    if not CASES.exists():
        pytest.skip("the shared cases are not here")
    rows = (json.loads(line) for line in CASES.read_text("utf-8").splitlines())
    case = next(row for row in rows if row["id"] == "queue-stale-proposal")
    shop = a_set_up_shop(tmp_path, code=case["files_before"], gold="\n".join(case["gold"]) + "\n")
    shop.commit(case["other"]["files_middle"], "middle")
    shop.run("scan", "--no-report", code=1)
    (old, pending), *_ = case["expect"]["pending_after_step_1"].items()
    with open_desk(config(shop)) as desk:
        page = desk.page(1, "ada")
        assert [str(one) for one in page.item.proposal.proposed] == [pending]
        shop.commit(case["files_after"], "after")
        outcome = desk.answer(Answer.ACCEPT, [Shown(1, page.key)], "ada")
        assert outcome.answered == ()
        assert desk.page(1, "ada").item.state is ItemState.SUPERSEDED
        renewed = desk.page(2, "ada")
        offered = {str(line.candidate.chunk_id) for line in renewed.candidates}
        assert set(case["expect"]["renewed_candidates"]) <= offered
        (card,) = [card for card in desk.cards("ada") if card.members]
        assert [one.aside != "" for one in card.members] == [True]
    shop.run("apply", code=None)
    assert shop.golds == [{old: 3}]
