"""The way to people: apprise, which knows Slack, mail, ntfy, webhooks and a hundred more.

Receivers are URLs, and URLs are secrets. Each goes by the digest of its URL in our own files, and by
its service's name where people read of it. Each is sent to on its own, so that one that is away is
tried again without telling the others twice.
"""

import hashlib
import logging
import os
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from goldkeeper.model.errors import BadRequest, ConfigInvalid
from goldkeeper.model.redaction import Redactor
from goldkeeper.model.telling import Message

SHORT_SERVICE = 500  # characters of a message; pagers and SMS take the title alone
_DIGEST_BYTES = 4  # names a receiver among a few; too few to try out tokens against


class AppriseNotifier:
    """`ports.Notifier` through apprise."""

    def __init__(self, urls: Sequence[str]) -> None:
        """Receivers by URL.

        Raises:
            BadRequest: apprise is not installed.
            ConfigInvalid: a URL that apprise can't use; the sentence names its scheme alone.
        """
        self._redact = Redactor.knowing(urls)
        named = names_of(urls)
        self._names = {target: name for target, (name, _) in named.items()}
        self._servers: dict[str, Any] = {
            target: _server(url, number) for number, (target, (_, url)) in enumerate(named.items(), 1)
        }

    @property
    def targets(self) -> Mapping[str, str]:
        """Digest of the URL → name of the service."""
        return self._names

    def send(self, target: str, message: Message) -> str:
        """Send to one receiver; waits at most as long as apprise does, some seconds.

        Returns:
            Why it was not delivered; empty when it was.
        """
        apprise = _apprise()
        server = self._servers[target]
        body, form = message.text, apprise.NotifyFormat.TEXT
        if server.body_maxlen < SHORT_SERVICE:
            body = ""
        elif _liked(server) != apprise.NotifyFormat.TEXT:
            body, form = message.markdown, apprise.NotifyFormat.MARKDOWN
            if _liked(server) == apprise.NotifyFormat.HTML:
                body = without_code(body)
        sender = apprise.Apprise()
        sender.add(server)
        with _overheard() as said:
            try:
                done = sender.notify(
                    body=body or message.title,
                    title=message.title if body else "",
                    body_format=form,
                    interpret_escapes=False,
                )
            except Exception as problem:  # noqa: BLE001 - a plugin's fault must not stop a scan
                return self._redact(f"{type(problem).__name__}: {problem}")
        if done:
            return ""
        return self._redact(" ".join(said[-1].split())) if said else "refused without a reason"


def names_of(urls: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Receivers in the order given, each once: digest of the URL → name of the service, and the URL.

    >>> [name for name, _ in names_of(["json://a", "json://b", "ntfy://c"]).values()]
    ['json', 'json (number 2)', 'ntfy']
    """
    found: dict[str, tuple[str, str]] = {}
    for number, url in enumerate(dict.fromkeys(urls), 1):
        target = hashlib.blake2b(url.encode("utf-8", "replace"), digest_size=_DIGEST_BYTES).hexdigest()
        scheme = url.partition("://")[0].lower()
        taken = {name for name, _ in found.values()}
        found[target] = (scheme if scheme not in taken else f"{scheme} (number {number})", url)
    return found


def urls_of(configured: Sequence[str], folder: Path) -> tuple[str, ...]:
    """The URLs themselves: `env:NAME` and `file:PATH` are looked up, each may hold several, one a line.

    Args:
        configured: as in `notify.urls`.
        folder: what relative paths mean.

    Raises:
        ConfigInvalid: the variable is not set, or the file can't be read.
    """
    found: list[str] = []
    for entry in configured:
        kind, _, place = entry.partition(":")
        if kind == "env":
            value = os.environ.get(place.strip())
            if value is None:
                raise ConfigInvalid("notify.urls", f"{entry}: no such environment variable", "set it, or correct it")
            found += _lines(value)
        elif kind == "file" and not place.startswith("//"):
            path = folder / os.path.expandvars(place.strip())
            try:
                found += _lines(path.read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError) as problem:
                why = getattr(problem, "strerror", None) or "is no text"
                raise ConfigInvalid("notify.urls", f"{path}: {why.lower()}", "mend that, or correct it") from None
        else:
            found += _lines(entry)
    return tuple(found)


def without_code(markdown: str) -> str:
    r"""The same without marks for code: of a mail's code apprise makes lines of their own in its plain part.

    >>> without_code("**2**: gone from `my_file*.py`")
    '**2**: gone from my\\_file\\*.py'
    """
    return re.sub(r"`([^`\n]+)`", lambda found: re.sub(r"([\\*_{}\[\]<>#+!|~-])", r"\\\1", found[1]), markdown)


def _lines(text: str) -> list[str]:
    stripped = (line.strip() for line in text.splitlines())
    return [line for line in stripped if line and not line.startswith("#")]


def _server(url: str, number: int) -> Any:
    apprise = _apprise()
    with _overheard():
        server = apprise.Apprise.instantiate(url, suppress_exceptions=True)
    if server is None:
        scheme = url.partition("://")[0] if "://" in url else "no scheme"
        raise ConfigInvalid(
            "notify.urls", f"number {number} ({scheme[:20]}) is no URL that apprise can use", "see appriseit.com"
        )
    return server


@cache
def _apprise() -> ModuleType:
    """The library; it takes half a second and imports all its services, so only those who tell load it.

    Raises:
        BadRequest: it is not installed.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of modules that it imports, on older Pythons
        try:
            import apprise  # noqa: PLC0415  # see above
        except ImportError:
            raise BadRequest(
                "notify.urls", "telling people needs apprise", "pip install 'goldkeeper[notify]', or leave urls empty"
            ) from None
        apprise.Apprise.instantiate("json://localhost")
    return apprise


def _liked(server: Any) -> Any:
    """The form that a receiver likes best; newer releases of apprise know several of some, and a wish in the URL."""
    return server.resolve_format() if hasattr(server, "resolve_format") else server.notify_format


class _Ear(logging.Handler):
    """Keeps what a library complains about."""

    def __init__(self, said: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._said = said

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self._said.append(record.getMessage())


@contextmanager
def _overheard() -> Iterator[list[str]]:
    """What apprise says goes to us alone: it may name what it should not."""
    logger, said = logging.getLogger("apprise"), list[str]()
    ear, before = _Ear(said), logger.propagate
    logger.addHandler(ear)
    logger.propagate = False
    try:
        yield said
    finally:
        logger.removeHandler(ear)
        logger.propagate = before
