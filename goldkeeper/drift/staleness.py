"""How far an edit puts a grade in doubt: three sorts, told from two token streams without any parser.

*Reformatted*: the streams are the same once the liberties of style are taken (`code_style.py`). *Refactored*: they
are the same once type hints, doc strings and words like `final` are taken off (`type_hints.py`), local names may
be called otherwise, everywhere and in one way (`local_names.py`), and a value may have got a name of its own or
lost it. So calls, literals, operators and control words are the same and in the same order. *Behaviour changed* is all
the rest: also two calls that changed places, since what they do to each other nobody can tell from here.

The doubt is on the safe side. An edit that does nothing may be called a change, which costs one look; a change
is never called harmless because its words were shuffled.
"""

from collections.abc import Mapping, Sequence

from goldkeeper.drift.code_differences import told_differences
from goldkeeper.drift.code_style import is_word, without_style
from goldkeeper.drift.local_names import renamed
from goldkeeper.drift.named_values import with_inlined
from goldkeeper.drift.type_hints import without_hints
from goldkeeper.model.lexicons import Lexicon, lexicon_of
from goldkeeper.model.staleness import Edit, Staleness
from goldkeeper.model.tokens import token_stream

MOST_NAMES = 2  # told of those that got another name; a reviewer sees the texts
_OWN_NAME = "its_own_name"


def judge_edit(base: str, head: str, language: str, *, base_name: str = "", head_name: str = "") -> Edit:
    """What sort of edit made one text of the other.

    Args:
        base: what was judged.
        head: what stands there now.
        language: a grammar's name; of one that is unknown less is taken for style.
        base_name: the chunk's own name, which may have become `head_name`.

    >>> judge_edit("x = f('a')", 'x = f("a")  # why', "python").staleness.value
    'reformatted'
    >>> judge_edit("x = f(1)", "x = f(2)", "python").note
    '1 became 2'
    """
    lexicon = lexicon_of(language)
    before, after = token_stream(base, language), token_stream(head, language)
    if before == after:
        return Edit(Staleness.REFORMATTED, "comments and layout")
    before, after = without_style(before, lexicon, language), without_style(after, lexicon, language)
    if before == after:
        return Edit(Staleness.REFORMATTED, "quotes, commas, brackets or line ends")
    if base_name != head_name and is_word(base_name) and is_word(head_name):
        before, after = _named_alike(before, base_name), _named_alike(after, head_name)
        if before == after:
            return Edit(Staleness.REFACTORED, f"{base_name} is called {head_name}")
    note = _refactored(before, after, lexicon)
    if note is not None:
        return Edit(Staleness.REFACTORED, note)
    plain = [without_hints(stream, lexicon) for stream in (before, after)]
    return Edit(Staleness.BEHAVIOUR, told_differences(plain[0], plain[1], lexicon))


def _named_alike(tokens: Sequence[str], name: str) -> tuple[str, ...]:
    return tuple(_OWN_NAME if token == name else token for token in tokens)


def _refactored(before: Sequence[str], after: Sequence[str], lexicon: Lexicon) -> str | None:
    """What was refactored, in words; None where it was more than that."""
    names = renamed(before, after, lexicon)
    if names is not None:
        return ", ".join(_told_names(names))
    base, head = without_hints(before, lexicon), without_hints(after, lexicon)
    names = renamed(base, head, lexicon)
    if names is not None:
        return ", ".join(["type hints, doc strings or words like final", *_told_names(names)])
    for inlined_base, inlined_head in with_inlined(base, head, lexicon):
        names = renamed(inlined_base, inlined_head, lexicon)
        if names is not None:
            return ", ".join(["a value got a name or lost it", *_told_names(names)])
    return None


def _told_names(names: Mapping[str, str]) -> list[str]:
    told = [f"{old} is called {new}" for old, new in sorted(names.items())[:MOST_NAMES]]
    more = len(names) - MOST_NAMES
    return [*told, f"{more} more name{'s' * (more > 1)}"] if more > 0 else told
