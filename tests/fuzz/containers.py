"""``python -m tests.fuzz.containers [SECONDS] [KIND…]``: containers, broken, against their own loaders.

An input that is shown as clean, with nothing odd, no error found and no damage, and that its loader loads as something
else, is a difference. One that the loader refuses is not, and of one that is not shown as clean it is not asked. An
error of the program itself is one. Loaders of frameworks are asked where `make frameworks` has installed them.
"""

from __future__ import annotations

import json
import os
import pickle
import random
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter, OrderedDict
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import save_file
from torch.package import PackageExporter

from core.catalogue.build import open_catalogue
from core.catalogue.integrity import verify
from core.catalogue.odd_places import oddities_of
from core.diagnosis.diagnose import diagnose
from core.diagnosis.finding import ERROR
from core.edits.edits import Plan
from core.edits.preview import preview
from core.errors import CheckpointError
from core.loading.computer import Computer
from tests.containers.dcp.forging import saved
from tests.containers.facts import FOLDERS, shown
from tests.fuzz.container_loaders import FRAMEWORKS, key_of
from tests.fuzz.folders import _change, _cut, _delete, _double, _files, _rename, _swap, _where
from tests.fuzz.mutation import _opcodes, mutated
from tests.support.torch_forks import Forked

_ROOT = Path(__file__).resolve().parents[2]
_BATCH = 250
_FRAMEWORKS = Path(os.environ.get("PTHFINDER_FRAMEWORKS", _ROOT / ".venv-frameworks")) / "bin" / "python"
KINDS = {
    "pickle": "",
    "dcp": "",
    "headers": "",
    "fsdp": "",
    "megatron": "",
    "npz": "",
    "script": "state_dict",
    "package": "model/weights.pkl",
    "exported": "state_dict",
    "tar": "",
    "safetensors": "",
    "shards": "",
    "sb3": "",
    "zero": "module",
    "transformers": "",
    "diffusers": "",
}
"""What stands before the keys of a loaded file where they are shown."""
_KEPT = {
    "headers": "dcp/hf_two",
    "fsdp": "fsdp/fsdp2",
    "script": "containers/scripted.pt",
    "exported": "containers/exported.pt2",
    "tar": "containers/old.tar.pth",
    "shards": "sharded/transformers",
    "sb3": "containers/ppo.zip",
    "zero": "deepspeed_zero/zero1_fp32",
    "transformers": "sharded/transformers",
    "diffusers": "runs/diffusers",
}
_WEIGHTS = (".safetensors", ".index.json", ".pt", "latest", "iteration.txt")
"""What of a folder is broken: what else a framework reads there says what is made of the weights, not what they are."""
_WAYS = (*(_change,) * 8, _cut, _delete, _double, *(_rename,) * 2, *(_swap,) * 2)
_SOUND = {"other-loader", "plain-pickle", "torchscript", "old-tar", "no-gpu", "safetensors"}
"""What is found in sound ones too: that ``torch.load`` does not load them as they are."""
CLEAN, _FAILED = "clean", "failed"
_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
_IMPORTS = "torch,torch.distributed.checkpoint,torch.package,safetensors.torch"
Facts = dict[str, list[Any]]


