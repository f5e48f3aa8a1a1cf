"""Real git repositories in a temporary folder, for the tests of whatever reads them."""

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from goldkeeper.model.chunks import CommitId

_PEOPLE = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Grace",
    "GIT_COMMITTER_EMAIL": "grace@example.org",
}
FIRST_MOMENT = 1_700_000_000  # 2023-11-14 22:13:20 UTC; each commit is an hour after the one before


@dataclass
class Repository:
    """A repository under `top`; `commits` made so far set the clock."""

    top: Path
    commits: int = 0

    def git(self, *arguments: str | bytes, stdin: bytes = b"", **environment: str) -> str:
        """Output of a git command that has to work."""
        moment = f"{FIRST_MOMENT + 3600 * self.commits} +0100"
        dates = {"GIT_AUTHOR_DATE": moment, "GIT_COMMITTER_DATE": moment}
        clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.top,
            env=clean | _PEOPLE | dates | environment,
            input=stdin,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
        return done.stdout.decode("utf-8", "surrogateescape").strip()

    def write(self, files: Mapping[str, str | bytes | None]) -> None:
        """Write files below the top; None takes one away."""
        for path, content in files.items():
            place = os.path.join(os.fsencode(self.top), path.encode("utf-8", "surrogateescape"))  # noqa: PTH118
            if content is None:
                os.unlink(place)  # noqa: PTH108
                continue
            os.makedirs(os.path.dirname(place), exist_ok=True)  # noqa: PTH103, PTH120
            with open(place, "wb") as file:  # noqa: PTH123
                file.write(content.encode() if isinstance(content, str) else content)

    def commit(
        self,
        files: Mapping[str, str | bytes | None] | None = None,
        message: str | bytes = "a change",
        **environment: str,
    ) -> CommitId:
        """Write files and commit all that is there."""
        self.write(files or {})
        self.git("add", "--all")
        raw = message.encode() if isinstance(message, str) else message
        self.git(
            "commit",
            "--quiet",
            "--allow-empty",
            "--allow-empty-message",
            "--cleanup=verbatim",
            "--file=-",
            stdin=raw,
            **environment,
        )
        self.commits += 1
        return CommitId(self.git("rev-parse", "HEAD"))

    def blob(self, path: str, rev: str = "HEAD") -> str:
        """The name of a file's content at a commit."""
        return self.git("rev-parse", f"{rev}:{path}")

    def lose_object(self, name: str) -> None:
        """Take a loose object away, as a broken disk does."""
        self._loose(name).unlink()

    def spoil_object(self, name: str) -> None:
        """Overwrite a loose object with what can't be unpacked."""
        place = self._loose(name)
        place.chmod(0o644)
        place.write_bytes(b"garbage")

    def _loose(self, name: str) -> Path:
        return self.top / ".git" / "objects" / name[:2] / name[2:]


def a_repository(top: Path, *options: str) -> Repository:
    """A fresh repository with the branch `main` and no commit."""
    top.mkdir(parents=True, exist_ok=True)
    repository = Repository(top)
    repository.git("init", "--quiet", "--initial-branch=main", *options)
    return repository
