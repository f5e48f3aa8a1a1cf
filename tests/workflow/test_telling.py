"""Each thing is told once, together with all else, at a civil hour."""

from datetime import UTC, datetime, time, timedelta

import pytest

from goldkeeper.model.daemon_happenings import DatabaseAway, DatabaseBack
from goldkeeper.model.happenings import AuditDue, GateFailed, JobFailed, ScanRecovered, WorkWaits
from goldkeeper.model.reviews import ItemState
from goldkeeper.model.telling import FAILING_GRACE, Manners, Memory, NewsKind, QuietHours
from goldkeeper.workflow.news import REMEMBERED
from goldkeeper.workflow.telling import FIRST_RETRY, GIVEN_UP, MOST_UNSENT
from tests.builders import NOON
from tests.workflow.tellers import Desk, FakeNotifier, a_question

NIGHT = Manners(quiet=QuietHours(time(20), time(7), UTC))


def test_thirty_drifted_chunks_are_one_message() -> None:
    desk = Desk()

    desk.scans(*(a_question(n) for n in range(1, 31)))

    assert desk.notifier.titles == ["shop: 30 gold chunks drifted"]


def test_what_was_told_is_not_told_again_by_the_next_scan_or_after_a_restart() -> None:
    desk = Desk()
    desk.scans(a_question(1))
    desk.scans(a_question(1))
    desk.restart()
    desk.scans(a_question(1))

    assert len(desk.notifier.got) == 1


def test_only_what_is_new_is_counted() -> None:
    desk = Desk()
    desk.scans(a_question(1), a_question(2))
    desk.scans(a_question(1), a_question(2), a_question(3))

    assert desk.notifier.titles[1:] == ["shop: 1 gold chunk drifted"]


def test_a_question_asked_anew_about_known_drift_is_no_news() -> None:
    desk = Desk()
    desk.scans(a_question(1, "cart"))
    desk.scans(a_question(2, "other-target", supersedes=1))
    desk.scans(a_question(3, "third-target", supersedes=2))

    assert len(desk.notifier.got) == 1


def test_what_was_put_off_has_been_seen() -> None:
    desk = Desk()
    desk.scans(a_question(1, state=ItemState.DEFERRED))

    assert desk.notifier.got == []


def test_a_branch_that_comes_and_goes_is_told_once() -> None:
    desk = Desk()
    for _ in range(5):
        desk.scans(a_question(1))
        desk.later(days=1)
        desk.scans()
        desk.later(days=1)

    assert len(desk.notifier.got) == 1


def test_after_a_quarter_the_same_drift_is_news_again() -> None:
    desk = Desk()
    desk.scans(a_question(1))
    desk.later(days=REMEMBERED.days + 1)
    desk.scans(a_question(2))
    desk.scans(a_question(1), a_question(2))

    assert len(desk.notifier.got) == 3


def test_at_night_it_is_kept_and_told_in_the_morning_in_one_piece() -> None:
    desk = Desk(NIGHT, now=datetime(2026, 3, 14, 22, tzinfo=UTC))
    desk.scans(a_question(1))
    desk.later(hours=2)
    desk.scans(a_question(1), a_question(2))
    assert desk.notifier.got == []
    assert desk.teller.next_turn() == datetime(2026, 3, 15, 7, tzinfo=UTC)

    desk.later(hours=7)

    assert desk.notifier.titles == ["shop: 2 gold chunks drifted"]
    assert desk.teller.next_turn() is None


def test_what_was_answered_before_the_morning_is_not_told() -> None:
    desk = Desk(NIGHT, now=datetime(2026, 3, 14, 22, tzinfo=UTC))
    desk.scans(a_question(1))
    desk.items = ()
    desk.later(hours=10)

    assert desk.notifier.got == []
    assert desk.memory.kept.spoke is None


def test_within_the_gap_it_is_collected() -> None:
    desk = Desk(Manners(gap=timedelta(hours=1)))
    desk.scans(a_question(1))
    desk.later(minutes=10)
    desk.scans(a_question(1), a_question(2))
    desk.later(minutes=10)
    desk.scans(a_question(1), a_question(2), a_question(3))
    assert len(desk.notifier.got) == 1

    desk.later(minutes=40)

    assert desk.notifier.titles[1:] == ["shop: 2 gold chunks drifted"]


def test_a_failure_that_passes_at_the_next_try_is_nobodys_news() -> None:
    desk = Desk()
    desk.fails()
    desk.later(minutes=2)
    desk.teller.tell(ScanRecovered("shop", desk.now, 1, NOON))
    desk.later(hours=1)

    assert desk.notifier.got == []


def test_a_failure_that_stays_is_told_once_and_so_is_its_end() -> None:
    desk = Desk()
    desk.fails()
    desk.later(seconds=FAILING_GRACE.total_seconds())
    desk.fails()
    desk.later(hours=5)
    desk.restart()
    desk.fails()
    desk.later(hours=5)
    assert desk.notifier.titles == ["shop: Scans fail: GitFailed: no"]

    desk.teller.tell(ScanRecovered("shop", desk.now, 12, NOON))
    desk.teller.tell(ScanRecovered("shop", desk.now, 12, NOON))

    assert desk.notifier.titles[1:] == ["shop: Scans work again"]


def test_the_next_failure_after_a_recovery_is_news() -> None:
    desk = Desk()
    for _ in range(2):
        desk.fails()
        desk.later(hours=1)
        desk.teller.tell(ScanRecovered("shop", desk.now, 3, NOON))

    assert len(desk.notifier.got) == 4


