"""Each kind of damage in a gold file is told with its line, and costs no more than it must."""

# ruff: noqa: UP031  # JSON is full of braces, so percent signs read better

import json
from pathlib import Path
from typing import Any

import pytest

from goldkeeper.model.gold import GoldSet, Severity
from goldkeeper.stores.gold_file import GoldFile

SOUND = '{"qid": "ok", "query": "sum of a cart", "type": "intent", "gold": {"a.py:1-2:f": 3}}'


def a_line(**fields: Any) -> str:
    record = {"qid": "q1", "query": "sum", "type": "intent", "gold": {"a.py:1-2:f": 3}} | fields
    return json.dumps({name: value for name, value in record.items() if value is not ...})


def read(tmp_path: Path, *lines: str | bytes, judged_zero: bool = False, files: tuple[str, ...] = ()) -> GoldSet:
    path = tmp_path / "gold.jsonl"
    path.write_bytes(b"\n".join(line.encode() if isinstance(line, str) else line for line in lines))
    return GoldFile(path, judged_zero=judged_zero).read(lambda name: name in files)


def codes(gold_set: GoldSet) -> list[tuple[int, str, str]]:
    return [(problem.line, problem.code, str(problem.severity)) for problem in gold_set.problems]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"qid": "q1", "query": "sum", ', "not-json"),
        ("{'qid': 'q1'}", "not-json"),
        (SOUND + SOUND, "not-json"),
        ('{"qid": "q1", "query": "a\tb", "gold": {}}', "not-json"),
        (b'{"qid": "q1", "query": "caf\xe9", "gold": {}}', "not-utf-8"),
        ('["q1", "sum"]', "not-an-object"),
        ("17", "not-an-object"),
        ("<<<<<<< HEAD", "merge-conflict"),
        ("=======", "merge-conflict"),
        (">>>>>>> branch", "merge-conflict"),
        (a_line(qid=...), "qid-missing"),
        (a_line(qid=""), "qid-missing"),
        (a_line(qid="  "), "qid-missing"),
        (a_line(qid=None), "qid-missing"),
        (a_line(qid=True), "qid-type"),
        (a_line(qid=["q1"]), "qid-type"),
        (a_line(qid="\ud800"), "qid-type"),
        (a_line(query=...), "query-missing"),
        (a_line(query=""), "query-missing"),
        (a_line(query=7), "query-missing"),
        (a_line(gold=...), "gold-missing"),
        (a_line(gold=None), "gold-type"),
        (a_line(gold=["a.py:1-2:f"]), "gold-type"),
        (a_line(gold="a.py:1-2:f"), "gold-type"),
        ('{"qid": "q1", "qid": "q2", "query": "sum", "gold": {}}', "duplicate-field"),
        ('{"qid": "q1", "query": "sum", "gold": {}, "gold": {"a.py:1-2:f": 1}}', "duplicate-field"),
        ('{"qid": "q1", "query": "sum", "x": ' + "[" * 100_000 + "]" * 100_000 + ', "gold": {}}', "not-json"),
    ],
)
def test_a_damaged_line_is_told_with_its_number_and_the_others_go_on(
    tmp_path: Path, line: str | bytes, code: str
) -> None:
    gold_set = read(tmp_path, "", line, SOUND)
    assert (2, code, "error") in codes(gold_set)
    assert [query.query_id for query in gold_set.queries] == ["ok"]
    assert [pair.line for pair in gold_set.pairs] == [3]
    assert all(problem.message and problem.remedy for problem in gold_set.problems)


