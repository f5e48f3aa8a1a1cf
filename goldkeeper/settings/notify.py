"""`[notify]`: who is told, of what, and when."""

import re
from datetime import time
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import Field, field_validator

from goldkeeper.settings.sections import Section

News = Literal["drift", "audit_due", "gate_failed", "scan_failing", "recovered", "reminder", "upgrade"]
USUAL_NEWS: tuple[News, ...] = ("drift", "audit_due", "gate_failed", "scan_failing", "recovered", "reminder")
_HOURS = re.compile(r"(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})")


def hours_of(text: str) -> tuple[time, time] | None:
    """`20:00-07:00` → from and to, local times; None for an empty text.

    Raises:
        ValueError: no such hours.

    >>> hours_of("20:00-07:00")
    (datetime.time(20, 0), datetime.time(7, 0))
    """
    if not text.strip():
        return None
    found = _HOURS.fullmatch(text.strip())
    if found is None:
        raise ValueError("write two times of day, such as 20:00-07:00")
    numbers = [int(part) for part in found.groups()]
    begin, end = time(numbers[0], numbers[1]), time(numbers[2], numbers[3])
    if begin == end:
        raise ValueError("begins when it ends; leave it empty for no quiet hours, and urls empty for silence")
    return begin, end


class NotifySettings(Section):
    """Who is told what, and when; needs the notify extra."""

    urls: tuple[str, ...] = Field(
        (),
        description="Apprise URLs (Slack, mail, ntfy, webhook …). They are secrets: "
        '"env:NAME" and "file:PATH" name where they are kept.',
    )
    events: tuple[News, ...] = Field(USUAL_NEWS, description='Of what people are told; "upgrade" may be added.')
    quiet: str = Field("", description='Nothing is sent in these hours, such as "20:00-07:00"; it is told after them.')
    zone: str = Field("", description='Time zone of the quiet hours, such as "Europe/Berlin"; empty is UTC.')
    min_gap_minutes: int = Field(
        60, ge=0, description="Minutes between two messages, at least; what comes in between is told together."
    )
    templates: str = Field("", description="Folder with your own title.j2, text.j2, markdown.j2; empty takes ours.")

    @field_validator("quiet")
    @classmethod
    def _two_times(cls, value: str) -> str:
        hours_of(value)
        return value

    @field_validator("zone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            ZoneInfo(value or "UTC")
        except (KeyError, ValueError, OSError):
            raise ValueError('no such time zone; write one such as "Europe/Berlin"') from None
        return value