def test_another_problem_that_comes_before_the_first_was_told_takes_its_place_and_its_age() -> None:
    desk = Desk()
    desk.fails("GitFailed")
    desk.later(minutes=6)
    desk.fails("DiskFull")
    desk.later(minutes=4)

    assert desk.notifier.titles == ["shop: Scans fail: DiskFull: no"]


def test_a_database_and_a_job_fail_and_recover_on_their_own() -> None:
    desk = Desk()
    desk.teller.tell(DatabaseAway("shop", NOON, "connection refused"))
    desk.teller.tell(JobFailed("shop", NOON, "nightly", NOON, "no disk"))
    desk.later(minutes=11)
    desk.teller.tell(DatabaseBack("shop", desk.now, NOON))

    assert [title.partition(": ")[2] for title in desk.notifier.titles] == [
        "The database can't be used: connection refused and 1 more",
        "The database is back",
    ]


def test_the_same_audit_and_the_same_gate_of_one_day_are_told_once() -> None:
    desk = Desk()
    for _ in range(3):
        desk.teller.tell(AuditDue("shop", NOON, "30 days since the last"))
        desk.teller.tell(GateFailed("shop", NOON, ("3 questions wait", "no audit")))

    assert desk.notifier.titles == [
        "shop: An audit is due: 30 days since the last",
        "shop: The gate is closed: 3 questions wait; no audit",
    ]


def test_a_reminder_is_told_each_time_the_calendar_asks_for_it() -> None:
    desk = Desk()
    for _ in range(2):
        desk.teller.tell(WorkWaits("shop", desk.now, 12, 3, 86400.0 * 16))
        desk.later(days=7)

    assert desk.notifier.titles == ["shop: 12 questions open, the oldest for 16 days; 3 answers to apply"] * 2


def test_what_people_did_not_ask_for_is_not_told() -> None:
    desk = Desk(Manners(kinds=frozenset({NewsKind.GATE_FAILED})))
    desk.scans(a_question(1))
    desk.teller.tell(AuditDue("shop", NOON, "x"))
    desk.fails()
    desk.later(days=1)

    assert desk.notifier.got == []
    assert desk.memory.kept == Memory()


def test_a_receiver_that_is_away_is_complained_of_once_tried_again_and_told_alone() -> None:
    desk = Desk(notifier=FakeNotifier("slack", "mailto"))
    desk.notifier.away = {"slack"}
    desk.scans(a_question(1))
    for _ in range(3):
        desk.later(hours=1)
    assert [name for name, _ in desk.notifier.got] == ["mailto"]
    assert len(desk.complaints) == 1
    assert "slack could not be told and is tried again in 1 min 0 s" in desk.complaints[0]

    desk.notifier.away = set()
    desk.restart()
    desk.later(hours=1)

    assert [name for name, _ in desk.notifier.got] == ["mailto", "slack"]
    assert "slack was told after 4 failed tries" in desk.complaints[1]


def test_tries_become_rarer() -> None:
    desk = Desk()
    desk.notifier.away = {"slack"}
    desk.scans(a_question(1))
    waits = []
    for _ in range(9):
        turn = desk.teller.next_turn()
        assert turn is not None
        waits.append((turn - desk.now) / FIRST_RETRY)
        desk.now = turn
        desk.teller.flush()

    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_a_receiver_that_stays_away_is_given_up_with_a_word() -> None:
    desk = Desk()
    desk.notifier.away = {"slack"}
    desk.scans(a_question(1))
    desk.later(seconds=GIVEN_UP.total_seconds() + 1)

    assert desk.memory.kept.unsent == ()
    assert "given up" in desk.complaints[-1]


def test_messages_for_the_absent_do_not_pile_up_without_end() -> None:
    desk = Desk()
    desk.notifier.away = {"slack"}
    for n in range(1, MOST_UNSENT + 5):
        desk.scans(*(a_question(m) for m in range(1, n + 1)))

    assert len(desk.memory.kept.unsent) == MOST_UNSENT


def test_a_receiver_that_was_taken_out_is_forgotten() -> None:
    desk = Desk(notifier=FakeNotifier("slack", "mailto"))
    desk.notifier.away = {"mailto"}
    desk.scans(a_question(1))
    desk.notifier = FakeNotifier("slack")
    desk.restart()
    desk.later(hours=1)

    assert desk.memory.kept.unsent == ()


@pytest.mark.parametrize("broken", ["queue", "memory", "words"])
def test_whatever_breaks_a_scan_never_hears_of_it_and_the_log_does_once(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk()

    def breaks(*_: object) -> None:
        raise OSError(28, "No space left on device")

    if broken == "queue":
        monkeypatch.setattr(desk.teller, "_open_questions", breaks)
    elif broken == "memory":
        monkeypatch.setattr(desk.memory, "write", breaks)
    else:
        monkeypatch.setattr(desk.teller, "_write", breaks)

    for _ in range(3):
        desk.scans(a_question(1))
        desk.later(minutes=1)

    assert desk.notifier.got == []
    assert len(desk.complaints) == 1
    assert "No space left on device" in desk.complaints[0]


def test_a_scan_that_saw_nothing_new_still_tells_what_a_dead_process_did_not() -> None:
    desk = Desk()
    desk.items = [a_question(1)]  # the process died between the scan and the message
    desk.scans(*desk.items)

    assert len(desk.notifier.got) == 1
