"""What goes to the trash of Windows can be taken back; what cannot go stays."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.places import ROOT
from tests.windows import machine
from tests.windows.journey import pack

pytestmark = pytest.mark.windows

PRUNE = (machine.there(ROOT / "main.py"), "prune", "run", "--keep-last", "1", "--to-trash", "--json")


def test_checkpoints_lie_in_the_trash_that_wine_has(tmp_path: Path) -> None:
    """It takes that of this computer for one of Windows, by the notes of which they are put back."""
    folder, home = pack(tmp_path / "work"), tmp_path / "home"
    (home / ".local" / "share").mkdir(parents=True)
    before = {path.name for path in (folder / "run").iterdir()}
    done = machine.python(*PRUNE, cwd=folder, more={"HOME": str(home)})
    assert done.returncode == 0, done.stderr
    went = {each["name"] for each in json.loads(done.stdout)["go"]}
    assert went
    assert {path.name for path in (folder / "run").iterdir()} == before - went
    trash = home / ".local" / "share" / "Trash"
    assert {path.name for path in (trash / "files").iterdir()} == went
    notes = [unquote(line) for path in (trash / "info").iterdir() for line in path.read_text().splitlines()]
    assert {line.rpartition("/run/")[2] for line in notes if line.startswith("Path=")} == went


def test_without_a_trash_they_stay(tmp_path: Path) -> None:
    folder, home = pack(tmp_path / "work"), tmp_path / "home"
    (home / ".local" / "share").mkdir(parents=True)
    (home / ".local" / "share" / "Trash").write_text("no folder")
    before = sorted((folder / "run").rglob("*"))
    done = machine.python(*PRUNE, cwd=folder, more={"HOME": str(home)})
    assert done.returncode == 1
    assert b"to its trash" in done.stderr
    assert sorted((folder / "run").rglob("*")) == before
