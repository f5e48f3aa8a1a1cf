"""Edits in many languages, each with what it puts in doubt."""

import pytest

from goldkeeper.drift.staleness import judge_edit
from goldkeeper.model.staleness import Staleness

REFORMATTED = [
    ("python", "def f(a, b):\n    return a + b", "def f(\n    a,\n    b,\n):\n    # sums\n    return a + b"),
    ("python", "x = call('it\\'s', 0XFF)", 'x = call("it\'s", 0xff)'),
    ("python", "d = {'a': 1, 'b': 2}\ne = 3", 'd = {\n    "a": 1,\n    "b": 2,\n}\ne = 3'),
    ("python", "if (a and\n        b):\n    go()", "if a and b:\n    go()"),
    ("python", "for (k, v) in (pairs):\n    go()", "for k, v in pairs:\n    go()"),
    ("python", "x = (\n    a + b\n)\ny = 1", "x = a + b\ny = 1"),
    ("python", 'def f():\n    """Sums\n    up.\n    """\n    go()', 'def f():\n  """Sums\n  up."""\n  go()'),
    ("python", "x = f'{a[\"k\"]} is'", "x = f\"{a['k']} is\""),
    ("javascript", "const f = (x) => g(x, 'a');", 'const f = x => g(\n  x,\n  "a",\n)'),
    ("typescript", "const one = a => <b/>", "const one = (a) => <b/>,"),
    ("php", "$a = array('x' => array(1), 'y' => new Foo(array()));", "$a = ['x' => [1], 'y' => new Foo([])];"),
    (
        "rust",
        "fn f() { match a { A => { g() } B => { return h(1); } C => {}, D => { i(); j() } } }",
        (
            "fn f() {\n    match a {\n        A => g(),\n        B => return h(1),\n        C => {}\n        D => {\n"
            "            i();\n            j()\n        }\n    }\n}"
        ),
    ),
    ("rust", "let x = v.map(|a| { g(a) }).or_else(|| { h() });", "let x = v.map(|a| g(a)).or_else(|| h());"),
    ("rust", "fn f() { if a { return b } c }", "fn f() {\n    if a {\n        return b;\n    }\n    c\n}"),
    ("rust", "fn f<F>(g: F) where F: Fn() { g() }", "fn f<F>(g: F)\nwhere\n    F: Fn(),\n{\n    g()\n}"),
    ("rust", "use b::{d, C};\nuse a::x;\nf();", "use a::x;\nuse b::{C, d};\nf();"),
    (
        "rust",
        "macro_rules! t { ($e:expr) => (match $e { A => 1 }) }",
        "macro_rules! t {\n ($e:expr) => {\n match $e {\n A => 1,\n }\n };\n}",
    ),
    ("typescript", "const f = async x => g(x)", "const f = async (x) => g(x);"),
    ("typescript", "f = <T>(\n  a: T,\n): T => a", "f = <T>(a: T): T => a"),
    ("typescript", "const one = [\n  a,\n]", "const one = [a]"),
    ("javascript", "x = `${a.map(b => `<${b}>`).join('\\n')}`", 'x = `${a.map((b) => `<${b}>`).join("\\n")}`'),
    ("cpp", "std::map<int, std::set<int> > a;", "std::map<int, std::set<int>> a;"),
    ("cpp", "A<B<C<int> > > a = b >> 1;", "A<B<C<int>>> a = b >> 1;"),
    ("typescript", "function f(a: string) { return (a); }", "function f(a: string) {\n  return a\n}"),
    ("java", "int f(int a){return a;}", "int f(int a) {\n    // as it is\n    return a;\n}"),
    ("go", "func f(a int) int { return g(a, 1) }", "func f(a int) int {\n\treturn g(\n\t\ta,\n\t\t1,\n\t)\n}"),
    (
        "rust",
        "fn f(a: u32) -> u32 { g(a, 1_000) }",
        "fn f(a: u32) -> u32 {\n    g(\n        a,\n        1000,\n    )\n}",
    ),
    ("cpp", "int f(int a){return a;}", "int f(int a)\n{\n  return a; /* as it is */\n}"),
    ("ruby", "def f(a)\n  puts 'x', a\nend", 'def f(a)\n  # says it\n  puts "x", a\nend'),
    (
        "php",
        "function f($a) { return g('x', $a); }",
        'function f($a)\n{\n    return g(\n        "x",\n        $a,\n    );\n}',
    ),
    ("csharp", "int F(int a){return a;}", "int F(int a)\n{\n    return a;\n}"),
    ("kotlin", "fun f(a: Int): Int { return a; }", "fun f(a: Int): Int {\n    return a\n}"),
]

