"""The byte ranges that are found are those of the members, for every JSON there is."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from goldkeeper.model.json_text import Members, closing_lines, find_members, read_json, write_text

texts = st.text(max_size=6) | st.sampled_from(['"', "\\", '\\"', "{", "}", ",", ":", "[{", "\u2028", "\ud800"])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(texts, values, max_size=4), st.booleans(), st.sampled_from([None, 1, (" ,", " :")]))
def test_each_member_lies_where_it_is_said_to_lie(record: dict[str, Any], ascii_only: bool, style: Any) -> None:
    spaced = {"separators": style} if isinstance(style, tuple) else {"indent": style}
    data = json.dumps(record, ensure_ascii=ascii_only, **spaced).encode("utf-8", "surrogatepass")
    place = find_members(data)
    assert (place.start, place.end) == (0, len(data))
    found = [
        (json.loads(spelled(data, m.key_start, m.key_end)), json.loads(spelled(data, m.value_start, m.value_end)))
        for m in place.members
    ]
    assert repr(found) == repr(list(record.items()))  # repr, since NaN is not equal to itself


def spelled(data: bytes, start: int, end: int) -> str:
    return data[start:end].decode("utf-8", "surrogatepass")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.dictionaries(texts, values, max_size=2), max_size=4))
def test_each_object_knows_the_line_on_which_it_opens(records: list[dict[str, Any]]) -> None:
    text = json.dumps({"held": records}, indent=1)
    document = read_json(text, closing_lines(text.encode()))
    rows = text.split("\n")
    for record in document.get("held"):
        assert isinstance(record, Members)
        assert rows[record.line - 1].strip().startswith("{")


@settings(max_examples=60, deadline=None)
@given(texts, st.booleans(), st.booleans())
def test_a_written_text_reads_the_same_and_is_one_line(text: str, ascii_only: bool, escape_slashes: bool) -> None:
    written = write_text(text, ascii_only=ascii_only, escape_slashes=escape_slashes)
    assert json.loads(written) == text
    assert len(written.decode().splitlines()) == 1
