"""A calibration as people read it."""

from goldkeeper.model.calibrations import CalibrationNote, Replay, Source, Trial
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import CommitId
from goldkeeper.reporting.calibration import calibration_lines, remembered
from goldkeeper.reporting.calibration_record import calibration_record
from goldkeeper.reporting.columns import cells
from tests.builders import HEAD_COMMIT, NOON, a_chunk_id


def some(
    number: int,
    said: float,
    *,
    wrong: int = 0,
    source: Source = Source.SNAPSHOTS,
    change: ChangeKind = ChangeKind.SAME,
) -> list[Trial]:
    return [
        Trial(source, a_chunk_id(f"src/a.py:{n + 1}-{n + 3}:f"), said, n >= wrong, change, "name", passable=True)
        for n in range(number)
    ]


def a_replay(*trials: Trial, known: int = 400, notes: tuple[str, ...] = ()) -> Replay:
    return Replay(HEAD_COMMIT, (CommitId("b" * 40),), 120, 8, 900, known, trials, notes)


def told(*trials: Trial, decided: tuple[Trial, ...] = (), wished: float = 0.99) -> str:
    return " ".join(" ".join(calibration_lines(a_replay(*trials), decided, wished=wished)).split())


def test_a_promise_names_its_cost_and_what_it_does_not_hold_for() -> None:
    moved = some(20, 0.99, change=ChangeKind.MOVED)

    said = told(*some(380, 0.996), *moved, *some(10, 0.7))

    assert "Recommended threshold for 99 %: 0.5." in said
    said = told(*some(380, 0.996), *moved, *some(10, 0.7, wrong=3))
    assert "Recommended threshold for 99 %: 0.99." in said
    assert "400 of 410 answers would have passed unseen from 0.99 on, 0 of them wrong: at least 99 % right" in said
    assert "Of those that changed name or place, 20 of 20 were right: at least 83.1 %." in said


def test_a_sample_of_what_stayed_promises_nothing_for_what_moves() -> None:
    assert "None of those changed name or place: it promises nothing for those that do." in told(*some(400, 0.996))


def test_a_sample_that_is_too_small_says_by_how_much() -> None:
    said = told(*some(100, 0.996))

    assert "No threshold is recommended for 99 %." in said
    assert "100 of 100 were right from 0.995 on, which promises no more than 96.3 %" in said
    assert "it takes 268 more answers without a miss" in said


def test_a_rate_that_is_not_reached_is_said_so() -> None:
    assert "95 of 100 were right from 0.995 on, 95 %: fewer than was wished." in told(*some(100, 0.996, wrong=5))


def test_people_who_say_no_withdraw_the_recommendation() -> None:
    said = told(*some(400, 0.996), decided=tuple(some(10, 0.996, wrong=6, source=Source.DECISIONS)))

    assert "people's answers say less" in said


def test_without_a_replay_there_is_a_sentence_and_the_decisions() -> None:
    lines = list(calibration_lines(None, some(3, 0.9, source=Source.DECISIONS), wished=0.99))

    assert "Decisions: what people answered" in lines
    assert lines[-1] == "Nothing could be replayed, so no threshold is recommended."


def test_no_line_is_wider_than_a_narrow_terminal() -> None:
    trials = [*some(12_345, 0.996, wrong=2), *some(200, 0.3, wrong=100, change=ChangeKind.MOVED_RENAMED)]
    replay = a_replay(*trials, notes=("b" * 7 + " differs from head in 12,345 files, too many to compare.",))

    assert max(cells(line) for line in calibration_lines(replay, (), wished=0.999)) <= 80


def test_the_record_holds_the_same_figures_and_each_wrong_answer() -> None:
    record = calibration_record(a_replay(*some(400, 0.996), *some(5, 0.6, wrong=2)), (), wished=0.99)

    assert record["threshold"] == 0.995
    sources = record["sources"]
    assert isinstance(sources, dict)
    assert sources["two snapshots"]["all"]["answers"] == 405
    wrong = record["wrong"]
    assert isinstance(wrong, list)
    assert [trial["id"] for trial in wrong] == ["src/a.py:1-3:f", "src/a.py:2-4:f"]


def test_what_is_remembered_is_one_line() -> None:
    note = CalibrationNote(NOON, HEAD_COMMIT, 0.99, 0.95, 412, 1)

    assert remembered(note) == "calibrated 2026-03-14: from 0.95 on, 99 % is promised (411 of 412 right)"
