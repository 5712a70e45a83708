"""The only room that imports torch, and only in a process of its own, which `core.torch_child.process` starts.

Loads a checkpoint for real in the way a job on stdin says, and writes what came of it to stdout, one line of JSON a
phase or a try. Always with ``weights_only=True``: nothing that a checkpoint names is ever run.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from core.torch_child.child_side import begin, limit_memory, ran_out
from core.torch_child.jobs import OLDEST_TORCH, LoadJob, OptimizerJob, TensorJob
from core.torch_child.limits import MEMORY, ChildLimits
from core.words import say


def resident_bytes() -> tuple[int, int]:
    """Anonymous and file-backed bytes that are resident, by the kernel's own account."""
    fields = {}
    for line in Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()[1:]:
        name, _, rest = line.partition(":")
        fields[name] = int(rest.split()[0]) * 1024
    return fields["Anonymous"], fields["Rss"] - fields["Anonymous"]


def peak_bytes() -> int:
    """The most bytes that were resident since `forget_peak`."""
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


def forget_peak() -> None:
    """Let the peak be counted from now on."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:  # not everywhere allowed; then the peak is that of the whole run
        return


def give_back_free() -> None:
    """Let the C library hand back what is free, so that what is taken from now on is seen."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


_MOST_WORDS = 1 << 20
"""Characters of a message that are passed on: a file can make torch say any number."""
_FOR_A_CARD = 4 << 30
"""Bytes of host memory that drivers and libraries of a card may take for themselves."""
_FOR_A_THREAD = 16 << 20
"""Bytes of a thread that torch may start later: its stack, and a heap of its own."""


def try_load(path: str, bounds: ChildLimits, tell: Callable[..., None]) -> None:
    """Try plain ``torch.load(f)`` and, where that fails, ``map_location='cpu'``; what came of each is said."""
    import torch

    # ``weights_only`` is left at its default, which this variable would change.
    os.environ.pop("TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD", None)
    options: dict[str, str]
    for options in ({}, {"map_location": "cpu"}):
        started = time.perf_counter()
        answer: dict[str, Any] = {"ok": True, "kind": "", "message": "", "torch": torch.__version__}
        try:
            loaded = torch.load(path, **options)
        except Exception as error:  # whatever torch raises is the answer
            if ran_out(error, bounds):
                raise
            answer |= {"ok": False, "kind": type(error).__name__, "message": str(error)[:_MOST_WORDS]}
        else:
            answer["tensors"] = _count_tensors(loaded)
            del loaded
        tell(**answer, seconds=time.perf_counter() - started)
        if answer["ok"]:
            return


def _count_tensors(loaded: Any) -> int:
    """How many tensors there are in a loaded object; each container is gone through once."""
    import torch

    count, seen, stack = 0, set(), [loaded]
    while stack:
        value = stack.pop()
        if isinstance(value, torch.Tensor):
            count += 1
        elif isinstance(value, (dict, list, tuple, set)) and id(value) not in seen:
            seen.add(id(value))
            stack.extend([*value, *value.values()] if isinstance(value, dict) else value)
    return count


def resume(job: LoadJob, report: Callable[[str], None]) -> None:
    """Do what a training script does on resume; ``report`` is called at the end of each phase."""
    import torch

    model = _Model(job["model"])
    if not job["assign"]:
        model.build(job["home"])
    report("start")
    checkpoint = torch.load(job["file"], map_location=job["mapping"], mmap=job["mmap"], weights_only=True)
    report("load")
    if job["assign"]:
        model.build("meta")
    model.load(checkpoint, assign=job["assign"])
    if job["assign"]:
        model.move(job["home"])
    report("model")
    optimizers = []
    for each in job["optimizers"]:
        optimizer = _optimizer(each, model, job["home"])
        optimizer.load_state_dict(_at(checkpoint, each["path"]))
        optimizers.append(optimizer)
    report("optimizer")
    if not job["keep"]:
        del checkpoint
        gc.collect()
    report("del")
    if not job["keep"] and torch.cuda.is_initialized():
        torch.cuda.empty_cache()
    report("empty_cache")


class _Model:
    """A flat module with the tensors of the checkpoint's model. Their names are numbers: real ones may hold dots."""

    def __init__(self, tensors: Sequence[TensorJob]) -> None:
        import torch

        self.tensors = tensors
        self.module = torch.nn.Module()

    def build(self, device: str) -> None:
        import torch

        for number, tensor in enumerate(self.tensors):
            value = torch.empty(tensor["shape"], dtype=getattr(torch, tensor["dtype"]), device=device)
            if device != "meta":
                value.untyped_storage().fill_(0)  # or no page would be taken
            self.module.register_parameter(f"t{number}", torch.nn.Parameter(value, requires_grad=False))

    def load(self, checkpoint: Any, *, assign: bool) -> None:
        state = {f"t{number}": _at(checkpoint, tensor["path"]) for number, tensor in enumerate(self.tensors)}
        self.module.load_state_dict(state, assign=assign)

    def move(self, device: str) -> None:
        import torch

        for number, tensor in enumerate(self.tensors):
            value = self.parameter(number).data.to(device, getattr(torch, tensor["dtype"]))
            setattr(self.module, f"t{number}", torch.nn.Parameter(value, requires_grad=False))

    def parameter(self, number: int) -> Any:
        return getattr(self.module, f"t{number}")


