"""All audits of a gold set at once, of which one may be damaged: it is named, and the others go on."""

from collections.abc import Mapping
from dataclasses import dataclass

from goldkeeper.model.audit_records import AuditRecord
from goldkeeper.model.errors_audits import AuditDamaged
from goldkeeper.ports import AuditBook


@dataclass(frozen=True, slots=True)
class AuditShelf:
    """The audits that can be read, and those that can't.

    Attributes:
        records: by name, oldest first.
        damaged: by name, each with the sentence that says what and what to do.
    """

    records: Mapping[str, AuditRecord]
    damaged: Mapping[str, AuditDamaged]


def shelf_of(book: AuditBook) -> AuditShelf:
    """Every audit of a book."""
    records: dict[str, AuditRecord] = {}
    damaged: dict[str, AuditDamaged] = {}
    for name in book.names():
        try:
            records[name] = book.audit(name)
        except AuditDamaged as problem:
            damaged[name] = problem
    return AuditShelf(records, damaged)
