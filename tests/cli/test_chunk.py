"""`goldkeeper chunk`: the chunks of a revision, a work tree or a folder, as lines for other tools."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.chunking.listing import json_lines
from goldkeeper.model.chunks import Chunk, ChunkKind, Span
from goldkeeper.model.errors import FileMissing, GoldkeeperError, NotARepository, UnknownRevision
from goldkeeper.stores.folder_tree import FolderTree
from tests.builders import a_chunk
from tests.projects import CART, CODE, REFUND_ID, SHIFTED, SHIPPING_ID, TOTAL_ID, goldkeeper
from tests.stores.git_repositories import Repository, a_repository


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """Only read."""
    made = a_repository(tmp_path_factory.mktemp("code"))
    made.commit(CODE)
    made.git("tag", "v1")
    made.commit({**SHIFTED, "logo.png": b"\x89PNG", "docs/guide.md": "# Guide\n\nText.\n"})
    return made


def rows(folder: Path, *arguments: str | Path) -> list[dict[str, object]]:
    done = goldkeeper(folder, "chunk", *arguments, "--json")
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def ids(folder: Path, *arguments: str | Path) -> list[object]:
    return [row["id"] for row in rows(folder, *arguments)]


def test_a_line_of_json_has_these_fields(repository: Repository) -> None:
    first = rows(repository.top, "--repo", ".", "--rev", "v1")[0]

    digest = first.pop("digest")
    assert isinstance(digest, str)
    assert len(digest) == 32
    assert first == {
        "id": TOTAL_ID,
        "path": "src/cart.py",
        "start": 1,
        "end": 3,
        "symbol": "total",
        "kind": "function",
        "language": "python",
    }


def test_a_revision_is_read_from_git_and_no_revision_means_the_files_on_disk(repository: Repository) -> None:
    assert ids(repository.top, "--rev", "v1") == [TOTAL_ID, SHIPPING_ID, REFUND_ID]
    assert "src/cart.py:3-5:total" in ids(repository.top)


def test_a_bare_git_directory_serves_as_well(repository: Repository) -> None:
    assert ids(repository.top, "--repo", ".git", "--rev", "v1") == [TOTAL_ID, SHIPPING_ID, REFUND_ID]


def test_a_folder_without_git_is_read_by_its_ignore_rules(tmp_path: Path) -> None:
    for path, text in {**CODE, "build/made.py": CART, ".gitignore": "build/\n"}.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)

    assert ids(tmp_path) == [TOTAL_ID, SHIPPING_ID, REFUND_ID]


def test_paths_can_be_chosen(repository: Repository) -> None:
    assert ids(repository.top, "--rev", "v1", "--include", "src/o*.py") == [REFUND_ID]
    assert ids(repository.top, "--rev", "v1", "--exclude", "src/cart.py") == [REFUND_ID]


def test_without_json_a_line_has_three_fields_and_stderr_counts_what_was_skipped(repository: Repository) -> None:
    done = goldkeeper(repository.top, "chunk", "--rev", "HEAD")

    assert "src/cart.py:3-5:total\tfunction\tpython" in done.stdout.splitlines()
    assert done.stderr.startswith("5 chunks in 3 files of ")
    assert done.stderr.endswith("skipped: 1 unknown file type\n")


def test_what_turns_out_to_be_no_text_is_counted_too(tmp_path: Path) -> None:
    (tmp_path / "torn.py").write_bytes(b"x = 1\0\n")

    assert goldkeeper(tmp_path, "chunk").stderr.endswith("skipped: 1 binary\n")


def test_an_empty_repository_has_no_chunks(tmp_path: Path) -> None:
    done = goldkeeper(tmp_path, "chunk", "--json")

    assert (done.exit_code, done.stdout) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (["--repo", "none"], FileMissing),
        (["--rev", "v9"], UnknownRevision),
        (["--repo", "src", "--rev", "v9"], UnknownRevision),
    ],
)
def test_what_is_not_there_is_input_of_the_user(arguments: list[str], kind: type, repository: Repository) -> None:
    problem = goldkeeper(repository.top, "chunk", *arguments).exception

    assert isinstance(problem, kind)
    assert isinstance(problem, GoldkeeperError)
    assert problem.exit_code == 2


def test_a_folder_without_git_has_no_revisions(tmp_path: Path) -> None:
    assert isinstance(goldkeeper(tmp_path, "chunk", "--rev", "v1").exception, NotARepository)


ODD = ["caf\udce9.py", "two\nlines.py", 'quo"te\\.py', "籃子.py", "a:1-2:b.py", " .py", "\u2028.py"]


def process(folder: Path, *arguments: str, **options: str) -> subprocess.CompletedProcess[bytes]:
    """The console script as shells run it."""
    return subprocess.run(
        [sys.executable, "-m", "goldkeeper", *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONDEVMODE": ""} | options,
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_odd_paths_survive_in_json_whatever_stdout_is_like(encoding: str, tmp_path: Path) -> None:
    made = a_repository(tmp_path)
    made.commit(dict.fromkeys(ODD, CART))

    done = process(tmp_path, "chunk", "--rev", "HEAD", "--json", PYTHONIOENCODING=encoding, PYTHONUTF8="0")

    assert done.returncode == 0, done.stderr
    found = [json.loads(line.decode(encoding)) for line in done.stdout.splitlines()]
    assert {row["path"] for row in found} == set(ODD)
    assert {row["id"] for row in found} >= {f"{path}:1-3:total" for path in ODD}


def test_odd_paths_stay_on_their_line_without_json(tmp_path: Path) -> None:
    a_repository(tmp_path).commit(dict.fromkeys(ODD, CART))

    done = process(tmp_path, "chunk", "--rev", "HEAD")

    assert all(line.count(b"\t") == 2 for line in done.stdout.split(b"\n")[:-1])
    assert len(done.stdout.split(b"\n")) == 2 * len(ODD) + 1


def test_a_reader_that_has_seen_enough_is_no_fault(tmp_path: Path) -> None:
    made = a_repository(tmp_path)
    made.commit({f"m{number}.py": CART * 40 for number in range(60)})  # more than a pipe holds

    with subprocess.Popen(
        [sys.executable, "-m", "goldkeeper", "chunk", "--json"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline().startswith(b'{"id": "m0.py:1-3:total"')
        running.stdout.close()
        said = running.stderr.read()
    assert (running.returncode, said) == (0, b"")


def test_lines_are_written_while_files_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    whole = FolderTree.read

    def watched(self: FolderTree, paths: list[str]) -> object:
        for path, data in whole(self, paths):
            read.append(path)
            yield path, data

    def written(chunks: tuple[Chunk, ...]) -> str:
        assert read[-1] == chunks[0].path  # nothing is read ahead
        return ""

    for number in range(5):
        (tmp_path / f"m{number}.py").write_text(CART)
    monkeypatch.setattr(FolderTree, "read", watched)
    monkeypatch.setattr("goldkeeper.chunking.listing.json_lines", written)

    assert goldkeeper(tmp_path, "chunk", "--json").exit_code == 0
    assert len(read) == 5


any_text = st.text(min_size=1)


@given(any_text, any_text)
def test_a_json_line_says_what_json_would_say(path: str, symbol: str) -> None:
    chunk = a_chunk(symbol, path=path, text="x")

    line, rest = json_lines((chunk,)).split("\n")

    assert rest == ""
    assert json.loads(line)["symbol"] == symbol
    assert json.loads(line)["id"] == str(chunk.id)


def test_a_json_line_can_always_be_encoded() -> None:
    chunk = Chunk("caf\udce9.py", Span(1, 2), "f\ud800", ChunkKind.FUNCTION, "python", "0a", "")

    assert json.loads(json_lines((chunk,)).encode())["symbol"] == "f\ud800"