@pytest.mark.parametrize(
    ("key", "code"),
    [
        ("a.py:0-2:f", "chunk-id-malformed"),
        ("a.py:8-3:f", "span-inverted"),
        ("a.py:3:f", "chunk-id-malformed"),
        ("a.py:3-8", "chunk-id-malformed"),
        ("a.py:3-8:", "chunk-id-malformed"),
        ("a.py:-3-8:f", "chunk-id-malformed"),
        (":3-8:f", "chunk-id-malformed"),
        ("a.py:3-8x:f", "chunk-id-malformed"),
        ("a.py: 3-8:f", "chunk-id-malformed"),
        ("", "chunk-id-malformed"),
        ("a\x00.py:3-8:f", "chunk-id-malformed"),
        ("\ud800.py:3-8:f", "chunk-id-malformed"),
        ("./:3-8:f", "chunk-id-malformed"),
        ("/home/me/a.py:3-8:f", "outside-repository"),
        ("D:/proj/a.py:3-8:f", "outside-repository"),
        ("D:\\proj\\a.py:3-8:f", "outside-repository"),
        ("\\\\server\\share\\a.py:3-8:f", "outside-repository"),
        ("file:///home/me/a.py:3-8:f", "outside-repository"),
        ("../a.py:3-8:f", "outside-repository"),
        ("src/../../a.py:3-8:f", "outside-repository"),
        ("..\\a.py:3-8:f", "outside-repository"),
    ],
)
def test_a_bad_id_is_told_and_the_other_pairs_of_its_line_count(tmp_path: Path, key: str, code: str) -> None:
    gold_set = read(tmp_path, a_line(gold={key: 3, "b.py:1-2:g": 2}))
    assert codes(gold_set) == [(1, code, "error")]
    assert [pair.written for pair in gold_set.pairs] == ["b.py:1-2:g"]


@pytest.mark.parametrize(
    ("spelled", "code"),
    [
        ("true", "grade-type"),
        ("false", "grade-type"),
        ('"2"', "grade-type"),
        ("null", "grade-type"),
        ("NaN", "grade-type"),
        ("Infinity", "grade-type"),
        ("-Infinity", "grade-type"),
        ("[3]", "grade-type"),
        ("{}", "grade-type"),
        ('{"grade": 3}', "grade-type"),
        ("2.5", "grade-fractional"),
        ("1e-1", "grade-fractional"),
        ("0", "grade-zero"),
        ("-0", "grade-zero"),
        ("0.0", "grade-zero"),
        ("4", "grade-out-of-range"),
        ("-1", "grade-out-of-range"),
        ("1e999", "grade-out-of-range"),
        ("9" * 5000, "grade-out-of-range"),
    ],
)
def test_what_is_no_grade_is_told_and_the_other_pairs_of_its_line_count(
    tmp_path: Path, spelled: str, code: str
) -> None:
    line = '{"qid": "q1", "query": "sum", "gold": {"a.py:1-2:f": %s, "b.py:1-2:g": 2}}' % spelled
    gold_set = read(tmp_path, line)
    assert codes(gold_set) == [(1, code, "error")]
    assert [(pair.written, pair.grade) for pair in gold_set.pairs] == [("b.py:1-2:g", 2)]


@pytest.mark.parametrize(("spelled", "grade"), [("2.0", 2), ("1e0", 1), ("30e-1", 3), ("0.2E1", 2)])
def test_a_whole_number_in_another_spelling_counts_with_a_warning(tmp_path: Path, spelled: str, grade: int) -> None:
    gold_set = read(tmp_path, '{"qid": "q1", "query": "sum", "gold": {"a.py:1-2:f": %s}}' % spelled)
    assert codes(gold_set) == [(1, "grade-spelling", "warning")]
    assert [pair.grade for pair in gold_set.pairs] == [grade]


def test_zero_is_an_answer_where_the_settings_say_so(tmp_path: Path) -> None:
    gold_set = read(tmp_path, a_line(gold={"a.py:1-2:f": 0}), judged_zero=True)
    assert not gold_set.problems
    assert [pair.grade for pair in gold_set.pairs] == [0]


def test_the_remedy_for_zero_names_the_setting(tmp_path: Path) -> None:
    assert "gold.judged_zero = true" in read(tmp_path, a_line(gold={"a.py:1-2:f": 0})).problems[0].remedy


