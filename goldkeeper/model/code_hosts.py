"""Where a piece of code can be looked at in a browser: the permanent link at a commit, by the remote's URL.

Hosts are told apart by their names, since nothing may be asked of them: a self-hosted one is recognised where its
name says what it runs (`gitlab.example.org`), and otherwise there is no link rather than a wrong one.
"""

import re
from collections.abc import Callable
from urllib.parse import quote, urlsplit

from goldkeeper.model.chunks import CommitId, Span

_SCP = re.compile(r"(?:[^@/\s]+@)?([^:/\s]+):(?!//)(.+)")  # git@host:owner/name.git
_SCHEMES = frozenset({"https", "http", "ssh", "git", "git+ssh"})
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")


def code_url(remote: str, commit: CommitId, path: str = "", span: Span | None = None) -> str | None:
    """A permanent link to lines of a file at a commit, or to the commit itself where no path is given.

    Args:
        remote: as `git remote get-url` prints it; a user name and a password in it are left out.
        commit: the whole name.
        path: from the repository's top.
        span: lines to mark; None links the file.

    Returns:
        None where the remote is no known code host.

    >>> code_url("git@github.com:ada/shop.git", CommitId("3f2a1b9"), "src/a.py", Span(3, 8))
    'https://github.com/ada/shop/blob/3f2a1b9/src/a.py#L3-L8'
    """
    found = _place(remote)
    if found is None:
        return None
    host, repository = found
    form = next((form for name, form in _FORMS if name in host.partition(":")[0].split(".") or host == name), None)
    if form is None:
        return None
    return f"https://{host}/{quote(repository, safe='/~')}/{form(quote(commit, safe=''), _quoted(path), span)}"


def filled_link(form: str, commit: CommitId, path: str, span: Span | None = None) -> str:
    """A link to lines of a file at a commit, on a code host that only its users know.

    Args:
        form: a URL with `{commit}`, `{path}`, `{start}` and `{end}`, each where it is wanted.
        commit: the whole name.
        path: from the repository's top.
        span: lines to mark; None marks the first.

    >>> filled_link("https://code.example/shop/{path}?at={commit}#{start}", CommitId("3f2a1b9"), "a b.py", Span(3, 8))
    'https://code.example/shop/a%20b.py?at=3f2a1b9#3'
    """
    start, end = (span.start, span.end) if span else (1, 1)
    parts = {"commit": quote(commit, safe=""), "path": _quoted(path), "start": str(start), "end": str(end)}
    return re.sub(r"\{(commit|path|start|end)\}", lambda found: parts[found[1]], form)


def _quoted(path: str) -> str:
    """A path may hold bytes that are no UTF-8."""
    return quote(path.encode("utf-8", "surrogateescape"), safe="/")


def _place(remote: str) -> tuple[str, str] | None:
    """Host, with its port where it speaks HTTP, and the repository's path there."""
    remote = remote.strip()
    scp = _SCP.fullmatch(remote)
    if "://" in remote:
        try:
            parts = urlsplit(remote)
            port = parts.port if parts.scheme in {"http", "https"} else None
        except ValueError:
            return None
        if parts.scheme not in _SCHEMES or not parts.hostname:
            return None
        host, path, ending = parts.hostname, parts.path, f":{port}" if port else ""
    elif scp is not None and not re.fullmatch(r"[A-Za-z]", scp[1]):  # a drive letter is no host
        host, path, ending = scp[1].lower(), scp[2], ""
    else:
        return None
    repository = path.strip("/").removesuffix(".git")
    if not _HOST.fullmatch(host) or "/" not in repository:
        return None
    return host + ending, repository


def _github(commit: str, path: str, span: Span | None) -> str:
    if not path:
        return f"commit/{commit}"
    return f"blob/{commit}/{path}" + (f"#L{span.start}-L{span.end}" if span else "")


def _gitlab(commit: str, path: str, span: Span | None) -> str:
    if not path:
        return f"-/commit/{commit}"
    return f"-/blob/{commit}/{path}" + (f"#L{span.start}-{span.end}" if span else "")


def _bitbucket(commit: str, path: str, span: Span | None) -> str:
    if not path:
        return f"commits/{commit}"
    return f"src/{commit}/{path}" + (f"#lines-{span.start}:{span.end}" if span else "")


def _gitea(commit: str, path: str, span: Span | None) -> str:
    if not path:
        return f"commit/{commit}"
    return f"src/commit/{commit}/{path}" + (f"#L{span.start}-L{span.end}" if span else "")


_Form = Callable[[str, str, Span | None], str]
# A label of the host's name → how it spells its links.
_FORMS: tuple[tuple[str, _Form], ...] = (
    ("github", _github),
    ("gitlab", _gitlab),
    ("bitbucket", _bitbucket),
    ("gitea", _gitea),
    ("codeberg", _gitea),
    ("forgejo", _gitea),
)
