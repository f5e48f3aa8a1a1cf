"""Java: constructors by class name, bodies of enum constants, anonymous and local classes."""

from tests.chunking.cutting import symbols, table


def test_every_definition_of_a_java_file_is_cut() -> None:
    expected = """
    1-3:<module> module
    6-68:Shop class
    11-14:Shop.Comparator.compare function
    21-23:Shop.Shop function
    25-37:Shop.open function
    28-30:Shop.open.Door class
    29-29:Shop.open.Door.swing function
    32-34:Shop.open.Runnable.run function
    39-39:Shop.open function
    41-41:Shop.close function
    43-52:Shop.Kind class
    44-44:Shop.Kind.PLAIN.rate function
    46-47:Shop.Kind.TAXED.rate function
    51-51:Shop.Kind.rate function
    54-60:Shop.Price class
    55-57:Shop.Price.Price function
    59-59:Shop.Price.euros function
    62-62:Shop.Marked class
    64-67:Shop.Buyer class
    65-65:Shop.Buyer.pay function
    66-66:Shop.Buyer.leave function
    """
    assert table("Shop.java") == expected


def test_an_anonymous_class_is_found_behind_arguments_of_any_shape() -> None:
    for arguments in ("", '")"', "')'", "() -> { go(); }", "a(b(c(d(e(f())))))", "new int[] {1}, x", "/* ) */ 1"):
        source = f"class A {{ void m() {{ x = new B<C>({arguments}) {{ int f() {{ return 1; }} }}; }} }}"
        assert symbols("A.java", source) == ["A", "A.m", "A.m.B.f"], arguments


def test_a_qualified_type_names_its_methods_by_the_last_part() -> None:
    assert symbols("A.java", "class A { Object o = new java.util.Base() { void f() {} }; }") == ["A", "A.Base.f"]


def test_a_field_that_holds_a_lambda_is_a_function_and_one_that_holds_a_value_is_none() -> None:
    source = (
        "class Shop {\n  static final Comparator<Book> BY_TITLE =\n      (a, b) -> a.title().compareTo(b.title());\n"
        "  int shelves = 3, rooms;\n  Runnable open = new Runnable() { public void run() { } };\n"
        "  Supplier<Runnable> closer = () -> new Runnable() {\n    public void run() { }\n  };\n}\n"
        "interface Rule {\n  Rule NONE = order -> false;\n  boolean holds(Order order);\n}\n"
    )
    assert (
        table("Shop.java", source)
        == """
    1-9:Shop class
    2-3:Shop.BY_TITLE function
    5-5:Shop.Runnable.run function
    6-8:Shop.closer function
    7-7:Shop.closer.Runnable.run function
    10-13:Rule class
    11-11:Rule.NONE function
    12-12:Rule.holds function
    """
    )
