"""Labelled cases → for each its candidates with every raw value, one JSON line a case.

The folder holds one file for each state of the code that makes values, so that a run goes on where it was
stopped and begins anew when a likeness changed.
"""

import hashlib
import json
import os
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from goldkeeper import matching
from goldkeeper.drift.resolver import resolve
from goldkeeper.matching.matcher import Matcher, with_renames
from goldkeeper.matching.verdict import Seen
from goldkeeper.model.chunks import ChunkId, Span
from goldkeeper.stores.chunk_cache import ChunkCacheFile
from goldkeeper.wiring import make_chunker, open_history
from goldkeeper.workflow.changes import cut_change
from goldkeeper.workflow.snapshot import cut_snapshot
from tests.bench.truth import matches

# What says how values are weighed; everything else in the room says what they are.
WEIGHING = {"fitted.py", "scoring.py", "calibration.py", "verdict.py", "curves.py", "proposer.py", "projection.py"}
CALLED_OF = 3  # first candidates whose called-and-born chunks are noted
CACHE_BYTES = 8 << 30

Case = Mapping[str, Any]
Key = tuple[Path, str, str]  # git directory, base commit, head commit


def state_of_code() -> str:
    """A name for the code that makes values: the files of the room as they stand."""
    room = Path(str(matching.__file__)).parent
    digest = hashlib.blake2b(digest_size=6)
    for path in sorted(room.glob("*.py")):
        if path.name not in WEIGHING:
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def read_cases(files: Sequence[Path]) -> list[Case]:
    """The cases of several files, each with the file it stands in as `set`."""
    return [
        {**json.loads(line), "set": file.stem}
        for file in files
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]


def collect(cases: Sequence[Case], repos: Path, folder: Path, *, most_files: int) -> Path:
    """Write what is not yet written, and name the file.

    Args:
        most_files: pairs of commits that differ in more files are left out, for a first look.
    """
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / f"{state_of_code()}.jsonl"
    done = {row["id"] for row in read_rows(place)} if place.exists() else set()
    waiting = [case for case in cases if case["id"] not in done]
    with (
        tempfile.TemporaryDirectory() as scratch,
        place.open("a", encoding="utf-8") as out,
        ChunkCacheFile(folder / "chunks.sqlite", max_bytes=CACHE_BYTES) as cache,
    ):
        groups = _grouped(waiting, repos, Path(scratch))
        for number, (key, group) in enumerate(sorted(groups.items(), key=_near_first), 1):
            for row in _rows(key, group, cache, most_files):
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
            out.flush()
            print(f"\r{number} of {len(groups)} pairs of commits", end="", flush=True)  # noqa: T201
    return place


def read_rows(place: Path) -> Iterator[dict[str, Any]]:
    """The lines of a collected file; a line that was cut off by a kill is left out."""
    with place.open(encoding="utf-8") as handle:
        for line in handle:
            if line.endswith("\n"):
                yield json.loads(line)


def _near_first(item: tuple[Key, list[Case]]) -> tuple[int, str, str]:
    """By how far the two commits lie apart, so that a run that is cut short has the cheap ones."""
    (_, old, new), group = item
    return min(case.get("commits_between", case.get("changes_between", 0)) or 0 for case in group), old, new


def _grouped(cases: Sequence[Case], repos: Path, scratch: Path) -> dict[Key, list[Case]]:
    groups: dict[Key, list[Case]] = defaultdict(list)
    pairs: dict[tuple[str, ...], Key | None] = {}
    for case in cases:
        name = case.get("tree_repo", case["repo"])
        source = repos / name.replace("/", "+") / "repo"
        if not source.is_dir():
            continue
        key: Key | None = (source, case["old_commit"], case["new_commit"])
        if "roots" in case:
            folders = (name, case["tree_commit"], *case["roots"])
            if folders not in pairs:
                pairs[folders] = _commit_folders(source, case["tree_commit"], case["roots"], scratch)
            key = pairs[folders]
        if key is not None:
            groups[key].append(case)
    return groups


def _commit_folders(source: Path, commit: str, roots: Sequence[str], scratch: Path) -> Key | None:
    """Two commits whose trees are two folders of a third, in a repository that borrows its objects."""
    bare = scratch / f"{source.parent.name}.git"
    if not bare.exists():
        subprocess.run(["git", "init", "-q", "--bare", bare], check=True)
        (bare / "objects/info/alternates").write_text(f"{(source / 'objects').resolve()}\n")
    trees = [_git(bare, "rev-parse", f"{commit}:{root}") for root in roots]
    if not all(trees):
        return None
    old = _git(bare, "commit-tree", trees[0], "-m", "base")
    return bare, old, _git(bare, "commit-tree", trees[1], "-p", old, "-m", "head")


