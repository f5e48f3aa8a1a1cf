"""How long IDs live, read off a scan's record: when each began, when it ended, and whose directory it was."""

from typing import Any

from goldkeeper.reporting.half_life import LEAST_IDS, MOST_DIRECTORIES, half_lives

JANUARY, MARCH, MAY = "2026-01-01T00:00:00+00:00", "2026-03-01T00:00:00+00:00", "2026-05-01T00:00:00+00:00"
DAYS_TO_MARCH, DAYS_TO_MAY = 59.0, 120.0


def _chunk(path: str = "src/app/a.py", *, resolves: bool, born: str | None = JANUARY, **more: Any) -> dict[str, Any]:
    return {"id": f"{path}:1-3:f", "resolves": resolves, "anchor": {"date": born} if born else None, **more}


def _record(*chunks: dict[str, Any]) -> dict[str, Any]:
    return {"head_date": MAY, "chunks": list(chunks)}


def test_an_id_that_still_resolves_had_lived_to_the_scanned_commit_at_least() -> None:
    found = half_lives(_record(_chunk(resolves=True)))
    assert found.all is not None
    assert (found.all.survival.ended, found.all.survival.longest) == (0, DAYS_TO_MAY)
    assert found.all.survival.half_life is None


def test_an_id_ends_with_the_first_commit_that_touched_its_chunk() -> None:
    found = half_lives(_record(_chunk(resolves=False, touched_at=MARCH), _chunk(resolves=True)))
    assert found.all is not None
    assert [(step.time, step.share) for step in found.all.survival.steps] == [(DAYS_TO_MARCH, 0.5)]
    assert found.all.survival.half_life == DAYS_TO_MARCH
    assert found.guessed == 0


def test_an_end_at_an_unknown_moment_is_counted_in_the_middle_and_told() -> None:
    found = half_lives(_record(_chunk(resolves=False)))
    assert found.all is not None
    assert found.all.survival.half_life == DAYS_TO_MAY / 2
    assert found.guessed == 1


def test_an_id_that_was_touched_and_resolves_lives_on() -> None:
    found = half_lives(_record(_chunk(resolves=True, touched_at=MARCH)))
    assert found.all is not None
    assert found.all.survival.ended == 0


def test_a_chunk_judged_after_what_was_scanned_has_lived_no_time_and_none_without_a_date_is_counted() -> None:
    found = half_lives(
        {"head_date": JANUARY, "chunks": [_chunk(resolves=True, born=MARCH), _chunk(resolves=True, born=None)]}
    )
    assert found.all is not None
    assert (found.all.survival.watched, found.all.survival.longest) == (1, 0.0)
    undated: list[dict[str, Any]] = [{}, {"chunks": []}, {"chunks": [_chunk(resolves=True)]}]
    for record in (*undated, _record(_chunk(resolves=True, born=None))):
        assert half_lives(record).all is None


def test_the_largest_directories_stand_beside_the_whole_and_small_ones_do_not() -> None:
    sizes = {f"src/d{n}/": LEAST_IDS + n for n in range(MOST_DIRECTORIES + 1)} | {"src/few/": LEAST_IDS - 1}
    chunks = [_chunk(f"{folder}deep/a.py", resolves=True) for folder, size in sizes.items() for _ in range(size)]
    found = half_lives(_record(*chunks))
    assert [one.directory for one in found.by_directory] == [f"src/d{n}/" for n in range(MOST_DIRECTORIES, 0, -1)]
    assert found.all is not None
    assert found.all.survival.watched == sum(sizes.values())


def test_one_directory_alone_is_the_whole_and_files_at_the_top_have_a_name_of_their_own() -> None:
    assert half_lives(_record(*[_chunk(resolves=True)] * 9)).by_directory == ()
    mixed = (
        [_chunk(resolves=True)] * 9 + [_chunk("setup.py", resolves=True)] * 5 + [{**_chunk(resolves=True), "id": "?"}]
    )
    names = [one.directory for one in half_lives(_record(*mixed)).by_directory]
    assert names[0] == "src/app/"
    assert len(names) == 2
