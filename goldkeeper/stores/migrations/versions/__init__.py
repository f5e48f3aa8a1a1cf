"""One file a step, `<revision>_<what>.py`."""
