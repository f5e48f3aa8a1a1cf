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
from tests.workflow.tellers import FakeNotifier, Newsroom, a_question

NIGHT = Manners(quiet=QuietHours(time(20), time(7), UTC))


def test_thirty_drifted_chunks_are_one_message() -> None:
    newsroom = Newsroom()

    newsroom.scans(*(a_question(n) for n in range(1, 31)))

    assert newsroom.notifier.titles == ["shop: 30 gold chunks drifted"]


def test_what_was_told_is_not_told_again_by_the_next_scan_or_after_a_restart() -> None:
    newsroom = Newsroom()
    newsroom.scans(a_question(1))
    newsroom.scans(a_question(1))
    newsroom.restart()
    newsroom.scans(a_question(1))

    assert len(newsroom.notifier.got) == 1


def test_only_what_is_new_is_counted() -> None:
    newsroom = Newsroom()
    newsroom.scans(a_question(1), a_question(2))
    newsroom.scans(a_question(1), a_question(2), a_question(3))

    assert newsroom.notifier.titles[1:] == ["shop: 1 gold chunk drifted"]


def test_a_question_asked_anew_about_known_drift_is_no_news() -> None:
    newsroom = Newsroom()
    newsroom.scans(a_question(1, "cart"))
    newsroom.scans(a_question(2, "other-target", supersedes=1))
    newsroom.scans(a_question(3, "third-target", supersedes=2))

    assert len(newsroom.notifier.got) == 1


def test_what_was_put_off_has_been_seen() -> None:
    newsroom = Newsroom()
    newsroom.scans(a_question(1, state=ItemState.DEFERRED))

    assert newsroom.notifier.got == []


def test_a_branch_that_comes_and_goes_is_told_once() -> None:
    newsroom = Newsroom()
    for _ in range(5):
        newsroom.scans(a_question(1))
        newsroom.later(days=1)
        newsroom.scans()
        newsroom.later(days=1)

    assert len(newsroom.notifier.got) == 1


def test_after_a_quarter_the_same_drift_is_news_again() -> None:
    newsroom = Newsroom()
    newsroom.scans(a_question(1))
    newsroom.later(days=REMEMBERED.days + 1)
    newsroom.scans(a_question(2))
    newsroom.scans(a_question(1), a_question(2))

    assert len(newsroom.notifier.got) == 3


def test_at_night_it_is_kept_and_told_in_the_morning_in_one_piece() -> None:
    newsroom = Newsroom(NIGHT, now=datetime(2026, 3, 14, 22, tzinfo=UTC))
    newsroom.scans(a_question(1))
    newsroom.later(hours=2)
    newsroom.scans(a_question(1), a_question(2))
    assert newsroom.notifier.got == []
    assert newsroom.teller.next_turn() == datetime(2026, 3, 15, 7, tzinfo=UTC)

    newsroom.later(hours=7)

    assert newsroom.notifier.titles == ["shop: 2 gold chunks drifted"]
    assert newsroom.teller.next_turn() is None


def test_what_was_answered_before_the_morning_is_not_told() -> None:
    newsroom = Newsroom(NIGHT, now=datetime(2026, 3, 14, 22, tzinfo=UTC))
    newsroom.scans(a_question(1))
    newsroom.items = ()
    newsroom.later(hours=10)

    assert newsroom.notifier.got == []
    assert newsroom.memory.kept.spoke is None


def test_within_the_gap_it_is_collected() -> None:
    newsroom = Newsroom(Manners(gap=timedelta(hours=1)))
    newsroom.scans(a_question(1))
    newsroom.later(minutes=10)
    newsroom.scans(a_question(1), a_question(2))
    newsroom.later(minutes=10)
    newsroom.scans(a_question(1), a_question(2), a_question(3))
    assert len(newsroom.notifier.got) == 1

    newsroom.later(minutes=40)

    assert newsroom.notifier.titles[1:] == ["shop: 2 gold chunks drifted"]


def test_a_failure_that_passes_at_the_next_try_is_nobodys_news() -> None:
    newsroom = Newsroom()
    newsroom.fails()
    newsroom.later(minutes=2)
    newsroom.teller.tell(ScanRecovered("shop", newsroom.now, 1, NOON))
    newsroom.later(hours=1)

    assert newsroom.notifier.got == []


def test_a_failure_that_stays_is_told_once_and_so_is_its_end() -> None:
    newsroom = Newsroom()
    newsroom.fails()
    newsroom.later(seconds=FAILING_GRACE.total_seconds())
    newsroom.fails()
    newsroom.later(hours=5)
    newsroom.restart()
    newsroom.fails()
    newsroom.later(hours=5)
    assert newsroom.notifier.titles == ["shop: Scans fail: GitFailed: no"]

    newsroom.teller.tell(ScanRecovered("shop", newsroom.now, 12, NOON))
    newsroom.teller.tell(ScanRecovered("shop", newsroom.now, 12, NOON))

    assert newsroom.notifier.titles[1:] == ["shop: Scans work again"]


def test_the_next_failure_after_a_recovery_is_news() -> None:
    newsroom = Newsroom()
    for _ in range(2):
        newsroom.fails()
        newsroom.later(hours=1)
        newsroom.teller.tell(ScanRecovered("shop", newsroom.now, 3, NOON))

    assert len(newsroom.notifier.got) == 4


def test_another_problem_that_comes_before_the_first_was_told_takes_its_place_and_its_age() -> None:
    newsroom = Newsroom()
    newsroom.fails("GitFailed")
    newsroom.later(minutes=6)
    newsroom.fails("DiskFull")
    newsroom.later(minutes=4)

    assert newsroom.notifier.titles == ["shop: Scans fail: DiskFull: no"]


