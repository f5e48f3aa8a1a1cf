"""A new model's unjudged chunks, bound to a project: asked about, shown, judged."""

from dataclasses import dataclass
from pathlib import Path

from goldkeeper.model.errors import BadRequest
from goldkeeper.model.errors_passports import UnknownUpgrade
from goldkeeper.model.gold import HIGHEST_GRADE, Grade
from goldkeeper.model.holes import Hole, HoleState
from goldkeeper.model.passports import Passport
from goldkeeper.model.upgrades import Upgrade
from goldkeeper.stores.run_file import read_run
from goldkeeper.wiring.keeper import Keeper
from goldkeeper.workflow.apply import Application
from goldkeeper.workflow.filling import Filling
from goldkeeper.workflow.filling import carry_out_filling as write_filling
from goldkeeper.workflow.filling import plan_filling as make_plan
from goldkeeper.workflow.upgrade import HolesFound, find_holes

OPEN_HOLES = (HoleState.WAITING, HoleState.JUDGED)


@dataclass(frozen=True, slots=True)
class Dug:
    """What a run asks to be judged.

    Attributes:
        run: the run file's name.
        found: all that nobody has judged.
        numbers: those that were not asked about before.
    """

    run: str
    found: HolesFound
    numbers: tuple[int, ...]


def dig_holes(keeper: Keeper, run: Path, upgrade: Upgrade | None) -> Dug:
    """Ask for grades of the unjudged chunks in the top of a run.

    Args:
        keeper: the project.
        run: the run file of the model that the passport names.
        upgrade: that the run belongs to.

    Raises:
        RunUnreadable: no run, or a damaged line of it.
    """
    ranking = read_run(run, str(run))
    gold_set = keeper.gold.file.read(keeper.code.knows)
    found = find_holes(ranking, gold_set, keeper.code, depth=keeper.settings.index.pool_depth)
    standing = keeper.passport_book.standing()
    passport = standing.passport if standing is not None else Passport()
    number = upgrade.number if upgrade is not None else None
    dug = keeper.hole_book.dig(found.holes, run=ranking.name, passport=passport, upgrade=number, at=keeper.clock())
    return Dug(ranking.name, found, dug)


def open_holes(keeper: Keeper) -> tuple[Hole, ...]:
    """What waits for a grade, and what has one that is not in the gold file yet; by number."""
    return keeper.hole_book.holes(OPEN_HOLES)


def hole(keeper: Keeper, number: int) -> Hole:
    """One of them; raises UnknownUpgrade."""
    found = next((one for one in open_holes(keeper) if one.number == number), None)
    if found is None:
        raise UnknownUpgrade("open chunk to judge", number, "goldkeeper upgrade holes lists them")
    return found


def plan_filling(keeper: Keeper, application: Application, *, written: bool) -> Filling:
    """What the judged chunks would add to the gold file, once an application's decisions are in it.

    Args:
        keeper: the project.
        application: the plan.
        written: whether it was carried out.
    """
    judged = keeper.hole_book.holes([HoleState.JUDGED])
    data = keeper.gold.file.bytes() if written or application.changes_nothing else application.after
    anchors = keeper.gold.anchors.read() if written or application.changes_nothing else application.anchors
    return make_plan(data, anchors, judged, keeper.code)


def carry_out_filling(keeper: Keeper, filling: Filling) -> None:
    """Write it."""
    write_filling(filling, keeper.gold, keeper.hole_book)


def judge_hole(keeper: Keeper, number: int, grade: int | None, *, judge: str, reason: str = "") -> Hole:
    """Give a chunk its grade for the query, or take it back (None).

    Raises:
        BadRequest: no grade, or nobody is known who gives it.
        UnknownUpgrade: no open one of that number.
    """
    lowest = 0 if keeper.settings.gold.judged_zero else 1
    if grade is not None and not 0 <= grade <= HIGHEST_GRADE:
        raise BadRequest(f"chunk {number}", f"{grade} is no grade", f"give 0 (not relevant) to {HIGHEST_GRADE}")
    if not judge:
        raise BadRequest("--by", "nobody is known who judges", "name yourself, or set review.judge")
    given = keeper.hole_book.judge(
        number, Grade(grade) if grade is not None else None, judge=judge, reason=reason, at=keeper.clock()
    )
    if grade is not None and grade < lowest:  # a gold file without judged zeros has no place for it
        keeper.hole_book.close([number], HoleState.FILLED)
    return given