def test_the_later_of_two_lines_for_one_query_is_not_used_and_names_the_first(tmp_path: Path) -> None:
    gold_set = read(tmp_path, a_line(), SOUND, a_line(gold={"b.py:1-2:g": 1}))
    assert codes(gold_set) == [(3, "duplicate-qid", "error")]
    assert "line 1" in gold_set.problems[0].message
    assert [pair.line for pair in gold_set.pairs] == [1, 2]


def test_a_number_as_query_name_is_taken_as_its_spelling(tmp_path: Path) -> None:
    gold_set = read(tmp_path, a_line(qid=7), a_line(qid="7"))
    assert [query.query_id for query in gold_set.queries] == ["7"]
    assert codes(gold_set) == [(1, "qid-number", "warning"), (2, "duplicate-qid", "error")]


def test_an_unknown_type_is_a_warning_and_none_is_nothing(tmp_path: Path) -> None:
    gold_set = read(tmp_path, a_line(type="vague"), a_line(qid="q2", type=...), a_line(qid="q3", type=3))
    assert codes(gold_set) == [(1, "type-unknown", "warning"), (3, "type-unknown", "warning")]
    assert [query.type for query in gold_set.queries] == [None, None, None]


@pytest.mark.parametrize("grades", [(1, 3), (3, 1)])
def test_one_chunk_twice_in_a_line_keeps_the_higher_grade_whatever_the_order(
    tmp_path: Path, grades: tuple[int, int]
) -> None:
    line = '{"qid": "q1", "query": "sum", "gold": {"a.py:1-2:f": %d, "a.py:1-2:f": %d}}' % grades
    gold_set = read(tmp_path, line)
    assert codes(gold_set) == [(1, "duplicate-chunk", "error")]
    assert [pair.grade for pair in gold_set.pairs] == [3]


def test_one_chunk_in_two_spellings_is_one_chunk(tmp_path: Path) -> None:
    gold_set = read(tmp_path, a_line(gold={"./a.py:1-2:f": 2, "a.py:1-2:f": 2, "b/../a.py:1-2:f": 2}))
    assert codes(gold_set) == [(1, "duplicate-chunk", "warning")]
    assert [(str(pair.chunk_id), pair.written) for pair in gold_set.pairs] == [("a.py:1-2:f", "./a.py:1-2:f")]


@pytest.mark.parametrize("written", ["./src/a.py", "src//a.py", "src\\a.py", ".\\src\\a.py", "lib/../src/a.py"])
def test_a_path_is_taken_as_git_spells_it_and_its_own_spelling_is_kept(tmp_path: Path, written: str) -> None:
    gold_set = read(tmp_path, a_line(gold={f"{written}:1-2:f": 2}))
    assert [(pair.chunk_id.path, pair.written) for pair in gold_set.pairs] == [("src/a.py", f"{written}:1-2:f")]
    assert not gold_set.problems


def test_a_file_that_really_has_a_back_slash_in_its_name_is_found(tmp_path: Path) -> None:
    gold_set = read(tmp_path, a_line(gold={"src\\a.py:1-2:f": 2}), files=("src\\a.py",))
    assert [pair.chunk_id.path for pair in gold_set.pairs] == ["src\\a.py"]


def test_the_repository_decides_an_id_that_can_be_read_in_two_ways(tmp_path: Path) -> None:
    line = a_line(gold={"./odd:1-2:dir/h.py:3-8:h": 2, "a.js:5-7:get:1-2:x": 1})
    gold_set = read(tmp_path, line, files=("odd:1-2:dir/h.py", "a.js"))
    assert [(pair.chunk_id.path, pair.chunk_id.symbol) for pair in gold_set.pairs] == [
        ("odd:1-2:dir/h.py", "h"),
        ("a.js", "get:1-2:x"),
    ]


def test_an_odd_byte_of_a_path_survives(tmp_path: Path) -> None:
    gold_set = read(tmp_path, '{"qid": "q1", "query": "sum", "gold": {"caf\\udce9.py:1-2:f": 3}}')
    assert [pair.chunk_id.path for pair in gold_set.pairs] == ["caf\udce9.py"]


