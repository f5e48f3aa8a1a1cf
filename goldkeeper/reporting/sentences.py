"""The sentences of a report: what a person reads aloud to a colleague, and what to do next."""

from dataclasses import dataclass

from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.staleness import Staleness
from goldkeeper.reporting.outcomes import Ending
from goldkeeper.reporting.tally import FOUND, Tally
from goldkeeper.reporting.wording import count, enumeration, percent, verb


@dataclass(frozen=True, slots=True)
class Step:
    """Something to do; `command` is what to type, empty where it is done by hand."""

    text: str
    command: str = ""


def headline(tally: Tally) -> str:
    """The state of the gold set in one sentence."""
    if tally.total == 0:
        return "The gold set names no chunk, so there was nothing to check."
    if tally.intact == tally.total == tally.resolving:
        return f"{_all_of(tally.total)} and {verb(tally.total, 'says', 'say')} what was judged."
    if tally.total == 1:
        return _only_one(tally)
    if tally.resolving and tally.resolving == tally.something_else and not tally.unresolved[DriftKind.INTACT]:
        return _none_as_judged(tally)
    if not tally.resolving:
        return f"None of {count(tally.total, 'gold chunk')} resolves any longer (0 %)."
    if tally.resolving == tally.total:
        says = f"{tally.something_else:,} of them {verb(tally.something_else, 'says', 'say')} something else"
        rest = f"but {says} under the same ID" if tally.something_else else "but what some say can't be told"
        return f"{_all_of(tally.total)}, {rest}."
    share = percent(tally.resolving, tally.total)
    resolve = verb(tally.resolving, "resolves", "resolve")
    sentence = f"{tally.resolving:,} of {count(tally.total, 'gold chunk')} still {resolve} ({share})"
    return sentence + _something_else(tally) + "."


def _none_as_judged(tally: Tally) -> str:
    """Not one ID leads to what was judged: what still resolves is no comfort."""
    still = f"{tally.resolving:,} still {verb(tally.resolving, 'resolves', 'resolve')}, to other text"
    still += f" ({percent(tally.resolving, tally.total)})"
    if tally.resolving == tally.total:
        still = "all still resolve, to other text"
    return f"None of {count(tally.total, 'gold ID')} names what was judged any more; {still}."


def _all_of(total: int) -> str:
    return "The one gold chunk still resolves" if total == 1 else f"All {total:,} gold chunks still resolve"


def _only_one(tally: Tally) -> str:
    if tally.something_else:
        return "The one gold chunk still resolves, but says something else than was judged."
    if tally.resolving:
        return "The one gold chunk still resolves, but what it says can't be told."
    return "The one gold chunk does not resolve any longer."


def _something_else(tally: Tally) -> str:
    if not tally.something_else:
        return ""
    says = verb(tally.something_else, "says", "say")
    return f"; {tally.something_else:,} of them {says} something else under the same ID"


_UNRESOLVED = (
    (DriftKind.INTACT, "is there under another spelling of its ID", "are there under another spelling of their IDs"),
    (DriftKind.SHIFTED, "only moved to other lines", "only moved to other lines"),
    (DriftKind.EDITED, "was edited and moved to other lines", "were edited and moved to other lines"),
    (DriftKind.MISSING, "left its place", "left their places"),
    (DriftKind.OBSCURED, "lies where its file can't be parsed", "lie where their files can't be parsed"),
    (DriftKind.NEVER, "never named anything", "never named anything"),
)
_RECUT = ("is cut otherwise, and nobody edited it", "are cut otherwise, and nobody edited them")
_LEFT = (
    (Ending.UNKNOWN, "has no proposal", "have no proposal"),
    (Ending.AMBIGUOUS, "has answers too near to each other", "have answers too near to each other"),
    (Ending.GONE, "looks gone", "look gone"),
)


def details(tally: Tally, *, orphans: int = 0) -> tuple[str, ...]:
    """What the headline leaves open: why IDs do not resolve, where the lost went, queries without gold."""
    sentences = []
    numbers = {**tally.unresolved, DriftKind.SHIFTED: tally.unresolved[DriftKind.SHIFTED] - tally.recut}
    whys = [(number, one, many) for kind, one, many in _UNRESOLVED if (number := numbers[kind])]
    if tally.recut:
        whys.insert(0, (tally.recut, *_RECUT))
    found = sum(tally.left[ending] for ending in FOUND)
    wheres = [(found, "has a likely new place", "have a likely new place")] if found else []
    wheres += [(number, one, many) for ending, one, many in _LEFT if (number := tally.left[ending])]
    left = sum(tally.left.values())
    if whys and wheres and left == sum(number for number, _, _ in whys):  # all for one reason: told in one breath
        sentences.append(_told(_others(tally), wheres, because=verb(left, "left its place", "left their places")))
    else:
        if whys:
            sentences.append(_told(_others(tally), whys))
        if wheres:
            one = "It" if tally.total == 1 else "The one that left"
            sentences.append(_told((left, one, f"The {left:,} that left"), wheres))
    if edited := staleness_sentence(tally):
        sentences.append(edited)
    if orphans:
        sentences.append(
            f"{count(orphans, 'query has', 'queries have')} lost all relevant gold: "
            f"no retriever can score on {verb(orphans, 'it', 'them')} any more."
        )
    return tuple(sentences)


def _others(tally: Tally) -> tuple[int, str, str]:
    unresolved = tally.total - tally.resolving
    if tally.resolving:
        return unresolved, "The other one", f"The other {unresolved:,}"
    return unresolved, "It", f"All {unresolved:,}"


