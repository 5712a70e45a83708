"""What is offered for a file that an error comes from is done as it is offered, and torch loads what comes of it."""

from __future__ import annotations

import json
import pickle
import re
import shlex
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
from torch import nn

from cli.main import run
from core.diagnosis.traceback.recognise import recognise
from core.diagnosis.trap import Recognised
from tests.diagnosis.traceback.test_fresh_errors import FILES, TEXTS
from tests.diagnosis.traceback.test_pasted_errors import SHARED
from tests.files.fitting_files import make

_SHAPE = re.compile(r"([^\s;]+) (\[[\d, ]*\])")


def _guilty(name: str, folder: Path) -> tuple[str, Path]:
    """The text of an error and a file that fits it."""
    if not name.isdecimal():
        path = folder / FILES[name][0]
        FILES[name][1](path)
        return TEXTS[name], path
    case = SHARED[int(name)]
    return case["error"], make(case["fits"], case["error"], folder / "file.pth")


class _Unpickler(pickle.Unpickler):
    """Python's own, with an empty class for each that is installed nowhere: its code is there for who has the error."""

    def find_class(self, module: str, name: str) -> Any:
        try:
            return super().find_class(module, name)
        except (ImportError, AttributeError):
            return type(
                name, (), {"__module__": module, "__setstate__": lambda self, state: vars(self).update(s=state)}
            )


_PICKLING = types.ModuleType("pickling")
vars(_PICKLING).update(Unpickler=_Unpickler, load=lambda file, **options: _Unpickler(file, **options).load())


def loaded(path: Path, text: str, code: str) -> Any:
    """By torch as the text has it: with ``weights_only`` where it names that, on a card where it has one."""
    if path.is_dir() or path.read_bytes()[8:9] == b"{":
        files = sorted(path.glob("*.safetensors")) if path.is_dir() else [path]
        return {key: value for file in files for key, value in load_file(file).items()}
    where = None if code == "no-gpu" else "cpu"
    if re.search("weights.only", text, re.IGNORECASE):
        return torch.load(path, map_location=where, weights_only=True)
    return torch.load(path, map_location=where, weights_only=False, pickle_module=_PICKLING)


def state_dicts(value: Any, depth: int = 0) -> Iterator[dict[str, torch.Tensor]]:
    """All that a state dict may be, at any place."""
    if isinstance(value, dict) and depth < 5:
        tensors = {key: each for key, each in value.items() if isinstance(key, str) and torch.is_tensor(each)}
        if tensors:
            yield tensors
        for each in value.values():
            yield from state_dicts(each, depth + 1)


def model_of(tensors: dict[str, torch.Tensor]) -> nn.Module:
    """A model that has these, each as a buffer."""
    model = nn.Module()
    for key, tensor in tensors.items():
        *modules, last = key.split(".")
        at = model
        for name in modules:
            if name not in at._modules:
                at.add_module(name, nn.Module())
            at = getattr(at, name)
        at.register_buffer(last, tensor)
    return model


def check_fit(value: Any, error: Recognised) -> None:
    """One state dict fits, strictly, the model that the error names."""
    missing, unexpected = set(error.keys("missing")), set(error.keys("unexpected"))
    wanted = {key: json.loads(shape) for key, shape in _SHAPE.findall(error.details.get("shapes", ""))}
    fitting = [each for each in state_dicts(value) if each.keys() >= missing and not each.keys() & unexpected]
    assert fitting, (missing, unexpected)
    shapes = {key: torch.empty(wanted.get(key, each.shape), dtype=each.dtype) for key, each in fitting[0].items()}
    model_of(shapes).load_state_dict(fitting[0], strict=not error.keys("mismatched"))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [*FILES, *map(str, range(len(SHARED)))])
def test_what_is_offered_cures(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, path = _guilty(name, tmp_path)
    run(["diagnose", str(path), "--json", "--error", text])
    error, found = json.loads(capsys.readouterr().out)["error"], recognise(text)
    ways = {tuple(cure["options"]) for cure in error.get("cures", ())}
    commands = [shlex.split(cure["command"]) for cure in error.get("cures", ())]
    ways |= {tuple(words[words.index(str(path)) + 1 :]) for words in commands if words}
    for number, options in enumerate(ways - {()}):
        out = tmp_path / f"out{number}{path.suffix}"
        words = ["fix", str(path), *options, *([] if "-o" in options else ["-o", "OUT"])]
        assert run([str(out) if each == "OUT" else each for each in words]) == 0, (options, capsys.readouterr().err)
        value = loaded(out, text, error["codes"][0])
        if found is not None and any(map(found.keys, ("missing", "unexpected", "mismatched"))):
            check_fit(value, found)
