"""Digests in words: three templates (title, text, Markdown), ours or the user's own.

A template of the user's that is missing is ours. They are given `digest` (see `model/telling.py`)
and the sentences that ours are made of. In Markdown a plain string is prose and is escaped.
"""

from collections.abc import Callable
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError

from goldkeeper.model.errors import ConfigInvalid
from goldkeeper.model.telling import Digest, Message
from goldkeeper.reporting.digest import before_sentence, drift_sentence, rest_sentence, title_of, work_sentence
from goldkeeper.reporting.markdown import MarkdownText, code, prose
from goldkeeper.reporting.visible import visible
from goldkeeper.reporting.wording import count

OURS = Path(__file__).parent / "templates" / "notes"
LONGEST_TITLE = 120  # characters; what phones and mail lists show of one


class NoteTemplates:
    """`ports.Writer` from templates."""

    def __init__(self, own: Path | None = None) -> None:
        """Templates in a folder of the user's go before ours.

        Raises:
            ConfigInvalid: the folder is not there.
        """
        if own is not None and not own.is_dir():
            raise ConfigInvalid(str(own), "no such folder of templates", "correct notify.templates, or leave it empty")
        self._folders = [*([own] if own is not None else []), OURS]
        self._plain = self._environment(lambda value: visible(value) if isinstance(value, str) else value)
        self._markdown = self._environment(_escaped)

    def __call__(self, digest: Digest) -> Message:
        """The message.

        Raises:
            ConfigInvalid: a template of the user's can't be used, with its line.
        """
        title = " ".join(self._render(self._plain, "title.j2", digest).split())
        return Message(
            title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1]}…",
            _calm(self._render(self._plain, "text.j2", digest)),
            _calm(self._render(self._markdown, "markdown.j2", digest)),
        )

    def _environment(self, finalize: Callable[[object], object]) -> Environment:
        made = Environment(
            loader=FileSystemLoader(self._folders),
            autoescape=False,  # noqa: S701  # no HTML; `finalize` escapes for Markdown
            finalize=finalize,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        made.filters |= {"code": code, "count": count, "as_is": MarkdownText}
        return made

    def _render(self, environment: Environment, name: str, digest: Digest) -> str:
        drift = digest.drift
        try:
            return environment.get_template(name).render(
                digest=digest,
                title=title_of(digest),
                drift_sentence=drift_sentence(digest),
                work_sentence=work_sentence(drift) if drift else "",
                rest_sentence=rest_sentence(drift) if drift else "",
                before_sentence=before_sentence(drift) if drift else "",
            )
        except TemplateError as problem:
            place = f"{getattr(problem, 'filename', None) or name}:{getattr(problem, 'lineno', '?')}"
            raise ConfigInvalid(place, str(problem), "mend the template") from None


def _escaped(value: object) -> object:
    return prose(value) if isinstance(value, str) and not isinstance(value, MarkdownText) else value


def _calm(text: str) -> str:
    """No blank lines at the ends, never two together."""
    lines = [line.rstrip() for line in text.split("\n")]
    return "\n".join(line for n, line in enumerate(lines) if line or (n and lines[n - 1])).strip("\n")
