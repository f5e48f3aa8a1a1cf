"""C++ and C: names at the bottom of declarators, operators, scopes, macros."""

import pytest

from tests.chunking.cutting import cut, symbols, table


def test_every_definition_of_a_cpp_file_is_cut() -> None:
    expected = """
    1-1:<module> module
    5-5:ns::<module> module
    9-38:ns::in::ner::Box class
    13-13:ns::in::ner::Box::Box function
    14-14:ns::in::ner::Box::~Box function
    15-15:ns::in::ner::Box::Box function
    17-17:ns::in::ner::Box::operator[] function
    19-19:ns::in::ner::Box::operator const T* function
    20-20:ns::in::ner::Box::operator() function
    22-25:ns::in::ner::Box::get function
    27-29:ns::in::ner::Box::Inner class
    28-28:ns::in::ner::Box::Inner::f function
    31-31:ns::in::ner::Box::operator== function
    32-32:ns::in::ner::Box::Kind class
    40-43:ns::in::ner::Box<int> class
    42-42:ns::in::ner::Box<int>::only function
    48-48:ns::hidden function
    51-51:ns::<module> module
    56-58:v1::peek function
    61-64:ns::Box::operator+= function
    66-72:ns::Box<int>::set function
    68-70:ns::Box<int>::set::Local class
    69-69:ns::Box<int>::set::Local::run function
    74-74:ns::Box::~Box function
    76-76:A::operator bool function
    78-78:chooser function
    80-80:trailing function
    83-83:c_one function
    84-84:<module> module
    87-87:c_three function
    89-91:Plain class
    93-95:Named class
    97-99:Point class
    101-101:<module> module
    103-103:operator== function
    105-105:operator!= function
    107-107:operator new[] function
    109-109:operator""_km function
    111-113:TEST_F(BoxTest, Adds) function
    115-118:TEST_CASE("a box: opens", "[box]") function
    120-120:<module> module
    122-123:Sized class
    125-125:attributed function
    127-129:main function
    """
    assert table("box.cpp") == expected


def test_every_definition_of_a_c_file_is_cut() -> None:
    expected = """
    1-4:<module> module
    7-7:kind class
    9-12:list class
    10-10:list::node class
    14-14:bits class
    16-18:<module> module
    20-25:make function
    27-33:push function
    36-36:sum function
    38-38:sum function
    41-41:<module> module
    """
    assert table("list.c") == expected


def test_operators_keep_their_marks_and_destructors_their_tilde() -> None:
    source = (
        "namespace ns {\n\nclass Box {\npublic:\n  int v = 0;\n  int operator()(int x) const { return v + x; }\n"
        "  ~Box() {\n    v = -1;\n  }\n  operator bool() const { return v != 0; }\n};\n\n"
        "const int& peek(const Box& b) {\n  return b.v;\n}\n\n}  // namespace ns\n\n"
        "bool ns_equal(const ns::Box& a, const ns::Box& b);\n\n"
        "void* operator new[](unsigned long n) {\n  return nullptr;\n}\n"
    )
    expected = """
    3-11:ns::Box class
    6-6:ns::Box::operator() function
    7-9:ns::Box::~Box function
    10-10:ns::Box::operator bool function
    13-15:ns::peek function
    19-19:<module> module
    21-23:operator new[] function
    """
    assert table("src/box.cpp", source) == expected


def test_every_operator_is_spelled_one_way() -> None:
    spellings = ["==", "!=", "<", "<=>", "<<", "()", "[]", "->", "->*", ",", "!", "++", "&&", "=", "+=", " co_await"]
    for spelling in spellings:
        wanted = f"operator{spelling}"
        for written in (wanted, f"operator {spelling.strip()}"):
            assert symbols("a.cpp", f"int A::{written}(int x) {{ return 1; }}\n") == [f"A::{wanted}"], written


def test_overloads_of_equal_length_have_the_same_symbol_and_other_lines() -> None:
    source = "int area(int side) {\n  return side;\n}\n\nint area(double radius) {\n  return 3;\n}\n"
    assert table("shape.cpp", source) == "\n    1-3:area function\n    5-7:area function\n    "


