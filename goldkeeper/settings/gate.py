"""The table `[gate]`: what a release takes."""

from pydantic import Field

from goldkeeper.settings.sections import Section


class GateSettings(Section):
    """What a release of the gold set takes; goldkeeper gate asks for it."""

    max_wrong: float = Field(
        0.1, ge=0, le=1, description="The audit has to show, with 95 % confidence, that no more than this is wrong."
    )
    min_alpha: float = Field(
        0.667, ge=-1, le=1, description="Ordinal alpha of the judges, at least; -1 asks for no agreement."
    )
    max_audit_days: int = Field(90, ge=0, description="An audit that is more days old is overdue.")
    audit_each_release: bool = Field(
        default=True, description="Each release needs an audit of its own; false lets the newest audit do."
    )
    changed_pairs: int = Field(
        0, ge=0, description="At most so many pairs may have changed since the audit, apart from those it found wrong."
    )
    open_questions: int = Field(0, ge=0, description="At most so many questions may wait in the review queue.")
    override_days: int = Field(
        30, ge=1, description="Somebody's word that lets a refused release pass counts for so many days."
    )
