"""A shop to look after."""

from pathlib import Path

import pytest

from tests.projects import Shop, a_set_up_shop


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    """A repository with code and gold set."""
    return a_set_up_shop(tmp_path / "shop")
