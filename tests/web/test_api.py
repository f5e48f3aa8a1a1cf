"""The API: the verbs of the commands, pages of items, keys for requests sent twice, problems with our sentences."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from tests.projects import MOVED_TOTAL_ID, TOTAL_ID, Shop, a_shop_with_answers
from tests.web.houses import a_house


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    shop = a_shop_with_answers(tmp_path)
    shop.repository.git("config", "user.name", "ada")
    return shop


@pytest.fixture
def client(shop: Shop) -> Iterator[TestClient]:
    with a_house(shop.top, judge="") as house:
        yield house


def _is_problem(response: Response, status: int, title: str) -> None:
    assert response.headers["content-type"] == "application/problem+json", response.text
    record = response.json()
    assert (response.status_code, record["status"], record["title"]) == (status, status, title), record
    assert record["detail"]


def test_what_waits_is_told_by_cause_and_by_item_as_the_commands_do(shop: Shop, client: TestClient) -> None:
    assert client.get("/api/v1/status").json()["waiting"] == 2
    cause = client.get("/api/v1/groups").json()["groups"][0]
    assert (cause["group"], cause["waiting"], cause["numbers"]) == ("g1", 2, [1, 2])
    listed = client.get("/api/v1/items").json()["items"]
    assert listed == shop.json("review", "list")["items"]
    shown = client.get("/api/v1/items/1").json()["item"]
    assert shown == shop.json("review", "show", "1")["item"]
    assert client.get("/api/v1/groups/g1").json()["items"][0]["chunk"] == TOTAL_ID
    assert client.get("/api/v1/scan").json()["report"]["counts"]["resolving"] == 1
    assert client.get("/api/v1/scans").json()["scans"][0]["needs_a_person"] is True


def test_items_come_in_pages_that_together_are_all(client: TestClient) -> None:
    first = client.get("/api/v1/items?limit=1&drift=shifted&path=src")
    assert [item["number"] for item in first.json()["items"]] == [1]
    assert first.headers["link"] == f'<{first.json()["next"]}>; rel="next"'
    second = client.get(first.json()["next"])
    assert [item["number"] for item in second.json()["items"]] == [2]
    assert second.json()["next"] is None
    assert client.get("/api/v1/items?drift=missing").json()["items"] == []


def test_one_question_is_answered_and_taken_back(client: TestClient) -> None:
    key = client.get("/api/v1/items/1").json()["item"]["key"]
    said = client.post("/api/v1/items/1/accept", json={"key": key, "reason": "the same"})
    decision = said.json()["answered"][0]["decision"]
    assert (decision["judge"], decision["answer"], decision["targets"][0]["id"]) == ("ada", "accept", MOVED_TOTAL_ID)
    _is_problem(client.post("/api/v1/items/1/reject"), 409, "Answered meanwhile")
    assert client.post("/api/v1/items/1/undo").json()["answered"][0]["state"] == "waiting"
    _is_problem(client.post("/api/v1/items/1/undo"), 409, "Answered meanwhile")
    assert client.post("/api/v1/items/1/note", json={"text": "hm"}).status_code == 200


def test_an_answer_to_what_was_shown_otherwise_decides_nothing(client: TestClient) -> None:
    _is_problem(client.post("/api/v1/items/1/accept", json={"key": "another"}), 409, "Shown otherwise")


def test_a_group_is_answered_but_for_some_and_taken_back(client: TestClient) -> None:
    said = client.post("/api/v1/groups/g1/accept", json={"leave_out": [2]}).json()
    assert [item["number"] for item in said["answered"]] == [1]
    assert client.get("/api/v1/status").json()["judges"] == [{"judge": "ada", "answers": 1}]
    assert len(client.post("/api/v1/groups/g1/undo").json()["answered"]) == 1
    _is_problem(client.post("/api/v1/groups/g1/accept", json={"leave_out": [9]}), 422, "Not understood")


def test_a_whole_group_is_sent_elsewhere_and_parted_by_query(client: TestClient) -> None:
    body = {"targets": [{"id": MOVED_TOTAL_ID}], "parts": [{"queries": ["q1"], "targets": []}]}
    said = client.post("/api/v1/groups/g1/amend", json=body).json()
    assert [item["decision"]["answer"] for item in said["answered"]] == ["retire", "retire"]
    strange = {"parts": [{"queries": ["q9"], "targets": []}]}
    client.post("/api/v1/groups/g1/undo")
    _is_problem(client.post("/api/v1/groups/g1/amend", json=strange), 422, "Not understood")


def test_a_request_that_is_sent_twice_is_carried_out_once(client: TestClient) -> None:
    keyed = {"Idempotency-Key": "k-1"}
    first = client.post("/api/v1/items/1/accept", headers=keyed)
    again = client.post("/api/v1/items/1/accept", headers=keyed)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert again.headers["idempotency-replayed"] == "true"
    _is_problem(client.post("/api/v1/items/2/accept", headers=keyed), 422, "Key used before")
    late = client.post("/api/v1/items/1/reject", headers={"Idempotency-Key": "k-2"})
    repeated = client.post("/api/v1/items/1/reject", headers={"Idempotency-Key": "k-2"})
    _is_problem(late, 409, "Answered meanwhile")
    assert repeated.json() == late.json()


def test_of_many_who_send_one_key_at_once_one_is_carried_out(shop: Shop, client: TestClient) -> None:
    start, statuses = threading.Barrier(4), []

    def send() -> None:
        start.wait()
        statuses.append(client.post("/api/v1/items/1/note", json={"text": "x"}, headers={"Idempotency-Key": "n"}))

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {said.status_code for said in statuses} <= {200, 409}
    history = shop.json("review", "show", "1")["item"]["history"]
    assert [line["what"] for line in history].count("note") == 1


@pytest.mark.parametrize(
    ("request_line", "body", "status", "title"),
    [
        ("GET /api/v1/items/99", None, 404, "Not in the queue"),
        ("GET /api/v1/groups/g99", None, 404, "Not in the queue"),
        ("GET /api/v1/nothing", None, 404, "Not Found"),
        ("DELETE /api/v1/items", None, 405, "Method Not Allowed"),
        ("GET /api/v1/items?limit=0", None, 422, "Not understood"),
        ("POST /api/v1/items/1/maybe", None, 422, "Not understood"),
        ("POST /api/v1/items/1/accept", {"surprise": 1}, 422, "Not understood"),
        ("POST /api/v1/items/1/amend", {}, 422, "Not understood"),
        ("POST /api/v1/items/1/amend", {"targets": [{"id": "nonsense"}]}, 422, "No chunk ID"),
        ("POST /api/v1/items/1/amend", {"targets": [{"id": "src/none.py:1-2:f"}]}, 422, "Says too little"),
    ],
)
def test_what_goes_wrong_is_a_problem_with_a_sentence(
    client: TestClient, request_line: str, body: dict[str, object] | None, status: int, title: str
) -> None:
    method, place = request_line.split()
    _is_problem(client.request(method, place, json=body), status, title)


def test_what_can_be_asked_at_an_address_is_said_where_something_else_was(client: TestClient) -> None:
    assert client.delete("/api/v1/upgrades").headers["allow"] == "GET, HEAD, POST"
    assert client.delete("/api/v1/items/1").headers["allow"] == "GET, HEAD"
    broken = client.post("/api/v1/items/1/note", content=b"\xff{", headers={"content-type": "application/json"})
    _is_problem(broken, 400, "There was an error parsing the body")


def test_a_pipeline_tells_of_an_upgrade_once(client: TestClient) -> None:
    told = {"embedding": "bge-m3", "dimension": 1024}
    first = client.post("/api/v1/upgrades", json=told)
    assert (first.status_code, first.json()["upgrade"]["state"]) == (202, "waiting")
    assert first.json()["upgrade"]["told_by"] == "ada"
    assert client.post("/api/upgrades", json=told).json()["upgrade"] is None
    assert len(client.get("/api/v1/upgrades").json()["upgrades"]) == 1


def test_the_description_names_every_route_and_its_problems(client: TestClient) -> None:
    described = client.get("/api/v1/openapi.json").json()
    assert "/api/v1/items/{number}/{answer}" in described["paths"]
    assert all(path.startswith("/api/v1/") for path in described["paths"])
    for methods in described["paths"].values():
        for one in methods.values():
            assert "application/problem+json" in one["responses"]["404"]["content"]


def test_all_that_was_said_since_a_moment_is_taken_back_and_who_did_what_is_told(client: TestClient) -> None:
    client.post("/api/v1/groups/g1/accept", json={"reason": "both"})
    events = client.get("/api/v1/activity?limit=2").json()["events"]
    assert [(one["who"], one["what"], one["why"]) for one in events] == [("ada", "accept", "both")] * 2
    assert client.post("/api/v1/undo", json={"since": "2126-01-01T00:00:00Z"}).json()["answered"] == []
    undone = client.post("/api/v1/undo", json={"since": "2026-01-01T00:00:00+01:00"}).json()["answered"]
    assert [(one["number"], one["state"]) for one in undone] == [(1, "waiting"), (2, "waiting")]
    _is_problem(client.post("/api/v1/undo", json={"since": "2026-01-01T00:00:00"}), 422, "Not understood")


def test_a_body_that_is_no_json_is_refused_as_that(client: TestClient) -> None:
    for kind in ("text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data"):
        said = client.post("/api/v1/items/1/note", content=b'{"text": "x"}', headers={"content-type": kind})
        _is_problem(said, 415, "Not JSON")
    said = client.post("/api/v1/items/1/note", content=b'{"text": "x"}', headers={"content-type": "application/json"})
    assert said.status_code == 200


def test_pages_of_items_stay_in_step_while_others_answer(client: TestClient) -> None:
    first = client.get("/api/v1/items?limit=1").json()
    client.post("/api/v1/items/1/reject")
    assert [one["number"] for one in client.get(first["next"]).json()["items"]] == [2]


def test_every_body_is_described_with_an_example(client: TestClient) -> None:
    schemas = client.get("/api/v1/openapi.json").json()["components"]["schemas"]
    for name in ("AnswerBody", "GroupAnswerBody", "NoteBody", "UndoBody", "UpgradeBody"):
        assert schemas[name]["examples"], name


def test_an_upgrade_is_told_in_words_that_any_database_keeps(client: TestClient) -> None:
    for name in ("embedding", "revision", "chunker", "chunker_version", "commit"):
        _is_problem(client.post("/api/v1/upgrades", json={name: "a\0b"}), 422, "Not understood")
    assert client.get("/api/v1/upgrades").json()["upgrades"] == []
