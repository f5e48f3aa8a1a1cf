"""Digests in our words and in the user's own."""

from pathlib import Path

import pytest

from goldkeeper.model.errors import ConfigInvalid
from goldkeeper.model.telling import CauseLine, Digest, DriftNews, News, NewsKind
from goldkeeper.stores.note_templates import LONGEST_TITLE, NoteTemplates
from tests.builders import NOON

DRIFT = DriftNews(
    chunks=30,
    queries=26,
    gone=1,
    unchanged=18,
    harmless=4,
    waiting=33,
    causes=(
        CauseLine(5, 5, "Cart was split into Cart and *Basket* in 3f2a1b9", "g4"),
        CauseLine(20, 1, "edited in shop/*.py", ""),
    ),
    others=2,
    other_causes=2,
    commit="3f2a1b9",
)
FAILING = News(NewsKind.SCAN_FAILING, "k", NOON, "Scans fail: no space left", "scan", "goldkeeper doctor")


def a_digest(drift: DriftNews | None = DRIFT, *news: News, project: str = "shop") -> Digest:
    return Digest(project, "config/gold.jsonl", NOON, drift, news)


def test_the_short_text_fits_a_phone_and_says_what_to_do() -> None:
    message = NoteTemplates()(a_digest())

    assert message.title == "shop: 30 gold chunks drifted, 8 need a look"
    assert message.text == (
        "30 chunks of config/gold.jsonl drifted at 3f2a1b9; 26 queries are hit.\n"
        "8 need a look, 1 of them seems gone:\n"
        "   5  Cart was split into Cart and *Basket* in 3f2a1b9\n"
        "   1  edited in shop/*.py\n"
        "   2  for 2 other reasons\n"
        "The other 22 pass at a glance: 18 moved unchanged and 4 say the same in other words.\n"
        "3 older questions wait as well.\n"
        "Next: goldkeeper review list"
    )


def test_markdown_says_the_same_and_nobodys_stars_make_it_bold() -> None:
    assert NoteTemplates()(a_digest()).markdown == (
        "30 chunks of config/gold.jsonl drifted at 3f2a1b9; 26 queries are hit."
        " 8 need a look, 1 of them seems gone:\n\n"
        "- **5**: Cart was split into Cart and \\*Basket\\* in 3f2a1b9 (`g4`)\n"
        "- **1**: edited in shop/\\*.py\n"
        "- **2** for 2 other reasons\n\n"
        "The other 22 pass at a glance: 18 moved unchanged and 4 say the same in other words."
        " 3 older questions wait as well.\n\n"
        "Next: `goldkeeper review list`"
    )


def test_news_without_drift_is_a_line() -> None:
    message = NoteTemplates()(a_digest(None, FAILING))

    assert message.text == "Scans fail: no space left. See: goldkeeper doctor"
    assert message.markdown == "Scans fail: no space left. See `goldkeeper doctor`."


def test_news_and_drift_stand_apart() -> None:
    message = NoteTemplates()(a_digest(DRIFT, FAILING))

    assert message.title == "shop: Scans fail: no space left; 30 gold chunks drifted, 8 need a look"
    assert message.text.startswith("Scans fail: no space left. See: goldkeeper doctor\n\n30 chunks of")


def test_a_title_is_one_short_line_whatever_is_in_it() -> None:
    message = NoteTemplates()(a_digest(project="a\nb\x1b[31m" + "x" * 500))

    assert len(message.title) == LONGEST_TITLE
    assert "\n" not in message.title
    assert "\x1b" not in message.title


def test_own_templates_go_before_ours_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "title.j2").write_text("Gold! {{ digest.drift.chunks | count('thing') }}\n", encoding="utf-8")

    message = NoteTemplates(tmp_path)(a_digest())

    assert message.title == "Gold! 30 things"
    assert message.text == NoteTemplates()(a_digest()).text


@pytest.mark.parametrize("template", ["{{ nothing }}", "{% if %}", "{{ digest.drift.nothing }}"])
def test_a_template_that_can_not_be_used_is_named(template: str, tmp_path: Path) -> None:
    (tmp_path / "text.j2").write_text(template, encoding="utf-8")

    with pytest.raises(ConfigInvalid, match=r"text\.j2"):
        NoteTemplates(tmp_path)(a_digest())


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigInvalid, match=r"notify\.templates"):
        NoteTemplates(tmp_path / "none")
