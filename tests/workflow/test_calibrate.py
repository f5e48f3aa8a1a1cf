"""A repository's own past, replayed with what happened in between hidden."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from goldkeeper.model.calibrations import Replay, Source
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import CommitId
from goldkeeper.model.errors import BadRequest
from goldkeeper.model.proposals import Action
from goldkeeper.model.reviews import Answer, ItemState, Target
from goldkeeper.stores.chunk_memory import ChunkMemory
from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.history_index import GitHistoryIndex
from goldkeeper.wiring import make_chunker
from goldkeeper.workflow.calibrate import Replaying, Wish
from goldkeeper.workflow.calibration.strict_track import Fate
from goldkeeper.workflow.calibration.thinned import Line, find_line
from goldkeeper.workflow.calibration.trials import decided_trials, trial_of
from goldkeeper.workflow.lineage.walked import Past
from tests.builders import NOON, a_candidate, a_chunk, a_decision, a_match, a_proposal, a_review_item
from tests.stores.git_repositories import Repository, a_repository

NAMES = ("total", "shipping", "refund", "discount", "weight", "customs")


def a_function(name: str, edits: int = 0) -> str:
    lines = [f"    {name}_{n} = measure_{name}(cart, {n})" for n in range(6)]
    lines += [f"    note('{name} was edited', {n})" for n in range(edits)]
    return "\n".join([f"def {name}(cart):", *lines, f"    return {name}_0"]) + "\n"


def a_file(names: Sequence[str], edits: Mapping[str, int]) -> str:
    return "\n\n".join(a_function(name, edits.get(name, 0)) for name in names)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Ten commits: edits in turn, a file that moves, and a chunk that goes."""
    made = a_repository(tmp_path / "shop")
    edits: dict[str, int] = {}
    place, names = "cart.py", list(NAMES)
    for n in range(10):
        edits[NAMES[n % 5]] = n
        if n == 4:
            made.write({place: None})
            place = "src/basket.py"
        if n == 7:
            names.remove("weight")
        made.commit({place: a_file(names, edits)})
    return made


def a_replay(repository: Repository, *, first: frozenset[str] = frozenset(), **wish: object) -> Replay:
    history = GitHistory.open(repository.top)
    cache, chunker = ChunkMemory(), make_chunker()
    past = Past(lambda: GitHistoryIndex(history, None), history, chunker, cache)
    asked = replace(Wish(sample=30, seed=1, every=3), **wish)  # type: ignore[arg-type]  # its fields by name
    return Replaying(past, chunker, cache, history.resolve("HEAD"), first, asked, lambda: NOON).run()


def test_chunks_that_moved_with_their_file_are_found_both_ways(repository: Repository) -> None:
    replay = a_replay(repository)

    assert {trial.source for trial in replay.trials} == {Source.SNAPSHOTS, Source.THINNED}
    assert ChangeKind.MOVED in {trial.change for trial in replay.trials}
    assert all(trial.right for trial in replay.trials)
    assert len(replay.trials) == 2 * replay.known


def test_what_left_no_trace_is_known_to_be_gone(repository: Repository) -> None:
    replay = a_replay(repository)

    gone = [trial for trial in replay.trials if trial.asked.symbol == "weight"]
    assert [(trial.source, trial.change, trial.right, trial.passable) for trial in gone] == [
        (Source.SNAPSHOTS, ChangeKind.GONE, True, False),
        (Source.THINNED, ChangeKind.GONE, True, False),
    ]


def test_what_is_gone_and_can_still_be_read_somewhere_is_let_go(repository: Repository) -> None:
    repository.commit({"notes.py": a_function("weight").replace("def weight", "def heaviness") + "weight = 1\n"})

    replay = a_replay(repository, sample=30)

    assert "weight" not in {trial.asked.symbol for trial in replay.trials}
    assert replay.drawn > replay.known


def test_a_link_of_what_is_gone_is_wrong() -> None:
    chunk = a_chunk("Cart.sum")

    found = trial_of(Source.SNAPSHOTS, chunk.id, Fate(None, chunk.id), a_match(chunk))

    assert (found.right, found.passable) == (False, True)


def test_of_a_split_any_part_is_right() -> None:
    chunk, part, other = a_chunk("Cart.sum"), a_chunk("Cart.part", start=20), a_chunk("Cart.other", start=40)
    match = a_match(chunk, a_candidate(part, share=0.6), a_candidate(other, share=0.4), change=ChangeKind.SPLIT)

    found = trial_of(Source.SNAPSHOTS, chunk.id, Fate(other, other.id), match)

    assert (found.right, found.passable) == (True, False)


def test_no_chunk_of_head_counts_twice(repository: Repository) -> None:
    replay = a_replay(repository)

    asked = [trial.asked.symbol for trial in replay.trials if trial.source is Source.SNAPSHOTS]
    assert len(asked) == len(set(asked)) == replay.known


def test_the_same_seed_draws_the_same_and_the_sample_is_no_larger_than_asked(repository: Repository) -> None:
    one, again = a_replay(repository, sample=2), a_replay(repository, sample=2)

    assert one == again
    assert one.known == 2


def test_another_seed_draws_others(repository: Repository) -> None:
    drawn = {tuple(str(t.asked) for t in a_replay(repository, sample=2, seed=seed).trials) for seed in range(8)}

    assert len(drawn) > 1


