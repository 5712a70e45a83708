"""The line of a plan writes the file of the plan: for every edit, as a shell reads it, with torch as the judge."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest

from cli.main import run
from core.catalogue.catalogue import Catalogue
from core.edits.edits import EDITS, Plan, RenameKeys, UseFullTensors
from core.edits.preview import preview
from core.recipes.as_command import as_command
from core.saving.save import save as save_plan
from tests.places import ROOT
from tests.recipes.cases import PLANS, make
from tests.support.engine import catalogue_of
from tests.support.oracle import assert_same_files


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    return catalogue_of(make(tmp_path_factory.mktemp("as command")))


@pytest.mark.parametrize("name", PLANS)
def test_the_line_writes_the_file_of_the_plan(catalogue: Catalogue, name: str, tmp_path: Path) -> None:
    view = preview(catalogue, Plan(PLANS[name](catalogue)))
    save_plan(view, tmp_path / "planned.pt")
    line, left, lines = as_command(view, str(catalogue.checkpoint.path), str(tmp_path / "by line.pt"))
    assert shlex.split(lines.replace("\\\n", "")) == shlex.split(line)
    assert left == ()
    words = shlex.split(line)
    assert words[: len(words) - len(words[words.index("fix") :])], line
    assert run(words[words.index("fix") :]) == 0, line
    assert_same_files(tmp_path / "by line.pt", tmp_path / "planned.pt", ("plain",))


def test_every_edit_is_tried(catalogue: Catalogue) -> None:
    tried = {type(edit) for edits in PLANS.values() for edit in edits(catalogue)}
    assert tried | {UseFullTensors} == set(EDITS)  # DTensors need a process group: tests/edits makes them


def test_a_shell_takes_the_line_as_it_is(catalogue: Catalogue, tmp_path: Path) -> None:
    view = preview(catalogue, Plan(PLANS["rename regex"](catalogue)))
    save_plan(view, tmp_path / "planned.pt")
    line = as_command(view, str(catalogue.checkpoint.path), "$(rm -rf x) 'q'.pt").lines
    done = subprocess.run(line.replace("main.py", str(ROOT / "main.py")), shell=True, cwd=tmp_path, check=False)
    assert done.returncode == 0
    assert_same_files(tmp_path / "$(rm -rf x) 'q'.pt", tmp_path / "planned.pt", ("plain",))


def test_what_no_option_says_is_told(catalogue: Catalogue) -> None:
    entries = frozenset(catalogue.children(catalogue.find("state_dict")))
    odd = RenameKeys("norm", "\ud800", entries=entries)
    found = as_command(preview(catalogue, Plan((odd,))), "a.pt", "b.pt")
    assert found == ("", (), "")  # no shell can hold half a surrogate pair
