"""PHP: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import symbols, table


def test_every_definition_of_a_php_file_is_cut() -> None:
    expected = r"""
    3-3:<module> module
    7-9:Library\Loans::<module> module
    12-17:Library\Loans::Lendable class
    16-16:Library\Loans::Lendable::title function
    19-61:Library\Loans::Loan class
    29-32:Library\Loans::Loan::$label function
    34-35:Library\Loans::Loan::__construct function
    37-40:Library\Loans::Loan::of function
    42-42:Library\Loans::Loan::fine function
    44-52:Library\Loans::Loan::renew function
    46-48:Library\Loans::Loan::renew::$allowed function
    49-49:Library\Loans::Loan::renew::$this->onRenew function
    54-60:Library\Loans::Loan::count function
    56-58:Library\Loans::Loan::count::$visitor class
    57-57:Library\Loans::Loan::count::$visitor::visit function
    59-59:Library\Loans::Loan::count::<anonymous>::size function
    63-66:Library\Loans::Timestamps class
    65-65:Library\Loans::Timestamps::touch function
    68-74:Library\Loans::Status class
    73-73:Library\Loans::Status::default function
    76-80:Library\Loans::format_loan function
    78-78:Library\Loans::format_loan::helper function
    82-87:Library\Loans::<module> module
    83-86:Library\Loans::library_fine function
    89-91:Library\Loans::$handler function
    93-93:Library\Loans::Shouted function
    95-95:Library\Loans::<module> module
    """
    assert table("Loan.php") == expected


def test_markup_around_code_is_top_level_code() -> None:
    expected = """
    1-2:<module> module
    4-7:row function
    8-15:<module> module
    """
    assert table("page.php") == expected


def test_namespaces_with_braces_end_with_them() -> None:
    expected = r"""
    3-3:Library::Loan class
    3-3:Library::Loan::renew function
    4-4:Library::open function
    8-8:Library\Web::Page class
    12-12:main function
    """
    assert table("many.php") == expected


def test_a_namespace_without_braces_lasts_to_the_next() -> None:
    source = "<?php\nnamespace A;\nclass B {}\nnamespace C\\D;\nfunction e() {}\n"
    assert symbols("a.php", source) == ["A::B", "C\\D::e"]


def test_an_argument_is_not_bound_to_a_name() -> None:
    assert symbols("a.php", "<?php\nusort($a, function ($b, $c) { return 0; });\n") == ["<module>"]
