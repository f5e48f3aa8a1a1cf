"""The `[daemon]` table: what fits, and what is refused with a remedy."""

from pathlib import Path

import pytest

from goldkeeper.model.errors import ConfigInvalid
from goldkeeper.settings import load_project


def load(tmp_path: Path, text: str) -> object:
    (tmp_path / "goldkeeper.toml").write_text(f"[daemon]\n{text}\n", "utf-8")
    return load_project(tmp_path / "goldkeeper.toml").settings.daemon


def test_a_timetable_is_read(tmp_path: Path) -> None:
    found = load(tmp_path, 'timetable = [{job = "scan", cron = "0 3 * * *", zone = "Europe/Berlin"}]')
    assert [(one.label, one.zone) for one in found.timetable] == [("scan", "Europe/Berlin")]  # type: ignore[attr-defined]  # DaemonSettings


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('timetable = [{job = "scan", cron = "0 3 * * *", zone = "Europe/Nowhere"}]', "europe/nowhere"),
        ('timetable = [{job = "sweep", cron = "0 3 * * *"}]', "job"),
        ('timetable = [{job = "scan", cron = "0 3 * * *"}, {job = "scan", cron = "0 4 * * *"}]', "name of its own"),
        ("quiet_seconds = 0", "quiet_seconds"),
        ("polling_seconds = 0.01", "polling_seconds"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigInvalid) as caught:
        load(tmp_path, text)
    assert said in str(caught.value)