def _git(git_dir: Path, *arguments: str) -> str:
    who = {f"GIT_{role}_{key}": "bench@example.org" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")}
    dates = {f"GIT_{role}_DATE": "2020-01-01T00:00:00Z" for role in ("AUTHOR", "COMMITTER")}
    done = subprocess.run(
        ["git", f"--git-dir={git_dir}", *arguments],
        capture_output=True,
        text=True,
        check=False,  # a folder that is not there is no tree
        env={**os.environ, **who, **dates},
    )
    return done.stdout.strip() if done.returncode == 0 else ""


def _rows(key: Key, group: Sequence[Case], cache: ChunkCacheFile, most_files: int) -> Iterator[dict[str, Any]]:
    git_dir, old, new = key
    history, chunker = open_history(git_dir), make_chunker()
    base, head = (history.tree(history.resolve(rev)) for rev in (old, new))
    if len(history.changed_files(history.resolve(old), history.resolve(new))) > most_files:
        return
    change = cut_change(base, head, history=history, chunker=chunker, cache=cache)
    places = {case["old"]["path"] for case in group}
    around = cut_snapshot(base, chunker, cache, paths=places)
    asked = {case["id"]: resolve(_chunk_id(case["old"]), around) for case in group}
    matcher = Matcher(with_renames(change))
    land = matcher.land
    wanted = {found.chunk.id: found.chunk for found in asked.values() if found is not None}
    compared = [n for chunk_id in sorted(wanted) if (n := land.base_index.get(chunk_id)) is not None]
    settled = matcher.settled(list(wanted.values()))
    seen = matcher.seen([n for n in compared if land.base[n].id not in settled])
    surroundings = {"base_chunks": len(land.base), "head_chunks": len(land.head), "base_files": len(change.base.files)}
    for case in group:
        found = asked[case["id"]]
        row: dict[str, Any] = {"id": case["id"]}
        if found is None:
            yield row | {"state": "unknown"}
            continue
        chunk = found.chunk
        if chunk.id in settled:
            match = settled[chunk.id]
            candidates = [{"id": _as_list(c.chunk_id), "truth": _truths(c.chunk_id, case)} for c in match.candidates]
            yield row | {"state": "settled", "change": str(match.change), "candidates": candidates}
            continue
        n = land.base_index[chunk.id]
        profile = land.base_profile(n)
        yield row | {
            "state": "compared",
            "asked": [_as_list(chunk.id), str(chunk.kind), profile.size],
            **surroundings,
            "candidates": [_candidate(matcher, n, one, case, rank) for rank, one in enumerate(seen[n])],
        }


def _candidate(matcher: Matcher, n: int, seen: Seen, case: Case, rank: int) -> dict[str, Any]:
    row: dict[str, Any] = {
        "id": _as_list(seen.chunk_id),
        "truth": _truths(seen.chunk_id, case),
        "values": {name: round(value, 4) for name, value in seen.values.items()},
        "flags": [seen.twin, seen.same, seen.free, seen.rival is not None],
    }
    if rank < CALLED_OF:
        called = [matcher.land.head[h].id for h in matcher.successors.called(n, seen.head)]
        row["called"] = [{"id": _as_list(chunk_id), "truth": _truths(chunk_id, case)} for chunk_id in called]
    return row


def _truths(chunk_id: ChunkId, case: Case) -> list[int]:
    return [number for number, truth in enumerate(case["new"]) if matches(chunk_id, truth)]


def _as_list(chunk_id: ChunkId) -> list[Any]:
    return [chunk_id.path, chunk_id.span.start, chunk_id.span.end, chunk_id.symbol]


def _chunk_id(record: Mapping[str, Any]) -> ChunkId:
    return ChunkId(record["path"], Span(record["start"], record["end"]), record["symbol"])


def as_chunk_id(record: Sequence[Any]) -> ChunkId:
    """A chunk ID as it is collected: path, first line, last line, symbol."""
    return ChunkId(record[0], Span(record[1], record[2]), record[3])


def newest(folder: Path) -> Path:
    """What was collected last."""
    return max(folder.glob("*.jsonl"), key=lambda place: place.stat().st_mtime)
