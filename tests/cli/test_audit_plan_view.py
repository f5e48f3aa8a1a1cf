"""What `goldkeeper audit plan` prints."""

from goldkeeper.audit.planning import plan_audit
from goldkeeper.audit.sampling import Sampling
from goldkeeper.cli.audit_plan_view import plan_lines
from tests.audit.samples import a_frame
from tests.reporting.approval import assert_approved


def test_a_plan_reads_as_it_was_approved() -> None:
    lines = list(plan_lines(plan_audit(a_frame(412), Sampling("plan"))))
    assert_approved("audit-plan.txt", "\n".join(lines) + "\n")
    assert max(map(len, lines)) <= 80


def test_a_set_without_pairs_has_nothing_to_plan() -> None:
    assert list(plan_lines(plan_audit([], Sampling("plan")))) == ["no usable gold pair, so nothing to audit"]
