import json
from collections import Counter
from random import Random

import pytest

from goldkeeper.chunking.chunker import DefinitionChunker
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import Chunk, ChunkId, ChunkKind
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.proposals import Action, Match
from goldkeeper.model.stories import Fate, Happening
from goldkeeper.workflow.demo import Told, chunks_of, first_doc_line, judge_story, sample_gold
from tests.builders import a_candidate, a_chunk, a_drift, a_proposal, a_scan_report


def functions(count: int) -> list[Chunk]:
    return [a_chunk(f"step_{number:03d}", path=f"src/m{number % 7}.py") for number in range(count)]


def gold_rows(data: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in data.splitlines()]


def test_the_same_seed_gives_the_same_gold_whatever_the_order_of_chunks() -> None:
    chunks = functions(100)

    one = sample_gold(chunks, size=20, rng=Random(7))
    other = sample_gold(reversed(chunks), size=20, rng=Random(7))

    assert one == other
    assert one != sample_gold(chunks, size=20, rng=Random(8))


def test_the_queries_come_in_the_mix_of_three_to_five_to_two() -> None:
    rows = gold_rows(sample_gold(functions(200), size=100, rng=Random(0)))

    assert Counter(row["type"] for row in rows) == {"identifier": 30, "intent": 50, "mixed": 20}


def test_a_small_package_gives_all_its_functions() -> None:
    assert len(gold_rows(sample_gold(functions(4), size=60, rng=Random(0)))) == 4


def test_classes_and_one_liners_are_not_asked_for() -> None:
    chunks = [a_chunk("Cart", kind=ChunkKind.CLASS), a_chunk("size", text="def size(self):\n    return 1")]

    assert sample_gold(chunks, size=60, rng=Random(0)) == b""


def python_function(text: str) -> Chunk:
    return a_chunk("Cart.pick_best", text=text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('def f(a: int = 3) -> int:\n    """Pick the best one."""\n    return a', "Pick the best one"),
        ('def f():\n    """\n    Pick the best one.\n\n    More.\n    """\n', "Pick the best one"),
        ("@cached\ndef f(\n    a,\n):\n    r'''Pick the best one.\n\n    More.'''\n", "Pick the best one"),
        ("def f():\n    'Pick the best one'\n", "Pick the best one"),
        ('def f():\n    a = {1: 2}\n    """Not a docstring."""\n', ""),
        ("def f(): return 1\n", ""),
        ("def f(a={}):\n    return a\n", ""),
    ],
)
def test_the_first_line_of_a_docstring_is_found(text: str, line: str) -> None:
    assert first_doc_line(python_function(text)) == line


def test_an_intent_query_is_made_of_the_names_words_where_there_is_no_docstring() -> None:
    chunk = a_chunk("HTTPServer.readAllLines2")
    (row,) = gold_rows(sample_gold([chunk], size=1, rng=Random(0)))

    assert row["query"] == "read all lines 2"
    assert row["type"] == "intent"


def test_files_that_can_not_be_chunked_are_left_out() -> None:
    files = {
        "b.py": b"def b():\n    return 1\n",
        "a.bin": b"\0",
        "a.py": b"\0\0",
        "a/c.py": b"def c():\n    return 1\n",
    }

    assert [chunk.symbol for chunk in chunks_of(files, DefinitionChunker())] == ["c", "b"]


OLD = ChunkId.parse("src/cart.py:3-7:Cart.total")
NEW = "src/till.py:9-13:Till.total"
OTHER = "src/till.py:15-19:Till.sum"


def told(
    fate: Fate,
    *targets: str,
    action: Action = Action.REMAP,
    kind: DriftKind = DriftKind.MISSING,
    ambiguous: bool = False,
) -> Told:
    drift = a_drift(kind, chunk=OLD)
    proposals = []
    if kind is not DriftKind.INTACT:
        share = 0.5 if action is Action.SPLIT else None
        candidates = tuple(a_candidate(target, share=share) for target in targets)
        match = Match(OLD, ChangeKind.MOVED, candidates, gone=0.1, ambiguous=ambiguous)
        proposals = [a_proposal(OLD, drift=drift, match=match, action=action)]
    verdict = judge_story(a_scan_report(drift, proposals=proposals), {str(OLD): fate})
    (chunk,) = verdict.chunks
    assert verdict.count(chunk.told) == 1
    assert bool(verdict.surprises) == (chunk.told is not Told.RIGHT)
    return chunk.told


def test_the_successor_offered_first_decides() -> None:
    fate = Fate(Happening.MOVED, (NEW,))

    assert told(fate, NEW, OTHER) is Told.RIGHT
    assert told(fate, OTHER, NEW) is Told.WRONG
    assert told(fate) is Told.WRONG


def test_a_split_is_told_rightly_only_when_all_parts_are_named() -> None:
    fate = Fate(Happening.SPLIT, (NEW, OTHER))

    assert told(fate, OTHER, NEW, action=Action.SPLIT) is Told.RIGHT
    assert told(fate, NEW, action=Action.SPLIT) is Told.WRONG
    assert told(fate, NEW, OTHER) is Told.WRONG


def test_a_deletion_is_told_rightly_only_when_it_is_called_gone() -> None:
    fate = Fate(Happening.DELETED, ())

    assert told(fate, OTHER, action=Action.RETIRE) is Told.RIGHT
    assert told(fate, OTHER) is Told.WRONG


def test_an_untouched_chunk_is_told_rightly_when_nothing_is_asked() -> None:
    fate = Fate(Happening.UNTOUCHED, (str(OLD),))

    assert told(fate, kind=DriftKind.INTACT) is Told.RIGHT
    assert told(fate, NEW) is Told.WRONG


def test_what_is_called_ambiguous_is_left_open_if_the_truth_is_among_what_is_offered() -> None:
    assert told(Fate(Happening.MOVED, (NEW,)), OTHER, NEW, ambiguous=True) is Told.OPEN
    assert told(Fate(Happening.DELETED, ()), OTHER, ambiguous=True) is Told.OPEN
    assert told(Fate(Happening.MOVED, (NEW,)), OTHER, ambiguous=True) is Told.WRONG


def test_a_chunk_that_the_scan_does_not_know_is_a_surprise() -> None:
    verdict = judge_story(a_scan_report(), {str(OLD): Fate(Happening.MOVED, (NEW,))})

    assert verdict.surprises[0].said == ("not in the gold file",)
    assert verdict.count(Told.WRONG) == 1
