"""Swift: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import symbols, table


def test_every_definition_of_a_swift_file_is_cut() -> None:
    expected = """
    1-3:<module> module
    6-12:Lendable class
    9-9:Lendable.init function
    10-10:Lendable.label function
    11-11:Lendable.< function
    14-87:Loan class
    20-22:Loan.overdue function
    24-26:Loan.due function
    28-31:Loan.fine function
    33-36:Loan.printer function
    38-40:Loan.onReturn function
    42-44:Loan.init function
    46-48:Loan.init function
    50-52:Loan.deinit function
    54-56:Loan.subscript function
    58-60:Loan.== function
    62-62:Loan.make function
    64-76:Loan.renew function
    66-68:Loan.renew.allowed function
    69-71:Loan.renew.Entry class
    70-70:Loan.renew.Entry.store function
    78-78:Loan.renew function
    80-86:Loan.Status class
    84-84:Loan.Status.open function
    85-85:Loan.Status.close function
    89-91:Loan class
    90-90:Loan.encode function
    93-95:Array class
    94-94:Array.total function
    97-99:Loan.Status class
    98-98:Loan.Status.describe function
    101-104:Desk class
    103-103:Desk.enqueue function
    106-109:Tree class
    111-111:<module> module
    112-112:√ function
    114-114:default function
    116-116:<module> module
    117-117:probe function
    118-118:<module> module
    120-122:handler function
    """
    assert table("Loan.swift") == expected


def test_an_extension_is_one_more_chunk_of_its_type() -> None:
    source = (
        "struct A {}\n\nextension A: B {\n    func c() {}\n}\n\nextension A.D where E == Int {\n    func f() {}\n}\n"
    )
    assert symbols("a.swift", source) == ["A", "A", "A.c", "A.D", "A.D.f"]


def test_a_stored_property_is_no_chunk() -> None:
    source = "class A {\n    var b = 1\n    let c: Int\n    var d: Int { 1 }\n}\n"
    assert symbols("a.swift", source) == ["A", "A.d"]
