"""One chunk through history, commit by commit: forward to where it is, back to where it began."""
