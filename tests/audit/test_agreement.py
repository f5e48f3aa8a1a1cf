import csv
import json
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.audit.agreement import agreement_of, alpha, alpha_estimate, kappa, kappa_estimate, leanings
from goldkeeper.model.audit_results import Scale, Weights
from goldkeeper.model.audits import Reading
from tests.audit.samples import SHARED, a_reading, reference


def the_double_labels() -> list[list[int]]:
    """What several people said of one pair of query and code, in the order of the file."""
    file = SHARED / "reference" / "annotations" / "codesearchnet-python-a.csv"
    if not file.exists():
        pytest.skip("the annotations are not here")
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    with file.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            found[row["Query"], row["GitHubUrl"]].append(int(row["Relevance"]))
    return list(found.values())


def two_judges(rows: list[tuple[int, int]]) -> list[Reading]:
    return [
        a_reading(number, judge, grade)
        for number, grades in enumerate(rows, start=1)
        for judge, grade in zip(("Ada", "Ben"), grades, strict=True)
    ]


def test_the_toy_table_gives_the_figures_of_the_reference() -> None:
    toy = reference("agreement", "toy")
    found = agreement_of(two_judges(list(zip(toy["first"], toy["second"], strict=True))), resamples=50)
    assert (found.rows, found.one_apart, found.further) == (toy["n"], toy["off_by_one"], toy["off_by_two_or_more"])
    assert found.raw.value == pytest.approx(toy["exact"])
    kappas = [found.kappas[one].value for one in Weights]
    assert kappas == pytest.approx([toy["kappa"], toy["kappa_linear"], toy["kappa_quadratic"]], abs=1e-6)
    alphas = [found.alphas[one].value for one in Scale]
    assert alphas == pytest.approx([toy[f"alpha_{one}"] for one in Scale], abs=1e-6)


def test_krippendorffs_own_example_with_missing_labels() -> None:
    example = reference("agreement", "krippendorff_2011_example")
    rows = list(zip(*example["coders_by_rows (null = missing)"], strict=True))
    for scale in Scale:
        assert alpha(rows, scale) == pytest.approx(example[scale], abs=1e-6)


def test_real_double_labels_give_the_figures_of_the_reference() -> None:
    real = reference("agreement", "real")
    labels = the_double_labels()
    for scale in Scale:
        assert alpha(labels, scale) == pytest.approx(real[f"alpha_{scale}"], abs=1e-6)
    pairs = [held[:2] for held in labels if len(held) > 1]
    wanted = real["first_against_second_label (file order) of pairs with two or more"]
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    for weights, key in zip(Weights, ("kappa", "kappa_linear", "kappa_quadratic"), strict=True):
        assert kappa(first, second, weights) == pytest.approx(wanted[key], abs=1e-6)


def test_the_public_case_of_one_label_holds() -> None:
    cases = SHARED / "cases" / "cases.jsonl"
    if not cases.exists():
        pytest.skip("the cases are not here")
    lines = map(json.loads, cases.read_text(encoding="utf-8").splitlines())
    case = next(line for line in lines if line["id"] == "stat-kappa-one-label")
    for row in case["expect"]["table"]:
        found = kappa_estimate(row["a"], row["b"], resamples=20)
        if row["kappa"] is None:
            assert (found.value, found.low, found.high) == (None, None, None)
            assert found.reason
        else:
            assert found.value == pytest.approx(row["kappa"], abs=1e-4)
        observed = agreement_of(two_judges(list(zip(row["a"], row["b"], strict=True))), resamples=20).raw.value
        assert observed == (pytest.approx(row["observed"], abs=1e-4) if row["a"] else None)


@pytest.mark.parametrize("scale", list(Scale))
def test_one_label_everywhere_is_undefined_and_says_so(scale: Scale) -> None:
    found = alpha_estimate([(2, 2), (2, 2, 2), (2, None)], scale)
    assert found.value is None
    assert found.reason == "Every label is 2: nothing was told apart, so alpha is 0 divided by 0."


def test_labels_of_one_judge_alone_agree_with_nobody() -> None:
    assert alpha_estimate([(2, None), (None, 3)]).reason == "No row has two labels."
    assert kappa_estimate([], []).reason == "No row has both labels."


def test_perfect_agreement_is_one_and_its_interval_is_not_made_up() -> None:
    found = alpha_estimate([(1, 1), (2, 2), (3, 3), (1, 1), (2, 2), (3, 3)])
    assert (found.value, found.low, found.high) == (1.0, None, None)
    assert found.reason


def test_an_interval_is_the_same_every_time() -> None:
    rows = [(1, 1), (2, 1), (3, 3), (0, 1), (2, 2), (3, 1), (0, 0), (1, 2)]
    first = alpha_estimate(rows, resamples=200)
    assert first == alpha_estimate(rows, resamples=200)
    assert first.low is not None
    assert first.high is not None
    assert first.value is not None
    assert first.low < first.value < first.high


def test_labels_of_unequal_number_are_refused() -> None:
    with pytest.raises(ValueError, match="1 labels beside 2"):
        kappa([1], [1, 2])


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=40))
def test_kappa_and_alpha_are_a_number_up_to_one_or_nothing(rows: list[tuple[int, int]]) -> None:
    first, second = [a for a, _ in rows], [b for _, b in rows]
    for weights in Weights:
        found = kappa(first, second, weights)
        assert found is None or found <= 1
        assert found == kappa(second, first, weights)
    for scale in Scale:
        value = alpha(rows, scale)
        assert value is None or value <= 1 + 1e-12
    assert (kappa(first, second) is None) == (len({*first, *second}) < 2)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), max_size=40))
def test_of_two_labels_every_scale_says_the_same(rows: list[tuple[int, int]]) -> None:
    values = {None if (value := alpha(rows, scale)) is None else round(value, 9) for scale in Scale}
    assert len(values) == 1


def test_an_arbitration_is_no_blind_reading() -> None:
    readings = [*two_judges([(1, 2), (3, 3)]), a_reading(1, "Cid", 2, arbitration=True)]
    assert agreement_of(readings, resamples=20) == agreement_of(readings[:-1], resamples=20)


def test_of_three_judges_the_widest_gap_counts_and_kappa_is_left_out() -> None:
    readings = [a_reading(1, judge, grade) for judge, grade in (("Ada", 1), ("Ben", 2), ("Cid", 3))]
    found = agreement_of(readings, resamples=20)
    assert (found.rows, found.further, found.kappas) == (1, 1, {})


def test_a_judge_who_grades_higher_is_seen() -> None:
    ada, ben = leanings(two_judges([(3, 2)] * 8 + [(1, 2)] + [(2, 2)] * 3))
    assert (ada.judge, ada.rows, ada.higher, ada.lower) == ("Ada", 12, 8, 1)
    assert ada.mean == pytest.approx(7 / 12)
    assert ada.chance == pytest.approx(2 * (1 + 9) / 2**9)  # by hand: 0 or 1 of 9 tosses, on either side
    assert (ben.higher, ben.lower) == (1, 8)
    assert ben.mean == pytest.approx(-7 / 12)


def test_judges_who_never_differ_lean_nowhere() -> None:
    assert [one.chance for one in leanings(two_judges([(1, 1), (2, 2)]))] == [None, None]