REFACTORED = [
    ("python", "def f(a):\n    b = a + 1\n    return b", "def f(a):\n    c = a + 1\n    return c"),
    ("python", "def f(a, b=1):\n    return a", 'def f(a: int, b: int = 1) -> int:\n    """As it is."""\n    return a'),
    ("python", "for i, x in y:\n    go(x, key=i)", "for n, z in y:\n    go(z, key=n)"),
    ("python", "t = f(lambda a, b: a - b)", "t = f(lambda x, y: x - y)"),
    ("python", "def f(t):\n    return f'{t} is {t!r}'", "def f(total):\n    return f'{total} is {total!r}'"),
    ("python", "def f(x):\n    return g(h(x))", "def f(x):\n    y = h(x)\n    return g(y)"),
    ("python", "with open(p) as f:\n    f.read()", "with open(p) as file:\n    file.read()"),
    ("python", "n: int = 3", "n: float = 3"),
    ("javascript", "function f(a) { var b = a; return `${b} x`; }", "function f(a) { const c = a; return `${c} x`; }"),
    ("javascript", "const f = (a, [b]) => a + b", "const f = (x, [y]) => x + y"),
    ("typescript", "function f(a, b) { return a; }", "function f(a: string, b?: Map<string, X>): string { return a; }"),
    ("typescript", "const x = g(1);", "const x: Box<number> = g(1);"),
    ("java", "int f(int a) { int b = a; return b; }", "public int f(final int a) { int sum = a; return sum; }"),
    ("java", "void f() { for (Map<K, V> m : ms) { m.go(); } }", "void f() { for (Map<K, V> one : ms) { one.go(); } }"),
    ("java", "void f() { xs.map(x -> x.go()); }", "@Override void f() { xs.map(one -> one.go()); }"),
    ("go", "func f(a int) { b, err := g(a); use(b, err) }", "func f(n int) { c, e := g(n); use(c, e) }"),
    ("rust", "fn f(a: u8) { let mut b = a; xs.map(|x| x + b); }", "fn f(n: u8) { let mut c = n; xs.map(|y| y + c); }"),
    ("rust", 'fn f() { let a = 1; println!("{a}"); }', 'fn f() { let n = 1; println!("{n}"); }'),
    ("cpp", "int f(const T& a) { auto b = a.x; return b; }", "int f(const T& it) { auto c = it.x; return c; }"),
    ("cpp", "void f() { std::vector<int> v = g(); v.pop(); }", "void f() { std::vector<int> all = g(); all.pop(); }"),
    ("ruby", "def f(a)\n  b = a\n  b.each { |x| p x }\nend", "def f(n)\n  c = n\n  c.each { |one| p one }\nend"),
    ("ruby", 'def f(a)\n  puts "#{a}!"\nend', 'def f(name)\n  puts "#{name}!"\nend'),
    ("php", "function f($a) { return $a; }", "public function f(?string $name): ?string { return $name; }"),
    ("csharp", "int F(int a) { var b = a; return b; }", "public int F(int n) { var c = n; return c; }"),
    ("kotlin", "fun f(a: Int) { val b = a; go(b) }", "fun f(n: Int) { val c = n; go(c) }"),
    ("swift", "func f(a: Int) { let b = a; go(b) }", "func f(a: Int) { let c = a; go(c) }"),
]

