"""The commits between two states."""

from goldkeeper.workflow.lineage.routes import Route
from tests.fakes import FakeCommit, FakeHistoryIndex

FORK = FakeHistoryIndex(
    FakeCommit("root", (), {"a": "1"}),
    FakeCommit("main", ("root",), {"a": "1", "m": "1"}),
    FakeCommit("side", ("root",), {"a": "2"}),
    FakeCommit("merge", ("main", "side"), {"a": "2", "m": "1"}),
    FakeCommit("later", ("merge",), {"a": "3", "m": "1"}),
)
ROOT, MAIN, SIDE, MERGE, LATER = range(5)


def route(start: int, goal: int) -> Route:
    found = Route.between(FORK, start, goal)
    assert found is not None
    return found


def passed(way: Route, path: str) -> list[tuple[str, str | None, str | None]]:
    return [(FORK.commit(way.number(p.at)), p.before, p.after) for p in way.passings(path)]


def test_a_way_keeps_to_first_parents_where_it_can() -> None:
    way = route(ROOT, LATER)

    assert (way.length, way.forward, way.start) == (3, True, ROOT)
    assert passed(way, "a") == [("merge", "1", "2"), ("later", "2", "3")]


def test_the_way_back_is_the_same_way_with_its_sides_changed() -> None:
    way = route(LATER, ROOT)

    assert (way.length, way.forward, way.start) == (3, False, LATER)
    assert passed(way, "a") == [("later", "3", "2"), ("merge", "2", "1")]


def test_a_merge_that_is_entered_by_its_second_parent_is_held_against_that_one() -> None:
    way = route(SIDE, LATER)

    assert passed(way, "a") == [("later", "2", "3")]
    assert passed(way, "m") == [("merge", None, "1")]
    assert [file.path for file in way.changes(MERGE)] == ["m"]


def test_there_is_no_way_between_two_branches() -> None:
    assert Route.between(FORK, MAIN, SIDE) is None


def test_a_commit_is_as_far_from_itself_as_no_commit() -> None:
    way = route(MAIN, MAIN)

    assert (way.length, way.start, way.passings("a")) == (0, MAIN, [])


def test_ways_that_share_a_commit_share_what_it_changed() -> None:
    assert route(ROOT, LATER).crossing(LATER) == route(MERGE, LATER).crossing(LATER)
    assert route(ROOT, MERGE).crossing(MERGE) != route(SIDE, MERGE).crossing(MERGE)
    assert route(LATER, ROOT).crossing(-LATER) != route(ROOT, LATER).crossing(LATER)


def test_a_way_over_a_commit_with_a_parent_that_the_clone_lacks_is_cut_off() -> None:
    index = FakeHistoryIndex(
        FakeCommit("border", (), {"a": "1"}, is_cut_off=True),
        FakeCommit("merge", ("border",), {"a": "2"}, is_cut_off=True),
        FakeCommit("head", ("merge",), {"a": "3"}),
    )

    ways = [Route.between(index, start, 2) for start in (0, 1, 2)]

    assert [way is not None and way.is_cut_off for way in ways] == [True, False, False]
