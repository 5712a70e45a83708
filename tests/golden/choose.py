"""Which plans the net has: every edit on files of every kind. ``python -m tests.golden.choose`` chose ``plans.json``.

It is not to be run again: the plans in there are kept as the program of that day kept them, which is what a later one
is to read. A plan for a new edit or a new kind of file is added to ``plans.json`` by hand, by its steps.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

from tests.golden import engine
from tests.golden.work import HERE, Bench, bench

RICH = (
    "plans/training.pth",
    "plans/training_legacy.pth",
    "torch/gan.pth",
    "torch/whole.pt",
    "lightning/classifier.ckpt",
    "fsdp2/training.pt",
    "folders/sharded/transformers",
    "folders/sharded/bin",
    "folders/dcp/one",
)
"""On these all that can be said is tried, on those below some of it, in turns."""
SOME = (
    *("torch/ema.pth", "torch/optimizer.pt", "torch/lbfgs.pth", "transformers/gpt2.bin", "fsdp2/sharded.pt"),
    *("fsdp2/full.pt", "torchao/int8.pt", "bitsandbytes/nf4.pt", "timm/adafactor.pth.tar", "torchmetrics/whole.pth"),
    *("folders/sharded/types.safetensors", "folders/sharded/shared.safetensors", "folders/sharded/bin_without_index"),
    *("folders/dcp/two_fsdp2", "folders/dcp/four_2d", "folders/dcp/types", "folders/dcp/hf_two", "folders/dcp/flat"),
    *("folders/deepspeed_zero/zero1_bf16", "folders/deepspeed_zero/zero3_fp32", "folders/deepspeed_zero/universal"),
    *("folders/fsdp/fsdp1_sharded", "folders/fsdp/fsdp2_hybrid", "folders/fsdp/fsdp1_local_metadata"),
    *("folders/containers/old.tar.pth", "folders/containers/traced.pt", "folders/containers/exported.pt2"),
    *("folders/containers/package.pt", "folders/containers/ppo.zip", "folders/containers/arrays.npz"),
    *("folders/runs/trainer", "folders/runs/diffusers", "folders/runs/accelerate", "folders/old/torch-2.1.2-dcp"),
)
EVERYTHING = ("plans/everything.pt", "plans/legacy.pt")
"""On these each edit as the tests of recipes have them, those too that no option says."""
_TURN = 6

Steps = list[list[str]]


def _steps(catalogue: Any) -> dict[str, Steps]:
    """Plans by what stands in a file: its first tensors, state dicts, optimizers, objects and numbers."""
    paths = {entry: catalogue.path_text(entry) for entry in range(len(catalogue))}
    tensors = [paths[entry] for entry in catalogue.tree.tensors]
    state_dicts = [paths[entry] or "/" for entry in catalogue.state_dicts]
    optimizers = [paths[each.entry] or "/" for each in catalogue.optimizers]
    kinds = [(catalogue.kind(entry), paths[entry]) for entry in range(1, len(catalogue))]
    scalars = [path for kind, path in kinds if kind in ("int", "float", "str", "bool", "None", "number", "text")]
    objects = [path for kind, path in kinds if kind not in ("dict", "list", "tuple", "tensor")]
    first = tensors[0] if tensors else "none"
    last = tensors[-1] if tensors else "none"
    model = state_dicts[0] if state_dicts else "/"
    optimizer = optimizers[0] if optimizers else "optimizer"
    below = f"{model}/**" if model != "/" else "**"
    keys = [path for path in tensors if "." in path.rpartition("/")[2]]
    prefix = keys[0].rpartition("/")[2].partition(".")[0] + "." if keys else "module."
    return {
        "nothing": [],
        "map to the CPU": [["map", "*=cpu"]],
        "map globs, follow": [["map", "cuda:*=cuda:1"], ["map", "cpu=cuda:1"], ["optimizer-device", "follow"]],
        "map a role": [["map", "model:*=cuda:0"], ["optimizer-device", f"{optimizer}=cpu"]],
        "move": [["move", f"{first}=cuda:3"]],
        "strip": [["strip-prefix", prefix]],
        "strip a segment": [["strip-segment", prefix]],
        "add": [["add-prefix", "net."]],
        "add in one": [["add-prefix", f"{model}=net."]],
        "insert": [["insert-segment", "1::body."]],
        "rename keys": [["rename-keys", "weight=w"]],
        "rename by a glob": [["rename-keys", "*.bias=*.b"]],
        "rename by a regex": [["rename-regex", r"^(\w+)\.=x.\1."]],
        "rename": [["rename", f"{last}=another"]],
        "drop": [["drop", first]],
        "drop an optimizer": [["drop", optimizer]],
        "number": [["number-state", optimizer]],
        "make plain": [["make-plain", objects[0] if objects else "/"]],
        "extract": [["extract", "/"]],
        "extract unwrapped": [["extract-unwrapped", objects[0] if objects else "/"]],
        "full tensors": [["full-tensors"]],
        "module": [["rename-module", "collections=collections.abc"]],
        "compact": [["compact"], ["drop", last]],
        "cast": [["cast", f"{below}=bfloat16"]],
        "cast one": [["cast", f"{first}=float64"], ["map", "*=cpu"]],
        "set": [["set", f"{scalars[0] if scalars else 'epoch'}=3"]],
        "set a number": [["set", f"{first}[0]=1.5"], ["cast", f"{last}=float16"]],
        "set all numbers": [["set", f"{last}=nan"]],
        "put": [["set", f"{first}=@INPUTS/plans/theirs.npy"]],
        "keep": [["keep", model]],
        "zip": [["container", "zip"]],
        "legacy": [["container", "legacy"]],
        "safetensors": [["keep", model], ["container", "safetensors"]],
        "dcp": [["container", "dcp"]],
        "protocol": [["protocol", "4"], ["container", "zip"]],
        "cure": [
            ["map", "*=cpu"],
            *([["strip-prefix", prefix]] if keys else []),
            *([["drop", optimizer]] if optimizers else []),
        ],
        "in another order": [["cast", f"{below}=float16"], ["add-prefix", "module."], ["map", "*=cuda:2"]],
        "cannot be": [["rename", f"{first}={last}"], ["map", "cpu=gpu"]],
    }


_SAVED = {
    "safetensors": {"target": "fixed.safetensors"},
    "dcp": {"target": "fixed"},
    "map to the CPU": {"target": "fixed", "shard_size": 4000},
    "cast": {"accept_odd": True, "accept_missing": True},
}
"""How some are saved: elsewhere the container is that of the source, and the target a file."""


def _chosen(bench: Bench) -> Iterator[tuple[str, str, dict[str, Any]]]:
    turn = 0
    for file in (*EVERYTHING, *RICH, *SOME):
        catalogue = bench.opened(file)
        if not isinstance(catalogue, engine.Catalogue):
            sys.stderr.write(f"{file}: {catalogue}\n")
            continue
        wanted = _steps(catalogue)
        names = list(wanted)
        if file in SOME:
            some = [names[(turn + at) % len(names)] for at in range(_TURN)]
            names = list(dict.fromkeys(["nothing", *some, "cure"]))
            turn += _TURN
        for name in names:
            saving = dict(_SAVED.get(name, {}))
            if bench.path(file).is_dir():
                saving.setdefault("target", "fixed")
            yield file, name, {"steps": wanted[name], **({"save": saving} if saving else {})}
        if file in EVERYTHING:
            from tests.recipes.cases import PLANS

            for name, edits in PLANS.items():
                try:
                    plan = engine.Plan(edits(catalogue))
                except engine.CheckpointError:  # newer dtypes, which the legacy format lacks
                    continue
                yield file, f"of recipes: {name}", {"kept": emptied(bench, engine.kept(catalogue, plan))}


def emptied(bench: Bench, kept: Any) -> Any:
    """A kept plan without the place of its files, and without what tells whether they are the same."""
    if isinstance(kept, list):
        return [emptied(bench, each) for each in kept]
    if not isinstance(kept, dict):
        return kept
    found = {name: emptied(bench, value) for name, value in kept.items() if name != "identity"}
    if "identity" in kept:
        found["file"] = found["file"].replace(str(bench.inputs), "INPUTS")
    return found


def main() -> None:
    """Choose, and keep each as a plan is kept."""
    found: dict[str, dict[str, Any]] = {}
    refused: set[tuple[str, type]] = set()
    with bench() as here:
        for file, name, plan in _chosen(here):
            catalogue = here.opened(file)
            if "steps" in plan:
                steps = [[word.replace("INPUTS", str(here.inputs)) for word in step] for step in plan["steps"]]
                try:
                    wanted = engine.plan_of_steps(catalogue, steps)
                    engine.preview(catalogue, wanted)
                except engine.CheckpointError as error:
                    if (name, type(error)) in refused:  # once is enough
                        continue
                    refused.add((name, type(error)))
                else:
                    plan["kept"] = emptied(here, engine.kept(catalogue, wanted))
            found.setdefault(file, {})[name] = plan
    lines = [
        f" {json.dumps(file)}: {{\n"
        + ",\n".join(f"  {json.dumps(name)}: {json.dumps(plan)}" for name, plan in of_file.items())
        + "\n }"
        for file, of_file in found.items()
    ]
    (HERE / "plans.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "ascii")


if __name__ == "__main__":
    main()
