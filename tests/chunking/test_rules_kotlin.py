"""Kotlin: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import symbols, table


def test_every_definition_of_a_kotlin_file_is_cut() -> None:
    expected = """
    1-9:<module> module
    12-16:Lendable class
    14-14:Lendable.title function
    15-15:Lendable.label function
    18-75:Loan class
    27-28:Loan.overdue function
    30-33:Loan.fine function
    31-31:Loan.fine.days function
    35-37:Loan.onReturn function
    39-41:Loan.init function
    43-43:Loan.constructor function
    45-47:Loan.constructor function
    49-50:Loan.extend function
    52-63:Loan.renew function
    53-55:Loan.renew.check function
    56-60:Loan.renew.log class
    57-59:Loan.renew.log.run function
    65-65:Loan.compareTo function
    67-69:Loan.Receipt class
    68-68:Loan.Receipt.print function
    71-74:Loan.Companion class
    73-73:Loan.Companion.of function
    77-81:Desk class
    78-80:Desk.Registry class
    79-79:Desk.Registry.iterator function
    83-93:Status class
    84-86:Status.OUT class
    85-85:Status.OUT.describe function
    87-89:Status.BACK class
    88-88:Status.BACK.describe function
    92-92:Status.describe function
    95-98:Clock class
    96-96:Clock.zone function
    97-97:Clock.now function
    100-100:Loan.orNothing function
    102-102:List.second function
    104-105:Map.Entry.isLate function
    107-111:returns a book that was never lent function
    109-109:returns a book that was never lent.<anonymous>.compare function
    113-115:remind function
    117-117:Event class
    118-118:Closed class
    """
    assert table("Loans.kt") == expected


def test_a_property_makes_a_chunk_only_where_it_holds_code() -> None:
    source = "class A {\n    val a = 1\n    var b = 2\n        private set\n    val c get() = 3\n    val d by map\n}\n"
    assert symbols("a.kt", source) == ["A", "A.c"]


def test_a_companion_is_called_as_the_compiler_calls_it() -> None:
    source = "class A {\n    companion object {\n        fun of() = A()\n    }\n}\n"
    assert symbols("a.kt", source) == ["A", "A.Companion", "A.Companion.of"]


def test_an_extension_is_named_with_its_receiver() -> None:
    source = "fun String.a() = 1\nfun List<Int>?.b() = 2\nfun (() -> Unit).c() = 3\nfun <T> Map.Entry<T, T>.d() = 4\n"
    assert symbols("a.kt", source) == ["String.a", "List.b", "c", "Map.Entry.d"]


def test_names_in_other_scripts_and_backticks_are_kept_without_the_ticks() -> None:
    assert symbols("a.kt", "fun größe() = 1\nclass `is it`\n") == ["größe", "is it"]


def test_a_body_on_one_line_does_not_cost_the_rest_of_the_file() -> None:
    source = (
        "enum class Color(val rgb: Int) {\n"
        "    RED(1) { override fun mix() = 1 },\n"
        "    BLUE(2) { override fun mix() = 2 };\n\n"
        "    abstract fun mix(): Int\n"
        "}\n\n"
        'fun text(x: Int) = "${ x } and { y }"\n\n'
        "fun interface Runner { fun run() }\n"
    )
    expected = """
    1-6:Color class
    2-2:Color.RED class
    2-2:Color.RED.mix function
    3-3:Color.BLUE class
    3-3:Color.BLUE.mix function
    5-5:Color.mix function
    8-8:text function
    10-10:Runner class
    10-10:Runner.run function
    """
    assert table("a.kt", source) == expected
