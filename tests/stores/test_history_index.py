"""One contract, two indexes: the fake, and the one that reads a git repository made of the same commits."""

import hashlib
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkeeper.model.chunks import CommitId
from goldkeeper.ports import HistoryIndex
from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.history_index import GitHistoryIndex
from tests.fakes import FakeCommit, FakeHistoryIndex
from tests.stores.git_repositories import FIRST_MOMENT, a_repository

NOWHERE = CommitId("0123456789" * 4)
Files = Mapping[str, str]


def commit(name: str, parents: str = "", **files: str) -> FakeCommit:
    """A commit by the letters of itself and its parents; the files are `{name}.py`."""
    return FakeCommit(name, tuple(parents), {f"{file}.py": text for file, text in files.items()})


@dataclass
class Told:
    """An index whose commits are called by the letters of the story, and contents by their text."""

    index: HistoryIndex
    names: Mapping[str, CommitId]
    texts: Mapping[str, str]

    def number(self, letter: str) -> int:
        number = self.index.number(self.names[letter])
        assert number is not None
        return number

    def letter(self, number: int) -> str:
        name = self.index.commit(number)
        return next(letter for letter, commit in self.names.items() if commit == name)

    def line(self, base: str, head: str) -> str | None:
        line = self.index.line(self.number(base), self.number(head))
        return None if line is None else "".join(map(self.letter, line))

    def merge_base(self, one: str, other: str) -> str | None:
        number = self.index.merge_base(self.number(one), self.number(other))
        return None if number is None else self.letter(number)

    def parents(self, letter: str) -> str:
        return "".join(map(self.letter, self.index.parents(self.number(letter))))

    def touches(self, path: str) -> dict[str, tuple[str | None, str | None]]:
        """Letter → text before and after."""
        touches = self.index.touches(path)
        numbers = [touch.number for touch in touches]
        assert numbers == sorted(set(numbers))
        return {self.letter(each.number): (self.text(each.base_blob), self.text(each.head_blob)) for each in touches}

    def changes(self, letter: str, parent: str | None = None) -> list[tuple[str, str | None, str | None]]:
        changes = self.index.changes(self.number(letter), None if parent is None else self.number(parent))
        return [(change.path, self.text(change.base_blob), self.text(change.head_blob)) for change in changes]

    def text_at(self, letter: str, path: str) -> str | None:
        return self.text(self.index.blob_at(self.number(letter), path))

    def last_touch(self, letter: str, path: str) -> str | None:
        touch = self.index.last_touch(self.number(letter), path)
        return None if touch is None else self.letter(touch.number)

    def text(self, blob: str | None) -> str | None:
        return None if blob is None else self.texts[blob]


Tell = Callable[..., Told]


def told_by_fake(*story: FakeCommit) -> Told:
    texts = {text: text for each in story for text in each.files.values()}
    return Told(FakeHistoryIndex(*story), {each.name: CommitId(each.name) for each in story}, texts)


def told_by_git(top: Path, *story: FakeCommit, asked: str | None = None) -> Told:
    """A real repository; the commits `asked` (all, last first) are asked for in this order."""
    repository = a_repository(top)
    stream = []
    marks = {each.name: mark for mark, each in enumerate(story, 1)}
    for mark, each in enumerate(story, 1):
        stream.append(f"commit refs/heads/b{mark}\nmark :{mark}\n")
        stream.append(f"committer Ada <ada@example.org> {FIRST_MOMENT + mark} +0000\ndata 0\n")
        for word, parent in zip(("from", *["merge"] * len(each.parents)), each.parents, strict=False):
            stream.append(f"{word} :{marks[parent]}\n")
        stream.append("deleteall\n")
        for path, text in each.files.items():
            stream.append(f"M 100644 inline {path}\ndata {len(text.encode())}\n{text}\n")
    repository.git("fast-import", "--quiet", "--export-marks=marks", stdin="".join(stream).encode())
    lines = (top / "marks").read_text(encoding="ascii").split()
    commits = {int(mark[1:]): CommitId(name) for mark, name in zip(lines[::2], lines[1::2], strict=True)}
    names = {name: commits[mark] for name, mark in marks.items()}
    texts = {git_blob(text): text for each in story for text in each.files.values()}
    history = GitHistory.open(top)
    told = Told(GitHistoryIndex(history, top / "state" / "history.sqlite"), names, texts)
    for letter in reversed([each.name for each in story]) if asked is None else asked:
        told.number(letter)
    history.close()
    return told


