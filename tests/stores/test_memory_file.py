"""What people were told outlives the process, and a damaged file only means telling once more."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from goldkeeper.model.telling import Memory, Message, News, NewsKind, Told, Unsent
from goldkeeper.stores.memory_file import NAME, MemoryFile
from tests.builders import NOON

FULL = Memory(
    questions={"k1": Told(3, NOON), "k0": Told(1, NOON)},
    news={"gate": NOON},
    look=True,
    pending=(News(NewsKind.SCAN_FAILING, "k", NOON, "Scans fail", "scan", "goldkeeper doctor"),),
    failing={"scan": "k"},
    spoke=NOON,
    unsent=(Unsent("ab12", Message("t", "x", "*x*"), NOON, 2, NOON + timedelta(hours=1)),),
)


def test_there_is_nothing_to_remember_at_first(tmp_path: Path) -> None:
    assert MemoryFile(tmp_path).read() == Memory()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("memory", [FULL, Memory()])
def test_a_memory_survives_being_written(memory: Memory, tmp_path: Path) -> None:
    MemoryFile(tmp_path).write(memory)

    assert MemoryFile(tmp_path).read() == memory


@pytest.mark.parametrize(
    "damage", ["", "[]", "{", '{"form": 9}', '{"form": 1}', "null", '{"form": 1, "questions": 3}', "[" * 100_000]
)
def test_a_file_that_says_nothing_is_begun_anew(damage: str, tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(damage, encoding="utf-8")

    assert MemoryFile(tmp_path).read() == Memory()


def test_a_moment_without_a_zone_is_damage(tmp_path: Path) -> None:
    file = MemoryFile(tmp_path)
    file.write(FULL)
    record = json.loads((tmp_path / NAME).read_text(encoding="utf-8"))
    (tmp_path / NAME).write_text(json.dumps(record | {"spoke": "2026-03-14T12:00:00"}), encoding="utf-8")

    assert MemoryFile(tmp_path).read() == Memory()
