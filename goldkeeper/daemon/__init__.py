"""The background service: what wakes it, when it works, how it survives."""
