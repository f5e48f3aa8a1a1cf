"""Releases of a public package as source trees, without running a line of them.

The way taken: `pip download` of *wheels* only. pip alone knows the user's mirrors, proxies,
certificates and credentials, and a wheel is a zip that is read as data.
Ways not taken: source distributions through pip (it runs their build back end to learn their
metadata, even for a download), and asking the index's API ourselves (which would have to repeat all
of pip's configuration). The price: a release that has no wheel can't be had, and tests and C
sources, which most wheels leave out, are not seen.
"""

import re
import stat
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from goldkeeper.model.errors import BadRequest, PackageUnavailable, PackageUnsafe

MAX_FILES = 20_000
MAX_FILE_BYTES = 4_000_000  # a source file beyond this is generated
MAX_TOTAL_BYTES = 300_000_000
DOWNLOAD_SECONDS = 300.0

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")
_VERSION = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.!+_-]*[A-Za-z0-9])?")

# A pure wheel first: it has the sources whatever machine this is. Then Python 2 only, then what fits
# here, then what was built for other machines: it is read and never run, so that it need not fit.
_PURE = ("--platform", "any", "--implementation", "py", "--abi", "none")
_LINUX = tuple(
    part for tag in ("manylinux2014", "manylinux2010", "manylinux1") for part in ("--platform", f"{tag}_x86_64")
)
_ATTEMPTS = (
    (*_PURE, "--python-version", "3.99"),
    (*_PURE, "--python-version", "2.7"),
    (),
    (*_LINUX, "--implementation", "cp", "--python-version", "3.9", "--abi", "cp39", "--abi", "abi3"),
    (*_LINUX, "--implementation", "cp", "--python-version", "3.6", "--abi", "cp36m", "--abi", "abi3"),
)

# Build tools that want equal bytes stamp every file with one of these; they say nothing of the release.
_STAMP_YEARS = {1970, 1980, 2016, 2020}
_STAMP_DAYS = {(1, 1), (2, 2)}


@dataclass(frozen=True)
class Release:
    """One release, unpacked in memory.

    Attributes:
        name, version: as they were asked for.
        date: when it was packed, in UTC, where the archive says so.
        files: path in the archive → bytes; source files only, by path.
    """

    name: str
    version: str
    date: datetime | None
    files: Mapping[str, bytes]


def fetch_release(
    name: str, version: str, *, is_source: Callable[[str], bool], seconds: float = DOWNLOAD_SECONDS
) -> Release:
    """Take one release from the index that pip is configured for.

    Args:
        name: of the package, `click`.
        version: exactly one, `8.1.7`.
        is_source: which paths are wanted; nothing else is read.
        seconds: how long all of it may take.

    Raises:
        BadRequest: a name or version that can't be one.
        PackageUnavailable: no such release, no wheel of it, no pip, or no network.
        PackageUnsafe: an archive that no honest tool makes.
    """
    for what, text, pattern in (("package name", name, _NAME), ("version", version, _VERSION)):
        if not pattern.fullmatch(text):
            raise BadRequest(
                f"{what} {text!r}", "the package index knows no such spelling", "give it as pip would take it"
            )
    with tempfile.TemporaryDirectory(prefix="goldkeeper-") as folder:
        archive = _download(name, version, Path(folder), seconds)
        files, date = read_wheel(archive, is_source=is_source)
    if not files:
        raise PackageUnavailable(
            f"{name} {version}", "its wheel holds no source file that can be chunked", "name another"
        )
    return Release(name, version, date, files)


def read_wheel(archive: Path, *, is_source: Callable[[str], bool]) -> tuple[Mapping[str, bytes], datetime | None]:
    """The source files of a wheel, and when it was packed.

    Names are checked before anything is read; sizes while it is read, since a zip's own table may lie.

    Raises:
        PackageUnsafe: a path that leaves the folder or reaches into `.git`, a link, or too much.
        PackageUnavailable: no zip at all.
    """
    try:
        with zipfile.ZipFile(archive) as wheel:
            return _read_members(wheel, archive.name, is_source)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as problem:
        raise PackageUnavailable(
            archive.name, f"can't be read ({problem})", "try again, or name another release"
        ) from None