def git_blob(text: str) -> str:
    data = text.encode()
    return hashlib.sha1(b"blob %d\0%s" % (len(data), data), usedforsecurity=False).hexdigest()


@pytest.fixture(params=["fake", "git"])
def tell(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Tell]:
    if request.param == "fake":
        yield told_by_fake
        return
    opened: list[Told] = []

    def by_git(*story: FakeCommit) -> Told:
        opened.append(told_by_git(tmp_path / f"r{len(opened)}", *story))
        return opened[-1]

    yield by_git
    for told in opened:
        assert isinstance(told.index, GitHistoryIndex)
        told.index.close()


STRAIGHT = (
    commit("a", a="1"),
    commit("b", "a", a="2", b="x"),
    commit("c", "b", a="2", b="x", c="y"),
    commit("d", "c", a="3", c="y"),
)
# Main line a b e g; c d leave at a and come in at e; f leaves at b and comes in at g.
BRANCHED = (
    commit("a", "", m="1"),
    commit("b", "a", m="2"),
    commit("c", "a", m="1", s="1"),
    commit("d", "c", m="1", s="2"),
    commit("e", "bd", m="2", s="2"),
    commit("f", "b", m="4"),
    commit("g", "ef", m="4", s="2"),
)


def test_a_commit_that_the_clone_lacks_has_no_number(tell: Tell) -> None:
    assert tell(*STRAIGHT).index.number(NOWHERE) is None


def test_numbers_name_commits_and_back_and_parents_come_first(tell: Tell) -> None:
    told = tell(*BRANCHED)
    for each in BRANCHED:
        number = told.number(each.name)
        assert told.letter(number) == each.name
        assert told.parents(each.name) == "".join(each.parents)
        assert all(parent < number for parent in told.index.parents(number))
        assert not told.index.is_cut_off(number)


def test_a_straight_line_runs_from_behind_the_base_to_the_head(tell: Tell) -> None:
    told = tell(*STRAIGHT)
    assert told.line("a", "d") == "bcd"
    assert told.line("c", "d") == "d"
    assert told.line("d", "d") == ""
    assert told.line("d", "a") is None


def test_a_line_keeps_to_first_parents_that_descend_from_its_base(tell: Tell) -> None:
    told = tell(*BRANCHED)
    assert told.line("a", "g") == "beg"
    assert told.line("c", "g") == "deg"
    assert told.line("f", "g") == "g"
    assert told.line("d", "f") is None


def test_the_merge_base_is_the_newest_commit_that_both_have(tell: Tell) -> None:
    told = tell(*BRANCHED)
    assert told.merge_base("d", "f") == "a"
    assert told.merge_base("e", "f") == "b"
    assert told.merge_base("c", "g") == told.merge_base("g", "c") == "c"
    assert told.merge_base("e", "e") == "e"


def test_crossed_merges_have_the_newer_of_their_merge_bases(tell: Tell) -> None:
    told = tell(commit("a"), commit("b", "a"), commit("c", "a"), commit("d", "bc"), commit("e", "cb"))
    assert told.merge_base("d", "e") == "c"


def test_histories_without_a_common_root_have_no_merge_base_and_no_line(tell: Tell) -> None:
    told = tell(commit("a", a="1"), commit("b", "a", a="2"), commit("x", b="1"), commit("y", "bx", a="2", b="1"))
    assert told.merge_base("b", "x") is None
    assert told.line("a", "x") is None
    assert told.line("x", "y") == "y"
    assert told.changes("x") == [("b.py", None, "1")]


