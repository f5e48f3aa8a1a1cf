"""Rows on which the judges differ → the sheet of a third, who decides.

The third is no third opinion that is counted with the others: two people read the pair already, and somebody has to
say which of them the rules bear out, or that neither does. That takes what they said, and their notes most of all,
which are the reasons. It does not take their names: whoever knows that the senior said 3 weighs the senior. So the
answers are shown in an order of their own, lowest grade first, without names; a project may show names as well, or
nothing, which makes a third blind reading of it.

The key of such a row says that it is a third's and not whose: anybody who has not read the row may decide it, and
the sheet's column `judge` says who did.
"""

from collections.abc import Mapping, Sequence

from goldkeeper.audit.row_keys import make_row_key
from goldkeeper.audit.sheet_rows import answers_of, secret_of, shown_row, texts_of
from goldkeeper.model.audit_records import AuditRecord
from goldkeeper.model.audits import ArbiterSees, Outcome, Reading
from goldkeeper.model.judge_names import known_as
from goldkeeper.model.sheets import NO_ANSWERS, Answers, AuditSheet, Rule

_THIRD = "\0third"  # no judge has such a name


def make_third_sheet(
    record: AuditRecord, judge: str, rules: Sequence[Rule], outcomes: Sequence[Outcome], sees: ArbiterSees
) -> AuditSheet:
    """The rows that a third judge decides, by number; blind to the present grade and to decoys.

    Args:
        judge: who decides; what they decided already is filled in.
        outcomes: the rows, each with what was said.
        sees: what of that is shown.
    """
    texts = texts_of(record)
    made = []
    for place, one in enumerate(sorted(outcomes, key=lambda one: one.row.number), 1):
        number, third = one.row.number, one.arbitration
        answers = answers_of(third) if third is not None and known_as(judge, [third.judge]) is not None else NO_ANSWERS
        row = shown_row(record, texts[number], place, third_key(record, number), answers)
        made.append(row.with_said(said_of(one, sees)))
    return AuditSheet(record.draw.name, judge, record.state, tuple(rules), tuple(made), third=True)


def third_key(record: AuditRecord, row: int) -> str:
    """The key of a row in the sheet of any third judge."""
    return make_row_key(record.draw.name, row, _THIRD, secret_of(record))


def third_keys_of(record: AuditRecord) -> Mapping[str, int]:
    """Every key that a third's sheet of an audit may have → row."""
    return {third_key(record, row.number): row.number for row in record.draw.rows}


def shown_readings(outcome: Outcome, sees: ArbiterSees) -> tuple[Reading, ...]:
    """The blind readings of a row as a third judge may see them; without names by what they say."""
    if sees is ArbiterSees.NOTHING:
        return ()
    if sees is ArbiterSees.NAMES:
        return outcome.readings
    return tuple(sorted(outcome.readings, key=_by_words))


def said_of(outcome: Outcome, sees: ArbiterSees) -> tuple[str, ...]:
    """What the judges said, a line each, as far as a third may see it."""
    return tuple(
        f"{one.judge if sees is ArbiterSees.NAMES else 'one judge'}: {answer_words(answers_of(one))}"
        for one in shown_readings(outcome, sees)
    )


def reason_for_third(outcome: Outcome, sees: ArbiterSees) -> str:
    """Why a third is asked, without what they must not see."""
    if outcome.arbitration is not None and outcome.arbitration.grade is None:
        return "A third judge left it open." if sees is not ArbiterSees.NAMES else outcome.reason
    return outcome.reason if sees is not ArbiterSees.NOTHING else "The judges differ: a third decides."


def answer_words(answers: Answers) -> str:
    """Answers as one line: `grade 2, wrong span, note: half of it`."""
    parts = ["no grade" if answers.grade is None else f"grade {answers.grade}"]
    parts += ["query unclear"] if answers.unclear else []
    parts += ["wrong span"] if answers.wrong_span else []
    parts += [f"note: {' '.join(answers.note.split())}"] if answers.note else []
    return ", ".join(parts)


def _by_words(one: Reading) -> tuple[int, bool, bool, str]:
    return -1 if one.grade is None else int(one.grade), one.ambiguous_query, one.wrong_span, one.doubt
