"""The office program's profile is one for all tests of a process, and goes with it."""

import shutil
from collections.abc import Iterator

import pytest

from tests.stores.sheets.office import PROFILE


@pytest.fixture(scope="session", autouse=True)
def _office_profile() -> Iterator[None]:
    yield
    shutil.rmtree(PROFILE, ignore_errors=True)