BEHAVIOUR = [
    ("python", "x = a - b", "x = b - a"),
    ("python", "f(1)\ng(2)", "f(2)\ng(1)"),
    ("python", "f()\ng()", "g()\nf()"),
    (
        "python",
        "def f(a, b, c):\n    if c:\n        return a\n    return b",
        "def f(a, b, c):\n    if c:\n        return b\n    return a",
    ),
    ("python", "x = (a,)", "x = (a)"),
    ("rust", "fn f() { match a { A => { g(); } } }", "fn f() { match a { A => g(), } }"),
    ("rust", "fn f() { a; }", "fn f() { a }"),
    ("rust", "f(S {}, -1)", "f(S {} -1)"),
    ("rust", "fn f() -> u8 { if a { return 1; } 2 }", "fn f() -> u8 { if a { return 2; } 1 }"),
    ("php", "$a->array(1)", "$a[1]"),
    ("javascript", "x = [,]", "x = []"),
    ("javascript", "x = [a,,]", "x = [a,]"),
    ("cpp", "x = a > b;", "x = a >> b;"),
    ("python", "x = MAX", "x = MIN"),
    ("python", "x = self.a", "x = self.b"),
    ("python", "f(key=1)", "f(other=1)"),
    ("python", "if a:\n    f()\n    g()", "if a:\n    f()\ng()"),
    ("python", "while f(x):\n    go()", "y = f(x)\nwhile y:\n    go()"),
    ("python", "x = f'{a}'", "x = '{a}'"),
    ("javascript", "return {total}", "return {sum}"),
    ("javascript", "f({ a: 1 })", "f({ b: 1 })"),
    ("javascript", "if (a) { f() } else { g() }", "if (a) { g() } else { f() }"),
    ("javascript", "x === 1", "x == 1"),
    ("typescript", "const f = async () => g()", "const f = () => g()"),
    ("java", "long f(long a) { return a; }", "int f(int a) { return a; }"),
    ("java", "return a < b;", "return a <= b;"),
    ("java", "return a * MAX;", "return a * MIN;"),
    ("go", "return T{A: 1}", "return T{B: 1}"),
    ("go", "if err != nil { return err }", "if err == nil { return err }"),
    ("rust", "fn f(a: u8) { g(a)?; }", "fn f(a: u8) { g(a); }"),
    ("cpp", "auto x = new T(1);", "auto x = new T(2);"),
    ("cpp", "f(a * b);", "f(a * c);"),
    ("cpp", "void f(int a) { limit = a; }", "void f(int a) { bound = a; }"),
    ("javascript", "function f(a) { limit = a }", "function f(a) { bound = a }"),
    ("ruby", "x if y", "x unless y"),
    ("ruby", "puts 'a\\n'", 'puts "a\\n"'),
    ("ruby", "@a = 1", "@b = 1"),
    ("php", "$this->a = 1;", "$this->b = 1;"),
    ("php", "echo '$a';", 'echo "$a";'),
    ("sql", "select a from t", "select b from t"),
    ("unheard-of", "x := 1", "x := 2"),
]


def sort_of(language: str, base: str, head: str) -> Staleness:
    return judge_edit(base, head, language).staleness


@pytest.mark.parametrize(("language", "base", "head"), REFORMATTED)
def test_what_a_formatter_does_is_reformatted_either_way(language: str, base: str, head: str) -> None:
    assert sort_of(language, base, head) == sort_of(language, head, base) == Staleness.REFORMATTED


@pytest.mark.parametrize(("language", "base", "head"), REFACTORED)
def test_other_local_names_hints_and_named_values_are_refactored_either_way(
    language: str, base: str, head: str
) -> None:
    assert sort_of(language, base, head) == sort_of(language, head, base) == Staleness.REFACTORED


@pytest.mark.parametrize(("language", "base", "head"), BEHAVIOUR)
def test_what_may_do_something_else_is_behaviour_changed_either_way(language: str, base: str, head: str) -> None:
    assert sort_of(language, base, head) == sort_of(language, head, base) == Staleness.BEHAVIOUR


@pytest.mark.parametrize(
    ("base", "head", "note"),
    [
        ("keep(x)", "drop(x)", "now calls drop, no longer keep"),
        ("x = 3", "x = 4", "3 became 4"),
        ("x = a < b", "x = a <= b", "< became <="),
        ("if a:\n    f()", "while a:\n    f()", "if became while"),
        ("f(1)\ng(2)", "f(2)\ng(1)", "the same words in another order"),
        ("x = MAX", "x = MIN", "other names"),
        ("f(x)", "f(x, '', '')", '"" is new'),
        ("f('" + "a" * 40 + "')", "f('" + "a" * 41 + "')", '"' + "a" * 22 + "… reads otherwise"),
    ],
)
def test_a_change_says_what_changed(base: str, head: str, note: str) -> None:
    assert judge_edit(base, head, "python").note == note