def _optimizer(job: OptimizerJob, model: _Model, device: str) -> Any:
    """The base class of all optimizers: its ``load_state_dict`` is what all of them use. Adagrad has its own
    constructor, which makes state at once.
    """
    import torch

    groups = [
        {
            "params": [
                model.parameter(each)
                if isinstance(each, int)
                else torch.nn.Parameter(torch.empty(0, dtype=getattr(torch, each), device=device), requires_grad=False)
                for each in group
            ]
        }
        for group in job["groups"]
    ]
    return torch.optim.Adagrad(groups) if job["kind"] == "Adagrad" else torch.optim.Optimizer(groups, {})


def _at(value: Any, path: Sequence[str | int]) -> Any:
    for key in path:
        value = value[key]
    return value


class Meter:
    """Reads what this process takes, beyond what it took when the meter was made: all of it, also what the C library
    holds back of what was freed, as in any script.
    """

    def __init__(self) -> None:
        from core.torch_child.gpus import live_cards

        self.cards = live_cards
        gc.collect()
        give_back_free()
        self.anonymous, self.file = resident_bytes()
        self.used = {card.device: card.used for card in self.cards().cards}
        forget_peak()

    def read(self) -> dict[str, Any]:
        """Host and GPU memory now, and the most since the last reading."""
        gc.collect()
        peak = peak_bytes()
        anonymous, file = resident_bytes()
        host = {"anonymous": anonymous - self.anonymous, "file": file - self.file}
        host["peak"] = max(peak - self.anonymous - self.file, host["anonymous"] + host["file"])
        forget_peak()
        return {"host": host, "devices": self._devices()}

    def _devices(self) -> dict[str, dict[str, int]]:
        import torch

        if not torch.cuda.is_initialized():
            return {}
        used = {card.device: card.used for card in self.cards().cards}
        found = {}
        for index in range(torch.cuda.device_count()):
            stats = torch.cuda.memory_stats(index)
            device = f"cuda:{index}"
            reserved = stats.get("reserved_bytes.all.current", 0)
            # A context is what the card gave beyond the allocator's segments, if nobody else came or went meanwhile.
            context = max(used.get(device, 0) - self.used.get(device, 0) - reserved, 0)
            if reserved or stats.get("reserved_bytes.all.peak", 0) or context:
                found[device] = {
                    "allocated": stats.get("allocated_bytes.all.current", 0),
                    "requested": stats.get("requested_bytes.all.current", 0),
                    "reserved": reserved,
                    "peak": stats.get("reserved_bytes.all.peak", 0) + context,
                    "context": context,
                }
                torch.cuda.reset_peak_memory_stats(index)
        return found


def _warm_up(job: LoadJob) -> None:
    """The same on a few bytes: what torch imports and allocates at the first use is not the checkpoint's."""
    import torch

    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "small.pt")
        parameter = torch.zeros(2)
        state = {
            "state": {0: {"step": torch.tensor(1.0), "exp_avg": torch.zeros(2)}},
            "param_groups": [{"params": [0]}],
        }
        torch.save({"model": {"w": parameter}, "optimizer": state}, file)
        small: LoadJob = {
            **job,
            "file": file,
            "mapping": {"cpu": "cpu"},
            "home": "cpu",
            "model": [{"path": ["model", "w"], "shape": [2], "dtype": "float32"}],
            "optimizers": [{"path": ["optimizer"], "groups": [[0]], "kind": ""}],
        }
        resume(small, lambda _: None)


def main() -> None:
    """Read a job, do it, report what came of it; an ``error`` line says why it could not be done."""

    def tell(**message: Any) -> None:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()

    job, bounds = begin()
    try:
        import torch
    except ImportError as error:
        tell(error=say("torch cannot be imported ({error}): nothing can be loaded without it.", error=error))
        return
    if tuple(int(part) for part in torch.__version__.split(".")[:2]) < OLDEST_TORCH:
        tell(
            error=say(
                "torch {version} may run code from a file, so Pthfinder does not load with it. Install torch 2.6 "
                "or later.",
                version=torch.__version__,
            )
        )
        return
    try:
        limit_memory(bounds, _not_of_the_file(job))
        if "verify" in job:
            try_load(job["verify"], bounds, tell)
        else:
            _measure(cast(LoadJob, job), tell)
    except Exception as error:  # noqa: BLE001 - whatever torch raises is the answer
        if ran_out(error, bounds):
            tell(limit=MEMORY)
        else:
            tell(error=_reason(error))


def _not_of_the_file(job: Mapping[str, Any]) -> int:
    """Bytes that torch may take and that are no memory spent on the file: what it maps, and what it needs itself."""
    import torch

    mapped = Path(job["file"]).stat().st_size if job.get("mmap") else 0
    cards = _FOR_A_CARD if torch.cuda.device_count() else 0
    return mapped + int(torch.get_num_threads()) * _FOR_A_THREAD + cards


def _measure(job: LoadJob, tell: Callable[..., None]) -> None:
    """Run the job with a meter and report each phase."""
    import torch

    _warm_up(job)
    meter = Meter()
    tell(phase="ready", torch=torch.__version__)
    resume(job, lambda phase: tell(phase=phase, **meter.read()))


def _reason(error: Exception) -> str:
    """Why a run failed, in a sentence or two."""
    text = str(error)
    if type(error).__name__ == "UnpicklingError":
        first = text.partition("Unsupported")[2].partition("\n")[0]
        if not first:
            return say("This file needs more than weights_only=True allows; measuring never runs what a file names.")
        return say(
            "This file needs more than weights_only=True allows (unsupported{what}); measuring never runs what a file "
            "names.",
            what=first,
        )
    return " ".join(f"{type(error).__name__}: {text}".split())[:500]


if __name__ == "__main__":
    main()
