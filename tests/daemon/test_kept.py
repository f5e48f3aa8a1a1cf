"""What one project's half of the daemon does next, step by step."""

import json
from dataclasses import replace
from datetime import datetime, timedelta

from goldkeeper.daemon.orders import Ending, Outcome
from goldkeeper.daemon.tenancy import Standing
from goldkeeper.model.daemon_happenings import BranchGone
from goldkeeper.model.errors import AnchorFileUnusable
from goldkeeper.model.happenings import ScanFailing, ScanFinished
from goldkeeper.model.service_health import Phase
from goldkeeper.settings import Settings
from goldkeeper.settings.daemon import DaemonSettings, TimetableEntry
from tests.builders import NOON
from tests.daemon.worlds import AWAY, FakeTenancy, World, done, failed

HOURLY = TimetableEntry(job="digest", cron="0 * * * *", name="hourly")
POSTPONED = Outcome(Ending.POSTPONED, problem="a rebase is under way", code="UnderWay")


def a_started_world(*timetable: TimetableEntry, tenancy: FakeTenancy | None = None) -> World:
    """After the first check."""
    world = World(*timetable, tenancy=tenancy)
    world.start()
    world.end()
    world.told.clear()
    return world


def test_the_first_check_begins_at_once() -> None:
    world = World()
    world.start()
    assert len(world.workers) == 1
    assert world.running.order.causes == ("start",)
    assert world.kept.lane.settled == world.ticks
    assert world.kept.health().phase is Phase.SCANNING
    world.end()
    assert world.kept.is_idle
    assert world.kept.health().scan == "s1"


def test_a_change_is_checked_once_it_has_settled_and_says_how_long_that_took() -> None:
    world = a_started_world()
    world.kept.noted("HEAD changed")
    world.go(1)
    world.kept.noted("refs/heads/main changed")
    assert world.kept.health().phase is Phase.SETTLING
    world.go(1.9)
    assert len(world.workers) == 1
    world.go(0.2)
    assert len(world.workers) == 2
    world.ticks += 1
    world.end()
    finished = next(one for one in world.told if isinstance(one, ScanFinished))
    assert finished.lag_seconds is not None
    assert 1 <= finished.lag_seconds <= 1.2


def test_one_scan_runs_at_a_time_and_what_comes_meanwhile_is_not_lost() -> None:
    world = a_started_world()
    world.kept.noted("a")
    world.go(2)
    world.kept.noted("b")
    world.go(30)
    assert len(world.workers) == 2
    world.end()
    assert len(world.workers) == 3
    assert world.running.order.causes == ("b",)


def test_a_failing_scan_is_told_once_and_tried_again_ever_later() -> None:
    world = a_started_world()
    world.kept.noted("a")
    world.go(2)
    for count, wait in enumerate((30, 60, 120), 2):
        world.end(failed())
        world.go(wait - 1)
        assert len(world.workers) == count
        world.go(1)
        assert len(world.workers) == count + 1
    assert world.kinds() == ["scan_failing"]
    health = world.kept.health()
    assert (health.failures, health.problem) == (3, "gold.jsonl: GoldFileChanged")
    world.end()
    assert world.kinds() == ["scan_failing", "scan_recovered"]
    health = world.kept.health()
    assert (health.failures, health.failed) == (0, 3)


def test_another_problem_is_told_again() -> None:
    world = a_started_world()
    world.kept.noted("a")
    world.go(2)
    world.end(failed("DiskFull"))
    world.go(30)
    world.end(failed("Crashed"))
    assert [one.code for one in world.told if isinstance(one, ScanFailing)] == ["DiskFull", "Crashed"]


def test_a_repository_in_the_middle_of_something_is_waited_for_and_is_no_failure() -> None:
    world = a_started_world()
    world.kept.noted("HEAD changed")
    world.go(2)
    for _ in range(5):
        world.end(POSTPONED)
        world.go(60)
    assert world.kinds() == ["scan_postponed"]
    world.end(POSTPONED)
    world.kept.noted("HEAD changed")  # it is over
    world.go(2)
    world.end()
    assert world.kept.is_idle


def test_a_manifest_that_stays_half_written_becomes_trouble() -> None:
    world = a_started_world()
    world.kept.noted("manifest.json changed")
    world.go(2)
    for _ in range(6):
        world.end(Outcome(Ending.POSTPONED, problem="manifest.json: no JSON", code="PassportSourceUnreadable"))
        world.go(120)
    assert world.kinds() == ["scan_postponed", "scan_failing"]


