"""What we write is what the plain torch recipe gives: same objects, same sharing, same bytes, same devices.

Each test runs the recipe that people use today (``map_location``, a loop, ``torch.save``) in real torch and the
corresponding edit in Pthfinder, and compares the two files in every way that torch can load them.
"""

from __future__ import annotations

import argparse
import datetime as dt
import decimal
import enum
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path, PurePosixPath
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn.modules.utils import consume_prefix_in_state_dict_if_present

from core.edits.edits import AddPrefix, Drop, Keep, MoveOptimizer, RemapDevice, RenameKey, StripPrefix
from tests.files.checkpoints import Net, odd_tensors, place, save, training_checkpoint
from tests.support.engine import catalogue_of, fix
from tests.support.oracle import PretendGpus, assert_same_files, load, saved_devices

CONTAINERS = ("zip", "legacy")
Recipe = Callable[[Any, PretendGpus], Any]
pytestmark = pytest.mark.parametrize("container", CONTAINERS)


def make_source(path: Path, container: str, **options: Any) -> Path:
    with PretendGpus() as gpus:
        return save(training_checkpoint(gpus, **options), path, container)


def by_torch(source: Path, target: Path, container: str, recipe: Recipe, **options: Any) -> Path:
    """Load with torch, run the recipe, save with torch."""
    with PretendGpus() as gpus:
        loaded = load(source, **options)
        return save(recipe(loaded, gpus) or loaded, target, container)


def nothing(loaded: Any, gpus: PretendGpus) -> None:
    """The recipe is in the options of the load."""


def trusting(container: str) -> tuple[str, ...]:
    """The ways to load a file with objects that ``weights_only`` does not allow."""
    return ("plain", "mmap", "computed offsets") if container == "zip" else ("plain",)


def check(
    tmp_path: Path,
    source: Path,
    container: str,
    edits: list[Any],
    recipe: Recipe,
    ways: tuple[str, ...] | None = None,
    **options: Any,
) -> Path:
    ours, theirs = tmp_path / "ours.pth", tmp_path / "theirs.pth"
    fix(source, ours, *edits)
    by_torch(source, theirs, container, recipe, **options)
    assert_same_files(ours, theirs, ways)
    return ours


@pytest.mark.filterwarnings("ignore:Detected pickle protocol")
@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_unchanged(tmp_path: Path, container: str, protocol: int) -> None:
    with PretendGpus() as gpus:
        source = save(training_checkpoint(gpus), tmp_path / "source.pth", container, pickle_protocol=protocol)
    fix(source, tmp_path / "ours.pth")
    # torch reads protocols 4 and 5 only without weights_only.
    assert_same_files(tmp_path / "ours.pth", source, trusting(container) if protocol >= 4 else None)


def test_map_location_cpu(tmp_path: Path, container: str) -> None:
    source = make_source(tmp_path / "source.pth", container)
    ours = check(tmp_path, source, container, [RemapDevice("cuda:7", "cpu")], nothing, map_location="cpu")
    torch.load(ours)  # no argument, no GPU
    assert set(saved_devices(ours)) == {"cpu"}


@pytest.mark.parametrize("source_device", ["cuda:7", "cuda:*"])
def test_map_location_of_another_gpu(tmp_path: Path, container: str, source_device: str) -> None:
    source = make_source(tmp_path / "source.pth", container)
    edits = [RemapDevice(source_device, "cuda:0")]
    check(tmp_path, source, container, edits, nothing, map_location={"cuda:7": "cuda:0"})


def test_map_location_of_all_to_a_gpu(tmp_path: Path, container: str) -> None:
    """``map_location="cuda:0"`` takes Adam's ``step`` along, which torch then refuses; ours stays on the CPU."""

    def recipe(loaded: Any, gpus: PretendGpus) -> None:
        for state in loaded["optimizer"]["state"].values():
            gpus.place(state["step"], "cpu")

    source = make_source(tmp_path / "source.pth", container)
    check(tmp_path, source, container, [RemapDevice("*", "cuda:0")], recipe, map_location="cuda:0")


def test_strip_module(tmp_path: Path, container: str) -> None:
    def recipe(loaded: Any, gpus: PretendGpus) -> None:
        consume_prefix_in_state_dict_if_present(loaded["state_dict"], "module.")

    source = make_source(tmp_path / "source.pth", container)
    ours = check(tmp_path, source, container, [StripPrefix("module.")], recipe)
    with PretendGpus():
        Net().load_state_dict(load(ours)["state_dict"])


