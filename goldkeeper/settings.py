"""`goldkeeper.toml` → Settings: every key, its meaning and its default.

Looked for as `--config`, `$GOLDKEEPER_CONFIG`, `goldkeeper.toml`, `config/goldkeeper.toml`, then
`[tool.goldkeeper]` of `pyproject.toml`, upwards from the working directory. Relative paths are
relative to the *project*, the folder that holds the file (for `config/goldkeeper.toml` its parent).
Plain pydantic and not pydantic-settings' sources: the file's place decides what paths mean, and
the start-up time of a command that finds nothing to do matters. Any key can be overridden by an
environment variable, `GOLDKEEPER_GOLD__PATH=…`.
"""
