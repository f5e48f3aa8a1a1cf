"""Small windows over the page: help, a yes to a whole group, a grade, a note."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from goldkeeper.model.gold import Grade, QueryId
from goldkeeper.reporting.folding import folded
from goldkeeper.terminal.group_plan import Consent, Plan
from goldkeeper.terminal.palette import LABEL
from goldkeeper.terminal.widgets import Lines, Words

HELP = """\
One question: what to do with a gold chunk that drifted.
One card: all the questions of one cause.

 a  accept: do what is proposed        A  all of the group
 r  reject: leave the gold as it is    R  all of the group
 e  another successor, or several      E  all of the group to one
 g  keep it, with another grade        G  all of the group
 d  drop it from the gold set          D  all of the group
 s  later: put it off                  S  all of the group
 n  not sure: somebody else should look
 u  undo this answer, or the last      U  undo the group
 m  write a note                       Ctrl+U  undo all you said

 Enter opens, Escape goes back; left and right: other questions
 Space   leave a member out of what the capitals answer
 w       whole texts, or only what changed
 ?  help       q  leave; all answers are kept

A capital takes along what may be answered in passing and what
you have looked at. Removals, chunks that do something else now
and odd ones stay behind until you look or say so when asked;
ties are answered one by one. Nothing is in the gold file
before goldkeeper apply.

Signs: - old  + new  [-old word-] {+new word+}  … left out
       ▸ cursor  ! beware  * what was answered  [x] picked"""


HELP_EDGES = 6  # columns of the window's border, padding and scroll bar
_SECOND = 39  # where the second column of keys begins


def help_lines(width: int) -> list[str]:
    """The help for so many columns."""
    lines = HELP.split("\n")
    if width >= max(map(len, lines)):
        return lines
    first = [line[:_SECOND].rstrip() if _is_double(line) else line for line in lines]
    second = [" " + line[_SECOND:] for line in lines if _is_double(line)]
    last = max(at for at, line in enumerate(lines) if _is_double(line))
    joined: list[str] = []
    for line in (*first[: last + 1], *second, *first[last + 1 :]):
        if joined and joined[-1] and line and " " not in {joined[-1][0], line[0]}:
            joined[-1] += f" {line}"  # a sentence goes on
        else:
            joined.append(line)
    return [part for line in joined for part in _indented(line, width)]


def _is_double(line: str) -> bool:
    return line[_SECOND - 2 : _SECOND] == "  " and line[_SECOND : _SECOND + 1].strip() != ""


def _indented(line: str, width: int) -> list[str]:
    text = line.lstrip(" ")
    indent = " " * (len(line) - len(text))
    return [indent + part for part in folded(text, max(8, width - len(indent)))] or [""]


class Help(ModalScreen[None]):
    """All keys, and what they do."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,question_mark,enter", "dismiss", show=False)]

    def compose(self) -> ComposeResult:
        """One window."""
        with Vertical(classes="window tall"):
            yield Lines(id="help")

    def on_mount(self) -> None:
        """The text, folded by hand to eighty columns; with fewer each key has a line of its own."""
        self._fill()

    def on_resize(self) -> None:
        """Fold anew."""
        self.call_after_refresh(self._fill)

    def _fill(self) -> None:
        width = max(20, self.size.width - HELP_EDGES)
        self.query_one(Lines).show([Text(line) for line in help_lines(width)], keep_place=True)


