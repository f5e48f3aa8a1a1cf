"""Review in pages: what is shown, what an answer does, what is refused. Without JavaScript, as HTTP has it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from tests.projects import CODE, MOVED_TOTAL_ID, SHIFTED, TOTAL_ID, Shop, a_set_up_shop, a_shop_with_answers, gold_lines
from tests.web.houses import a_house, field, mark_of


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return a_shop_with_answers(tmp_path)


@pytest.fixture
def client(shop: Shop) -> Iterator[TestClient]:
    with a_house(shop.top) as house:
        yield house


def _answer(client: TestClient, number: int, answer: str, **fields: object) -> Response:
    page = client.get(f"/items/{number}").text
    data = {"mark": field(page, "mark"), "key": field(page, "key"), "answer": answer, **fields}
    return client.post(f"/items/{number}/answer", data=data)


def test_the_first_page_has_what_waits_by_cause(client: TestClient) -> None:
    page = client.get("/").text
    assert "2 questions in 1 group." in page
    assert "lines shifted in src/cart.py" in page
    assert 'href="/groups/g1"' in page


def test_a_question_shows_both_texts_its_queries_and_the_evidence(client: TestClient) -> None:
    page = client.get("/items/1").text
    for text in (TOTAL_ID, MOVED_TOTAL_ID, "question 1", "What was judged", "Why it is believed", 'data-key="a"'):
        assert text in page


def test_an_answer_is_kept_leads_to_the_next_question_and_can_be_taken_back(shop: Shop, client: TestClient) -> None:
    said = _answer(client, 1, "accept", reason="same text")
    assert (said.status_code, said.headers["location"]) == (303, "/items/2?done=1")
    assert "item 1: accept" in client.get("/items/2?done=1").text
    decision = shop.json("review", "show", "1")["item"]["decision"]
    assert (decision["answer"], decision["judge"], decision["reason"]) == ("accept", "ada", "same text")
    undone = client.post("/undo", data={"mark": mark_of(client), "item": "1"})
    assert undone.headers["location"] == "/items/1?done=undo-1"
    assert shop.json("review", "show", "1")["item"]["state"] == "waiting"


def test_a_group_is_answered_whole_or_all_but_some_and_undone(shop: Shop, client: TestClient) -> None:
    page = client.get("/groups/g1").text
    data = {"mark": field(page, "mark"), "shown": field(page, "shown"), "answer": "accept", "out": ["2"]}
    assert client.post("/groups/g1/answer", data=data).headers["location"] == "/?done=g1"
    states = {item["number"]: item["state"] for item in shop.json("review", "list", "--state", "all")["items"]}
    assert states == {1: "decided", 2: "waiting"}
    client.post("/undo", data={"mark": mark_of(client), "group": "g1"})
    assert {item["state"] for item in shop.json("review", "list", "--state", "all")["items"]} == {"waiting"}


def test_what_somebody_else_answered_meanwhile_is_said_and_nothing_is_decided_twice(
    shop: Shop, client: TestClient
) -> None:
    page = client.get("/items/1").text
    shop.run("review", "reject", "1", "--by", "grace", "-m", "not so")
    late = client.post(
        "/items/1/answer", data={"mark": field(page, "mark"), "key": field(page, "key"), "answer": "accept"}
    )
    assert late.status_code == 409
    assert "grace" in late.text
    assert shop.json("review", "show", "1")["item"]["decision"]["judge"] == "grace"
    group = client.post(
        "/groups/g1/answer", data={"mark": field(page, "mark"), "shown": f"1:{field(page, 'key')}", "answer": "accept"}
    )
    assert "1" in group.text


def test_a_target_that_moved_since_is_refused_with_the_new_question(shop: Shop, client: TestClient) -> None:
    page = client.get("/items/1").text
    shop.commit({"src/cart.py": f"import os\n{SHIFTED['src/cart.py']}"}, "again")
    late = client.post(
        "/items/1/answer", data={"mark": field(page, "mark"), "key": field(page, "key"), "answer": "accept"}
    )
    assert late.status_code == 409
    assert "item 3" in late.text
    assert shop.json("review", "show", "1")["item"]["state"] == "superseded"


def test_any_chunk_can_be_searched_compared_and_named_with_a_grade(shop: Shop, client: TestClient) -> None:
    found = client.get("/items/1/search?q=refund").text
    place = found.split('<li><a href="')[1].split('"')[0].replace("&amp;", "&")
    page = client.get(place).text
    assert "pay_back" in page
    assert "Send it to this one" in page
    against = field(page, "against")
    data = {"mark": field(page, "mark"), "key": field(page, "key"), "answer": "accept", "against": against}
    assert client.post("/items/1/answer", data=data).status_code == 303
    decision = shop.json("review", "show", "1")["item"]["decision"]
    assert (decision["answer"], decision["targets"][0]["id"]) == ("amend", "src/orders.py:1-3:refund")


def test_several_successors_each_get_their_grade(shop: Shop, client: TestClient) -> None:
    targets = [MOVED_TOTAL_ID, "src/orders.py:1-3:refund"]
    said = _answer(
        client, 1, "amend", target=targets, grade_of=[f"{targets[0]}=2", f"{targets[1]}=1"], queries="all", reason=""
    )
    assert said.status_code == 303, said.text
    found = {one["id"]: one["grade"] for one in shop.json("review", "show", "1")["item"]["decision"]["targets"]}
    assert found == {targets[0]: 2, targets[1]: 1}


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"answer": "maybe"}, "is none"),
        ({"answer": "amend", "other": "no chunk"}, "expected path:start-end:symbol"),
        ({"answer": "amend", "other": "src/none.py:1-2:f"}, "src/none.py"),
        ({"answer": "amend", "grade": "7"}, "is none"),
        ({"answer": "accept", "against": "nonsense"}, "expected path:start-end:symbol"),
        ({"answer": "accept", "queries": "some"}, "none is chosen"),
    ],
)
def test_an_answer_that_says_too_little_keeps_the_page_and_says_why(
    client: TestClient, fields: dict[str, str], sentence: str
) -> None:
    said = _answer(client, 1, **fields)
    assert said.status_code == 422
    assert sentence in said.text
    assert "What was judged" in said.text


def test_without_a_name_the_first_answer_asks_for_one(shop: Shop) -> None:
    with a_house(shop.top, judge="") as client:
        shop.repository.git("config", "user.name", "")
        said = _answer(client, 1, "accept")
        assert said.headers["location"] == "/me?next=/items/1"


def test_unknown_questions_groups_and_addresses_are_not_found(client: TestClient) -> None:
    for place in ("/items/99", "/groups/g99", "/nothing", "/items/0", "/items/x"):
        assert client.get(place).status_code == 404, place
    assert "No item" in client.get("/items/99").text


def test_the_address_can_put_no_words_into_a_page(client: TestClient) -> None:
    for done in ("<script>alert(1)</script>", "99", "g99", "undo-x", "1" * 400):
        page = client.get("/", params={"done": done})
        assert page.status_code == 200
        assert "alert(1)" not in page.text


HOSTILE = 'def total(cart):\n    return "</script><img src=x onerror=alert(1)>\u202e\x1b[31m" + "{{ 7 * 7 }}"\n'


def test_code_is_shown_as_what_it_is(tmp_path: Path) -> None:
    gold = gold_lines({"src/a.py:1-2:total": 3}).replace("question 1", "<b>which</b> \\u202e one")
    shop = a_set_up_shop(tmp_path, code={"src/a.py": HOSTILE}, gold=gold)
    shop.commit({"src/a.py": f"import os\n\n{HOSTILE}"}, "</title><script>alert(2)</script>")
    shop.run("scan", "--no-report", code=1)
    with a_house(shop.top) as client:
        for place in ("/", "/items/1?whole=1", "/groups/g1", "/activity", "/dashboard", "/items/1/search?q=total"):
            page = client.get(place).text
            assert "<img" not in page
            assert "alert(2)</script>" not in page
            assert "<b>which" not in page
            assert "\u202e" not in page
            assert "\x1b" not in page
        shown = client.get("/items/1?whole=1").text
        assert "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;\\u202e\\x1b[31m" in shown.replace("</mark>", "")
        assert "{{ 7 * 7 }}" in shown
        assert "&lt;b&gt;which&lt;/b&gt; \\u202e one" in shown


def test_notes_are_read_by_everybody_and_activity_says_who_did_what(shop: Shop, client: TestClient) -> None:
    client.post("/items/1/note", data={"mark": mark_of(client), "text": "look at the shipping"})
    _answer(client, 2, "reject")
    activity = client.get("/activity").text
    assert "look at the shipping" in activity
    assert "reject" in activity
    assert CODE


def test_each_query_goes_its_own_way_in_one_answer(tmp_path: Path) -> None:
    shop = a_set_up_shop(tmp_path, gold=gold_lines({TOTAL_ID: 3}, {TOTAL_ID: 2}))
    shop.commit(SHIFTED)
    shop.run("scan", "--no-report", code=1)
    with a_house(shop.top) as client:
        assert "as ticked above" in client.get("/items/1").text
        assert _answer(client, 1, "amend", choice=[MOVED_TOTAL_ID], way=["7 q2"]).status_code == 422
        said = _answer(
            client, 1, "amend", target=[MOVED_TOTAL_ID], choice=[MOVED_TOTAL_ID], way=["", "0 q2"], queries="all"
        )
        assert said.status_code == 303
    decision = shop.json("review", "show", "1")["item"]["decision"]
    assert (decision["queries"], [one["queries"] for one in decision["targets"]]) == (["q1", "q2"], [["q1"]])


def test_a_whole_group_is_regraded_or_retired_with_one_answer(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path)
    with a_house(shop.top) as client:
        page = client.get("/groups/g1").text
        form = {"mark": field(page, "mark"), "shown": field(page, "shown")}
        numbers = sorted(int(one.partition(":")[0]) for one in form["shown"].split())
        nothing = client.post("/groups/g1/answer", data={**form, "answer": "amend"})
        assert nothing.status_code == 422
        assert "nothing is chosen" in nothing.text
        regraded = client.post("/groups/g1/answer", data={**form, "answer": "amend", "grade": "1"})
        assert regraded.status_code == 303, regraded.text
        decided = [shop.json("review", "show", str(number))["item"]["decision"] for number in numbers]
        assert {target["grade"] for one in decided for target in one["targets"]} == {1}
        client.post("/undo", data={"mark": form["mark"], "group": "g1"})
        client.post("/groups/g1/answer", data={**form, "answer": "retire", "out": str(numbers[0])})
        retired = [shop.json("review", "show", str(number))["item"]["decision"] for number in numbers]
        assert [one["answer"] if one else None for one in retired] == [None, *["retire"] * (len(numbers) - 1)]


def test_what_was_typed_outlives_an_answer_that_is_refused(shop: Shop, client: TestClient) -> None:
    refused = _answer(client, 1, "amend", other="src/none.py:1-2:f\nnonsense", grade="2", reason="it 'moved'")
    assert refused.status_code == 422
    assert 'value="it &#39;moved&#39;"' in refused.text
    assert "src/none.py:1-2:f\nnonsense</textarea>" in refused.text
    assert '<option value="2" selected>' in refused.text
    page = client.get("/items/1").text
    shop.run("review", "reject", "1", "--by", "grace")
    data = {"mark": field(page, "mark"), "key": field(page, "key"), "answer": "accept", "reason": "mine <all>"}
    late = client.post("/items/1/answer", data=data)
    assert late.status_code == 409
    assert "by grace" in late.text
    assert 'name="text" maxlength="4000" required value="mine &lt;all&gt;"' in late.text


def test_what_was_typed_into_a_form_of_another_session_is_shown_again(client: TestClient) -> None:
    said = client.post("/items/1/note", data={"mark": "old", "text": "two lines\nof </textarea>"})
    assert said.status_code == 403
    assert "two lines\nof &lt;/textarea&gt;</textarea>" in said.text


def test_a_text_that_no_database_keeps_is_refused(client: TestClient) -> None:
    assert _answer(client, 1, "reject", reason="a\0b").status_code == 422
    assert client.post("/api/v1/items/1/reject", json={"reason": "a\0b"}).status_code == 422
    assert client.post("/api/v1/items/1/note", json={"text": "\0"}).status_code == 422


def test_words_from_right_to_left_stay_in_their_place_of_a_line(tmp_path: Path) -> None:
    shop = a_set_up_shop(
        tmp_path / "greet",
        code={"greet.py": "def greet(name):\n    text = 'مرحبا بك سعيدا'\n    return text + name\n"},
        gold=gold_lines({"greet.py:1-3:greet": 3}),
    )
    shop.commit({"greet.py": "def greet(name):\n    text = 'مرحبا بك جميلا'\n    return text + name.strip()\n"})
    shop.run("scan", "--no-report", code=1)
    with a_house(shop.top) as client:
        page = client.get("/items/1").text
    assert '= <bdi dir="ltr" class="string">&#39;مرحبا' in page
    assert page.count("<bdi dir=") == 2
