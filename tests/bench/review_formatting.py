"""How many decisions does a repository-wide commit cost a reviewer?

    python tests/bench/review_formatting.py REPOSITORY COMMIT FOLDER [--items 300] [--drifted]

makes a gold set in FOLDER of so many functions whose text the commit changed (a formatter's, say), judged at its
parent, scans at the commit, and answers as a reviewer would: card by card in the order of work, the odd members
looked at, the whole accepted. With `--drifted` the functions are drawn from all that are not what they were under
their ID, moved, renamed and gone ones too. It prints each card, what a yes to the whole leaves behind, the number of
decisions with each of these answered by itself, and how long cards and pages take.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from goldkeeper.adjudication.cards import Card
from goldkeeper.model.reviews import Answer
from goldkeeper.wiring.desk import open_desk
from goldkeeper.workflow.answering import Shown

JUDGE = "bench"
ROUNDS = 20  # of looking at all cards
PAGES = 200  # looked at, spread over all items
LEAST_LINES = 3  # a getter on one line has nothing to format


def say(line: str) -> None:
    """One line."""
    sys.stdout.write(f"{line}\n")


def goldkeeper(folder: Path, *arguments: str) -> str:
    """A command's stdout; drift is no failure."""
    command = [sys.executable, "-m", "goldkeeper", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in {0, 1}:
        raise SystemExit(done.stderr)
    return done.stdout


def git(repository: Path, *arguments: str) -> str:
    """A git command's stdout."""
    return subprocess.run(
        ["git", *arguments], cwd=repository, capture_output=True, text=True, check=True
    ).stdout.strip()


def functions(repository: Path, revision: str) -> dict[tuple[str, str], dict[str, Any]]:
    """Path and symbol → function of a state; overloads carry an ordinal."""
    lines = goldkeeper(repository, "chunk", "--repo", ".", "--rev", revision, "--json").splitlines()
    found = (json.loads(line) for line in lines)
    return {(one["path"], one["symbol"]): one for one in found if one["kind"] == "function"}


def choose(repository: Path, parent: str, commit: str, wanted: int, *, drifted: bool) -> list[str]:
    """IDs of functions that the commit gave another text, drawn by the digest of their names.

    With `drifted`, of all whose ID does not name the same text any more.
    """
    before, after = functions(repository, parent), functions(repository, commit)
    same = {(one["id"], one["digest"]) for one in after.values()}

    def counts(key: tuple[str, str], one: dict[str, Any]) -> bool:
        if drifted:
            return (one["id"], one["digest"]) not in same
        return key in after and after[key]["digest"] != one["digest"]

    long = {key: one for key, one in before.items() if one["end"] - one["start"] + 1 >= LEAST_LINES}
    changed = [one["id"] for key, one in long.items() if counts(key, one)]
    changed.sort(key=lambda text: hashlib.blake2b(text.encode()).digest())
    return changed[:wanted]


def set_up(repository: Path, commit: str, folder: Path, wanted: int, *, drifted: bool) -> None:
    """A project whose gold set was judged at the commit's parent, scanned at the commit."""
    parent = git(repository, "rev-parse", f"{commit}^")
    folder.mkdir(parents=True)
    rows = [
        {"qid": f"q{n}", "query": f"where is {chunk.rpartition(':')[2]}", "type": "identifier", "gold": {chunk: 3}}
        for n, chunk in enumerate(choose(repository, parent, commit, wanted, drifted=drifted), 1)
    ]
    (folder / "gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    goldkeeper(folder, "init", "--repo", str(repository), "--rev", parent)
    began = time.perf_counter()
    goldkeeper(folder, "scan", "--rev", git(repository, "rev-parse", commit), "--no-report")
    say(f"{len(rows)} gold chunks, scanned in {time.perf_counter() - began:.1f} s")
    config = folder / "config" / "goldkeeper.toml"
    text = config.read_text(encoding="utf-8").replace(parent, git(repository, "rev-parse", commit))
    config.write_text(text, encoding="utf-8")


def review(folder: Path) -> None:
    """Every card accepted as a whole; what that leaves is told."""
    with open_desk(folder / "config" / "goldkeeper.toml") as desk:
        cards = [card for card in desk.cards(JUDGE) if card.members]
        say(f"{sum(len(card.members) for card in cards)} stale items on {len(cards)} cards")
        decisions = answered = looked = 0
        for card in cards:
            began = time.perf_counter()
            for member in card.odd:  # they stand on top, and a yes to the rest asks that they were looked at
                desk.page(member.number, JUDGE)
                looked += 1
            seen = {member.number for member in card.odd}
            along = [member for member in card.members if not member.aside or member.number in seen]
            if along:
                outcome = desk.answer(Answer.ACCEPT, [Shown(one.number, one.key) for one in along], JUDGE)
                decisions, answered = decisions + 1, answered + len(outcome.answered)
            tell(card, len(along), time.perf_counter() - began)
        left = [member for card in desk.cards(JUDGE) for member in card.members]
        say(f"{looked} looked at; {answered} answered by {decisions} decisions; {len(left)} need one of their own")
        say(f"{decisions + len(left)} decisions in all")
        for member in left:
            proposal = member.item.proposal
            note = proposal.edit.note if proposal.edit is not None else ""
            say(f"  {member.number}  {member.aside}: {note}  {proposal.chunk_id}")


def clock(folder: Path) -> None:
    """How long cards and pages take in a face that stays open, in milliseconds of CPU."""
    with open_desk(folder / "config" / "goldkeeper.toml") as desk:
        items = desk.world.queue.items()
        desk.cards(JUDGE)
        cards = [timed(lambda: desk.cards(JUDGE)) for _ in range(ROUNDS)]
        numbers = [item.number for item in items][:: max(1, len(items) // PAGES)]
        pages = [timed(partial(desk.page, number, JUDGE)) for number in numbers]
    for what, taken in (("cards", cards), ("page", pages)):
        taken.sort()
        median, late = taken[len(taken) // 2], taken[len(taken) * 95 // 100]
        say(f"{what}: median {median:.0f} ms, p95 {late:.0f} ms of CPU, {len(items)} items")


def timed(deed: Callable[[], object]) -> float:
    """Milliseconds of CPU, so that what else runs on the machine counts for nothing."""
    began = time.process_time()
    deed()
    return (time.process_time() - began) * 1_000


def tell(card: Card, along: int, seconds: float) -> None:
    """A card on two lines."""
    say(f"{card.group}  {card.sentence}")
    odd = ", ".join(f"{one.number} ({one.oddities[0]})" for one in card.odd[:6])
    say(f"    {along} of {len(card.members)} accepted in {seconds:.1f} s; on top: {odd or 'nothing odd'}")


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repository", type=Path)
    parser.add_argument("commit")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--items", type=int, default=300)
    parser.add_argument("--drifted", action="store_true", help="draw from all that drifted")
    asked = parser.parse_args()
    if not asked.folder.exists():
        set_up(asked.repository.resolve(), asked.commit, asked.folder, asked.items, drifted=asked.drifted)
    clock(asked.folder)
    review(asked.folder)


if __name__ == "__main__":
    main()
