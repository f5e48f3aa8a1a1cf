"""What the API is sent, and the problem it answers with, for its description."""

from typing import Annotated, Any

from fastapi import Header
from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, JsonValue

from goldkeeper.model.gold import HIGHEST_GRADE
from goldkeeper.web.once import LONGEST_KEY


def _keepable(text: str) -> str:
    if "\0" in text:
        raise ValueError("holds a NUL character, which no database keeps")
    return text


Reason = Annotated[str, Field(max_length=4000), AfterValidator(_keepable)]
GradeField = Annotated[int, Field(ge=0, le=HIGHEST_GRADE)]
KeyHeader = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=LONGEST_KEY,
        description="Names this request: sent again under the same key, it is answered as before and not carried out.",
    ),
]


_TARGET: dict[str, JsonValue] = {"id": "src/cart.py:3-5:total", "grade": 3}


class Body(BaseModel):
    """What is sent; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class TargetBody(Body):
    """A successor."""

    id: str = Field(max_length=4000, description="path:start-end:symbol")
    grade: GradeField | None = Field(None, description="None keeps the grade of each pair.")


class PartBody(Body):
    """What becomes of the pairs of some queries."""

    queries: list[Annotated[str, Field(max_length=1000)]] = Field(min_length=1, max_length=1000)
    targets: list[TargetBody] = Field(
        default_factory=list, max_length=100, description="None takes their pairs out of the gold set."
    )


class AnswerBody(Body):
    """An answer to one question."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"reason": "the same text", "targets": [_TARGET]}]}
    )

    key: str | None = Field(
        None, max_length=64, description="The question's key as it was shown; None answers what it asks now."
    )
    reason: Reason = ""
    targets: list[TargetBody] = Field(default_factory=list, max_length=100, description="Successors, for amend.")
    candidate: int | None = Field(None, ge=1, le=1000, description="The candidate meant, counted from 1.")
    grade: GradeField | None = Field(None, description="For every target that brings none of its own.")
    queries: list[Annotated[str, Field(max_length=1000)]] | None = Field(
        None, min_length=1, max_length=1000, description="The answer holds for these alone."
    )
    parts: list[PartBody] = Field(
        default_factory=list,
        max_length=1000,
        description="Queries that go another way, for amend; the rest goes to the targets, or is asked again.",
    )


class ShownBody(Body):
    """A question as it was shown."""

    number: int = Field(ge=1, lt=10**9)
    key: str = Field(max_length=64)


class GroupAnswerBody(Body):
    """An answer to a whole group, or all but some of it."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"leave_out": [7], "reason": "one rename"}]}
    )

    shown: list[ShownBody] | None = Field(
        None, min_length=1, max_length=20_000, description="What the answer is for; None means all that is open now."
    )
    leave_out: list[int] = Field(default_factory=list, max_length=20_000)
    targets: list[TargetBody] = Field(default_factory=list, max_length=100, description="Successors, for amend.")
    grade: GradeField | None = Field(None, description="For every target that brings none of its own.")
    parts: list[PartBody] = Field(
        default_factory=list,
        max_length=1000,
        description="Queries that go another way, for amend; each question takes those that are its own.",
    )
    reason: Reason = ""
    include_retire: bool = Field(default=False, description="A yes also takes chunks out of the gold set.")
    include_changed: bool = Field(default=False, description="A yes also keeps chunks whose behaviour changed.")
    unseen: bool = Field(
        default=False,
        description="A yes also takes unusual ones that nobody looked at; that is kept in the log.",
    )


class UndoBody(Body):
    """All that was said since a moment."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"since": "2026-03-14T09:00:00Z"}]})

    since: AwareDatetime


class NoteBody(Body):
    """A note beside a question."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"text": "ask whoever wrote it"}]})

    text: Annotated[Reason, Field(min_length=1)]


Named = Annotated[str, AfterValidator(_keepable)]


class UpgradeBody(Body):
    """What changed of the index; empty where nothing is said of it."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"embedding": "bge-m3", "dimension": 1024, "commit": "3f2a1b9"}]},
    )

    embedding: Named = Field("", max_length=500, description="Name of the embedding model.")
    revision: Named = Field("", max_length=200)
    dimension: int | None = Field(None, ge=1, le=1_000_000)
    chunker: Named = Field("", max_length=500)
    chunker_version: Named = Field("", max_length=200)
    commit: Named = Field("", max_length=64, description="The state that was indexed.")


class Problem(BaseModel):
    """What went wrong (RFC 9457); `detail` is the sentence that the command would say."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str | None = None


_KINDS = {
    400: "The body can't be read.",
    401: "Nobody knows who asks.",
    403: "Not let in.",
    404: "No such question or group.",
    409: "Answered, changed or moved meanwhile.",
    413: "Too large.",
    415: "Not JSON.",
    421: "Another host.",
    422: "Not understood, or says too little.",
    503: "The project is not in order.",
}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"description": words, "content": {"application/problem+json": {"schema": Problem.model_json_schema()}}}
    for status, words in _KINDS.items()
}
