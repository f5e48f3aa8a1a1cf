"""The configuration: `sections.py` and its neighbours say what there is, `project.py` finds and reads it."""

from goldkeeper.model.revisions import PASSPORT, WORK_TREE
from goldkeeper.settings.project import (
    CONFIG_PLACES,
    Project,
    Settings,
    config_text,
    known_keys,
    load_project,
)

__all__ = ["CONFIG_PLACES", "PASSPORT", "WORK_TREE", "Project", "Settings", "config_text", "known_keys", "load_project"]
