"""`goldkeeper passport`, and what scan and status say of the index."""

import json
from pathlib import Path

import pytest

from goldkeeper.model.errors import GoldkeeperError
from tests.projects import TOTAL_ID, Shop, a_set_up_shop, goldkeeper
from tests.wiring.test_passports import LARGE, MANIFEST, a_shop_with_a_manifest, write_manifest


@pytest.fixture
def bare(tmp_path: Path) -> Shop:
    return a_set_up_shop(tmp_path / "bare")


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return a_shop_with_a_manifest(tmp_path / "shop")


def refused(shop: Shop, *arguments: str) -> str:
    """What a command says that can't do it."""
    done = goldkeeper(shop.top, *arguments)
    assert isinstance(done.exception, GoldkeeperError)
    return str(done.exception)


def test_an_index_that_nobody_describes_is_told_how_it_could_be(bare: Shop) -> None:
    done = bare.run("passport", "show")
    assert "embedding model     nobody says" in done.stdout
    assert "set index.manifest, or run goldkeeper passport write" in done.stderr


def test_show_says_what_is_known_and_who_says_so(shop: Shop) -> None:
    assert "small   (read: index.json: embedding.model)" in shop.run("passport", "show").stdout
    record = shop.json("passport", "show")
    assert record["embedding_model"] == {"value": "small", "origin": "read", "place": "index.json: embedding.model"}
    assert record["embedding_revision"] is None
    assert record["upgrades"] == []


def test_a_manifest_for_another_version_of_our_chunker_is_told(shop: Shop) -> None:
    write_manifest(shop, {**MANIFEST, "chunker": {"name": "definition", "version": "1"}})
    assert "index.json says that the index was cut with version 1, here it is" in shop.run("passport", "show").stderr
    record = shop.json("scan", code=None)
    assert any("cut with version 1" in note for note in record["notes"])


def test_write_makes_a_manifest_that_reads_back_as_it_was_told(bare: Shop) -> None:
    bare.run("passport", "write", "index/passport.json", "--embedding", "bge-m3", "--dimension", "1024")
    document = json.loads((bare.top / "index" / "passport.json").read_text("utf-8"))
    assert (document["format"], document["schema"]) == ("goldkeeper-passport", 1)
    assert document["embedding"] == {"model": "bge-m3", "dimension": 1024}
    assert document["chunker"]["name"] == "goldkeeper definition"
    assert document["commit"] == bare.repository.git("rev-parse", "HEAD").strip()
    assert document["chunks"]["count"] == 3
    config = bare.top / "config" / "goldkeeper.toml"
    text = config.read_text("utf-8").replace('manifest = ""', 'manifest = "index/passport.json"')
    config.write_text(text, "utf-8")
    record = bare.json("passport", "show")
    assert record["embedding_dimension"]["value"] == "1024"
    assert record["chunks"]["value"] == "3"
    assert record["notes"] == []


def test_the_chunk_list_of_the_same_code_has_the_same_boundaries(bare: Shop) -> None:
    written = json.loads(bare.run("passport", "write").stdout)
    (bare.top / "chunks.jsonl").write_text(bare.run("chunk", "--rev", "HEAD", "--json").stdout, "utf-8")
    config = bare.top / "config" / "goldkeeper.toml"
    config.write_text(config.read_text("utf-8").replace('chunks = ""', 'chunks = "chunks.jsonl"'), "utf-8")
    assert bare.json("passport", "show")["boundaries"]["value"] == written["chunks"]["boundaries"]


def test_somebody_elses_manifest_is_not_overwritten(shop: Shop) -> None:
    before = (shop.top / "index.json").read_bytes()
    assert "goldkeeper didn't write it; name another file, or pass --force" in refused(shop, "passport", "write")
    assert (shop.top / "index.json").read_bytes() == before
    shop.run("passport", "write", "--force")
    shop.run("passport", "write")  # by now it is ours
    assert json.loads((shop.top / "index.json").read_text("utf-8"))["embedding"]["model"] == "small"


def test_a_configured_manifest_may_yet_have_to_be_written(shop: Shop) -> None:
    (shop.top / "index.json").unlink()
    assert "no such manifest; build the index" in refused(shop, "scan")
    shop.run("passport", "write", "--embedding", "m")
    assert shop.json("passport", "show")["embedding_model"]["value"] == "m"


