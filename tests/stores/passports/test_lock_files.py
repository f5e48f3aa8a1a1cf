"""Lock files: the pinned version of a package, wherever it is pinned."""

from pathlib import Path

import pytest

from goldkeeper.model.errors_passports import PassportSourceMissing, PassportSourceUnreadable
from goldkeeper.model.passports import Fact, Trait
from goldkeeper.stores.passports.lock_files import find_lock_files, package_fact, read_versions

UV = '[[package]]\nname = "sentence-transformers"\nversion = "3.0.1"\n[[package]]\nname = "numpy"\nversion = "2.1"\n'
POETRY_GIT = (
    '[[package]]\nname = "Chunker"\nversion = "0.4"\n[package.source]\ntype = "git"\nresolved_reference = "abc123"\n'
)
NPM = """\
{"packages": {
  "": {},
  "node_modules/@xenova/transformers": {"version": "2.17.2"},
  "node_modules/a/node_modules/b": {"version": "1"}
}}
"""
NPM_1 = '{"dependencies": {"Chunker": {"version": "1.2.3"}}}'
REQUIREMENTS = """\
# what makes the vectors
sentence_transformers[onnx]==3.0.1 ; python_version > "3.8" --hash=sha256:ab \\
    --hash=sha256:cd
numpy>=2  # a range is no version
tree-sitter==0.25.*
chunker @ git+https://example.org/chunker@v4
-e .
-r more.txt
"""
PYPROJECT = """\
[project]
dependencies = ["sentence-transformers==3.0.1", "numpy>=2"]
[project.optional-dependencies]
cut = ["chunker===4"]
[dependency-groups]
dev = ["grouped==1", {include-group = "other"}]
[tool.poetry.dependencies]
python = "^3.11"
exact = "1.2"
loose = "^1.2"
table = {version = "==7"}
"""


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")


def versions(tmp_path: Path, name: str, text: str) -> dict[str, str]:
    (tmp_path / name).write_text(text, "utf-8")
    return dict(read_versions(tmp_path / name, name))


def test_locks_of_python_say_what_is_installed(tmp_path: Path) -> None:
    assert versions(tmp_path, "uv.lock", UV) == {"sentence-transformers": "3.0.1", "numpy": "2.1"}
    assert versions(tmp_path, "poetry.lock", POETRY_GIT) == {"chunker": "0.4+abc123"}


def test_locks_of_npm_say_what_is_installed_at_the_top(tmp_path: Path) -> None:
    assert versions(tmp_path, "package-lock.json", NPM) == {"@xenova/transformers": "2.17.2"}
    assert versions(tmp_path, "package-lock.json", NPM_1) == {"chunker": "1.2.3"}


def test_requirements_count_where_they_pin(tmp_path: Path) -> None:
    (tmp_path / "more.txt").write_text("included==5\n-r requirements.txt\n", "utf-8")
    assert versions(tmp_path, "requirements.txt", REQUIREMENTS) == {
        "sentence-transformers": "3.0.1",
        "chunker": "git+https://example.org/chunker@v4",
        "included": "5",
    }


def test_a_project_file_counts_where_it_pins(tmp_path: Path) -> None:
    assert versions(tmp_path, "pyproject.toml", PYPROJECT) == {
        "sentence-transformers": "3.0.1",
        "chunker": "4",
        "grouped": "1",
        "exact": "1.2",
        "table": "7",
    }


def test_a_lock_goes_before_a_wish(tmp_path: Path) -> None:
    (tmp_path / "uv.lock").write_text(UV, "utf-8")
    (tmp_path / "requirements-dev.txt").write_text("Sentence.Transformers==2.9\nchunker==4\n", "utf-8")
    files = find_lock_files(tmp_path)
    assert [file.name for file in files] == ["uv.lock", "requirements-dev.txt"]
    wanted = ["chunker", "Sentence-Transformers", "absent"]
    (fact,) = package_fact(Trait.EMBEDDING_PACKAGES, wanted, files, tmp_path)
    assert fact == Fact(Trait.EMBEDDING_PACKAGES, "Sentence-Transformers 3.0.1, chunker 4")
    assert fact.place == "uv.lock, requirements-dev.txt"


def test_a_package_that_nobody_pins_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "uv.lock").write_text(UV, "utf-8")
    assert package_fact(Trait.CHUNKER_PACKAGES, ["absent"], find_lock_files(tmp_path), tmp_path) == ()


def test_a_configured_file_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(PassportSourceMissing, match=r"other\.lock: no such lock file"):
        find_lock_files(tmp_path, ["other.lock"])


@pytest.mark.parametrize(
    ("name", "text"), [("uv.lock", "[[package"), ("package-lock.json", '{"packages"'), ("pyproject.toml", "= 1")]
)
def test_a_half_written_lock_may_be_tried_again(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(PassportSourceUnreadable, match=name):
        versions(tmp_path, name, text)


@pytest.mark.parametrize("text", ["[]", '{"packages": {"node_modules/a": 3}}', '{"dependencies": null}'])
def test_a_lock_of_another_shape_says_nothing(tmp_path: Path, text: str) -> None:
    assert versions(tmp_path, "package-lock.json", text) == {}
