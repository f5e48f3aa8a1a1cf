"""What differs between two token streams, in a few words: the calls, control words, literals and operators."""

from collections import Counter
from collections.abc import Iterator, Sequence

from goldkeeper.drift.brackets import PAIRS
from goldkeeper.drift.code_style import LAYOUT, is_text, is_word
from goldkeeper.model.lexicons import Lexicon

MOST_TOLD = 3  # differences; more are counted
LONGEST_TOKEN = 24  # characters of a literal that are shown
_SILENT = LAYOUT | PAIRS.keys() | set(PAIRS.values()) | {",", ";", ":", "."}


def told_differences(base: Sequence[str], head: Sequence[str], lexicon: Lexicon) -> str:
    """The first differences in words, those that say most first.

    >>> from goldkeeper.model.lexicons import lexicon_of
    >>> told_differences(["f", "(", ")"], ["g", "(", ")", "if"], lexicon_of("python"))
    'now calls g, no longer f, one more if'
    """
    found = [*_calls(base, head, lexicon), *_words(base, head, lexicon), *_values(base, head)]
    if not found:
        found = ["the same words in another order"] if Counter(base) == Counter(head) else ["other names"]
    more = len(found) - MOST_TOLD
    return ", ".join([*found[:MOST_TOLD], *([f"{more} more"] if more > 0 else [])])


def _differ(base: Counter[str], head: Counter[str]) -> tuple[list[str], list[str]]:
    return sorted((base - head).elements()), sorted((head - base).elements())


def _calls(base: Sequence[str], head: Sequence[str], lexicon: Lexicon) -> Iterator[str]:
    def called(tokens: Sequence[str]) -> Counter[str]:
        return Counter(
            piece
            for n, piece in enumerate(tokens[:-1])
            if tokens[n + 1] == "(" and is_word(piece) and not lexicon.is_reserved(piece)
        )

    lost, got = _differ(called(base), called(head))
    if got:
        yield f"now calls {_listed(got)}"
    if lost:
        yield f"no longer {_listed(lost)}" if got else f"no longer calls {_listed(lost)}"


def _words(base: Sequence[str], head: Sequence[str], lexicon: Lexicon) -> Iterator[str]:
    lost, got = _differ(*(Counter(t for t in tokens if t in lexicon.control) for tokens in (base, head)))
    if len(lost) == len(got) == 1:
        yield f"{lost[0]} became {got[0]}"
        return
    if got:
        yield f"one more {got[0]}" if len(got) == 1 else f"more of {_listed(got)}"
    if lost:
        yield f"one {lost[0]} less" if len(lost) == 1 else f"less of {_listed(lost)}"


def _values(base: Sequence[str], head: Sequence[str]) -> Iterator[str]:
    for is_sort in (_is_literal, _is_operator):
        lost, got = _differ(*(Counter(t for t in tokens if is_sort(t)) for tokens in (base, head)))
        if len(lost) == len(got) == 1:
            alike = _shown(lost[0]) == _shown(got[0])  # they differ where they are cut
            yield f"{_shown(lost[0])} reads otherwise" if alike else f"{_shown(lost[0])} became {_shown(got[0])}"
            continue
        if got:
            yield f"{_listed(got)} {'is' if len(set(got)) == 1 else 'are'} new"
        if lost:
            yield f"without {_listed(lost)}"


def _is_literal(piece: str) -> bool:
    return piece[0].isdigit() or is_text(piece)


def _is_operator(piece: str) -> bool:
    return not _is_literal(piece) and not is_word(piece) and piece not in _SILENT and piece.isprintable()


def _listed(tokens: Sequence[str]) -> str:
    shown = list(dict.fromkeys(map(_shown, tokens)))
    return " and ".join(shown[:2]) + (f" and {len(shown) - 2} more" if len(shown) > 2 else "")  # two say what it is


def _shown(piece: str) -> str:
    line = " ".join(piece.split())
    return line if len(line) <= LONGEST_TOKEN else line[: LONGEST_TOKEN - 1] + "…"