def test_scopes_lose_the_parameters_of_their_own_template_only() -> None:
    source = (
        "template <class K, typename... V>\nvoid a::Map<K, V...>::put(K k) {}\n"
        "template <class T>\nvoid Map<int, T>::put() {}\ntemplate <>\nvoid Map<int>::get<char>() {}\n"
    )
    assert symbols("a.cpp", source) == ["a::Map::put", "Map<int, T>::put", "Map<int>::get<char>"]


def test_return_types_that_nest_do_not_hide_the_name() -> None:
    source = (
        "int* f() { return 0; }\nT&& g() { return 0; }\nvoid (*h(int a))(char) { return 0; }\n"
        "int (&i())[3] { return x; }\nstd::map<int, int> A::j() { return {}; }\nauto k() -> decltype(1) { return 1; }\n"
        "__attribute__((noinline)) int l() { return 1; }\nstatic inline const char *m(void) { return 0; }\n"
    )
    assert symbols("a.cpp", source) == ["f", "g", "h", "i", "A::j", "k", "l", "m"]


def test_a_loop_that_a_macro_makes_is_no_function() -> None:
    source = "void f() {\n  FOREACH (int x, list) {\n    g(x);\n  }\n  struct L { void m() {} };\n}\n"
    assert symbols("a.cpp", source) == ["f", "f::L", "f::L::m"]


def test_include_guards_and_linkage_blocks_are_seen_through() -> None:
    source = '#ifndef A_H\n#define A_H\nextern "C" {\n#include "b.h"\nint f() { return 1; }\n}\n#endif\n'
    assert table("a.h", source) == "\n    2-4:<module> module\n    5-5:f function\n    "


def test_a_macro_that_declares_its_first_argument_breaks_nothing() -> None:
    source = """\
Status Copy(Source* source, Sink* sink) {
  ASSIGN_OR_RETURN(auto buffer, source->Read(1024));
  ASSIGN_OR_RETURN(const auto& schema,
                   source->schema());
  ASSERT_OK_AND_ASSIGN(auto [left, right], Split(buffer));
  return sink->Write(left, schema);
}

int after(int x) {
  return x + 1;
}
"""

    file = cut("copy.cc", source)

    assert [str(chunk.id) for chunk in file.chunks] == ["copy.cc:1-7:Copy", "copy.cc:9-11:after"]
    assert file.damage == ()
    assert "ASSIGN_OR_RETURN(auto buffer" in file.chunks[0].text


def test_macros_before_a_type_and_alone_on_their_lines_hide_nothing() -> None:
    source = (
        "\nBEGIN_API\n\n// What is in here.\nnamespace n {\n\nAPI_EXPORT\nSLOW(1)\nint f() {\n  return 1;\n}\n"
        "API inline int g() {\n  return 2;\n}\n\nEND_API\n}\n"
    )
    assert (
        table("a.h", source)
        == """
    9-11:n::f function
    12-14:n::g function
    """
    )


def test_names_that_shout_and_are_in_their_place_are_read_as_they_were() -> None:
    source = (
        "enum Shape {\n  ROUND,\n  SQUARE\n};\nHRESULT f() {\n  return ROUND |\n    SQUARE;\n}\n"
        "DWORD const limit = 3;\n#define EACH(X) \\\n  X(ONE) \\\n  X(TWO)\n\nstruct S {};\n"
    )
    assert (
        table("a.h", source)
        == """
    1-4:Shape class
    5-8:f function
    9-12:<module> module
    14-14:S class
    """
    )


def test_a_condition_that_asks_for_a_header_breaks_nothing() -> None:
    file = cut("a.cc", "#if __has_include(<bit>)\n#include <bit>\n#endif\nint f() { return 1; }\n")
    assert [chunk.symbol for chunk in file.chunks] == ["<module>", "f"]
    assert file.damage == ()


