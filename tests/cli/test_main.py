"""The command line as a whole: quick to help, plain in its exit codes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from goldkeeper import __version__
from goldkeeper.cli.main import COMMANDS, ORDER
from tests.projects import SHIFTED, Shop, a_set_up_shop, goldkeeper

HEAVY = ["sqlalchemy", "alembic", "numpy", "scipy", "rich", "tree_sitter", "pydantic", "tomlkit", "jinja2", "rapidfuzz"]

ASK = """
import sys
from goldkeeper.cli.main import run
sys.argv = ["goldkeeper", *sys.argv[1:]]
try:
    run()
finally:
    print(*sorted(sys.modules), file=sys.stderr)
"""


def modules(folder: Path, *arguments: str) -> set[str]:
    """The packages that a command had imported in the end."""
    done = subprocess.run(
        [sys.executable, "-c", ASK, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    return {name.partition(".")[0] for name in done.stderr.splitlines()[-1].split()}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]])
def test_asking_for_help_imports_nothing_heavy(arguments: list[str], tmp_path: Path) -> None:
    assert modules(tmp_path, *arguments) & set(HEAVY) == set()


@pytest.mark.parametrize("command", ["scan", "review"])
def test_the_help_of_a_command_costs_no_more_than_the_parser_itself(command: str, tmp_path: Path) -> None:
    assert modules(tmp_path, command, "--help") & set(HEAVY) <= {"pydantic"}  # by which options are converted


def test_a_scan_that_finds_nothing_new_opens_no_database_and_draws_nothing(tmp_path: Path) -> None:
    shop = a_set_up_shop(tmp_path)
    shop.run("scan")

    assert modules(tmp_path, "scan") & {"sqlalchemy", "alembic", "numpy", "rich", "rapidfuzz", "jinja2"} == set()


def test_help_names_each_command_and_the_exit_codes(tmp_path: Path) -> None:
    said = goldkeeper(tmp_path, "--help").stdout

    assert all(f"  {command} " in said for command in COMMANDS)
    assert "Exit codes: 0 clean, 1 a person is needed, 2 your input, 3 our fault." in said


def test_help_lists_the_commands_in_the_order_of_work_and_cuts_no_sentence(tmp_path: Path) -> None:
    listed = goldkeeper(tmp_path, "--help").stdout.partition("Commands:")[2].partition("Exit codes")[0].strip()

    assert [line.split()[0] for line in listed.splitlines()] == list(COMMANDS)
    assert "..." not in listed


@pytest.mark.parametrize("group", ["review", "audit"])
def test_the_help_of_a_group_lists_all_its_commands_in_the_order_of_work(group: str, tmp_path: Path) -> None:
    listed = goldkeeper(tmp_path, group, "--help").stdout.partition("Commands:\n")[2]

    assert [line.split()[0] for line in listed.splitlines() if line[2:3].strip()] == list(ORDER[group])


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_explains_itself(command: str, tmp_path: Path) -> None:
    done = goldkeeper(tmp_path, command, "--help")

    assert done.exit_code == 0
    assert done.stdout.startswith("Usage: ")


def test_the_version_is_printed(tmp_path: Path) -> None:
    assert goldkeeper(tmp_path, "--version").stdout == f"goldkeeper {__version__}\n"


def test_a_wrong_option_is_input_of_the_user(tmp_path: Path) -> None:
    assert goldkeeper(tmp_path, "scan", "--no-such-option").exit_code == 2


def shell(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "goldkeeper", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def drifted(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    shop = a_set_up_shop(tmp_path_factory.mktemp("shop"))
    shop.commit(SHIFTED)
    return shop


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["status"], 1, ""),
        (["scan", "--rev", "v9"], 2, "goldkeeper: "),
        (["review", "show", "999"], 2, "goldkeeper: no item"),
        (["apply", "--config", "none.toml"], 2, "goldkeeper: none.toml: no such configuration; goldkeeper init writes"),
        (["remap"], 2, "goldkeeper: remap: no --from revision; name it, or give requests with --batch\n"),
    ],
)
def test_the_process_ends_with_the_code_and_one_sentence(
    arguments: list[str], code: int, said: str, drifted: Shop
) -> None:
    done = shell(drifted.top, *arguments)

    assert done.returncode == code
    assert done.stderr.startswith(said)
    assert "Traceback" not in done.stderr


def test_with_json_an_error_is_an_object(drifted: Shop) -> None:
    done = shell(drifted.top, "scan", "--rev", "v9", "--json")

    error = json.loads(done.stderr)["error"]
    assert (error["code"], error["exit_code"], done.stdout) == ("UnknownRevision", 2, "")
