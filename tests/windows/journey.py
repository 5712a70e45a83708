"""``python -m tests.windows.journey``: commands of all kinds, one after the other in this folder, on any system.

Prints as JSON what each said and its exit code, and the hashes of the files that it made or changed.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

from tests.places import ROOT, TESTS
from tests.support.command import run_here

_FOLDERS = TESTS / "data" / "folders"
_DEMO = ROOT / "resources" / "demo.pth"
INPUTS = {
    "demo.pth": _DEMO,
    "own.pth": _DEMO,
    "more/again.pth": _DEMO,
    "gan.pth": TESTS / "data" / "torch" / "gan.pth",
    "types.safetensors": _FOLDERS / "sharded" / "types.safetensors",
    "dcp": _FOLDERS / "dcp" / "one",
    "sharded": _FOLDERS / "sharded" / "transformers",
    "own": _FOLDERS / "sharded" / "transformers",
    "run": _FOLDERS / "runs" / "trainer",
    "ppo.zip": _FOLDERS / "containers" / "ppo.zip",
}

COMMANDS = tuple(
    """
inspect demo.pth
inspect demo.pth gan.pth types.safetensors --json
inspect dcp
inspect run
inspect demo.pth --layers
diagnose demo.pth
diagnose dcp --machine gpus:2 --json
fix demo.pth -o fixed.pth --cure all
fix demo.pth -o legacy.pth --map *=cpu --container legacy --save-recipe lab.json
fix legacy.pth -o again.pth --container zip
fix demo.pth -o weights.safetensors --keep state_dict
fix demo.pth -o half.pth --cast state_dict/**=bfloat16
fix demo.pth -o eighth.pth --cast state_dict/**=float8_e4m3fn
fix demo.pth -o set.pth --set epoch=3 --set state_dict/module.conv.weight[0,0,0]=1.5
fix demo.pth -o pieces --container dcp
fix dcp -o one.pth
fix sharded -o one.safetensors
fix sharded -o shards --shard-size 20kB --cast **=float16
fix demo.pth -o fixed.pth
fix ppo.zip -o again.zip --map *=cuda:1
fix own.pth -o own.pth --overwrite --map *=cpu
fix own -o own --overwrite --cast **=float16
inspect own --json
extract demo.pth -o model.pth
batch more --recipe lab.json
average demo.pth fixed.pth -o average.pth
scan demo.pth --json
scan demo.pth --csv scan.csv --workers 2
diff demo.pth fixed.pth
diff demo.pth half.pth --workers 2 --json
verify demo.pth --workers 2
verify sharded
export demo.pth state_dict/module.conv.weight -o conv.npy
export demo.pth state_dict/** -o all.npz
export demo.pth state_dict/** -o all.safetensors
export demo.pth state_dict/module.conv.bias -o bias.csv
values demo.pth state_dict/module.conv.weight --slice 0
memory demo.pth --card T4 --json
code demo.pth
drift run
prune run --json
inspect nowhere.pth
fix demo.pth
""".strip().split("\n")
)


def pack(folder: Path) -> Path:
    """Put what is needed into a folder."""
    for name, source in INPUTS.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy2)(source, folder / name)
    return folder


def _there() -> dict[str, str]:
    files = sorted(path for path in Path().rglob("*") if path.is_file())
    return {path.as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def travelled() -> dict[str, list[Any]]:
    """By each command: its exit code, the lines of stdout and of stderr, and the files that are other than before."""
    found, before = {}, _there()
    for line in COMMANDS:
        done = run_here(*shlex.split(line))
        now = _there()
        names = now.keys() | before.keys()
        written = {name: now.get(name, "gone") for name in names if now.get(name) != before.get(name)}
        found[line] = [done.returncode, done.stdout.splitlines(), done.stderr.splitlines(), written]
        before = now
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(travelled()))
