"""Pickled modules and optimizers are recognised without their classes."""

from __future__ import annotations

import importlib
import pkgutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import fx, nn

from core.catalogue.build import build_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.catalogue.modules import (
    BUFFER,
    MODULE,
    PARAMETER,
    module_entries,
    module_tree,
    pickled_optimizers,
)
from core.objects.module_versions import refused_module, version_of
from core.pickling.nodes import Global
from tests.files import checkpoints
from tests.files.checkpoints import Net

KEYS: dict[str, Any] = {
    "_parameters": {},
    "_buffers": {},
    "_modules": {},
    "param_groups": [],
    "state": {},
    "defaults": {},
}


def catalogue_of(value: Any, path: Path, **options: Any) -> Catalogue:
    return build_catalogue(open_checkpoint(checkpoints.save(value, path, **options)))


@pytest.mark.parametrize("container", ["zip", "legacy"])
@pytest.mark.parametrize("protocol", [2, 4])
def test_a_model_is_found_wherever_it_lies(tmp_path: Path, container: str, protocol: int) -> None:
    value = {"epoch": 3, "runs": [{"model": Net()}], "ema": Net()}
    catalogue = catalogue_of(value, tmp_path / "a.pt", container=container, pickle_protocol=protocol)
    found = module_entries(catalogue)
    assert [catalogue.path_text(item.entry) for item in found] == ["runs/0/model", "ema"]
    assert [item.name for item in found] == ["tests.files.checkpoints.Net"] * 2
    assert {item.wrapper for item in found} == {None}
    net = Net()
    counts = (len(list(net.modules())), len(list(net.parameters())), len(list(net.buffers())))
    assert {(item.modules, item.parameters, item.buffers) for item in found} == {counts}


def test_a_file_that_is_a_model(tmp_path: Path) -> None:
    catalogue = catalogue_of(nn.DataParallel(Net()), tmp_path / "a.pt")
    (found,) = module_entries(catalogue)
    assert (found.entry, found.name, found.wrapper) == (0, "tests.files.checkpoints.Net", "DataParallel")


def test_a_module_called_module_is_no_wrapper(tmp_path: Path) -> None:
    net = nn.Sequential()
    net.module = nn.Linear(2, 2)
    (found,) = module_entries(catalogue_of(net, tmp_path / "a.pt"))
    assert found.wrapper is None


def test_the_tree_is_that_of_torch(tmp_path: Path) -> None:
    """Modules, parameters and buffers under the names that torch gives them, in its order."""
    model = nn.DataParallel(Net())
    model.module.register_buffer("cache", torch.zeros(2), persistent=False)
    model.module.nothing = None
    catalogue = catalogue_of({"model": model}, tmp_path / "a.pt")
    nodes = module_tree(catalogue, catalogue.find("model"))
    names: list[str] = []
    for node in nodes:
        above = names[node.parent] if node.parent >= 0 else ""
        names.append(f"{above}.{node.label}".removeprefix(".") if node.parent >= 0 else "")
    found = list(zip(nodes, names, strict=True))
    modules = {name: node.class_name for node, name in found if node.kind == MODULE}
    wanted = {name: f"{type(module).__module__}.{type(module).__qualname__}" for name, module in model.named_modules()}
    assert modules == wanted
    assert list(modules) == list(wanted)
    parameters = [name for node, name in found if node.kind == PARAMETER]
    assert parameters == [name for name, _ in model.named_parameters(remove_duplicate=False)]
    buffers = [name for node, name in found if node.kind == BUFFER]
    assert buffers == [name for name, _ in model.named_buffers(remove_duplicate=False)]
    assert [name for node, name in found if not node.persistent] == ["module.cache"]
    assert all(catalogue.kind(node.entry) == "tensor" for node, _ in found if node.kind != MODULE)


def test_a_traced_model(tmp_path: Path) -> None:
    traced = fx.symbolic_trace(nn.Sequential(nn.Linear(2, 2), nn.ReLU()))
    (found,) = module_entries(catalogue_of([traced], tmp_path / "a.pt"))
    assert (found.entry, found.modules, found.parameters) == (1, 3, 2)
    assert found.name == "torch.fx.graph_module.GraphModule"


def test_optimizers(tmp_path: Path) -> None:
    net = Net()
    optimizer = torch.optim.Adam([{"params": net.first.parameters()}, {"params": net.norm.parameters()}])
    catalogue = catalogue_of({"a": optimizer, "b": optimizer.state_dict()}, tmp_path / "a.pt")
    (found,) = pickled_optimizers(catalogue)
    assert (catalogue.path_text(found.entry), found.name) == ("a", "torch.optim.adam.Adam")
    assert (found.groups, found.parameters) == (2, 3)
    assert module_entries(catalogue) == ()


def test_ordinary_files_are_not_even_looked_at(tmp_path: Path) -> None:
    """A file that names no class has no module, whatever its keys say: nothing is scanned."""
    catalogue = catalogue_of(KEYS, tmp_path / "a.pt")
    object.__setattr__(catalogue, "tree", None)
    assert module_entries(catalogue) == ()
    assert pickled_optimizers(catalogue) == ()


def test_dicts_with_the_keys_of_a_module_are_none(tmp_path: Path) -> None:
    catalogue = catalogue_of({**KEYS, "model": nn.Linear(1, 1)}, tmp_path / "a.pt")
    assert [item.name for item in module_entries(catalogue)] == ["torch.nn.modules.linear.Linear"]
    assert pickled_optimizers(catalogue) == ()
    assert module_tree(catalogue, 0) == ()


def torch_modules() -> Iterator[type[nn.Module]]:
    """Every module class in ``torch.nn`` and in what torch has for quantisation."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for root in ("torch.nn", "torch.ao.nn", "torch.ao.quantization"):
            package = importlib.import_module(root)
            for each in pkgutil.walk_packages(package.__path__, root + "."):
                importlib.import_module(each.name)
    pending: list[type[nn.Module]] = [nn.Module]
    while pending:
        subclasses = pending.pop().__subclasses__()
        pending += subclasses
        yield from (each for each in subclasses if each.__module__.startswith(("torch.nn", "torch.ao")))


def test_versions_are_those_of_every_class_of_torch() -> None:
    of_buffers = ("Observer", "FakeQuantize", "FakeSparsity", "FakeStructured")  # they save again what is a buffer
    seen = 0
    for cls in torch_modules():
        name = Global(cls.__module__, cls.__qualname__)
        lazy = "Lazy" in cls.__name__  # saves as its parent does, but for parameters that are not made yet
        own_way = cls._save_to_state_dict is not nn.Module._save_to_state_dict
        if own_way and not lazy and not any(part in cls.__name__ for part in of_buffers):
            assert refused_module(name), name
            continue
        abstract = cls.__name__.startswith("_") or cls.__name__.endswith("Base")
        if abstract or refused_module(name):
            continue
        seen += 1
        assert version_of(name, None, set()) == cls._version, name
    assert seen > 150


def test_only_modules_that_pack_their_weights_are_refused() -> None:
    """Of those in torch, bar wrappers that hold packed ones and have nothing of their own."""
    for cls in torch_modules():
        name = Global(cls.__module__, cls.__qualname__)
        if refused_module(name):
            assert "quantized" in cls.__module__
    assert not refused_module(Global("torch.ao.nn.quantized.modules.functional_modules", "FloatFunctional"))
    assert not refused_module(Global("quantized.models", "Linear"))
