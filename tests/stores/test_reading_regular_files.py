"""Reading a file that may be none."""

import os
from pathlib import Path

import pytest

from goldkeeper.model.errors import FileUnreadable
from goldkeeper.stores.atomic import read_regular


def test_a_pipe_is_told_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "gold.jsonl")

    with pytest.raises(FileUnreadable, match="no regular file"):
        read_regular(tmp_path / "gold.jsonl", "gold.jsonl", "name a file")


def test_a_link_to_itself_is_told(tmp_path: Path) -> None:
    (tmp_path / "gold.jsonl").symlink_to(tmp_path / "gold.jsonl")

    with pytest.raises(FileUnreadable, match="can't be read"):
        read_regular(tmp_path / "gold.jsonl", "gold.jsonl", "name a file")