def test_a_database_that_is_away_is_waited_for_and_told_once() -> None:
    world = a_started_world()
    world.kept.noted("a")
    world.go(2)
    world.tenancy.problem = AWAY
    for _ in range(4):
        world.end(Outcome(Ending.DATABASE_AWAY, problem=str(AWAY), code="DatabaseUnusable"))
        world.go(70)
    assert world.kinds() == ["database_away"]
    world.tenancy.problem = None
    world.end()
    assert world.kinds() == ["database_away", "database_back"]


def test_a_database_that_is_away_at_the_start_is_waited_for() -> None:
    world = World(tenancy=FakeTenancy(problem=AWAY))
    world.start()
    world.go(60)
    assert world.kinds() == ["database_away"]
    assert not world.workers
    world.tenancy.problem = None
    world.go(10)
    assert len(world.workers) == 1


def test_a_project_that_can_not_be_opened_is_told_and_tried_again() -> None:
    world = World(tenancy=FakeTenancy(problem=AnchorFileUnusable("a", "no", "mend it")))
    world.start()
    world.go(100)
    assert world.kinds() == ["scan_failing"]
    world.tenancy.problem = None
    world.go(60)
    assert len(world.workers) == 1


def test_who_is_second_stands_by_and_takes_over() -> None:
    world = World(tenancy=FakeTenancy(Standing(held=False, holder="process 7 on forge")))
    world.start()
    world.go(100)
    assert world.kinds() == ["lock_held_elsewhere"]
    assert world.kept.stands_by
    assert world.kept.health().phase is Phase.STANDING_BY
    world.tenancy.standing = Standing(held=True, holder="process 7 on forge", silent_seconds=95.0)
    world.go(10)
    assert world.kinds() == ["lock_held_elsewhere", "took_over_lock"]
    assert len(world.workers) == 1


def test_who_lost_a_project_ends_its_scan_at_once() -> None:
    world = a_started_world()
    world.kept.noted("a")
    world.go(2)
    world.tenancy.beats = False
    world.tenancy.standing = Standing(held=False, holder="process 8 on mill")
    world.go(20)
    assert world.running.killed
    world.end(Outcome(Ending.ABANDONED))
    assert world.kept.stands_by
    assert world.tenancy.released == 1
    world.go(200)
    assert len(world.workers) == 2


def test_without_events_a_look_is_taken_after_a_while() -> None:
    world = a_started_world()
    world.go(14 * 60)
    assert len(world.workers) == 1
    world.go(2 * 60)
    assert world.running.order.causes == ("a look after a while",)


def test_signs_of_life_say_how_it_goes() -> None:
    world = a_started_world()
    world.go(61)
    assert len(world.tenancy.states) >= 3
    assert json.loads(world.tenancy.states[-1])["phase"] == "watching"


def a_standing(last: datetime, **more: datetime) -> Standing:
    return Standing(held=True, last_slots={"hourly": last}, unfinished=more)


def test_a_slot_is_claimed_run_and_ended() -> None:
    world = a_started_world(HOURLY, tenancy=FakeTenancy(a_standing(NOON)))
    world.wall = 3600
    world.go(15)
    job = world.running.order.job
    assert job is not None
    assert (job.label, job.slot, job.missed) == ("hourly", NOON + timedelta(hours=1), False)
    world.end(done(happenings=(), said="2 questions open"))
    assert world.tenancy.ended == [("hourly", job.slot, "2 questions open")]
    world.go(1000)
    assert len(world.tenancy.claims) == 1


def test_runs_missed_by_sleep_are_made_up_for_once() -> None:
    world = a_started_world(HOURLY, tenancy=FakeTenancy(a_standing(NOON)))
    world.wall = 7.5 * 3600
    world.go(15)
    job = world.running.order.job
    assert job is not None
    assert job.missed
    assert job.slot == NOON + timedelta(hours=7)
    world.end(done(happenings=()))
    assert [slot for _, slot in world.tenancy.claims] == [job.slot]


