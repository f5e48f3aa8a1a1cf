"""The world: git, files, the database. Each answers a protocol of `ports/`."""
