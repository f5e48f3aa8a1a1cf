"""A folder without git: its files by the rules of its `.gitignore` files, no history."""

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from goldkeeper.model.chunks import CommitId, SkipReason
from goldkeeper.model.errors import FileMissing
from goldkeeper.ports import FileEntry
from goldkeeper.stores.disk_files import DiskEntries, DiskFiles
from goldkeeper.stores.ignore_rules import IgnoreFile, is_ignored, parse_ignore_file
from goldkeeper.stores.path_rules import PathRules


class FolderTree:
    """The files below a folder as a `ports.SourceTree`; listed when first asked, then kept.

    Git's own folders are left out, links are not followed. Files are named as git would name them.
    """

    def __init__(self, top: str | os.PathLike[str], rules: PathRules | None = None) -> None:
        """Look at a folder.

        Raises:
            FileMissing: there is none of that name.
        """
        self._top = os.fspath(top)
        if not Path(self._top).is_dir():
            raise FileMissing("folder", self._top, "name the folder that holds the code")
        self._rules = rules or PathRules()
        self._disk = DiskFiles(self._top, max_bytes=self._rules.max_bytes)

    @property
    def label(self) -> str:
        """The folder's name."""
        return Path(self._top).resolve().name or self._top

    @property
    def commit(self) -> CommitId | None:
        """None: a folder has no commits."""
        return None

    def files(self) -> Mapping[str, FileEntry]:
        """Every regular file inside the rules, by path; named when looked at."""
        return self._listing[0]

    def skipped(self) -> Mapping[str, SkipReason]:
        """Links, pipes and the like, paths outside the globs, files over the size limit, closed folders (`path/`)."""
        return self._listing[1]

    def read(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | SkipReason]]:
        """The bytes of each file in the order asked, or why they can't be had."""
        files, skipped = self._listing
        for path in paths:
            yield path, files.bytes_of(path) if path in files else skipped.get(path, SkipReason.UNREADABLE)

    @cached_property
    def _listing(self) -> tuple[DiskEntries, dict[str, SkipReason]]:
        sizes: dict[str, int] = {}
        skipped: dict[str, SkipReason] = {}
        for path in self._walk(skipped):
            size = self._disk.look(path)
            if reason := self._rules.verdict(path):
                skipped[path] = reason
            elif isinstance(size, SkipReason):
                skipped[path] = size
            elif size is not None:
                sizes[path] = size
        return DiskEntries(self._disk, {}, sizes), dict(sorted(skipped.items()))

    def _walk(self, skipped: dict[str, SkipReason]) -> Iterator[str]:
        """Paths of all that is no folder and not ignored."""
        waiting: list[tuple[str, tuple[IgnoreFile, ...]]] = [("", ())]
        while waiting:
            folder, rules = waiting.pop()
            try:
                with os.scandir(Path(self._top, folder)) as found:
                    entries = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in found]
            except OSError:
                skipped[folder or "/"] = SkipReason.UNREADABLE
                continue
            if (".gitignore", False) in entries:
                rules = (*rules, self._ignore_file(folder))
            for name, is_folder in entries:
                path = folder + name
                if name == ".git" or is_ignored(path, is_folder=is_folder, files=rules):
                    continue
                if is_folder:
                    waiting.append((path + "/", rules))
                else:
                    yield path

    def _ignore_file(self, folder: str) -> IgnoreFile:
        text = self._disk.read(folder + ".gitignore")
        content = b"" if isinstance(text, SkipReason) else text.removeprefix(b"\xef\xbb\xbf")
        return parse_ignore_file(folder, (line.removesuffix(b"\r") for line in content.split(b"\n")))
