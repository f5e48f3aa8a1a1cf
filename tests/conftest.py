"""What all tests stand on: nothing of the machine's set-up reaches them."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("goldkeeper", deadline=None)  # a busy machine is no failure
settings.load_profile("goldkeeper")

KEPT = frozenset({"GOLDKEEPER_TEST_POSTGRES"})


@pytest.fixture(scope="session", autouse=True)
def _nothing_of_this_machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No configuration of git, no home, no goldkeeper of the user."""
    with pytest.MonkeyPatch.context() as environment:
        for name in os.environ:
            if name.upper().startswith(("GOLDKEEPER_", "GIT_")) and name not in KEPT:
                environment.delenv(name)
        environment.setenv("GIT_CONFIG_GLOBAL", os.devnull)
        environment.setenv("GIT_CONFIG_SYSTEM", os.devnull)
        for name in ("HOME", "USERPROFILE", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
            environment.setenv(name, str(tmp_path_factory.mktemp("home")))
        yield
