"""C#: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import symbols, table


def test_every_definition_of_a_csharp_file_is_cut() -> None:
    expected = """
    1-2:<module> module
    7-12:ILendable class
    10-10:ILendable.Title function
    11-11:ILendable.Label function
    14-103:Loan class
    18-21:Loan.Fine function
    25-25:Loan.Loan function
    27-31:Loan.Loan function
    33-33:Loan.Loan function
    35-38:Loan.~Loan function
    43-43:Loan.Overdue function
    45-49:Loan.Renewals function
    51-55:Loan.Lost function
    57-60:Loan.this[] function
    62-62:Loan.operator < function
    63-63:Loan.operator > function
    64-64:Loan.operator DateTime function
    65-65:Loan.operator List<T> function
    67-70:Loan.IComparable.CompareTo function
    72-72:Loan.IList.Name function
    74-90:Loan.Renew function
    76-79:Loan.Renew.Allowed function
    81-81:Loan.Renew.Twice function
    83-83:Loan.Renew.Pair function
    92-92:Loan.Renew function
    94-94:Loan.Dispose function
    96-96:Loan.Status class
    98-102:Loan.Point class
    101-101:Loan.Point.Sum function
    105-108:Receipt class
    107-107:Receipt.Change function
    110-110:Fee class
    112-112:Reminder class
    115-118:Probe class
    117-117:Probe.Count function
    """
    assert table("Loans.cs") == expected


def test_a_namespace_without_braces_and_conditional_code_hide_nothing() -> None:
    expected = """
    1-1:<module> module
    4-22:Desk class
    7-7:Desk.Open function
    10-18:Desk.CloseAsync function
    14-14:Desk.CloseAsync.Late function
    20-20:Desk.Close function
    """
    assert table("Desk.cs") == expected


def test_top_level_statements_stand_beside_top_level_functions() -> None:
    expected = """
    1-3:<module> module
    5-8:Fine function
    10-10:Box class
    10-10:Box.Size function
    """
    assert table("script.cs") == expected


def test_local_functions_are_found_however_they_are_written() -> None:
    expected = """
    1-38:A class
    2-35:A.M function
    3-3:A.M.Plain function
    4-4:A.M.Async function
    5-5:A.M.Pair function
    6-6:A.M.Generic function
    7-7:A.M.Array function
    8-8:A.M.Odd function
    9-9:A.M.Nested function
    10-10:A.M.Attributed function
    11-11:A.M.OnOneLine function
    12-12:A.M.Global function
    13-13:A.M.Ref function
    14-14:A.M.Pointer function
    15-15:A.M.Commented function
    16-19:A.M.Tall function
    20-23:A.M.Wide function
    24-25:A.M.Broken function
    26-26:A.M.Über function
    27-27:A.M.@event function
    28-28:A.M.Behind function
    29-29:A.M.InCase function
    30-30:A.M.Fun function
    31-33:A.M.Noted function
    36-36:A.Each function
    36-36:A.Each.Inner function
    37-37:A.None function
    """
    assert table("locals.cs") == expected


def test_a_property_without_code_is_a_field() -> None:
    source = (
        "class A {\n    public int B { get; set; } = 1;\n    public int C { get; }\n    public int D { get => 1; }\n}\n"
    )
    assert symbols("a.cs", source) == ["A", "A.D"]


def test_the_namespace_is_no_part_of_a_symbol() -> None:
    source = "namespace X.Y {\n    namespace Z {\n        class A { void M() { } }\n    }\n}\n"
    assert symbols("a.cs", source) == ["A", "A.M"]


def test_operators_are_named_by_their_sign_or_their_type() -> None:
    source = (
        "class A {\n"
        "    public static A operator ++(A a) => a;\n"
        "    public static bool operator true(A a) => true;\n"
        "    public static implicit operator int(A a) => 1;\n"
        "}\n"
    )
    assert symbols("a.cs", source) == ["A", "A.operator ++", "A.operator true", "A.operator int"]
