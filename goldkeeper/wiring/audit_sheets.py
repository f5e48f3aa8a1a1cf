"""The sheets of a project's audits: written for judges, and taken in again."""

from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from goldkeeper.audit.sheet_rows import make_sheet
from goldkeeper.audit.third_sheets import make_third_sheet
from goldkeeper.model.audit_records import AuditRecord, RowText
from goldkeeper.model.audits import ArbiterSees, Outcome
from goldkeeper.model.chunks import Span
from goldkeeper.model.errors import BadRequest, ExtraMissing, GoldkeeperError
from goldkeeper.model.sheet_imports import SheetProblem
from goldkeeper.model.sheets import AuditSheet, Rule
from goldkeeper.ports import AuditBook
from goldkeeper.wiring.code_links import CodeLinks
from goldkeeper.wiring.keeper import Keeper
from goldkeeper.workflow.audit_arbitration import decidable_by, decided_by
from goldkeeper.workflow.audit_import import Imported, import_sheets
from goldkeeper.workflow.audit_reading import status

if TYPE_CHECKING:
    from goldkeeper.stores.sheets.files import SheetForm


class AuditSheets:
    """What judges are handed, and what comes back from them."""

    def __init__(self, keeper: Keeper, book: AuditBook) -> None:
        self._keeper, self._book = keeper, book
        self._settings = keeper.settings.audit
        self._links = CodeLinks(keeper)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """What the grades mean, highest first."""
        words = (self._settings.grade_3, self._settings.grade_2, self._settings.grade_1, self._settings.grade_0)
        return tuple(Rule(grade, text) for grade, text in zip((3, 2, 1, 0), words, strict=True))

    @property
    def sees(self) -> ArbiterSees:
        """What a third judge is shown of what the two said."""
        return ArbiterSees(self._settings.arbiter_sees)

    def sheet(self, record: AuditRecord, judge: str, *, rows: Sequence[int] | None = None) -> AuditSheet:
        """One judge's sheet with what this judge has answered so far; raises RowUnknown."""
        readings = self._book.readings(record.draw.name)
        return make_sheet(self._linked(record), judge, self.rules, readings, rows=rows)

    def third(self, record: AuditRecord, judge: str, outcomes: Sequence[Outcome] | None = None) -> AuditSheet:
        """What a third judge may decide, and has decided; with `outcomes` these rows alone."""
        if outcomes is None:
            found = status(record.draw.name, self._book)
            outcomes = (*decidable_by(found, judge), *decided_by(found, judge))
            outcomes = list({one.row.number: one for one in outcomes}.values())
        return make_third_sheet(self._linked(record), judge, self.rules, outcomes, self.sees)

    def _linked(self, record: AuditRecord) -> AuditRecord:
        """With links where the code host became known after the draw."""
        texts = [
            text
            if text.link or text.commit is None or not text.code
            else replace(text, link=self._links.url(text.commit, text.path, _span(text)) or "")
            for text in record.texts
        ]
        return replace(record, texts=tuple(texts))

    def forms(self, named: Sequence[str] = ()) -> "tuple[SheetForm, ...]":
        """The forms of sheets that are asked for, else the configured ones; asked before anything is drawn.

        Raises:
            BadRequest: no such form.
            ExtraMissing: XLSX, and the library for it is not installed.
        """
        from goldkeeper.stores.sheets.files import SheetForm

        known = {form.value: form for form in SheetForm}
        for name in named:
            if name not in known:
                raise BadRequest("--formats", f"no form {name!r}", f"one or more of {','.join(known)}")
        chosen = tuple(known[name] for name in dict.fromkeys(named or self._settings.formats))
        if SheetForm.XLSX in chosen and find_spec("xlsxwriter") is None:
            raise ExtraMissing("writing XLSX (--formats csv,html,md does not)", "sheets")
        return chosen

    def write(
        self,
        record: AuditRecord,
        *,
        judges: Sequence[str] = (),
        third: str = "",
        forms: Sequence[str] = (),
        out: Path | None = None,
        force: bool = False,
    ) -> tuple[Path, ...]:
        """Write the sheets of all judges, of some, or that of a third judge; none where nothing waits for the third.

        Raises:
            RowUnknown: somebody reads nothing in this audit.
            FileUnreadable, ExtraMissing.
        """
        from goldkeeper.stores.sheets.files import SheetFolder

        chosen = self.forms(forms)
        folder = SheetFolder(out or self.folder, self._settings.csv_separator)
        written: list[Path] = []
        sheets = [self.third(record, third)] if third else [self.sheet(record, one) for one in judges or record.judges]
        for sheet in sheets:
            if not sheet.rows:
                continue
            written += folder.write(sheet, chosen, made=record.draw.drawn_at, force=force)
        return tuple(written)

    @property
    def folder(self) -> Path:
        """Where the sheets are."""
        return self._keeper.project.path(self._settings.folder)

    def import_files(
        self, files: Sequence[Path], *, judge: str = "", strict: bool = False, dry: bool = False
    ) -> Imported:
        """Take in filled sheets; one that can't be read keeps nothing else out.

        Raises:
            FileMissing, FileUnreadable, SheetUnreadable: strict, or the only file.
            AuditUnknown, RowUnknown, SheetRefused, ExtraMissing.
        """
        from goldkeeper.stores.sheets.reading import read_sheet_file

        tables, unread_files = [], []
        for file in files:
            try:
                tables.append(read_sheet_file(file))
            except GoldkeeperError as problem:
                if strict or len(files) == 1 or isinstance(problem, ExtraMissing):
                    raise
                unread_files.append(_as_problem(str(file), problem))
        done = import_sheets(tables, self._book, clock=self._keeper.clock, judge=judge, strict=strict, dry=dry)
        return replace(done, problems=(*unread_files, *done.problems))


def _span(text: RowText) -> Span:
    return Span(text.first_line, text.first_line + text.code.count("\n"))


def _as_problem(file: str, problem: GoldkeeperError) -> SheetProblem:
    sentence = str(problem).removeprefix(f"{file}: ")
    what, _, remedy = sentence.rpartition("; ")
    return SheetProblem(file, 0, "", what or sentence, remedy or "name another file")