def test_add_module(tmp_path: Path, container: str) -> None:
    def recipe(loaded: Any, gpus: PretendGpus) -> None:
        net = Net()
        net.load_state_dict(loaded["state_dict"])
        loaded["state_dict"] = nn.DataParallel(net).state_dict()
        place(gpus, loaded["state_dict"], "cuda:7")

    source = make_source(tmp_path / "source.pth", container, wrap=False)
    ours = check(tmp_path, source, container, [AddPrefix("module.")], recipe)
    with PretendGpus():
        nn.DataParallel(Net()).load_state_dict(load(ours)["state_dict"])


def test_add_then_strip_is_nothing(tmp_path: Path, container: str) -> None:
    source = make_source(tmp_path / "source.pth", container, wrap=False)
    fix(source, tmp_path / "added.pth", AddPrefix("module."))
    fix(tmp_path / "added.pth", tmp_path / "back.pth", StripPrefix("module."))
    assert_same_files(tmp_path / "back.pth", source)


def move_state(optimizer: dict[str, Any], gpus: PretendGpus, target: str) -> None:
    """The loop that people paste into their scripts, leaving ``step`` where Adam wants it."""
    on_gpu = {
        param_id
        for group in optimizer["param_groups"]
        if group.get("capturable") or group.get("fused")
        for param_id in group["params"]
    }
    for param_id, state in optimizer["state"].items():
        for key, value in state.items():
            if torch.is_tensor(value) and (key != "step" or param_id in on_gpu):
                state[key] = gpus.to(value, target)


@pytest.mark.parametrize("target", ["cpu", "cuda:0"])
@pytest.mark.parametrize("kind", ["Adam", "AdamW amsgrad", "SGD", "RMSprop", "Adagrad"])
def test_move_optimizer(tmp_path: Path, container: str, target: str, kind: str) -> None:
    makers: dict[str, Any] = {
        "Adam": torch.optim.Adam,
        "AdamW amsgrad": partial(torch.optim.AdamW, amsgrad=True),
        "SGD": partial(torch.optim.SGD, lr=0.1, momentum=0.9),
        "RMSprop": partial(torch.optim.RMSprop, momentum=0.1, centered=True),
        "Adagrad": torch.optim.Adagrad,
    }

    def recipe(loaded: Any, gpus: PretendGpus) -> None:
        move_state(loaded["optimizer"], gpus, target)

    source = make_source(tmp_path / "source.pth", container, make=makers[kind])
    check(tmp_path, source, container, [MoveOptimizer(target)], recipe)


@pytest.mark.parametrize("option", ["capturable", "fused"])
def test_move_optimizer_with_steps_on_the_gpu(tmp_path: Path, container: str, option: str) -> None:
    with PretendGpus() as gpus:
        made = training_checkpoint(gpus)
        group = made["optimizer"]["param_groups"][0]
        group[option] = True
        for param_id in group["params"]:
            if param_id in made["optimizer"]["state"]:
                gpus.place(made["optimizer"]["state"][param_id]["step"], "cuda:7")
        source = save(made, tmp_path / "source.pth", container)

    def recipe(loaded: Any, gpus: PretendGpus) -> None:
        move_state(loaded["optimizer"], gpus, "cuda:1")

    ours = check(tmp_path, source, container, [MoveOptimizer("cuda:1")], recipe)
    assert saved_devices(ours).count("cpu") == sum(
        param_id in made["optimizer"]["state"] for param_id in made["optimizer"]["param_groups"][1]["params"]
    )


def test_optimizer_follows_its_parameters(tmp_path: Path, container: str) -> None:
    """The model half on the CPU, half on cuda:0; the state of each parameter goes where the parameter went."""
    with PretendGpus() as gpus:
        made = training_checkpoint(gpus)
        place(gpus, {key: value for key, value in made["state_dict"].items() if "norm" in key}, "cuda:0")
        source = save(made, tmp_path / "source.pth", container)
    names = [name for name, _ in nn.DataParallel(Net()).named_parameters()]
    shapes = [parameter.ndim for parameter in Net().parameters()]
    order = [name for name, ndim in zip(names, shapes, strict=True) if ndim < 2]
    order += [name for name, ndim in zip(names, shapes, strict=True) if ndim >= 2]

    def recipe(loaded: Any, gpus: PretendGpus) -> None:
        for param_id, state in loaded["optimizer"]["state"].items():
            home = gpus.device_of(loaded["state_dict"][order[param_id]])
            for key, value in state.items():
                state[key] = value if key == "step" else gpus.to(value, home)

    ours = check(tmp_path, source, container, [MoveOptimizer("follow")], recipe)
    assert Counter(saved_devices(ours))["cuda:0"] > 5  # norm's weight, bias, mean, variance and count, and its state


