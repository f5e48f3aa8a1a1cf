"""Ruby: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import symbols, table


def test_every_definition_of_a_ruby_file_is_cut() -> None:
    expected = """
    3-3:<module> module
    6-113:Library class
    9-98:Library::Loan class
    13-17:Library::Loan::Receipt class
    14-16:Library::Loan::Receipt#change function
    19-19:Library::Loan::NotFound class
    21-21:Library::Loan::FINE function
    23-26:Library::Loan#initialize function
    28-30:Library::Loan.of function
    33-35:Library::Loan.build function
    41-41:Library::Loan.secret function
    43-43:Library::Loan.dynamic function
    46-46:Library::Loan#overdue? function
    48-50:Library::Loan#due= function
    52-54:Library::Loan#<=> function
    56-58:Library::Loan#[] function
    60-62:Library::Loan#-@ function
    66-68:Library::Loan#renew function
    70-70:Library::Loan#lose! function
    76-76:Library::Loan.count function
    78-81:Library::Loan#audit function
    83-86:Library::Loan#slow function
    84-84:Library::Loan#inner_helper function
    95-95:Library::Loan#compare function
    97-97:Library::Loan.hidden function
    100-112:Library::Helpers class
    103-105:Library::Helpers#format function
    107-107:Library::Helpers.shout function
    109-111:Library::Helpers::Library::Desk class
    110-110:Library::Helpers::Library::Desk#open function
    115-119:Library::Loan::Line class
    116-118:Library::Loan::Line#quantity function
    121-123:main function
    125-125:Library.version function
    127-129:handler function
    131-133:<module> module
    132-132:debug function
    135-137:Library::Extra class
    136-136:Library::Extra#extra function
    139-143:<module> module
    """
    assert table("loans.rb") == expected


def test_methods_of_the_class_are_told_from_those_of_instances() -> None:
    source = "class A\n  def b; end\n  def self.b; end\n  class << self\n    def c; end\n  end\nend\n"
    assert symbols("a.rb", source) == ["A", "A#b", "A.b", "A.c"]


def test_a_name_that_is_made_when_it_runs_makes_no_chunk() -> None:
    source = 'class A\n  define_method("#{x}?") { 1 }\n  attr_reader :y\n  alias z y\nend\n'
    assert symbols("a.rb", source) == ["A"]


def test_classes_made_by_a_call_are_classes() -> None:
    source = "A = Class.new(B) do\n  def c; end\nend\nD = Data.define(:e)\nF = Hash.new { |h, k| h[k] = 1 }\n"
    assert symbols("a.rb", source) == ["A", "A#c", "D", "<module>"]