def seed(kind: str, folder: Path) -> Path:
    """A sound file, or folder, of a kind, with a few small tensors."""
    state = {
        "w": torch.arange(6.0).reshape(2, 3),
        "b": torch.arange(4),
        "c": torch.complex(torch.ones(2), -torch.ones(2)),
    }
    path = folder / f"seed-{kind}"
    if kind == "pickle":
        path.write_bytes(pickle.dumps({"model": OrderedDict(state), "epoch": 3}, 4))
        return path
    if kind == "megatron":
        inner = path / "iter_0000500"
        for number, rank in enumerate(("mp_rank_00", "mp_rank_01")):
            (inner / rank).mkdir(parents=True)
            whole = {"model": {**state, "w": state["w"] + number}, "iteration": 500, "checkpoint_version": 3.0}
            torch.save(whole, inner / rank / "model_optim_rng.pt")
        (path / "latest_checkpointed_iteration.txt").write_text("500")
        return path
    if kind == "dcp":
        return saved({**state, "conj": state["c"].conj(), "t": state["w"].t(), "epoch": 3}, path)
    if kind == "npz":
        np.savez(path.with_suffix(".npz"), w=state["w"].numpy(), b=state["b"].numpy())
        return path.with_suffix(".npz")
    if kind == "safetensors":
        save_file({**state, "h": state["w"].half()}, path, {"format": "pt"})
        return path
    if kind == "package":
        with warnings.catch_warnings(), PackageExporter(path) as exporter:
            warnings.simplefilter("ignore")
            exporter.save_pickle("model", "weights.pkl", state)
        return path
    return FOLDERS / _KEPT[kind]


def installed() -> list[str]:
    """The kinds whose loader is there."""
    there = (_FRAMEWORKS.parents[1] / ".set-up-folders").exists()
    return [kind for kind in KINDS if kind not in FRAMEWORKS or there]


def ask(kind: str) -> subprocess.Popen[bytes] | Forked:
    """Its loader, which waits for paths."""
    if kind in FRAMEWORKS:
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1", "DS_ACCELERATOR": "cpu"}
        start, python = partial(subprocess.Popen, env=environment, cwd=_ROOT), str(_FRAMEWORKS)
    else:
        start, python = partial(Forked, imports=_IMPORTS), sys.executable
    command = [python, "-m", "tests.fuzz.container_loaders", kind]
    return start(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=sys.__stderr__)


def judge(asked: subprocess.Popen[bytes] | Forked, path: Path) -> None:
    """Have it load a file."""
    assert asked.stdin is not None
    asked.stdin.write(f"{path}\n".encode())
    asked.stdin.flush()


def answers(asked: subprocess.Popen[bytes] | Forked) -> list[dict[str, Any]]:
    """What it has of each file: ``facts``, or an ``error``."""
    assert asked.stdin is not None
    assert asked.stdout is not None
    asked.stdin.close()
    with asked.stdout:
        found = [json.loads(line) for line in asked.stdout]
    asked.wait()
    return found


def made(kind: str, source: Path, target: Path, chance: random.Random) -> None:
    """A broken copy."""
    if not source.is_dir():
        raw = source.read_bytes()
        by_opcodes = kind == "pickle" and chance.random() < 0.5
        target.write_bytes(_opcodes(raw, chance) if by_opcodes else mutated(raw, chance) or b"\0")
        return
    shutil.copytree(source, target)
    if kind != "dcp":
        for _ in range(1 if chance.random() < 0.7 else 2):
            files = [path for path in _files(target) if path.name.endswith(_WEIGHTS)]
            chance.choice(_WAYS)(chance.choice(files), target, chance, ())
        return
    path = target / chance.choice([".metadata", ".metadata", "__0_0.distcp"])
    raw = path.read_bytes()
    path.write_bytes(
        _opcodes(raw, chance) if path.name == ".metadata" and chance.random() < 0.7 else mutated(raw, chance)
    )


def here(kind: str, path: Path) -> tuple[str, Facts]:
    """(what became of it here, the tensors that are shown)."""
    try:
        catalogue = open_catalogue(path)
        if oddities_of(catalogue):
            return "odd", {}
        several = catalogue.checkpoint.several
        errors = [
            each
            for each in diagnose(preview(catalogue, Plan()), Computer())
            if each.severity == ERROR and each.code not in _SOUND
        ]
        if errors or verify(catalogue).damages or (several is not None and several.missing):
            return "damaged", {}
        found = {
            "/".join(["", *map(key_of, at)]): [dtype, list(shape), sum_]
            for at, (dtype, shape, sum_) in shown(catalogue).items()
        }
    except CheckpointError as error:
        return f"refused: {type(error).__name__}", {}
    except Exception as error:  # noqa: BLE001 - the program would say that it found a bug in Pthfinder
        return f"{_FAILED}: {type(error).__name__}: {error}{_where(error)}", {}
    inside = catalogue.checkpoint.archive.kind == "run folder" and kind != "diffusers"  # more files lie beside it
    before = "/model" if inside else f"/{KINDS[kind]}" if KINDS[kind] else ""
    return CLEAN, {at.removeprefix(before): each for at, each in found.items() if at.startswith(before)}