def test_everything_at_once(tmp_path: Path, container: str) -> None:
    def recipe(loaded: Any, gpus: PretendGpus) -> None:
        consume_prefix_in_state_dict_if_present(loaded["state_dict"], "module.")
        move_state(loaded["optimizer"], gpus, "cpu")
        del loaded["args"]

    source = make_source(tmp_path / "source.pth", container)
    edits = [
        RemapDevice("cuda:7", "cuda:0"),
        StripPrefix("module."),
        MoveOptimizer("cpu"),
        Drop(catalogue_of(source).find("args")),
    ]
    check(tmp_path, source, container, edits, recipe, map_location={"cuda:7": "cuda:0"})


def test_drop_the_optimizer(tmp_path: Path, container: str) -> None:
    def recipe(loaded: Any, gpus: PretendGpus) -> None:
        del loaded["optimizer"]

    source = make_source(tmp_path / "source.pth", container)
    ours = check(tmp_path, source, container, [Drop(catalogue_of(source).find("optimizer"))], recipe)
    assert ours.stat().st_size < source.stat().st_size / 2


def test_drop_one_of_two_tied_weights(tmp_path: Path, container: str) -> None:
    def recipe(loaded: Any, gpus: PretendGpus) -> None:
        del loaded["state_dict"]["module.tied.weight"]

    source = make_source(tmp_path / "source.pth", container)
    check(tmp_path, source, container, [Drop(catalogue_of(source).find("state_dict/module.tied.weight"))], recipe)


def test_keep_the_state_dict(tmp_path: Path, container: str) -> None:
    def recipe(loaded: Any, gpus: PretendGpus) -> Any:
        return loaded["state_dict"]

    source = make_source(tmp_path / "source.pth", container)
    check(tmp_path, source, container, [Keep(catalogue_of(source).find("state_dict"))], recipe)


def test_rename_a_key(tmp_path: Path, container: str) -> None:
    def recipe(loaded: Any, gpus: PretendGpus) -> None:
        state = loaded["state_dict"]
        for key in list(state):  # in place, so that the order and the metadata stay
            state["module.renamed" if key == "module.unused" else key] = state.pop(key)

    source = make_source(tmp_path / "source.pth", container)
    entry = catalogue_of(source).find("state_dict/module.unused")
    check(tmp_path, source, container, [RenameKey(entry, "module.renamed")], recipe)


def test_remap_by_role(tmp_path: Path, container: str) -> None:
    def recipe(loaded: Any, gpus: PretendGpus) -> None:
        for tensor in loaded["state_dict"].values():
            gpus.place(tensor, "cpu")

    source = make_source(tmp_path / "source.pth", container)
    check(tmp_path, source, container, [RemapDevice("cuda:7", "cpu", role="model")], recipe)


def test_remap_a_selection_takes_whole_storages(tmp_path: Path, container: str) -> None:
    def recipe(loaded: Any, gpus: PretendGpus) -> None:
        gpus.place(loaded["state_dict"]["module.tied.weight"], "cpu")  # and so first.weight, which shares it

    source = make_source(tmp_path / "source.pth", container)
    catalogue = catalogue_of(source)
    row = catalogue.rows[catalogue.find("state_dict/module.first.weight")]
    check(tmp_path, source, container, [RemapDevice("*", "cpu", rows=frozenset({row}))], recipe)


@pytest.mark.parametrize("target", ["cpu", "cuda:1"])
def test_odd_tensors(tmp_path: Path, container: str, target: str) -> None:
    with PretendGpus() as gpus:
        source = save(odd_tensors(gpus, container), tmp_path / "source.pth", container)

    ours, theirs = tmp_path / "ours.pth", tmp_path / "theirs.pth"
    fix(source, ours, RemapDevice("cuda:7", target))
    by_torch(source, theirs, container, nothing, map_location={"cuda:7": target})
    assert_same_files(ours, theirs, trusting(container))


