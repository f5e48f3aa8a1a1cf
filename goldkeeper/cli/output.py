"""What all commands share in speaking: data on stdout, talk on stderr, one meaning for each exit code."""

import errno
import json
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from goldkeeper.model.errors import GoldkeeperError
from goldkeeper.reporting.schema import JSON_SCHEMA
from goldkeeper.reporting.visible import visible_lines as visible

__all__ = [
    "CLEAN",
    "OUR_FAULT",
    "PERSON_NEEDED",
    "YOUR_INPUT",
    "console",
    "emit",
    "emit_json",
    "exit_with",
    "on_terminal",
    "talk",
    "visible",
]

if TYPE_CHECKING:
    from rich.console import Console

CLEAN = 0
PERSON_NEEDED = 1  # drift, an open question, a failed gate
YOUR_INPUT = 2  # usage, configuration, input
OUR_FAULT = 3


def exit_with(command: Callable[[], object]) -> int:
    """Run a command line and answer with its exit code; nothing is raised.

    What a user can mend is one sentence on stderr, with `--json` an object. What only we can mend
    keeps its traceback.
    """
    _set_up_streams()
    try:
        command()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else YOUR_INPUT if end.code else CLEAN
    except KeyboardInterrupt:
        code = 130
    except GoldkeeperError as problem:
        _say_problem(problem)
        code = problem.exit_code
    except BrokenPipeError:
        code = CLEAN
    except OSError as refused:
        code = _output_refused(refused)
    except Exception:  # noqa: BLE001 - the last handler there is
        traceback.print_exc()
        talk("goldkeeper: this is our fault; please report it with the lines above")
        code = OUR_FAULT
    else:
        code = CLEAN
    left = _flushed()
    return code if left is None else left


def talk(line: str) -> None:
    """One line for people, on stderr."""
    sys.stderr.write(f"{line}\n")


def emit(line: str) -> None:
    """One line of data, on stdout."""
    sys.stdout.write(f"{line}\n")


def emit_json(record: Mapping[str, Any]) -> None:
    """An object with the version of its form, on stdout."""
    record = {"schema": JSON_SCHEMA, **record}
    text = json.dumps(record, ensure_ascii=False, allow_nan=False, indent=2)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # a path that is no UTF-8, or a stdout that is none
        text = json.dumps(record, allow_nan=False, indent=2)
    emit(text)


def on_terminal() -> bool:
    """Whether a person reads stdout."""
    return sys.stdout.isatty()


def console() -> "Console":
    """Stdout for people; NO_COLOR and TERM=dumb are respected."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def _say_problem(problem: GoldkeeperError) -> None:
    if "--json" in sys.argv:
        error = {"code": problem.code, "message": str(problem), "exit_code": problem.exit_code}
        talk(json.dumps({"schema": JSON_SCHEMA, "error": error}))
    else:
        talk(f"goldkeeper: {visible(str(problem))}")


def _output_refused(refused: OSError) -> int:
    """A full disk is the user's to mend, wherever it was met; anything else of the system is our fault."""
    if refused.errno not in {errno.ENOSPC, errno.EDQUOT}:
        traceback.print_exc()
        talk("goldkeeper: this is our fault; please report it with the lines above")
        return OUR_FAULT
    where = f"{refused.filename}: " if refused.filename else ""
    talk(f"goldkeeper: {where}no space left on the disk; make room and run the command again, nothing is half-written")
    return YOUR_INPUT


def _set_up_streams() -> None:
    """Paths go out as the bytes they came in as; what an encoding can't say, it says in escapes."""
    if sys.stdout is None or sys.stderr is None:  # closed by whoever called
        nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - lives as long as the process
        sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere
    for stream, errors in ((sys.stdout, "surrogateescape"), (sys.stderr, "backslashreplace")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            unicode = stream.encoding.lower().replace("-", "") == "utf8"
            reconfigure(errors=errors if unicode else "backslashreplace")


def _flushed() -> int | None:
    """Write out what is left of stdout.

    Returns:
        None when it took everything, else the exit code that says why it did not: a reader such as
        `head` may have gone, which is no fault; a full disk is one.
    """
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        code = CLEAN
    except OSError as refused:
        code = _output_refused(refused)
    else:
        return None
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code
