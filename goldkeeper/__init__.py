"""Goldkeeper keeps a retrieval gold set true while the code beneath it moves."""

__version__ = "0.1.0"
