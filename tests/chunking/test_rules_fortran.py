"""Fortran: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import table


def test_program_units_and_their_procedures_are_cut() -> None:
    expected = """
    2-42:loans_mod class
    6-10:loans_mod.loan class
    12-14:loans_mod.label class
    18-26:loans_mod.fine function
    23-25:loans_mod.fine.ten function
    28-34:loans_mod.renew function
    36-40:loans_mod.label_loan function
    44-47:main class
    49-51:Bare function
    """
    assert table("loans.f90") == expected


def test_fixed_form_is_cut_too() -> None:
    expected = """
    2-6:RENEW function
    8-11:FINE function
    """
    assert table("old.f") == expected