def test_a_chunk_that_bears_another_name_is_compared_without_it() -> None:
    base, head = "int total(int a) { return total(a - 1); }", "int sum(int a) { return sum(a - 1); }"
    found = judge_edit(base, head, "java", base_name="total", head_name="sum")
    assert (found.staleness, found.note) == (Staleness.REFACTORED, "total is called sum")
    assert judge_edit(base, head, "java").staleness is Staleness.BEHAVIOUR


def test_code_that_ends_in_the_middle_of_a_type_gets_an_answer() -> None:
    assert sort_of("typescript", "f(a): Box", "f(b): Box") is Staleness.BEHAVIOUR


def kotlin(body: str) -> str:
    return f"fun total() {{\n{body}\n}}"


@pytest.mark.parametrize(
    ("base", "head"),
    [
        ('val a = """\n    |one\n    |two\n    """.trimMargin()', 'val a =\n  """\n  |one\n  |two\n  """.trimMargin()'),
        (
            'f("""\n    one\n      two\n  """.trimIndent())',
            'f(\n  """\n      one\n        two\n      """.trimIndent(),\n)',
        ),
        ('val a = """\n  |${x}\n  """\n  .trimMargin()', 'val a = """\n      |${x}\n      """\n      .trimMargin()'),
        ('f("""\n  |one\n  |""".trimMargin())', 'f(\n  """\n  |one\n  |\n  """.trimMargin(),\n)'),
        ('log("${size}b")', 'log(\n  "${size}b",\n)'),
        ("@A @B(1) val a = 1", "@A\n@B(1)\nval a = 1"),
        ('@Suppress("x") @kotlin.Deprecated fun f() {}', '@Suppress("x")\n@kotlin.Deprecated\nfun f() {}'),
    ],
)
def test_what_kotlin_formatters_move_is_reformatted(base: str, head: str) -> None:
    assert judge_edit(kotlin(base), kotlin(head), "kotlin").staleness is Staleness.REFORMATTED


@pytest.mark.parametrize(
    ("base", "head"),
    [
        ('val a = """\n  one\n  """', 'val a = """\n    one\n    """'),
        ('val a = """\n  one\n  """.trimEnd()', 'val a = """\n    one\n    """.trimEnd()'),
        ('val a = """\n  >one\n  """.trimMargin(">")', 'val a = """\n    >one\n    """.trimMargin(">")'),
        ('val a = """\n  |one\n  two\n  """.trimMargin()', 'val a = """\n    |one\n    two\n    """.trimMargin()'),
        ('val a = """\n  ${x}\n  """.trimIndent()', 'val a = """\n    ${x}\n    """.trimIndent()'),
        ('val a = """\n  one\n    two\n  """.trimIndent()', 'val a = """\n  one\n  two\n  """.trimIndent()'),
        ("return@outer\nf()", "return@outer f()"),
    ],
)
def test_a_kotlin_string_that_reads_otherwise_is_a_change(base: str, head: str) -> None:
    assert judge_edit(kotlin(base), kotlin(head), "kotlin").staleness is Staleness.BEHAVIOUR


def test_a_java_text_block_may_be_moved_but_not_within_itself() -> None:
    base = 'class A { String s = """\n    one\n      two\n    """; }'
    moved = 'class A {\n  String s = """\n        one\n          two\n        """;\n}'
    shifted = 'class A { String s = """\n    one\n      two\n  """; }'  # the closing quotes count
    assert judge_edit(base, moved, "java").staleness is Staleness.REFORMATTED
    assert judge_edit(base, shifted, "java").staleness is Staleness.BEHAVIOUR


def test_a_parameter_of_a_constructor_with_initializers_is_a_local_name() -> None:
    base = "T::T(const Order& cmp) : order_(cmp), refs_(0) {}"
    edit = judge_edit(base, base.replace("cmp", "comparator"), "cpp")
    assert (edit.staleness, edit.note) == (Staleness.REFACTORED, "cmp is called comparator")
    ternary = "void f() { a ? g(x) : h(y); }"
    assert judge_edit(ternary, ternary.replace("x", "z"), "cpp").staleness is Staleness.BEHAVIOUR
