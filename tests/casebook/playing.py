"""Plays a story as two real commits: baseline at the first, scan at the second, as a user's command would."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goldkeeper.model.chunks import BlobId, ChunkId, FileChunks, SkipReason, last_name
from goldkeeper.model.drifts import Drift
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.model.scans import ScanReport
from goldkeeper.stores.demo_story import commit_all, run_git, start_repository
from goldkeeper.wiring import make_chunker, open_keeper
from goldkeeper.wiring.starting import start_project
from tests.casebook.stories import Story

_AUTHOR = ("Ida Brandt", "ida@bakery.example")


@dataclass(frozen=True)
class Played:
    """A story after its scan."""

    story: Story
    report: ScanReport

    def drift(self, chunk_id: str) -> Drift:
        """What was seen of a gold chunk."""
        return next(drift for drift in self.report.drifts if str(drift.chunk_id) == chunk_id)

    def proposal(self, chunk_id: str) -> RemapProposal | None:
        """What is asked about a gold chunk; None when nothing is."""
        return next((one for one in self.report.proposals if str(one.chunk_id) == chunk_id), None)

    def first(self, chunk_id: str) -> str | None:
        """The ID that is offered first."""
        proposal = self.proposal(chunk_id)
        return str(proposal.match.candidates[0].chunk_id) if proposal and proposal.match.candidates else None


class Stage:
    """A repository with a gold file of its own beside it, so that no state of the code touches the gold."""

    def __init__(self, story: Story, folder: Path) -> None:
        self.story = story
        self.repo = folder / "repo"
        self.gold = folder / "gold" / "gold.jsonl"
        self._day = 0
        start_repository(self.repo)
        for key, value in story.git_config.items():
            run_git(self.repo, ["config", key, value])
        self.gold.parent.mkdir()
        self.gold.write_bytes(story.gold)
        self.commit(story.base)
        self.config = start_project(
            self.gold.parent, gold=self.gold, repo=self.repo, rev="HEAD", source=None, force=False
        ).config
        with self.keeper() as keeper:
            keeper.anchor()

    @contextmanager
    def keeper(self) -> Iterator[Any]:
        """The keeper over this repository and gold file."""
        with open_keeper(self.config) as keeper:
            yield keeper

    def commit(self, files: Mapping[str, bytes]) -> None:
        """Make the repository hold exactly these files."""
        self._day += 1
        run_git(self.repo, ["rm", "-r", "-q", "-f", "--ignore-unmatch", "."])
        for path, data in files.items():
            target = self.repo / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        commit_all(self.repo, f"Day {self._day}", author=_AUTHOR, date=f"2026-03-{self._day:02d}T08:00:00+00:00")

    def scan(self) -> Played:
        """Scan the newest commit."""
        with self.keeper() as keeper:
            return Played(self.story, keeper.scan())


def play(story: Story, folder: Path) -> Played:
    """Both commits and the scan."""
    stage = Stage(story, folder)
    stage.commit(story.head)
    return stage.scan()


def chunk_files(files: Mapping[str, bytes]) -> dict[str, FileChunks]:
    """Each file under the built-in chunker; those it leaves out are left out."""
    chunker = make_chunker()
    cut = {path: chunker.chunk_file(path, BlobId(path), data) for path, data in files.items()}
    return {path: file for path, file in cut.items() if not isinstance(file, SkipReason)}


def same_chunk(one: ChunkId, other: ChunkId) -> bool:
    """Equal but for how a symbol is qualified: path, span and last name count."""
    return (one.path, one.span, last_name(one.symbol)) == (other.path, other.span, last_name(other.symbol))
