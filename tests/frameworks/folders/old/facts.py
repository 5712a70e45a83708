"""Facts of what `write` left: ``python -m tests.frameworks.folders.old.facts FOLDER`` copies it to the kept folders.

The reader is today's framework; what it reads is compared with what the processes of that time had.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file

from tests.frameworks import torchvision_on_cpu
from tests.frameworks.folders import dcp_reading
from tests.frameworks.folders.recording import Case, equal, facts_of
from tests.frameworks.folders.run import KEPT
from tests.frameworks.making import Cards
from tests.frameworks.run import as_text

WHAT = {
    "dcp": "plain tensors, DTensors, a ShardedTensor and objects in DCP, two ranks",
    "fsdp1": "FSDP1's sharded model and optimizer in DCP, from ShardedTensors, two ranks",
    "4.36.2": "a GPT-2 on cuda:5, save_pretrained(max_shard_size='2KB', safe_serialization=False), with torch 2.1.2",
    "0.6.1": "torchtune's FullModelHFCheckpointer: an epoch's folder and the recipe's state, with torch 2.5.1",
}


def case_of(folder: Path) -> Case:
    """One folder with what today's reader finds in it."""
    kind = folder.name.rsplit("-", 1)[-1]
    written = {"written_by": folder.name.removesuffix(f"-{kind}") if kind in ("dcp", "fsdp1") else folder.name}
    if kind in ("dcp", "fsdp1"):
        return dcp_reading.case(folder, WHAT[kind], world_size=2, **written)
    if kind == "4.36.2":
        torchvision_on_cpu.allow()
        from transformers import GPT2LMHeadModel

        with Cards():
            read = dict(GPT2LMHeadModel.from_pretrained(folder).state_dict())
        return Case(folder, WHAT[kind], "transformers' from_pretrained", read, ("transformers",), written)
    found: dict[str, Any] = {"model": {}}
    for path in sorted(folder.rglob("*.safetensors")):
        found["model"].update(load_file(path))
    found["optimizer"] = torch.load(folder / "recipe_state" / "recipe_state.pt")["optimizer"]
    return Case(folder, WHAT[kind], "safetensors and torch.load", found, ("safetensors",), written)


def main(source: Path) -> None:
    """All folders of ``source``."""
    for live in sorted(source.glob("*.live")):
        folder = KEPT / "old" / live.stem
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(source / live.stem, folder)
        case = case_of(folder)
        assert equal(case.whole, torch.load(live, weights_only=False)), f"{folder.name} is not what was saved"
        beside = folder.with_name(f"{folder.name}.json")
        beside.write_text(as_text(json.loads(json.dumps(facts_of(case)))) + "\n", encoding="utf-8")
        print(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
