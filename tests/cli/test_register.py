"""Each command of the register has all that belongs to one: a module, help, completion, a page, a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.arguments import parse
from cli.commands.completion import taken_by_commands
from cli.main import run
from cli.register import COMMANDS, module_of
from tests.places import ROOT

MODULES = {path.stem.replace("_", "-") for path in (ROOT / "cli" / "commands").glob("[!_]*.py")}


def read(*paths: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def test_each_module_of_a_command_is_in_the_register() -> None:
    assert {*COMMANDS} == MODULES


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_its_words_in_the_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert COMMANDS[name].help
    with pytest.raises(SystemExit) as end:
        run([name, "--help"])
    assert end.value.code == 0
    assert f"{name} " in capsys.readouterr().out
    with pytest.raises(SystemExit):
        parse(["--help"])
    assert f"{name} {COMMANDS[name].usage}" in capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_command_takes_has_help_and_is_completed(name: str) -> None:
    said: list[tuple[str, ...]] = []
    module_of(name).add_arguments(lambda *names, **_: said.append(names))
    options = {option.names: option for option in taken_by_commands()[name].options}
    assert all(names in options and options[names].help for names in said if names[0].startswith("-"))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_page_tells_of_a_command(name: str) -> None:
    pages = read(ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
    assert re.search(rf"`{name}\b|pthfinder {name}\b", pages), f"neither README.md nor docs/ say what {name} is for"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_test_runs_a_command(name: str) -> None:
    tests = read(*(ROOT / "tests").rglob("test_*.py"))
    assert re.search(rf'\(\[?"{name}", ', tests), f"no test calls {name}"