def test_diff_of_two_manifests_says_what_makes_an_upgrade(shop: Shop) -> None:
    (shop.top / "old.json").write_text(json.dumps(MANIFEST), "utf-8")
    (shop.top / "new.json").write_text(json.dumps(LARGE), "utf-8")
    done = shop.run("passport", "diff", "old.json", "new.json", code=1)
    assert done.stdout == "embedding model small → large\ndimension 384 → 1024\n"
    assert "An upgrade: embedding changed." in done.stderr
    assert shop.run("passport", "diff", "old.json", "old.json").stdout == ""
    record = shop.json("passport", "diff", "old.json", "new.json", code=1)
    assert record["kinds"] == ["embedding"]
    assert record["changes"][0] == {"trait": "embedding_model", "before": "small", "after": "large"}


def test_diff_without_names_takes_the_last_two_that_were_seen(shop: Shop) -> None:
    assert "No two passports were seen yet." in shop.run("passport", "diff").stderr
    shop.run("scan")
    write_manifest(shop, LARGE)
    shop.run("scan")
    assert "small → large" in shop.run("passport", "diff", code=1).stdout


def test_diff_needs_no_project(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()  # nothing above is looked at
    for name, manifest in (("a.json", MANIFEST), ("b.json", LARGE)):
        (tmp_path / name).write_text(json.dumps(manifest), "utf-8")
    assert goldkeeper(tmp_path, "passport", "diff", "a.json", "b.json").exit_code == 1


def test_scan_and_status_name_the_passport(shop: Shop) -> None:
    assert "Index: small (384), chunker definition" in shop.run("scan").stderr
    assert "index      small (384), chunker definition" in shop.run("status").stdout
    assert shop.json("scan")["passport"]["title"] == "small (384), chunker definition"
    assert shop.json("status")["passport"]["embedding_model"]["value"] == "small"


def test_a_report_names_the_index_and_what_of_it_had_changed(shop: Shop) -> None:
    shop.run("scan")
    write_manifest(shop, LARGE)
    shop.run("scan")
    for name in ("latest.md", "latest.html"):
        text = (shop.top / "reports" / name).read_text("utf-8")
        assert "large (1024), chunker definition" in text
        assert "embedding model small → large; dimension 384 → 1024" in text


def test_status_tells_of_an_upgrade_before_and_after_it_was_noted(shop: Shop) -> None:
    shop.run("scan")
    write_manifest(shop, LARGE)
    done = shop.run("status", code=1)
    assert "upgrade    embedding model small → large; dimension 384 → 1024; run goldkeeper scan" in done.stdout
    scan = shop.run("scan")
    assert "Checked upgrade 1: embedding model small → large; dimension 384 → 1024." in scan.stderr
    done = shop.run("status")
    assert "audit due  upgrade 1: embedding model small → large" in done.stdout
    assert shop.json("status")["audits_due"][0]["upgrade"] == 1


def test_status_bears_a_broken_manifest(shop: Shop) -> None:
    shop.run("scan")
    (shop.top / "index.json").write_text("{", "utf-8")
    done = shop.run("status", code=1)
    assert "index      small (384), chunker definition" in done.stdout
    assert "index      index.json: not JSON" in done.stdout


def test_a_new_chunker_over_the_same_code_is_one_question_that_may_pass_unseen(shop: Shop) -> None:
    code = (shop.top / "src" / "cart.py").read_text("utf-8")
    shop.commit({"src/cart.py": f"# the whole price\n{code}"}, "a comment")
    shop.run("scan", "--no-report", code=1)
    shop.run("review", "accept", "--all", "--by", "ada")
    shop.run("apply")
    shop.commit(message="gold")
    options = {"name": "definition", "options": {"leading_comments": True}}
    write_manifest(shop, {**MANIFEST, "chunker": options})
    record = shop.json("scan", "--no-report", code=1)
    (group,) = record["groups"]
    assert group["sentence"] == "1 chunk: cut otherwise by the chunker, the code is the same"
    (drifted,) = [chunk for chunk in record["chunks"] if chunk["drift"] != "intact"]
    assert drifted["proposed"] == ["src/cart.py:1-4:total"]
    assert drifted["staleness"]["kind"] == "reformatted"
    config = shop.top / "config" / "goldkeeper.toml"
    config.write_text(config.read_text("utf-8").replace('"never"', '"recut"'), "utf-8")
    shop.run("scan", "--no-report", code=1)  # it waits to be applied
    shop.run("apply")
    assert TOTAL_ID not in shop.golds[0]
    assert shop.golds[0]["src/cart.py:1-4:total"] == 3
