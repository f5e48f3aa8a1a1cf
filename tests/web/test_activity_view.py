"""What a scan asked is one line of the activity, and hides nobody's answers."""

from datetime import UTC, datetime

from goldkeeper.web.activity_view import MOST_NAMED, deeds_of

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


def test_the_questions_of_a_scan_stand_in_one_line_and_answers_each_in_their_own() -> None:
    asked = [(number, NOON, "scan 2", "asked", "moved") for number in (9, 8, 7)]
    asked[1:1] = [(6, NOON, "scan 2", "reworded", "newer words"), (5, NOON, "scan 2", "reworded", "newer words")]
    said = [(4, NOON, "ada", "accept", "yes"), (3, NOON, "ada", "accept", "")]
    before = [(2, NOON, "scan 1", "asked", "moved")]
    deeds = deeds_of([*asked, *said, *before])
    assert [(deed.who, deed.numbers, deed.why) for deed in deeds] == [
        ("scan 2", (7, 8, 9), "moved"),
        ("scan 2", (5, 6), "newer words"),
        ("ada", (4,), "yes"),
        ("ada", (3,), ""),
        ("scan 1", (2,), "moved"),
    ]


def test_two_scans_are_two_lines_and_a_line_names_no_more_than_can_be_read() -> None:
    events = [(n, NOON, "scan 2", "asked", "") for n in range(1, 151)] + [
        (n, NOON, "scan 1", "asked", "") for n in (201, 202)
    ]
    first, second = deeds_of(events)
    assert (len(first.numbers), first.unnamed) == (MOST_NAMED, 50)
    assert second.numbers == (201, 202)
