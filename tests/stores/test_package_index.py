import stat
import subprocess
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from goldkeeper.model.errors import BadRequest, PackageUnavailable, PackageUnsafe
from goldkeeper.stores import package_index
from goldkeeper.stores.package_index import fetch_release, read_wheel


def is_python(path: str) -> bool:
    return path.endswith(".py")


def a_wheel(
    folder: Path, files: dict[str, str], *, date: tuple[int, int, int] = (2018, 9, 25), links: tuple[str, ...] = ()
) -> Path:
    archive = folder / "bread-1.0-py3-none-any.whl"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, text in files.items():
            member = zipfile.ZipInfo(path, (*date, 12, 0, 0))
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = ((stat.S_IFLNK if path in links else stat.S_IFREG) | 0o644) << 16
            wheel.writestr(member, text)
    return archive


def test_a_wheel_gives_its_source_files_and_the_day_it_was_packed(tmp_path: Path) -> None:
    wheel = a_wheel(
        tmp_path, {"bread/oven.py": "HEAT = 250\n", "bread/logo.png": "x", "bread-1.0.dist-info/x.py": "no\n"}
    )

    files, date = read_wheel(wheel, is_source=is_python)

    assert files == {"bread/oven.py": b"HEAT = 250\n"}
    assert date == datetime(2018, 9, 25, 12, tzinfo=UTC)


@pytest.mark.parametrize("date", [(1980, 1, 1), (2020, 2, 2), (2016, 1, 1)])
def test_a_stamp_that_build_tools_put_in_every_wheel_is_no_date(tmp_path: Path, date: tuple[int, int, int]) -> None:
    _, told = read_wheel(a_wheel(tmp_path, {"a.py": "A = 1\n"}, date=date), is_source=is_python)

    assert told is None


@pytest.mark.parametrize(
    "path",
    ["../evil.py", "/etc/evil.py", "a/../../evil.py", "C:/evil.py", "a\\..\\evil.py", ".git/hooks/x.py", "a/.GIT/x.py"],
)
def test_a_path_that_leaves_the_folder_refuses_the_whole_wheel(tmp_path: Path, path: str) -> None:
    wheel = a_wheel(tmp_path, {"good.py": "G = 1\n", path: "evil\n"})

    with pytest.raises(PackageUnsafe, match="nothing of it was unpacked"):
        read_wheel(wheel, is_source=is_python)


def test_a_link_refuses_the_whole_wheel(tmp_path: Path) -> None:
    wheel = a_wheel(tmp_path, {"a.py": "/etc/passwd"}, links=("a.py",))

    with pytest.raises(PackageUnsafe, match="is a link"):
        read_wheel(wheel, is_source=is_python)


def test_a_generated_giant_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package_index, "MAX_FILE_BYTES", 100)
    wheel = a_wheel(tmp_path, {"a.py": "A = 1\n", "table.py": "1, " * 100})

    files, _ = read_wheel(wheel, is_source=is_python)

    assert list(files) == ["a.py"]


def test_a_wheel_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package_index, "MAX_TOTAL_BYTES", 10)
    wheel = a_wheel(tmp_path, {"a.py": "A = 1\n", "b.py": "B = 1\n"})

    with pytest.raises(PackageUnsafe, match="unpacks to more"):
        read_wheel(wheel, is_source=is_python)


def test_a_wheel_of_too_many_files_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package_index, "MAX_FILES", 1)
    wheel = a_wheel(tmp_path, {"a.py": "A = 1\n", "b.py": "B = 1\n"})

    with pytest.raises(PackageUnsafe, match="holds 2 files"):
        read_wheel(wheel, is_source=is_python)


def test_what_is_no_zip_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.whl").write_bytes(b"<html>sign in first</html>")

    with pytest.raises(PackageUnavailable, match="can't be read"):
        read_wheel(tmp_path / "x.whl", is_source=is_python)


@pytest.mark.parametrize(
    ("name", "version"), [("--index-url=x", "1"), ("a b", "1"), ("click", "1 ; x"), ("click", "-r")]
)
def test_what_can_be_no_package_is_never_given_to_pip(name: str, version: str) -> None:
    with pytest.raises(BadRequest):
        fetch_release(name, version, is_source=is_python)


Pip = Callable[..., Any]


def pip_that(monkeypatch: pytest.MonkeyPatch, answer: Callable[[Path, list[str]], tuple[int, str]]) -> list[list[str]]:
    """Put a stand-in in the place of pip; what it was asked."""
    asked: list[list[str]] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        code, said = answer(Path(command[command.index("--dest") + 1]), command)
        return subprocess.CompletedProcess(command, code, "", said)

    monkeypatch.setattr(subprocess, "run", run)
    return asked


NOT_FOUND = "ERROR: Could not find a version that satisfies the requirement bread==9 (from versions: {})\n"


def test_pip_is_only_ever_asked_for_wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def deliver(folder: Path, _: list[str]) -> tuple[int, str]:
        a_wheel(folder, {"bread/oven.py": "HEAT = 250\n"})
        return 0, ""

    asked = pip_that(monkeypatch, deliver)

    release = fetch_release("bread", "1.0", is_source=is_python)

    assert list(release.files) == ["bread/oven.py"]
    assert len(asked) == 1
    assert asked[0][asked[0].index("--only-binary") + 1] == ":all:"
    assert "--no-deps" in asked[0]


def test_a_wheel_for_this_machine_is_taken_where_there_is_no_pure_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def deliver(folder: Path, command: list[str]) -> tuple[int, str]:
        if "--platform" in command:
            return 1, NOT_FOUND.format("none")
        a_wheel(folder, {"bread/oven.py": "HEAT = 250\n"})
        return 0, ""

    pip_that(monkeypatch, deliver)

    assert fetch_release("bread", "1.0", is_source=is_python).files


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (NOT_FOUND.format("1.0, 1.1, 2.0"), "it has 1.0, 1.1, 2.0"),
        (NOT_FOUND.format("none"), "check the spelling"),
        (
            "WARNING: Retrying after connection broken by 'NewConnectionError'\n" + NOT_FOUND.format("none"),
            "can't be reached",
        ),
        ("/usr/bin/python: No module named pip", "ensurepip"),
        ("ERROR: disk full\n", "disk full"),
        ("", "without a word"),
    ],
)
def test_a_release_that_can_not_be_had_is_told_with_its_remedy(
    monkeypatch: pytest.MonkeyPatch, said: str, told: str
) -> None:
    pip_that(monkeypatch, lambda *_: (1, said))

    with pytest.raises(PackageUnavailable, match="bread 9") as problem:
        fetch_release("bread", "9", is_source=is_python)

    assert told in str(problem.value)


def test_an_index_that_never_answers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        raise subprocess.TimeoutExpired(command, 3)

    monkeypatch.setattr(subprocess, "run", run)

    with pytest.raises(PackageUnavailable, match="can't be reached"):
        fetch_release("bread", "9", is_source=is_python, seconds=3)


def test_a_release_without_sources_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def deliver(folder: Path, _: list[str]) -> tuple[int, str]:
        a_wheel(folder, {"bread/oven.so": "binary"})
        return 0, ""

    pip_that(monkeypatch, deliver)

    with pytest.raises(PackageUnavailable, match="no source file"):
        fetch_release("bread", "1.0", is_source=is_python)
