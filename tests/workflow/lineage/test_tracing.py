"""A chunk's history over real repositories: every kind of step, merges, and the ways it can end."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.errors import BadRequest, MalformedChunkId, UnknownChunk
from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.history_index import GitHistoryIndex
from goldkeeper.wiring import make_chunker
from goldkeeper.workflow.trace import Traced, as_json, trace
from tests.stores.git_repositories import Repository, a_repository

TOTAL = """\
def total(cart):
    amount = sum(line.price for line in cart.lines)
    discount = discount_of(cart.customer, amount)
    return amount - discount + shipping(cart)
"""
OTHER = """\
def refund(order, reason):
    ticket = open_ticket(order.customer, reason)
    notify(order.customer, ticket, reason)
    return pay_back(order.paid, ticket)
"""
IN_CLASS = "class Cart:\n" + "".join(f"    {line}\n" if line else "\n" for line in TOTAL.rstrip().split("\n"))


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return a_repository(tmp_path / "shop")


def traced(repository: Repository, *ids: str, rev: str = "HEAD", until: str = "") -> list[Traced]:
    history = GitHistory.open(repository.top)
    head, end = history.resolve(rev), history.resolve(until) if until else None
    index = GitHistoryIndex(history, None)
    return list(trace(ids, head, until=end, history=history, index=index, chunker=make_chunker()))


def story(
    repository: Repository, path: str, symbol: str, *, rev: str = "HEAD", until: str = ""
) -> list[tuple[str, str]]:
    """Subject of the commit and kind of change, newest first."""
    chunk_id = an_id(repository, path, symbol, rev)
    (one,) = traced(repository, chunk_id, rev=rev, until=until)
    return [(note.subject, str(line.kind)) for line, note in one.lines]


def an_id(repository: Repository, path: str, symbol: str, rev: str = "HEAD") -> str:
    source = repository.git("show", f"{rev}:{path}") + "\n"
    file = make_chunker().chunk_file(path, "blob", source.encode())  # type: ignore[arg-type]  # any name will do
    return str(next(chunk.id for chunk in file.chunks if chunk.symbol == symbol))  # type: ignore[union-attr]


def last(lines: Iterable[tuple[str, str]]) -> tuple[str, str]:
    return list(lines)[-1]


def test_a_chunk_that_was_never_touched_again_was_only_introduced(repository: Repository) -> None:
    repository.commit({"a.py": TOTAL}, "first")
    repository.commit({"a.py": "import os\n\n\n" + TOTAL}, "shifted")
    repository.commit({"b.py": OTHER}, "elsewhere")

    assert story(repository, "a.py", "total") == [("first", "introduced")]


def test_each_edit_is_told_by_its_kind_and_layout_is_not(repository: Repository) -> None:
    repository.commit({"a.py": TOTAL}, "first")
    repository.commit({"a.py": (two := TOTAL.replace("(cart)", "(cart, rate=1)", 1))}, "parameter")
    repository.commit({"a.py": (three := two.replace("amount - ", "amount * rate - "))}, "body")
    repository.commit({"a.py": (four := "# What to pay.\n" + three)}, "comment")
    repository.commit({"a.py": (five := four.replace("amount = ", "amount  = "))}, "layout")
    repository.commit({"a.py": five.replace("def total", "@cached\ndef total")}, "decorator")

    assert story(repository, "a.py", "total") == [
        ("decorator", "annotation change"),
        ("comment", "comment change"),
        ("body", "body change"),
        ("parameter", "parameter change"),
        ("first", "introduced"),
    ]


def test_a_blank_line_below_a_comment_is_no_change(repository: Repository) -> None:
    repository.commit({"a.py": f"import os\n\n# What to pay.\n{TOTAL}"}, "first")
    repository.commit({"a.py": f"import os\n\n# What to pay.\n\n{TOTAL}"}, "blank")
    repository.commit({"a.py": f"import os\n\n# What there is to pay.\n{TOTAL}"}, "comment")

    assert story(repository, "a.py", "total") == [("comment", "comment change"), ("first", "introduced")]


def test_a_renamed_file_is_a_changed_container(repository: Repository) -> None:
    repository.commit({"a.py": TOTAL + OTHER}, "first")
    repository.commit({"a.py": None, "lib/b.py": TOTAL + OTHER}, "rename")
    repository.commit({"lib/b.py": None, "lib/c.py": "import os\n\n" + TOTAL + OTHER}, "rename with edits")

    assert story(repository, "lib/c.py", "total") == [
        ("rename with edits", "container change"),
        ("rename", "container change"),
        ("first", "introduced"),
    ]


def test_a_method_moved_to_another_class_of_another_file_is_followed(repository: Repository) -> None:
    repository.commit({"a.py": TOTAL + "\n\n" + OTHER, "b.py": "import os\n"}, "first")
    repository.commit({"a.py": OTHER, "b.py": "import os\n\n\n" + IN_CLASS}, "move")

    assert story(repository, "b.py", "Cart.total") == [("move", "moved"), ("first", "introduced")]


def test_a_renamed_function_is_followed_and_says_its_names(repository: Repository) -> None:
    repository.commit({"a.py": TOTAL + "\n\n" + OTHER}, "first")
    repository.commit({"a.py": TOTAL.replace("def total", "def grand_total") + "\n\n" + OTHER}, "rename")

    (one,) = traced(repository, an_id(repository, "a.py", "grand_total"))
    lines = [as_json(*line) for line in one.lines]

    assert [(line["change"], line["id"], line["previous_id"]) for line in lines] == [
        ("rename", "a.py:1-4:grand_total", "a.py:1-4:total"),
        ("introduced", "a.py:1-4:total", None),
    ]
    assert lines[0]["evidence"]["name"] == {"from": "total", "to": "grand_total"}
    assert list(lines[0]) == ["commit", "date", "change", "id", "previous_id", "evidence"]


def test_a_renamed_class_changes_the_container_of_its_methods_though_their_text_stays(repository: Repository) -> None:
    repository.commit({"a.py": IN_CLASS}, "first")
    repository.commit({"a.py": IN_CLASS.replace("class Cart", "class Basket")}, "class")

    assert story(repository, "a.py", "Basket.total") == [("class", "container change"), ("first", "introduced")]


def test_a_package_line_edited_in_place_changes_the_container(repository: Repository) -> None:
    method = "    int total() {\n        return sum(lines, rate, shipping, discount);\n    }\n"
    java = f"package shop;\n\nclass Cart {{\n{method}}}\n"
    repository.commit({"Cart.java": java}, "first")
    repository.commit({"Cart.java": java.replace("package shop", "package org.shop")}, "package")

    assert story(repository, "Cart.java", "Cart.total") == [("package", "container change"), ("first", "introduced")]


def test_an_extracted_function_is_introduced_and_says_where_from(repository: Repository) -> None:
    repository.commit({"a.py": TOTAL + "\n\n" + OTHER}, "first")
    taken = TOTAL.replace("def total", "def grand_total")
    repository.commit(
        {"a.py": "def total(cart):\n    return grand_total(cart)\n\n\n" + taken + "\n\n" + OTHER}, "extract"
    )

    (one,) = traced(repository, an_id(repository, "a.py", "grand_total"))
    (line, note), *more = one.lines

    assert (note.subject, str(line.kind), more) == ("extract", "introduced", [])
    assert line.evidence["extracted from"] == "a.py:1-4:total"
    assert story(repository, "a.py", "total") == [("extract", "body change"), ("first", "introduced")]


def test_a_merge_is_not_named_where_a_parent_has_the_file_as_it_is(repository: Repository) -> None:
    repository.commit({"a.py": TOTAL, "b.py": OTHER}, "first")
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit({"a.py": TOTAL.replace("amount - ", "amount * 2 - ")}, "on the side")
    repository.git("checkout", "--quiet", "main")
    repository.commit({"b.py": OTHER + "\n# more\n"}, "on main")
    repository.git("merge", "--quiet", "--no-ff", "-m", "merge", "side")

    assert story(repository, "a.py", "total") == [("on the side", "body change"), ("first", "introduced")]


def test_a_merge_of_two_edits_of_the_file_follows_the_side_that_has_the_chunk(repository: Repository) -> None:
    both = TOTAL + "\n\n" + OTHER
    repository.commit({"a.py": both}, "first")
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit({"a.py": (edited := both.replace("amount - ", "amount * 2 - "))}, "on the side")
    repository.git("checkout", "--quiet", "main")
    repository.commit({"a.py": both.replace("pay_back", "give_back")}, "on main")
    repository.git("merge", "--quiet", "--no-ff", "-m", "merge", "side")

    assert edited
    assert story(repository, "a.py", "total") == [("on the side", "body change"), ("first", "introduced")]
    assert story(repository, "a.py", "refund") == [("on main", "body change"), ("first", "introduced")]


def test_an_edit_made_in_the_merge_itself_is_the_merges(repository: Repository) -> None:
    repository.commit({"a.py": TOTAL}, "first")
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit({"b.py": OTHER}, "on the side")
    repository.git("checkout", "--quiet", "main")
    repository.commit({"c.py": OTHER}, "on main")
    repository.git("merge", "--quiet", "--no-ff", "--no-commit", "side")
    repository.commit({"a.py": TOTAL.replace("amount - ", "amount * 2 - ")}, "merge")

    assert story(repository, "a.py", "total") == [("merge", "body change"), ("first", "introduced")]


def test_a_trace_ends_at_the_revision_it_is_to_end_at(repository: Repository) -> None:
    repository.commit({"a.py": TOTAL}, "first")
    repository.commit({"a.py": (two := TOTAL.replace("amount - ", "amount * 2 - "))}, "second")
    repository.git("tag", "v1")
    repository.commit({"a.py": two.replace("amount * 2", "amount * 3")}, "third")

    assert story(repository, "a.py", "total", until="v1") == [("third", "body change"), ("second", "reached")]
    assert story(repository, "a.py", "total", until="HEAD") == [("third", "reached")]
    with pytest.raises(BadRequest, match="comes after"):
        story(repository, "a.py", "total", rev="v1", until="HEAD")


def test_a_shallow_clone_says_where_its_history_is_cut_off(repository: Repository, tmp_path: Path) -> None:
    repository.commit({"a.py": TOTAL}, "first")
    repository.commit({"a.py": TOTAL.replace("amount - ", "amount * 2 - ")}, "second")
    repository.commit({"a.py": TOTAL.replace("amount - ", "amount * 3 - ")}, "third")
    repository.git("clone", "--quiet", "--bare", "--depth=2", f"file://{repository.top}", str(tmp_path / "clone"))

    lines = story(Repository(tmp_path / "clone"), "a.py", "total")

    assert lines == [("third", "body change"), ("second", "cut off")]


def test_an_object_that_is_missing_ends_the_trace_there(repository: Repository) -> None:
    repository.commit({"a.py": TOTAL}, "first")
    blob = repository.blob("a.py")
    repository.commit({"a.py": TOTAL.replace("amount - ", "amount * 2 - ")}, "second")
    repository.lose_object(blob)

    (one,) = traced(repository, "a.py:1-4:total")
    ((line, note),) = one.lines

    assert (note.subject, str(line.kind)) == ("second", "cut off")
    assert "object missing" in str(line.evidence["reason"])


def test_ids_are_taken_leniently_and_problems_are_told(repository: Repository) -> None:
    repository.commit({"a.py": TOTAL}, "first")

    near, unknown, nowhere, broken = traced(repository, "a.py:2-4:total", "a.py:1-4:other", "b.py:1-4:f", "a.py")

    assert near.taken is not None
    assert near.taken.chunk.id == ChunkId.parse("a.py:1-4:total")
    assert [type(one.problem) for one in (near, unknown, nowhere, broken)] == [
        type(None),
        UnknownChunk,
        UnknownChunk,
        MalformedChunkId,
    ]
