from dataclasses import replace

from goldkeeper.matching.matcher import match_chunks
from goldkeeper.model.changes import Change, ChangeKind
from goldkeeper.model.chunks import Chunk
from goldkeeper.model.proposals import Match
from tests.builders import a_chunk, a_snapshot

START = "def run(job):\n    job.start()\n    job.wait()\n    return job.code"
QUEUE = "def run(job):\n    queue = job.queue\n    queue.append(job)\n    return len(queue)"


def matched(wanted: Chunk, base: list[Chunk], head: list[Chunk]) -> Match:
    return match_chunks([wanted], Change(a_snapshot(*base), a_snapshot(*head)))[wanted.id]


def first(match: Match) -> str:
    return str(match.candidates[0].chunk_id)


def test_two_files_that_swapped_names_are_found_in_one_another() -> None:
    one, other = a_chunk("run", path="a.py", start=1, text=START), a_chunk("run", path="b.py", start=1, text=QUEUE)
    head = [a_chunk("run", path="a.py", start=1, text=QUEUE), a_chunk("run", path="b.py", start=1, text=START)]
    assert first(matched(one, [one, other], head)) == "b.py:1-4:run"
    assert first(matched(other, [one, other], head)) == "a.py:1-4:run"


def test_lines_above_only_shift() -> None:
    chunk = a_chunk("run", start=1, text=START)
    match = matched(chunk, [chunk], [a_chunk("run", start=9, text=START)])
    assert (match.change, match.certain) == (ChangeKind.SAME, True)
    assert first(match) == "src/cart.py:9-12:run"


def test_a_deleted_function_is_gone() -> None:
    chunk, other = a_chunk("run", start=1, text=START), a_chunk("walk", start=7, text=QUEUE.replace("run", "walk"))
    match = matched(chunk, [chunk, other], [a_chunk("walk", start=1, text=other.text)])
    assert match.change is ChangeKind.GONE
    assert match.gone > 0.5


def test_a_chunk_whose_text_is_lost_is_found_by_its_digest() -> None:
    chunk = a_chunk("run", path="a.py", start=1, text=START)
    remembered = replace(chunk, text="")
    head = [a_chunk("walk", path="a.py", start=1, text=QUEUE), a_chunk("run", path="b.py", start=1, text=START)]
    assert first(matched(remembered, [remembered], head)) == "b.py:1-4:run"


def test_a_chunk_whose_text_is_lost_is_found_by_its_place() -> None:
    remembered = replace(a_chunk("run", start=1, text=START), text="")
    match = matched(remembered, [remembered], [a_chunk("run", start=3, text=QUEUE), a_chunk("walk", start=9)])
    assert first(match) == "src/cart.py:3-6:run"
    assert not match.certain
