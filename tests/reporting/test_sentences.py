from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.gold import GoldProblem
from goldkeeper.model.proposals import Action
from goldkeeper.model.staleness import Edit, Staleness
from goldkeeper.reporting.figures import ScanFigures, figures_of
from tests.builders import a_candidate, a_drift, a_gold_set, a_match, a_proposal, a_scan_report


def figures(*kinds: DriftKind, resolves: bool | None = None) -> ScanFigures:
    drifts = [a_drift(kind, chunk=f"src/a.py:{n}-{n}:f{n}", resolves=resolves) for n, kind in enumerate(kinds, 1)]
    return figures_of(a_scan_report(*drifts))


def test_an_empty_gold_set_says_that_nothing_was_checked() -> None:
    found = figures()
    assert found.headline == "The gold set names no chunk, so there was nothing to check."
    assert (found.details, found.steps, found.stripes, found.by_directory) == ((), (), (), ())
    assert not found.needs_a_person


def test_an_intact_gold_set_is_told_in_one_sentence_with_nothing_to_do() -> None:
    found = figures(*[DriftKind.INTACT] * 300)
    assert found.headline == "All 300 gold chunks still resolve and say what was judged."
    assert (found.details, found.steps) == ((), ())
    assert not found.needs_a_person


def test_a_single_gold_chunk_is_spoken_of_in_the_singular() -> None:
    assert figures(DriftKind.INTACT).headline == "The one gold chunk still resolves and says what was judged."
    assert figures(DriftKind.EDITED).headline == (
        "The one gold chunk still resolves, but says something else than was judged."
    )
    shifted = figures(DriftKind.SHIFTED)
    assert shifted.headline == "The one gold chunk does not resolve any longer."
    assert shifted.details == ("It only moved to other lines.",)
    obscured = figures(DriftKind.OBSCURED, resolves=True)
    assert obscured.headline == "The one gold chunk still resolves, but what it says can't be told."


def test_one_lost_of_three_thousand_is_not_rounded_away() -> None:
    found = figures(*[DriftKind.INTACT] * 2999, DriftKind.SHIFTED)
    assert found.headline == "2,999 of 3,000 gold chunks still resolve (>99 %)."
    assert found.details == ("The other one only moved to other lines.",)


def test_when_nothing_resolves_the_sentence_says_none() -> None:
    found = figures(DriftKind.SHIFTED, DriftKind.SHIFTED, DriftKind.MISSING)
    assert found.headline == "None of 3 gold chunks resolves any longer (0 %)."
    assert found.details == (
        "Of these, 2 only moved to other lines and 1 left its place.",
        "The one that left has no proposal.",
    )


def test_an_id_that_now_names_other_text_is_in_the_headline() -> None:
    found = figures(DriftKind.INTACT, DriftKind.EDITED, DriftKind.EDITED)
    assert found.headline == ("All 3 gold chunks still resolve, but 2 of them say something else under the same ID.")


def test_when_no_id_names_what_was_judged_that_is_the_headline() -> None:
    found = figures(*[DriftKind.MISSING] * 5, DriftKind.EDITED)
    assert found.headline == (
        "None of 6 gold IDs names what was judged any more; 1 still resolves, to other text (17 %)."
    )
    assert found.details == ("The other 5 left their places and have no proposal.",)
    assert figures(DriftKind.EDITED, DriftKind.EDITED).headline == (
        "None of 2 gold IDs names what was judged any more; all still resolve, to other text."
    )


def test_a_foreign_spelling_that_does_not_resolve_is_no_loss() -> None:
    found = figures_of(
        a_scan_report(a_drift(DriftKind.INTACT, resolves=False), a_drift(DriftKind.INTACT, chunk="b.py:1-2:g"))
    )
    assert found.headline == "1 of 2 gold chunks still resolves (50 %)."
    assert found.details == ("The other one is there under another spelling of its ID.",)
    assert [(stripe.look, stripe.number) for stripe in found.stripes] == [("intact", 2)]


def test_several_lost_for_one_reason_are_told_together() -> None:
    found = figures(DriftKind.INTACT, DriftKind.NEVER, DriftKind.NEVER)
    assert found.details[0] == "The other 2 never named anything."


def test_the_steps_say_what_is_certain_and_what_is_answered() -> None:
    drifts = [a_drift(DriftKind.MISSING, chunk=f"a.py:{n}-{n}:f{n}") for n in range(1, 5)]
    proposals = [
        a_proposal(drift.chunk_id, drift=drift, match=a_match(drift.chunk_id, change=ChangeKind.MOVED, certain=n < 2))
        for n, drift in enumerate(drifts)
    ]
    names = [str(drift.chunk_id) for drift in drifts]
    report = a_scan_report(*drifts, proposals=proposals, numbers={names[0]: 1, names[1]: 2, names[2]: 3}, rejected=[])
    texts = {step.command: step.text for step in figures_of(report).steps}
    assert texts == {
        "goldkeeper review list": "Review: 3 proposals wait for an answer.",
        "goldkeeper review accept --certain": "Accept at once: 2 of them are certain, the same bytes found once.",
        "goldkeeper apply --dry-run": "Apply: 1 answer is not in the gold file yet.",
    }


def test_what_people_turned_down_needs_nobody_any_more() -> None:
    drift = a_drift(DriftKind.MISSING)
    report = a_scan_report(drift, proposals=[a_proposal(drift=drift)], rejected=[str(drift.chunk_id)])
    assert not figures_of(report).needs_a_person


def test_an_error_in_the_gold_file_needs_a_person_even_if_all_the_rest_is_intact() -> None:
    problem = GoldProblem(3, "damaged-line", "the line is no JSON", "mend or delete it")
    found = figures_of(a_scan_report(gold_set=a_gold_set(problems=[problem])))
    assert found.needs_a_person
    assert found.steps[0].text == "Mend 1 error in the gold file: what it touches is not checked."


def edited(*sorts: Staleness) -> ScanFigures:
    ids = [f"src/a.py:{n}-{n}:f{n}" for n, _ in enumerate(sorts, 1)]
    proposals = [
        a_proposal(
            one,
            drift=a_drift(DriftKind.EDITED, chunk=one),
            match=a_match(one, a_candidate(one), change=ChangeKind.SAME),
            action=Action.KEEP,
            edit=Edit(sort),
        )
        for one, sort in zip(ids, sorts, strict=True)
    ]
    drifts = [proposal.drift for proposal in proposals]
    numbers = {one: n for n, one in enumerate(ids, 1)}
    return figures_of(a_scan_report(*drifts, proposals=proposals, numbers=numbers))


def test_edits_are_told_by_what_they_mean_for_the_grades() -> None:
    found = edited(Staleness.REFORMATTED, Staleness.REFACTORED, Staleness.REFACTORED, Staleness.BEHAVIOUR)
    assert found.details[-1] == (
        "4 chunks went on with another text: 1 was only reformatted, 2 were refactored and 1 may do or say something"
        " else now; 3 grades hold and one wants another look."
    )
    assert [(step.text, step.command) for step in found.steps[1:]] == [
        (
            "Accept at once: 3 were edited and do the same, so that their grades hold.",
            "goldkeeper review accept --change same --staleness reformatted,refactored",
        )
    ]


def test_a_single_edit_is_told_in_the_singular() -> None:
    assert edited(Staleness.BEHAVIOUR).details[-1] == (
        "1 chunk went on with another text: 1 may do or say something else now; one wants another look."
    )
    assert len(edited(Staleness.BEHAVIOUR).steps) == 1
