"""`goldkeeper trace`: an ID in, its history out, for programs and for people."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from goldkeeper.model.errors import BadRequest, MalformedChunkId, NotARepository, UnknownChunk, UnknownRevision
from tests.projects import CODE, MOVED_TOTAL_ID, REFUND_ID, SHIFTED, TOTAL_ID, goldkeeper
from tests.stores.git_repositories import Repository, a_repository

FIELDS = ["commit", "date", "change", "id", "previous_id", "evidence"]


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """Only read: v1 is the first state; then the code is shifted, then a body and a parameter are edited."""
    made = a_repository(tmp_path_factory.mktemp("code") / "shop")
    made.commit(CODE, "Open the shop")
    made.git("tag", "v1")
    made.commit(SHIFTED, "Import math")
    edited = SHIFTED["src/cart.py"].replace("def total(cart)", "def total(cart, tip=0)").replace("amount + ", "tip + ")
    made.commit({"src/cart.py": edited}, "Tips")
    return made


def trace(folder: Path, *arguments: str | Path, stdin: str | bytes = "") -> Result:
    return goldkeeper(folder, "trace", *arguments, stdin=stdin)


def rows(result: Result) -> list[dict[str, Any]]:
    assert result.exception is None, result.exception
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_each_change_is_a_line_newest_first_down_to_where_it_began(repository: Repository) -> None:
    found = rows(trace(repository.top, "--id", MOVED_TOTAL_ID, "--json"))

    assert [(row["change"], row["id"], row["previous_id"]) for row in found] == [
        ("body change", MOVED_TOTAL_ID, MOVED_TOTAL_ID),
        ("parameter change", MOVED_TOTAL_ID, MOVED_TOTAL_ID),
        ("introduced", TOTAL_ID, None),
    ]
    assert all(list(row) == FIELDS for row in found)
    assert found[0]["commit"] == repository.git("rev-parse", "HEAD")
    assert found[0]["date"] == "2023-11-15T01:13:20+01:00"
    assert found[1]["evidence"] == {"parameters": {"from": "(cart)", "to": "(cart, tip=0)"}}


def test_people_get_a_paragraph_a_commit(repository: Repository) -> None:
    result = trace(repository.top, "--id", MOVED_TOTAL_ID)

    assert result.exception is None
    lines = result.stdout.splitlines()
    assert [line.split("  ", 2)[2] for line in lines if not line.startswith(" ")] == ["Tips", "Open the shop"]
    assert "  parameters: (cart) → (cart, tip=0)" in lines
    assert lines[-2:] == ["  introduced with its file", f"  {TOTAL_ID}"]


def test_a_bare_repository_and_an_older_revision_will_do(repository: Repository, tmp_path: Path) -> None:
    repository.git("clone", "--quiet", "--bare", str(repository.top), str(tmp_path / "bare"))

    found = rows(trace(tmp_path, "--repo", tmp_path / "bare", "--rev", "v1", "--id", TOTAL_ID, "--json"))

    assert [row["change"] for row in found] == ["introduced"]


def test_a_trace_ends_where_it_is_told_to(repository: Repository) -> None:
    found = rows(trace(repository.top, "--id", MOVED_TOTAL_ID, "--to", "v1", "--json"))

    assert [row["change"] for row in found] == ["body change", "parameter change", "reached"]


def test_an_id_of_another_chunker_is_taken_for_the_nearest_and_that_is_said(repository: Repository) -> None:
    result = trace(repository.top, "--id", "src/cart.py:4-5:total", "--json")

    assert {row["taken_for"] for row in rows(result)} == {MOVED_TOTAL_ID}
    assert "taken for" in trace(repository.top, "--id", "src/cart.py:4-5:total").stderr


def test_many_ids_are_answered_in_their_order_and_a_bad_one_spoils_no_other(repository: Repository) -> None:
    result = trace(repository.top, "--ids", "-", "--json", stdin=f"{REFUND_ID}\nnonsense\n{MOVED_TOTAL_ID}\n")

    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert list(dict.fromkeys(row["of"] for row in found)) == [REFUND_ID, "nonsense", MOVED_TOTAL_ID]
    assert [row["change"] for row in found if row["of"] == "nonsense"] == ["unknown"]
    assert result.exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--id", "nonsense"], MalformedChunkId),
        (["--id", "src/none.py:1-2:f"], UnknownChunk),
        (["--id", "src/cart.py:1-2:nothing"], UnknownChunk),
        ([], BadRequest),
        (["--id", TOTAL_ID, "--ids", "-"], BadRequest),
        (["--id", TOTAL_ID, "--rev", "nowhere"], UnknownRevision),
        (["--id", TOTAL_ID, "--rev", "v1", "--to", "HEAD"], BadRequest),
        (["--id", TOTAL_ID, "--repo", "src"], NotARepository),
    ],
)
def test_what_can_not_be_answered_is_one_sentence(
    repository: Repository, tmp_path: Path, arguments: list[str], error: type[Exception]
) -> None:
    (tmp_path / "src").mkdir()
    folder = tmp_path if "--repo" in arguments else repository.top

    assert isinstance(trace(folder, *arguments).exception, error)
