"""A small shop whose gold set drifts: a real repository, and goldkeeper's commands upon it."""

import json
from collections.abc import Mapping, Sequence
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from goldkeeper.cli.main import app
from tests.stores.git_repositories import Repository, a_repository

TOTAL = """\
def total(cart):
    amount = sum(line.price for line in cart.lines)
    return amount + shipping(cart)
"""
SHIPPING = """\
def shipping(cart):
    weight = sum(line.weight for line in cart.lines)
    return 4 if weight < 2 else 9
"""
REFUND = """\
def refund(order, reason):
    ticket = open_ticket(order.customer, reason)
    return pay_back(order.paid, ticket)
"""
CART = f"{TOTAL}\n\n{SHIPPING}"  # total in lines 1 to 3, shipping in 6 to 8
TOTAL_ID = "src/cart.py:1-3:total"
SHIPPING_ID = "src/cart.py:6-8:shipping"
REFUND_ID = "src/orders.py:1-3:refund"
CODE = {"src/cart.py": CART, "src/orders.py": REFUND}
# Each other says the same, where the lines above moved down by two.
SHIFTED = {"src/cart.py": f"import math\n\n{CART}"}
MOVED_TOTAL_ID = "src/cart.py:3-5:total"
MOVED_SHIPPING_ID = "src/cart.py:8-10:shipping"


def gold_lines(*golds: Mapping[str, int]) -> str:
    """A gold file: queries q1, q2, … with these IDs and grades."""
    rows = [
        {"qid": f"q{n}", "query": f"question {n}", "type": "intent", "gold": dict(gold)}
        for n, gold in enumerate(golds, 1)
    ]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


GOLD = gold_lines({TOTAL_ID: 3, SHIPPING_ID: 1}, {REFUND_ID: 2})


def goldkeeper(folder: Path, *arguments: str | Path, stdin: str | bytes | None = None) -> Result:
    """A command, called in a folder."""
    with chdir(folder):
        return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)


@dataclass
class Shop:
    """A repository with code and gold set; commands run at its top."""

    repository: Repository

    @property
    def top(self) -> Path:
        return self.repository.top

    @property
    def gold(self) -> Path:
        return self.top / "gold.jsonl"

    @property
    def anchors(self) -> dict[str, dict[str, Any]]:
        """What stands in the anchor file, by ID."""
        file = self.top / "gold.anchors.jsonl"
        rows = map(json.loads, file.read_text("utf-8").splitlines()) if file.exists() else ()
        return {row["id"]: row for row in rows}

    @property
    def golds(self) -> list[dict[str, int]]:
        """The gold of each query."""
        return [json.loads(line)["gold"] for line in self.gold.read_text("utf-8").splitlines()]

    def run(self, *arguments: str | Path, code: int | None = 0) -> Result:
        """A command that ends with this exit code; None takes any that is no fault of ours."""
        done = goldkeeper(self.top, *arguments)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        assert code is None or done.exit_code == code, done.output
        return done

    def json(self, *arguments: str | Path, code: int | None = 0) -> Any:
        """What a command prints with `--json`."""
        return json.loads(self.run(*arguments, "--json", code=code).stdout)

    def drifts(self, *arguments: str) -> dict[str, str]:
        """A scan: gold ID → drift."""
        record = self.json("scan", "--no-report", *arguments, code=None)
        return {chunk["id"]: chunk["drift"] for chunk in record["chunks"]}

    def commit(self, files: Mapping[str, str | bytes | None] | None = None, message: str = "a change") -> str:
        """Write files and commit all that is there."""
        return self.repository.commit(files, message)


def a_shop(top: Path, *, code: Mapping[str, str | bytes] = CODE, gold: str = GOLD, commit: bool = True) -> Shop:
    """Code and gold set in one commit."""
    shop = Shop(a_repository(top))
    shop.repository.write({**code, "gold.jsonl": gold})
    if commit:
        shop.commit(message="code and gold")
    return shop


def a_set_up_shop(top: Path, *, code: Mapping[str, str | bytes] = CODE, gold: str = GOLD) -> Shop:
    """The same after `init`, everything committed."""
    shop = a_shop(top, code=code, gold=gold)
    shop.run("init")
    shop.commit(message="goldkeeper")
    return shop


def a_shop_with_answers(top: Path, *answers: Sequence[str], changes: Mapping[str, str | None] = SHIFTED) -> Shop:
    """A shop that drifted and was scanned, and whose questions were answered (`("accept", "--all")`, …)."""
    shop = a_set_up_shop(top)
    shop.commit(changes, "drift")
    shop.run("scan", "--no-report", code=1)
    for answer in answers:
        shop.run("review", *answer, "--by", "ada")
    return shop
