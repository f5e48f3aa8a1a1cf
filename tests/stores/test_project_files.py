"""A project's own files: its gold set is found, its configuration written, its state folder made."""

import os
from pathlib import Path

import pytest

from goldkeeper.model.errors import FileUnreadable
from goldkeeper.stores.project_files import find_gold_files, make_state_folder, write_config
from tests.projects import GOLD


def lay(folder: Path, files: dict[str, str | bytes]) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)


def found(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in find_gold_files(folder)]


def test_gold_files_are_found_by_what_they_say(tmp_path: Path) -> None:
    lay(
        tmp_path,
        {
            "sets/b.jsonl": GOLD,
            "a.jsonl": "# a comment\n\n{broken\n" + GOLD,
            "log.jsonl": '{"at": 1}\n',
            "ids.jsonl": '{"qid": "q1", "gold": ["a.py:1-2:f"]}\n',
            "gold.anchors.jsonl": GOLD,
            "gold.json": GOLD,
            "noise.jsonl": b"\xff\x00\n",
            "deep.jsonl": "[" * 100_000,
        },
    )

    assert found(tmp_path) == ["a.jsonl", "sets/b.jsonl"]


def test_folders_of_tools_are_not_looked_into(tmp_path: Path) -> None:
    lay(tmp_path, {f"{name}/g.jsonl": GOLD for name in (".git", ".venv", "node_modules", "reports", ".goldkeeper")})

    assert found(tmp_path) == []


def test_a_gold_line_deep_in_a_long_log_makes_no_gold_file(tmp_path: Path) -> None:
    lay(tmp_path, {"log.jsonl": '{"at": 1}\n' * 60 + GOLD})

    assert found(tmp_path) == []


def test_a_configuration_is_written_with_its_folder(tmp_path: Path) -> None:
    write_config(tmp_path / "config" / "goldkeeper.toml", "[gold]\n")

    assert (tmp_path / "config" / "goldkeeper.toml").read_text() == "[gold]\n"


def test_a_place_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("in the way")

    with pytest.raises(FileUnreadable):
        write_config(tmp_path / "config" / "goldkeeper.toml", "[gold]\n")


def test_a_path_that_toml_can_not_hold_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileUnreadable, match="no UTF-8"):
        write_config(tmp_path / "goldkeeper.toml", 'path = "caf\udce9"\n')

    assert os.listdir(tmp_path) == []  # noqa: PTH208


def test_the_state_folder_ignores_itself_and_leaves_a_changed_rule_alone(tmp_path: Path) -> None:
    folder = make_state_folder(tmp_path / ".goldkeeper")
    assert (folder / ".gitignore").read_text() == "*\n"

    (folder / ".gitignore").write_text("*\n!chunks.sqlite\n")

    assert (make_state_folder(folder) / ".gitignore").read_text() == "*\n!chunks.sqlite\n"


def test_a_file_in_the_place_of_the_state_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / ".goldkeeper").write_text("")

    with pytest.raises(FileUnreadable, match=r"set state\.folder"):
        make_state_folder(tmp_path / ".goldkeeper")
