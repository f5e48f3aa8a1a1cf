"""The address under which a code host shows lines of a file at a commit.

Made from the git remote, without asking anybody. A host that is none of those we know gives no link: a dead one is
worse than none. Names and passwords in a remote's address are left out.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import quote

from goldkeeper.model.chunks import Span


class CodeHost(StrEnum):
    """Whose form of address a host uses."""

    GITHUB = "github"
    GITLAB = "gitlab"
    BITBUCKET = "bitbucket"
    GITEA = "gitea"  # also Forgejo and Codeberg


_ADDRESS = {
    CodeHost.GITHUB: "{base}/blob/{commit}/{path}#L{start}-L{end}",
    CodeHost.GITLAB: "{base}/-/blob/{commit}/{path}#L{start}-{end}",
    CodeHost.BITBUCKET: "{base}/src/{commit}/{path}#lines-{start}:{end}",
    CodeHost.GITEA: "{base}/src/commit/{commit}/{path}#L{start}-L{end}",
}
# A part of the host's name → its form; a company's own host is often called `gitlab.example.com`.
_SIGNS = {
    "github": CodeHost.GITHUB,
    "gitlab": CodeHost.GITLAB,
    "bitbucket": CodeHost.BITBUCKET,
    "gitea": CodeHost.GITEA,
    "forgejo": CodeHost.GITEA,
    "codeberg": CodeHost.GITEA,
}
_URL = re.compile(r"(?P<scheme>https?|ssh|git|git\+ssh)://(?:[^/@]*@)?(?P<host>[^/:]+)(?P<port>:\d+)?/(?P<path>.+)")
_SCP = re.compile(r"(?:[^/@:]+@)?(?P<host>[^/:@]+\.[^/:@]+):(?!/?/)(?P<path>[^:]+)")  # git@host:owner/name.git


@dataclass(frozen=True, slots=True)
class CodePage:
    """A repository's pages on a code host.

    Attributes:
        base: address of the repository's page, without a slash at the end.
    """

    host: CodeHost
    base: str

    def link(self, commit: str, path: str, span: Span) -> str:
        """The address of these lines.

        >>> page = CodePage(CodeHost.GITLAB, "https://gitlab.com/a/b")
        >>> page.link("3f2a", "src/a b#.py", Span(3, 8))
        'https://gitlab.com/a/b/-/blob/3f2a/src/a%20b%23.py#L3-8'
        """
        spelled = quote(path.encode("utf-8", "surrogateescape"), safe="/")
        return _ADDRESS[self.host].format(base=self.base, commit=commit, path=spelled, start=span.start, end=span.end)


def code_page(remote: str, host: CodeHost | None = None) -> CodePage | None:
    """The pages of a git remote; None for a path on disk, and for a host that we don't know.

    Args:
        remote: as git has it: `git@host:owner/name.git`, `https://…`, `ssh://…`.
        host: whose form of address it uses, where its name doesn't tell.

    >>> code_page("git@github.com:ada/shop.git").base
    'https://github.com/ada/shop'
    >>> code_page("https://ada:secret@codeberg.org/ada/shop").base
    'https://codeberg.org/ada/shop'
    >>> code_page("../shop.git"), code_page("https://git.example.com/ada/shop")
    (None, None)
    """
    found = _URL.fullmatch(remote.strip()) or _SCP.fullmatch(remote.strip())
    if found is None:
        return None
    parts = found.groupdict()
    name = parts["host"].lower()
    kind = host or next((form for sign, form in _SIGNS.items() if sign in name), None)
    path = parts["path"].strip("/").removesuffix(".git").strip("/")
    if kind is None or not path:
        return None
    scheme = parts.get("scheme") or "ssh"
    # The port of ssh is not that of the pages.
    port = (parts.get("port") or "") if scheme in {"http", "https"} else ""
    return CodePage(kind, f"{'http' if scheme == 'http' else 'https'}://{name}{port}/{quote(path, safe='/~')}")
