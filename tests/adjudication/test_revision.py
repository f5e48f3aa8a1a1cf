"""Decisions change the bytes they are about, all at once, and nothing else."""

# ruff: noqa: UP031  # JSON is full of braces, so percent signs read better

import pytest

from goldkeeper.adjudication.revision import Replacement, Revision, revise, revision_diff
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.errors import DecisionsContradict
from goldkeeper.model.gold import Grade, QueryId
from goldkeeper.model.gold_lines import read_gold
from goldkeeper.model.reviews import Target

A, B, C, D = "a.py:1-4:run", "b.py:1-4:run", "c.py:5-9:go", "d.py:2-3:x"


def to(written: str, *targets: str | tuple[str, int], queries: str | None = None) -> Replacement:
    """`to(A, B)` moves A to B, `to(A, (B, 2))` with grade 2, `to(A)` removes it."""
    graded = [target if isinstance(target, tuple) else (target, None) for target in targets]
    named = tuple(Target(ChunkId.parse(text), "", None if grade is None else Grade(grade)) for text, grade in graded)
    return Replacement(written, named, None if queries is None else frozenset(map(QueryId, queries.split())))


def gold(*members: str, query_id: str = "q1", rest: str = "") -> str:
    return f'{{"qid": "{query_id}", "query": "sum", "gold": {{{", ".join(members)}}}{rest}}}'


def revised(text: str, *replacements: Replacement) -> str:
    return revise(text.encode(), replacements).data.decode()


def pairs(revision: Revision) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for pair in read_gold(revision.data, "gold", judged_zero=True).pairs:
        found.setdefault(pair.query_id, {})[str(pair.chunk_id)] = pair.grade
    return found


def test_a_new_id_takes_the_old_ones_place() -> None:
    assert revised(gold(f'"{A}": 3', f'"{B}": 1', f'"{C}": 2'), to(B, D)) == gold(f'"{A}": 3', f'"{D}": 1', f'"{C}": 2')


def test_two_chunks_that_swapped_places_are_both_followed() -> None:
    text = gold(f'"{A}": 3') + "\n" + gold(f'"{B}": 2', query_id="q2")
    assert revised(text, to(A, B), to(B, A)) == gold(f'"{B}": 3') + "\n" + gold(f'"{A}": 2', query_id="q2")


def test_a_swap_within_one_query_swaps_the_grades() -> None:
    assert revised(gold(f'"{A}": 3', f'"{B}": 1'), to(A, B), to(B, A)) == gold(f'"{B}": 3', f'"{A}": 1')


def test_a_chain_moves_each_chunk_one_step() -> None:
    moved = revise(gold(f'"{A}": 3', f'"{B}": 2', f'"{C}": 1').encode(), [to(A, B), to(B, C), to(C, D)])
    assert pairs(moved) == {"q1": {B: 3, C: 2, D: 1}}
    assert not moved.collisions


@pytest.mark.parametrize("turned", [False, True])
def test_two_gold_chunks_that_become_one_keep_the_higher_grade_whatever_the_order(turned: bool) -> None:
    decisions = [to(A, C), to(B, C)]
    merged = revise(gold(f'"{B}": 2', f'"{A}": 3').encode(), decisions[::-1] if turned else decisions)
    assert merged.data.decode() == gold(f'"{C}": 3')
    (collision,) = merged.collisions
    assert (collision.met, collision.kept, collision.contradicts) == (((B, Grade(2)), (A, Grade(3))), 3, False)


def test_a_chunk_that_is_there_already_keeps_its_place_and_takes_the_higher_grade() -> None:
    merged = revise(gold(f'"{A}": 3', f'"{B}": 1', f'"{C}": 1').encode(), [to(A, C)])
    assert merged.data.decode() == gold(f'"{B}": 1', f'"{C}": 3')
    assert merged.collisions[0].met == ((A, Grade(3)), (C, Grade(1)))


def test_relevant_and_judged_not_relevant_that_become_one_contradict() -> None:
    merged = revise(gold(f'"{A}": 0', f'"{B}": 3').encode(), [to(A, C), to(B, C)])
    assert merged.collisions[0].contradicts
    assert "not relevant" in merged.collisions[0].sentence


