"""The daemon's log: lines for people on stderr, or one JSON object a line for whoever collects logs.

Under journald (systemd sets `JOURNAL_STREAM`) lines carry their priority in front and leave the time to
the journal. Whatever is written has gone through the redactor: messages, facts and tracebacks.
"""

import json
import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Literal, TextIO

from goldkeeper.model.happenings import Gravity, Happening
from goldkeeper.model.redaction import Redactor
from goldkeeper.reporting.visible import visible

LogForm = Literal["text", "json"]

_LEVELS = {Gravity.ROUTINE: logging.INFO, Gravity.NEWS: logging.INFO, Gravity.TROUBLE: logging.WARNING}
# sd-daemon(3): what the journal calls these levels.
_PRIORITIES = ((logging.ERROR, "<3>"), (logging.WARNING, "<4>"), (logging.INFO, "<6>"))
_DEBUG_PRIORITY = "<7>"

log = logging.getLogger("goldkeeper.daemon")


def log_happening(happening: Happening) -> None:
    """Write down what happened, with its facts."""
    facts = {
        key: value for key, value in happening.record().items() if key not in {"kind", "sentence", "project", "at"}
    }
    extra = {"project": happening.project, "event": happening.kind, "facts": facts, "moment": happening.at}
    log.log(_LEVELS[happening.gravity], "%s", happening.sentence, extra=extra)


def log_complaint(project: str, said: str) -> None:
    """Write down that people could not be told, or not as they wished."""
    log.warning("%s", said, extra={"project": project, "event": "telling"})


class LogWriter(logging.Handler):
    """Writes log records; what can't be written is lost, and the daemon goes on.

    Attributes:
        redact: takes secrets out; to be put anew when the configuration changes.
    """

    def __init__(self, form: LogForm, *, redact: Redactor, stream: TextIO | None = None, journal: bool = False) -> None:
        super().__init__()
        self.redact = redact
        self._form, self._stream, self._journal = form, stream, journal

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record."""
        stream = self._stream or sys.stderr
        try:
            text = self._json(record) if self._form == "json" else self._text(record)
            stream.write(f"{text}\n")
            stream.flush()
        except (OSError, ValueError):  # nobody reads it any more, or the disk is full
            return

    def _text(self, record: logging.LogRecord) -> str:
        project = str(getattr(record, "project", ""))
        said = f"{project}: " if project else ""
        said += " ".join(record.getMessage().split())
        lines = [said, *_traceback(record)]
        shown = [visible(line) for line in self.redact("\n".join(lines)).split("\n")]
        if self._journal:
            return "\n".join(f"{_priority(record.levelno)}{line}" for line in shown)
        return "\n".join([f"{_moment(record):%Y-%m-%d %H:%M:%S} {shown[0]}", *shown[1:]])

    def _json(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = dict(getattr(record, "facts", {}))
        if trace := _traceback(record):
            fields["traceback"] = "\n".join(trace)
        said = {
            "time": _moment(record).isoformat(),
            "level": record.levelname.lower(),
            "project": getattr(record, "project", "") or None,
            "event": getattr(record, "event", "log"),
            "message": record.getMessage(),
            "fields": fields,
        }
        return json.dumps(redacted(said, self.redact), ensure_ascii=True, default=str)


def set_up_logs(form: LogForm, *, redact: Redactor, stream: TextIO | None = None) -> LogWriter:
    """Send everything that goldkeeper logs to one writer, and warnings of libraries as well.

    Args:
        form: for people, or for machines.
        redact: takes secrets out.
        stream: where to; None is stderr, whatever that is at the moment.
    """
    writer = LogWriter(form, redact=redact, stream=stream, journal=_read_by_journal())
    root = logging.getLogger()
    for other in [one for one in root.handlers if isinstance(one, LogWriter)]:
        root.removeHandler(other)
    root.addHandler(writer)
    logging.getLogger("goldkeeper").setLevel(logging.INFO)
    return writer


def _read_by_journal() -> bool:
    """Whether stderr is the journal's own pipe, and not one that somebody put in between."""
    wanted = os.environ.get("JOURNAL_STREAM", "")
    try:
        at = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError):
        return False
    return wanted == f"{at.st_dev}:{at.st_ino}"


def _moment(record: logging.LogRecord) -> datetime:
    moment = getattr(record, "moment", None)
    return moment if isinstance(moment, datetime) else datetime.fromtimestamp(record.created, UTC)


def _traceback(record: logging.LogRecord) -> list[str]:
    if not record.exc_info:
        return []
    return logging.Formatter().formatException(record.exc_info).split("\n")


def _priority(level: int) -> str:
    return next((sign for least, sign in _PRIORITIES if level >= least), _DEBUG_PRIORITY)


def redacted(value: object, redact: Callable[[str], str]) -> object:
    """JSON values without secrets, however deep they lie."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, Mapping):
        return {str(key): redacted(entry, redact) for key, entry in value.items()}
    if isinstance(value, Sequence):
        return [redacted(entry, redact) for entry in value]
    return value
