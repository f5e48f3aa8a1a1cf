"""The clock, and what a long job tells while it runs."""

from collections.abc import Callable
from datetime import datetime

Clock = Callable[[], datetime]  # now, in UTC
Progress = Callable[[str, int, int], None]  # what, done, of how many
