"""Every story of the casebook, end to end; a bug begins its life as a new folder here."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet
from typer.testing import CliRunner, Result

from goldkeeper.cli.main import app
from goldkeeper.model.errors import TargetMoved
from goldkeeper.model.reviews import ItemState
from tests.casebook.outcomes import check_all
from tests.casebook.playing import Stage, play
from tests.casebook.stories import AWKWARD_CASES, PUBLIC_CASES, Story, case_stories, own_stories

AREAS = frozenset({"chunking", "symbols", "files", "git", "gold file", "remapping", "similarity", "review queue"})
STORIES = [*own_stories(), *case_stories(AWKWARD_CASES, AREAS), *case_stories(PUBLIC_CASES, AREAS)]

# What a story shows and the walk does not do yet. A mark that is no longer true fails, and goes.
NOT_YET: dict[str, str] = {}  # case → what is not right yet; a case that comes right has to leave this list


def marked(story: Story) -> ParameterSet:
    reason = NOT_YET.get(story.name)
    return pytest.param(story, id=story.name, marks=[pytest.mark.xfail(reason=reason)] if reason else [])


def those_with(expectation: str) -> list[Story]:
    return [story for story in STORIES if expectation in story.expect]


def goldkeeper(stage: Stage, *arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments, "--config", str(stage.config)])


def gold_of(stage: Stage) -> dict[str, dict[str, int]]:
    lines = stage.gold.read_text("utf-8").split("\n")
    return {row["qid"]: row["gold"] for row in (json.loads(line) for line in lines if line)}


def after_the_scan(story: Story, folder: Path) -> Stage:
    stage = Stage(story, folder)
    stage.commit(story.head)
    stage.scan()
    return stage


@pytest.mark.parametrize("story", [marked(story) for story in STORIES])
def test_a_story_ends_as_its_case_says(story: Story, tmp_path: Path) -> None:
    check_all(play(story, tmp_path))


def test_each_story_has_a_name_of_its_own() -> None:
    names = [story.name for story in STORIES]

    assert len(names) == len(set(names))


@pytest.mark.parametrize("order", [(1, 2), (2, 1)], ids=["as found", "the other way"])
@pytest.mark.parametrize("story", those_with("gold_after_confirming_all"), ids=lambda story: story.name)
def test_confirming_everything_gives_the_same_gold_in_any_order(
    story: Story, order: Sequence[int], tmp_path: Path
) -> None:
    stage = after_the_scan(story, tmp_path)

    for number in order:
        done = goldkeeper(stage, "review", "accept", str(number), "--by", "ada")
        assert done.exit_code == 0, done.output
    assert goldkeeper(stage, "apply").exit_code == 0

    assert gold_of(stage) == story.expect["gold_after_confirming_all"]


@pytest.mark.parametrize("story", those_with("gold_lines_after"), ids=lambda story: story.name)
def test_applying_changes_the_bytes_of_moved_ids_alone(story: Story, tmp_path: Path) -> None:
    stage = after_the_scan(story, tmp_path)

    goldkeeper(stage, "review", "accept", "--all", "--by", "ada")
    assert goldkeeper(stage, "apply").exit_code == 0

    assert stage.gold.read_bytes().decode().split("\n") == [*story.expect["gold_lines_after"], ""]


@pytest.mark.parametrize("story", those_with("pending_after_step_1"), ids=lambda story: story.name)
def test_a_proposal_whose_target_moved_on_is_never_confirmed(story: Story, tmp_path: Path) -> None:
    stage = Stage(story, tmp_path)
    assert story.middle is not None
    stage.commit(story.middle)
    waiting = stage.scan()
    assert {chunk: waiting.first(chunk) for chunk in story.expect["pending_after_step_1"]} == story.expect[
        "pending_after_step_1"
    ]
    stage.commit(story.head)

    refused = goldkeeper(stage, "review", "accept", "1", "--by", "ada")

    assert isinstance(refused.exception, TargetMoved)
    assert gold_of(stage) == story.expect["gold_after"]
    with stage.keeper() as keeper:
        (renewed,) = keeper.queue.items({ItemState.WAITING})
    offered = {str(candidate.chunk_id) for candidate in renewed.proposal.match.candidates}
    assert set(story.expect["renewed_candidates"]) <= offered
    assert not renewed.proposal.match.certain
