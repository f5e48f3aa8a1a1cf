"""Text that may be shown: what opens a door (passwords, tokens, notification URLs) is taken out of it.

Two nets, since each alone has holes. The secrets of the configuration are known, and go wherever
they stand, whole or in part. What nobody told us of (a URL in a library's complaint) goes by its
form. A URL is taken to its end at the next blank: rather a bracket too much than a token too few.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote, quote_plus, unquote, unquote_plus

HIDDEN = "***"
SHORTEST_PART = 6  # a part of a secret that is shorter may be any word, and hiding it garbles the rest

# Of these the host says where it went wrong and opens nothing. Of any other scheme (slack://,
# tgram://, …) even the host may be the token.
_WEB = frozenset({"http", "https", "ws", "wss"})
_DATABASES = frozenset({"postgresql", "postgres", "mysql", "mariadb"})
_PLACES = frozenset({"ssh", "git", "file", "sqlite"})

_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://(\S*)")
_NAMED = re.compile(
    r"(?i)\b([\w-]*(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|credential)s?)"
    r"(['\"]?\s*[=:]\s*)(?!\s)(\"[^\"]*\"?|'[^']*'?|\S+)"
)
_BEARER = re.compile(r"(?i)\b(bearer|basic|authorization:)\s+(?!bearer\b|basic\b)\S+")
_TRAILING = re.compile(r"[)\]}>'\",.;:!?]*$")


@dataclass(frozen=True, slots=True)
class Redactor:
    """Takes secrets out of a text.

    Attributes:
        known: each secret in all the spellings it may be met in, longest first.
    """

    known: tuple[str, ...] = ()

    @classmethod
    def knowing(cls, secrets: Iterable[str]) -> "Redactor":
        """One that knows these secrets: URLs and passwords of the configuration, as they are written there."""
        spellings = {spelling for secret in secrets for part in _parts(secret) for spelling in _spellings(part)}
        return cls(tuple(sorted((s for s in spellings if len(s) >= SHORTEST_PART), key=lambda s: (-len(s), s))))

    def __call__(self, text: str) -> str:
        """The text without secrets; anything else stays as it is.

        >>> Redactor()("no route to slack://T1JJ3T3L2/A1BRTD4JD (3 tries)")
        'no route to slack://*** (3 tries)'
        >>> Redactor.knowing(["ntfys://alarms-7f3a/"])("topic alarms-7f3a is unknown")
        'topic *** is unknown'
        """
        for secret in self.known:
            text = text.replace(secret, HIDDEN)
        text = _URL.sub(_shown_url, text)
        text = _BEARER.sub(rf"\1 {HIDDEN}", text)
        return _NAMED.sub(rf"\1\2{HIDDEN}", text)


def _parts(secret: str) -> set[str]:
    """The whole of it, and what a library may name of it: user, password, tokens of the path, values of the query."""
    scheme, separator, rest = secret.partition("://")
    if not separator:
        return {secret}
    parts = re.split(r"[/?&#]", rest)
    host, values = parts[0], [part.partition("=")[2] or part for part in parts[1:]]
    user, at, place = host.rpartition("@")
    found = {secret, rest, *values, *user.split(":", 1)}
    if scheme.lower() not in _WEB | _DATABASES | _PLACES and not at:
        found |= {place, *place.split(":")}
    return found


def _spellings(part: str) -> set[str]:
    return {part, unquote(part), unquote_plus(part), quote(part, safe=""), quote(part), quote_plus(part)}


def _shown_url(found: re.Match[str]) -> str:
    """What of a URL opens nothing: for the web the host, for a database host and name, else the scheme."""
    scheme, rest = found.group(1), found.group(2)
    if not rest or rest.startswith(HIDDEN):
        return found.group(0)
    kind = scheme.lower().split("+")[0]
    end = _TRAILING.search(rest)
    tail = end.group(0) if end else ""
    rest = rest[: len(rest) - len(tail)]
    # From the right: a password may hold what should have been escaped.
    _, at, place = rest.rpartition("@")
    hidden = f"{HIDDEN}@" if at else ""
    if kind in _PLACES:
        return f"{scheme}://{hidden}{place}{tail}"
    if kind in _DATABASES:
        return f"{scheme}://{hidden}{place.partition('?')[0]}{tail}"
    if kind in _WEB:
        host, slash, _ = place.partition("/")
        host = host.partition("?")[0].partition("#")[0]
        return f"{scheme}://{hidden}{host}{slash and '/' + HIDDEN}{tail}"
    return f"{scheme}://{HIDDEN}{tail}"
