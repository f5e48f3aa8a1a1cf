"""Tokens of judges in a database, also where many are made at one instant."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from goldkeeper.stores.database import Database
from goldkeeper.stores.tokens import DatabaseTokens
from tests.builders import NOON

SCOPE = "gold/gold.jsonl"
AT_ONCE = 8


def test_tokens_made_at_one_instant_get_numbers_of_their_own(place: str) -> None:
    with Database.open(place) as database:
        ready = Barrier(AT_ONCE)

        def add(seat: int) -> int:
            tokens = DatabaseTokens(database, SCOPE)
            ready.wait(20)
            return tokens.add(f"judge {seat}", now=NOON)[0].number

        with ThreadPoolExecutor(AT_ONCE) as workers:
            numbers = sorted(workers.map(add, range(AT_ONCE)))
        assert numbers == list(range(1, AT_ONCE + 1))
        assert [token.number for token in DatabaseTokens(database, SCOPE).all()] == numbers


def test_a_token_of_one_gold_set_lets_nobody_into_another(database: Database) -> None:
    _, text = DatabaseTokens(database, SCOPE).add("ada", now=NOON)
    assert DatabaseTokens(database, SCOPE).find(text, now=NOON) is not None
    assert DatabaseTokens(database, "other.jsonl").find(text, now=NOON) is None
    assert DatabaseTokens(database, "other.jsonl").standing(1, now=NOON) is None


def test_what_is_near_a_token_lets_nobody_in(database: Database) -> None:
    tokens = DatabaseTokens(database, SCOPE)
    _, text = tokens.add("ada", now=NOON)
    for near in ("", text[:-1], text + "x", text.upper(), text.removeprefix("gk_"), "\ud800", "%"):
        assert tokens.find(near, now=NOON) is None, near