def test_a_test_is_called_as_it_is_written_though_its_strings_are_not_parsed() -> None:
    source = """\
TEST_CASE( "adds; or not", "[sums]" ) {
  SECTION("with (brackets)") {
    REQUIRE(1 + 1 == 2);
  }
}

TEMPLATE_TEST_CASE_METHOD(Fixture,
                          "all types", int, (std::pair<int, int>)) {
}

namespace n {
SCENARIO("in a namespace") { run(); }
}
// TEST_CASE("in a comment",
//           "[of two lines]") {
int after() { return 1; }
"""

    file = cut("sums.cpp", source)

    assert [chunk.symbol for chunk in file.chunks] == [
        'TEST_CASE( "adds; or not", "[sums]" )',
        'TEMPLATE_TEST_CASE_METHOD(Fixture, "all types", int, (std::pair<int, int>))',
        'n::SCENARIO("in a namespace")',
        "after",
    ]
    assert file.damage == ()


def test_a_base_that_shouts_and_is_given_a_string_stays_a_base() -> None:
    source = 'struct Leaf : BASE {\n  Leaf() : BASE("leaf") { grow(); }\n};\nLeaf::Leaf(int) : BASE("x") {}\n'
    assert symbols("a.cpp", source) == ["Leaf", "Leaf::Leaf", "Leaf::Leaf"]


def test_what_is_said_of_locks_is_no_part_of_a_name() -> None:
    source = """\
class Box {
 public:
  void Put(int x) EXCLUSIVE_LOCKS_REQUIRED(lock_);
  int Take() const
      LOCKS_EXCLUDED(lock_) {
    return size_;
  }
  ~Box() UNLOCK_FUNCTION() { lock_.Unlock(); }
  int Count() NO_ANALYSIS { return size_; }

 private:
  int size_ LIB_GUARDED_BY(lock_) = 0;
  std::vector<int> all_ GUARDED_BY(lock());
};
"""

    file = cut("box.h", source)

    assert [chunk.symbol for chunk in file.chunks] == ["Box", "Box::Take", "Box::~Box", "Box::Count"]
    assert file.damage == ()


def test_a_test_below_a_comment_in_brackets_stays_a_test() -> None:
    source = "int f() { return 1; }  // (see below)\nTEST(Box, Opens) {\n  f();\n}\n"
    assert symbols("a.cpp", source) == ["f", "TEST(Box, Opens)"]


def test_a_function_within_a_function_is_found_in_c_whether_the_file_parses_or_not() -> None:
    nested = (
        "int outer(int a) {\n    static int helper(int x,\n                      int y) {\n"
        "        return x + y;\n    }\n"
        "    if (a) {\n        return helper(a, 1);\n    }\n    return 0;\n}\n"
    )
    assert symbols("a.c", nested) == ["outer", "outer::helper"]
    assert symbols("a.c", nested + "\nint broken( {\n")[:2] == ["outer", "outer::helper"]


def test_a_table_of_macro_calls_hides_no_function() -> None:
    rows = "".join(f"    ROW({n}), ROW({n + 1}),\n" for n in range(200))
    source = f"static const int rows[] = {{\n{rows}}};\n\nint first(void) {{\n    return rows[0];\n}}\n"
    assert "first" in symbols("a.c", source)


def test_a_called_macro_may_be_given_types_and_nothing_at_all() -> None:
    source = """\
class MockTurtle : public Turtle {
 public:
  MOCK_METHOD(void, PenUp, (), (override));
  MOCK_METHOD((std::pair<int, int>), At, (const char* name, int turns /* all */), (const));
};

TEST(TurtleTest, Throws) {
  EXPECT_THROW(walk(-1), std::range_error);
  EXPECT_EQ(walk({}), int);
}

int after() { return 1; }
"""

    file = cut("turtle_test.cc", source)

    assert [str(chunk.id) for chunk in file.chunks] == [
        "turtle_test.cc:1-5:MockTurtle",
        "turtle_test.cc:7-10:TEST(TurtleTest, Throws)",
        "turtle_test.cc:12-12:after",
    ]
    assert file.damage == ()
    assert "(), (override));" in file.chunks[0].text


def test_what_a_macro_is_given_is_not_blanked_where_a_definition_may_be_in_it() -> None:
    source = "void f() {\n  REGISTER([](int x) { struct Inner { int y; }; return x; });\n}\n"
    assert symbols("a.cc", source) == ["f", "f::Inner"]


