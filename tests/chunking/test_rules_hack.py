"""Hack: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import table


def test_every_definition_of_a_hack_file_is_cut() -> None:
    expected = r"""
    4-4:Library\Loans::<module> module
    6-8:Library\Loans::ILendable class
    7-7:Library\Loans::ILendable::title function
    10-23:Library\Loans::Loan class
    16-16:Library\Loans::Loan::__construct function
    18-20:Library\Loans::Loan::genOf function
    22-22:Library\Loans::Loan::fine function
    25-27:Library\Loans::Audits class
    26-26:Library\Loans::Audits::audit function
    29-32:Library\Loans::Status class
    34-37:Library\Loans::format_loan function
    39-39:Library\Loans::gen_main function
    """
    assert table("loans.hack") == expected
