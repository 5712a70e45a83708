"""What the tests of saving elsewhere share: a checkpoint and what torch makes of it, and a process that is killed."""

from __future__ import annotations

import atexit
import functools
import json
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import torch

from core.catalogue.build import open_catalogue
from core.edits.edits import Plan, RemapDevice
from core.edits.preview import preview
from core.remote.address import as_path
from core.saving import left_elsewhere
from core.saving.save import save
from core.saving.save_report import SaveReport
from tests.files.checkpoints import save as torch_save
from tests.places import ROOT
from tests.support.children import PATIENCE
from tests.support.oracle import PretendGpus

LARGE = 3 << 19
"""Numbers of a tensor of 6 MiB: more than the least part that a store takes."""
CPU = RemapDevice("cuda:5", "cpu")


class Pair(NamedTuple):
    """A checkpoint of a GPU, and what the plain recipe of torch makes of it for the CPU."""

    source: Path
    theirs: Path


def make_pair(folder: Path) -> Pair:
    """A checkpoint of 25 MB, in a folder: links to what is made once, so nothing may be written into them."""
    made = _made()
    links = Pair(*(folder / file.name for file in made))
    for link, file in zip(links, made, strict=True):
        link.hardlink_to(file)
    return links


@functools.cache
def _made() -> Pair:
    folder = Path(tempfile.mkdtemp(prefix="pthfinder-pair-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    torch.manual_seed(5)
    state = {f"layers.{number}.weight": torch.randn(LARGE + 7 * number) for number in range(4)}
    state |= {f"layers.{number}.bias": torch.randn(2048) for number in range(4)}
    with PretendGpus() as gpus:
        for tensor in state.values():
            gpus.place(tensor, "cuda:5")
        source = torch_save({"model": state, "epoch": 3}, folder / "old.pth")
    return Pair(source, torch_save({"model": state, "epoch": 3}, folder / "theirs.pth"))


def fix(source: str | Path, target: str | Path, *edits: Any, **options: Any) -> SaveReport:
    """What the command makes of one location at another."""
    return save(preview(open_catalogue(source), Plan(edits)), as_path(target), **options)


def notes() -> list[Path]:
    """The notes of uploads under way."""
    return list(left_elsewhere.folder().glob("*.json"))


_SAVE = """
import json
import sys
from tests.remote.saving import CPU, fix

edits = () if "shard_size" in sys.argv[4] else (CPU,)

def tick(done, total):
    if done > float(sys.argv[3]) * total:
        print("here", flush=True)
        sys.stdin.read(1)

fix(sys.argv[1], sys.argv[2], *edits, tick=tick, **json.loads(sys.argv[4]))
"""


def killed(source: str | Path, target: str, share: float, **options: Any) -> None:
    """Have a process save, and kill it when it has come so far."""
    command = [sys.executable, "-c", _SAVE, str(source), target, str(share), json.dumps(options)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"here\n"
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
