import pytest

from goldkeeper.model.chunks import SkipReason
from goldkeeper.model.errors import BadRequest
from goldkeeper.stores.path_rules import PathRules


@pytest.mark.parametrize(
    ("glob", "path", "wanted"),
    [
        ("*.py", "deep/down/a.py", True),
        ("/*.py", "deep/a.py", False),
        ("/*.py", "a.py", True),
        ("src/*.py", "src/a.py", True),
        ("src/*.py", "src/deep/a.py", False),
        ("src/**/*.py", "src/deep/down/a.py", True),
        ("src/**/*.py", "src/a.py", True),
        ("vendor/", "src/vendor/deep/a.py", True),
        ("vendor/", "vendor", False),
        ("a?.[ch]", "x/ab.c", True),
        ("übung*", "lehre/übung 1.py", True),
        ("\\!odd.py", "!odd.py", True),
    ],
)
def test_globs_are_gits(glob: str, path: str, wanted: bool) -> None:
    assert PathRules(include=(glob,)).admits(path) is wanted
    assert PathRules(exclude=(glob,)).admits(path) is not wanted


def test_exclude_is_stronger_than_include_and_a_later_glob_takes_back() -> None:
    rules = PathRules(include=("src/",), exclude=("*_test.py", "!src/kept_test.py"))
    paths = ("src/a.py", "src/a_test.py", "src/kept_test.py", "kept_test.py")
    assert [rules.admits(path) for path in paths] == [True, False, True, False]
    assert [rules.verdict(path) for path in paths[:2]] == [None, SkipReason.EXCLUDED]


def test_without_globs_every_path_is_inside() -> None:
    assert PathRules().admits("any/thing\n at all")


def test_a_glob_that_git_can_not_read_is_named() -> None:
    with pytest.raises(BadRequest, match="'!'"):
        PathRules(exclude=("vendor/", "!")).admits("a.py")