def test_touches_tell_what_a_path_held_before_and_after(tell: Tell) -> None:
    told = tell(*STRAIGHT)
    assert told.touches("a.py") == {"a": (None, "1"), "b": ("1", "2"), "d": ("2", "3")}
    assert told.touches("b.py") == {"b": (None, "x"), "d": ("x", None)}
    assert told.touches("none.py") == {}


def test_a_merge_is_held_against_its_first_parent(tell: Tell) -> None:
    told = tell(*BRANCHED)
    assert told.touches("s.py") == {"c": (None, "1"), "d": ("1", "2"), "e": (None, "2")}
    assert told.changes("e") == told.changes("e", "b") == [("s.py", None, "2")]
    assert told.changes("e", "d") == [("m.py", "1", "2")]


def test_changes_stand_by_path_and_a_commit_may_have_none(tell: Tell) -> None:
    told = tell(commit("a", b="1", a="2", c="3"), commit("b", "a", b="1", a="2", c="3"), commit("c", "b", c="4"))
    assert told.changes("a") == [("a.py", None, "2"), ("b.py", None, "1"), ("c.py", None, "3")]
    assert told.changes("b") == []
    assert told.changes("c") == [("a.py", "2", None), ("b.py", "1", None), ("c.py", "3", "4")]


def test_an_octopus_has_all_its_parents(tell: Tell) -> None:
    story = (commit("a"), commit("b", "a", b="1"), commit("c", "a", c="1"), commit("d", "a", d="1"))
    told = tell(*story, commit("o", "bcd", b="1", c="1", d="1"))
    assert told.parents("o") == "bcd"
    assert [told.line(base, "o") for base in "abcd"] == ["bo", "o", "o", "o"]
    assert told.changes("o", "d") == [("b.py", None, "1"), ("c.py", None, "1")]


def test_the_content_of_a_path_at_a_commit_is_that_of_its_own_branch(tell: Tell) -> None:
    told = tell(*BRANCHED)
    assert [told.text_at(letter, "m.py") for letter in "abcdefg"] == ["1", "2", "1", "1", "2", "4", "4"]
    assert [told.text_at(letter, "s.py") for letter in "abcdefg"] == [None, None, "1", "2", "2", None, "2"]
    assert told.text_at("g", "none.py") is None
    for letter in "abcdefg":
        last = told.last_touch(letter, "m.py")
        assert last is not None
        assert told.touches("m.py")[last][1] == told.text_at(letter, "m.py")
    assert told.last_touch("g", "none.py") is None


@st.composite
def stories(draw: st.DrawFn) -> tuple[FakeCommit, ...]:
    """Any graph of up to eight commits, with up to three files that come, change and go."""
    story: list[FakeCommit] = []
    for name in "abcdefgh"[: draw(st.integers(1, 8))]:
        before = [each.name for each in story]
        parents = draw(st.lists(st.sampled_from(before), unique=True, max_size=3)) if before else []
        files = draw(st.dictionaries(st.sampled_from(["a.py", "b/a.py", "b.py"]), st.sampled_from("123")))
        story.append(FakeCommit(name, tuple(parents), files))
    return tuple(story)


@settings(max_examples=25)
@given(story=stories(), data=st.data())
def test_whatever_the_graph_and_the_order_of_questions_both_indexes_say_the_same(
    story: tuple[FakeCommit, ...], data: st.DataObject
) -> None:
    letters = [each.name for each in story]
    asked = "".join(data.draw(st.permutations(letters)))
    with tempfile.TemporaryDirectory() as folder:
        real, fake = told_by_git(Path(folder, "r"), *story, asked=asked), told_by_fake(*story)
        for one in letters:
            assert real.parents(one) == fake.parents(one)
            assert real.changes(one) == fake.changes(one)
            for path in ("a.py", "b/a.py", "b.py"):
                assert real.text_at(one, path) == fake.text_at(one, path)
                assert real.touches(path) == fake.touches(path)
            for other in letters:
                assert real.line(one, other) == fake.line(one, other)
                assert real.merge_base(one, other) == fake.merge_base(one, other)
                assert real.changes(one, other) == fake.changes(one, other)
        assert isinstance(real.index, GitHistoryIndex)
        real.index.close()
