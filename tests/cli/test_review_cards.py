"""`goldkeeper review cards | search | note | unsure`, and what `review` alone does."""

from pathlib import Path

from goldkeeper.model.errors import BadRequest
from tests.projects import CART, MOVED_TOTAL_ID, SHIPPING, TOTAL, TOTAL_ID, a_shop_with_answers, goldkeeper

DOES_MORE = {"src/cart.py": f"{TOTAL.replace('sum(', 'discounted(')}\n\n{SHIPPING}"}
MOVED_AWAY = {"src/cart.py": None, "shop/cart.py": CART}


def test_review_alone_lists_on_a_pipe(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path)
    assert shop.run("review").stdout == shop.run("review", "list").stdout
    assert TOTAL_ID in shop.run("review").stdout


def test_cards_come_in_the_order_of_work(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path)
    (card,) = shop.json("review", "cards")["cards"]
    assert card["members"][0]["chunk"] == TOTAL_ID
    assert card["members"][0]["key"]
    fields = shop.run("review", "cards").stdout.rstrip("\n").split("\t")
    assert fields[:3] == [card["group"], "2", "0"]


def test_search_prints_ids_that_amend_takes(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path)
    line = shop.run("review", "search", "cart", "amount").stdout.splitlines()[0]
    assert line.split("\t") == [MOVED_TOTAL_ID, "amount = sum(line.price for line in cart.lines)"]
    assert shop.json("review", "search", "nowhere")["chunks"] == []
    shop.run("review", "amend", "1", "--to", line.split("\t")[0], "--by", "ada")


def test_a_query_is_sent_another_way_by_command(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path)
    item = next(one for one in shop.json("review", "list")["items"] if one["chunk"] == TOTAL_ID)
    (query,) = (pair["query"] for pair in item["pairs"])
    shop.run("review", "amend", str(item["number"]), "--for", f"{query}=-", "--by", "ada")
    decision = shop.json("review", "list", "--state", "decided")["items"][0]["decision"]
    assert (decision["answer"], decision["queries"], decision["targets"]) == ("retire", None, [])
    shop.run("review", "undo", str(item["number"]), "--by", "ada")
    shop.run("review", "amend", str(item["number"]), "--for", f"{query}={MOVED_TOTAL_ID}=1", "--by", "ada")
    decision = shop.json("review", "list", "--state", "decided")["items"][0]["decision"]
    assert [(one["id"], one["grade"]) for one in decision["targets"]] == [(MOVED_TOTAL_ID, 1)]


def test_a_note_and_a_doubt_stand_in_the_history(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path)
    shop.run("review", "note", "1", "ask Noor", "--by", "ben")
    shop.run("review", "unsure", "1", "--by", "ada", "-m", "two of them")
    history = shop.json("review", "show", "1")["item"]["history"]
    assert [(one["who"], one["what"], one["why"]) for one in history][1:] == [
        ("ben", "note", "ask Noor"),
        ("ada", "unsure", "two of them"),
    ]
    assert shop.json("review", "list")["items"][0]["state"] == "waiting"


def test_undo_of_a_group_takes_all_of_it_back(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path, ("accept", "g1"))
    assert len(shop.json("review", "undo", "g1", "--by", "ada")["answered"]) == 2


def test_judges_are_told_from_the_questions_whose_answer_is_known(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path)
    told = shop.run("review", "judges")
    assert told.stdout == ""
    assert "review.known_share is 0" in told.stderr
    assert shop.json("review", "judges") == {"schema": 1, "known_share": 0.0, "judges": []}


def test_a_session_is_taken_back_by_command(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path)
    shop.run("review", "reject", "1", "--by", "ben")
    shop.run("review", "reject", "2", "--by", "ada")
    assert [one["number"] for one in shop.json("review", "undo", "--session", "--by", "ada")["answered"]] == [2]
    assert [one["number"] for one in shop.json("review", "undo", "--since", "2h", "--by", "ben")["answered"]] == [1]
    told = shop.run("review", "undo", "--session", "--by", "ada")
    assert "ada said nothing since that may still be taken back" in told.stderr
    for strange in (["3", "--session"], ["--session", "--since", "2h"], ["--since", "yesterday"]):
        done = goldkeeper(shop.top, "review", "undo", *strange, "--by", "ada")
        assert isinstance(done.exception, BadRequest)


def test_cards_tell_what_holds_a_release(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path)
    assert [card["holds"] for card in shop.json("review", "cards")["cards"]] == [True]
    config = shop.top / "config" / "goldkeeper.toml"
    config.write_text(
        config.read_text(encoding="utf-8").replace("open_questions = 0", "open_questions = 5"), encoding="utf-8"
    )
    assert "open_questions = 5" in config.read_text(encoding="utf-8")
    shop.run("review", "reject", "--all", "--by", "ada")
    assert [card["holds"] for card in shop.json("review", "cards")["cards"]] == [False]


def test_what_was_shown_counts_as_looked_at_for_a_yes_to_the_whole_group(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path, changes=DOES_MORE)
    changed = next(one["number"] for one in shop.json("review", "list")["items"] if one["chunk"] == TOTAL_ID)
    assert f"look at it: review show {changed}" in shop.run("review", "accept", "--all", "--by", "ada", code=1).stderr
    shop.run("review", "show", str(changed), "--by", "ada")
    shop.run("review", "accept", "--all", "--by", "ben", code=1)
    answered = shop.json("review", "accept", "--all", "--by", "ada")["answered"]
    assert [one["number"] for one in answered] == [changed]


def test_no_command_tells_the_answer_that_is_known(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path, changes=MOVED_AWAY)
    before = {one["number"]: one["proposed"] for one in shop.json("review", "list", "--by", "ada")["items"]}
    config = shop.top / "config" / "goldkeeper.toml"
    config.write_text(config.read_text().replace("known_share = 0.0", "known_share = 1.0"))
    for judge in ("ada", "ben"):
        listed = {one["number"]: one["proposed"] for one in shop.json("review", "list", "--by", judge)["items"]}
        shown = {n: shop.json("review", "show", str(n), "--by", judge)["item"]["proposed"] for n in listed}
        assert listed == shown
        assert all(listed[number] != before[number] for number in before)
    number = min(before)
    shop.run("review", "accept", str(number), "--by", "ada")
    told = shop.json("review", "judges")["judges"]
    assert [(one["judge"], one["right"], one["wrong"]) for one in told if one["kind"] is None] == [("ada", 0, 1)]