@pytest.mark.parametrize("maker", [training_checkpoint, odd_tensors])
def test_change_of_container(tmp_path: Path, container: str, maker: Callable[[PretendGpus], Any]) -> None:
    other = "zip" if container == "legacy" else "legacy"
    with PretendGpus() as gpus:
        made = odd_tensors(gpus, "legacy") if maker is odd_tensors else maker(gpus)
        source = save(made, tmp_path / "source.pth", container)
        theirs = save(made, tmp_path / "theirs.pth", other)
    fix(source, tmp_path / "ours.pth", container=other)
    assert_same_files(tmp_path / "ours.pth", theirs, trusting(other))


class Point(NamedTuple):
    x: int
    y: Any


class Colour(enum.Enum):
    RED = 1


@dataclass
class Config:
    name: str
    sizes: list[int]


@dataclass(slots=True)
class Slotted:
    name: str


class Recorder(dict):  # type: ignore[type-arg]
    """A dict with attributes, as old training frameworks like them."""

    __setattr__ = dict.__setitem__
    __getattr__ = dict.__getitem__


def foreign_values() -> dict[str, Any]:
    shared = [1, 2]
    counts = defaultdict(list, a=[1])
    loop: list[Any] = [shared]
    loop.append(loop)
    return {
        "namespace": argparse.Namespace(lr=0.1, device=torch.device("cpu"), steps=shared),
        "simple": SimpleNamespace(a=1),
        "numpy scalar": np.float64(1.5),
        "numpy array": np.arange(6, dtype=np.float32).reshape(2, 3),
        "numpy object": np.array([{"a": 1}, None], dtype=object),
        "defaultdict": counts,
        "counter": Counter("abca"),
        "ordered": OrderedDict([("b", 1), ("a", shared)]),
        "point": Point(1, shared),
        "enum": Colour.RED,
        "dataclass": Config("x", shared),
        "slotted": Slotted("y"),
        "when": dt.datetime(2020, 1, 2, 3, 4, tzinfo=dt.UTC),
        "path": PurePosixPath("a/b"),
        "decimal": decimal.Decimal("1.10"),
        "fraction": Fraction(1, 3),
        "partial": partial(int, base=2),
        "function": torch.nn.functional.relu,
        "class": nn.Linear,
        "range": range(1, 10, 2),
        "slice": slice(1, 2),
        "complex": 1 + 2j,
        "set": {1, "a"},
        "frozenset": frozenset({(1, 2)}),
        "bytes": b"\x00\xff",
        "bytearray": bytearray(b"ab"),
        "long text": "ü" * 70_000,
        "surrogate": "\ud800",
        "odd floats": [float("nan"), float("inf"), -0.0, 1e-320],
        "odd keys": {None: 1, True: 2, 2.5: 3, (1, "a"): 4, b"b": 5, 7: 6},
        "loop": loop,
        "shared": shared,
        "generator": torch.Generator().manual_seed(3).get_state(),
        "linear": nn.Linear(2, 3),
        "recorder": Recorder(a=shared),
    }


@pytest.mark.parametrize("protocol", [2, 4])
@pytest.mark.parametrize("name", [*foreign_values(), "all"])
def test_unknown_classes_survive(tmp_path: Path, container: str, name: str, protocol: int) -> None:
    torch.manual_seed(9)
    values = foreign_values()
    value = values if name == "all" else {"it": values[name], "again": [values[name]]}
    with PretendGpus() as gpus:
        extra = torch.ones(3)
        gpus.place(extra, "cuda:7")
        value["tensor"] = extra
        source = save(value, tmp_path / "source.pth", container, pickle_protocol=protocol)
    ways = trusting(container)
    ours = check(tmp_path, source, container, [RemapDevice("cuda:7", "cpu")], nothing, ways, map_location="cpu")
    torch.load(ours, weights_only=False)


def test_a_whole_module(tmp_path: Path, container: str) -> None:
    with PretendGpus() as gpus:
        model = nn.DataParallel(Net())
        place(gpus, model.state_dict(), "cuda:7")
        whole = {"model": model, "optimizer": torch.optim.Adam(model.parameters())}
        source = save(whole, tmp_path / "source.pth", container)
    ways = trusting(container)
    check(tmp_path, source, container, [RemapDevice("cuda:7", "cpu")], nothing, ways, map_location="cpu")
