"""Chunks matched by walking to a commit, to another branch, and to the files on disk."""

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import CommitId
from goldkeeper.workflow.lineage import walked as module
from tests.fakes import blob_of
from tests.workflow.codes import ANOTHER_TOTAL, CODE, GRAND_TOTAL, REFUND, SHIPPING, TOTAL, a_file
from tests.workflow.lineage.histories import Story, is_sure, offered


def a_fork() -> tuple[Story, CommitId, CommitId]:
    """A story with a release branch and main; the function bears another name on main."""
    story = Story({"a.py": CODE})
    base = story.head
    release = story.commit({"a.py": a_file(TOTAL.replace("line.price", "line.net"), REFUND, SHIPPING)}, on=[base])
    moved = story.commit({"a.py": None, "src/cart.py": CODE}, on=[base])
    return story, release, story.commit({"src/cart.py": a_file(GRAND_TOTAL, REFUND)}, on=[moved])


def test_from_a_release_branch_the_way_goes_down_to_where_it_parted_and_up_again() -> None:
    story, release, main = a_fork()

    match = story.match("a.py", "total", release, main)
    back = story.match("src/cart.py", "grand_total", main, release)

    assert offered(match) == ["src/cart.py:grand_total"]
    assert offered(back)[0] == "a.py:total"
    assert not is_sure(match)


def test_what_was_born_on_a_branch_is_left_to_a_direct_match() -> None:
    story, release, main = a_fork()

    assert story.match("a.py", "shipping", release, main) is None


def test_unrelated_histories_are_left_to_a_direct_match() -> None:
    story, release, _ = a_fork()
    other = story.commit({"a.py": CODE}, on=[])

    assert story.match("a.py", "total", release, other) is None


def test_a_merge_whose_second_parent_is_the_chunks_own_branch_brings_it_in() -> None:
    story = Story({"a.py": CODE})
    base = story.head
    side = story.commit({"a.py": a_file(GRAND_TOTAL, REFUND)}, on=[base])
    main = story.commit({"z.py": SHIPPING}, on=[base])
    story.commit({"a.py": a_file(GRAND_TOTAL, REFUND)}, on=[main, side])

    assert is_sure(story.match("a.py", "grand_total", side))
    assert offered(story.match("a.py", "total", base)) == ["a.py:grand_total"]


def test_what_a_fork_left_open_stays_open_over_the_point_where_branches_part() -> None:
    story = Story({"a.py": CODE, "b.py": CODE})
    base = story.head
    joined = story.commit({"a.py": None, "b.py": None, "one.py": CODE}, on=[base])
    main = story.commit({"b.py": a_file(GRAND_TOTAL, REFUND)}, on=[base])

    match = story.match("one.py", "total", joined, main)

    assert match is not None
    assert match.ambiguous
    assert offered(match) == ["a.py:total", "b.py:grand_total"]


def test_what_was_taken_out_and_put_back_is_offered_and_never_certain() -> None:
    taken_out = ({"a.py": REFUND}, {"a.py": None})

    for without in taken_out:
        story = Story({"a.py": CODE}, without, {"x.py": SHIPPING}, {"a.py": a_file("import re\n", CODE)})
        match = story.match("a.py", "total")

        assert match is not None
        assert (match.change, match.ambiguous, match.certain) == (ChangeKind.SAME, True, False)
        assert [(str(one.chunk_id), one.confidence) for one in match.candidates] == [("a.py:4-6:total", 0.5)]
        assert [part.name for part in match.candidates[0].evidence] == ["added again"]
        assert match.gone == 0.5


def test_another_function_under_a_name_that_was_free_is_not_what_was_taken_out() -> None:
    match = Story({"a.py": CODE}, {"a.py": REFUND}, {"a.py": a_file(REFUND, ANOTHER_TOTAL)}).match("a.py", "total")

    assert match is not None
    assert (match.change, match.candidates) == (ChangeKind.GONE, ())


def test_a_file_that_was_copied_before_it_was_deleted_offers_the_copy() -> None:
    by_content = Story({"a.py": CODE}, {"c.py": CODE}, {"a.py": None}).match("a.py", "total")
    by_name = Story({"a.py": CODE}, {"lib/a.py": a_file(CODE, SHIPPING)}, {"a.py": None}).match("a.py", "total")

    for match, path in ((by_content, "c.py"), (by_name, "lib/a.py")):
        assert match is not None
        assert (match.change, match.ambiguous, match.certain) == (ChangeKind.MOVED, True, False)
        assert offered(match) == [f"{path}:total"]


def test_a_twin_that_always_stood_elsewhere_is_no_heir_of_what_was_deleted() -> None:
    match = Story({"a.py": CODE, "lib/a.py": CODE}, {"a.py": None}).match("a.py", "total")

    assert match is not None
    assert (match.change, match.candidates) == (ChangeKind.GONE, ())


