"""`[notify]`: what fits, what is refused."""

from datetime import time
from pathlib import Path

import pytest

from goldkeeper.model.telling import NewsKind
from goldkeeper.settings.notify import USUAL_NEWS, hours_of
from tests.settings.test_project import load, refused


def test_nobody_is_told_by_default(tmp_path: Path) -> None:
    assert load(tmp_path, "").settings.notify.urls == ()


def test_each_kind_of_news_can_be_asked_for(tmp_path: Path) -> None:
    kinds = ", ".join(f'"{kind}"' for kind in NewsKind if kind is not NewsKind.UPGRADE)

    assert load(tmp_path, f'[notify]\nevents = [{kinds}, "upgrade"]\n').settings.notify.events
    assert {*USUAL_NEWS, "upgrade"} == set(NewsKind)


def test_urls_can_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDKEEPER_NOTIFY__URLS", '["ntfy://topic"]')

    assert load(tmp_path, "").settings.notify.urls == ("ntfy://topic",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('quiet = "late"', "write two times of day"),
        ('quiet = "25:00-07:00"', "hour must be in 0..23"),
        ('quiet = "07:00-07:00"', "begins when it ends"),
        ('zone = "Berlin"', "no such time zone"),
        ('zone = "../etc/passwd"', "no such time zone"),
        ("min_gap_minutes = -1", "greater than or equal to 0"),
        ('events = ["everything"]', "notify.events.0"),
    ],
)
def test_what_does_not_fit_is_refused(text: str, said: str, tmp_path: Path) -> None:
    assert said in refused(tmp_path, f"[notify]\n{text}\n")


def test_a_url_in_the_wrong_place_is_not_shown(tmp_path: Path) -> None:
    assert "s3cr3t" not in refused(tmp_path, '[notify]\nurls = "slack://s3cr3t"\n')


def test_hours_are_read_with_blanks_and_without() -> None:
    assert hours_of(" 8:05 - 17:30 ") == (time(8, 5), time(17, 30))
    assert hours_of("  ") is None