def test_a_database_and_a_job_fail_and_recover_on_their_own() -> None:
    newsroom = Newsroom()
    newsroom.teller.tell(DatabaseAway("shop", NOON, "connection refused"))
    newsroom.teller.tell(JobFailed("shop", NOON, "nightly", NOON, "no disk"))
    newsroom.later(minutes=11)
    newsroom.teller.tell(DatabaseBack("shop", newsroom.now, NOON))

    assert [title.partition(": ")[2] for title in newsroom.notifier.titles] == [
        "The database can't be used: connection refused and 1 more",
        "The database is back",
    ]


def test_the_same_audit_and_the_same_gate_of_one_day_are_told_once() -> None:
    newsroom = Newsroom()
    for _ in range(3):
        newsroom.teller.tell(AuditDue("shop", NOON, "30 days since the last"))
        newsroom.teller.tell(GateFailed("shop", NOON, "v1", ("3 questions wait", "no audit")))

    assert newsroom.notifier.titles == [
        "shop: An audit is due: 30 days since the last",
        "shop: The gate is closed for v1: 3 questions wait; no audit",
    ]


def test_a_reminder_is_told_each_time_the_calendar_asks_for_it() -> None:
    newsroom = Newsroom()
    for _ in range(2):
        newsroom.teller.tell(WorkWaits("shop", newsroom.now, 12, 3, 86400.0 * 16))
        newsroom.later(days=7)

    assert newsroom.notifier.titles == ["shop: 12 questions open, the oldest for 16 days; 3 answers to apply"] * 2


def test_what_people_did_not_ask_for_is_not_told() -> None:
    newsroom = Newsroom(Manners(kinds=frozenset({NewsKind.GATE_FAILED})))
    newsroom.scans(a_question(1))
    newsroom.teller.tell(AuditDue("shop", NOON, "x"))
    newsroom.fails()
    newsroom.later(days=1)

    assert newsroom.notifier.got == []
    assert newsroom.memory.kept == Memory()


def test_a_receiver_that_is_away_is_complained_of_once_tried_again_and_told_alone() -> None:
    newsroom = Newsroom(notifier=FakeNotifier("slack", "mailto"))
    newsroom.notifier.away = {"slack"}
    newsroom.scans(a_question(1))
    for _ in range(3):
        newsroom.later(hours=1)
    assert [name for name, _ in newsroom.notifier.got] == ["mailto"]
    assert len(newsroom.complaints) == 1
    assert "slack could not be told and is tried again in 1 min 0 s" in newsroom.complaints[0]

    newsroom.notifier.away = set()
    newsroom.restart()
    newsroom.later(hours=1)

    assert [name for name, _ in newsroom.notifier.got] == ["mailto", "slack"]
    assert "slack was told after 4 failed tries" in newsroom.complaints[1]


def test_tries_become_rarer() -> None:
    newsroom = Newsroom()
    newsroom.notifier.away = {"slack"}
    newsroom.scans(a_question(1))
    waits = []
    for _ in range(9):
        turn = newsroom.teller.next_turn()
        assert turn is not None
        waits.append((turn - newsroom.now) / FIRST_RETRY)
        newsroom.now = turn
        newsroom.teller.flush()

    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_a_receiver_that_stays_away_is_given_up_with_a_word() -> None:
    newsroom = Newsroom()
    newsroom.notifier.away = {"slack"}
    newsroom.scans(a_question(1))
    newsroom.later(seconds=GIVEN_UP.total_seconds() + 1)

    assert newsroom.memory.kept.unsent == ()
    assert "given up" in newsroom.complaints[-1]


def test_messages_for_the_absent_do_not_pile_up_without_end() -> None:
    newsroom = Newsroom()
    newsroom.notifier.away = {"slack"}
    for n in range(1, MOST_UNSENT + 5):
        newsroom.scans(*(a_question(m) for m in range(1, n + 1)))

    assert len(newsroom.memory.kept.unsent) == MOST_UNSENT


def test_a_receiver_that_was_taken_out_is_forgotten() -> None:
    newsroom = Newsroom(notifier=FakeNotifier("slack", "mailto"))
    newsroom.notifier.away = {"mailto"}
    newsroom.scans(a_question(1))
    newsroom.notifier = FakeNotifier("slack")
    newsroom.restart()
    newsroom.later(hours=1)

    assert newsroom.memory.kept.unsent == ()


@pytest.mark.parametrize("broken", ["queue", "memory", "words"])
def test_whatever_breaks_a_scan_never_hears_of_it_and_the_log_does_once(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    newsroom = Newsroom()

    def breaks(*_: object) -> None:
        raise OSError(28, "No space left on device")

    if broken == "queue":
        monkeypatch.setattr(newsroom.teller, "_open_questions", breaks)
    elif broken == "memory":
        monkeypatch.setattr(newsroom.memory, "write", breaks)
    else:
        monkeypatch.setattr(newsroom.teller, "_write", breaks)

    for _ in range(3):
        newsroom.scans(a_question(1))
        newsroom.later(minutes=1)

    assert newsroom.notifier.got == []
    assert len(newsroom.complaints) == 1
    assert "No space left on device" in newsroom.complaints[0]


def test_a_scan_that_saw_nothing_new_still_tells_what_a_dead_process_did_not() -> None:
    newsroom = Newsroom()
    newsroom.items = [a_question(1)]  # the process died between the scan and the message
    newsroom.scans(*newsroom.items)

    assert len(newsroom.notifier.got) == 1
