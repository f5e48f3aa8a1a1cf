"""Whether the process itself is alive."""

from pathlib import Path

from goldkeeper.daemon.clocks import Clocks
from goldkeeper.daemon.service import STANDSTILL_SECONDS, Service
from goldkeeper.settings import load_project
from tests.builders import NOON
from tests.projects import a_set_up_shop


def test_a_daemon_that_decides_nothing_for_long_is_in_trouble(tmp_path: Path) -> None:
    ticks = [100.0]
    shop = a_set_up_shop(tmp_path)
    service = Service(
        [load_project(start=shop.top)], tell=lambda _: None, clocks=Clocks(now=lambda: NOON, ticks=lambda: ticks[0])
    )
    assert service.troubles() == ()

    ticks[0] += STANDSTILL_SECONDS + 1

    assert service.troubles() == (f"nothing was decided for {STANDSTILL_SECONDS + 1:.0f} s",)
    for charge in service.charges:
        charge.beside.close(5.0)
