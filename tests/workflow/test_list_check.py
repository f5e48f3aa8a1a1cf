"""A chunk list held against the state that it is read against."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pytest

from goldkeeper.model.chunks import Span
from goldkeeper.model.errors_passports import PassportSourceUnreadable
from goldkeeper.model.listings import ListedChunk, ListedFile
from goldkeeper.workflow.list_check import check_list
from tests.fakes import DictTree

FIVE = "one\ntwo\nthree\nfour\nfive\n"


@dataclass
class Listing:
    """A list in memory."""

    rows: Sequence[tuple[str, int, int]]
    says_its_end: bool = False
    name: str = "chunks.jsonl"
    boundaries: str = "0"
    duplicates: tuple[int, int] = (0, 0)

    def entries(self, path: str) -> Sequence[ListedChunk]:
        return [
            ListedChunk(path, Span(start, end), "", line)
            for line, (name, start, end) in enumerate(self.rows, 1)
            if name == path
        ]

    def files(self) -> Iterator[ListedFile]:
        for path in sorted({path for path, _, _ in self.rows}):
            held = self.entries(path)
            yield ListedFile(path, len(held), max(one.span.end for one in held), held[0].line)


def a_tree(files: Mapping[str, str]) -> DictTree:
    return DictTree(files)


def test_a_list_that_fits_says_nothing() -> None:
    found = check_list(Listing([("a.py", 1, 3), ("a.py", 3, 5)]), a_tree({"a.py": FIVE}))
    assert (found.chunks, found.notes) == (2, ())


def test_lines_that_are_not_there_are_told_with_place_cause_and_remedy() -> None:
    tree = a_tree({"a.py": FIVE, "b.py": FIVE})
    found = check_list(Listing([("b.py", 1, 5), ("a.py", 1, 5), ("a.py", 4, 9)]), tree)
    assert found.chunks == 2
    assert found.notes[0].startswith(
        "chunks.jsonl:3: 1 chunk of a.py names lines behind its end, such as 4-9: it has 5"
    )
    assert "make it anew" in found.notes[-1]


def test_files_that_are_not_there_are_told_with_how_many_chunks_they_cost() -> None:
    rows = [("a.py", 1, 5), *((f"gone{n}.py", 1, 2) for n in range(5))]
    notes = check_list(Listing(rows), a_tree({"a.py": FIVE})).notes
    assert notes[0].startswith("chunks.jsonl:2: gone0.py is no file at ")
    assert "… and 2 more files of the list." in notes


def test_entries_that_stand_there_twice_are_told() -> None:
    notes = check_list(Listing([("a.py", 1, 5)], duplicates=(2, 17)), a_tree({"a.py": FIVE})).notes
    assert notes == ("chunks.jsonl:17: 2 entries stand there a second time; once counts.",)


def test_a_list_whose_ends_lie_one_behind_says_so_plainly() -> None:
    files = {f"{n}.py": FIVE for n in range(3)}
    rows = [(path, 1, 6) for path in files]
    with pytest.raises(PassportSourceUnreadable, match=r'index\.chunk_end_is = "behind"'):
        check_list(Listing(rows), a_tree(files))
    assert check_list(Listing(rows, says_its_end=True), a_tree(files)).notes == ()


def test_a_list_of_another_place_is_refused_as_a_whole() -> None:
    with pytest.raises(PassportSourceUnreadable, match=r"none of its 1 file is there.*index\.chunk_root"):
        check_list(Listing([("repo/a.py", 1, 2)]), a_tree({"a.py": FIVE}))


def test_a_path_that_is_only_spelt_otherwise_is_told_with_its_twin() -> None:
    tree = a_tree({"a.py": FIVE, "cafe\u0301.py": FIVE, "Cart.py": FIVE})
    notes = check_list(Listing([("a.py", 1, 5), ("caf\u00e9.py", 1, 2), ("cart.py", 1, 2)]), tree).notes
    assert "with its accents composed otherwise (NFC, NFD); 1 chunk" in notes[0]
    assert "which has it as Cart.py; 1 chunk" in notes[1]
