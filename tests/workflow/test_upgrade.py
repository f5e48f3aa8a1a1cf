"""What a new model's ranking asks of people, and which upgrades ask for an audit."""

from goldkeeper.model.gold import QueryId
from goldkeeper.model.passports import Passport
from goldkeeper.model.runs import RankedChunk, Run
from goldkeeper.model.upgrades import Upgrade, UpgradeKind
from goldkeeper.workflow.upgrade import HolesFound, audit_reasons, find_holes
from tests.builders import NOON, a_passport
from tests.projects import REFUND_ID, SHIPPING_ID, TOTAL_ID
from tests.workflow.worlds import World


def holes(*ranking: str, depth: int = 10, query: str = "q1") -> HolesFound:
    world = World(None)
    answers = tuple(RankedChunk(chunk, rank) for rank, chunk in enumerate(ranking, 1))
    run = Run("r.jsonl", {QueryId(query): answers})
    return find_holes(run, world.gold.read(), world.code, depth=depth)


def an_upgrade(number: int, *kinds: UpgradeKind, after: Passport) -> Upgrade:
    return Upgrade(number, a_passport(model="small", chunker="a"), after, kinds, NOON, "ci")


def test_only_unjudged_chunks_of_the_code_are_asked_about() -> None:
    found = holes(REFUND_ID, TOTAL_ID, "src/none.py:1-2:f", "no chunk at all", SHIPPING_ID)
    assert [(str(hole.chunk_id), hole.rank) for hole in found.holes] == [(REFUND_ID, 1)]
    assert (found.looked_at, found.judged) == (5, 2)
    assert [text for _, text in found.unknown] == ["src/none.py:1-2:f", "no chunk at all"]


def test_what_lies_below_the_top_is_not_looked_at() -> None:
    assert holes(TOTAL_ID, REFUND_ID, depth=1).holes == ()


def test_a_run_of_other_queries_says_so() -> None:
    found = holes(REFUND_ID, query="q9")
    assert (found.looked_at, found.other_queries) == (0, 1)


def test_an_embedding_upgrade_alone_asks_for_an_audit() -> None:
    model = an_upgrade(1, UpgradeKind.EMBEDDING, after=a_passport(model="large", chunker="a"))
    chunker = an_upgrade(2, UpgradeKind.CHUNKER, after=a_passport(model="small", chunker="b"))
    assert audit_reasons([model, chunker]) == {1: "upgrade 1: embedding model small → large"}