def test_a_move_that_was_reverted_is_no_move() -> None:
    story = Story({"a.py": CODE, "b.py": SHIPPING}, {"a.py": REFUND, "b.py": a_file(SHIPPING, TOTAL)})
    story.commit(story.states[story.commits[0]])

    match = story.match("a.py", "total")

    assert match is not None
    assert (match.change, offered(match)) == (ChangeKind.SAME, ["a.py:total"])


def test_the_two_heirs_of_a_copied_file_share_what_is_known() -> None:
    match = Story({"a.py": CODE}, {"a.py": None, "b.py": CODE, "c.py": CODE}).match("a.py", "total")

    assert match is not None
    assert match.ambiguous
    assert offered(match) == ["b.py:total", "c.py:total"]
    assert match.candidates[0].confidence == match.candidates[1].confidence
    assert sum(one.confidence for one in match.candidates) + match.gone <= 1.0001


def test_an_edit_that_nobody_has_committed_is_the_last_step() -> None:
    story = Story({"a.py": CODE}, {"a.py": None, "b.py": CODE})

    renamed = story.match("a.py", "total", goal=story.on_disk({"b.py": a_file(GRAND_TOTAL, REFUND)}))
    moved = story.match("a.py", "total", goal=story.on_disk({"b.py": None, "c.py": CODE}))
    untouched = story.match("a.py", "total", goal=story.on_disk({"z.py": SHIPPING}))

    assert offered(renamed) == ["b.py:grand_total"]
    assert offered(moved) == ["c.py:total"]
    assert offered(untouched) == ["b.py:total"]


def test_copies_that_nobody_has_committed_are_both_offered() -> None:
    story = Story({"a.py": CODE})

    match = story.match("a.py", "total", goal=story.on_disk({"a.py": None, "b.py": CODE, "c.py": CODE}))

    assert match is not None
    assert match.ambiguous
    assert offered(match) == ["b.py:total", "c.py:total"]


def test_all_that_is_offered_stands_on_disk() -> None:
    story = Story({"a.py": CODE}, {"a.py": None, "b.py": CODE, "c.py": CODE})

    renamed = story.match("a.py", "total", goal=story.on_disk({"c.py": a_file(GRAND_TOTAL, REFUND)}))
    deleted = story.match("a.py", "total", goal=story.on_disk({"b.py": None}))

    assert offered(renamed) == ["b.py:total", "c.py:grand_total"]
    assert offered(deleted) == ["c.py:total"]


def test_what_was_put_back_on_disk_is_offered() -> None:
    story = Story({"a.py": CODE}, {"a.py": REFUND})

    match = story.match("a.py", "total", goal=story.on_disk({"a.py": CODE}))

    assert match is not None
    assert (offered(match), match.ambiguous) == (["a.py:total"], True)


def test_a_content_that_the_commit_has_not_is_left_to_a_direct_match() -> None:
    story = Story({"a.py": CODE}, {"a.py": a_file(GRAND_TOTAL, REFUND)})
    chunk, _ = story.chunk("a.py", "total", story.commits[0])

    walks = story.past.to(story.tree(story.head), story.head)

    assert walks.match(chunk, blob_of(b"something else"), story.commits[0]) is None


def test_a_chunk_asked_alone_and_among_others_has_one_answer() -> None:
    files = {f"m/{n}.py": a_file(TOTAL.replace("total", f"total_{n}"), SHIPPING) for n in range(6)}
    story = Story(files, {path: text.replace("line.weight", "line.kg") for path, text in files.items()})
    story.commit(
        {**dict.fromkeys(files), **{f"x/{n}.py": text for n, text in enumerate(story.states[story.head].values())}}
    )
    story.commit({"x/3.py": SHIPPING, "y.py": TOTAL.replace("total", "total_3")})
    asked = [(f"m/{n}.py", f"total_{n}") for n in range(6)]
    walks = story.past.to(story.tree(story.head), story.head)

    def ask(path: str, symbol: str) -> object:
        return walks.match(*story.chunk(path, symbol, story.commits[0]), story.commits[0])

    together = [ask(*one) for one in asked]

    assert together == [story.match(*one) for one in asked]
    assert together == [ask(*one) for one in asked]


def test_ways_from_many_commits_are_not_all_kept() -> None:
    story = Story(*({"a.py": a_file(f"RATE = {n}\n", CODE)} for n in range(40)))
    walks = story.past.to(story.tree(story.head), story.head)

    for commit in story.commits:
        assert is_sure(walks.match(*story.chunk("a.py", "total", commit), commit))

    assert len(walks._routes) == module.KEPT_ROUTES
