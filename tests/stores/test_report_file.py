import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from goldkeeper.model.anchors import AnchorOrigin
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import ChunkId, SkipReason, Span
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.errors import FileUnreadable
from goldkeeper.model.gold import GoldProblem
from goldkeeper.model.proposals import Cause
from goldkeeper.model.scans import ScanReport
from goldkeeper.reporting.figures import figures_of
from goldkeeper.stores.report_file import ReportFolder, html_report, json_report, markdown_report
from tests.builders import (
    a_candidate,
    a_drift,
    a_gold_pair,
    a_gold_set,
    a_match,
    a_proposal,
    a_query,
    a_scan_report,
)
from tests.reporting.story import a_story

VOID = {"meta", "br", "wbr", "rect"}
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>{{ 7*7 }}&lt;\x1b[31m\u202e\udcff"


class Page(HTMLParser):
    """Reads a page strictly: every element closed in order; keeps text, tags and attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str | None]] = []
        self._texts: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self._texts.append(data)

    @property
    def text(self) -> str:
        return "".join(self._texts)


def page(report: ScanReport) -> Page:
    return Page(html_report(figures_of(report)))


def a_big_scan(chunks: int = 3000) -> ScanReport:
    drifts = [a_drift(DriftKind.MISSING, chunk=f"src/p{n % 40}/m.py:{n}-{n + 9}:f{n}") for n in range(1, chunks + 1)]
    proposals = [
        a_proposal(
            drift.chunk_id,
            drift=drift,
            match=a_match(drift.chunk_id, a_candidate(f"lib/p{n % 40}/m.py:{n}-{n + 9}:f{n}")),
            cause=Cause(f"directory:{n % 3}", f"{chunks // 3} chunks: src/ moved to lib/, part {n % 3}"),
        )
        for n, drift in enumerate(drifts, 1)
    ]
    return a_scan_report(*drifts, proposals=proposals)


def a_hostile_scan() -> ScanReport:
    chunk_id = ChunkId(f"src/{HOSTILE}/a|b`.py", Span(1, 3), f"f{HOSTILE}")
    drift = a_drift(DriftKind.MISSING, chunk=chunk_id)
    found = ChunkId(f"lib/{HOSTILE}.py", Span(1, 3), HOSTILE)
    proposal = a_proposal(
        chunk_id, drift=drift, match=a_match(chunk_id, a_candidate(found)), cause=Cause(HOSTILE, f"1 chunk: {HOSTILE}")
    )
    other = a_drift(DriftKind.NEVER, chunk=ChunkId(HOSTILE, Span(1, 2), HOSTILE), note=HOSTILE)
    gold = a_gold_set(
        a_gold_pair(chunk_id, query_id=HOSTILE),
        a_gold_pair(other.chunk_id, query_id=HOSTILE),
        queries=[a_query(HOSTILE, HOSTILE)],
        problems=[GoldProblem(1, "odd", HOSTILE, HOSTILE)],
        name=HOSTILE,
    )
    return a_scan_report(drift, other, proposals=[proposal], gold_set=gold, notes=[HOSTILE])


def test_a_scan_leaves_its_three_files_and_the_latest_of_each(tmp_path: Path) -> None:
    written = ReportFolder(tmp_path / "reports").write(a_story())
    scan = "20260314T120000Z-a1b2c3d-drift"
    assert [Path(name).name for name in written] == [f"{scan}.md", f"{scan}.html", f"{scan}.json"]
    assert sorted(path.name for path in (tmp_path / "reports").iterdir()) == [
        f"{scan}.html",
        f"{scan}.json",
        f"{scan}.md",
        "latest.html",
        "latest.json",
        "latest.md",
    ]
    for name in written:
        assert Path(name).read_bytes() == (tmp_path / "reports" / f"latest{Path(name).suffix}").read_bytes()


def test_the_same_scan_gives_the_same_bytes(tmp_path: Path) -> None:
    first = [Path(name).read_bytes() for name in ReportFolder(tmp_path / "a").write(a_story())]
    assert [Path(name).read_bytes() for name in ReportFolder(tmp_path / "b").write(a_story())] == first


def test_the_latest_record_is_read_back(tmp_path: Path) -> None:
    folder = ReportFolder(tmp_path)
    assert folder.latest() is None
    folder.write(a_story())
    record = folder.latest()
    assert record is not None
    assert record["scan"] == "20260314T120000Z-a1b2c3d"
    (tmp_path / "latest.json").write_text("{")
    assert folder.latest() is None


def test_a_folder_that_cannot_be_made_is_told_with_a_remedy(tmp_path: Path) -> None:
    (tmp_path / "reports").write_text("a file")
    with pytest.raises(FileUnreadable, match="name another reports folder"):
        ReportFolder(tmp_path / "reports").write(a_story())


def test_the_page_needs_nothing_from_elsewhere() -> None:
    html = html_report(figures_of(a_story()))
    found = Page(html)
    assert not set(found.tags) & {"script", "link", "img", "iframe", "object", "embed", "base", "form"}
    assert not {name for name, _ in found.attributes} & {"src", "href", "srcset", "action", "onload", "onclick"}
    assert "url(" not in html
    assert "@import" not in html
    assert "http://" not in html
    assert "https://" not in html


def test_the_page_names_its_language_its_headings_and_its_tables() -> None:
    html = html_report(figures_of(a_story()))
    found = Page(html)
    assert ("lang", "en") in found.attributes
    assert found.tags["h1"] == found.tags["main"] == found.tags["header"] == found.tags["footer"] == 1
    tables = re.findall(r"<table.*?</table>", html, re.DOTALL)
    assert tables
    for table in tables:
        assert "<caption>" in table or "aria-label" in table
        assert 'scope="col"' in table
    ids = [value for name, value in found.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    assert {value for name, value in found.attributes if name == "aria-labelledby"} <= set(ids)


def test_hostile_names_are_text_on_the_page() -> None:
    html = html_report(figures_of(a_hostile_scan()))
    found = Page(html)
    assert found.tags["script"] == found.tags["img"] == 0
    assert "alert(1)" in found.text
    assert "{{ 7*7 }}" in found.text
    assert "\\x1b[31m\\u202e\\udcff" in found.text
    assert not set(html) & set("\x1b\u202e\udcff")


def test_hostile_names_are_text_in_markdown() -> None:
    text = markdown_report(figures_of(a_hostile_scan()))
    assert not set(text) & set("\x1b\u202e\udcff")
    rendered = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    assert "<script" not in rendered
    assert "<img" not in rendered
    assert "<a " not in rendered


def test_hostile_names_survive_in_json() -> None:
    record = json.loads(json_report(figures_of(a_hostile_scan())))
    assert record["queries"][0]["query"] == HOSTILE
    assert record["chunks"][0]["id"] == f"src/{HOSTILE}/a|b`.py:1-3:f{HOSTILE}"


def test_a_hostile_scan_can_be_written(tmp_path: Path) -> None:
    for name in ReportFolder(tmp_path).write(a_hostile_scan()):
        Path(name).read_text(encoding="utf-8")


def test_an_empty_gold_set_has_a_report() -> None:
    report = a_scan_report(skipped={SkipReason.NO_GRAMMAR: 1})
    assert "so there was nothing to check" in page(report).text
    text = markdown_report(figures_of(report))
    assert "so there was nothing to check" in text
    assert "1 file: no grammar" in text
    assert "## What was seen" not in text


def test_a_single_gold_chunk_has_a_report() -> None:
    drift = a_drift(DriftKind.MISSING)
    match = a_match(drift.chunk_id, change=ChangeKind.GONE)
    report = a_scan_report(drift, proposals=[a_proposal(drift=drift, match=match)])
    assert "It left its place and looks gone." in page(report).text
    text = markdown_report(figures_of(report))
    assert "It left its place and looks gone." in text
    assert "1 query has lost all relevant gold" in text


def test_long_lists_are_folded_on_the_page_and_cut_in_markdown() -> None:
    report = a_big_scan()
    figures = figures_of(report)
    found = Page(html_report(figures))
    assert found.tags["tr"] > 3000
    assert "990 more gold chunks" in found.text
    text = markdown_report(figures)
    assert "… and 988 more chunks, see `20260314T120000Z-a1b2c3d-drift.json`." in text
    assert "… and 2,960 more queries, see" in text
    assert len(text.encode()) < 60_000
    assert len(json.loads(json_report(figures))["chunks"]) == 3000


def test_every_table_of_the_markdown_report_has_cells_for_its_columns() -> None:
    for report in (a_story(), a_hostile_scan()):
        assert not re.search(r"^(?!\|).*\|$", markdown_report(figures_of(report)), re.MULTILINE)  # no row is broken up
        rendered = MarkdownIt("commonmark").enable("table").render(markdown_report(figures_of(report)))
        for table in re.findall(r"<table>.*?</table>", rendered, re.DOTALL):
            columns = len(re.findall(r"<th[ >]", table))
            assert columns > 1
            assert all(row.count("<td") == columns for row in re.findall(r"<tr>.*?</tr>", table, re.DOTALL)[1:])
        assert "|" not in re.sub(r"<code>.*?</code>|<td.*?</td>|<li>.*?</li>", "", rendered, flags=re.DOTALL)


def test_the_record_carries_what_a_script_needs() -> None:
    record = json.loads(json_report(figures_of(a_story())))
    assert record["schema"] == 1
    assert {chunk["id"]: chunk["proposed"] for chunk in record["chunks"]}["src/shop/pay.py:14-70:charge"] == [
        "src/shop/pay.py:14-30:charge",
        "src/shop/pay.py:33-60:_with_retries",
    ]
    tie = next(chunk for chunk in record["chunks"] if chunk["ambiguous"])
    assert [candidate["confidence"] for candidate in tie["candidates"]] == [0.51, 0.47]
    assert tie["anchor"]["origin"] == AnchorOrigin.JUDGED
    assert record["chunker"]["unavailable"] == ["abap", "cobol"]
    assert record["problems"][0]["line"] == 5
    assert record["groups"][0]["name"] == "g1"
