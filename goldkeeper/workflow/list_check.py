"""Whether a chunk list fits the state it is read against: whatever does not is told, with its place in the list."""

import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from goldkeeper.chunking.decoding import decode_source
from goldkeeper.chunking.listed import line_count
from goldkeeper.model.chunks import SkipReason
from goldkeeper.model.errors_passports import PassportSourceUnreadable
from goldkeeper.model.listings import ListedFile
from goldkeeper.ports import ChunkList, SourceTree
from goldkeeper.reporting.wording import count, verb

SHOWN: Final = 3  # of each kind; the first tell what is wrong
FEWEST_FILES: Final = 3  # that tell how a list counts; one may end anyhow
_AT_ONCE: Final = 256  # files read before they are let go of


@dataclass(frozen=True, slots=True)
class ListFit:
    """How a list fits a state.

    Attributes:
        chunks: that have their lines there.
        notes: whole sentences on those that have not, and on entries that stand there twice.
    """

    chunks: int
    notes: tuple[str, ...]


def check_list(listing: ChunkList, tree: SourceTree) -> ListFit:
    """Hold each entry against the file that it names.

    Args:
        listing: the list.
        tree: the state that is scanned.

    Raises:
        PassportSourceUnreadable: the list plainly counts otherwise than is said, or none of its files is there.
    """
    entries, links = tree.files(), tree.skipped()
    files = list(listing.files())
    there = [one for one in files if one.path in entries]
    lacking = [one for one in files if one.path not in entries]
    if not there:
        raise _nothing_there(listing, files, tree.label)
    lines = _held_against_lines(listing, there, tree)
    if not listing.says_its_end and lines.ended_behind == len(there) >= FEWEST_FILES:
        raise _ends_behind(listing, there[0])
    notes = list(_duplicates(listing))
    for one in lacking[:SHOWN]:
        why = _why_lacking(one.path, entries, links, tree.label)
        lost = count(one.chunks, "chunk")
        notes.append(f"{listing.name}:{one.line}: {one.path} is {why}; {lost} of it can't be had.")
    notes += _more(lacking[SHOWN:], "file")
    notes += [*lines.places[:SHOWN], *_more(lines.places[SHOWN:], "file")]
    if lines.beyond or any(one.path not in links for one in lacking):
        notes.append(
            f"{listing.name} fits another state than {tree.label}: make it anew, or have the manifest say at which"
            " commit it was made (index.commit tells where)."
        )
    return ListFit(sum(one.chunks for one in there) - lines.beyond - lines.unread, tuple(notes))


@dataclass(slots=True)
class _Lines:
    """What became of holding the entries against the lines of their files.

    Attributes:
        places: a sentence for each file that has not all the lines that are named.
        beyond, unread: chunks behind the end of their file, and of files that can't be read.
        ended_behind: files whose last chunk names the line behind the last one.
    """

    places: list[str] = field(default_factory=list)
    beyond: int = 0
    unread: int = 0
    ended_behind: int = 0


def _held_against_lines(listing: ChunkList, files: Sequence[ListedFile], tree: SourceTree) -> _Lines:
    found = _Lines()
    for one, lines in _line_counts(files, tree):
        if isinstance(lines, SkipReason):
            found.unread += one.chunks
            found.places.append(f"{listing.name}:{one.line}: {one.path} can't be read ({lines.value}).")
            continue
        found.ended_behind += one.last == lines
        if one.last > lines:
            lost = [entry for entry in listing.entries(one.path) if entry.span.end > lines]
            found.beyond += len(lost)
            names = verb(len(lost), "names", "name")
            found.places.append(
                f"{listing.name}:{lost[0].line}: {count(len(lost), 'chunk')} of {one.path} {names} lines behind its"
                f" end, such as {lost[0].span}: it has {lines - 1} at {tree.label}."
            )
    return found


def _nothing_there(listing: ChunkList, files: Sequence[ListedFile], label: str) -> PassportSourceUnreadable:
    first = files[0]
    problem = f"none of its {count(len(files), 'file')} is there at {label}, such as {first.path}"
    remedy = "say with index.chunk_root what its paths begin with, or at which commit it was made"
    return PassportSourceUnreadable(f"{listing.name}:{first.line}", problem, remedy)


def _why_lacking(path: str, entries: Collection[str], links: Mapping[str, SkipReason], label: str) -> str:
    if path in links:
        return "a symbolic link" if links[path] is SkipReason.SYMLINK else f"not read ({links[path].value})"
    alike = _spelling(path)
    twin = next((one for one in sorted(entries) if _spelling(one) == alike), None)
    if twin is not None:
        same = unicodedata.normalize("NFC", twin) == unicodedata.normalize("NFC", path)
        other = "with its accents composed otherwise (NFC, NFD)" if same else f"as {twin}"
        return f"no file at {label}, which has it {other}"
    return f"no file at {label}, or left out by [repository]"


def _spelling(path: str) -> str:
    return path if path.isascii() and path.islower() else unicodedata.normalize("NFC", path).casefold()


def _ends_behind(listing: ChunkList, first: ListedFile) -> PassportSourceUnreadable:
    problem = (
        f"in each of its files the last chunk ends one line behind the file's last, such as in {first.path}:"
        " the list seems to name the line behind a chunk, or to count lines from another number"
    )
    remedy = (
        'set index.chunk_end_is = "behind" (or "last", if the empty line behind the last line break counts),'
        " or index.chunk_lines_from"
    )
    return PassportSourceUnreadable(f"{listing.name}:{first.line}", problem, remedy)


def _duplicates(listing: ChunkList) -> Iterator[str]:
    again, line = listing.duplicates
    if again:
        stand = verb(again, "stands", "stand")
        yield f"{listing.name}:{line}: {count(again, 'entry', 'entries')} {stand} there a second time; once counts."


def _more(rest: Sequence[object], noun: str) -> list[str]:
    return [f"… and {count(len(rest), 'more ' + noun)} of the list."] if rest else []


def _line_counts(files: Sequence[ListedFile], tree: SourceTree) -> Iterator[tuple[ListedFile, int | SkipReason]]:
    """The last line that an entry of each file may name; an empty one behind the last line break counts."""
    for begin in range(0, len(files), _AT_ONCE):
        some = files[begin : begin + _AT_ONCE]
        contents = tree.read([one.path for one in some])
        for one, (_, data) in zip(some, contents, strict=True):
            source = data if isinstance(data, SkipReason) else decode_source(data)
            if source is None:
                yield one, SkipReason.BINARY
            else:
                yield one, source if isinstance(source, SkipReason) else line_count(source.text)
