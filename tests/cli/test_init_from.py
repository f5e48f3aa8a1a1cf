"""`goldkeeper init --from`: each reference is read where it was judged, and nothing is lost without a word."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from goldkeeper.model.errors import BadRequest, FileUnreadable, GoldkeeperError, NotARepository, UnknownRevision
from tests.projects import CART, CODE, REFUND, SHIPPING, TOTAL, Shop, goldkeeper
from tests.stores.git_repositories import a_repository

TOTAL_ID = "src/cart.py:1-3:total"
SHIPPING_ID = "src/cart.py:6-8:shipping"
# The same two the other way round: every old line still names a chunk, and a wrong one.
TURNED = f"{SHIPPING}\n\n{TOTAL}"
SPANS = [
    {"id": "q1", "query": "what does a cart cost", "gold": ["src/cart.py:1-3"]},
    {"id": "q2", "query": "what does sending cost", "gold": ["src/cart.py:6-8"]},
]


def lines(*records: Mapping[str, Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def a_shop_of(top: Path, *commits: Mapping[str, str | bytes | None]) -> tuple[Shop, list[str]]:
    """A shop with these commits, and their names."""
    shop = Shop(a_repository(top))
    return shop, [shop.commit(files) for files in commits]


def bring_in(shop: Shop, *options: str | Path, source: str | Path = "spans.jsonl", code: int | None = 0) -> Any:
    return shop.json("init", "--from", source, *options, code=code)


def anchored(shop: Shop) -> dict[str, tuple[str, str]]:
    return {chunk_id: (row["commit"], row["origin"]) for chunk_id, row in shop.anchors.items()}


def states(record: Any) -> list[tuple[str, str, int]]:
    return [(state["commit"], state["known_by"], state["references"]) for state in record["import"]["states"]]


def refusal(shop: Shop, *arguments: str | Path) -> GoldkeeperError:
    problem = goldkeeper(shop.top, "init", *arguments).exception
    assert isinstance(problem, GoldkeeperError), problem
    return problem


def test_spans_are_read_at_the_commit_that_brought_them_in_and_the_rot_since_is_found(tmp_path: Path) -> None:
    shop, (judged, _) = a_shop_of(
        tmp_path, {**CODE, "spans.jsonl": lines(*SPANS)}, {"src/cart.py": TURNED, "other.txt": "x"}
    )

    record = bring_in(shop)

    assert shop.golds == [{TOTAL_ID: 1}, {SHIPPING_ID: 1}]
    assert anchored(shop) == dict.fromkeys((TOTAL_ID, SHIPPING_ID), (judged, "introduced"))
    assert states(record) == [(judged, "introduced", 2)]
    assert (record["import"]["left_out"], record["import"]["guessed"], record["import"]["problems"]) == (0, {}, [])
    assert "intact" not in shop.drifts().values()


def test_a_later_line_is_read_at_its_own_commit(tmp_path: Path) -> None:
    later = {"id": "q3", "query": "how is money paid back", "gold": ["src/cart.py:1-3"]}
    shop, (first, _, third, _) = a_shop_of(
        tmp_path,
        {**CODE, "spans.jsonl": lines(*SPANS)},
        {"src/cart.py": TURNED},
        {"spans.jsonl": lines(*SPANS, later)},
        {"src/orders.py": f"import x\n{REFUND}"},
    )

    record = bring_in(shop)

    assert states(record) == [(first, "introduced", 2), (third, "introduced", 1)]
    assert shop.golds[2] == {"src/cart.py:1-3:shipping": 1}
    assert shop.drifts() == {TOTAL_ID: "shifted", SHIPPING_ID: "shifted", "src/cart.py:1-3:shipping": "intact"}


@pytest.mark.parametrize(
    "edit",
    [
        lambda rows: lines(*({**row, "note": "x"} for row in rows)),
        lambda rows: lines(*rows[::-1]),
        lambda rows: json.dumps({"cases": rows}, indent=2),
        lambda rows: lines(*({**row, "query": f"{row['query']}?"} for row in rows)),
        lambda rows: lines(*({**row, "id": f"{row['id']}-new"} for row in rows)),
        lambda rows: lines(*({**row, "gold": [*row["gold"], "src/orders.py:1-3"]} for row in rows)),
    ],
    ids=["a field more", "another order", "another form", "other words", "other names", "more gold"],
)
def test_an_edit_that_judges_nothing_anew_makes_no_reference_younger(edit: Any, tmp_path: Path) -> None:
    shop, (judged, _) = a_shop_of(
        tmp_path,
        {**CODE, "spans.jsonl": lines(*SPANS)},
        {"src/cart.py": TURNED, "spans.jsonl": edit(SPANS)},
    )

    bring_in(shop)

    assert {TOTAL_ID, SHIPPING_ID} <= shop.anchors.keys()
    assert {shop.anchors[chunk_id]["commit"] for chunk_id in (TOTAL_ID, SHIPPING_ID)} == {judged}


def test_a_reference_with_other_lines_is_as_young_as_they_are(tmp_path: Path) -> None:
    mended = [{**SPANS[0], "gold": ["src/cart.py:6-8"]}, {**SPANS[1], "gold": ["src/cart.py:1-3"]}]
    shop, (_, mending) = a_shop_of(
        tmp_path,
        {**CODE, "spans.jsonl": lines(*SPANS)},
        {"src/cart.py": TURNED, "spans.jsonl": lines(*mended)},
    )

    bring_in(shop)

    assert set(shop.golds[0]) | set(shop.golds[1]) == {"src/cart.py:6-8:total", "src/cart.py:1-3:shipping"}
    assert {row["commit"] for row in shop.anchors.values()} == {mending}


def test_a_damaged_version_on_the_way_breaks_nothing(tmp_path: Path) -> None:
    shop, (judged, *_) = a_shop_of(
        tmp_path,
        {**CODE, "spans.jsonl": lines(*SPANS)},
        {"spans.jsonl": "<<<<<<< broken\n"},
        {"src/cart.py": TURNED, "spans.jsonl": lines(*SPANS)},
    )

    assert states(bring_in(shop)) == [(judged, "introduced", 2)]


def test_a_renamed_file_keeps_its_past(tmp_path: Path) -> None:
    shop, (judged, _) = a_shop_of(
        tmp_path,
        {**CODE, "old.jsonl": lines(*SPANS)},
        {"src/cart.py": TURNED, "old.jsonl": None, "spans.jsonl": lines(*SPANS)},
    )

    assert states(bring_in(shop)) == [(judged, "introduced", 2)]


def test_one_document_is_read_at_the_commit_that_brought_its_references_in(tmp_path: Path) -> None:
    shop, (judged, _) = a_shop_of(
        tmp_path, {**CODE, "set.json": json.dumps({"cases": SPANS}, indent=1)}, {"src/cart.py": TURNED}
    )

    record = bring_in(shop, source="set.json")

    assert states(record) == [(judged, "introduced", 2)]
    assert shop.golds == [{TOTAL_ID: 1}, {SHIPPING_ID: 1}]


def test_names_without_a_path_are_looked_for_in_the_whole_state_they_were_judged_in(tmp_path: Path) -> None:
    rows = [{"query": "a", "expected_symbols": ["total"]}, {"query": "b", "gold": ["src.cart.shipping"]}]
    shop, (judged, _) = a_shop_of(
        tmp_path, {**CODE, "set.jsonl": lines(*rows)}, {"src/cart.py": None, "src/basket.py": TURNED}
    )

    bring_in(shop, source="set.jsonl")

    assert shop.golds == [{TOTAL_ID: 1}, {SHIPPING_ID: 1}]
    assert {row["commit"] for row in shop.anchors.values()} == {judged}


def test_a_file_in_another_repository_is_dated(tmp_path: Path) -> None:
    shop, (judged, _) = a_shop_of(tmp_path / "code", CODE, {"other.txt": "x"})
    sets = a_repository(tmp_path / "sets")
    sets.commit({"spans.jsonl": lines(*SPANS)})  # in the hour of the code's first commit
    shop.repository.commits = 5
    shop.commit({"src/cart.py": TURNED})

    record = bring_in(shop, source="../sets/spans.jsonl")

    assert states(record) == [(judged, "dated", 2)]
    assert shop.golds == [{TOTAL_ID: 1}, {SHIPPING_ID: 1}]


def test_a_linked_work_tree_of_the_code_is_no_other_repository(tmp_path: Path) -> None:
    shop, (judged, _) = a_shop_of(tmp_path / "code", {**CODE, "spans.jsonl": lines(*SPANS)}, {"src/cart.py": TURNED})
    shop.repository.git("worktree", "add", "--quiet", "../linked", "HEAD")

    assert states(bring_in(shop, source="../linked/spans.jsonl")) == [(judged, "introduced", 2)]


def test_a_state_that_is_named_goes_before_all_others_and_is_not_what_is_scanned(tmp_path: Path) -> None:
    rows = [{**row, "commit": "0" * 40} for row in SPANS]
    shop, (judged, _, _) = a_shop_of(
        tmp_path, CODE, {"src/cart.py": TURNED, "spans.jsonl": lines(*rows)}, {"src/orders.py": None}
    )

    record = bring_in(shop, "--judged-at", judged[:10])

    assert states(record) == [(judged, "named", 2)]
    assert anchored(shop) == dict.fromkeys((TOTAL_ID, SHIPPING_ID), (judged, "judged"))
    config = (tmp_path / "config" / "goldkeeper.toml").read_text()
    assert 'revision = "HEAD"' in config
    assert judged[:10] not in config
    assert set(shop.drifts().values()) == {"shifted"}


@pytest.mark.parametrize("name", ["commit", "repo_sha", "ref"])
@pytest.mark.parametrize("spelled", ["{}", "tag"])
def test_a_record_says_where_it_was_judged(name: str, spelled: str, tmp_path: Path) -> None:
    shop, (judged,) = a_shop_of(tmp_path, CODE)
    shop.repository.git("tag", "--annotate", "--message=x", "tag")
    rows = [{**SPANS[0], name: spelled.format(judged)}, SPANS[1]]
    later = shop.commit({"src/cart.py": TURNED, "spans.jsonl": lines(*rows)})

    record = bring_in(shop)

    assert states(record) == [(judged, "recorded", 1), (later, "introduced", 1)]
    assert shop.golds == [{TOTAL_ID: 1}, {"src/cart.py:6-8:total": 1}]


def test_a_document_says_it_for_all_its_records(tmp_path: Path) -> None:
    shop, (judged,) = a_shop_of(tmp_path, CODE)
    shop.commit({"src/cart.py": TURNED, "set.json": json.dumps({"repo_sha": judged, "queries": SPANS})})

    assert states(bring_in(shop, source="set.json")) == [(judged, "recorded", 2)]


def test_a_commit_that_is_not_here_costs_its_references_and_a_branch_tells_nothing(tmp_path: Path) -> None:
    rows = [{**SPANS[0], "commit": "0123456789abcdef"}, {**SPANS[1], "ref": "main"}]
    shop, (only,) = a_shop_of(tmp_path, {**CODE, "spans.jsonl": lines(*rows)})

    record = bring_in(shop, code=1)

    assert states(record) == [(only, "introduced", 1)]
    assert [(p["line"], p["code"]) for p in record["import"]["problems"]] == [
        (1, "revision-unknown"),
        (2, "revision-unclear"),
    ]
    assert record["import"]["left_out"] == 1
    assert shop.golds == [{}, {SHIPPING_ID: 1}]


def test_what_is_not_under_version_control_is_read_in_the_scanned_state_and_that_is_said(tmp_path: Path) -> None:
    shop, (_, head) = a_shop_of(tmp_path / "code", CODE, {"src/orders.py": None})
    (tmp_path / "spans.jsonl").write_text(lines(*SPANS))

    done = shop.run("init", "--from", "../spans.jsonl")

    assert "../spans.jsonl is not under version control: 2 references were read in " in done.stderr
    assert "--judged-at REV" in done.stderr
    assert anchored(shop) == dict.fromkeys((TOTAL_ID, SHIPPING_ID), (head, "resolved"))


def test_lines_that_are_not_committed_yet_are_read_in_the_scanned_state_and_that_is_said(tmp_path: Path) -> None:
    shop, (judged, head) = a_shop_of(tmp_path, {**CODE, "spans.jsonl": lines(SPANS[0])}, {"src/cart.py": TURNED})
    (tmp_path / "spans.jsonl").write_text(lines(*SPANS))

    record = bring_in(shop)

    assert states(record) == [(judged, "introduced", 1), (head, "assumed", 1)]
    (note,) = record["import"]["notes"]
    assert note.startswith("no commit tells when they came into spans.jsonl: 1 reference was read in ")


def test_a_shallow_clone_says_what_it_can_not_know(tmp_path: Path) -> None:
    origin, _ = a_shop_of(tmp_path / "origin", {**CODE, "spans.jsonl": lines(*SPANS)}, {"src/cart.py": TURNED})
    clone = Shop(a_repository(tmp_path / "clone"))
    origin.repository.git("clone", "--quiet", "--depth=1", f"file://{origin.top}", str(tmp_path / "shallow"))
    shutil.rmtree(clone.top)
    (tmp_path / "shallow").rename(clone.top)

    assert any("shallow" in note for note in bring_in(clone)["import"]["notes"])


def test_a_folder_without_git_is_read_as_it_lies(tmp_path: Path) -> None:
    for path, text in {**CODE, "spans.jsonl": lines(*SPANS)}.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)

    done = goldkeeper(tmp_path, "init", "--from", "spans.jsonl")

    assert done.exit_code == 0
    assert "git add" not in done.stderr
    problem = goldkeeper(tmp_path, "init", "--force", "--gold", "x.jsonl", "--from", "spans.jsonl", "--judged-at", "v1")
    assert isinstance(problem.exception, NotARepository)


def test_the_state_is_named_only_for_a_set_that_is_brought_in_and_has_to_be_there(tmp_path: Path) -> None:
    shop, _ = a_shop_of(tmp_path, {**CODE, "spans.jsonl": lines(*SPANS)})

    assert isinstance(refusal(shop, "--judged-at", "HEAD"), BadRequest)
    assert isinstance(refusal(shop, "--from", "spans.jsonl", "--judged-at", "v9"), UnknownRevision)
    assert not shop.gold.exists()


def test_people_are_told_in_which_states_it_was_read_and_what_comes_next(tmp_path: Path) -> None:
    shop, (judged, _) = a_shop_of(tmp_path, {**CODE, "spans.jsonl": lines(*SPANS)}, {"src/cart.py": TURNED})

    done = shop.run("init", "--from", "spans.jsonl")

    assert done.stdout == ""
    assert f"read in        {judged[:7]}" in done.stderr
    assert "of 2023-11-14: 2 references, the commit that brought them into the file" in done.stderr
    steps = done.stderr.splitlines()[-2:]
    assert steps[0] == "next           git add config/goldkeeper.toml gold.jsonl gold.anchors.jsonl && git commit"
    assert steps[1] == "               goldkeeper scan"


# What can't be told for certain is no success.


def test_references_that_fit_nothing_or_something_else_are_counted(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"query": "a", "gold": ["src/cart.py:1-3", "src/cart.py:40-50", "src/none.py:1-2"]},
        {"query": "b", "gold": ["src/cart.py:2-4", "src/cart.py:5-8"]},
        {"query": "c", "gold": [{"path": "src/cart.py", "symbol": "shipping", "lines": "1-3"}]},
        {"query": "d", "gold": [{"path": "src/cart.py", "lines": "9-1"}]},
    ]
    shop, _ = a_shop_of(tmp_path, {**CODE, "spans.jsonl": lines(*rows)})

    done = shop.run("init", "--from", "spans.jsonl", code=1)

    sentence = "3 of 7 references left out, 3 taken for a chunk with other lines"
    assert f"look           {sentence}: were they written for another state? --judged-at REV" in done.stderr
    assert "remove the gold file, then goldkeeper init --force --from spans.jsonl --judged-at REV" in done.stderr
    assert "error          spans.jsonl:4: reference 'src/cart.py': lines 9-1" in done.stderr
    shop.gold.unlink()
    record = bring_in(shop, "--force", code=1)["import"]
    assert (record["references"], record["left_out"], record["guessed"]) == (7, 3, {"span-adjusted": 3})
    assert record["summary"].startswith(sentence)
    assert {p["code"] for p in record["problems"]} == {"reference-not-found", "span-adjusted", "span-inverted"}


def test_many_of_a_kind_are_cut_and_counted_and_other_kinds_are_still_seen(tmp_path: Path) -> None:
    rows = [{"query": f"q{n}", "gold": ["src/cart.py:1-4" if n < 14 else "src/none.py:f"]} for n in range(15)]
    shop, _ = a_shop_of(tmp_path, {**CODE, "spans.jsonl": lines(*rows)})

    said = shop.run("init", "--from", "spans.jsonl", code=1).stderr

    assert said.count("are taken for src/cart.py:1-3:total") == 10
    assert "and 4 more problems of this kind (span-adjusted)" in said
    assert "no such file" in said


PROPERTY = """\
class Box:
    @property
    def size(self):
        return self._size

    @size.setter
    def size(self, value):
        self._size = value
