"""One file per command; texts, tables and exit codes."""
