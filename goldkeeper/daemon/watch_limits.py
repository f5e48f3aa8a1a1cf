"""What the system allows of watches, and which of its settings was used up."""

import errno
import os
from dataclasses import dataclass
from pathlib import Path

# Of each refusal: the settings that may be behind it, and a number that serves a machine of many projects.
# In a user namespace (a container) the second holds beside the first, and may be the smaller one.
_SETTINGS = {
    errno.ENOSPC: (("fs.inotify.max_user_watches", "user.max_inotify_watches"), 524_288),
    errno.EMFILE: (("fs.inotify.max_user_instances", "user.max_inotify_instances"), 1_024),
    errno.ENFILE: (("fs.file-max",), 1_048_576),
}
OPEN_FILES = "RLIMIT_NOFILE"  # of the process; the same error as for instances
ENOUGH_FILES = 8_192


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit of the system that keeps folders from being watched.

    Attributes:
        name: of the setting.
        present: its value; None where it can't be read.
        remedy: how to raise it.
    """

    name: str
    present: int | None
    remedy: str


def is_limit(problem: OSError) -> bool:
    """Whether the system refused because something is used up."""
    return problem.errno in _SETTINGS


def limit_behind(problem: OSError) -> Limit:
    """The setting that was used up, by what it says now: where several could be, the smallest.

    Args:
        problem: one of which `is_limit` is true.
    """
    if problem.errno == errno.EMFILE and not _can_open():
        return Limit(OPEN_FILES, _open_files(), f"raise it with: ulimit -n {ENOUGH_FILES}, or LimitNOFILE= of the unit")
    names, enough = _SETTINGS[problem.errno or errno.ENOSPC]
    present = {name: value for name in names if (value := _value(name)) is not None}
    name = min(present, key=lambda one: present[one]) if present else names[0]
    number = max(2 * present.get(name, 0), enough)
    return Limit(name, present.get(name), f"raise it with: sysctl -w {name}={number} (and in /etc/sysctl.d, to last)")


def limits_now() -> tuple[int | None, ...]:
    """All these settings; where one differs from before, a refused watch is worth another try."""
    return (*(_value(name) for names, _ in _SETTINGS.values() for name in names), _open_files())


def _value(name: str) -> int | None:
    try:
        return int(Path("/proc/sys", *name.split(".")).read_text("ascii"))
    except (OSError, ValueError):
        return None


def _can_open() -> bool:
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError:
        return False
    return True


def _open_files() -> int | None:
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return None
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
