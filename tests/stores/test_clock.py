from datetime import UTC

from goldkeeper.ports import Clock
from goldkeeper.stores.clock import utc_now


def test_the_clock_tells_utc_and_does_not_run_backwards() -> None:
    clock: Clock = utc_now
    first, second = clock(), clock()
    assert first.tzinfo is UTC
    assert first <= second
