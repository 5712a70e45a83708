"""The torch code of a plan makes the file of the plan: run by real torch in a process of its own, for every edit."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from core.catalogue.catalogue import Catalogue
from core.edits.edits import Plan
from core.edits.preview import preview
from core.recipes.as_python import AsPython, as_python
from core.saving.save import save as save_plan
from tests.places import ROOT
from tests.recipes.cases import PLANS, make
from tests.support.engine import catalogue_of
from tests.support.oracle import PretendGpus, assert_same_files

NOT_DONE = {"module"}
"""Plans that no torch code can do, and which says so."""


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    return catalogue_of(make(tmp_path_factory.mktemp("as python")))


@pytest.fixture(scope="module")
def written(catalogue: Catalogue) -> dict[str, AsPython]:
    """The code of each plan."""
    source = catalogue.checkpoint.path
    return {
        name: as_python(preview(catalogue, Plan(edits(catalogue))), str(source), str(source.with_name(f"{name}.pt")))
        for name, edits in PLANS.items()
    }


@pytest.fixture(scope="module")
def errors(written: dict[str, AsPython]) -> dict[str, str]:
    """What torch said to each of them, all in one process."""
    codes = json.dumps({name: each.code for name, each in written.items()})
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.running_changes"],
        input=codes,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", PLANS)
def test_the_code_makes_the_file_of_the_plan(
    catalogue: Catalogue, written: dict[str, AsPython], errors: dict[str, str], name: str, tmp_path: Path
) -> None:
    code, left, _ = written[name]
    assert errors[name] == "", code
    if name in NOT_DONE:
        assert left
        assert "# Not done here:" in code
        return
    assert left == (), code
    save_plan(preview(catalogue, Plan(PLANS[name](catalogue))), tmp_path / "planned.pt")
    assert_same_files(catalogue.checkpoint.path.with_name(f"{name}.pt"), tmp_path / "planned.pt", ("plain",))


def test_the_code_is_short_where_a_rule_says_it_all(written: dict[str, AsPython]) -> None:
    assert "key.removeprefix('module.')" in written["strip"].code
    assert "module.norm" not in written["strip"].code
    assert "map_location={'cuda:7': 'cpu'}" in written["map one"].code
    assert len(written["map one"].code.splitlines()) < 40


def test_it_says_which_devices_the_code_needs(written: dict[str, AsPython], tmp_path: Path) -> None:
    """None where all that is loaded goes to the CPU, also what is then dropped."""
    import torch

    from core.edits.edits import Drop

    assert written["map all"].devices == ("cuda:1",)
    with PretendGpus() as gpus:
        torch.save({"a": torch.ones(2), "b": gpus.to(torch.ones(3), "cuda:5")}, tmp_path / "a.pt")
    catalogue = catalogue_of(tmp_path / "a.pt")
    for dropped, devices in (("a", ("cuda:5",)), ("b", ())):
        made = as_python(preview(catalogue, Plan((Drop(catalogue.find(dropped)),))), "a.pt", "b.pt")
        assert made.devices == devices, made.code
        assert ("map_location='cpu'" in made.code) == (not devices)


def test_texts_of_a_file_are_no_code(tmp_path: Path) -> None:
    import torch

    from core.edits.edits import Drop, RenameKey, SetValue

    evil = "'] ; import os #\n\u202e"
    torch.save({evil: 1, "b": evil, "c": [2]}, tmp_path / "a.pt")
    catalogue = catalogue_of(tmp_path / "a.pt")
    first, second, third = catalogue.children(0)
    view = preview(catalogue, Plan((RenameKey(first, evil * 2), SetValue(second, evil), Drop(third))))
    code = as_python(view, "a.pt", "b.pt").code
    names = {name.name for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Import) for name in node.names}
    assert names == {"torch"}