def test_a_call_without_a_semicolon_is_no_part_of_what_stands_below() -> None:
    source = """\
PUSH_WARNINGS(4100 4503)  // of unused names
DEFINE_TYPE(Widget,
            widget)

static void
widget_init(Widget* widget) {
  IGNORE_CONSTANT(/* on purpose */)
  while (true) run(widget);
}

SUPPRESS(weak)

TEST(Widget, Runs) {
  widget_init(0);
}
END_ALL

TEST(Widget, Stops) {
  widget_init(1);
}
POP_WARNINGS()
"""
    assert (
        table("a.cc", "\n" + source)
        == """
    6-10:widget_init function
    14-16:TEST(Widget, Runs) function
    19-21:TEST(Widget, Stops) function
    """
    )


def test_a_call_that_is_a_type_or_has_a_body_is_read_as_it_was() -> None:
    source = "LIST_OF(Box)\nboxes(int count) {\n  return all(count);\n}\nSTATE(open)\n{\n  run();\n}\n"
    assert (
        table("a.c", source)
        == """
    1-4:boxes function
    5-8:STATE(open) function
    """
    )


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("API const char* name()", "name"),
        ("API FAST Result\nname(int x)", "name"),
        ("API unsigned long name()", "name"),
        ("API [[nodiscard]] int name()", "name"),
        ("static API FAST int name()", "name"),
        ("API Box::Box(int x) : x_(x)", "Box::Box"),
        ("API inline Box::Box(int x) NOEXCEPT\n    : x_(x)", "Box::Box"),
        ("API Box::operator long() const", "Box::operator long"),
        ("int Box::size() const NOEXCEPT", "Box::size"),
        ("Box Box::put(int x)\n    LIFETIME_BOUND", "Box::put"),
        ("BOOL name(int x)", "name"),
        ("static BOOL name(int x)", "name"),
        ("BOOL operator==(Box a, Box b)", "operator=="),
    ],
)
def test_macros_around_a_head_leave_the_name(head: str, name: str) -> None:
    source = f"namespace n {{\n\n{head} {{\n  return 1;\n}}\n\nint after() {{ return 2; }}\n}}\n"
    file = cut("a.cc", source)
    assert [chunk.symbol for chunk in file.chunks] == [f"n::{name}", "n::after"]
    assert file.damage == ()


def test_macros_and_attributes_in_the_head_of_a_class_leave_its_name() -> None:
    source = """\
class API [[nodiscard]] Failure : public std::runtime_error {
  explicit FAST Failure(int code);
};
class [[nodiscard]] API(1) Success final { int code; };
template <>
struct API Matcher<std::string> : Base<int> { int code; };
"""
    assert symbols("a.h", source) == ["Failure", "Success", "Matcher<std::string>"]


def test_a_loop_of_a_macro_and_the_type_it_is_given_break_no_function_of_c() -> None:
    source = """\
void outer(va_list ap) {
    for_each_item(item, list) {
        char *name = va_arg(ap, char *);
        long long size = va_arg(ap,long long);
        run(name, size);
    }

    TEST("adds and subtracts") {
        run("", 0);
    }
}

static int after(void) {
    return 1;
}
"""

    file = cut("a.c", source)

    assert [str(chunk.id) for chunk in file.chunks] == ["a.c:1-11:outer", "a.c:13-15:after"]
    assert file.damage == ()


def test_tests_of_c_are_known_by_what_they_are_given() -> None:
    source = (
        "TEST_BEGIN(test_adds) {\n\trun(1);\n}\nTEST_END\n\n"
        "TEST_BEGIN(test_takes) {\n\trun(2);\n}\nTEST_END\n\nint\nmain(void) {\n\treturn 1;\n}\n"
    )
    assert symbols("a.c", source) == ["TEST_BEGIN(test_adds)", "TEST_BEGIN(test_takes)", "main"]


def test_a_field_that_a_macro_names_is_left_alone_in_c() -> None:
    source = "struct flags {\n  int size;\n  BIT(open);\n  BIT(done);\n};\n\nint after(void) { return 1; }\n"
    file = cut("a.c", source)
    assert [chunk.symbol for chunk in file.chunks] == ["flags", "after"]
    assert file.damage == ()


