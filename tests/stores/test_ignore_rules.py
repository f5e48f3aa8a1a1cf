from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from goldkeeper.stores.folder_tree import FolderTree
from goldkeeper.stores.ignore_rules import PatternError, parse_ignore_file, parse_pattern
from goldkeeper.stores.path_rules import PathRules
from tests.stores.git_repositories import a_repository

_names = st.sampled_from(["a", "b", "ab", "a.py", "b.py", "x y", "é", "[a]", "a-b", "A", "1", "]"])
_paths = st.lists(_names, min_size=1, max_size=3).map("/".join)
_GLOBS = (
    "* ** *** a* a** *.py ? ?? *? a b ab é a\\b \\[a] [ab] [!a]* [^a] []] []-a] [a-] [z-a] [a-c1]* [\\]] [a"
    " [[:alpha:]] [![:upper:]] [[:no:]]"
)
_globs = st.sampled_from([*_GLOBS.split(" "), "x y", "x y "])
_patterns = st.builds(
    lambda back, lead, parts, tail: back + lead + "/".join(parts) + tail,
    st.sampled_from(["", "", "!", "#", "\\#"]),
    st.sampled_from(["", "/", "**/"]),
    st.lists(_globs, min_size=1, max_size=3),
    st.sampled_from(["", "/", "/**", "/*", "\\", " ", "\\ "]),
)


def _what_git_sees(
    factory: pytest.TempPathFactory, paths: set[str], patterns: list[str], nested: list[str]
) -> tuple[Path, set[str]]:
    repository = a_repository(factory.mktemp("folder"))
    leaves = {path for path in paths if not any(other.startswith(path + "/") for other in paths)}
    repository.write(dict.fromkeys(leaves, "") | {".gitignore": "\n".join(patterns)})
    if (repository.top / "a").is_dir():
        repository.write({"a/.gitignore": "\n".join(nested)})
    seen = repository.git("ls-files", "-z", "--others", "--exclude-standard").split("\0")
    return repository.top, {path for path in seen if path}


@settings(max_examples=40, deadline=None)
@example(paths={"a/a"}, patterns=["/**/"], nested=[])
@example(paths={"d/a.py", "d/b.txt", "c.py"}, patterns=["*", "!*/", "!*.py"], nested=[])
@given(
    paths=st.sets(_paths, min_size=1, max_size=8),
    patterns=st.lists(_patterns, min_size=1, max_size=5),
    nested=st.lists(_patterns, max_size=3),
)
def test_the_same_files_are_ignored_as_git_ignores(
    tmp_path_factory: pytest.TempPathFactory, paths: set[str], patterns: list[str], nested: list[str]
) -> None:
    top, seen = _what_git_sees(tmp_path_factory, paths, patterns, nested)
    assert set(FolderTree(top).files()) == seen


@settings(max_examples=40, deadline=None)
@given(paths=st.sets(_paths, min_size=1, max_size=8), glob=_patterns.filter(lambda line: line[0] not in "!#"))
def test_a_single_glob_leaves_out_what_git_would_ignore(
    tmp_path_factory: pytest.TempPathFactory, paths: set[str], glob: str
) -> None:
    try:
        parse_pattern(glob.encode())
    except PatternError:
        return
    top, seen = _what_git_sees(tmp_path_factory, paths, [glob], [])
    below = (place.relative_to(top).as_posix() for place in top.rglob("*") if place.is_file())
    rules = PathRules(exclude=(glob,))
    assert {path for path in below if rules.admits(path) and not path.startswith(".git/")} == seen


@pytest.mark.parametrize("line", [b"", b"   ", b"# comment", b"!", b"/", b"a\\", b"[abc", b"[[:nothing:]]"])
def test_what_can_match_nothing_is_no_pattern(line: bytes) -> None:
    with pytest.raises(PatternError):
        parse_pattern(line)
    assert parse_ignore_file("", [line, b"a"]).patterns == parse_ignore_file("", [b"a"]).patterns


def test_long_runs_of_wild_cards_end() -> None:
    pattern = parse_pattern(b"**/a*b*c*/**/*.py")
    assert not pattern.covers(b"a" * 40 + b"/" + b"b" * 40 + b"/x.txt")