def _read_members(
    wheel: zipfile.ZipFile, archive: str, is_source: Callable[[str], bool]
) -> tuple[Mapping[str, bytes], datetime | None]:
    members = [member for member in wheel.infolist() if not member.is_dir()]
    if len(members) > MAX_FILES:
        raise PackageUnsafe(archive, f"holds {len(members):,} files, more than {MAX_FILES:,}")
    files: dict[str, bytes] = {}
    total = 0
    for member in sorted(members, key=lambda member: member.filename):
        path = _safe_path(member, archive)
        if ".dist-info/" in path or not is_source(path):
            continue
        with wheel.open(member) as source:
            data = source.read(MAX_FILE_BYTES + 1)
        if len(data) > MAX_FILE_BYTES:
            continue
        total += len(data)
        if total > MAX_TOTAL_BYTES:
            raise PackageUnsafe(archive, f"unpacks to more than {MAX_TOTAL_BYTES // 1_000_000} MB")
        files[path] = data
    return files, _packed_at(members)


def _safe_path(member: zipfile.ZipInfo, archive: str) -> str:
    path = PurePosixPath(member.filename)
    if path.is_absolute() or ".." in path.parts or "\\" in member.filename or ":" in member.filename:
        raise PackageUnsafe(archive, f"{member.filename!r} would be written outside its folder")
    # `.git` in any case: file systems that fold case would write into the repository's own folder.
    if any(part.rstrip(". ").casefold() == ".git" for part in path.parts):
        raise PackageUnsafe(archive, f"{member.filename!r} would be written into a git folder")
    if stat.S_ISLNK(member.external_attr >> 16):
        raise PackageUnsafe(archive, f"{member.filename!r} is a link")
    return str(path)


def _packed_at(members: list[zipfile.ZipInfo]) -> datetime | None:
    newest = max((member.date_time for member in members), default=None)
    if newest is None or (newest[0] in _STAMP_YEARS and newest[1:3] in _STAMP_DAYS):
        return None
    try:
        return datetime(*newest, tzinfo=UTC)
    except ValueError:
        return None


def _download(name: str, version: str, folder: Path, seconds: float) -> Path:
    said = ""
    for attempt in _ATTEMPTS:
        said = _pip_download(f"{name}=={version}", attempt, folder, seconds)
        wheels = sorted(folder.glob("*.whl"))
        if wheels:
            return wheels[0]
        if "No matching distribution" not in said and "Could not find a version" not in said:
            break
    raise _unavailable(name, version, said)


def _pip_download(requirement: str, attempt: tuple[str, ...], folder: Path, seconds: float) -> str:
    """Run pip; what it said, so that a failure can be told."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary", ":all:", "--ignore-requires-python", "--retries", "1"]
    command += [*attempt, "--dest", str(folder), "--", requirement]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=seconds,
            text=True,
            errors="replace",
        )
    except subprocess.TimeoutExpired:
        return f"no answer after {seconds:.0f} seconds"
    return done.stderr + done.stdout


def _unavailable(name: str, version: str, said: str) -> PackageUnavailable:
    release = f"{name} {version}"
    if "No module named pip" in said:
        return PackageUnavailable(release, f"{sys.executable} has no pip", "install pip there (python -m ensurepip)")
    known = re.search(r"\(from versions: ([^)]*)\)", said)
    if known and known[1] != "none":
        newest = ", ".join(known[1].split(", ")[-6:])
        return PackageUnavailable(release, "the package index has no wheel of it", f"it has {newest}")
    if _no_network(said):
        return PackageUnavailable(
            release, "the package index can't be reached", "check the network, proxy or pip config"
        )
    if known:
        return PackageUnavailable(
            release, "the package index has no wheel of that name", "check the spelling, or the network"
        )
    last = said.strip().rpartition("\n")[2] or "pip failed without a word"
    return PackageUnavailable(release, last, "run pip download by hand to see more")


def _no_network(said: str) -> bool:
    signs = ("NewConnectionError", "Failed to establish", "Connection", "Temporary failure", "timed out", "no answer")
    return any(sign in said for sign in (*signs, "ProxyError", "SSLError", "getaddrinfo", "Max retries"))
