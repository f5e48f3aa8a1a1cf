"""Which chunks a gold file names, whatever state its lines are in."""

import pytest

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.gold_mentions import UnreadLines, read_mentions
from tests.projects import TOTAL_ID, gold_lines

SOUND = gold_lines({TOTAL_ID: 3})


def named(line: str | bytes, chunk: str = TOTAL_ID) -> bool:
    data = line if isinstance(line, bytes) else line.encode()
    return ChunkId.parse(chunk) in read_mentions(data)


@pytest.mark.parametrize(
    "line",
    [
        SOUND,
        SOUND.replace(": 3", ": 7"),
        SOUND.replace('"query"', '"ask"'),
        SOUND.replace('"gold": {', '"gold": [').replace(": 3}", "]"),
        SOUND.replace('"gold"', '"gold": {}, "gold"'),
        SOUND.replace('"gold": {', '"gold": {').replace("}}", '}, "gold": {}}'),
        SOUND + SOUND,
        SOUND.replace("}\n", ""),
        SOUND.replace('total": 3', "total: 3"),
        SOUND.replace('"', "'"),
        SOUND.replace("src/", "./src\\\\").replace("}", ""),
        SOUND.replace("/", "\\/").replace("}", ""),
        f"# {SOUND}",
        b"\xff" + SOUND.encode(),
    ],
    ids=[
        "sound",
        "no grade",
        "no query",
        "a list",
        "gold before it",
        "gold behind it",
        "the same query twice",
        "cut off",
        "a quote is missing",
        "single quotes",
        "back slashes",
        "escaped slashes",
        "a comment",
        "no UTF-8",
    ],
)
def test_a_line_names_its_chunk_in_whatever_state_it_is(line: str | bytes) -> None:
    assert named(line)


@pytest.mark.parametrize("other", ["src/cart.py:1-3:tot", "cart.py:1-3:total", "src/cart.py:1-4:total"])
def test_a_part_of_an_id_is_another_id(other: str) -> None:
    assert not named(SOUND, other)


def test_the_text_of_a_query_names_nothing() -> None:
    assert not named(gold_lines({"a.py:1-2:f": 3}).replace("question", TOTAL_ID))


def test_a_character_in_two_escapes_is_one() -> None:
    assert named('{"gold": {"src/\\ud83d\\ude00.py:1-2:f"', "src/\N{GRINNING FACE}.py:1-2:f")


def test_the_bytes_of_a_path_that_is_no_utf8_are_found_raw_and_escaped() -> None:
    for line in (b'{"caf\xe9.py:1-2:f"', b'{"caf\\udce9.py:1-2:f"'):
        assert named(line, "caf\udce9.py:1-2:f")


def test_lines_are_named_by_number_in_their_order() -> None:
    lines = UnreadLines.of([(3, b"x a.py:1-2:f"), (5, b"nothing"), (8, b"a.py:1-2:f b.py:1-2:g")])
    assert lines.naming("a.py:1-2:f") == (3, 8)
    assert lines.naming("no ID") == ()
