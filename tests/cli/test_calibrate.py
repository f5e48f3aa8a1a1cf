"""`goldkeeper calibrate`: on a project, and on a repository without one."""

import json
from pathlib import Path

import pytest

from goldkeeper.model.errors import BadRequest, NotARepository, UnknownRevision
from tests.projects import CART, REFUND, Shop, a_set_up_shop, a_shop_with_answers, goldkeeper

EDITED = CART.replace("weight < 2", "weight < 3").replace("line.price", "line.net_price")


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    made = a_set_up_shop(tmp_path)
    made.commit({"src/cart.py": EDITED})
    made.commit({"src/orders.py": None, "src/sales/orders.py": REFUND})
    return made


def test_it_measures_and_confirms_nothing(shop: Shop) -> None:
    done = shop.run("calibrate")

    assert "Two snapshots: it saw both ends and no history between them" in done.stdout
    assert "No threshold is recommended for 99 %." in " ".join(done.stdout.split())
    assert shop.run("review", "list", code=None).stdout.count("accepted") == 0


def test_status_and_doctor_name_what_was_found(shop: Shop) -> None:
    assert "trust" not in shop.run("status", code=1).stdout
    assert shop.json("status", code=1)["calibration"] is None

    shop.run("calibrate", "--precision", "0.2")

    assert "trust      calibrated 20" in shop.run("status", code=1).stdout
    assert shop.json("status", code=1)["calibration"]["wished"] == 0.2
    assert "is promised" in shop.run("doctor").stdout


def test_two_runs_with_one_seed_say_the_same(shop: Shop) -> None:
    assert shop.json("calibrate", "--seed", "7") == shop.json("calibrate", "--seed", "7")


def test_answers_of_people_are_part_of_it(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path, ("accept", "1"), ("reject", "2", "-m", "no"))

    record = shop.json("calibrate")

    assert record["sources"]["decisions"]["all"] | {"said": 0} == {
        "label": "all",
        "answers": 2,
        "right": 1,
        "said": 0,
        "lower": 0.0126,
        "upper": 0.9874,
    }


def test_a_repository_needs_no_project_and_keeps_nothing(shop: Shop, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")

    done = goldkeeper(elsewhere, "calibrate", "--repo", shop.top, "--json")

    assert done.exit_code == 0
    assert json.loads(done.stdout)["replay"]["known"] > 0
    assert not (shop.top / ".goldkeeper" / "calibration.json").exists()
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("--precision", "1"),
        ("--precision", "0"),
        ("--since", "nowhere"),
        ("--at", "nowhere"),
        ("--repo", ".", "--config", "config/goldkeeper.toml"),
        ("--repo", "/"),
    ],
)
def test_what_can_not_be_asked_is_input_of_the_user(shop: Shop, arguments: tuple[str, ...]) -> None:
    problem = goldkeeper(shop.top, "calibrate", *arguments).exception

    assert isinstance(problem, BadRequest | UnknownRevision | NotARepository)
    assert problem.exit_code == 2