def test_a_damaged_grade_gives_way_to_a_good_one() -> None:
    merged = revise(gold(f'"{A}": 3', f'"{B}": "2"').encode(), [to(A, B)])
    assert merged.data.decode() == gold(f'"{B}": 3')
    assert merged.collisions[0].met == ((A, Grade(3)), (B, None))


def test_a_split_puts_the_parts_side_by_side_each_with_its_grade() -> None:
    text = '{"qid":"q1","query":"s","gold":{"%s":3,"%s":2}}'
    assert revised(text % (A, B), to(A, C, (D, 1))) == '{"qid":"q1","query":"s","gold":{"%s":3,"%s":1,"%s":2}}' % (
        C,
        D,
        B,
    )


def test_the_part_that_stayed_keeps_its_bytes() -> None:
    assert revised(gold(f'"{A}": 3.0'), to(A, A, (D, 1))) == gold(f'"{A}": 3.0', f'"{D}": 1')


def test_a_lone_member_splits_with_the_lines_own_spacing() -> None:
    assert (
        revised('{"qid":"q1","query":"s","gold":{"%s" : 3}}' % A, to(A, C, D))
        == '{"qid":"q1","query":"s","gold":{"%s" : 3,"%s" : 3}}' % (C, D)
    )  # fmt: skip


@pytest.mark.parametrize("removed", [A, B, C])
def test_a_removed_member_takes_one_comma_with_it(removed: str) -> None:
    kept = [f'"{text}": 2' for text in (A, B, C) if text != removed]
    assert revised(gold(*(f'"{text}": 2' for text in (A, B, C))), to(removed)) == gold(*kept)


def test_a_query_that_loses_its_last_gold_stays_and_is_told() -> None:
    emptied = revise(gold(f'"{A}": 3', rest=', "note": "x"').encode(), [to(A)])
    assert emptied.data.decode() == gold(rest=', "note": "x"')
    assert emptied.orphans == ("q1",)


def test_a_query_left_with_gold_that_was_judged_not_relevant_is_an_orphan_too() -> None:
    assert revise(gold(f'"{A}": 3', f'"{B}": 0').encode(), [to(A)]).orphans == ("q1",)


def test_a_regrade_changes_the_grade_alone() -> None:
    assert revised(gold(f'"{A}" :3', f'"{B}": 1'), to(A, (A, 1))) == gold(f'"{A}" :1', f'"{B}": 1')


def test_keeping_a_chunk_changes_no_byte() -> None:
    text = gold(f'"{A}": 3.0')
    kept = revise(text.encode(), [to(A, A)])
    assert (kept.data.decode(), kept.changes, kept.not_found) == (text, (), ())


def test_a_decision_may_hold_for_some_queries_alone() -> None:
    text = "\n".join(gold(f'"{A}": 3', query_id=query_id) for query_id in ("q1", "q2", "q3"))
    assert pairs(revise(text.encode(), [to(A, B, queries="q2"), to(A, C)])) == {
        "q1": {C: 3},
        "q2": {B: 3},
        "q3": {C: 3},
    }


def test_two_answers_for_one_pair_are_refused() -> None:
    with pytest.raises(DecisionsContradict, match="undo one"):
        revise(gold(f'"{A}": 3').encode(), [to(A, B), to(A)])


def test_what_no_pair_answers_to_is_told() -> None:
    missed = revise(gold(f'"{A}": 3').encode(), [to(B, C), to(A, C, queries="q1 q9")])
    assert missed.not_found == ((B, None), (A, "q9"))


