"""The daemon's log: readable by people, by machines and by the journal, and without secrets."""

import io
import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.daemon.logs import LogForm, LogWriter, log_complaint, log_happening, set_up_logs
from goldkeeper.model.happenings import ScanFailing, ScanStarted
from goldkeeper.model.redaction import Redactor
from tests.builders import NOON
from tests.model.test_redaction import SHAPES, TOKENS, Shape

FAILING = ScanFailing("shop/gold.jsonl", NOON, "no space\nleft", "DiskFull", 2, NOON)


def _breaks() -> None:
    raise ValueError("postgresql://keeper:hunter2@db/gold\x1b[31m is away")


@contextmanager
def a_log(form: LogForm, *, journal: bool = False, redact: Redactor | None = None) -> Iterator[io.StringIO]:
    stream = io.StringIO()
    writer = LogWriter(form, redact=redact or Redactor(), stream=stream, journal=journal)
    logger = logging.getLogger("goldkeeper")
    level, logger.level = logger.level, logging.INFO
    logger.addHandler(writer)
    logger.propagate = False
    try:
        yield stream
    finally:
        logger.removeHandler(writer)
        logger.propagate, logger.level = True, level


def test_people_read_when_whose_and_what_in_one_line() -> None:
    with a_log("text") as stream:
        log_happening(FAILING)

    assert stream.getvalue() == (
        "2026-03-14 12:00:00 shop/gold.jsonl: the scan failed and is tried again at 12:00:00 UTC: no space left\n"
    )


def test_machines_read_an_object_a_line() -> None:
    with a_log("json") as stream:
        log_happening(FAILING)
        log_complaint("shop", "slack could not be told")

    first, second = map(json.loads, stream.getvalue().splitlines())
    assert list(first) == ["time", "level", "project", "event", "message", "fields"]
    assert (first["time"], first["level"]) == (NOON.isoformat(), "warning")
    assert (first["project"], first["event"]) == ("shop/gold.jsonl", "scan_failing")
    assert (first["fields"]["code"], first["fields"]["attempts"]) == ("DiskFull", 2)
    assert (second["event"], second["message"]) == ("telling", "slack could not be told")


def test_the_journal_gets_priorities_and_keeps_the_time_itself() -> None:
    with a_log("text", journal=True) as stream:
        log_happening(ScanStarted("shop", NOON, ("a commit",)))
        log_happening(FAILING)

    first, second = stream.getvalue().splitlines()
    assert first == "<6>shop: scanning: a commit"
    assert second.startswith("<4>shop/gold.jsonl: the scan failed")


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_traceback_is_kept_and_redacted(form: LogForm) -> None:
    with a_log(form) as stream:
        try:
            _breaks()
        except ValueError:
            logging.getLogger("goldkeeper.daemon.service").exception("our fault")

    said = stream.getvalue()
    assert "Traceback (most recent call last)" in said
    assert "hunter2" not in said
    assert "postgresql://***@db/gold" in said
    assert "\x1b" not in said


@given(TOKENS, TOKENS, TOKENS, st.sampled_from(SHAPES), st.sampled_from(["text", "json"]))
def test_no_secret_reaches_the_log_by_whatever_way(a: str, b: str, c: str, shape: Shape, form: LogForm) -> None:
    url = shape(a, b, c)
    with a_log(form) as stream:
        log_happening(ScanStarted("shop", NOON, (f"{url} changed", url)))
        log_complaint("shop", f"({url}) could not be told")
        logging.getLogger("goldkeeper.daemon").warning("no answer from %s", [url])

    assert not [token for token in (a, b, c) if token in stream.getvalue()]


def test_a_stream_that_is_gone_stops_nobody() -> None:
    with a_log("text") as stream:
        stream.close()
        log_happening(FAILING)


def test_setting_up_twice_writes_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    monkeypatch.setattr(logging.getLogger("goldkeeper"), "level", logging.WARNING)
    set_up_logs("text", redact=Redactor(), stream=io.StringIO())
    set_up_logs("text", redact=Redactor(), stream=stream)

    log_happening(FAILING)

    assert len(stream.getvalue().splitlines()) == 1


def test_the_journal_is_known_by_the_pipe_it_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    monkeypatch.setattr(logging.getLogger("goldkeeper"), "level", logging.WARNING)
    with (tmp_path / "stderr").open("w", encoding="utf-8") as stderr:
        at = os.fstat(stderr.fileno())
        monkeypatch.setattr("sys.stderr", stderr)
        monkeypatch.setenv("JOURNAL_STREAM", f"{at.st_dev}:{at.st_ino}")
        set_up_logs("text", redact=Redactor())
        log_happening(FAILING)
        monkeypatch.setenv("JOURNAL_STREAM", "1:1")
        set_up_logs("text", redact=Redactor())
        log_happening(FAILING)

    first, second = (tmp_path / "stderr").read_text(encoding="utf-8").splitlines()
    assert first.startswith("<4>shop")
    assert second.startswith("2026-03-14 12:00:00 shop")
