from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.chunks import CommitId
from goldkeeper.stores.git_log import parse_commit, parse_log, parse_raw_changes, parse_raw_date

ONE, TWO, THREE = b"1" * 40, b"2" * 40, b"3" * 40
_field = st.binary(max_size=30).filter(lambda raw: b"\0" not in raw)


@given(subject=_field, author=_field, path=_field.filter(bool))
def test_no_subject_author_or_path_can_pass_for_the_end_of_a_record(subject: bytes, author: bytes, path: bytes) -> None:
    change = b"\n:100644 100644 " + TWO + b" " + THREE + b" M\0" + path + b"\0"
    record = ONE + b"\0\0" + author + b"\x001700000000 +0000\0" + subject + b"\0"
    found = list(parse_log(record + change + record))
    assert [len(logged.changes) for logged in found] == [1, 0]
    assert found[0].changes[0].path.encode("utf-8", "surrogateescape") == path
    assert found[0].note == found[1].note


def test_a_log_that_was_cut_off_gives_what_was_whole() -> None:
    record = ONE + b"\0" + TWO + b"\0Ada\x001700000000 +0000\0story\0"
    found = list(parse_log(record + b"\n:100644 100644 " + TWO + b" " + THREE + b" M"))
    assert [logged.parents for logged in found] == [(TWO.decode(),)]
    assert found[0].changes == ()
    assert list(parse_log(ONE + b"\0" + TWO)) == []


def test_links_submodules_and_changes_of_mode_are_no_changes_of_content() -> None:
    tokens = [
        b":100644 100755 %b %b M" % (ONE, ONE), b"mode.py",
        b":000000 120000 %b %b A" % (b"0" * 40, ONE), b"link",
        b":160000 160000 %b %b M" % (ONE, TWO), b"module",
        b":100644 120000 %b %b T" % (ONE, TWO), b"became-link.py",
    ]  # fmt: skip
    assert [(c.path, c.base_blob, c.head_blob) for c in parse_raw_changes(tokens)] == [
        ("became-link.py", ONE.decode(), None)
    ]


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        (b"1700000000 -0330", "2023-11-14T18:43:20-03:30"),
        (b"-1 +0000", "1969-12-31T23:59:59+00:00"),
        (b"1700000000 +9999", "2023-11-14T22:13:20+00:00"),
        (b"1700000000", "2023-11-14T22:13:20+00:00"),
        (b"99999999999999999 +0000", "1970-01-01T00:00:00+00:00"),
        (b"", "1970-01-01T00:00:00+00:00"),
        (b"yesterday", "1970-01-01T00:00:00+00:00"),
    ],
)
def test_odd_dates_are_read_as_well_as_they_can_be(raw: bytes, wanted: str) -> None:
    assert parse_raw_date(raw).isoformat() == wanted


@given(st.datetimes(datetime(1970, 1, 2), datetime(9000, 1, 1)), st.integers(-23 * 60, 23 * 60))  # noqa: DTZ001
def test_a_date_keeps_its_moment_and_its_zone(moment: datetime, minutes: int) -> None:
    seconds = int(moment.replace(tzinfo=UTC).timestamp())
    sign = "-" if minutes < 0 else "+"
    found = parse_raw_date(f"{seconds} {sign}{abs(minutes) // 60:02}{abs(minutes) % 60:02}".encode())
    assert (int(found.timestamp()), found.utcoffset()) == (seconds, timedelta(minutes=minutes))


def test_a_commit_object_names_its_encoding() -> None:
    raw = "author Zoë <z@b> 1700000000 +0000\nencoding iso-8859-1\n\ncafé\n".encode("latin-1")
    note = parse_commit(CommitId("1f"), raw)
    assert (note.author, note.subject) == ("Zoë", "café")


def test_a_commit_object_without_sense_still_makes_a_note() -> None:
    note = parse_commit(CommitId("1f"), b"\xff\xfe")
    assert (note.author, note.subject, note.date) == ("", "", datetime.fromtimestamp(0, UTC))
