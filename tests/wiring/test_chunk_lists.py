"""A gold set over somebody else's chunks: their list is the universe, and a new list is an upgrade."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from goldkeeper.model.errors import ConfigInvalid
from goldkeeper.model.errors_passports import PassportSourceUnreadable
from goldkeeper.wiring import open_keeper
from tests.list_makers import paragraph_rows, window_rows, write_list
from tests.projects import Shop, a_shop, gold_lines

CONFIG = """\
[chunker]
strategy = "list"
[index]
manifest = "index/manifest.json"
chunks = "index/chunks.jsonl"
"""


def a_module(*names: str) -> str:
    """Functions of eight lines, each of its own words, a blank line between them."""
    return "\n".join(
        f"def {name}(cart):\n"
        + "".join(f"    {name}_{n} = cart.{name}({n}) + {name.upper()}\n" for n in range(6))
        + f"    return {name}_5\n"
        for name in names
    )


CODE = {
    "src/cart.py": a_module("total", "shipping", "rebate", "tax"),
    "src/orders.py": a_module("refund", "reorder", "cancel"),
}


class Listed(Shop):
    """A shop whose index another chunker cut."""

    def build_index(self, rows: Sequence[Mapping[str, object]], *, size: str, config: str = CONFIG) -> None:
        """Write list and manifest for the commit that is checked out."""
        write_list(self.top / "index/chunks.jsonl", rows)
        commit = self.repository.git("rev-parse", "HEAD").strip()
        manifest = {"chunker": {"name": "windows", "options": {"size": size}}, "commit": commit}
        (self.top / "index/manifest.json").write_text(json.dumps(manifest), "utf-8")
        (self.top / "goldkeeper.toml").write_text(config, "utf-8")

    def code(self) -> dict[str, str]:
        return {path: (self.top / path).read_text("utf-8") for path in CODE if (self.top / path).exists()}

    def remaps(self, code: int | None = None) -> dict[str, list[str]]:
        """A scan: gold ID → where it is proposed to go, of those that drifted."""
        record = self.json("scan", "--no-report", code=code)
        return {chunk["id"]: chunk["proposed"] for chunk in record["chunks"] if chunk["drift"] != "intact"}

    def notes(self) -> list[str]:
        return list(self.json("scan", "--no-report", code=None)["notes"])


@pytest.fixture
def shop(tmp_path: Path) -> Listed:
    gold = gold_lines({"src/cart.py:1-20": 3, "src/cart.py:16-35": 1}, {"src/orders.py:1-20": 2})
    shop = Listed(a_shop(tmp_path / "shop", code=CODE, gold=gold).repository)
    shop.build_index(window_rows(CODE, size=20, overlap=5), size="20/5")
    assert shop.remaps(code=0) == {}
    return shop


def test_a_new_list_over_the_same_code_re_points_gold_to_its_own_chunks(shop: Listed) -> None:
    shop.build_index(window_rows(CODE, size=30, overlap=5), size="30/5")
    assert shop.remaps(code=1) == {
        "src/cart.py:1-20": ["src/cart.py:1-30"],
        "src/cart.py:16-35": ["src/cart.py:1-30", "src/cart.py:26-35"],
        "src/orders.py:1-20": ["src/orders.py:1-26"],
    }
    record = shop.json("scan", "--no-report", "--force", code=1)
    assert [one["sentence"] for one in record["upgrades"]] == []  # the first scan checked it
    shop.run("review", "accept", "--all", "--by", "ada")
    shop.run("apply")
    assert shop.golds == [
        {"src/cart.py:1-30": 3, "src/cart.py:26-35": 1},
        {"src/orders.py:1-26": 2},
    ]
    assert shop.remaps(code=0) == {}


def test_what_is_cut_wider_passes_as_a_group_and_says_so(shop: Listed) -> None:
    shop.build_index(window_rows(CODE, size=30, overlap=5), size="30/5")
    shop.remaps()
    listed = shop.run("review", "list").stdout
    assert "cut wider" in listed
    shown = shop.run("review", "show", "1").stdout
    assert "all that was judged is in there, unchanged (10 more lines around it)" in shown
    assert "nobody edited the judged lines" in shown


def test_windows_that_fall_into_paragraphs_go_to_each_that_holds_a_part(shop: Listed) -> None:
    shop.build_index(paragraph_rows(CODE), size="paragraphs")
    assert shop.remaps(code=1)["src/cart.py:1-20"] == ["src/cart.py:1-8", "src/cart.py:10-17", "src/cart.py:19-26"]


def test_code_that_changed_under_a_new_list_is_followed_by_its_lines(shop: Listed) -> None:
    pushed = {"src/cart.py": "import math\nimport decimal\nimport enum\n\n\n" + CODE["src/cart.py"]}
    shop.commit(pushed, "imports")
    shop.build_index(window_rows(shop.code(), size=20, overlap=5), size="20/5")
    found = shop.remaps(code=1)
    assert found["src/cart.py:1-20"] == ["src/cart.py:1-20", "src/cart.py:16-35"] or found["src/cart.py:1-20"] == [
        "src/cart.py:1-20"
    ]
    assert "src/orders.py:1-20" not in found


def test_a_file_that_moved_takes_its_windows_along(shop: Listed) -> None:
    shop.commit({"src/orders.py": None, "shop/orders.py": CODE["src/orders.py"]}, "move")
    rows = window_rows(
        {"src/cart.py": CODE["src/cart.py"], "shop/orders.py": CODE["src/orders.py"]}, size=20, overlap=5
    )
    shop.build_index(rows, size="20/5")
    assert shop.remaps(code=1) == {"src/orders.py:1-20": ["shop/orders.py:1-20"]}


def test_chunks_with_symbols_are_split_merged_and_renamed_by_their_lines(tmp_path: Path) -> None:
    gold = gold_lines({"src/cart.py:1-8:total": 3, "src/cart.py:10-26:shipping": 2, "src/cart.py:28-35:tax": 1})
    shop = Listed(a_shop(tmp_path / "shop", code=CODE, gold=gold).repository)
    old = [("total", 1, 8), ("shipping", 10, 26), ("tax", 28, 35)]
    new = [("Cart.total", 1, 8), ("shipping", 10, 17), ("rest", 19, 35)]
    rows = [
        [{"path": "src/cart.py", "symbol": name, "start": start, "end": end} for name, start, end in spans]
        for spans in (old, new)
    ]
    shop.build_index(rows[0], size="old")
    assert shop.remaps(code=0) == {}
    shop.build_index(rows[1], size="new")
    assert shop.remaps(code=1) == {
        "src/cart.py:1-8:total": ["src/cart.py:1-8:Cart.total"],
        "src/cart.py:10-26:shipping": ["src/cart.py:10-17:shipping", "src/cart.py:19-35:rest"],
        "src/cart.py:28-35:tax": ["src/cart.py:19-35:rest"],
    }


def test_what_is_scanned_is_the_commit_that_the_list_tells_of(shop: Listed) -> None:
    built = shop.repository.git("rev-parse", "HEAD").strip()
    shop.commit({"src/cart.py": "import math\n" + CODE["src/cart.py"]}, "later")
    record = shop.json("scan", "--no-report", "--force", code=0)
    assert record["head_commit"] == built


def test_spellings_of_paths_and_line_ends_change_nothing(shop: Listed) -> None:
    rows = [{**row, "path": f"./{row['path']}"} for row in window_rows(CODE, size=20, overlap=5)]
    shop.build_index(rows, size="20/5")
    assert shop.remaps(code=0) == {}
    shop.build_index([{**row, "path": str(shop.top / str(row["path"]))} for row in rows], size="20/5")
    assert shop.remaps(code=0) == {}


def test_entries_whose_lines_are_not_there_are_told_and_the_rest_is_used(shop: Listed) -> None:
    shop.build_index(
        [*window_rows(CODE, size=20, overlap=5), {"path": "src/cart.py", "start": 90, "end": 99}], size="x"
    )
    notes = shop.notes()
    assert any("1 chunk of src/cart.py names lines behind its end, such as 90-99" in note for note in notes)


def test_a_half_written_list_ends_the_scan_before_it_begins(shop: Listed) -> None:
    before = shop.gold.read_bytes()
    with (shop.top / "index/chunks.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"path": "src/ca')
    waits = pytest.raises(PassportSourceUnreadable, match=r"chunks\.jsonl:5: not JSON.*wait until it is written")
    with open_keeper(shop.top / "goldkeeper.toml") as keeper, waits:
        keeper.scan()
    assert shop.gold.read_bytes() == before


def test_a_manifest_that_counts_another_list_is_waited_for(shop: Listed) -> None:
    file = shop.top / "index/manifest.json"
    manifest = {**json.loads(file.read_text("utf-8")), "format": "goldkeeper-passport", "schema": 1}
    file.write_text(json.dumps({**manifest, "chunks": {"count": 99}}), "utf-8")
    with open_keeper(shop.top / "goldkeeper.toml") as keeper, pytest.raises(PassportSourceUnreadable, match=r"says 99"):
        keeper.scan()


def test_a_list_has_to_be_named(shop: Listed) -> None:
    (shop.top / "goldkeeper.toml").write_text('[chunker]\nstrategy = "list"\n', "utf-8")
    with (
        open_keeper(shop.top / "goldkeeper.toml") as keeper,
        pytest.raises(ConfigInvalid, match=r"index\.chunks names"),
    ):
        keeper.scan()


def test_a_folder_without_git_has_lists_too(tmp_path: Path) -> None:
    top = tmp_path / "plain"
    for path, text in CODE.items():
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        (top / path).write_text(text, "utf-8")
    (top / "gold.jsonl").write_text(gold_lines({"src/cart.py:1-20": 3}), "utf-8")
    (top / "goldkeeper.toml").write_text('[chunker]\nstrategy = "list"\n[index]\nchunks = "chunks.jsonl"\n', "utf-8")
    write_list(top / "chunks.jsonl", window_rows(CODE, size=20, overlap=5))
    with open_keeper(top / "goldkeeper.toml") as keeper, keeper.lock("scan"):
        assert [drift.kind.value for drift in keeper.scan().drifts] == ["intact"]
    write_list(top / "chunks.jsonl", window_rows(CODE, size=30, overlap=5))
    (top / "src/cart.py").write_text("import math\n\n" + CODE["src/cart.py"], "utf-8")
    with open_keeper(top / "goldkeeper.toml") as keeper, keeper.lock("scan"):
        (proposal,) = keeper.scan().proposals
    assert str(proposal.match.candidates[0].chunk_id) == "src/cart.py:1-30"


def test_gold_of_a_list_is_anchored_where_it_came_in_even_if_the_list_is_another_by_now(tmp_path: Path) -> None:
    shop = Listed(a_shop(tmp_path / "shop", code=CODE, gold=gold_lines({"src/cart.py:1-20": 3})).repository)
    judged = shop.repository.git("rev-parse", "HEAD").strip()
    shop.commit({"src/cart.py": a_module("fees") + "\n" + CODE["src/cart.py"]}, "fees on top")
    shop.build_index(window_rows(shop.code(), size=30, overlap=5), size="30/5")
    assert shop.remaps(code=1) == {"src/cart.py:1-20": ["src/cart.py:1-30"]}
    assert shop.anchors["src/cart.py:1-20"]["commit"] == judged
