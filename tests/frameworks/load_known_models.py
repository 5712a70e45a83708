"""Models of the libraries with random weights, saved by torch in the ways that people save them, are named right.

Their tensors are one number each, seen in the shape of the model's (strides of 0): a file is small, whatever the model.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import torch

from core.catalogue.build import open_catalogue
from core.layers.held import Model, models_of
from core.layers.known import CLOSE, OTHER_HEAD, SAME, Candidate, candidates, shapes_of
from core.layers.layer import FROM_SHAPES, IN_FILE
from core.layers.outline import outline
from tests.frameworks.libraries import device_of, models, versions

CLASSES = 13
EVERY = {"torchvision": 1, "timm": 3, "transformers": 9, "diffusers": 1, "open_clip": 1, "smp": 3, "ultralytics": 1}
"""Of how many models one is asked for: some 100 of torchvision, 450 of timm, 130 of transformers."""
LIBRARIES = [library for library in EVERY if library in versions()]
FEW = 1 if "PTHFINDER_ALL_MODELS" in os.environ else 9
"""Of those only one of so many, where others wait: `make frameworks-models` asks for all."""
State = dict[str, torch.Tensor]
WAYS: dict[str, Callable[[State], Any]] = {
    "plain": lambda state: state,
    "DDP in a checkpoint": lambda state: {"epoch": 3, "state_dict": _before("module.", state)},
    "Lightning, compiled": lambda state: {"state_dict": _before("model._orig_mod.", state)},
    "EMA": lambda state: {"model": {"other.weight": torch.zeros(3, 3)}, "model_ema": state},
}


def _before(prefix: str, state: State) -> State:
    return {f"{prefix}{key}": each for key, each in state.items()}


def small(state: State, *, half: bool = False) -> State:
    """The state dict with one number a tensor; what is tied stays so."""
    made: dict[int, torch.Tensor] = {}
    for each in state.values():
        dtype = torch.float16 if half and each.is_floating_point() else each.dtype
        made.setdefault(id(each), torch.zeros(1, dtype=dtype).as_strided(each.shape, [0] * each.dim()))
    return {key: made[id(each)] for key, each in state.items()}


def asked(library: str) -> Iterator[tuple[str, Any]]:
    """Some models of a library, with a number of classes that none has by default, or without any."""
    names = [(name, make) for name, _, make in models(library) if ":quantized_" not in name]
    for name, make in names[:: EVERY[library] * FEW]:
        for classes in (CLASSES, None):
            try:
                with torch.device(device_of(name)):
                    model = make(classes)
            except Exception:  # noqa: BLE001 - what cannot be made there, or has no classes
                continue
            yield name, model
            break


def of_file(path: Path) -> Model:
    return list(models_of(open_catalogue(path)))[-1]


@pytest.mark.parametrize("library", LIBRARIES)
def test_models_are_named_right_and_their_layers_told_right(library: str, tmp_path: Path) -> None:
    named, kinds, wrong = Counter[bool](), Counter[bool](), []
    for at, (name, model) in enumerate(asked(library)):
        state = small(model.state_dict(keep_vars=True), half=at % 3 == 0)
        way = list(WAYS)[at % len(WAYS)]
        torch.save(WAYS[way](state), tmp_path / "model.pth")
        found = of_file(tmp_path / "model.pth")
        told = {each.name: each for each in candidates(found) if each.how in {SAME, OTHER_HEAD} and not each.part}
        named[name in told] += 1
        if name not in told:
            wrong.append((name, way))
        for each in told.values():
            assert each.how != SAME or _are_all_there(each, state), (name, each)
        if name in told and at % 3 == 0 and library != "open_clip":  # which moves it from the device that has nothing
            assert _made_by(told[name].line, name) == {key: each.shape for key, each in state.items()}, told[name].line
        modules = dict(model.named_modules(remove_duplicate=False))
        for part in outline(found).walk():
            if part.layer is not None and part.layer.grade == FROM_SHAPES:
                path = re.sub(r"^(module|model\._orig_mod)(\.|$)", "", part.path) if way != "plain" else part.path
                kinds[_is_kind(part.layer.kind, modules.get(path))] += 1
    print(f"{library}: named {named}, layers {kinds}, not named {wrong[:9]}")
    assert sum(named.values()) > 60 // FEW
    assert named[True] >= 0.99 * sum(named.values())
    assert kinds[True] >= 0.98 * sum(kinds.values())


def _made_by(line: str, name: str) -> dict[str, torch.Size]:
    """The keys and shapes of what a line makes."""
    module = line.partition("(")[0].rpartition(".")[0]
    with torch.device(device_of(name)):
        model = eval(line, {module.partition(".")[0]: import_module(module) and sys.modules[module.partition(".")[0]]})
    return {key: each.shape for key, each in model.state_dict().items()}


def _are_all_there(told: Candidate, state: State) -> bool:
    """Whether a model has just the keys and shapes of a state dict, but for tied ones and those of no floats."""
    inside = re.sub(r"^(module\.|model\._orig_mod\.)", "", told.prefix)
    return {(key.removeprefix(inside), tuple(each.shape)) for key, each in state.items()} <= set(
        (shapes_of(told.name) or {}).items()
    )


def _is_kind(kind: str, module: Any) -> bool:
    """Whether a module is of a class of that name, or of one of its own that is called so."""
    names = {each.__name__ for each in type(module).__mro__}
    return kind in names or type(module).__name__.lower().endswith(kind.lower())


def test_whole_modules_are_told_exactly(tmp_path: Path) -> None:
    import torchvision

    for name in ("resnet18", "vit_b_16", "densenet121", "mobilenet_v3_small"):
        model = torchvision.models.get_model(name)
        torch.save(model, tmp_path / "model.pth")
        modules = dict(model.named_modules(remove_duplicate=False))
        for part in outline(of_file(tmp_path / "model.pth")).walk():
            assert part.layer is not None
            assert part.layer.grade == IN_FILE
            module = modules[part.path]
            assert part.layer.kind == type(module).__name__
            if not list(module.children()) and type(module).__module__.startswith("torch.nn"):
                assert part.layer.call == re.sub("(affine=[TF][a-z]+), bias=True", r"\1", repr(module))


def test_what_differs_is_never_called_the_same(tmp_path: Path) -> None:
    for name, model in islice(asked("torchvision"), 0, None, max(1, 10 // FEW)):
        state = small(model.state_dict(keep_vars=True))
        key = next(key for key, each in state.items() if each.dim() > 1)
        state[key] = torch.zeros(1).expand(state[key].shape[0] + 1, *state[key].shape[1:])
        torch.save(state, tmp_path / "model.pth")
        told = [each for each in candidates(of_file(tmp_path / "model.pth")) if not each.part]
        assert {each.how for each in told} <= {CLOSE}, name
