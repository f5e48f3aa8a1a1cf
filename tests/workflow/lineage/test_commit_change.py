"""What one commit changed, read only as far as somebody looks."""

from collections.abc import Mapping

from goldkeeper.model.chunks import Chunk, SkipReason
from goldkeeper.wiring import make_chunker
from goldkeeper.workflow.lineage.commit_change import CommitChange
from goldkeeper.workflow.lineage.contents import Contents
from tests.workflow.codes import CODE, GRAND_TOTAL, PARCEL_OF, REFUND, SHIPPING, TOTAL, a_file
from tests.workflow.lineage.histories import Story


def changed(before: Mapping[str, str], after: Mapping[str, str | None]) -> tuple[CommitChange, Story, Contents]:
    story = Story(before, after)
    contents = Contents(story, make_chunker())
    return CommitChange(story.head, story.index.changes(1), contents), story, contents


def chunk_of(story: Story, path: str, symbol: str) -> Chunk:
    return story.chunk(path, symbol, story.commits[0])[0]


def test_nothing_is_read_before_somebody_asks() -> None:
    change, _, contents = changed({"a.py": CODE}, {"a.py": None, "b.py": CODE})

    assert change.carried_to("a.py") == ["b.py"]
    assert contents.reads == 0


def test_files_that_went_and_came_are_paired_by_content() -> None:
    change, _, _ = changed(
        {"a.py": CODE, "b.py": SHIPPING},
        {"a.py": None, "b.py": None, "x.py": a_file(CODE, PARCEL_OF), "y.py": SHIPPING},
    )

    assert change.renames == {"a.py": "x.py", "b.py": "y.py"}


def test_the_way_back_has_its_sides_changed() -> None:
    story = Story({"a.py": CODE}, {"a.py": None, "b.py": CODE})

    back = CommitChange.turned(story.head, story.index.changes(1), Contents(story, make_chunker()))

    assert (list(back.vanished), list(back.appeared)) == (["b.py"], ["a.py"])


def test_a_file_can_be_held_against_an_earlier_content() -> None:
    story = Story({"a.py": CODE}, {"a.py": "torn ((("}, {"a.py": a_file(GRAND_TOTAL, REFUND)})
    chunk, blob = story.chunk("a.py", "total", story.commits[0])
    change = CommitChange(story.head, story.index.changes(2), Contents(story, make_chunker()))

    match = change.since("a.py", blob).match(chunk)

    assert match is not None
    assert [one.chunk_id.symbol for one in match.candidates[:1]] == ["grand_total"]


def test_a_text_that_turns_up_in_another_file_is_seen_and_one_that_stood_there_is_not() -> None:
    change, story, _ = changed(
        {"a.py": CODE, "old.py": TOTAL}, {"a.py": REFUND, "old.py": a_file(TOTAL, "X = 1\n"), "new.py": TOTAL}
    )
    only_old, _, _ = changed({"a.py": CODE, "old.py": TOTAL}, {"a.py": REFUND, "old.py": a_file(TOTAL, "X = 1\n")})
    chunk = chunk_of(story, "a.py", "total")

    assert change.has_moved_text(chunk)
    assert not only_old.has_moved_text(chunk)


def test_a_new_file_that_is_another_one_moved_whole_is_no_heir() -> None:
    change, story, _ = changed(
        {"a.py": CODE, "twin.py": a_file(TOTAL, SHIPPING)},
        {"a.py": None, "b.py": CODE, "twin.py": None, "moved.py": a_file(TOTAL, SHIPPING)},
    )

    assert not change.has_other_heir(chunk_of(story, "a.py", "total"), "b.py")


def test_what_was_taken_out_is_born_in_the_commit_and_called_by_what_is_left() -> None:
    before = "def pay(cart):\n    sum_up(cart)\n    weigh(cart)\n    stamp(cart)\n    send(cart)\n"
    after = "def pay(cart):\n    ready(cart)\n    send(cart)\n"
    part = "def ready(cart):\n    sum_up(cart)\n    weigh(cart)\n    stamp(cart)\n"
    change, story, _ = changed({"a.py": before}, {"a.py": a_file(after, part)})

    (found,) = change.parts(chunk_of(story, "a.py", "pay"), story.chunk("a.py", "pay", story.head)[0])

    assert (found.chunk.symbol, found.share) == ("ready", 0.6)


def test_what_stood_in_another_file_before_was_moved_and_not_taken_out() -> None:
    before = "def pay(cart):\n    sum_up(cart)\n    weigh(cart)\n    stamp(cart)\n    send(cart)\n"
    after = "def pay(cart):\n    ready(cart)\n    send(cart)\n"
    part = "def ready(cart):\n    sum_up(cart)\n    weigh(cart)\n    stamp(cart)\n"
    change, story, _ = changed(
        {"a.py": before, "b.py": a_file(CODE, part)}, {"a.py": a_file(after, part), "b.py": CODE}
    )

    assert change.parts(chunk_of(story, "a.py", "pay"), story.chunk("a.py", "pay", story.head)[0]) == []


def test_of_the_other_files_only_those_are_cut_that_hold_a_name_that_is_new() -> None:
    before = "def pay(cart):\n    sum_up(cart)\n    weigh(cart)\n    stamp(cart)\n    send(cart)\n"
    after = "def pay(cart):\n    ready(cart)\n    send(cart)\n"
    part = "def ready(cart):\n    sum_up(cart)\n    weigh(cart)\n    stamp(cart)\n"
    others = {f"m/{n}.py": f"X = {n}\n" for n in range(8)}
    change, story, contents = changed(
        {"a.py": before, **others},
        {"a.py": after, "b.py": part, **{path: text + "Y = 1\n" for path, text in others.items()}},
    )
    sides = chunk_of(story, "a.py", "pay"), story.chunk("a.py", "pay", story.head)[0]

    assert [(found.chunk.path, found.chunk.symbol) for found in change.parts(*sides)] == [("b.py", "ready")]
    assert contents.parses <= 3


def many(text: str, but: Mapping[str, str]) -> dict[str, str]:
    return {f"m/{n}.py": f"def step_{n}(a):\n    return {text}(a, {n})\n" for n in range(2000)} | dict(but)


def test_in_a_commit_of_two_thousand_files_a_chunk_is_found_in_the_few_that_may_hold_it() -> None:
    change, story, contents = changed(
        many("before", {"a.py": CODE}), many("after", {"a.py": REFUND, "m/7.py": a_file(SHIPPING, TOTAL)})
    )

    match = change.match(chunk_of(story, "a.py", "total"))

    assert match is not None
    assert str(match.candidates[0].chunk_id) == "m/7.py:6-8:total"
    assert contents.parses < 60


def test_a_directory_of_two_thousand_files_that_moved_and_was_edited_is_followed() -> None:
    old = many("before", {})
    new = {path.replace("m/", "src/m/"): text.replace("before", "after") for path, text in old.items()}
    change, story, _ = changed(old, {**dict.fromkeys(old), **new})

    match = change.match(chunk_of(story, "m/42.py", "step_42"))

    assert match is not None
    assert match.candidates[0].chunk_id.path == "src/m/42.py"


def test_pictures_and_what_is_missing_are_passed_by() -> None:
    change, story, contents = changed({"a.py": CODE, "logo.png": "x"}, {"a.py": None, "b.py": REFUND, "logo.png": "y"})
    story.lose(REFUND)

    assert change.after("b.py") is SkipReason.OBJECT_MISSING
    assert change.match(chunk_of(story, "a.py", "total")) is not None
    assert contents.reads == 2
