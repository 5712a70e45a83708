"""A child process that runs code to load files and says which of it did not give what torch gives.

Takes ``{name: {"path": …, "code": …}}`` as JSON and prints ``{name: error}``, an empty text where all is well.
``hopeless`` stands for a file that torch loads in no way.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import torch

from tests.support.oracle import assert_same

HOPELESS = "hopeless"


class Recorder:
    """Stands for a model, optimizer or scheduler of the user; keeps what it is given to load."""

    loaded: list[Any]

    def __init__(self, *_built_of: Any) -> None:
        self.module = self

    def load_state_dict(self, state: Any, assign: bool = False) -> None:
        """Note what code wants to load."""
        self.loaded.append(state)

    def to(self, _device: str) -> Recorder:
        """As a module."""
        return self

    def eval(self) -> Recorder:
        """As a module."""
        return self

    def tie_weights(self) -> None:
        """As a model of transformers."""

    def parameters(self) -> list[Any]:
        """As a module."""
        return []


def failure(path: str, code: str) -> str:
    """What is wrong with code that loads a file."""
    try:
        wanted = _by_torch(path)
    except Exception:  # noqa: BLE001 - whatever torch says
        return HOPELESS
    kind = type("Kind", (Recorder,), {"loaded": []})
    names: dict[str, Any] = {"f": path, "fixed": path, "Model": kind, "Optimizer": kind, "Scheduler": kind}
    try:
        exec(compile(code, path, "exec"), names)
        given = kind.loaded or [names.get("checkpoint", names.get("model"))]
        if isinstance(wanted, torch.jit.ScriptModule):
            given, wanted = [each.state_dict() for each in given], wanted.state_dict()
        for each in given:
            _assert_in(each, wanted)
    except Exception as error:  # noqa: BLE001 - that is the answer
        return f"{type(error).__name__}: {error}"
    return ""


def _by_torch(path: str) -> Any:
    try:
        return torch.load(path, map_location="cpu", weights_only=False)
    except UnicodeDecodeError:
        return torch.load(path, map_location="cpu", weights_only=False, encoding="latin1")


def _assert_in(given: Any, wanted: Any) -> None:
    """``given`` is the loaded object or, for a state dict or a pickled model, one in it."""
    try:
        assert_same(given, wanted)
    except (NotImplementedError, RuntimeError, TypeError):  # what the comparison cannot look into
        assert repr(given) == repr(wanted)
    except AssertionError:
        found = [each for each in _inside(wanted) if type(each) is type(given)]
        if isinstance(given, dict):
            found = [each for each in found if each.keys() == given.keys()]
        if not found:
            raise
        assert_same(given, found[0])


def _inside(value: Any) -> Iterator[Any]:
    yield value
    if isinstance(value, torch.nn.DataParallel):
        yield value.module
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ():
        yield from _inside(each)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    asked = json.load(sys.stdin)
    json.dump({name: failure(**each) for name, each in asked.items()}, sys.stdout)
