"""Real repositories, asked with goldkeeper's own commands where their chunks went."""

import json
from pathlib import Path
from typing import Any

import pytest

from goldkeeper.model.chunks import BlobId, FileChunks
from goldkeeper.stores.history_index import GitHistoryIndex
from goldkeeper.wiring import make_chunker, open_history
from goldkeeper.workflow.lineage.walked import Past
from tests.projects import Shop, a_set_up_shop, gold_lines, goldkeeper
from tests.stores.git_repositories import Repository, a_repository
from tests.workflow.codes import CODE, GRAND_TOTAL, REFUND, SHIPPING, TOTAL, a_file

TOTAL_ID = "a.py:1-3:total"


def remapped(top: Path, *ids: str, base: str, head: str = "HEAD") -> list[dict[str, Any]]:
    (top.parent / "ids").write_text("\n".join(ids))
    done = goldkeeper(top, "remap", "--from", base, "--to", head, "--ids", top.parent / "ids", "--json")
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def first(answer: dict[str, Any]) -> str:
    return str(answer["candidates"][0]["id"]) if answer["candidates"] else str(answer["change"])


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return a_repository(tmp_path / "shop")


def test_a_function_is_followed_over_files_and_names_and_back(repository: Repository) -> None:
    base = repository.commit({"a.py": CODE, "b.py": SHIPPING})
    repository.commit({"a.py": REFUND, "b.py": a_file(SHIPPING, TOTAL)})
    repository.commit({"b.py": None, "lib/post.py": a_file(SHIPPING, TOTAL)})
    head = repository.commit(
        {"lib/post.py": a_file(SHIPPING, GRAND_TOTAL), "a.py": a_file("def total():\n    ...\n", REFUND)}
    )

    (there,) = remapped(repository.top, TOTAL_ID, base=base)
    (back,) = remapped(repository.top, first(there), base=head, head=base)

    assert (first(there), there["change"]) == ("lib/post.py:6-8:grand_total", "moved and renamed")
    assert first(back) == TOTAL_ID


def test_an_old_encoding_and_line_ends_of_another_system_are_followed(repository: Repository) -> None:
    latin = a_file(TOTAL.replace("amount", "préis"), REFUND).encode("latin-1")
    base = repository.commit({"a.py": latin, "b.py": CODE.replace("\n", "\r\n")})
    repository.commit({"a.py": b"import re\n\n" + latin, "b.py": "import re\r\n\r\n" + CODE.replace("\n", "\r\n")})
    repository.commit({"a.py": None, "c.py": b"import re\n\n" + latin, "b.py": CODE})

    answers = remapped(repository.top, TOTAL_ID, "b.py:1-3:total", base=base)

    assert [first(answer) for answer in answers] == ["c.py:3-5:total", "b.py:1-3:total"]


def test_a_file_that_became_a_link_took_its_chunks_to_where_it_points(repository: Repository) -> None:
    base = repository.commit({"a.py": CODE})
    (repository.top / "a.py").unlink()
    (repository.top / "a.py").symlink_to("lib/a.py")
    head = repository.commit({"lib/a.py": CODE})
    history = open_history(repository.top)
    past = Past(lambda: GitHistoryIndex(history, None), history, make_chunker(), None)
    blob = BlobId(repository.blob("a.py", base))
    file = past.contents.chunks("a.py", blob)
    assert isinstance(file, FileChunks)

    match = past.to(history.tree(head), head).match(file.chunks[0], blob, base)

    assert match is not None
    assert [str(candidate.chunk_id) for candidate in match.candidates] == ["lib/a.py:1-3:total"]


def test_a_folder_that_became_a_submodule_took_its_chunks_out_of_the_repository(
    repository: Repository, tmp_path: Path
) -> None:
    other = a_repository(tmp_path / "other")
    other.commit({"a.py": CODE})
    base = repository.commit({"lib/a.py": CODE, "b.py": SHIPPING})
    repository.git("rm", "-r", "--quiet", "lib")
    repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(other.top), "lib")
    repository.commit()

    (answer,) = remapped(repository.top, "lib/a.py:1-3:total", base=base)

    assert answer["change"] == "gone"


def test_in_a_shallow_clone_the_two_states_are_held_against_each_other(repository: Repository, tmp_path: Path) -> None:
    repository.commit({"a.py": CODE})
    repository.commit({"a.py": a_file(GRAND_TOTAL, REFUND)})
    repository.commit({"a.py": None, "b.py": a_file(GRAND_TOTAL, REFUND)})
    repository.git("clone", "--quiet", "--depth=2", f"file://{repository.top}", str(tmp_path / "clone"))

    (answer,) = remapped(tmp_path / "clone", "a.py:1-3:grand_total", base="HEAD~1")

    assert first(answer) == "b.py:1-3:grand_total"


