"""The tables of `goldkeeper.toml` that every project has, each key with its meaning and its default."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator


class NotTheExpectedJson(Exception):
    """A variable of the environment should hold a list or a table as JSON, and doesn't; told by whoever reads it."""


class Section(BaseModel):
    """One table of the configuration; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @field_validator("*")
    @classmethod
    def _no_nul(cls, value: object) -> object:
        if isinstance(value, (str, Path)) and "\0" in str(value):
            raise ValueError("holds a NUL character")
        return value


class GoldSettings(Section):
    """Where the gold set is and how it is read."""

    path: Path = Field(Path("gold.jsonl"), description="The gold file, one JSON object a line.")
    judged_zero: bool = Field(
        default=False, description="Grade 0 means judged and not relevant; otherwise 0 is reported as a mistake."
    )


class RepositorySettings(Section):
    """The code that the gold set points into."""

    path: Path = Field(Path(), description="The repository, or a folder without git.")
    revision: str = Field(
        "HEAD",
        min_length=1,
        description='What is scanned: anything git can name, "worktree" for the files on disk, or "passport" for the'
        " commit at which the index was made.",
    )
    include: tuple[str, ...] = Field((), description="Only these paths (git's wildcards); empty means all.")
    exclude: tuple[str, ...] = Field((), description="Not these paths, even if included.")
    max_file_kib: int = Field(2048, ge=1, description="Larger files are skipped and counted, in KiB.")


class ChunkerSettings(Section):
    """How the repository is cut into chunks; must match how the index was made."""

    strategy: Literal["definition", "list"] = Field(
        "definition",
        description='"definition", a chunk for each function, method and class; "list", what your own chunker cut, as'
        " index.chunks lists it.",
    )
    grammars: Literal["official", "tree-sitter-languages"] = Field(
        "official",
        description='"official": the grammar that each language keeps; "tree-sitter-languages": all from that package.',
    )
    leading_comments: bool = Field(default=False, description="Comments right above a definition belong to its chunk.")


class ReviewSettings(Section):
    """Who confirms what."""

    auto_confirm: Literal["never", "identical", "recut"] = Field(
        "never",
        description='"identical" lets byte-identical, unique moves pass; "recut" also code that only a new chunker cuts'
        " otherwise.",
    )
    judges: int = Field(
        1, ge=1, le=2, description="How many people must give the same answer; with 2, a third settles disputes."
    )
    known_share: float = Field(
        0.0,
        ge=0,
        le=1,
        description="Share of the questions with a known answer that screen and pages ask, some with a wrong chunk in"
        " front, to see how well judges look; goldkeeper review judges tells. A wrong answer changes no gold.",
    )
    judge: str = Field("", description="Name under which decisions are kept; empty takes git's user.name.")


class StateSettings(Section):
    """Where goldkeeper keeps its own things."""

    folder: Path = Field(
        Path(".goldkeeper"),
        description="Queue with all answers, cache, lock. Deleting it forgets rejections and answers not applied.",
    )
    database: str = Field(
        "",
        description="postgresql://user@host/name for a queue that a team shares (postgres extra); empty: SQLite in the"
        " state folder.",
    )


class ReportSettings(Section):
    """What a scan leaves behind."""

    folder: Path = Field(Path("reports"), description="Folder of the drift reports.")
    write: bool = Field(default=True, description="Write a report for each scan that saw something new.")