def test_half_a_character_in_a_query_is_shown_as_a_replacement(tmp_path: Path) -> None:
    gold_set = read(tmp_path, '{"qid": "q1", "query": "sum \\ud83d!", "gold": {}}')
    assert gold_set.problems[0].severity is Severity.WARNING
    gold_set.queries[0].text.encode()


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\u0085", "\x0c", "\x1c"])
def test_only_a_line_feed_ends_a_line(tmp_path: Path, mark: str) -> None:
    first = '{"qid": "q1", "query": "a%sb", "gold": {}}' % (mark if mark > " " else f"\\u{ord(mark):04x}")
    gold_set = read(tmp_path, first, f" {mark} " if mark == "\x0c" else "", SOUND)
    assert [(query.text, query.line) for query in gold_set.queries] == [(f"a{mark}b", 1), ("sum of a cart", 3)]


def test_bom_crlf_blank_lines_comments_and_unknown_fields_are_no_damage(tmp_path: Path) -> None:
    gold_set = read(
        tmp_path, b"\xef\xbb\xbf" + SOUND.encode() + b"\r", "\r", "  # note", "// note", a_line(note={"x": 1})
    )
    assert [query.line for query in gold_set.queries] == [1, 5]
    assert not gold_set.problems


def test_an_empty_gold_object_is_an_answer_that_no_check_sees_so_it_is_told(tmp_path: Path) -> None:
    gold_set = read(tmp_path, SOUND, a_line(qid="h34", gold={}))
    assert (len(gold_set.queries), len(gold_set.pairs)) == (2, 1)
    assert codes(gold_set) == [(2, "no-gold", "warning")]
    (problem,) = gold_set.problems
    assert problem.message == "query h34 has no gold"
    assert problem.remedy == "remove the line, or give it gold; an empty one means that nothing should be found"


def test_a_query_whose_only_pair_is_damaged_is_told_once(tmp_path: Path) -> None:
    assert codes(read(tmp_path, a_line(gold={"a.py:1-2:f": "2"}))) == [(1, "grade-type", "error")]


@pytest.mark.parametrize("key", ["a.py:total", "a.py::Cart.total", "src/a.py:3-8", "a.py#L3-L8", "a.py:12", "src/a.py"])
def test_gold_in_another_spelling_is_sent_to_where_it_can_be_brought_in(tmp_path: Path, key: str) -> None:
    (problem,) = read(tmp_path, a_line(gold={key: 1})).problems
    assert problem.code == "chunk-id-malformed"
    assert "path:start-end:symbol" in problem.remedy
    assert "goldkeeper init --from FILE" in problem.remedy


@pytest.mark.parametrize("key", ["", "a b", ":3-8:f", "a.py:8-3:f"])
def test_what_is_no_spelling_of_any_tool_is_not(tmp_path: Path, key: str) -> None:
    assert "init --from" not in read(tmp_path, a_line(gold={key: 1})).problems[0].remedy


def test_json_over_many_lines_is_told_in_one_sentence(tmp_path: Path) -> None:
    gold_set = read(tmp_path, json.dumps([{"id": "q1", "query": "sum"}] * 3, indent=2))
    assert codes(gold_set) == [(0, "not-jsonl", "error")]
    assert "init --from" in gold_set.problems[0].remedy


def test_utf_16_is_told_in_one_sentence(tmp_path: Path) -> None:
    assert codes(read(tmp_path, SOUND.encode("utf-16"))) == [(0, "not-utf-8", "error")]


def test_a_field_under_another_name_is_named_in_the_remedy(tmp_path: Path) -> None:
    gold_set = read(tmp_path, a_line(qid=..., id="q1"))
    assert "'id'" in gold_set.problems[0].remedy


def test_a_line_of_ten_megabytes_is_a_line_like_any_other(tmp_path: Path) -> None:
    gold_set = read(tmp_path, a_line(query="x" * 10_000_000), '{"qid": "' + "x" * 10_000_000, SOUND)
    assert codes(gold_set) == [(2, "not-json", "error")]
    assert len(gold_set.problems[0].message) < 200
    assert [query.line for query in gold_set.queries] == [1, 3]
