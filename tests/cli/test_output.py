"""Data on stdout, talk on stderr, one meaning for each exit code."""

import json
import sys

import pytest

from goldkeeper.cli.output import emit, emit_json, exit_with, visible
from goldkeeper.model.errors import LockHeld, UnknownItem
from goldkeeper.reporting.visible import tab_field


def stopped(code: object) -> None:
    raise SystemExit(code)


def failed(problem: BaseException) -> None:
    raise problem


@pytest.mark.parametrize(
    ("code", "expected"), [(None, 0), (0, 0), (1, 1), (2, 2), (3, 3), (130, 130), ("some words", 2), (False, 0)]
)
def test_the_exit_code_is_what_the_command_said(code: object, expected: int) -> None:
    assert exit_with(lambda: stopped(code)) == expected


def test_what_a_user_can_mend_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["goldkeeper", "review", "show", "9"])
    assert exit_with(lambda: failed(UnknownItem("item", "9\x1b[2J"))) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("goldkeeper: no item")
    assert err.count("\n") == 1
    assert "\x1b" not in err


def test_with_json_the_sentence_is_an_object_and_stdout_stays_empty(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["goldkeeper", "review", "list", "--json"])
    assert exit_with(lambda: failed(LockHeld("lock", "process 7"))) == 1
    out, err = capsys.readouterr()
    assert out == ""
    error = json.loads(err)
    assert error["schema"] == 1
    assert error["error"]["code"] == "LockHeld"
    assert error["error"]["exit_code"] == 1


def test_our_own_fault_keeps_its_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_with(lambda: failed(KeyError("x"))) == 3
    err = capsys.readouterr().err
    assert "Traceback" in err
    assert "our fault" in err


def test_a_reader_that_has_gone_is_no_fault() -> None:
    assert exit_with(lambda: failed(BrokenPipeError())) == 0


def test_an_interrupt_ends_as_shells_expect() -> None:
    assert exit_with(lambda: failed(KeyboardInterrupt())) == 130


def test_json_holds_any_path(capsys: pytest.CaptureFixture[str]) -> None:
    emit_json({"paths": ["caf\udce9.py", "籃子.py"]})
    record = json.loads(capsys.readouterr().out)
    assert record == {"schema": 1, "paths": ["caf\udce9.py", "籃子.py"]}


def test_json_has_no_number_that_json_does_not_know() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        emit_json({"confidence": float("nan")})


def test_a_line_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    emit(tab_field("a\tb\nc\\"))
    assert capsys.readouterr().out == "a\\tb\\nc\\\\\n"


def test_marks_that_turn_the_reading_order_are_shown() -> None:
    assert visible("if a\u202e\u2066 b\ufeff") == "if a\\u202e\\u2066 b\\ufeff"
    assert visible("línea\n\t籃子") == "línea\n    籃子"
