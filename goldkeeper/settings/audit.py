"""The table `[audit]`: how samples are drawn, who reads, and what a grade means."""

from pathlib import Path
from typing import Literal

from pydantic import Field, field_validator

from goldkeeper.model.judge_names import name_key
from goldkeeper.settings.sections import Section


class AuditSettings(Section):
    """The sample that people read before a release."""

    share: float = Field(0.1, gt=0, le=1, description="Share of the gold pairs that is drawn, rounded up.")
    method: Literal["proportional", "risk-weighted"] = Field(
        "proportional",
        description='"risk-weighted" looks harder at what was remapped or edited, and weighs it back.',
    )
    judges: tuple[str, ...] = Field((), description="Who reads; each row is read by two of them, blind to each other.")
    decoys: int = Field(
        0, ge=0, description="Rows of ungraded neighbours that are mixed in, so that a high grade is not always right."
    )
    formats: tuple[Literal["xlsx", "csv", "html", "md"], ...] = Field(
        ("xlsx",), min_length=1, description='Forms of the sheets: "xlsx" (sheets extra), "csv", "html", "md".'
    )
    arbiter_sees: Literal["answers", "names", "nothing"] = Field(
        "answers",
        description='What a third judge sees of the two who differ: their "answers" and notes without names,'
        ' "names" as well, or "nothing".',
    )
    folder: Path = Field(Path("reports/audits"), description="Folder of the sheets.")
    csv_separator: Literal[",", ";", "\t"] = Field(
        ",", description='";" for Excel where numbers are written 3,5; sheets that come back may have any.'
    )
    grade_3: str = Field(
        "Answers the query: whoever reads this needs nothing else.",
        description="What grade 3 means, in the words that judges read.",
    )
    grade_2: str = Field(
        "Answers a part of it, or is needed together with something else.", description="What grade 2 means."
    )
    grade_1: str = Field("Has to do with it, and answers nothing.", description="What grade 1 means.")
    grade_0: str = Field("Has nothing to do with it.", description="What grade 0 means.")

    @field_validator("judges")
    @classmethod
    def _each_once(cls, judges: tuple[str, ...]) -> tuple[str, ...]:
        if any(not judge.strip() for judge in judges):
            raise ValueError("a judge needs a name")
        if len({name_key(judge) for judge in judges}) < len(judges):
            raise ValueError("names a judge twice")
        return judges
