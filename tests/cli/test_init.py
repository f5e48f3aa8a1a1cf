"""`goldkeeper init`: the gold set is found or brought in, the configuration written, the anchors made."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from goldkeeper.model.errors import BadRequest, FileMissing, FileUnreadable, GoldkeeperError
from goldkeeper.settings import load_project
from tests.projects import CODE, GOLD, REFUND_ID, SHIFTED, TOTAL_ID, Shop, a_shop, gold_lines, goldkeeper
from tests.stores.git_repositories import a_repository

SAMPLES = Path(__file__).parents[3] / "shared" / "wild" / "samples"
wild = pytest.mark.skipif(not SAMPLES.is_dir(), reason="the samples are not here")


def refusal(folder: Path, *arguments: str | Path) -> GoldkeeperError:
    problem = goldkeeper(folder, "init", *arguments).exception
    assert isinstance(problem, GoldkeeperError), problem
    return problem


def test_a_gold_file_is_found_and_its_chunks_are_anchored(tmp_path: Path) -> None:
    shop = a_shop(tmp_path)

    record = shop.json("init")

    assert record == {
        "schema": 1,
        "config": str(tmp_path / "config" / "goldkeeper.toml"),
        "gold": "gold.jsonl",
        "queries": 2,
        "chunks": 3,
        "anchored": {"judged": 0, "introduced": 3, "resolved": 0},
        "never_resolved": [],
        "code_is_elsewhere": False,
        "problems": [],
        "index": {},
        "import": None,
    }
    assert len(shop.anchors) == 3


def test_people_are_told_in_words_and_stdout_stays_empty(tmp_path: Path) -> None:
    gold = GOLD + gold_lines({"none.py:1-2:f": 1}).replace("q1", "q3") + "{broken\n"
    shop = a_shop(tmp_path, gold=gold)

    done = shop.run("init", code=1)

    assert done.stdout == ""
    assert "3 queries, 4 chunks" in done.stderr
    assert "3 at the commit that brought the ID into the gold file" in done.stderr
    assert "never resolved none.py:1-2:f: no file of that path, now or in the history" in done.stderr
    assert "gold.jsonl:4: not JSON" in done.stderr
    assert done.stderr.endswith("goldkeeper scan\n")


def test_one_query_is_one_query(tmp_path: Path) -> None:
    said = a_shop(tmp_path, gold=gold_lines({TOTAL_ID: 3})).run("init").stderr

    assert "gold.jsonl: 1 query, 1 chunk\n" in said


def test_ids_in_another_spelling_are_sent_to_where_they_can_be_brought_in(tmp_path: Path) -> None:
    shop = a_shop(tmp_path, gold=gold_lines({"src/cart.py:total": 3}))

    said = shop.run("init", code=1).stderr

    assert "gold.jsonl: 1 query, 0 chunks\n" in said
    assert "or bring the file in with goldkeeper init --from FILE --gold NEW --force" in said
    shop.run("init", "--from", "gold.jsonl", "--gold", "new.jsonl", "--force")
    assert json.loads((tmp_path / "new.jsonl").read_text())["gold"] == {TOTAL_ID: 3}


def test_code_that_lies_elsewhere_is_asked_for(tmp_path: Path) -> None:
    code = a_repository(tmp_path / "code")
    code.commit(CODE)
    shop = a_shop(tmp_path / "sets", code={"README.md": "# sets\n"})

    done = shop.run("init", code=1)

    asked = "none of these paths is here; is the code elsewhere? goldkeeper init --force --gold gold.jsonl --repo PATH"
    assert done.stderr.endswith(f"next           {asked}\n")
    assert shop.json("init", "--force", code=1)["code_is_elsewhere"]
    shop.run("init", "--force", "--gold", "gold.jsonl", "--repo", "../code")


@pytest.mark.parametrize("path", ["src/none.py", "cart.py", "shop/src/cart.py"])
def test_where_some_paths_are_here_or_nearly_so_the_code_is_not_elsewhere(path: str, tmp_path: Path) -> None:
    ids = {f"{path}:1-3:total": 1, **({TOTAL_ID: 1} if "none" in path else {})}
    shop = a_shop(tmp_path, gold=gold_lines(ids))

    record = shop.json("init", code=1)

    assert not record["code_is_elsewhere"]
    assert len(record["never_resolved"]) == 1


def test_a_query_without_gold_is_told_and_nobody_is_needed(tmp_path: Path) -> None:
    said = a_shop(tmp_path, gold=gold_lines({TOTAL_ID: 3}, {})).run("init").stderr

    assert "warning        gold.jsonl:2: query q2 has no gold; remove the line, or give it gold;" in said


def test_long_lists_are_cut_and_counted(tmp_path: Path) -> None:
    gold = gold_lines(*({f"none{n}.py:1-2:f": 1} for n in range(13))) + "{broken\n" * 12

    said = a_shop(tmp_path, gold=gold).run("init", code=1).stderr

    assert said.count("no file of that path") == 10
    assert "and 3 more that never resolved" in said
    assert "and 2 more problems" in said


def test_code_that_names_a_terminal_sequence_can_not_steer_it(tmp_path: Path) -> None:
    said = a_shop(tmp_path, gold=gold_lines({"\x1b[2J.py:1-2:f": 1})).run("init", code=1).stderr

    assert "\x1b" not in said


def test_the_configuration_reads_back(tmp_path: Path) -> None:
    shop = a_shop(tmp_path)
    shop.run("init")

    project = load_project(start=tmp_path)

    assert project.folder == tmp_path
    assert project.settings.gold.path == Path("gold.jsonl")
    assert (project.settings.repository.path, project.settings.repository.revision) == (Path(), "HEAD")


def test_several_gold_files_are_named(tmp_path: Path) -> None:
    shop = a_shop(tmp_path)
    (tmp_path / "sets").mkdir()
    shutil.copy(shop.gold, tmp_path / "sets" / "more.jsonl")

    problem = refusal(tmp_path)

    assert isinstance(problem, BadRequest)
    assert str(problem) == f"{tmp_path}: 2 gold files (gold.jsonl, sets/more.jsonl); name one with --gold"
    shop.run("init", "--gold", "sets/more.jsonl")


def test_without_a_gold_file_its_form_is_told(tmp_path: Path) -> None:
    problem = refusal(tmp_path)

    assert isinstance(problem, FileMissing)
    assert '{"qid", "query", "type", "gold": {ID: grade}}' in str(problem)


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (["--gold", "none.jsonl"], FileMissing),
        (["--repo", "none"], FileMissing),
        (["--from", "none.json", "--gold", "new.jsonl"], FileUnreadable),
        (["--from", "gold.jsonl"], BadRequest),
    ],
)
def test_what_is_named_and_not_there_is_refused_and_nothing_is_written(
    arguments: list[str], kind: type[GoldkeeperError], tmp_path: Path
) -> None:
    a_shop(tmp_path)

    assert isinstance(refusal(tmp_path, *arguments), kind)
    assert not (tmp_path / "config").exists()
    assert (tmp_path / "gold.jsonl").read_text() == GOLD


@pytest.mark.parametrize("place", ["goldkeeper.toml", "config/goldkeeper.toml"])
def test_a_configuration_that_is_there_is_kept_unless_force_says_otherwise(place: str, tmp_path: Path) -> None:
    shop = a_shop(tmp_path)
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).write_text("# mine\n")

    problem = refusal(tmp_path)

    assert "set up already" in str(problem)
    assert (tmp_path / place).read_text() == "# mine\n"
    shop.run("init", "--force")
    assert load_project(tmp_path / "config" / "goldkeeper.toml").settings.gold.path == Path("gold.jsonl")


def test_a_gold_file_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    a_shop(tmp_path)
    (tmp_path / "other.json").write_text("[]")

    problem = refusal(tmp_path, "--from", "other.json", "--force")

    assert "there is a gold file already" in str(problem)
    assert (tmp_path / "gold.jsonl").read_text() == GOLD


def test_a_repository_without_commits_is_scanned_as_it_lies(tmp_path: Path) -> None:
    shop = a_shop(tmp_path, commit=False)

    record = shop.json("init")

    assert record["anchored"]["resolved"] == 3
    assert shop.anchors[TOTAL_ID]["text"].startswith("def total")
    assert load_project(start=tmp_path).settings.repository.revision == "worktree"
    assert set(shop.drifts().values()) == {"intact"}


def test_a_folder_without_git_is_scanned_as_it_lies(tmp_path: Path) -> None:
    for path, text in {**CODE, "gold.jsonl": GOLD}.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)

    record = json.loads(goldkeeper(tmp_path, "init", "--json").stdout)

    assert record["anchored"]["resolved"] == 3
    assert load_project(start=tmp_path).settings.repository.revision == "worktree"


def test_gold_and_code_may_lie_in_two_repositories(tmp_path: Path) -> None:
    code = a_repository(tmp_path / "code")
    gold = a_repository(tmp_path / "sets")
    first = code.commit(CODE)
    gold.commits = 1
    gold.commit({"gold.jsonl": GOLD})
    code.commits = 5
    code.commit(SHIFTED)

    record = json.loads(goldkeeper(gold.top, "init", "--repo", "../code", "--json").stdout)

    assert record["anchored"]["introduced"] == 3
    assert Shop(gold).anchors[TOTAL_ID]["commit"] == first
    assert Shop(gold).drifts()[TOTAL_ID] == "shifted"


def test_a_gold_file_that_was_renamed_keeps_its_past(tmp_path: Path) -> None:
    code = a_repository(tmp_path)
    first = code.commit({**CODE, "old.jsonl": GOLD})
    code.commit({"old.jsonl": None, "sets/gold.jsonl": GOLD})
    code.commit(SHIFTED)

    goldkeeper(tmp_path, "init")

    rows = (tmp_path / "sets" / "gold.anchors.jsonl").read_text().splitlines()
    assert {json.loads(row)["commit"] for row in rows} == {first}


def test_a_gold_file_that_is_a_link_has_the_history_of_what_it_leads_to(tmp_path: Path) -> None:
    sets = a_repository(tmp_path / "sets")
    sets.commit({"gold.jsonl": GOLD})
    shop = Shop(a_repository(tmp_path / "code"))
    shop.commit(CODE)
    shop.gold.symlink_to(tmp_path / "sets" / "gold.jsonl")

    assert shop.json("init", "--gold", "gold.jsonl")["chunks"] == 3


def test_a_shallow_clone_says_what_it_can_not_know(tmp_path: Path) -> None:
    origin = a_repository(tmp_path / "origin")
    origin.commit(CODE)
    origin.commit({**SHIFTED, "gold.jsonl": GOLD})
    clone = tmp_path / "clone"
    origin.git("clone", "--quiet", "--depth=1", f"file://{origin.top}", str(clone))

    record = json.loads(goldkeeper(clone, "init", "--json").stdout)

    never = {one["id"]: one["reason"] for one in record["never_resolved"]}
    assert never[TOTAL_ID] == "src/cart.py has no such chunk; but this clone lacks part of the history"
    assert REFUND_ID not in never


# Gold of other tools: their sample sets, written for the first state of the corpus, scanned in the second.


def a_corpus(folder: Path, name: str) -> Shop:
    """The first state, with the sample file in the same commit."""
    shop = Shop(a_repository(folder))
    shutil.copytree(SAMPLES / "corpus_v1", folder, dirs_exist_ok=True)
    shutil.copy(SAMPLES / name, folder / name)
    shop.commit(message="the corpus as it was")
    return shop


def go_on(shop: Shop) -> None:
    """The second state."""
    for file in (SAMPLES / "corpus_v1").rglob("*"):
        if file.is_file():
            (shop.top / file.relative_to(SAMPLES / "corpus_v1")).unlink()
    shutil.copytree(SAMPLES / "corpus_v2", shop.top, dirs_exist_ok=True)
    shop.commit(message="the corpus later")


def import_sample(folder: Path, name: str, *, late: bool = False) -> tuple[Shop, str]:
    """The shop after both states, and what the import said; a late one happens in the second."""
    shop = a_corpus(folder, name)
    if late:
        go_on(shop)
    said = shop.run("init", "--from", name, code=None).stderr
    shop.commit(message="the gold set, brought in")
    if not late:
        go_on(shop)
    return shop, said


def outcomes(shop: Shop) -> dict[str, tuple[str, str, list[str]]]:
    record = shop.json("scan", "--no-report", code=1)
    return {chunk["id"]: (chunk["drift"], chunk["change"], chunk["proposed"]) for chunk in record["chunks"]}


DUE_DATE = "loans/desk.py:7-9:due_date"
OVERDUE_FEE = "loans/desk.py:12-15:overdue_fee"
CHECKOUT = "loans/desk.py:22-25:LoanDesk.checkout"
NORMALISE = "web/catalogue.ts:2-4:normaliseIsbn"
MATCH_TITLE = "web/catalogue.ts:6-9:matchTitle"
EXPECTED: dict[str, tuple[str, str, list[str]]] = {
    DUE_DATE: ("shifted", "same", ["loans/desk.py:12-14:due_date"]),
    OVERDUE_FEE: ("missing", "moved", ["loans/fees.py:5-8:overdue_fee"]),
    CHECKOUT: ("shifted", "same", ["loans/desk.py:21-24:LoanDesk.checkout"]),
    "loans/desk.py:27-29:LoanDesk.hand_back": ("shifted", "same", ["loans/desk.py:26-28:LoanDesk.hand_back"]),
    NORMALISE: ("missing", "renamed", ["web/catalogue.ts:2-4:cleanIsbn"]),
    MATCH_TITLE: ("missing", "gone", []),
}


@wild
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(
    ("sample", "ids"),
    [
        ("02_path_and_symbol.json", [*EXPECTED.keys() - {CHECKOUT}]),
        ("02b_joined_symbol_ids.json", [DUE_DATE, OVERDUE_FEE, CHECKOUT]),
        ("04_line_spans.jsonl", [DUE_DATE, OVERDUE_FEE, CHECKOUT, NORMALISE, MATCH_TITLE]),
    ],
)
def test_a_set_of_another_form_is_brought_in_and_what_became_of_it_is_found(
    sample: str, ids: list[str], late: bool, tmp_path: Path
) -> None:
    shop, _ = import_sample(tmp_path / "repo", sample, late=late)

    assert outcomes(shop) == {chunk_id: EXPECTED[chunk_id] for chunk_id in ids}


@wild
def test_grades_and_queries_come_along_and_what_is_broken_is_told_by_line(tmp_path: Path) -> None:
    graded, _ = import_sample(tmp_path / "a" / "repo", "02_path_and_symbol.json")
    spans, said = import_sample(tmp_path / "b" / "repo", "04_line_spans.jsonl")

    rows: list[dict[str, Any]] = [json.loads(line) for line in graded.gold.read_text().splitlines()]
    assert [(row["qid"], row["query"]) for row in rows][1] == ("q2", "how is the late fee worked out")
    assert rows[1]["gold"] == {OVERDUE_FEE: 3, "loans/desk.py:27-29:LoanDesk.hand_back": 1}
    assert "04_line_spans.jsonl:6: " in said
    assert [json.loads(line)["qid"] for line in spans.gold.read_text().splitlines()][-1] == "bad1"


@wild
def test_the_source_stays_as_it_is(tmp_path: Path) -> None:
    shop, _ = import_sample(tmp_path / "repo", "04_line_spans.jsonl")

    assert (shop.top / "04_line_spans.jsonl").read_bytes() == (SAMPLES / "04_line_spans.jsonl").read_bytes()


@wild
def test_sections_that_moved_and_were_rewritten_are_found_too(tmp_path: Path) -> None:
    shop = a_corpus(tmp_path, "04_line_spans.jsonl")
    rows = [{"query": "a", "gold": ["docs/handbook.md#L3-L5"]}, {"query": "b", "gold": ["docs/handbook.md#L7-L9"]}]
    shop.commit({"pages.jsonl": "".join(json.dumps(row) + "\n" for row in rows)})
    go_on(shop)

    shop.run("init", "--from", "pages.jsonl")

    assert outcomes(shop) == {
        "docs/handbook.md:3-5:Handbook > Renewing a loan": (
            "missing",
            "moved",
            ["docs/renewals.md:3-5:Renewals > Renewing a loan"],
        ),
        "docs/handbook.md:7-9:Handbook > Lost copies": (
            "edited",
            "same",
            ["docs/handbook.md:3-5:Handbook > Lost copies"],
        ),
    }


@wild
@pytest.mark.parametrize("sample", ["01_expected_files.jsonl", "06_chunk_ids.jsonl", "07_graded_map.json"])
def test_a_sample_that_names_no_chunks_is_no_success(sample: str, tmp_path: Path) -> None:
    shop = a_corpus(tmp_path, sample)

    said = shop.run("init", "--from", sample, code=1).stderr

    assert "references left out" in said
    assert not shop.gold.exists()


def a_listed_shop(folder: Path, entry: dict[str, Any]) -> Shop:
    shop = a_shop(folder, gold=gold_lines({"src/cart.py:1-4": 3}))
    (folder / "chunks.jsonl").write_text(json.dumps(entry) + "\n", "utf-8")
    return shop


def test_gold_of_another_chunker_is_set_up_with_its_list(tmp_path: Path) -> None:
    shop = a_listed_shop(tmp_path, {"metadata": {"file": "src/cart.py", "start_line": 1, "end_line": 4}})
    problem = shop.json("init", code=1)["problems"][0]
    assert "goldkeeper init --index-chunks LIST --force" in problem["remedy"]

    record = shop.json("init", "--index-chunks", "chunks.jsonl", "--force")

    assert (record["anchored"]["introduced"], record["problems"]) == (1, [])
    assert record["index"]["chunk_path"] == "metadata.file"
    settings = load_project(tmp_path / "config/goldkeeper.toml").settings
    assert (settings.chunker.strategy, settings.index.chunks) == ("list", "chunks.jsonl")
    shop.run("scan", "--no-report", code=0)


def test_a_list_whose_fields_nobody_can_guess_leaves_the_configuration_to_correct(tmp_path: Path) -> None:
    shop = a_listed_shop(tmp_path, {"where": "src/cart.py"})
    done = goldkeeper(tmp_path, "init", "--index-chunks", "chunks.jsonl")
    assert "chunks.jsonl:1: has neither path, start and end, nor id" in str(done.exception)
    assert "(it has where)" in str(done.exception)
    assert "config/goldkeeper.toml is written; [index] in there" in done.stderr
    assert shop.gold.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--index-chunks", "none.jsonl"], "no such chunk list"),
        (["--index-chunks", "src"], "no regular file"),
        (["--index-chunks", "chunks.jsonl", "--from", "gold.jsonl"], "keeps the IDs of that list"),
    ],
)
def test_a_list_that_can_be_none_is_told_before_anything_is_written(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    a_listed_shop(tmp_path, {"path": "src/cart.py", "start": 1, "end": 4})
    assert said in str(refusal(tmp_path, *arguments))
    assert not (tmp_path / "config").exists()
