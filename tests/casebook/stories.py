"""Casebook stories as values: our own folders, and the lines of a case file."""

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PUBLIC_CASES = HERE.parents[2] / "shared" / "cases" / "cases.jsonl"
AWKWARD_CASES = HERE / "awkward.jsonl"  # names of files that no check-out on every system can hold


@dataclass(frozen=True)
class Story:
    """Two states of a repository, the gold of the first, and what a scan of the second must say.

    Attributes:
        middle: a state between the two, where the story needs one.
        git_config: set in the repository before anything else happens.
        expect: as the case file has it; for a folder's story `{"rows": […]}`, one row a gold chunk.
    """

    name: str
    area: str
    fault: str
    base: Mapping[str, bytes]
    head: Mapping[str, bytes]
    gold: bytes
    expect: Mapping[str, Any]
    middle: Mapping[str, bytes] | None = None
    git_config: Mapping[str, str] = field(default_factory=dict)


def own_stories() -> Iterator[Story]:
    """The folders beside this file, by name."""
    for folder in sorted(path.parent for path in HERE.glob("*/expected.jsonl")):
        rows = [json.loads(line) for line in (folder / "expected.jsonl").read_text("utf-8").split("\n") if line]
        yield Story(
            name=folder.name,
            area="own",
            fault=rows[0]["fault"],
            base=_tree(folder / "base"),
            head=_tree(folder / "head"),
            gold=(folder / "gold.jsonl").read_bytes(),
            expect={"rows": rows[1:]},
        )


def case_stories(file: Path, areas: frozenset[str]) -> Iterator[Story]:
    """The cases of some areas, in the file's order; none where there is no such file."""
    if not file.is_file():
        return
    for line in file.read_text("utf-8").split("\n"):
        case = json.loads(line) if line else {"area": ""}
        if case["area"] in areas:
            yield _from_case(case)


def _from_case(case: Mapping[str, Any]) -> Story:
    other = case["other"]
    base = _files(case["files_before"], other.get("files_before_b64"))
    after = case["files_after"]
    head = base if after is None else _files(after, other.get("files_after_b64"))
    middle = other.get("files_middle")
    return Story(
        name=case["id"],
        area=case["area"],
        fault=case["fault"],
        base=base,
        head=head,
        gold="\n".join(case["gold"]).encode("utf-8") + b"\n",
        expect=case["expect"],
        middle=_files(middle, None) if middle else None,
        git_config={"diff.renameLimit": "1"} if "renameLimit" in str(other.get("git", "")) else {},
    )


def _files(texts: Mapping[str, str], encoded: Mapping[str, str] | None) -> dict[str, bytes]:
    files = {path: text.encode("utf-8") for path, text in texts.items()}
    return files | {path: base64.b64decode(text) for path, text in (encoded or {}).items()}


def _tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(files)}
