"""Locks of the canal."""


def fill(lock):
    lock.level = "upper"
    return lock


class Gate:
    """One gate."""

    def open(self):
        self.closed = False

    def close(self):
        self.closed = True
