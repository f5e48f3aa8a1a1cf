"""Part of a swap is never written: the gold that keeps its name would point at the other text and look intact."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from goldkeeper.cli.main import app
from goldkeeper.model.reviews import ItemState
from tests.casebook.playing import Stage
from tests.casebook.stories import own_stories

AS_IT_WAS = {"q1": {"a.py:1-5:alpha": 3}, "q2": {"b.py:1-5:alpha": 3}}
SWAPPED = {"q1": {"b.py:1-5:alpha": 3}, "q2": {"a.py:1-5:alpha": 3}}


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    story = next(story for story in own_stories() if story.name == "half-a-swap")
    made = Stage(story, tmp_path)
    made.commit(story.head)
    made.scan()
    return made


def run(stage: Stage, *arguments: str, code: int = 0) -> Result:
    by = ["--by", "ada"] if arguments[0] == "review" else []
    done = CliRunner().invoke(app, [*arguments, *by, "--config", str(stage.config)])
    assert done.exit_code == code, done.output
    return done


def golds(stage: Stage) -> dict[str, dict[str, int]]:
    return {row["qid"]: row["gold"] for row in map(json.loads, stage.gold.read_text("utf-8").splitlines())}


def states(stage: Stage) -> list[ItemState]:
    with stage.keeper() as keeper:
        return [item.state for item in keeper.queue.items()]


def test_one_move_of_two_is_held_back_until_the_other_is_answered(stage: Stage) -> None:
    run(stage, "review", "accept", "1")

    told = run(stage, "apply", code=1).stderr

    assert "item 1: held back, since other gold is still called b.py:1-5:alpha" in told
    assert "answer item 2 first" in told
    assert golds(stage) == AS_IT_WAS
    assert states(stage) == [ItemState.DECIDED, ItemState.WAITING]
    stage.scan()
    assert states(stage) == [ItemState.DECIDED, ItemState.WAITING]
    run(stage, "review", "accept", "2")
    run(stage, "apply")
    assert golds(stage) == SWAPPED
    assert {drift.kind.value for drift in stage.scan().report.drifts} == {"intact"}


def test_after_a_no_the_other_move_waits_for_a_better_answer(stage: Stage) -> None:
    run(stage, "review", "accept", "1")
    run(stage, "review", "reject", "2")

    told = run(stage, "apply", code=1).stderr

    assert "item 2 was rejected, so that gold stays: review undo 2" in told
    assert golds(stage) == AS_IT_WAS
    run(stage, "review", "undo", "2")
    run(stage, "review", "retire", "2")
    run(stage, "apply")
    assert golds(stage) == {"q1": {"b.py:1-5:alpha": 3}, "q2": {}}
    assert {drift.kind.value for drift in stage.scan().report.drifts} == {"intact"}


def test_json_names_what_is_held_back_and_what_it_waits_for(stage: Stage) -> None:
    run(stage, "review", "accept", "2")

    record = json.loads(run(stage, "apply", "--json", code=1).stdout)

    (held,) = record["held_back"]
    assert (held["number"], held["taken"], held["reason"], held["waits_for"]) == (2, "a.py:1-5:alpha", "answer", 1)
    assert held["message"].startswith("item 2: held back")
    assert record["items"] == []
    assert record["changes"] == []
