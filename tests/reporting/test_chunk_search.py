"""Chunks looked for by what people remember of them."""

from goldkeeper.reporting.chunk_search import find_chunks
from tests.builders import a_chunk

FEE = a_chunk("Loan.fee", path="loans/desk.py", text="def fee(self):\n    return late_days * 30")
FEES = a_chunk("Loan.fees_of_all", path="loans/desk.py", start=9)
DAYS = a_chunk("count", path="days/fee_days.py", text="def count(x):\n    return x")
CHUNKS = [DAYS, FEES, FEE]


def found(wanted: str) -> list[str]:
    return [one.chunk.symbol for one in find_chunks(CHUNKS, wanted)]


def test_its_own_name_goes_before_part_of_a_name_before_the_path() -> None:
    assert found("Fee") == ["Loan.fee", "Loan.fees_of_all", "count"]


def test_every_word_has_to_be_there_in_path_symbol_or_text() -> None:
    assert found("desk late_days") == ["Loan.fee"]
    assert found("desk nowhere") == []


def test_the_line_that_holds_the_word_is_shown() -> None:
    assert find_chunks(CHUNKS, "late_days")[0].line == "return late_days * 30"


def test_a_whole_id_finds_its_chunk() -> None:
    assert found(str(FEE.id)) == ["Loan.fee"]


def test_nothing_looked_for_is_nothing_found() -> None:
    assert find_chunks(CHUNKS, "  ") == ()
    assert len(find_chunks(CHUNKS, "a", most=1)) == 1


def test_a_slip_of_the_finger_is_forgiven_where_nothing_is_called_so() -> None:
    assert found("laon fee") == ["Loan.fee", "Loan.fees_of_all"]
    assert found("dsek") == ["Loan.fee", "Loan.fees_of_all"]
    assert found("fbe") == []
    assert found("nowhere") == []
