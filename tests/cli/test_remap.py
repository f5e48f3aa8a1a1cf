"""`goldkeeper remap`: IDs in, answers out, in that order, whatever some of them are like."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from goldkeeper.model.errors import BadRequest, FileMissing, FileUnreadable, NotARepository, UnknownRevision
from tests.projects import (
    CART,
    CODE,
    MOVED_SHIPPING_ID,
    MOVED_TOTAL_ID,
    REFUND,
    REFUND_ID,
    SHIFTED,
    SHIPPING_ID,
    TOTAL_ID,
    goldkeeper,
)
from tests.stores.git_repositories import Repository, a_repository

ODD = "caf\udce9.py"


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """Only read: v1 is the older state."""
    made = a_repository(tmp_path_factory.mktemp("code") / "shop")
    made.commit({**CODE, ODD: REFUND})
    made.git("tag", "v1")
    made.commit({**SHIFTED, ODD: "import os\n\n" + REFUND})
    return made


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    made = a_repository(tmp_path_factory.mktemp("code") / "other")
    made.commit({"lib.py": REFUND})
    made.git("tag", "v1")
    made.commit({"lib.py": None, "core.py": REFUND})
    return made


def remap(folder: Path, *arguments: str | Path, stdin: str | bytes = "") -> Result:
    return goldkeeper(folder, "remap", *arguments, stdin=stdin)


def answers(done: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.split("\n") if line]


def first(answer: dict[str, Any]) -> str | None:
    return answer["candidates"][0]["id"] if answer["candidates"] else None


def request(repo: str | Path, *ids: str, base: str = "v1", head: str = "HEAD") -> str:
    return json.dumps({"repo": str(repo), "from": base, "to": head, "ids": ids}) + "\n"


def test_ids_come_from_stdin_and_answers_in_their_order(repository: Repository) -> None:
    done = remap(repository.top, "--from", "v1", "--json", stdin=f"{SHIPPING_ID}\r\n\n{REFUND_ID}\n{TOTAL_ID}")

    assert done.exit_code == 0
    assert [first(answer) for answer in answers(done)] == [MOVED_SHIPPING_ID, REFUND_ID, MOVED_TOTAL_ID]
    assert done.stderr == ""


def test_ids_come_from_a_file_with_or_without_a_byte_order_mark(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "ids.txt").write_text(f"\ufeff{TOTAL_ID}\n{ODD}:1-3:refund\n", "utf-8", "surrogateescape")

    done = remap(repository.top, "--from", "v1", "--ids", tmp_path / "ids.txt", "--json")

    assert [first(answer) for answer in answers(done)] == [MOVED_TOTAL_ID, f"{ODD}:3-5:refund"]


def test_bytes_on_stdin_that_are_no_utf8_come_back_as_they_were(repository: Repository) -> None:
    line = f"{ODD}:1-3:refund\n".encode("utf-8", "surrogateescape")

    done = remap(repository.top, "--from", "v1", "--json", stdin=line)

    assert [(answer["id"], first(answer)) for answer in answers(done)] == [(f"{ODD}:1-3:refund", f"{ODD}:3-5:refund")]


def test_the_target_may_be_the_older_state_and_the_repository_bare(repository: Repository) -> None:
    done = remap(repository.top, "--repo", ".git", "--from", "HEAD", "--to", "v1", "--json", stdin=MOVED_TOTAL_ID)

    assert first(answers(done)[0]) == TOTAL_ID


def test_without_json_a_line_has_five_fields(repository: Repository) -> None:
    done = remap(repository.top, "--from", "v1", stdin=f"{TOTAL_ID}\nno id\n")

    rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert rows[0][:4] == ["shifted", "same", TOTAL_ID, MOVED_TOTAL_ID]
    assert rows[1] == ["unknown", "-", "no id", "-", "-"]


def test_without_json_what_is_gone_names_no_candidate(tmp_path: Path) -> None:
    made = a_repository(tmp_path / "shop")
    made.commit({"cart.py": CART, "refund.py": REFUND})
    made.git("tag", "v1")
    made.commit({"refund.py": None})
    gone = next(line for line in goldkeeper(made.top, "chunk", "--rev", "v1").stdout.split() if "refund" in line)

    done = remap(made.top, "--from", "v1", stdin=gone)

    assert done.stdout == f"missing\tgone\t{gone}\t-\t-\n"


def test_a_malformed_or_unknown_id_stops_nothing(repository: Repository) -> None:
    done = remap(repository.top, "--from", "v1", "--json", stdin=f"no id\nnone.py:1-2:f\n{TOTAL_ID}\n")

    assert done.exit_code == 0
    assert [answer["status"] for answer in answers(done)] == ["unknown", "unknown", "shifted"]
    assert "expected path:start-end:symbol" in answers(done)[0]["problem"]


def test_a_batch_asks_several_repositories_and_answers_in_order(repository: Repository, other: Repository) -> None:
    lines = [
        request(repository.top, TOTAL_ID),
        "\n",
        request(other.top, "lib.py:1-3:refund", "x"),
        request(repository.top / ".git", SHIPPING_ID),
        request(other.top),
        request(repository.top, MOVED_TOTAL_ID, base="HEAD", head="v1"),
    ]

    done = remap(repository.top, "--batch", "-", "--json", stdin="".join(lines))

    assert done.exit_code == 0
    assert [first(answer) for answer in answers(done)] == [
        MOVED_TOTAL_ID,
        "core.py:1-3:refund",
        None,
        MOVED_SHIPPING_ID,
        TOTAL_ID,
    ]


def test_a_repository_is_named_from_where_the_command_is_called(repository: Repository, other: Repository) -> None:
    for made, chunk_id in ((repository, TOTAL_ID), (other, "lib.py:1-3:refund")):
        (answer,) = answers(remap(made.top, "--from", "v1", "--json", stdin=chunk_id))
        assert answer["status"] != "unknown"


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ({"repo": "none"}, "no such folder"),
        ({"repo": "/"}, "not a git repository"),
        ({"base": "v9"}, "revision 'v9' names no commit here"),
        ({"head": "v9"}, "revision 'v9' names no commit here"),
    ],
)
def test_a_request_that_can_not_be_answered_leaves_the_others_alone(
    bad: dict[str, str], said: str, repository: Repository
) -> None:
    refused = {"repo": str(repository.top), "base": "v1", "head": "HEAD"} | bad
    lines = [
        request(repository.top, TOTAL_ID),
        request(refused["repo"], TOTAL_ID, REFUND_ID, base=refused["base"], head=refused["head"]),
        request(repository.top, SHIPPING_ID),
    ]

    done = remap(repository.top, "--batch", "-", "--json", stdin="".join(lines))

    found = answers(done)
    assert done.exit_code == 2
    assert [answer["id"] for answer in found] == [TOTAL_ID, TOTAL_ID, REFUND_ID, SHIPPING_ID]
    assert [first(answer) for answer in found] == [MOVED_TOTAL_ID, None, None, MOVED_SHIPPING_ID]
    assert all(said in answer["problem"] for answer in found[1:3])
    assert done.stderr.count(said) == 1


@pytest.mark.parametrize(
    "line",
    [
        "{broken",
        "[]",
        "3",
        '{"repo": ".", "from": "v1", "to": "HEAD"}',
        '{"repo": ".", "from": "v1", "to": "HEAD", "ids": "src/cart.py:1-3:total"}',
        '{"repo": ".", "from": "v1", "to": "HEAD", "ids": [3]}',
        '{"repo": ".", "from": null, "to": "HEAD", "ids": []}',
        "[" * 100_000,
    ],
    ids=range(8),
)
def test_a_line_that_is_no_request_is_named_with_its_remedy(line: str, repository: Repository) -> None:
    done = remap(repository.top, "--batch", "-", "--json", stdin=f"\n{request('.', TOTAL_ID)}{line}\n")

    assert isinstance(done.exception, BadRequest)
    assert str(done.exception).startswith("-:3: not a request; expected one object a line: {")
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        ([], BadRequest),
        (["--from", "v9"], UnknownRevision),
        (["--from", "v1", "--to", "v9"], UnknownRevision),
        (["--from", "v1", "--repo", "none"], FileMissing),
        (["--from", "v1", "--repo", "/"], NotARepository),
        (["--from", "v1", "--ids", "none.txt"], FileMissing),
        (["--from", "v1", "--ids", "."], FileUnreadable),
        (["--batch", "none.jsonl"], FileMissing),
    ],
)
def test_what_can_not_be_asked_is_input_of_the_user(arguments: list[str], kind: type, repository: Repository) -> None:
    done = remap(repository.top, *arguments, stdin=TOTAL_ID)

    assert isinstance(done.exception, kind), done.exception
    assert done.stdout == ""


def test_an_id_with_a_line_break_of_another_kind_is_one_id(tmp_path: Path) -> None:
    made = a_repository(tmp_path)
    path = "a\x0b\u2028b.py"
    made.commit({path: CART})

    (answer,) = answers(remap(tmp_path, "--from", "HEAD", "--json", stdin=f"{path}:1-3:total\n"))

    assert (answer["id"], answer["status"]) == (f"{path}:1-3:total", "intact")


def test_half_a_character_in_a_batch_is_answered(repository: Repository) -> None:
    lines = request(".", "\ud800.py:1-2:f")

    done = subprocess.run(
        [sys.executable, "-m", "goldkeeper", "remap", "--batch", "-", "--json"],
        cwd=repository.top,
        input=lines.encode(),
        capture_output=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["id"] == "\ud800.py:1-2:f"
