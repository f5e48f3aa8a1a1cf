"""The `[daemon]` table: when the background service looks, how long it waits, and what it does by the calendar."""

from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, field_validator

from goldkeeper.settings.sections import Section

JobName = Literal["scan", "audit", "digest", "gate"]


class TimetableEntry(BaseModel):
    """One line of the timetable: what, when, in which zone.

    Attributes:
        name: of the entry, unique in the project; empty is the job's name.
        job: what is done.
        cron: minute, hour, day of month, month, day of week, where 0 and 7 are Sunday; all five have to fit.
        zone: in whose hours `cron` is meant.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    job: JobName
    cron: str = Field(min_length=9)
    zone: str = "UTC"
    name: str = ""

    @field_validator("zone")
    @classmethod
    def _is_known(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (KeyError, ValueError, OSError):  # unknown, no name at all, a folder of names
            raise ValueError(f"no time zone is called {value!r}; write one such as Europe/Berlin") from None
        return value

    @property
    def label(self) -> str:
        """What the entry is called."""
        return self.name or self.job


class DaemonSettings(Section):
    """What `goldkeeper daemon` does while nobody looks."""

    follow: str = Field(
        "",
        description="Branch to scan where repository.revision is HEAD; empty keeps to the one checked out when the"
        ' daemon first started, "HEAD" goes along with every checkout.',
    )
    quiet_seconds: float = Field(
        2.0, gt=0, le=3600, description="A scan begins when nothing has changed for so many seconds."
    )
    max_wait_seconds: float = Field(
        60.0, gt=0, le=86400, description="Changes that keep coming put a scan off for no more than so many seconds."
    )
    polling: bool = Field(
        default=False,
        description="Look at the files at intervals: network mounts and some containers do not tell of changes.",
    )
    polling_seconds: float = Field(10.0, ge=0.2, le=3600, description="Seconds between two such looks.")
    reconcile_minutes: float = Field(
        15.0,
        gt=0,
        description="Minutes after which it looks even if nothing was noticed, should a change have been missed.",
    )
    retry_seconds: float = Field(
        30.0, gt=0, description="Seconds before a failed scan is tried again; doubled with each failure."
    )
    max_retry_minutes: float = Field(60.0, gt=0, description="Retries are no more than so many minutes apart.")
    scan_minutes: float = Field(
        120.0, gt=0, description="A scan that takes more minutes is ended, and counts as failed."
    )
    metrics_file: str = Field(
        "", description="Prometheus metrics are kept in this file, for node_exporter (metrics extra); empty: none."
    )
    timetable: tuple[TimetableEntry, ...] = Field(
        (),
        description="What is done by the calendar, such as"
        ' [{job = "scan", cron = "0 3 * * *", zone = "Europe/Berlin"}]; jobs: scan, audit (draw a sample),'
        " digest (say what waits), gate (hold the newest audit's release against it).",
    )

    @field_validator("timetable")
    @classmethod
    def _names_differ(cls, value: tuple[TimetableEntry, ...]) -> tuple[TimetableEntry, ...]:
        labels = [entry.label for entry in value]
        twice = next((label for label in labels if labels.count(label) > 1), None)
        if twice is not None:
            raise ValueError(f"two entries are called {twice!r}; give each a name of its own")
        return value