def _told(subject: tuple[int, str, str], parts: list[tuple[int, str, str]], *, because: str = "") -> str:
    """What holds of some chunks: of all of them in one breath, else by number.

    Args:
        subject: how many, and how they are called when it is one and when they are more.
        parts: number, verb for one, verb for more; numbers add up to the subject's.
        because: what holds of all of them.
    """
    number, one, more = subject
    if len(parts) == 1:
        before = f"{because} and " if because else ""
        return f"{one} {before}{parts[0][1]}." if number == 1 else f"{more} {before}{parts[0][2]}."
    listed = enumeration([f"{count:,} {verb(count, single, plural)}" for count, single, plural in parts])
    opening = "these" if more.startswith("All ") else more[0].lower() + more[1:]
    which = f", which {because}" if because else ""
    return f"Of {opening}{which}, {listed}."


def staleness_sentence(tally: Tally) -> str:
    """What the edits mean for the grades; empty where no text is another."""
    number = tally.edited
    reformatted, refactored, wider, changed = (tally.by_staleness[one] for one in Staleness)
    parts = []
    if reformatted:
        parts.append(f"{reformatted:,} {verb(reformatted, 'was', 'were')} only reformatted")
    if refactored:
        parts.append(f"{refactored:,} {verb(refactored, 'was', 'were')} refactored")
    if wider:
        parts.append(f"{wider:,} {verb(wider, 'is', 'are')} cut with more around {verb(wider, 'it', 'them')}")
    if changed:
        parts.append(f"{changed:,} may do or say something else now")
    if not parts:
        return ""
    holding = number - changed
    follows = []
    if holding:
        follows.append(verb(holding, "one grade holds", f"{holding:,} grades hold"))
    if changed:
        follows.append(verb(changed, "one wants another look", f"{changed:,} want another look"))
    went = f"{count(number, 'chunk')} went on with another text"
    return f"{went}: {enumeration(parts)}; {enumeration(follows)}."


def standing_sentence(tally: Tally) -> str:
    """Who owes an answer about the drifted gold chunks: certain ones and those that need a person."""
    parts = []
    if tally.waiting:
        people = tally.waiting - tally.certain
        split = "none of them certain"
        if tally.certain:
            split = f"{tally.certain:,} certain: the same bytes, found once"
            split += f"; {people:,} {verb(people, 'needs', 'need')} a person's judgement" if people else ""
        parts.append(f"{tally.waiting:,} {verb(tally.waiting, 'waits', 'wait')} for an answer ({split})")
    if tally.answered:
        parts.append(f"{tally.answered:,} {verb(tally.answered, 'is', 'are')} answered and not applied yet")
    if tally.rejected:
        were, stay = verb(tally.rejected, "was", "were"), verb(tally.rejected, "stays", "stay")
        parts.append(f"{tally.rejected:,} {were} turned down and {stay} as {verb(tally.rejected, 'it is', 'they are')}")
    if tally.unasked:
        parts.append(f"{tally.unasked:,} can't be helped by a proposal")
    text = enumeration(parts)
    return f"Of the drifted, {text}." if text else ""


def next_steps(tally: Tally, *, errors: int = 0, no_grammar: int = 0) -> tuple[Step, ...]:
    """What to do, in the order in which it is best done.

    Args:
        tally: counts of the scan.
        errors: problems of the gold file that keep something from being checked.
        no_grammar: files left out because their language has no grammar here.
    """
    steps = []
    if errors:
        touch = verb(errors, "it touches", "they touch")
        steps.append(Step(f"Mend {count(errors, 'error')} in the gold file: what {touch} is not checked."))
    if tally.waiting:
        waits = count(tally.waiting, "proposal waits", "proposals wait")
        steps.append(Step(f"Review: {waits} for an answer.", "goldkeeper review list"))
    if tally.certain:
        those = verb(tally.certain, "it is", f"all {tally.certain:,} are")
        if tally.certain < tally.waiting:
            those = f"{tally.certain:,} of them {verb(tally.certain, 'is', 'are')}"
        text = f"Accept at once: {those} certain, the same bytes found once."
        steps.append(Step(text, "goldkeeper review accept --certain"))
    if tally.holding:
        those = verb(tally.holding, "was edited and does", "were edited and do")
        hold = verb(tally.holding, "its grade holds", "their grades hold")
        text = f"Accept at once: {tally.holding:,} {those} the same, so that {hold}."
        steps.append(Step(text, "goldkeeper review accept --change same --staleness reformatted,refactored"))
    if tally.answered:
        answers = count(tally.answered, "answer is", "answers are")
        steps.append(Step(f"Apply: {answers} not in the gold file yet.", "goldkeeper apply --dry-run"))
    if never := tally.by_drift[DriftKind.NEVER]:
        steps.append(
            Step(f"Look at {count(never, 'ID')} that never named anything: a slip of the pen, or another tree.")
        )
    if obscured := tally.by_drift[DriftKind.OBSCURED]:
        chunks = count(obscured, "gold chunk")
        text = f"Look at {chunks} that can't be checked: a syntax error, or a file that can't be read."
        steps.append(Step(text, "goldkeeper scan"))
    if no_grammar:
        has = verb(no_grammar, "is", "are")
        text = f"See which: {count(no_grammar, 'file')} {has} in a language that has no grammar here."
        steps.append(Step(text, "goldkeeper doctor"))
    return tuple(steps)