def test_where_a_content_on_the_way_is_lost_the_direct_match_takes_over(repository: Repository) -> None:
    base = repository.commit({"a.py": CODE})
    between = repository.commit({"a.py": a_file(TOTAL.replace("line.price", "line.net"), REFUND)})
    repository.commit({"a.py": a_file(GRAND_TOTAL.replace("line.price", "line.net"), REFUND)})
    repository.lose_object(repository.blob("a.py", between))

    (answer,) = remapped(repository.top, TOTAL_ID, base=base)

    assert first(answer) == "a.py:1-3:grand_total"


def test_a_release_branch_is_mapped_on_main_and_what_was_born_there_too(repository: Repository) -> None:
    repository.commit({"a.py": CODE})
    repository.git("checkout", "--quiet", "-b", "release")
    repository.commit({"a.py": a_file(CODE, SHIPPING)})
    repository.git("checkout", "--quiet", "main")
    repository.commit({"a.py": None, "src/cart.py": CODE})
    repository.commit({"src/cart.py": a_file(GRAND_TOTAL, REFUND, SHIPPING)})

    answers = remapped(repository.top, TOTAL_ID, "a.py:11-13:shipping", base="release", head="main")

    assert [first(answer) for answer in answers] == ["src/cart.py:1-3:grand_total", "src/cart.py:11-13:shipping"]


def test_a_reverted_deletion_is_offered_and_left_to_a_person(repository: Repository) -> None:
    base = repository.commit({"a.py": CODE, "b.py": SHIPPING})
    repository.commit({"a.py": None})
    repository.git("revert", "--no-edit", "HEAD")
    repository.commit({"a.py": a_file("import re\n", CODE)})

    (answer,) = remapped(repository.top, TOTAL_ID, base=base)

    assert (first(answer), answer["ambiguous"]) == ("a.py:4-6:total", True)
    assert list(answer["candidates"][0]["evidence"]) == ["added again"]


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    code = {"a.py": CODE, "b.py": SHIPPING}
    gold = gold_lines({TOTAL_ID: 3, "a.py:6-8:refund": 2, "b.py:1-3:shipping": 1})
    return a_set_up_shop(tmp_path / "shop", code=code, gold=gold)


def scanned(shop: Shop) -> dict[str, Any]:
    record = shop.json("scan", "--no-report", code=None)
    return {chunk["id"]: chunk for chunk in record["chunks"]}


def test_scan_and_remap_say_the_same_of_each_chunk_alone_and_together_and_twice(shop: Shop) -> None:
    base = shop.repository.git("rev-parse", "HEAD")
    shop.commit({"a.py": a_file(GRAND_TOTAL, REFUND), "b.py": None, "c.py": a_file("import re\n", SHIPPING)})
    shop.commit({"a.py": REFUND, "c.py": a_file("import re\n", SHIPPING, GRAND_TOTAL)})
    ids = [TOTAL_ID, "a.py:6-8:refund", "b.py:1-3:shipping"]

    together = remapped(shop.top, *ids, base=base)
    alone = [remapped(shop.top, one, base=base)[0] for one in ids]
    scans = [scanned(shop), scanned(shop)]

    assert together == alone
    assert [first(answer) for answer in together] == ["c.py:9-11:grand_total", "a.py:1-3:refund", "c.py:4-6:shipping"]
    for scan in scans:
        assert [scan[one]["candidates"][0]["id"] for one in ids] == [first(answer) for answer in together]
        assert [scan[one]["candidates"][0]["confidence"] for one in ids] == [
            answer["candidates"][0]["confidence"] for answer in together
        ]


def test_a_rename_that_nobody_has_committed_is_found_on_top_of_what_was(shop: Shop) -> None:
    shop.commit({"a.py": None, "lib/a.py": CODE})
    shop.repository.write({"lib/a.py": a_file("import re\n", GRAND_TOTAL, REFUND)})

    record = shop.json("scan", "--rev", "worktree", "--no-report", code=None)

    found = {chunk["id"]: chunk["candidates"][0]["id"] for chunk in record["chunks"] if chunk["candidates"]}
    assert found[TOTAL_ID] == "lib/a.py:4-6:grand_total"


def test_a_file_that_the_rules_leave_out_by_now_is_no_crash(shop: Shop) -> None:
    shop.commit({"a.py": a_file(GRAND_TOTAL, REFUND)})
    config = shop.top / "config" / "goldkeeper.toml"
    config.write_text(config.read_text("utf-8").replace("exclude = []", 'exclude = ["a.py"]'), "utf-8")

    drifts = shop.drifts()

    assert drifts[TOTAL_ID] == "obscured"
    assert drifts["b.py:1-3:shipping"] == "intact"
