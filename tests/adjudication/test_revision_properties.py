"""What holds for every gold file and every set of decisions."""

import json
from dataclasses import dataclass
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from goldkeeper.adjudication.revision import Replacement, Revision, revise
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.gold import Grade
from goldkeeper.model.gold_lines import read_gold
from goldkeeper.model.reviews import Target

IDS = ["a.py:1-4:run", "src/é.py:2-3:A::b", 'q"uo\\te.py:1-1:operator new[]', "x:1-2:y.py:3-4:z", "\u2028.py:1-2:f"]
PATHS = {"a.py", "src/é.py", 'q"uo\\te.py', "x:1-2:y.py", "\u2028.py"}
ids = st.sampled_from(IDS)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(texts, inner, max_size=2),
    max_leaves=4,
)


@dataclass
class Line:
    record: dict[str, Any]
    text: str


@st.composite
def lines(draw: st.DrawFn, number: int) -> Line:
    extra = draw(
        st.dictionaries(texts.filter(lambda key: key not in {"qid", "query", "type", "gold"}), values, max_size=2)
    )
    gold = draw(st.dictionaries(ids, st.integers(0, 3), max_size=4))
    members = [*extra.items(), ("qid", f"q{number}"), ("query", "é" + draw(texts)), ("gold", gold)]
    record = dict(draw(st.permutations(members)))
    style = draw(st.sampled_from([(", ", ": "), (",", ":"), (" ,  ", " : ")]))
    return Line(record, json.dumps(record, ensure_ascii=draw(st.booleans()), separators=style))


@st.composite
def files(draw: st.DrawFn) -> list[Line]:
    return [draw(lines(number)) for number in range(draw(st.integers(1, 4)))]


targets = st.builds(
    lambda text, grade: Target(ChunkId.parse(text, PATHS.__contains__), "", grade),
    ids,
    st.none() | st.integers(0, 3).map(Grade),
)
decisions = st.dictionaries(ids, st.lists(targets, max_size=3).map(tuple), max_size=4).map(
    lambda held: [Replacement(written, named) for written, named in held.items()]
)


def bytes_of(held: list[Line]) -> bytes:
    return "\n".join(line.text for line in held).encode() + b"\n"


def revised(held: list[Line], chosen: list[Replacement]) -> Revision:
    return revise(bytes_of(held), chosen, is_file=PATHS.__contains__)


def expected_gold(gold: dict[str, int], held: list[Replacement]) -> dict[str, int]:
    """The same told in the plainest way: every old pair becomes its new ones, the highest grade stays."""
    answers = {replacement.written: replacement.targets for replacement in held}
    made: dict[str, int] = {}
    for written, grade in gold.items():
        if written not in answers:
            made[written] = max(grade, made.get(written, 0))
        for target in answers.get(written, ()):
            new = grade if target.grade is None else target.grade
            made[str(target.chunk_id)] = max(new, made.get(str(target.chunk_id), 0))
    return made


@settings(max_examples=60, deadline=None)
@given(files(), decisions)
def test_reading_again_gives_the_expected_pairs_and_all_else_as_it_was(
    held: list[Line], chosen: list[Replacement]
) -> None:
    after = revised(held, chosen).data.split(b"\n")
    assert len(after) == len(held) + 1
    for line, raw in zip(held, after, strict=False):
        record = json.loads(raw)
        assert record.pop("gold") == expected_gold(line.record["gold"], chosen)
        assert list(record.items()) == [(key, value) for key, value in line.record.items() if key != "gold"]


WENT_AND_CAME_BACK = (
    [
        Line(
            {"qid": "q0", "query": "é", "gold": {IDS[0]: 2, IDS[4]: 2}},
            json.dumps({"qid": "q0", "query": "é", "gold": {IDS[0]: 2, IDS[4]: 2}}),
        )
    ],
    [
        Replacement(IDS[4], ()),
        Replacement(IDS[0], tuple(Target(ChunkId.parse(text, PATHS.__contains__), "") for text in (IDS[0], IDS[4]))),
    ],
)


@settings(max_examples=60, deadline=None)
@given(files(), decisions)
@example(*WENT_AND_CAME_BACK)
def test_lines_without_a_change_and_bytes_outside_the_gold_are_the_same(
    held: list[Line], chosen: list[Replacement]
) -> None:
    before = bytes_of(held)
    revision = revised(held, chosen)
    changed = {change.line for change in revision.changes}
    for number, (old, new) in enumerate(zip(before.split(b"\n"), revision.data.split(b"\n"), strict=True), start=1):
        assert (old != new) == (number in changed)
        if old:
            assert outside_gold(old) == outside_gold(new)


def outside_gold(raw: bytes) -> tuple[bytes, bytes]:
    """What stands before and after the gold object, found by trying every place where it may open."""
    text = raw.decode()
    gold = json.loads(text)["gold"]
    decoder = json.JSONDecoder()
    at = -1
    while (at := text.find('"gold"', at + 1)) >= 0:
        opened = text.find("{", at)
        value, end = decoder.raw_decode(text, opened) if opened >= 0 else (None, 0)
        replaced = text[:opened] + "null" + text[end:]
        if value == gold and json.loads(replaced)["gold"] is None:
            return text[:opened].encode(), text[end:].encode()
    raise AssertionError(text)


@settings(max_examples=60, deadline=None)
@given(files(), decisions, st.randoms(use_true_random=False))
def test_the_order_of_decisions_is_without_effect(held: list[Line], chosen: list[Replacement], chance: Any) -> None:
    shuffled = chance.sample(chosen, len(chosen))
    assert revised(held, shuffled).data == revised(held, chosen).data


@settings(max_examples=60, deadline=None)
@given(files(), decisions)
def test_applying_twice_is_applying_once_where_no_target_is_decided_about(
    held: list[Line], chosen: list[Replacement]
) -> None:
    decided = {replacement.written for replacement in chosen}
    settled = [
        Replacement(one.written, tuple(t for t in one.targets if str(t.chunk_id) not in decided)) for one in chosen
    ]
    once = revised(held, settled).data
    again = revise(once, settled, is_file=PATHS.__contains__)
    assert again.data == once
    assert not again.changes


@settings(max_examples=60, deadline=None)
@given(files())
def test_no_decisions_change_nothing(held: list[Line]) -> None:
    assert revised(held, []).data == bytes_of(held)


@settings(max_examples=60, deadline=None)
@given(files(), decisions)
def test_the_next_file_has_no_damage_that_the_old_one_had_not(held: list[Line], chosen: list[Replacement]) -> None:
    after = read_gold(revised(held, chosen).data, "gold", is_file=PATHS.__contains__, judged_zero=True)
    assert {problem.code for problem in after.problems} <= {"no-gold"}


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200), decisions)
def test_any_bytes_at_all_are_kept(data: bytes, chosen: list[Replacement]) -> None:
    assert revise(data, chosen).data == data
