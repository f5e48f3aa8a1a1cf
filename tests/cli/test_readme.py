"""What the README tells people to type is there: commands, options, keys of the configuration, extras."""

import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer

from goldkeeper.cli.main import app
from goldkeeper.settings import known_keys

TOP = Path(__file__).parents[2]
README = (TOP / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
LINES = [line.strip() for block in BLOCKS for line in block.splitlines()]
SPANS = re.findall(r"`(goldkeeper [^`\n]+)`", README)
TYPED = sorted({found for text in (*LINES, *SPANS) for found in re.findall(r"^goldkeeper .*", text)})


@pytest.mark.parametrize("typed", TYPED)
def test_each_command_of_the_readme_is_known_with_its_options(typed: str) -> None:
    command: Any = typer.main.get_command(app)
    words = shlex.split(typed.partition(" || ")[0].partition(" > ")[0], comments=True)[1:]

    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]

    options = {option for parameter in command.params for option in parameter.opts}
    assert command.name != app.info.name, f"no such command: {typed}"
    assert {word for word in words if re.match(r"--?[a-z]", word)} <= options


def test_each_key_of_the_configuration_in_the_readme_is_known() -> None:
    sections = {key.partition(".")[0] for key in known_keys()}
    named = set(re.findall(r"`([a-z]+\.[a-z_0-9]+)(?: = [^`]*)?`", README))
    named = {key for key in named if key.partition(".")[0] in sections}
    tables = [tomllib.loads(block) for block in re.findall(r"^```toml\n(.*?)^```", README, re.MULTILINE | re.DOTALL)]
    shown = {f"{section}.{key}" for table in tables for section, keys in table.items() for key in keys}

    assert len(named) > 5
    assert len(shown) > 5
    assert (named | shown) - set(known_keys()) == set()


def test_each_extra_of_the_readme_is_one() -> None:
    extras = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    named = {
        name
        for row in re.findall(r"^\| (`[a-z]+`(?:, `[a-z]+`)*) \| ", README, re.MULTILINE)
        for name in re.findall(r"[a-z]+", row)
    }

    assert named == set(extras) - {"dev"}
