"""Assistants read the queue and propose; only people decide."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the extra mcp is not installed")

from mcp import Client

from goldkeeper.web.assistant import make_assistant_server
from goldkeeper.web.office import Office
from tests.projects import MOVED_TOTAL_ID, TOTAL_ID, Shop, a_shop_with_answers
from tests.web.houses import keeper_of

Call = Callable[..., Awaitable[dict[str, Any]]]


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return a_shop_with_answers(tmp_path)


def _talk(shop: Shop, deed: Callable[[Call], Awaitable[None]]) -> None:
    office = Office(lambda: keeper_of(shop.top))

    async def talked() -> None:
        async with Client(make_assistant_server(office, "Robin")) as client:

            async def call(tool: str, **arguments: object) -> dict[str, Any]:
                said = await client.call_tool(tool, arguments)
                assert not said.is_error, said
                found = said.structured_content
                assert isinstance(found, dict)
                return found

            await deed(call)

    try:
        asyncio.run(talked())
    finally:
        office.close()


def test_an_assistant_reads_what_people_read(shop: Shop) -> None:
    async def deed(call: Call) -> None:
        assert (await call("status"))["waiting"] == 2
        assert (await call("list_causes"))["groups"][0]["group"] == "g1"
        assert len((await call("list_questions", group="g1"))["items"]) == 2
        shown = (await call("show_question", number=1))["item"]
        assert (shown["chunk"], shown["proposed"]) == (TOTAL_ID, [MOVED_TOTAL_ID])
        assert "def total" in shown["texts"]["base"]
        assert (await call("search_chunks", words="refund"))["chunks"][0]["id"] == "src/orders.py:1-3:refund"
        assert (await call("show_question", number=99))["problem"] == "UnknownItem"

    _talk(shop, deed)


def test_what_an_assistant_proposes_is_a_note_and_no_answer(shop: Shop) -> None:
    async def deed(call: Call) -> None:
        said = await call("propose_answer", number=1, answer="amend", reason="it moved", targets=[MOVED_TOTAL_ID])
        assert said == {"noted": 1, "by": "assistant:Robin"}
        refused = await call("propose_answer", number=1, answer="amend", reason="it moved", targets=["nonsense"])
        assert refused["problem"] == "MalformedChunkId"

    _talk(shop, deed)
    item = shop.json("review", "show", "1")["item"]
    assert (item["state"], item["decision"]) == ("waiting", None)
    note = item["history"][-1]
    assert (note["who"], note["what"]) == ("assistant:Robin", "note")
    assert note["why"] == f"proposes amend to {MOVED_TOTAL_ID}: it moved"
