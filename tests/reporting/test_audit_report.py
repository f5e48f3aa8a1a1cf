import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from goldkeeper.audit.findings import find
from goldkeeper.reporting.audit_charts import confusion_chart, interval_bar, trend_chart
from goldkeeper.reporting.audit_lines import finding_lines
from goldkeeper.reporting.audit_words import bound_sentence, effect_sentence, headline, read_sentence
from goldkeeper.stores.audit_report import AuditReportFolder, audit_json, audit_markdown, audit_page
from tests.audit.samples import a_draw, a_frame, both
from tests.reporting.approval import assert_approved
from tests.reporting.audit_story import an_audit, the_draw


def test_the_report_reads_as_it_was_approved() -> None:
    assert_approved("audit.md", audit_markdown(an_audit()))


def test_the_report_of_half_an_audit_says_so() -> None:
    assert_approved("audit-half.md", audit_markdown(an_audit(rows=20)))


def test_the_page_holds_what_was_approved() -> None:
    """Without the style sheet, which is looked at and not read."""
    page = audit_page(an_audit())
    head, _, rest = page.partition("<style>")
    assert_approved("audit.html", head + rest.partition("</style>")[2].lstrip("\n"))


def test_the_record_is_json_without_a_number_that_is_none() -> None:
    record = json.loads(audit_json(an_audit()), parse_constant=pytest.fail)
    assert record["schema"] == 1
    assert record["wrong"]["pairs"] == 412
    assert record["wrong"]["read"] == 42
    assert len(record["rows"]) == 45
    assert record["draw"]["seed"] == "v1.4"
    assert sum(stratum["size"] for stratum in record["draw"]["strata"]) == 412


def test_an_audit_nobody_has_read_is_a_report_too() -> None:
    found = find(the_draw(), [])
    assert headline(found) == "None of 412 pairs has been read to the end. Nothing can be said of the set yet."
    assert "not finished: 42 rows unread" in audit_markdown(found)
    assert json.loads(audit_json(found))["wrong"]["share"]["value"] is None
    assert "<svg" not in audit_page(found)


def test_an_audit_of_nothing_is_a_report_too() -> None:
    found = find(a_draw([]), [])
    assert "None of 0 pairs has been read" in audit_markdown(found)
    assert audit_page(found)


def test_one_label_everywhere_is_not_applicable_and_says_why() -> None:
    draw = a_draw(a_frame(30))
    found = find(draw, [one for row in draw.rows for one in both(row, 2)], resamples=20)
    text = audit_markdown(found)
    assert "Alpha is not defined: every label is 2" in text
    assert "| Cohen's kappa | n/a (Every label is 2" in text
    assert "nan" not in text.lower().replace("finance", "")


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_the_page_needs_no_script_and_nothing_from_elsewhere() -> None:
    page = _Page()
    page.feed(audit_page(an_audit()))
    assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in page.tags}
    assert not any(name.startswith("on") or name in {"src", "href"} for _, attrs in page.tags for name in attrs)


def test_what_a_query_says_is_text_on_the_page_and_in_markdown() -> None:
    hostile = "<script>alert(1)</script> | *x*\x1b[2J"
    frame = [type(pair)(pair.query_id, hostile, pair.type, pair.chunk_id, pair.grade) for pair in a_frame(12)]
    draw = a_draw(frame, seed="<i>seed</i>")
    found = find(draw, [one for row in draw.rows for one in both(row, 0)], resamples=20)
    page, text = audit_page(found), audit_markdown(found)
    assert "<script>alert" not in page
    assert "<i>" not in page
    assert "\x1b" not in page + text
    assert "\\<script>alert(1)\\</script> \\| \\*x\\*" in text


def test_pictures_are_sound_xml_that_keeps_to_its_frame() -> None:
    found = an_audit()
    for picture in (confusion_chart(found), trend_chart(found.trend), interval_bar(found.overall.estimate, scale=0.2)):
        root = ET.fromstring(picture)  # noqa: S314  # our own
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        for box in root.iter("rect"):
            assert 0 <= float(box.attrib["x"]) <= float(box.attrib["x"]) + float(box.attrib["width"]) <= width + 0.5
            assert 0 <= float(box.attrib["y"]) <= float(box.attrib["y"]) + float(box.attrib["height"]) <= height


def test_one_audit_has_no_trend_to_draw() -> None:
    assert trend_chart(an_audit().trend[-1:]) == ""


def test_a_set_that_was_read_whole_leaves_nothing_to_chance() -> None:
    draw = a_draw(a_frame(8), share=1.0)
    found = find(draw, [one for row in draw.rows for one in both(row, int(row.pair.grade or 0))], resamples=20)
    assert read_sentence(found.overall) == "Of 8 pairs all were read; none was wrong."
    assert bound_sentence(found.overall, 0.95) == "That is all of them, so nothing is left to chance."


def test_the_effect_is_told_as_a_distance_and_never_rounded_down() -> None:
    effect = an_audit().effect
    assert effect is not None
    assert effect_sentence(effect) == (
        "If the rest of the set is as wrong as what was read, the true nDCG@10 of any run is 0.000 to 0.078"
        " lower than it is shown."
    )
    known = effect_sentence(replace(effect, low=0.0301, high=0.0301))
    assert known.endswith("of any run is 0.031 higher than it is shown.")
    both = effect_sentence(replace(effect, high=0.0301))
    assert both.endswith("may be up to 0.078 lower or up to 0.031 higher than it is shown.")


def test_a_report_is_three_files_named_by_the_audit(tmp_path: Path) -> None:
    written = AuditReportFolder(tmp_path / "reports").write(an_audit())
    assert [Path(name).name for name in written] == ["v1.4-audit.md", "v1.4-audit.html", "v1.4-audit.json"]
    assert all(Path(name).stat().st_size for name in written)


def test_the_findings_fit_a_terminal_of_80_columns() -> None:
    lines = list(finding_lines(an_audit()))
    assert_approved("audit-terminal.txt", "\n".join(lines) + "\n")
    assert max(map(len, lines)) <= 80