def differing(kind: str, ours: Facts, theirs: Facts) -> str | None:
    """The first key at which something else is shown than a loader has; frameworks load no more than they need."""
    compared = theirs.keys() if kind in FRAMEWORKS else ours.keys() | theirs.keys()
    return next((at for at in sorted(compared) if ours.get(at) != theirs.get(at)), None)


def differences(kind: str, numbers: range, outcomes: Counter[tuple[str, str]]) -> list[str]:
    """The inputs of these numbers that are shown as clean and load as something else; and the sound one, if it is not
    shown as it loads.
    """
    found: list[str] = []
    clean: dict[int, Facts] = {}
    with tempfile.TemporaryDirectory(prefix="pthfinder-fuzz-", dir=_MEMORY) as name, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        folder = Path(name)
        source = seed(kind, folder)
        asked = ask(kind)
        sound = here(kind, source)
        judge(asked, source)
        for number in numbers:
            path = folder / f"{number}{source.suffix}"
            made(kind, source, path, random.Random(f"{kind}:{number}"))
            what, facts = here(kind, path)
            if what == CLEAN:
                clean[number] = facts
                judge(asked, path)
                continue
            outcomes[kind, what] += 1
            if what.startswith(_FAILED):
                found.append(f"{kind}:{number} {what}")
        of_sound, *rest = answers(asked)
        if sound[0] != CLEAN or not of_sound.get("facts") or differing(kind, sound[1], of_sound["facts"]) is not None:
            found.append(f"{kind}: the sound one is {sound} here, {of_sound} there")
        for (number, facts), answer in zip(clean.items(), rest, strict=True):
            outcomes[kind, f"{CLEAN}, {'loads' if 'facts' in answer else 'fails'} there"] += 1
            theirs = answer.get("facts", facts)
            at = differing(kind, facts, theirs)
            if at is not None:
                found.append(f"{kind}:{number} {at!r}: {facts.get(at)} here, {theirs.get(at)} there")
    return found


def main(arguments: list[str]) -> int:
    """Fuzz for some seconds; 1 where there is a difference."""
    kinds = [each for each in arguments if each in KINDS] or installed()
    seconds = float(next((each for each in arguments if each.replace(".", "").isdigit()), 10))
    outcomes: Counter[tuple[str, str]] = Counter()
    found: list[str] = []
    first = number = time.time_ns() >> 20
    spent = dict.fromkeys(kinds, 0.0)
    while sum(spent.values()) < seconds:
        kind, began = min(kinds, key=spent.__getitem__), time.perf_counter()
        differ = differences(kind, range(number, number + _BATCH), outcomes)
        spent[kind] += time.perf_counter() - began
        sys.stdout.writelines(f"{text[:400]}\n" for text in differ)
        sys.stdout.flush()
        found += differ
        number += _BATCH
    for kind in kinds:
        each = Counter({what: count for (of, what), count in outcomes.items() if of == kind})
        differ = [text for text in found if text.startswith(f"{kind}:")]
        told = ", ".join(f"{count:,} {what}" for what, count in each.most_common())
        sys.stdout.write(f"{kind}: {each.total():,} inputs, {len(differ):,} differences ({told})\n")
    sys.stdout.write(f"{outcomes.total():,} inputs from {first} to {number}, {len(found):,} differences\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