def test_files_of_the_gold_set_come_first(repository: Repository) -> None:
    names = [f"other_{n}" for n in range(9)]
    repository.commit({f"{name}.py": a_function(name) for name in names})
    repository.commit({f"{name}.py": a_function(name, 1) for name in names})

    for wanted in ("other_3.py", "other_7.py"):
        replay = a_replay(
            repository, first=frozenset({wanted}), sample=1, since=CommitId(repository.git("rev-parse", "HEAD~1"))
        )

        assert {trial.asked.path for trial in replay.trials} == {wanted}


@pytest.mark.parametrize(
    ("after", "is_known"),
    [
        (a_function("total").replace("def total", "def whole"), True),
        (a_function("total").replace("def total", "def whole").replace("total_0", "whole_0"), False),
    ],
)
def test_a_rename_is_beyond_doubt_where_the_name_is_all_that_changed(
    after: str, is_known: bool, tmp_path: Path
) -> None:
    made = a_repository(tmp_path / "renamed")
    made.commit({"cart.py": a_function("total") + "\n\n" + a_function("shipping")})
    made.commit({"cart.py": after + "\n\n" + a_function("shipping")})

    asked = {trial.asked.symbol for trial in a_replay(made).trials}

    assert asked == ({"total"} if is_known else set())


def test_nothing_older_than_asked_is_looked_at(repository: Repository) -> None:
    since = CommitId(repository.git("rev-parse", "HEAD~4"))

    replay = a_replay(repository, since=since)

    assert replay.states[0] == since
    assert replay.commits == 4
    assert {trial.asked.path for trial in replay.trials} == {"src/basket.py"}


def test_a_commit_that_does_not_lead_to_head_is_refused(repository: Repository) -> None:
    repository.git("checkout", "--quiet", "--orphan", "other")
    other = repository.commit({"x.py": "x = 1\n"})
    repository.git("checkout", "--quiet", "main")

    with pytest.raises(BadRequest, match="does not lead to"):
        a_replay(repository, since=other)


def test_one_commit_leaves_nothing_to_replay(tmp_path: Path) -> None:
    alone = a_repository(tmp_path / "alone")
    alone.commit({"cart.py": a_function("total")})

    replay = a_replay(alone)

    assert (replay.states, replay.trials, replay.commits) == ((), (), 0)


def test_when_time_is_up_it_says_what_was_left_out(repository: Repository) -> None:
    history = GitHistory.open(repository.top)
    past = Past(lambda: GitHistoryIndex(history, None), history, make_chunker(), None)
    ticks = iter(range(10_000))
    clock = lambda: NOON + timedelta(seconds=next(ticks))  # noqa: E731 - a clock that moves when it is looked at
    wish = Wish(30, 1, seconds=2, every=3)

    replay = Replaying(past, make_chunker(), None, history.resolve("HEAD"), frozenset(), wish, clock).run()

    assert replay.notes == (
        f"Time ran out with {len(replay.states) - 1} of {len(replay.states)} older states not looked at.",
    )


def test_the_thinned_line_keeps_its_commits_wherever_a_walk_begins() -> None:
    line = Line(tuple(range(100, 121)), every=8)

    assert line.kept == (100, 108, 116, 120)
    assert line.states(2) == (100, 116)
    assert line.states() == (100, 108, 116)
    assert line.after(108, line.kept) == (116, 120)


def test_a_line_is_read_as_far_as_the_clone_goes(repository: Repository, tmp_path: Path) -> None:
    repository.git("clone", "--quiet", "--depth=3", f"file://{repository.top}", str(tmp_path / "shallow"))
    history = GitHistory.open(tmp_path / "shallow")
    index = GitHistoryIndex(history, None)
    head = index.number(history.resolve("HEAD"))
    assert head is not None

    line = find_line(index, head, since=None, every=8)

    assert line is not None
    assert len(line.numbers) == 3


@pytest.mark.parametrize(
    ("answer", "right"), [(Answer.ACCEPT, True), (Answer.REJECT, False), (Answer.DEFER, None), (Answer.RETIRE, None)]
)
def test_an_answer_says_whether_the_place_was_right(answer: Answer, right: bool | None) -> None:
    item = a_review_item(state=ItemState.DECIDED, decision=a_decision(1, answer))

    assert [trial.right for trial in decided_trials([item])] == ([] if right is None else [right])


def test_an_amendment_of_the_grade_alone_found_the_place_right() -> None:
    chunk, other = a_chunk("Cart.sum"), a_chunk("Cart.other", start=40)
    proposal = a_proposal(action=Action.REMAP, match=a_match(chunk, a_candidate(chunk)))
    amended = [
        a_review_item(
            proposal=proposal,
            state=ItemState.APPLIED,
            decision=a_decision(1, Answer.AMEND, Target(target.id, target.digest)),
        )
        for target in (chunk, other)
    ]

    assert [trial.right for trial in decided_trials(amended)] == [True, False]


def test_answers_of_a_rule_and_open_questions_count_not() -> None:
    by_rule = a_decision(1, judge="policy:identical")

    assert decided_trials([a_review_item(state=ItemState.DECIDED, decision=by_rule), a_review_item()]) == ()
