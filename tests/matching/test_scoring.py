from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.matching.curves import bits
from goldkeeper.matching.fitted import CURVES
from goldkeeper.matching.scoring import HEARD, IDENTITY, NOTES, PRIOR, READ_AS, identity, read, weigh, weight_of

LIKENESSES = sorted({*READ_AS, "place", "text", "tokens", "path", "claimed", "members"})
VALUES = st.dictionaries(st.sampled_from([*LIKENESSES, "what nobody weighs"]), st.floats(0, 1))


@given(VALUES)
def test_weight_is_the_sum_of_what_is_shown(values: dict[str, float]) -> None:
    evidence = weigh(values)
    assert {part.name for part in evidence} <= set(CURVES)
    assert all(abs(part.weight) >= HEARD for part in evidence if part.name != PRIOR)
    assert abs(sum(part.weight for part in evidence) - weight_of(values)) <= HEARD * len(CURVES)


@given(VALUES)
def test_every_value_is_read_by_one_curve(values: dict[str, float]) -> None:
    assert len(read(values)) == len(values)


def test_a_body_says_something_else_under_its_own_name() -> None:
    assert read({"body": 0.5, "name": 1.0, "place": 0.0}) == {"body under its name": 0.5, "name": 1.0, "place": 0.0}
    assert read({"body": 0.5, "name": 0.8, "place": 0.0}) == {"body": 0.5, "name": 0.8, "place": 0.0}
    assert "body at its place" in read({"body": 0.5, "name": 1.0, "place": 1.0})
    assert "body of a class" in read({"body": 0.5, "members": 0.0, "place": 1.0})


def test_what_needs_no_weighing_has_one_part_as_heavy_as_it_is_sure() -> None:
    (part,) = identity("the same text")
    assert part.weight == IDENTITY > 8


def test_the_prior_is_shown_last_and_with_its_reason() -> None:
    assert weigh({"text": 1.0})[-1].note == NOTES[PRIOR]


@given(st.sampled_from(sorted(CURVES)), st.floats(0, 1), st.floats(0, 1))
def test_curves_run_the_way_people_expect(name: str, one: float, other: float) -> None:
    low, high = sorted((one, other))
    rise = bits(CURVES[name], high) - bits(CURVES[name], low)
    if name in {"claimed", "known before", "other operator"}:
        assert rise <= 1e-9
    elif name.startswith(("body", "short body", "name", "path", "text", "tokens", "place", "symbol", "lead", "rival")):
        assert rise >= -1e-9
