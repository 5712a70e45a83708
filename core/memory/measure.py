"""Runs a strategy for real, in a child process that has torch, and reads what memory it takes phase by phase.

This side knows no torch. It says what to load and how, follows the child, and can stop it at any moment.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.main_model import live_rows
from core.catalogue.rows import Optimizer, TensorRow
from core.edits.edits import Plan
from core.edits.entries import drops
from core.edits.preview import Preview, preview
from core.errors import CheckpointError
from core.loading.many_files import branch_files
from core.memory.analysis import ERROR, UNTOLD, predict_memory
from core.memory.ledger import PHASES, DeviceState, HostState, Phase
from core.memory.machine import Machine
from core.memory.sizes import memory_text
from core.memory.strategies import Strategy
from core.memory.transfers import live_dtype
from core.progress import Tick, ignore
from core.saving.leftovers import scratch_folder
from core.saving.save import save
from core.text import listed
from core.torch_child.gpus import live_cards
from core.torch_child.interpreter import python_with_torch
from core.torch_child.jobs import LoadJob, OptimizerJob, TensorJob
from core.torch_child.limits import USUAL, ChildLimits, Limits, free_memory
from core.torch_child.process import ChildFailed, answers
from core.torch_child.trial_load import why_not_there
from core.words import say


class CannotMeasure(CheckpointError):
    """A strategy cannot be run here; the message says why."""


@dataclass(frozen=True)
class Measurement:
    """What a strategy took for real. In ``phases`` the ``peak`` of a card is what the allocator reserved and the
    context; ``owners`` are not known. ``torch`` is the version that ran.
    """

    strategy: Strategy
    phases: tuple[Phase, ...]
    torch: str
    seconds: float


def why_not(view: Preview, strategy: Strategy, machine: Machine, *, keep: bool = False) -> str | None:
    """A sentence why this strategy cannot be measured on this computer; None when it can be tried."""
    if not Path("/proc/self/smaps_rollup").exists():
        return say("Memory can be measured only on Linux, because the figures come from the Linux kernel.")
    if python_with_torch() is None:
        return say("torch is not installed here: nothing can be measured without it.")
    checkpoint = view.catalogue.checkpoint
    elsewhere = why_not_there(checkpoint.path)
    if elsewhere is not None:
        return elsewhere
    if (len(checkpoint.parts) > 1 or branch_files(checkpoint)) and not strategy.planned:
        return say("Loading many files cannot be measured; save them as one and measure that.")
    if machine.ranks > 1:
        return say("Only one process is measured; set the number of ranks to 1.")
    outcome = predict_memory(view, machine, keep=keep).outcome(strategy.id)
    if outcome.verdict == UNTOLD:
        return outcome.message
    if outcome.verdict == ERROR:
        return say("It would fail: {message}", message=outcome.message)
    wanted = sorted({device for phase in outcome.phases for device in phase.devices})
    here = live_cards()
    missing = [device for device in wanted if device not in {card.device for card in here.cards}]
    if missing:
        return say(
            "It needs {devices}, which this computer does not have. {problem}",
            devices=listed(missing),
            problem=here.problem or "",
        ).strip()
    free = free_memory()
    if outcome.host_peak > free:
        return say(
            "It needs {needed} of RAM and only {free} are free.",
            needed=memory_text(outcome.host_peak),
            free=memory_text(free),
        )
    return None


def measure(  # noqa: PLR0913 - each is an option of its own
    view: Preview,
    strategy: Strategy,
    machine: Machine,
    *,
    keep: bool = False,
    tick: Tick | None = None,
    limits: Limits = USUAL,
) -> Measurement:
    """Run ``strategy`` in a child process. ``tick`` counts phases; when it raises, the child is ended.

    ``fixed`` with a plan and ``model-only`` load a copy that is saved for it and removed afterwards. Raises
    `CannotMeasure` with the reason, a `core.errors.SaveError` when that copy cannot be written, a
    `core.torch_child.limits.OverLimit` when the child was stopped at one of the ``limits``, or what ``tick`` raises.
    """
    reason = why_not(view, strategy, machine, keep=keep)
    if reason is not None:
        raise CannotMeasure(reason)
    tick = tick or ignore
    started = time.perf_counter()
    with _file_for(view, strategy, tick) as catalogue:
        job = job_for(catalogue, strategy, machine, keep=keep)
        messages = list(_follow(job, tick, limits.for_bytes(catalogue.checkpoint.bytes)))
    version = messages[0].get("torch", "")
    return Measurement(strategy, tuple(map(_phase, messages[1:])), version, time.perf_counter() - started)


def job_for(catalogue: Catalogue, strategy: Strategy, machine: Machine, *, keep: bool) -> LoadJob:
    """What the child shall do. Raises `CannotMeasure` where the file has no place that a path can name."""
    target = machine.load_target(0)
    places = {total.device: strategy.place(total.device, target) for total in catalogue.devices}
    rows = live_rows(catalogue)
    return {
        "file": str(catalogue.checkpoint.path),
        "mapping": None if all(device == place for device, place in places.items()) else places,
        "mmap": strategy.mmap,
        "assign": strategy.assign,
        "home": machine.home(0),
        "keep": keep,
        "model": [_tensor_job(catalogue, row, machine.model_dtype) for row in rows],
        "optimizers": [_optimizer_job(catalogue, each, [row.entry for row in rows]) for each in catalogue.optimizers],
    }


def _tensor_job(catalogue: Catalogue, row: TensorRow, model_dtype: str) -> TensorJob:
    dtype = live_dtype(row.dtype, model_dtype)
    return {"path": _path(catalogue, row.entry), "shape": list(row.shape), "dtype": dtype}


def _optimizer_job(catalogue: Catalogue, optimizer: Optimizer, model: list[int]) -> OptimizerJob:
    numbers = {entry: number for number, entry in enumerate(model)}
    groups: list[list[int | str]] = [[] for _ in range(optimizer.groups)]
    for item in optimizer.entries:
        number = numbers.get(item.parameter) if item.parameter is not None else None
        groups[item.group].append(number if number is not None else _dtype_of_state(catalogue, item.entry))
    return {"path": _path(catalogue, optimizer.entry), "groups": groups, "kind": optimizer.kind or ""}


def _dtype_of_state(catalogue: Catalogue, entry: int | None) -> str:
    """The dtype of a parameter that is known by its state alone."""
    for index in catalogue.subtree_rows(entry) if entry is not None else ():
        row = catalogue.tensors[index]
        if catalogue.labels[row.entry] != "step" and "float" in row.dtype:
            return row.dtype
    return "float32"


def _path(catalogue: Catalogue, entry: int) -> list[str | int]:
    path = catalogue.path(entry)
    inside = [catalogue.kind(each) for each in _above(catalogue, entry)]
    if not all(type(key) in (str, int) for key in path) or "object" in inside:
        raise CannotMeasure(
            say("{path} lies inside an object: only plain dicts can be measured.", path=catalogue.path_text(entry))
        )
    return list(path)


def _above(catalogue: Catalogue, entry: int) -> Iterator[int]:
    while entry > 0:
        entry = catalogue.parents[entry]
        yield entry


@contextmanager
def _file_for(view: Preview, strategy: Strategy, tick: Tick) -> Iterator[Catalogue]:
    """The file that the strategy loads: the one that is open, or a copy saved as the plan or the strategy wants it."""
    if strategy.optimizer and not (strategy.planned and view.plan):
        yield view.catalogue
        return
    wanted = view
    if not strategy.optimizer:
        wanted = preview(view.catalogue, Plan(drops(each.entry for each in view.catalogue.optimizers)))
    with scratch_folder() as folder:
        copy = folder / view.catalogue.checkpoint.name
        save(wanted, copy, accept_odd=True, tick=lambda _done, _total: tick(0, len(PHASES)))
        yield open_catalogue(copy)


def _follow(job: LoadJob, tick: Tick, bounds: ChildLimits) -> Iterator[dict[str, Any]]:
    """The child's messages, one a phase."""
    done: list[str] = []

    def follow() -> None:
        tick(len(done), len(PHASES))

    try:
        for message in answers("core.torch_child.bridge", job, follow, bounds):
            if "error" in message:
                raise CannotMeasure(message["error"])
            yield message
            if message["phase"] != "ready":
                done.append(message["phase"])
    except ChildFailed as error:
        raise CannotMeasure(str(error)) from None
    if len(done) < len(PHASES):
        raise CannotMeasure(say("The process with torch ended before it had done everything."))
    follow()


def _phase(message: dict[str, Any]) -> Phase:
    devices = {
        device: DeviceState(each["allocated"], each["reserved"], each["context"], each["peak"], {}, each["requested"])
        for device, each in message["devices"].items()
    }
    host = message["host"]
    return Phase(message["phase"], devices, HostState(host["anonymous"], host["file"], host["peak"]))
