"""The API against its own description: Schemathesis sends what fits it and what doesn't, for a bounded time.

Left out is the check that whatever fits the description is accepted: `amend` that amends nothing, and a key that
was used before, fit it and are refused.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from goldkeeper.web.serving import WebServer
from tests.projects import a_shop_with_answers
from tests.web.houses import keeper_of

PROGRAM = shutil.which("schemathesis", path=str(Path(sys.executable).parent))
SECONDS = 45
# What does not fit is refused; a list of many thousands is refused for its length, before anybody reads it.
REFUSALS = """[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "406", "408", "409", "413", "415", "422", "428", "429"]
"""


@pytest.mark.skipif(PROGRAM is None, reason="schemathesis is not installed")
def test_the_api_does_what_its_description_says_whatever_it_is_sent(tmp_path: Path) -> None:
    assert PROGRAM is not None
    shop = a_shop_with_answers(tmp_path / "shop")
    shop.repository.git("config", "user.name", "ada")
    with WebServer(lambda: keeper_of(shop.top), port=0) as server:
        command = [PROGRAM, "run", f"{server.address.url}api/v1/openapi.json", "--phases", "coverage,fuzzing"]
        command += ["--exclude-checks", "positive_data_acceptance", "--max-examples", "5", "--seed", "7"]
        command += ["--max-time", str(SECONDS), "--request-timeout", "20", "--no-color"]
        (tmp_path / "schemathesis.toml").write_text(REFUSALS, "utf-8")
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=240)
    said = done.stdout + done.stderr[-2000:]
    assert " passed" in said, said
    assert "Failures:" not in said, said  # an "Error" is a request that is no HTTP, on which the server hangs up
