"""The review screen without a terminal: keys go in, and what is seen comes out as lines."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path

from textual.pilot import Pilot

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import Chunk
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.proposals import Action, Cause, RemapProposal
from goldkeeper.model.staleness import Edit, Staleness
from goldkeeper.terminal.app import ReviewApp
from goldkeeper.workflow.desk import ReviewDesk
from tests.builders import NOON, a_candidate, a_chunk, a_commit_note, a_drift, a_gold_pair, a_match, a_proposal
from tests.workflow.desks import FakeWorld, a_desk

APPROVED = Path(__file__).parent / "approved"
NARROW, WIDE = (80, 24), (140, 40)
OLD_FEE = "def fee(self):\n    days = self.late_days\n    return days * 30"
FEE = a_chunk(
    "Loan.fee", path="loans/fees.py", start=12, text="def fee(self):\n    late = self.late_days\n    return late * 30"
)
COUNT = a_chunk("count", path="loans/desk.py", start=40, text="def count(books):\n    return len(books)")
MEAN = a_chunk(
    "close", path="loans/desk.py", start=50, text="def close(desk):\n    log('\x1b[31m\u202e[bold]')\n    return [/]"
)
MOVE = Cause("directory:desk>loans", "2 chunks: desk/ moved to loans/ in a1b2c3d")
EDIT = Cause("commit:1", "2 chunks: edited in loans/desk.py by a1b2c3d “[red]Close[/red] early”")


def moved(old: str, new: Chunk, query: str) -> RemapProposal:
    match = a_match(old, a_candidate(new, confidence=0.98), a_candidate(COUNT, confidence=0.01, margin=-9.0))
    return a_proposal(
        old,
        match=match,
        pairs=[a_gold_pair(old, query_id=query)],
        cause=MOVE,
        commits=[a_commit_note("Loans move out")],
    )


def edited(chunk: Chunk, query: str, staleness: Staleness, note: str) -> RemapProposal:
    drift = replace(a_drift(DriftKind.EDITED, chunk=chunk), found=chunk)
    match = a_match(chunk.id, a_candidate(chunk), change=ChangeKind.SAME)
    pairs = [a_gold_pair(drift.chunk_id, query_id=query, grade=2)]
    return a_proposal(
        drift.chunk_id,
        drift=drift,
        match=match,
        action=Action.KEEP,
        pairs=pairs,
        cause=EDIT,
        edit=Edit(staleness, note),
    )


def a_world() -> FakeWorld:
    """Two causes: two chunks that moved, and two that were edited, of which one does something else now."""
    proposals = [
        moved("desk/fees.py:3-5:Loan.fee", FEE, "late-fee"),
        moved("desk/desk.py:9-10:count", COUNT, "how-many"),
        edited(MEAN, "closing", Staleness.BEHAVIOUR, "now calls log"),
        edited(COUNT, "how-many", Staleness.REFORMATTED, ""),
    ]
    judged = {
        "desk/fees.py:3-5:Loan.fee": OLD_FEE,
        "desk/desk.py:9-10:count": COUNT.text,
        str(MEAN.id): "def close(desk):\n    return [/]",
        str(COUNT.id): "def count(books): return len(books)",
    }
    return FakeWorld(proposals, [FEE, COUNT, MEAN], judged=judged)


class Seen:
    """An application under test."""

    def __init__(self, app: ReviewApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    async def press(self, *keys: str) -> "Seen":
        """Press keys one by one; what they set off is done when this returns."""
        await self.settle()
        for key in keys:
            await self.pilot.press(key)
            await self.settle()
        return self

    async def settle(self) -> None:
        """Wait for threads, and for what they had to show."""
        for _ in range(2):
            await self.pilot.pause()
            await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    @property
    def lines(self) -> list[str]:
        """What is on the screen."""
        return [strip.text.rstrip() for strip in self.app.screen._compositor.render_strips()]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def states(self) -> list[str]:
        return [item.state.value for item in self.app.hand.desk.world.queue.items()]


def seen(
    story: Callable[[Seen], Awaitable[None]],
    *,
    world: FakeWorld | None = None,
    desk: ReviewDesk | None = None,
    size: tuple[int, int] = NARROW,
    colours: bool = True,
    judge: str = "ada",
) -> None:
    """Play a story on the screen."""

    async def play() -> None:
        app = ReviewApp(desk or a_desk(world or a_world()), judge, now=NOON, colours=colours)
        async with app.run_test(size=size) as pilot:
            view = Seen(app, pilot)
            await view.settle()
            await story(view)

    asyncio.run(play())


def assert_approved(name: str, lines: Sequence[str]) -> None:
    """Hold a screen against the approved one of that name; see `tests/reporting/approval.py`."""
    approved = APPROVED / name
    received = approved.with_name(f"{name}.received")
    text = "".join(f"{line}\n" for line in lines)
    expected = approved.read_text(encoding="utf-8") if approved.exists() else ""
    if text != expected:
        received.write_text(text, encoding="utf-8")
    else:
        received.unlink(missing_ok=True)
    assert text == expected, f"{received.name} differs from what was approved; read it"
