"""Pipes, devices and sockets are refused before they are opened, wherever a path is taken; by one function."""

from __future__ import annotations

import ast
import json
import os
import shutil
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch

from cli.main import run
from core.catalogue.build import open_catalogue
from core.recipes.recipe import recipes_in
from gui.session import kept_session
from gui.session.opening import first_bytes
from tests.containers.facts import FOLDERS
from tests.places import ROOT

if sys.platform == "win32":
    pytest.skip("those are of POSIX", allow_module_level=True)
MOST_SECONDS = 60


class Waited(BaseException):
    """Nobody answers for it: it is a failure."""


@pytest.fixture(autouse=True)
def hurried() -> Iterator[None]:
    """Whoever waits for somebody at the other end is sent away."""

    def too_long(*_: object) -> None:
        raise Waited

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(MOST_SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)


MAKE: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a socket": _socket,
    "a device": lambda path: path.symlink_to("/dev/zero"),
}
EACH = pytest.mark.parametrize("kind", MAKE)
WORDS = [
    "inspect ODD",
    "diagnose ODD",
    "fix ODD -o new.pth",
    "fix a.pth -o new.pth --recipe ODD",
    "fix a.pth -o new.pth --set w=@ODD",
    "fix a.pth -o new.pth --set w=@ODD:w",
    "fix a.pth -o new.pth --recipe with.json --accept-files",
    "fix a.pth -o new.pth --cure all --against ODD",
    "fix a.pth -o new.pth --model ODD",
    "fix a.pth -o ODD --overwrite",
    "fix a.pth -o new.pth --drop w --save-recipe ODD --overwrite",
    "diagnose a.pth --against ODD",
    "diff a.pth ODD",
    "diff ODD a.pth",
    "batch . --recipe ODD",
    "batch . --recipe with.json --accept-files --into new",
    "inspect a.pth --table ODD.csv --overwrite",
    "scan a.pth --csv ODD --overwrite",
    "report a.pth -o ODD --overwrite",
    "verify ODD",
    "values ODD w",
    "code ODD",
    "memory ODD",
]


@EACH
@pytest.mark.parametrize("words", WORDS)
def test_where_a_path_is_taken(
    tmp_path: Path, kind: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    torch.save({"w": torch.zeros(2), "v": torch.ones(1)}, "a.pth")
    for name in ("ODD", "ODD.csv"):
        MAKE[kind](Path(name))
    Path("with.json").write_text(json.dumps({"recipe": 1, "name": "", "steps": [{"set": "w=@ODD"}]}))
    code = run(words.split())
    told = "".join(capsys.readouterr())
    assert kind in told, told
    assert code == 1 or "--recipe with.json" in words  # a step that cannot be done is left out, and told
    assert kind == "a device" or not Path("new.pth").exists() or "left out" in told


@EACH
@pytest.mark.parametrize("name", ["trainer_state.json", "config.json", "optimizer.pt"])
def test_in_a_folder_that_somebody_made(
    tmp_path: Path, kind: str, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run_folder = Path(shutil.copytree(FOLDERS / "runs" / "trainer", tmp_path / "run"))
    folder = run_folder / "checkpoint-4"
    (folder / name).unlink(missing_ok=True)
    monkeypatch.chdir(folder)
    MAKE[kind](Path(name))
    for path in (folder, run_folder):
        for words in (["inspect", str(path)], ["diagnose", str(path)]):
            assert run(words) in {0, 1, 3}
    assert run(["inspect", str(folder), "--layers"]) in {0, 1}
    assert open_catalogue(folder).tensors
    capsys.readouterr()


@EACH
def test_what_the_window_reads(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    MAKE[kind](Path("a.recipe.json"))
    assert kept_session.read(tmp_path / "a.recipe.json") == ((), 0)
    assert recipes_in(tmp_path) == []
    assert first_bytes(tmp_path / "a.recipe.json") == b""


# -- nothing is read around it -----------------------------------------------------------------------------------------

READS = {"read_text", "read_bytes", "memmap", "fromfile", "genfromtxt", "loadtxt", "readlines", "QFile"}
"""What opens a file by its name to read it. So do ``open`` itself, `Path.open` with a mode, and ``load`` of NumPy."""
OWN, SYSTEM = "comes with the program", "the system's own, below /proc"
KNOWN = {
    "cli/commands/install_desktop.py": ("read_text", OWN),
    "core/edits/numbers/theirs.py": ("load", "an .npy that was opened by the gate, and begins as one"),
    "core/files/byte_source.py": ("open", "the gate"),
    "core/languages.py": ("open", OWN),
    "core/layers/known_table.py": ("open", OWN),
    "core/memory/training/steps.py": ("read_text", OWN),
    "core/remote/blocks.py": ("read_bytes", "the user's own cache, in a folder of 0700"),
    "core/remote/stores/sftp.py": ("open", "on a server"),
    "core/saving/publishing.py": ("open", "a folder, to have its new name reach the disk"),
    "core/saving/new_folder.py": ("open", "files and folders that were just made"),
    "core/torch_child/bridge.py": ("read_text read_text", SYSTEM),
    "core/torch_child/child_side.py": ("open open", SYSTEM),
    "core/torch_child/process.py": ("open", "the pipe of a child of its own"),
    "core/torch_child/limits.py": ("read_text", SYSTEM),
    "gui/app/instance.py": ("read_text", "the name and key of a pipe of Windows, in a folder of the user"),
    "gui/help/model.py": ("read_text", OWN),
    "gui/look/icons.py": ("read_text", OWN),
    "gui/look/theme.py": ("read_text", OWN),
}


def read_in(module: Path) -> list[str]:
    """The calls in a module that open a file to read it."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    return sorted(name for node in ast.walk(tree) if isinstance(node, ast.Call) for name in _reads(node))


def _reads(call: ast.Call) -> Iterator[str]:
    said = ast.unparse(call)
    match call.func:
        case ast.Name("open"):
            if not {"w", "a", "x"} & set(said.rpartition(",")[2]):
                yield "open"
        case ast.Attribute(ast.Name("os"), "open"):
            if "O_RDONLY" in said:
                yield "open"
        case ast.Attribute(ast.Name("np" | "numpy"), "load"):
            yield "load"
        case ast.Attribute(_, "open"):
            if any(isinstance(each, ast.Constant) and each.value in {"r", "rb", "rt"} for each in call.args):
                yield "open"
        case ast.Attribute(_, name) | ast.Name(name) if name in READS:
            yield name


def test_nothing_is_opened_around_the_gate() -> None:
    modules = [ROOT / "main.py", *(path for top in ("core", "cli", "gui") for path in (ROOT / top).rglob("*.py"))]
    found = {str(path.relative_to(ROOT)): " ".join(calls) for path in modules if (calls := read_in(path))}
    assert found == {module: calls for module, (calls, _why) in KNOWN.items()}
