"""Public labels of code search through sheets, import, disposition and agreement: what comes of two readings a pair?

The file is `resources/annotationStore.csv` of github/CodeSearchNet, or a part of it: grades 0..3 that people gave to
chunks of code for a query. Of each pair of Python code with exactly two labels the first is one judge's, the second
the other's; both hand in a workbook, and it is imported as anybody's.

    python -m tests.bench.audit_labels annotationStore.csv
"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from goldkeeper.audit.agreement import agreement_of
from goldkeeper.model.audit_results import Scale, Weights
from goldkeeper.model.audits import Disposition
from goldkeeper.reporting.audit_words import agreement_sentence, figure
from goldkeeper.stores.sheets.reading import read_sheet_file
from goldkeeper.workflow.audit_import import import_sheets
from goldkeeper.workflow.audit_reading import status
from tests.builders import NOON
from tests.fake_audits import InMemoryAuditBook
from tests.workflow.test_audit_real_labels import an_audit_of, filled, labels


def main() -> None:
    """Print dispositions and agreement."""
    options = argparse.ArgumentParser()
    options.add_argument("file", type=Path)
    found = labels(2, 2, file=options.parse_args().file)
    record, book, say = an_audit_of(found), InMemoryAuditBook(), sys.stdout.write
    book.keep(record)
    with TemporaryDirectory() as folder:
        files = [Path(folder) / f"{judge}.xlsx" for judge in record.judges]
        for judge, file in zip(record.judges, files, strict=True):
            file.write_bytes(filled(record, found, judge))
        done = import_sheets([read_sheet_file(file) for file in files], book, clock=lambda: NOON)
    say(f"{len(done.changes['v1.4'].added):,} answers, {len(done.problems)} problems\n")
    outcomes = status("v1.4", book).outcomes
    for disposition in (Disposition.IN, Disposition.ARBITRATE, Disposition.AMBIGUOUS):
        number = sum(one.disposition is disposition for one in outcomes)
        say(f"{disposition}: {number:,} of {len(outcomes):,} ({100 * number / len(outcomes):.1f} %)\n")
    agreement = agreement_of(book.readings("v1.4"))
    say(f"{agreement_sentence(agreement)}\n")
    say(f"alpha nominal {figure(agreement.alphas[Scale.NOMINAL])}, interval {figure(agreement.alphas[Scale.INTERVAL])}")
    say(f"; kappa {', '.join(f'{kind} {figure(agreement.kappas[kind])}' for kind in Weights)}\n")


if __name__ == "__main__":
    main()
