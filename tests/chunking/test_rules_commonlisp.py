"""Common Lisp: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import symbols, table


def test_defining_forms_are_cut_wherever_they_stand() -> None:
    expected = """
    1-4:<module> module
    7-8:loan class
    10-11:receipt class
    13-13:too-often class
    15-16:renew function
    18-19:renew function
    21-24:renew function
    26-27:(setf fee) function
    29-32:with-loan function
    31-31:with-loan.helper function
    34-36:<module> module
    35-36:next-number function
    38-38:shelf class
    40-40:<module> module
    """
    assert table("loans.lisp") == expected


def test_a_form_within_another_is_found() -> None:
    assert symbols("a.lisp", "(eval-when (:load-toplevel)\n  (defun a () 1))\n") == ["<module>", "a"]
