"""Histories in which a wrong answer is near at hand: it may be offered, never called certain."""

from pathlib import Path
from typing import Any

import pytest

from tests.projects import Shop, a_set_up_shop, gold_lines
from tests.stores.git_repositories import Repository

PARSE = '''\
def parse(line):
    """Fields of a line."""
    name, _, rest = line.partition(":")
    fields = [part.strip() for part in rest.split(",") if part]
    return name.strip(), fields
'''
PARSE_ID = "lib/p.py:1-5:parse"


def asked(shop: Shop, chunk_id: str) -> dict[str, Any]:
    record = shop.json("scan", "--no-report", code=1)
    found: dict[str, Any] = next(chunk for chunk in record["chunks"] if chunk["id"] == chunk_id)
    return found


def offered(found: dict[str, Any]) -> list[str]:
    return [candidate["id"] for candidate in found["candidates"]]


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return a_set_up_shop(tmp_path / "shop", code={"lib/p.py": PARSE}, gold=gold_lines({PARSE_ID: 3}))


def test_two_heirs_of_one_text_are_both_offered_and_none_is_certain(shop: Shop) -> None:
    shop.commit({"lib/p.py": None, "tests/fixtures/p.py": PARSE, "core/parsing.py": f"import re\n\n\n{PARSE}"}, "apart")

    found = asked(shop, PARSE_ID)

    assert not found["certain"]
    assert found["ambiguous"]
    assert {"tests/fixtures/p.py:1-5:parse", "core/parsing.py:4-8:parse"} <= set(offered(found))


def test_a_file_that_was_renamed_alone_leaves_its_chunks_certain(shop: Shop) -> None:
    shop.commit({"lib/p.py": None, "core/parsing.py": PARSE}, "renamed")

    found = asked(shop, PARSE_ID)

    assert found["certain"]
    assert found["proposed"] == ["core/parsing.py:1-5:parse"]


def test_a_one_liner_that_turns_up_elsewhere_is_not_certain(tmp_path: Path) -> None:
    one_liner = "    def close(self):\n        self.conn.close()\n"
    rest = "\n    def ask(self, text):\n        return self.conn.send(text).lines()\n"
    shop = a_set_up_shop(
        tmp_path / "shop",
        code={"a.py": f"class A:\n{one_liner}{rest}"},
        gold=gold_lines({"a.py:2-3:A.close": 3}),
    )
    shop.commit({"a.py": f"class A:\n{rest.lstrip()}".replace("class A:\ndef", "class A:\n    def")}, "no close")
    shop.commit({"other.py": f"class Unrelated:\n{one_liner}"}, "something else")

    assert not asked(shop, "a.py:2-3:A.close")["certain"]


def test_a_name_that_another_function_bears_is_left_to_a_person(tmp_path: Path) -> None:
    judged = """\
def main(argv):
    options = read_options(argv)
    server = Server(options.port)
    server.run_forever()
"""
    other = """\
def main():
    'Draw the chart.'
    rows = load("prices.csv")
    plot(rows, title="prices", colour="blue")
"""
    shop = a_set_up_shop(
        tmp_path / "shop",
        code={"x/util.py": judged, "y/cli.py": "import sys\n"},
        gold=gold_lines({"x/util.py:1-4:main": 3}),
    )
    shop.commit({"x/util.py": None, "y/cli.py": f"import sys\n\n\n{other}"}, "another main")

    found = asked(shop, "x/util.py:1-4:main")

    assert found["ambiguous"] or found["change"] == "gone"
    assert not found["certain"]


def test_what_can_not_be_read_is_never_surely_gone(shop: Shop, tmp_path: Path) -> None:
    shop.commit({"lib/p.py": None, "core/q.py": PARSE.replace("parse", "take_apart")}, "renamed")
    elsewhere = tmp_path / "shallow"
    shop.repository.git("clone", "--quiet", "--depth=1", f"file://{shop.top}", str(elsewhere))
    (elsewhere / "gold.anchors.jsonl").write_bytes((shop.top / "gold.anchors.jsonl").read_bytes())
    clone = Shop(Repository(elsewhere))

    found = asked(clone, PARSE_ID)

    assert found["ambiguous"]
    assert found["gone"] <= 0.5
    notes = clone.json("scan", "--no-report", code=1)["notes"]
    assert any("this clone doesn't have" in note for note in notes)