class Ask(ModalScreen[Consent | None]):
    """Before many are answered at once: what exactly, and what stays behind."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "say(True)", show=False),
        Binding("n,escape,q", "say(False)", show=False),
        Binding("c", "changed", show=False),
        Binding("x", "removals", show=False),
        Binding("o", "unseen", show=False),
    ]

    def __init__(self, question: str, plan: Plan) -> None:
        """Ask.

        Args:
            question: what would be done, with `{}` for how many.
            plan: what goes along, and what only if it is said.
        """
        super().__init__()
        self._question, self._plan = question, plan
        self._consent = Consent()

    def compose(self) -> ComposeResult:
        """The question, what stays behind, the keys."""
        with Vertical(classes="window"):
            yield Words(id="question", style=LABEL)
            yield Words(id="behind")
            yield Words("y  yes      n  no", id="answers")

    def on_mount(self) -> None:
        """Say it."""
        self._say()

    def _say(self) -> None:
        plan, consent = self._plan, self._consent
        self.query_one("#question", Words).say(self._question.format(f"{len(plan.meant(consent)):,}"), LABEL)
        rows = [f"!  {plan.beware}"] if plan.beware else []
        for key, said, members, what in (
            ("o", consent.unseen, plan.unseen, "odd, which you have not looked at"),
            ("c", consent.changed, plan.changed, "that do something else now, not looked at"),
            ("x", consent.removals, plan.removals, "that leave the gold set, not looked at"),
        ):
            if members:
                rows.append(f"{key}  [{'x' if said else ' '}] also {len(members)} {what}")
        if plan.ties:
            rows.append(f"       {len(plan.ties)} can only be answered one by one")
        self.query_one("#behind", Words).say("\n".join(rows))

    def action_say(self, yes: bool) -> None:
        """Yes or no."""
        self.dismiss(self._consent if yes else None)

    def action_changed(self) -> None:
        """Take along what does something else now, or don't."""
        if self._plan.changed:
            self._consent = replace(self._consent, changed=not self._consent.changed)
            self._say()

    def action_removals(self) -> None:
        """Take removals along, or don't."""
        if self._plan.removals:
            self._consent = replace(self._consent, removals=not self._consent.removals)
            self._say()

    def action_unseen(self) -> None:
        """Take odd ones along that were not looked at, or don't."""
        if self._plan.unseen:
            self._consent = replace(self._consent, unseen=not self._consent.unseen)
            self._say()


@dataclass(frozen=True, slots=True)
class Graded:
    """A grade, for all queries (None) or one."""

    grade: Grade
    query: QueryId | None


class GradeScreen(ModalScreen[Graded | None]):
    """Which grade a chunk has now; for all its queries, or one of them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(grade), f"grade({grade})", show=False) for grade in range(4)),
        Binding("f", "next_query", show=False),
        Binding("escape,q", "dismiss(None)", show=False),
    ]

    def __init__(self, what: str, queries: Sequence[tuple[QueryId, str]]) -> None:
        """Ask for a grade.

        Args:
            what: is graded.
            queries: each with what it asks and its grade, for people; none asks for all at once.
        """
        super().__init__()
        self._what, self._queries, self._at = what, list(queries), 0

    def compose(self) -> ComposeResult:
        """What, for which query, the keys."""
        with Vertical(classes="window"):
            yield Words(self._what, style=LABEL)
            yield Words(id="for")
            yield Words("3  answers it      2  helps      1  touches it      0  judged, not relevant")
            yield Words("f  for another query      Esc  back" if len(self._queries) > 1 else "Esc  back")

    def on_mount(self) -> None:
        """Say it."""
        self._say()

    def _say(self) -> None:
        one = self._queries[self._at - 1] if self._at else None
        text = f"for {one[0]}: {one[1]}" if one is not None else "for all its queries"
        self.query_one("#for", Words).say(text)

    def action_next_query(self) -> None:
        """The next query, and behind the last all of them."""
        if len(self._queries) > 1:
            self._at = (self._at + 1) % (len(self._queries) + 1)
            self._say()

    def action_grade(self, grade: int) -> None:
        """That one."""
        query = self._queries[self._at - 1][0] if self._at else None
        self.dismiss(Graded(Grade(grade), query))


class NoteScreen(ModalScreen[str | None]):
    """A line of text for whoever looks at the question next."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number

    def compose(self) -> ComposeResult:
        """A field."""
        with Vertical(classes="window"):
            yield Words(f"Note beside item {self._number}; everybody reads it", style=LABEL)
            yield Input(placeholder="what the next one should know", id="note")
            yield Words("Enter  keep it      Esc  back")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Keep it."""
        self.dismiss(event.value.strip() or None)
