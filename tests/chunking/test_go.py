"""Go: receivers, named types alone and in groups, function literals of the package."""

from tests.chunking.cutting import symbols, table


def test_every_definition_of_a_go_file_is_cut() -> None:
    expected = """
    2-6:<module> module
    10-10:Item class
    11-13:Buyer class
    14-14:Rule class
    17-19:Box class
    21-21:Alias class
    23-29:New function
    24-24:New.local class
    25-25:New.check function
    31-31:Shop.Open function
    33-33:Shop.Count function
    35-37:Box.Each function
    39-39:Box.Name function
    41-41:Map function
    43-43:hook function
    47-47:two function
    50-50:init function
    """
    assert table("shop.go") == expected


def test_a_type_alone_has_the_keyword_in_its_span() -> None:
    expected = """
    1-1:<module> module
    2-4:A class
    5-8:B class
    """
    assert table("a.go", "package a\ntype A struct {\n\tn int\n}\ntype (\n\tB interface {\n\t}\n)\n") == expected


def test_a_receiver_is_named_by_its_type_alone() -> None:
    source = "package a\nfunc (*A) F() {}\nfunc (a (B[K, V])) G() {}\nfunc (_ *C[T]) H() {}\n"
    assert symbols("a.go", source)[1:] == ["A.F", "B.G", "C.H"]