def test_a_run_that_another_daemon_claimed_is_left_to_it() -> None:
    tenancy = FakeTenancy(a_standing(NOON), claims=[("hourly", NOON + timedelta(hours=1))])
    world = a_started_world(HOURLY, tenancy=tenancy)
    world.wall = 3600
    world.go(60)
    assert len(world.workers) == 1


def test_a_run_that_died_with_its_daemon_is_done_again() -> None:
    world = a_started_world(HOURLY, tenancy=FakeTenancy(a_standing(NOON, hourly=NOON)))
    job = world.running.order.job
    assert job is not None
    assert (job.slot, job.missed) == (NOON, True)


def test_a_clock_that_is_set_back_runs_nothing_twice() -> None:
    world = a_started_world(HOURLY, tenancy=FakeTenancy(a_standing(NOON)))
    world.wall = 3600
    world.go(15)
    world.end(done(happenings=()))
    world.wall = 3500
    world.go(15)
    world.wall = 3700
    world.go(15)
    assert len(world.tenancy.claims) == 1
    world.wall = 7300
    world.go(15)
    assert len(world.tenancy.claims) == 2


def test_a_job_that_fails_is_told_and_one_that_can_not_run_now_waits() -> None:
    world = a_started_world(HOURLY, tenancy=FakeTenancy(a_standing(NOON)))
    world.wall = 3600
    world.go(15)
    world.end(POSTPONED)
    count = len(world.workers)
    world.go(6)
    assert len(world.workers) == count + 1
    world.end(failed())
    assert "job_failed" in world.kinds()
    assert world.tenancy.ended[0][2].startswith("failed: ")


def test_a_branch_that_is_left_is_told_once() -> None:
    world = a_started_world()
    for _ in range(3):
        world.kept.noted("HEAD changed")
        world.go(2)
        world.end(done(checked_out="refs/heads/wip"))
    assert world.kinds() == ["branch_left"]
    assert "wip is checked out; scans stay with main" in [one.sentence for one in world.told]
    assert world.tenancy.followed == "refs/heads/main"
    assert world.running.order.followed == "refs/heads/main"


def test_what_was_abandoned_is_done_again() -> None:
    world = a_started_world()
    world.kept.noted("a")
    world.go(2)
    world.kept.stop()
    assert world.running.killed
    world.end(Outcome(Ending.ABANDONED))
    assert world.running.order.causes == ("a",)
    assert len(world.workers) == 3


def test_a_mistake_of_ours_is_told_and_the_project_goes_on() -> None:
    world = a_started_world()
    world.kept.broke(ZeroDivisionError("division by zero"))
    assert world.kinds() == ["scan_failing"]
    world.go(33)
    assert len(world.workers) == 2


def test_a_configuration_that_changes_while_a_run_of_the_timetable_is_under_way_loses_no_run() -> None:
    other = TimetableEntry(job="digest", cron="0 * * * *", name="other")
    standing = Standing(held=True, last_slots={"hourly": NOON, "other": NOON})
    world = a_started_world(HOURLY, other, tenancy=FakeTenancy(standing))
    world.go(3600)
    world.end()  # a look after a while, which came first
    assert world.running.order.job is not None
    first = world.running.order.job.label
    kept = [entry for entry in (HOURLY, other) if entry.label != first]
    world.kept.reload(replace(world.project, settings=Settings(daemon=DaemonSettings(timetable=tuple(kept)))))
    world.end(Outcome(Ending.DONE, said="done"))
    assert world.running.order.job is not None
    assert world.running.order.job.label == kept[0].label
    world.end(Outcome(Ending.DONE, said="done"))
    assert [label for label, _, _ in world.tenancy.ended] == [first, kept[0].label]


def test_a_followed_branch_that_is_gone_is_told_and_a_configured_one_is_not_missed() -> None:
    world = a_started_world()
    wip = done(followed="refs/heads/wip", checked_out="refs/heads/wip")
    world.kept.noted("refs/heads/main changed")
    world.go(2)
    world.end(wip)
    (gone,) = [one for one in world.told if isinstance(one, BranchGone)]
    assert (gone.gone, gone.followed) == ("main", "wip")
    assert world.tenancy.followed == "refs/heads/wip"
    world.told.clear()
    world.kept.reload(replace(world.project, settings=Settings(daemon=DaemonSettings(follow="main"))))
    world.go(2)
    world.end(done(checked_out="refs/heads/wip"))
    assert world.kinds() == []
