"""The files of one commit, straight from git's objects: no checkout, no filter, no line end changed.

One `ls-tree -r` lists, and `ObjectReader` reads. Sizes are not asked when listing (that would cost
five times the listing itself), so a file over the size limit is found when it is to be read.
Where a tree object is missing or damaged, `ls-tree` stops; then the trees are walked one by one,
and what lies below a lost one is told as missing while the rest stays.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from goldkeeper.model.chunks import BlobId, CommitId, SkipReason
from goldkeeper.model.errors import DamagedRepository, UnknownRevision
from goldkeeper.ports import FileEntry
from goldkeeper.stores.git_objects import ObjectReader
from goldkeeper.stores.git_process import Git, path_from_git, path_to_git
from goldkeeper.stores.path_rules import PathRules

LABEL_DIGITS = 10  # of a commit, as people are shown it

LINK, SUBMODULE, FOLDER = b"120000", b"160000", b"40000"


class GitTree:
    """One commit as a `ports.SourceTree`; listed when first asked, then kept."""

    def __init__(self, git: Git, objects: ObjectReader, commit: CommitId, rules: PathRules) -> None:
        self._git = git
        self._objects = objects
        self._commit = commit
        self._rules = rules

    @property
    def label(self) -> str:
        """The abbreviated commit."""
        return self._commit[:LABEL_DIGITS]

    @property
    def commit(self) -> CommitId:
        """The commit, in full."""
        return self._commit

    def files(self) -> Mapping[str, FileEntry]:
        """Every regular file inside the globs, in order of the paths' bytes; sizes are not known.

        Raises:
            UnknownRevision: the commit is not in this clone.
        """
        return self._listing[0]

    def skipped(self) -> Mapping[str, SkipReason]:
        """Links, submodules, paths outside the globs, and folders (`path/`) whose tree is missing."""
        return self._listing[1]

    def read(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | SkipReason]]:
        """The bytes of each file in the order asked; a path that is no file here is told as missing."""
        files, skipped = self._listing
        wanted = list(paths)
        blobs = self._objects.blobs(
            (files[path].blob for path in wanted if path in files), max_bytes=self._rules.max_bytes
        )
        for path in wanted:
            if path in files:
                yield path, next(blobs)[1]
            else:
                yield path, skipped.get(path, SkipReason.OBJECT_MISSING)

    @cached_property
    def _listing(self) -> tuple[dict[str, FileEntry], dict[str, SkipReason]]:
        files: dict[str, FileEntry] = {}
        skipped: dict[str, SkipReason] = {}
        for mode, blob, path in self._entries(skipped):
            if mode == LINK:
                skipped[path] = SkipReason.SYMLINK
            elif mode == SUBMODULE:
                skipped[path] = SkipReason.SUBMODULE
            elif reason := self._rules.verdict(path):
                skipped[path] = reason
            else:
                files[path] = FileEntry(path, blob)
        return files, skipped

    def _entries(self, skipped: dict[str, SkipReason]) -> Iterable[tuple[bytes, BlobId, str]]:
        answer = self._git.ask("ls-tree", "-r", "-z", "--full-tree", f"{self._commit}^{{commit}}")
        if answer.code == 0:
            return parse_tree_listing(answer.output)
        if self._objects.kind(self._commit) not in {"commit", "damaged"}:
            raise UnknownRevision(self._commit, self._git.name)
        return sorted(walk_trees(self._objects, self._root(), skipped), key=lambda entry: path_to_git(entry[2]))

    def _root(self) -> str:
        content = self._objects.content(self._commit, "commit")
        if isinstance(content, SkipReason) or not content.startswith(b"tree "):
            raise DamagedRepository(self._git.name, f"commit {self._commit} can't be unpacked")
        return content[5 : content.index(b"\n")].decode("ascii", "replace")


def parse_tree_listing(output: bytes) -> Iterator[tuple[bytes, BlobId, str]]:
    r"""Mode, object and path of each line of `ls-tree -r -z`.

    >>> list(parse_tree_listing(b"100644 blob 1f2e\tsrc/a b.py\0"))
    [(b'100644', '1f2e', 'src/a b.py')]
    """
    for line in output.split(b"\0"):
        if line:
            facts, _, path = line.partition(b"\t")
            mode, _kind, name = facts.split(b" ")
            yield mode, BlobId(name.decode("ascii")), path_from_git(path)


def walk_trees(objects: ObjectReader, root: str, skipped: dict[str, SkipReason]) -> Iterator[tuple[bytes, BlobId, str]]:
    """The same by reading tree after tree; lost ones go into `skipped` as `path/`."""
    waiting = [("", root)]
    while waiting:
        prefix, name = waiting.pop()
        content = objects.content(name, "tree")
        if isinstance(content, SkipReason):
            skipped[prefix or "/"] = content
            continue
        for mode, child, entry in parse_tree_object(content, name_bytes=len(name) // 2):
            if mode == FOLDER:
                waiting.append((f"{prefix}{entry}/", child))
            else:
                yield mode, BlobId(child), prefix + entry


def parse_tree_object(content: bytes, *, name_bytes: int) -> Iterator[tuple[bytes, str, str]]:
    """Mode, object and name of each entry of a raw tree object.

    Args:
        content: as git has it unpacked.
        name_bytes: length of an object name, 20 or 32.
    """
    at = 0
    while at < len(content):
        end = content.index(b"\0", at)
        mode, _, entry = content[at:end].partition(b" ")
        at = end + 1 + name_bytes
        yield mode, content[end + 1 : at].hex(), path_from_git(entry)
