"""Text of unknown origin inside Markdown, so that it says there what it says.

Two ways to write it: prose (queries, sentences), with a backslash before what Markdown would obey,
and code spans (IDs, commands), which keep every character but the backtick and, in a table, the
pipe. Tables are GitHub's; it alone decides what a pipe in a code span means.
"""

import re

from goldkeeper.reporting.visible import visible

_OBEYED = re.compile(r"[\\`*\[\]|~$]|<(?=[A-Za-z/!?])|(?<![^\W_])_|_(?![^\W_])|!(?=\[)|&(?=#?\w+;)")
# Only at the start of a block: headings, lists, quotes, rules, numbered lists, setext underlines.
_AT_START = re.compile(r"^(>|#(?=#{0,5}(?:\s|$))|[-+](?=\s|$)|[-=](?=[-=\s]*$)|\d+(?=[.)](?:\s|$)))")
_LINK = re.compile(r"(?i)\b(https?|ftp|mailto|xmpp|www)([:.])")
_BACKTICKS = re.compile(r"`+")


class MarkdownText(str):
    """Text that is Markdown already and is not to be escaped again."""

    __slots__ = ()


def prose(text: str) -> MarkdownText:
    r"""Text as Markdown that renders as exactly that text, in a paragraph, a list item or a table cell.

    An address does not become a link: a report should not lead where a query says.

    >>> print(prose("what does *args | **kwargs do in get_total?"))
    what does \*args \| \*\*kwargs do in get_total?
    >>> print(prose("1. <script>"))
    1\. \<script>
    """
    if isinstance(text, MarkdownText):
        return text
    shown = _OBEYED.sub(lambda found: "\\" + found[0], visible(text).strip())
    shown = _AT_START.sub(_escaped_start, shown)
    return MarkdownText(_LINK.sub(r"\1\\\2", shown))


def _escaped_start(found: re.Match[str]) -> str:
    mark = found[1]
    return f"{mark}\\" if mark[0].isdigit() else f"\\{mark}"


def code(text: str, *, in_table: bool = False) -> MarkdownText:
    r"""A code span of exactly this text, its fence longer than any run of backticks in it.

    >>> print(code("a`b|c"), code("a|b", in_table=True))
    ``a`b|c`` `a\|b`
    """
    shown = visible(text) or " "
    longest = max((len(run) for run in _BACKTICKS.findall(shown)), default=0)
    fence = "`" * (longest + 1)
    # One space is stripped from both sides if both have one, so text that needs its own gets another.
    needs_pad = shown[0] == "`" or shown[-1] == "`" or (shown[0] == shown[-1] == " " and shown.strip())
    padded = f" {shown} " if needs_pad else shown
    return MarkdownText(fence + (padded.replace("|", "\\|") if in_table else padded) + fence)
