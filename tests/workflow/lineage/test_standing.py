"""Whether a chunk stands in another version as it does in this one, asked of the bytes."""

import pytest

from goldkeeper.model.chunks import BlobId, FileChunks
from goldkeeper.wiring import make_chunker
from goldkeeper.workflow.lineage.standing import comments_before, package_of, standing_of

JAVA = """\
package shop;

class Cart {
    /** What to pay. */
    int total() {
        return sum(lines) - discount(customer) + shipping(weight);
    }

    static class Line {
    }
}
"""


def stands(here: str, there: str, symbol: str = "Cart.total") -> bool:
    data = here.encode()
    file = make_chunker().chunk_file("Cart.java", BlobId("b"), data)
    assert isinstance(file, FileChunks)
    chunk = next(chunk for chunk in file.chunks if chunk.symbol == symbol)
    return standing_of(chunk, file, data).is_same(data, there.encode())


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("package shop;\n", "package shop;\n\nimport java.util.List;\n", True),
        ("static class Line {\n", "static class Line {\n        int price;\n", True),
        ("What to pay.", "What is to be paid.", False),
        ("package shop", "package org.shop", False),
        ("class Cart", "class Basket", False),
        ("discount(", "rebate(", False),
        ("    int total", "    @Override\n    int total", False),
        ("    static class Line {\n    }\n", "", True),
    ],
)
def test_only_what_the_chunk_and_its_place_say_counts(old: str, new: str, same: bool) -> None:
    assert old in JAVA
    assert stands(JAVA, JAVA.replace(old, new)) is same


def test_lines_that_end_in_cr_and_lf_stand_as_well() -> None:
    crlf = JAVA.replace("\n", "\r\n")

    assert stands(crlf, crlf.replace("package shop;", "package shop;\r\n\r\nimport java.util.List;"))
    assert not stands(crlf, crlf.replace("What to pay.", "What is to be paid."))


def test_a_method_that_changed_its_class_does_not_stand_there() -> None:
    method = (
        "        int total() {\n            return sum(lines) - discount(customer) + shipping(weight);\n        }\n"
    )
    here = f"class Cart {{\n    class One {{\n{method}    }}\n\n    class Two {{\n    }}\n}}\n"
    there = f"class Cart {{\n    class One {{\n    }}\n\n    class Two {{\n{method}    }}\n}}\n"

    assert not stands(here, there, "Cart.One.total")
    assert not stands(there, here, "Cart.Two.total")


@pytest.mark.parametrize(
    ("source", "package"),
    [
        ("// of us\npackage org.shop;\n", "org.shop"),
        ("package shop\n", "shop"),
        ("namespace Shop.Cart;\n", "Shop.Cart"),
        ("<?php\nnamespace Shop\\Cart;\n", "Shop\\Cart"),
        ("namespace shop {\n", ""),
        ("import shop\n", ""),
    ],
)
def test_the_package_of_a_file(source: str, package: str) -> None:
    assert package_of(source) == package


@pytest.mark.parametrize(
    ("above", "comments"),
    [
        ("# What to pay.\n", ["# What to pay."]),
        ("# Of another.\n\n# What\n#   to pay.\n", ["# What", "# to pay."]),
        ("x = 1  # a number\n", []),
        ("# Of nobody.\n\n", []),
        ("", []),
    ],
)
def test_the_comments_before_a_function_is_what_stands_right_above_it(above: str, comments: list[str]) -> None:
    file = make_chunker().chunk_file("a.py", BlobId("b"), f"{above}def total(cart):\n    return cart.sum\n".encode())
    assert isinstance(file, FileChunks)
    chunk = next(chunk for chunk in file.chunks if chunk.symbol == "total")

    assert list(comments_before(chunk, file)) == comments


def test_a_block_comments_before_a_function_may_have_blank_lines() -> None:
    source = "int a;\n\n/* What\n\n * to pay. */\nint total(void)\n{\n    return 1;\n}\n"
    file = make_chunker().chunk_file("a.c", BlobId("b"), source.encode())
    assert isinstance(file, FileChunks)
    chunk = next(chunk for chunk in file.chunks if chunk.symbol == "total")

    assert comments_before(chunk, file) == ("/* What * to pay. */",)
