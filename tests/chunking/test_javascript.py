"""JavaScript and TypeScript: functions by what they are bound to, classes, overloads, namespaces."""

from tests.chunking.cutting import symbols, table


def test_every_definition_of_a_javascript_file_is_cut() -> None:
    expected = """
    2-2:<module> module
    4-4:add function
    6-9:open function
    7-7:open.ring function
    11-11:<module> module
    13-15:app.use function
    14-14:app.use.middleware function
    17-17:close function
    18-18:one function
    20-22:Shop.sell function
    21-21:Shop.sell.price function
    24-31:<module> module
    25-25:Shop.buy function
    26-26:Shop.test #pay() function
    27-29:Shop.size function
    30-30:Shop.[Symbol.iterator] function
    33-49:Till class
    34-34:Till.#rate function
    35-35:Till.total function
    36-40:Till.sum function
    41-41:Till.sum function
    42-44:Till.constructor function
    43-43:Till.constructor.go function
    45-45:Till.each function
    47-47:Till.prepare function
    51-51:default function
    53-78:<module> module
    56-56:hidden function
    57-59:Secret class
    58-58:Secret.tell function
    64-64:helper function
    66-66:named function
    72-74:api.get function
    73-73:api.get.when function
    76-76:api.deep.post function
    80-80:handlers.error function
    81-83:Alias class
    82-82:Alias.m function
    84-84:pages function
    85-85:wrapped function
    """
    assert table("shop.js") == expected


def test_every_definition_of_a_typescript_file_is_cut() -> None:
    expected = """
    1-1:<module> module
    3-11:Cart class
    5-5:Cart.sum function
    6-6:Cart.add function
    7-7:Cart.add function
    8-8:Cart.add function
    9-10:Cart.value function
    13-18:Base class
    14-14:Base.pay function
    15-17:Base.rate function
    20-22:Buyer class
    24-24:Price class
    25-28:Kind class
    31-31:Shop.Front.open function
    32-32:Shop.Front.<module> module
    34-34:Shop.Front.Back.Door class
    39-39:foo.load function
    40-40:foo.<module> module
    43-43:ambient function
    44-44:over function
    45-48:over function
    46-46:over.later function
    47-47:over.when function
    47-47:over.[a] function
    49-49:cast function
    """
    assert table("shop.ts") == expected


def test_default_exports_without_a_name_are_called_default() -> None:
    for source, expected in [
        ("export default function () {}", ["default"]),
        ("export default async () => {};", ["default"]),
        ("export default class { m() {} }", ["default", "default.m"]),
        ("export default function named() {}", ["named"]),
        ("export default { data() {}, n: 1 };", ["<module>", "data"]),
        ("module.exports = function () {};", ["module.exports"]),
        ("module.exports = class Named {};", ["Named"]),
        ("module.exports = { a() {} };", ["<module>", "a"]),
    ]:
        assert symbols("a.js", source) == expected, source


def test_a_bound_function_is_found_in_whatever_form_it_is_written() -> None:
    for value in (
        "() => 1",
        "x => x",
        "async x => x",
        "(a, b = f((1))) => a",
        "({ a, b }) => { return a; }",
        "function () {}",
        "async function* () {}",
        "/* why */ () => 1",
        "(x => x)",
        "((x) => x)",
        "(function () {})",
        "// why\n  () => 1",
        "(a = ((1 + (2 * (3))))) => 1",
    ):
        for source in (
            f"function outer() {{ const f = {value}; }}",
            f"function outer() {{ return {{ f: {value} }}; }}",
        ):
            assert symbols("a.js", source) == ["outer", "outer.f"], source


def test_a_method_of_an_object_is_found_in_whatever_form_it_is_written() -> None:
    for method in (
        "f() {}",
        "async f(a) {}",
        "*f() {}",
        "get f() { return 1; }",
        "'f'() {}",
        "f(a = g((1))) {}",
        "/**/ f() {}",
    ):
        for around in ("{{ {0} }}", "{{ a: 1, {0} }}", "{{\n  // note\n  {0},\n}}"):
            source = f"run(function () {{ return x({around.format(method)}); }});"
            assert symbols("a.js", source) == ["<module>", "f"], source


def test_typescript_types_do_not_hide_a_bound_function() -> None:
    source = (
        "function outer() {\n  const a = <T,>(x: T): T => x;\n  const b = (x: (y: number) => void): void => {};\n"
        "  const c: (x: number) => number = (x) => x;\n  const d = (async () => {}) satisfies F;\n"
        "  return { e<T>(x: T): T { return x; }, f: (): Promise<{ a: 1 }> => g };\n}\n"
    )
    assert symbols("a.ts", source) == ["outer", *(f"outer.{name}" for name in "abcdef")]


def test_components_and_their_helpers_are_cut() -> None:
    source = (
        "export default function App({ a }: P) {\n  function row() { return <b on={() => { function q() {} }} />; }\n"
        "  return <A b={(x) => 1}>{() => 2}</A>;\n}\nexport const Row: FC<P> = ({ x }) => <b>{x}</b>;\n"
    )
    expected = """
    1-4:App function
    2-2:App.row function
    2-2:App.row.q function
    5-5:Row function
    """
    assert table("a.tsx", source) == expected


def test_decorators_belong_to_what_they_decorate() -> None:
    source = "@A()\nexport class B {\n  @C()\n  @D\n  m() {}\n\n  @E() f = () => 1;\n}\n"
    assert table("a.ts", source) == "\n    1-8:B class\n    3-5:B.m function\n    7-7:B.f function\n    "