def test_a_comment_that_speaks_of_a_class_hides_none() -> None:
    source = """\
class Outer {
  /// The sole purpose of this struct is to close.
  struct Inner {
    int size() { return 1; }
  };
  /// The class, which reads.
  class Reader {
    int get() { return 1; }
  };
};
"""
    assert symbols("a.h", source) == [
        "Outer",
        "Outer::Inner",
        "Outer::Inner::size",
        "Outer::Reader",
        "Outer::Reader::get",
    ]


def test_methods_of_a_type_without_a_name_belong_to_what_is_around() -> None:
    source = "void f() {\n  struct : Base {\n    int size() { return 1; }\n  } box;\n  use(box);\n}\n"
    assert symbols("a.cc", source) == ["f", "f::size"]


def test_attributes_in_the_head_of_a_struct_do_not_hide_it() -> None:
    source = "typedef struct __attribute__((aligned(CACHE_LINE))) pending {\n  long value;\n} pending;\n"
    assert symbols("a.c", source) == ["pending"]


@pytest.mark.parametrize("path", ["a.cc", "a.c"])
def test_a_condition_in_the_middle_of_an_expression_breaks_nothing(path: str) -> None:
    source = """\
int first(int x) {
  int const limit =
#if LITTLE_ENDIAN
      8;
#else
      16;
#endif
  if (x > limit &&
#ifdef QUIET
      x < 100 &&
#endif
      x != 50) {
    return limit;
  }
  return 0;
}

int after(int x) { return x; }
"""

    file = cut(path, source)

    assert [str(chunk.id) for chunk in file.chunks] == [f"{path}:1-16:first", f"{path}:18-18:after"]
    assert file.damage == ()


def test_calls_below_a_comment_that_shouts_and_over_lines_that_go_on_hide_nothing() -> None:
    source = """\
namespace n {

PUSH_WARNINGS(4251 \\
/* of a class B */)

// Implements {ASSERT|EXPECT}_LT
COMPARE(LT, <)
// Implements {ASSERT|EXPECT}_GE
COMPARE(GE, >=)

class Box {
  int size() { return 1; }
};

}
"""

    file = cut("a.h", source)

    assert [str(chunk.id) for chunk in file.chunks] == ["a.h:11-13:n::Box", "a.h:12-12:n::Box::size"]
    assert file.damage == ()


def test_what_is_said_of_a_parameter_breaks_no_head_of_c() -> None:
    source = """\
static int each(const char *name UNUSED,
                void *data UNUSED, char *LAST)
{
    char *A, *B;
    return 1;
}
"""
    file = cut("a.c", source)
    assert [str(chunk.id) for chunk in file.chunks] == ["a.c:1-6:each"]
    assert file.damage == ()


@pytest.mark.parametrize("path", ["a.c", "a.cc"])
def test_a_table_that_is_switched_off_breaks_nothing(path: str) -> None:
    source = """\
int f() { return 1; }

#if 0
Intel(R) CPU @ 2.00GHz, don't compare
============================================
a.cc   relative  time/iter  iters/s
============================================
add(1)   #1      1.29ns    774.55M
#endif

int main() { return f(); }
"""
    file = cut(path, source)
    assert [str(chunk.id) for chunk in file.chunks] == [f"{path}:1-1:f", f"{path}:11-11:main"]
    assert file.damage == ()


def test_code_that_is_switched_off_is_cut_like_any_other() -> None:
    file = cut("a.c", "\n#if 0\nint f(void)\n{\n  return 1;\n}\n#else\nint g(void) { return 2; }\n#endif\n")
    assert [chunk.symbol for chunk in file.chunks] == ["f", "g"]


def test_a_comment_that_begins_in_what_is_switched_off_ends_where_it_did() -> None:
    file = cut("a.c", "\n#if 0\n/* a table\n#endif\n1 2 3 */\n#endif\nint f(void) { return 1; }\n")
    assert [str(chunk.id) for chunk in file.chunks] == ["a.c:7-7:f"]
    assert file.damage == ()
