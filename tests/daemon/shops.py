"""A shop's configuration, changed as a test needs it."""

from goldkeeper.settings import Project, load_project
from tests.projects import Shop

ON_DISK = ('revision = "HEAD"', 'revision = "worktree"')


def configured(shop: Shop, *changes: tuple[str, str]) -> Project:
    """The project after some words of its configuration were put in the place of others."""
    file = shop.top / "config" / "goldkeeper.toml"
    text = file.read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, "utf-8")
    return load_project(file)
