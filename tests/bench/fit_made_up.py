"""Cases made up from labelled ones: deletions, and changes so small that hardly anything is compared.

Labelled chunks that are gone were mostly chosen to have no look-alike, and most chunks have one. And the
labelled changes are large: whatever stands alone in them is right. In a change of one file a stranger stands
alone too.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldkeeper.matching.evidence import plain_likeness, scaled

# What such a case counts, against one as it was. Ten times as much made half as many false links out of deletions,
# and one right link in a hundred a false "gone".
DELETED = 0.005
ALONE = 0.01
NOBODY = 1.0  # the value of "rival" where there is none

Case = Mapping[str, Any]


def is_made_up(case: Case) -> bool:
    """Whether the case is none of the labelled ones."""
    return bool(case.get("made_up"))


def weight_of_case(case: Case) -> float:
    """What a case counts."""
    if not is_made_up(case):
        return 1.0
    return ALONE if len(case["row"]["candidates"]) == 1 else DELETED


def made_up(case: Case) -> Iterator[Case]:
    """The case with its successor deleted; with nothing but its successor; with nothing but a stranger."""
    candidates = case["row"]["candidates"]
    right = [one for one in candidates if one["truth"]]
    wrong = [one for one in candidates if not one["truth"]]
    if not right:
        return
    yield _with(case, [{**one, "values": {**one["values"], "lead": lead}} for one, lead in _leads(wrong)], new=[])
    if len(case["new"]) == 1:
        yield _with(case, [_alone(right[0])], new=case["new"])
    strangers = [one for one in wrong if one["flags"][2] and not one["flags"][0]]
    if strangers:
        yield _with(case, [_alone(max(strangers, key=plain_of))], new=[])


def _with(case: Case, candidates: Sequence[Case], *, new: Sequence[Any]) -> Case:
    return {**case, "new": new, "made_up": True, "row": {**case["row"], "candidates": candidates}}


def _alone(candidate: Case) -> Case:
    return {**candidate, "values": {**candidate["values"], "lead": scaled(plain_of(candidate)), "rival": NOBODY}}


def _leads(candidates: Sequence[Case]) -> Iterator[tuple[Case, float]]:
    plain = [plain_of(one) for one in candidates]
    ordered = [*sorted(plain, reverse=True), 0.0, 0.0]
    for one, own in zip(candidates, plain, strict=True):
        yield one, scaled(own - (ordered[1] if own == ordered[0] else ordered[0]))


def plain_of(candidate: Case) -> float:
    """The one number that candidates are compared by, from what was collected."""
    values = candidate["values"]
    short = "short body" in values
    body = values["short body" if short else "body"]
    return plain_likeness(body, values["name"], values["container"], values.get("parameters", 0.0), short=short)
