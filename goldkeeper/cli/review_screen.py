"""`goldkeeper review` alone: the screen of the terminal, where there is one."""

import sys
from importlib.util import find_spec
from pathlib import Path

from goldkeeper.cli.output import on_terminal, talk
from goldkeeper.reporting.wording import count


def open_screen(config: Path | None, *, by: str) -> bool:
    """Show the review screen until the judge leaves.

    Returns:
        Whether there was a screen to show it on; if not, the caller prints the list.
    """
    if not (on_terminal() and sys.stdin.isatty()):
        return False
    if find_spec("textual") is None:
        talk("goldkeeper: the review screen needs pip install 'goldkeeper[terminal]'; the list instead:")
        return False
    from goldkeeper.terminal.app import run
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.desk import make_desk
    from goldkeeper.workflow.wishes import Sitting

    with open_keeper(config) as keeper:
        judge = by or keeper.judge
        Sitting(keeper.queue, judge, keeper.clock, keeper.digest_of)  # says so at once where nobody is known
        desk = make_desk(keeper)
        run(desk, judge, now=keeper.clock())
        decided = desk.progress().decided
    if decided:
        talk(f"{count(decided, 'answer')} not in the gold file yet; goldkeeper apply --dry-run shows what they do")
    return True
