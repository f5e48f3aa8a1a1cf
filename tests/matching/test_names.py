import pytest

from goldkeeper.matching.names import MOST_RANKED, LikeNames, Namesakes
from goldkeeper.model.chunks import ChunkKind

MANY = MOST_RANKED * 5


@pytest.mark.parametrize("wanted", ["pkg7/deep/__init__.py", "new/pkg7/deep/__init__.py", "pkg7/deep/core/__init__.py"])
def test_of_very_many_namesakes_the_nearest_is_found(wanted: str) -> None:
    paths = [f"pkg{n}/{part}/__init__.py" for n in range(MANY) for part in ("flat", "deep")]
    namesakes = Namesakes((("__init__", n) for n in range(len(paths))), paths)
    assert paths[namesakes.nearest("__init__", wanted, 3)[0]] == "pkg7/deep/__init__.py"
    assert len(namesakes.nearest("__init__", wanted, 3)) == 3


def test_few_namesakes_are_all_ranked_ties_by_number() -> None:
    namesakes = Namesakes([("f", 2), ("f", 0), ("f", 1), ("g", 3)], ["b/x.py", "c/x.py", "a/x.py", "a/x.py"])
    assert namesakes.nearest("f", "a/x.py", 9) == [2, 0, 1]
    assert namesakes.nearest("h", "a/x.py", 9) == []


@pytest.mark.parametrize(
    ("name", "likest"), [("read_header_17", "header_17_read"), ("parseFrame", "parse_frame"), ("total", "totals")]
)
def test_in_a_file_of_many_names_the_likest_is_found(name: str, likest: str) -> None:
    names = [*(f"handler_{n}" for n in range(MANY)), "header_17_read", "parse_frame", "totals"]
    alike = LikeNames(("a.py", ChunkKind.FUNCTION, other, n) for n, other in enumerate(names))
    assert names[alike.nearest(name, ChunkKind.FUNCTION, ["a.py", "b.py"], 8)[0]] == likest
    assert alike.nearest(name, ChunkKind.CLASS, ["a.py"], 8) == []