def test_damage_stays_and_lines_that_name_the_chunk_are_told() -> None:
    lines = [
        gold(f'"{A}": 3'),
        gold(f'"{A}": 2'),  # the same query again
        gold(f'"{A}": true', f'"{B}": 1', query_id="q2"),
        f'{{"qid": "q3", "gold": {{"{A}": 3}}',
        "",
        "# a.py",
    ]
    done = revise("\n".join(lines).encode(), [to(A, C)])
    assert done.data.decode().split("\n") == [gold(f'"{C}": 3'), *lines[1:]]
    assert [(left.line, left.written) for left in done.left_alone] == [(2, A), (3, A), (4, A)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (r'{"qid":"q","query":"caf\u00e9","gold":{"%s":3}}', rb'{"qid":"q","query":"caf\u00e9","gold":{"%s":3}}'),
        ('{"qid":"q","query":"café","gold":{"%s":3}}', '{"qid":"q","query":"café","gold":{"%s":3}}'.encode()),
        (r'{"qid":"q","query":"a\nb\u0007","gold":{"%s":3}}', rb'{"qid":"q","query":"a\nb\u0007","gold":{"%s":3}}'),
    ],
)
def test_a_new_id_is_escaped_as_its_line_is(line: str, expected: bytes) -> None:
    new = "é.py:1-2:f"
    written = rb"\u00e9.py:1-2:f" if rb"\u00e9" in expected else new.encode()
    assert revise((line % A).encode(), [to(A, new)]).data == expected % written


def test_a_line_that_shows_no_style_follows_the_file() -> None:
    text = gold(f'"{A}": 3') + "\n" + r'{"qid":"q2","query":"\u00e9","gold":{}}'
    assert rb'"\u00e9.py:1-2:f": 3' in revise(text.encode(), [to(A, "é.py:1-2:f")]).data


def test_escaped_slashes_stay_a_habit() -> None:
    assert revised(r'{"qid":"q","query":"s","gold":{"src\/a.py:1-2:f":3}}', to("src/a.py:1-2:f", "lib/b.py:1-2:f")) == (
        r'{"qid":"q","query":"s","gold":{"lib\/b.py:1-2:f":3}}'
    )


@pytest.mark.parametrize(
    ("written", "expected"),
    [("./src/a.py:1-2:f", "./lib/b.py:3-4:f"), (r"src\\a.py:1-2:f", r"lib\\b.py:3-4:f")],
)
@pytest.mark.parametrize("plain", [False, True])
def test_a_new_path_is_spelled_as_the_old_one_was(written: str, expected: str, plain: bool) -> None:
    name = "src/a.py:1-2:f" if plain else written.replace("\\\\", "\\")
    assert revised(gold(f'"{written}": 3'), to(name, "lib/b.py:3-4:f")) == gold(f'"{expected}": 3')


def test_a_key_is_found_whatever_its_escapes() -> None:
    assert revised(r'{"qid":"q","query":"s","g\u006fld":{"\u0061.py:1-4:run":3}}', to(A, B)) == (
        r'{"qid":"q","query":"s","g\u006fld":{"%s":3}}' % B
    )


def test_a_gold_field_inside_another_field_is_not_the_gold() -> None:
    decoy = f'{{"x": {{"gold": {{"{A}": 1}}}}, "y": "\\"gold\\": {{", "qid": "q", "query": "s", "gold": {{"%s": 3}}}}'
    assert revised(decoy % A, to(A, B)) == decoy % B


def test_bom_line_ends_and_a_missing_final_newline_stay() -> None:
    text = b"\xef\xbb\xbf" + f'{gold(f""""{A}": 3""")}\r\n\r\n{gold(query_id="q2")}'.encode()
    assert revise(text, [to(A, B)]).data == text.replace(A.encode(), B.encode())


def test_the_diff_shows_pairs_collisions_and_orphans() -> None:
    text = gold(f'"{A}": 3', f'"{B}": 1') + "\n" + gold(f'"{D}": 2', query_id="q2")
    diff = revision_diff(revise(text.encode(), [to(A, C), to(B, C), to(D)]), "gold.jsonl")
    assert diff.splitlines() == [
        "--- gold.jsonl",
        "+++ gold.jsonl",
        "@@ line 1, query q1 @@",
        f"-  {A}  3",
        f"+  {C}  3",
        f"-  {B}  1",
        f"   {A} (3), {B} (1) became one, {C}: grade 3 stays",
        "@@ line 2, query q2 @@",
        f"-  {D}  2",
        "   the query has no relevant gold left",
    ]


def test_no_change_is_no_diff() -> None:
    assert not revision_diff(revise(gold(f'"{A}": 3').encode(), []), "gold.jsonl")
