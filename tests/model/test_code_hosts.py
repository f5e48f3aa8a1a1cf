"""Links into code hosts."""

import pytest

from goldkeeper.model.chunks import CommitId, Span
from goldkeeper.model.code_hosts import code_url

COMMIT = CommitId("3f2a1b9")


@pytest.mark.parametrize(
    ("remote", "url"),
    [
        ("git@github.com:ada/shop.git", "https://github.com/ada/shop/blob/3f2a1b9/src/a.py#L3-L8"),
        ("https://github.com/ada/shop", "https://github.com/ada/shop/blob/3f2a1b9/src/a.py#L3-L8"),
        ("https://ada:secret@github.com/ada/shop.git", "https://github.com/ada/shop/blob/3f2a1b9/src/a.py#L3-L8"),
        ("ssh://git@github.com:22/ada/shop.git", "https://github.com/ada/shop/blob/3f2a1b9/src/a.py#L3-L8"),
        ("git@gitlab.com:team/sub/shop.git", "https://gitlab.com/team/sub/shop/-/blob/3f2a1b9/src/a.py#L3-8"),
        ("https://gitlab.example.org:8443/t/s.git", "https://gitlab.example.org:8443/t/s/-/blob/3f2a1b9/src/a.py#L3-8"),
        ("git@bitbucket.org:ada/shop.git", "https://bitbucket.org/ada/shop/src/3f2a1b9/src/a.py#lines-3:8"),
        ("https://codeberg.org/ada/shop.git", "https://codeberg.org/ada/shop/src/commit/3f2a1b9/src/a.py#L3-L8"),
        ("https://gitea.example.org/ada/shop", "https://gitea.example.org/ada/shop/src/commit/3f2a1b9/src/a.py#L3-L8"),
    ],
)
def test_each_host_spells_its_links_in_its_own_way(remote: str, url: str) -> None:
    assert code_url(remote, COMMIT, "src/a.py", Span(3, 8)) == url


def test_without_a_path_the_commit_itself_is_linked() -> None:
    assert code_url("git@gitlab.com:a/b.git", COMMIT) == "https://gitlab.com/a/b/-/commit/3f2a1b9"


@pytest.mark.parametrize(
    "remote",
    [
        "",
        "/srv/git/shop.git",
        "../shop",
        "C:\\work\\shop",
        "C:/work/github.com/shop",
        "https://example.org/ada/shop.git",
        "https://notgithub.com/ada/shop",
        "file:///srv/github.com/a/b",
        "javascript://github.com/a/b",
        "https://github.com/",
        "https://github.com:port/a/b",
        'https://github.com"onload=x/a/b',
    ],
)
def test_what_is_no_known_host_gets_no_link(remote: str) -> None:
    assert code_url(remote, COMMIT, "a.py") is None


def test_a_path_can_not_leave_its_place_in_the_link() -> None:
    url = code_url("https://github.com/a/b", COMMIT, 'x "y"?#é\udcff.py')
    assert url == "https://github.com/a/b/blob/3f2a1b9/x%20%22y%22%3F%23%C3%A9%FF.py"
