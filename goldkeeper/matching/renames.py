"""Which vanished file went on under which new path, by content.

Not by `git diff -M`: that dies on objects a partial clone lacks, falls silent above a limit in the
user's configuration, and costs six times the diff. An index from line to files finds for each
vanished file the few new ones that share its rare lines; only those are compared.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from goldkeeper.model.chunks import FileChunks

MIN_OVERLAP = 0.4  # of lines; two files of one project share less by habit (imports, licence, common calls)
PLAIN_OVERLAP = 0.7  # the same, from which files of one name need no comparison with others
SAME_NAME_BONUS = 0.15  # the same, for an equal base name
MIN_LINE = 4  # characters; `}`, `end` and `else` are in every file
MOST_FILES_A_LINE = 40  # a line in more files than this says nothing (licence, imports)
MOST_COMPARED = 8  # files compared in full for one vanished file


@dataclass(frozen=True, slots=True)
class _Pair:
    overlap: float
    base: str
    head: str


def detect_renames(base: Mapping[str, FileChunks], head: Mapping[str, FileChunks]) -> dict[str, str]:
    """Base path → head path, one to one, for files whose content went on.

    Args:
        base: files whose path vanished.
        head: files whose path appeared.

    Returns:
        Pairs in order of base path. The same content first (equal base name, then nearest path),
        then the largest overlap of stripped lines.
    """
    renames = _same_content(base, head)
    taken = set(renames.values())
    left = {path: file for path, file in base.items() if path not in renames}
    free = {path: file for path, file in head.items() if path not in taken}
    for pair in sorted(_alike(left, free), key=lambda p: (-p.overlap, p.base, p.head)):
        if pair.base not in renames and pair.head not in taken:
            renames[pair.base] = pair.head
            taken.add(pair.head)
    return dict(sorted(renames.items()))


def _same_content(base: Mapping[str, FileChunks], head: Mapping[str, FileChunks]) -> dict[str, str]:
    by_blob: dict[str, list[str]] = defaultdict(list)
    for path, file in head.items():
        by_blob[file.blob].append(path)
    candidates = [
        (not same_name(path, other), -path_nearness(path, other), path, other)
        for path, file in base.items()
        for other in by_blob.get(file.blob, ())
    ]
    renames: dict[str, str] = {}
    taken: set[str] = set()
    for _, _, path, other in sorted(candidates):
        if path not in renames and other not in taken:
            renames[path] = other
            taken.add(other)
    return renames


def _alike(base: Mapping[str, FileChunks], head: Mapping[str, FileChunks]) -> Iterable[_Pair]:
    """Pairs that share enough lines, each vanished file against the few new ones that share its rare lines."""
    head_lines = {path: _lines(file.source) for path, file in head.items()}
    files_of: dict[str, list[str]] = defaultdict(list)
    for path in sorted(head_lines):
        for line in head_lines[path]:
            files_of[line].append(path)
    for path in sorted(base):
        lines = _lines(base[path].source)
        votes: Counter[str] = Counter()
        for line, times in lines.items():
            holders = files_of.get(line, ())
            if len(holders) <= MOST_FILES_A_LINE:
                for holder in holders:
                    votes[holder] += min(times, head_lines[holder][line])
        ranked = sorted(votes, key=lambda other: (-votes[other], not same_name(path, other), other))
        for other in ranked[:MOST_COMPARED]:
            if base[path].language != head[other].language:
                continue
            overlap = _overlap(lines, head_lines[other]) + (SAME_NAME_BONUS if same_name(path, other) else 0.0)
            if overlap >= MIN_OVERLAP:
                yield _Pair(overlap + 0.01 * path_nearness(path, other), path, other)


def _lines(source: str) -> Counter[str]:
    return Counter(line for raw in source.split("\n") if len(line := raw.strip()) >= MIN_LINE)


def _overlap(base: Counter[str], head: Counter[str]) -> float:
    """Common lines over all lines of the two (Dice), 0..1."""
    shared = sum(min(times, head[line]) for line, times in base.items() if line in head)
    total = base.total() + head.total()
    return 2 * shared / total if total else 0.0


def plainly_alike(one: FileChunks, other: FileChunks) -> bool:
    """Whether most lines of two files are the same, so that no third has to be asked which went on as which."""
    return one.language == other.language and _overlap(_lines(one.source), _lines(other.source)) >= PLAIN_OVERLAP


def same_name(one: str, other: str) -> bool:
    """Whether two paths end in the same file name."""
    return one.rpartition("/")[2] == other.rpartition("/")[2]


def path_nearness(one: str, other: str) -> float:
    """Common folders and name over all, 0..1: most by those counted from both ends, some by those anywhere.

    >>> path_nearness("lib/http/a.py", "src/lib/http/a.py") > path_nearness("lib/http/a.py", "src/b.py")
    True
    """
    if one == other:
        return 1.0
    ours, theirs = one.split("/"), other.split("/")
    shortest = min(len(ours), len(theirs))
    front = next((n for n in range(shortest) if ours[n] != theirs[n]), shortest)
    back = next((n for n in range(shortest - front) if ours[-1 - n] != theirs[-1 - n]), shortest - front)
    ends = (front + back) / max(len(ours), len(theirs))
    anywhere = len(set(ours) & set(theirs)) / len({*ours, *theirs})
    return 0.75 * ends + 0.25 * anywhere