"""


def test_what_may_be_one_of_two_is_left_out_with_both_of_them_named(tmp_path: Path) -> None:
    rows = [
        {"query": "a", "gold": ["src/box.py:Box.size"]},
        {"query": "b", "gold": ["src/box.py:Box"]},
    ]
    shop, _ = a_shop_of(tmp_path, {"src/box.py": PROPERTY, "set.jsonl": lines(*rows)})

    said = shop.run("init", "--from", "set.jsonl", code=1).stderr

    assert "src/box.py:2-4:Box.size, src/box.py:6-8:Box.size" in said
    assert "look           1 of 2 references left out\n" in said
    assert "query q1 has no gold" in said
    assert shop.golds == [{}, {"src/box.py:1-8:Box": 1}]


def test_a_set_of_which_nothing_is_left_writes_nothing(tmp_path: Path) -> None:
    row = {"query": "a", "gold": ["src/box.py:Box.size"]}
    shop, _ = a_shop_of(tmp_path, {"src/box.py": PROPERTY, "set.jsonl": lines(row)})

    record = bring_in(shop, source="set.jsonl", code=1)

    assert (record["config"], record["gold"]) == (None, None)
    (problem,) = record["import"]["problems"]
    assert "src/box.py:2-4:Box.size, src/box.py:6-8:Box.size" in problem["message"]
    assert sorted(path.name for path in tmp_path.iterdir() if path.name != ".git") == ["set.jsonl", "src"]
    assert "nothing written" in shop.run("init", "--from", "set.jsonl", code=1).stderr


def test_a_set_in_which_no_field_for_gold_is_known_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    shop, _ = a_shop_of(tmp_path, {**CODE, "set.jsonl": lines({"query": "a", "hits": ["src/cart.py:total"]})})

    problem = refusal(shop, "--from", "set.jsonl")

    assert isinstance(problem, FileUnreadable)
    assert "there are query, hits" in str(problem)
    assert not (tmp_path / "config").exists()
    assert not shop.gold.exists()


def test_one_chunk_that_was_judged_in_two_states_is_anchored_in_the_older(tmp_path: Path) -> None:
    again = {"id": "q3", "query": "the same once more", "gold": ["src/cart.py:total"]}
    shop, (first, _) = a_shop_of(
        tmp_path,
        {**CODE, "spans.jsonl": lines(SPANS[0])},
        {"src/cart.py": CART.replace("amount", "amounts"), "spans.jsonl": lines(again, SPANS[0])},
    )

    record = bring_in(shop)

    assert anchored(shop) == {TOTAL_ID: (first, "introduced")}
    assert [(p["line"], p["code"]) for p in record["import"]["problems"]] == [(1, "judged-twice")]
    assert shop.drifts() == {TOTAL_ID: "edited"}


def test_grades_of_zero_come_along(tmp_path: Path) -> None:
    rows = [{"query": "a", "gold": {"src/cart.py:total": 0, "src/cart.py:shipping": 2}}]
    shop, _ = a_shop_of(tmp_path, {**CODE, "set.jsonl": lines(*rows)})

    bring_in(shop, source="set.jsonl")

    assert shop.golds == [{TOTAL_ID: 0, SHIPPING_ID: 2}]
    assert "judged_zero = true" in (tmp_path / "config" / "goldkeeper.toml").read_text()
